"""How often is a function called changed that was only written otherwise?

    make bench-rewrites [ARGUMENTS="--set dev --count 20"]

Rewrites functions of the libraries in `libraries.tsv` so that they do the same, one at a time, and
runs `swerve diff` on the library before and after. Prints what was said; `changed` is a false
alarm. With `--suite`, each rewritten library has to pass its own tests too: where it does not, the
rewriter is wrong.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.diffs import ask
from bench.libraries import CACHE, Ready, get_ready, read_libraries, read_text, tree_with
from bench.own_suite import OwnSuite
from bench.results import Results, middle, most, table
from bench.rewriting import REVERSED, Around, Rewrite, applied, rewrites_of
from bench.source import Source, same_code

_MOST_IN_A_FUNCTION = 2
_VERDICTS = ("changed", "inconclusive", "likely-preserved", "preserved", "failed", "no functions")


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A library with one function written otherwise."""

    id: str
    library: str
    file: str
    function: str
    #: Of the body of the function, in the library as it is.
    first_line: int
    last_line: int
    kind: str
    #: What the library says is the new version, and the rewritten one the old.
    is_reversed: bool
    was: str
    now: str
    #: The whole file, rewritten.
    text: str


def main(words: Sequence[str] | None = None) -> int:
    """Print the table; 1 when there was a false alarm."""
    options = _options(words)
    out = options.out or options.cache / "results" / f"rewrites-{options.set}.jsonl"
    results = Results(out, keep=options.resume)
    for library in read_libraries(options.set):
        if not options.libraries or library.name in options.libraries:
            ready = get_ready(library, options.cache)
            _measure(ready, rewritten_of(ready, options.count, options.seed), results, options)
    rows = list(results.rows.values())
    print()
    print(_table("library", rows))
    print()
    print(_table("kind", rows))
    alarms = [row for row in rows if row["verdict"] == "changed"]
    broken = [row for row in rows if row.get("suite", {}).get("outcome", "survived") != "survived"]
    for title, some in (("false alarms", alarms), ("not the same for the suite", broken)):
        print(f"\n{title}: {len(some)}")
        for row in some:
            _show(row)
    print(f"\neach of them: {results.path}")
    return 1 if alarms or broken else 0


def _options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("libraries", nargs="*", help="only these")
    parser.add_argument("--set", choices=["dev", "final"], default="final")
    parser.add_argument("--count", type=int, default=50, help="rewrites of each library")
    parser.add_argument("--only", metavar="ID", help="rewrites with this in their ids")
    parser.add_argument("--seed", type=int, default=0, help="which rewrites are made")
    parser.add_argument("--effort", default="normal")
    parser.add_argument("--suite", action="store_true", help="run the library's own tests too")
    parser.add_argument("--resume", action="store_true", help="keep the results that are there")
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--out", type=Path, help="the file of results")
    return parser.parse_args(words)


def rewritten_of(ready: Ready, count: int, seed: int) -> list[Rewritten]:
    """So many rewrites, over as many functions as there are; made once."""
    kept = ready.notes / f"rewrites-{seed}-{count}.jsonl"
    if not kept.is_file():
        chance = random.Random(seed)  # noqa: S311 - to be made again
        found = [each for each, _ in zip(_drawn(ready, chance), range(count), strict=False)]
        kept.write_text("".join(json.dumps(asdict(each)) + "\n" for each in found))
    return [Rewritten(**json.loads(line)) for line in kept.read_text().splitlines()]


def _drawn(ready: Ready, chance: random.Random) -> Iterator[Rewritten]:
    """One rewrite in each function, then a second; kinds that are rare before others."""
    sources = {file: Source(read_text(ready.tree / file)) for file in ready.files()}
    around = Around(tuple(read_text(path) for path in sorted(ready.tree.rglob("*.py"))))
    waiting: dict[tuple[str, str], list[tuple[str, Rewrite]]] = {}
    for file, source in sources.items():
        for name, node in source.functions.items():
            found = [*rewrites_of(source, node, around)]
            chance.shuffle(found)
            waiting[file, name] = [*_both_ways(found)]
    everything = Counter(kind for some in waiting.values() for kind, _ in some)
    taken: Counter[str] = Counter()
    places = [*waiting]
    for _ in range(_MOST_IN_A_FUNCTION):
        # Functions with rewrites of rare kinds come first, or these would hardly be seen.
        chance.shuffle(places)
        places.sort(key=lambda place: min((everything[k] for k, _ in waiting[place]), default=0))
        for place in places:
            some = waiting[place]
            some.sort(key=lambda each: (taken[each[0]], everything[each[0]]))
            made = next(_made(ready, *place, sources[place[0]], some), None)
            if made is not None:
                taken[made.kind] += 1
                yield made


