"""Does the solver find the mistakes that made-up calls do not?

    make bench-missed [ARGUMENTS="--of FILE --only cachetools"]

Takes the real mistakes in the results of `bench.mutants` that `generate` did not find, and lets
`shadow` look at them: from calls that `generate` makes and that the library's tests make, as a user
has it; and, which is harder, only from those of them on which both versions do the same.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.libraries import CACHE, Ready, get_ready, read_libraries, tree_with
from bench.mutants import Mutant, is_real, mutants_of
from bench.results import Results, middle, share, table

from swerve.check.pipeline import Silence
from swerve.check.running import prepare
from swerve.engines import Budget
from swerve.engines.shadow import Shadow
from swerve.model import Effort, Findings, Learned, Pair, Settings, Verdict
from swerve.observe.comparison import Different
from swerve.observe.recipe import encode_call
from swerve.observe.seeds import calls_in
from swerve.source import Selection, pair_up, read_paths

_WAYS = ("from all calls", "from calls without a difference")


def main(words: Sequence[str] | None = None) -> int:
    """Print how many are found; 1 when that is less than half."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("libraries", nargs="*", help="only these")
    parser.add_argument("--set", choices=["dev", "final"], default="final")
    parser.add_argument("--count", type=int, default=100, help="as `bench.mutants` was given")
    parser.add_argument("--seed", type=int, default=0, help="as `bench.mutants` was given")
    parser.add_argument("--of", type=Path, help="the results of `bench.mutants`")
    parser.add_argument("--resume", action="store_true", help="keep the results that are there")
    parser.add_argument("--cache", type=Path, default=CACHE)
    options = parser.parse_args(words)
    folder = options.cache / "results"
    told = Results(options.of or folder / f"mutants-{options.set}.jsonl", keep=True).rows
    missed = {
        name
        for name, row in told.items()
        if is_real(row) and "generate" not in {each["engine"] for each in row["found"]}
    }
    results = Results(folder / f"missed-{options.set}.jsonl", keep=options.resume)
    for library in read_libraries(options.set):
        if options.libraries and library.name not in options.libraries:
            continue
        ready = get_ready(library, options.cache)
        for mutant in mutants_of(ready, options.count, options.seed):
            if mutant.id in missed and mutant.id not in results.rows:
                row = {"id": mutant.id, "library": library.name, **_looked_at(ready, mutant)}
                results.add(row)
                print(mutant.id, *(row[way]["verdict"] for way in _WAYS), row["of"], flush=True)
    return _tell(list(results.rows.values()))


def _looked_at(ready: Ready, mutant: Mutant) -> dict[str, Any]:
    with tree_with(ready, {}) as old, tree_with(ready, {mutant.file: mutant.text}) as new:
        raw = read_paths(old, new, Selection())
        pairs = [pair for pair in pair_up(raw).pairs if not pair.is_affected]
        row: dict[str, Any] = {way: _as_row(None, 0.0) for way in _WAYS} | {"of": "no function"}
        for pair in pairs:
            with prepare(raw, Settings(python=str(ready.python)), [pair]) as prepared:
                quick = {each.name: each for each in prepared.stages[0]([pair], Silence())}
                thorough = {each.name: each for each in prepared.stages[1]([pair], Silence())}
                assert prepared.tests is not None  # noqa: S101 - for the type checker
                (replay,) = prepared.tests([pair], Silence(), False)
                shadow = thorough["shadow"]
                assert isinstance(shadow, Shadow)  # noqa: S101 - for the type checker
                made = quick["generate"].investigate(pair, _budget()).learned
                made |= replay.investigate(pair, _budget()).learned
                row["of"] = f"{len(made.calls)} calls"
                for way, learned in zip(_WAYS, (made, _alike(shadow, pair, made)), strict=True):
                    started = time.monotonic()
                    found = shadow.investigate(pair, _budget(), learned)
                    if row[way]["verdict"] != Verdict.CHANGED:
                        row[way] = _as_row(found, time.monotonic() - started)
        return row


def _alike(shadow: Shadow, pair: Pair, learned: Learned) -> Learned:
    """The calls on which both versions do the same."""
    with shadow.workspace.opened(pair, 0) as sides:
        if isinstance(sides, str):
            return Learned()
        same = {
            encode_call(each.call)
            for each in sides.run(calls_in(learned.calls))
            if not isinstance(each.agreement, Different)
        }
    return replace(learned, calls=tuple(each for each in learned.calls if each.call in same))


def _budget() -> Budget:
    return Budget.of(Effort.NORMAL.seconds)


def _as_row(found: Findings | None, seconds: float) -> dict[str, Any]:
    if found is None:
        return {"verdict": "none", "seconds": 0.0, "note": ""}
    verdict = "none" if found.verdict is None else found.verdict.value
    call = found.witnesses[0].call if found.witnesses else ""
    note = found.evidence.note
    return {"verdict": verdict, "seconds": round(seconds, 2), "note": note, "call": call}


def _tell(rows: list[dict[str, Any]]) -> int:
    lines: list[tuple[object, ...]] = []
    for name in (*sorted({row["library"] for row in rows}), "all"):
        some = [row for row in rows if name in (row["library"], "all")]
        counts = [_found(some, way) for way in _WAYS]
        seconds = [row[way]["seconds"] for row in some for way in _WAYS[:1] if _found([row], way)]
        shares = [share(count, len(some)) for count in counts]
        lines.append((name, len(some), counts[0], shares[0], counts[1], shares[1], middle(seconds)))
    print()
    print(table(("library", "missed by generate", _WAYS[0], "", _WAYS[1], "", "median s"), lines))
    for row in rows:
        if not _found([row], _WAYS[0]):
            print(f"    {row['id']}: {row['of']}; {row[_WAYS[0]]['note']}")
    return 0 if _found(rows, _WAYS[0]) * 2 >= len(rows) else 1


def _found(rows: list[dict[str, Any]], way: str) -> int:
    return sum(row[way]["verdict"] == Verdict.CHANGED.value for row in rows)


if __name__ == "__main__":
    sys.exit(main())
