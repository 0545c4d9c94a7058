"""Which differences does a solver find that nothing else finds?

    make bench-quality [ARGUMENTS="--only strings --no-peer"]

The pairs of `tests/cases/solver`: each is checked by `swerve diff` at effort normal, as a user
would; by `generate` alone and by `shadow` alone, which starts from the calls that `generate` made;
and by `crosshair diffbehavior`, with as many seconds as `shadow` has. Prints a table by kind, and
alarms.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.diffs import ask
from bench.libraries import CACHE
from bench.results import Results, middle, most, share, table
from tests.pairs import VersionPair, solver_pairs

from swerve.check.pipeline import Silence
from swerve.check.running import prepare
from swerve.engines import Budget, Engine
from swerve.engines.generate import Generate
from swerve.model import Effort, Findings, Learned, Pair, Settings, Verdict
from swerve.source import Selection, pair_up, read_paths

_MODULE = "subject"
#: CrossHair ignores its own limit on endless loops.
_PEER_S = 5.2
_PATIENCE_S = 20.0
#: How a note ends.
_MEMORY = re.compile(r"(\d+) MB$")
_FINDERS = ("swerve diff", "generate", "shadow", "crosshair")


def main(words: Sequence[str] | None = None) -> int:
    """Print the table; 1 when a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", metavar="TEXT", default="", help="pairs with this in their names")
    parser.add_argument("--no-peer", action="store_true", help="leave CrossHair out")
    parser.add_argument("--resume", action="store_true", help="keep the results that are there")
    parser.add_argument("--cache", type=Path, default=CACHE)
    options = parser.parse_args(words)
    results = Results(options.cache / "results" / "quality.jsonl", keep=options.resume)
    for pair in solver_pairs():
        if options.only in pair.name and pair.name not in results.rows:
            row = _measured(pair, options.cache, has_peer=not options.no_peer)
            results.add(row)
            found = " ".join(
                f"{name} {row[name]['found']} {row[name]['seconds']:.1f}" for name in _FINDERS
            )
            print(f"{pair.name:45} {found}", flush=True)
    rows = [row for row in results.rows.values() if options.only in row["id"]]
    _tell(rows)
    print(f"each of them: {results.path}")
    changed = [row for row in rows if row["is_changed"]]
    alarms = [row for row in rows if not row["is_changed"] and _is_found(row, "swerve diff")]
    is_enough = sum(_is_found(row, "swerve diff") for row in changed) >= 0.9 * len(changed)
    return 0 if is_enough and not alarms else 1


def _measured(pair: VersionPair, cache: Path, *, has_peer: bool) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="swerve-bench-") as place:
        folder = Path(place)
        folder.chmod(0o755)
        trees = folder / "old", folder / "new"
        for tree, text in zip(trees, (pair.old, pair.new), strict=True):
            tree.mkdir()
            (tree / f"{_MODULE}.py").write_text(text, encoding="utf-8")
        answer = ask(*trees, Path(sys.executable), cache / "swerve", ("--effort", "normal"))
        row: dict[str, Any] = {"id": pair.name, "kind": pair.kind, "is_changed": pair.is_changed}
        row["swerve diff"] = {
            "found": answer.verdict == "changed",
            "seconds": answer.seconds,
            "engines": list(answer.engines),
        }
        row |= _by_engine(pair, *trees)
        row["crosshair"] = {"found": False, "seconds": 0.0}
        if has_peer:
            row["crosshair"] = _crosshair(pair, folder)
        return row


def _by_engine(pair: VersionPair, old: Path, new: Path) -> dict[str, Any]:
    """What the engines find alone, and how long the first witness takes."""
    raw = read_paths(old, new, Selection())
    (changed,) = [each for each in pair_up(raw).pairs if each.name == pair.function]
    with prepare(raw, Settings(), [changed]) as prepared:
        quick = {each.name: each for each in prepared.stages[0]([changed], Silence())}
        thorough = {each.name: each for each in prepared.stages[-1]([changed], Silence())}
        first, _ = _investigated(quick["generate"], changed, Learned())
        alone = thorough["generate"]
        assert isinstance(alone, Generate)  # noqa: S101 - for the type checker
        alone = replace(alone, is_again=False)
        generated, generate_s = _investigated(alone, changed, Learned())
        shadowed, shadow_s = _investigated(thorough["shadow"], changed, first.learned)
    return {
        "generate": {"found": generated.verdict is Verdict.CHANGED, "seconds": generate_s},
        "shadow": {
            "found": shadowed.verdict is Verdict.CHANGED,
            "seconds": shadow_s,
            "note": shadowed.evidence.note,
        },
    }


def _investigated(engine: Engine, pair: Pair, learned: Learned) -> tuple[Findings, float]:
    started = time.monotonic()
    budget = Budget.of(Effort.NORMAL.seconds)
    findings = engine.investigate(pair, budget, learned)
    return findings, round(time.monotonic() - started, 2)


def _crosshair(pair: VersionPair, folder: Path) -> dict[str, Any]:
    """What `crosshair diffbehavior` says about the two modules, side by side in one folder."""
    for name, text in (("was", pair.old), ("now", pair.new)):
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    functions = [f"{name}.{pair.function}" for name in ("was", "now")]
    options = [f"--per_condition_timeout={_PEER_S:g}", "--exception_equivalence=TYPE_AND_MESSAGE"]
    started = time.monotonic()
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "crosshair", "diffbehavior", *options, *functions],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=_PATIENCE_S,
        )
        found = ran.returncode == 1 and "Traceback" not in ran.stdout + ran.stderr
    except subprocess.TimeoutExpired:
        found = False
    return {"found": found, "seconds": round(time.monotonic() - started, 2)}


def _is_found(row: dict[str, Any], finder: str) -> bool:
    return bool(row[finder]["found"])


def _tell(rows: list[dict[str, Any]]) -> None:
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        if row["is_changed"]:
            groups[row["kind"]].append(row)
    changed = [row for row in rows if row["is_changed"]]
    lines: list[tuple[object, ...]] = [
        (kind, len(group), *(sum(_is_found(row, each) for row in group) for each in _FINDERS))
        for kind, group in sorted(groups.items())
    ]
    counts = [sum(_is_found(row, each) for row in changed) for each in _FINDERS]
    lines.append(("all", len(changed), *counts))
    lines.append(("share", "", *(share(count, len(changed)) for count in counts)))
    seconds = [
        [row[each]["seconds"] for row in changed if _is_found(row, each)] for each in _FINDERS
    ]
    lines.append(("median s, where found", "", *map(middle, seconds)))
    lines.append(("95% s, where found", "", *map(most, seconds)))
    equal = [row for row in rows if not row["is_changed"]]
    alarms = [sum(_is_found(row, each) for row in equal) for each in _FINDERS]
    lines.append(("false alarms", len(equal), *alarms))
    print()
    print(table(("changed", "pairs", *_FINDERS), lines))
    sizes = [int(found[1]) for row in rows if (found := _MEMORY.search(row["shadow"]["note"]))]
    if sizes:
        print(f"\nmemory of the solver's process: median {middle(sizes)} MB, most {max(sizes)} MB")
    missed = [row["id"] for row in changed if not _is_found(row, "swerve diff")]
    print(f"\nmissed: {', '.join(missed) or 'none'}")


if __name__ == "__main__":
    sys.exit(main())