def _both_ways(rewrites: list[Rewrite]) -> Iterator[tuple[str, Rewrite]]:
    for rewrite in rewrites:
        yield rewrite.kind, rewrite
        if rewrite.kind in REVERSED:
            yield REVERSED[rewrite.kind], rewrite


def _made(
    ready: Ready, file: str, name: str, source: Source, some: list[tuple[str, Rewrite]]
) -> Iterator[Rewritten]:
    """Take out rewrites until one can be written, to something that is not the same code."""
    while some:
        kind, rewrite = some.pop(0)
        text = applied(source, rewrite)
        if text is None or same_code(source.text, text):
            continue
        yield Rewritten(
            id=f"{ready.library.name}/{file}:{rewrite.line}:{len(some)}:{kind}",
            library=ready.library.name,
            file=file,
            function=name,
            first_line=rewrite.function.body[0].lineno,
            last_line=rewrite.function.end_lineno or 0,
            kind=kind,
            is_reversed=kind != rewrite.kind,
            was="\n".join(map(ast.unparse, rewrite.was)),
            now="\n".join(map(ast.unparse, filter(None, (rewrite.helper, *rewrite.now)))),
            text=text,
        )


def _measure(
    ready: Ready, rewritten: list[Rewritten], results: Results, options: argparse.Namespace
) -> None:
    suite = OwnSuite(ready)
    cache = options.cache / "swerve"
    for number, each in enumerate(rewritten, 1):
        if each.id in results.rows or (options.only and options.only not in each.id):
            continue
        row: dict[str, Any] = {k: v for k, v in asdict(each).items() if k != "text"}
        if options.suite:
            lines = range(each.first_line, each.last_line + 1)
            row["suite"] = asdict(suite.ask(each.file, each.text, lines))
        with tree_with(ready, {}) as plain, tree_with(ready, {each.file: each.text}) as other:
            old, new = (other, plain) if each.is_reversed else (plain, other)
            answer = ask(old, new, ready.python, cache, ("--effort", options.effort))
        results.add({**row, **answer.as_row()})
        by = ",".join(answer.engines)
        print(f"{number}/{len(rewritten):<4} {each.id:60} {answer.verdict} {by}", end="")
        print(f" {answer.seconds:.1f} s {row.get('suite', {}).get('outcome', '')}", flush=True)


def _table(key: str, rows: list[dict[str, Any]]) -> str:
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        groups[row[key]].append(row)
    verdicts = [each for each in _VERDICTS if any(row["verdict"] == each for row in rows)]
    lines = [
        _line(name, group, verdicts) for name, group in [*sorted(groups.items()), ("all", rows)]
    ]
    return table((key, "rewrites", *verdicts, "median s", "95% s"), lines)


def _line(name: str, rows: list[dict[str, Any]], verdicts: list[str]) -> tuple[object, ...]:
    seconds = [row["seconds"] for row in rows]
    counts = [sum(row["verdict"] == verdict for row in rows) for verdict in verdicts]
    return (name, len(rows), *counts, middle(seconds), most(seconds))


def _show(row: dict[str, Any]) -> None:
    print(f"{row['id']}  {row['function']}")
    sides = ("now", "was") if row["is_reversed"] else ("was", "now")
    for sign, side in zip("-+", sides, strict=True):
        for line in row[side].splitlines():
            print(f"    {sign} {line}")
    for found in row["found"]:
        print(f"    {found['engine']}: {found['function']}: {found['call']}")
        print(f"        old: {found['old']}\n        new: {found['new']}")


if __name__ == "__main__":
    sys.exit(main())
