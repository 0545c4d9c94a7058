"""How many small mistakes does swerve find in libraries, and how soon?

    make bench-mutants [ARGUMENTS="--set dev --count 20"]

Makes mistakes in functions of the libraries in `libraries.tsv`, one at a time, and runs
`swerve diff` on the library without and with each. A mistake is real when an engine or the
library's own suite notices it. Prints how many of the real ones `replay` and `generate` find, how
long a user waits, and how many the suite finds. Downloads and installs on the first run.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.confined import run_confined, seen_inside
from bench.diffs import INSIDE, Answer, answer_from, ask
from bench.libraries import (
    CACHE,
    Library,
    Ready,
    get_ready,
    read_libraries,
    read_text,
    tree_with,
)
from bench.mutating import Mutation, mutations_of
from bench.own_suite import OwnSuite
from bench.results import Results, middle, most, share, table
from bench.source import Source, same_code
from bench.stripping import stripped
from bench.written_tests import tell_of_written, try_written

_MOST_IN_A_FUNCTION = 3
_MOST_OF_A_KIND = 0.15
_IMPORT_S = 60.0


@dataclass(frozen=True, slots=True)
class Mutant:
    """A library with one mistake in it."""

    id: str
    library: str
    file: str
    function: str
    #: Of its body, in the library as it is.
    first_line: int
    last_line: int
    kind: str
    line: int
    before: str
    after: str
    #: The whole file.
    text: str

    @property
    def lines(self) -> range:
        """Where the function is, on the old side."""
        return range(self.first_line, self.last_line + 1)


def main(words: Sequence[str] | None = None) -> int:
    """Print the tables; 1 when less is found than is promised."""
    options = _options(words)
    name = f"mutants-{options.set}{'-stripped' if options.strip_annotations else ''}.jsonl"
    results = Results(options.out or options.cache / "results" / name, keep=options.resume)
    for library in read_libraries(options.set):
        if not options.libraries or library.name in options.libraries:
            ready = get_ready(library, options.cache)
            mutants = mutants_of(ready, options.count, options.seed)
            _measure(ready, mutants, results, options)
    rows = list(results.rows.values())
    _tell(rows)
    if options.missed:
        _tell_missed(rows)
    print(f"each of them: {results.path}")
    real = [row for row in rows if is_real(row)]
    bar = 0.85 if options.strip_annotations else 0.9
    return 0 if sum(map(is_found_inside, real)) >= bar * len(real) else 1


def _options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("libraries", nargs="*", help="only these")
    parser.add_argument("--set", choices=["dev", "final"], default="final")
    parser.add_argument("--count", type=int, default=100, help="mutants of each library")
    parser.add_argument("--only", metavar="ID", help="mutants with this in their ids")
    parser.add_argument("--seed", type=int, default=0, help="which mistakes are made")
    parser.add_argument("--strip-annotations", action="store_true", help="on both sides")
    parser.add_argument("--effort", default="normal")
    parser.add_argument("--skip", action="append", default=[], help="leave an engine of swerve out")
    parser.add_argument(
        "--tests", action="store_true", help="also write tests, and run them on both sides"
    )
    parser.add_argument("--no-suite", action="store_true", help="leave the library's suite out")
    parser.add_argument("--resume", action="store_true", help="keep the results that are there")
    parser.add_argument("--missed", action="store_true", help="list real ones that were not found")
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--out", type=Path, help="the file of results")
    return parser.parse_args(words)


# --- making them --------------------------------------------------------------------------------


def mutants_of(ready: Ready, count: int, seed: int) -> list[Mutant]:
    """So many mistakes that can be imported, over as many functions as there are; made once."""
    kept = ready.notes / f"mutants-{seed}-{count}.jsonl"
    if not kept.is_file():
        mutants = _made(ready, count, random.Random(seed))  # noqa: S311 - to be made again
        kept.write_text("".join(json.dumps(asdict(mutant)) + "\n" for mutant in mutants))
    return [Mutant(**json.loads(line)) for line in kept.read_text().splitlines()]


def _made(ready: Ready, count: int, chance: random.Random) -> list[Mutant]:
    found: list[Mutant] = []
    kinds: Counter[str] = Counter()
    for mutant in _drawn(ready, kinds, max(1, round(count * _MOST_OF_A_KIND)), chance):
        if len(found) == count:
            break
        if _can_be_imported(ready, mutant):
            twins = sum(each.id == mutant.id for each in found)
            found.append(replace(mutant, id=f"{mutant.id}:{twins + 1}") if twins else mutant)
            kinds[mutant.kind] += 1
    return found


def _drawn(
    ready: Ready, kinds: Counter[str], most_of_a_kind: int, chance: random.Random
) -> Iterator[Mutant]:
    """One mistake in each function, then a second, and so on; of each kind about as many.

    The caller counts the kinds of those that it takes.
    """
    sources = {file: Source(read_text(ready.tree / file)) for file in ready.files()}
    functions = [(file, name) for file, source in sources.items() for name in source.functions]
    chance.shuffle(functions)
    waiting = {
        (file, name): mutations_of(sources[file], sources[file].functions[name])
        for file, name in functions
    }
    for _ in range(_MOST_IN_A_FUNCTION):
        for (file, name), mutations in waiting.items():
            chance.shuffle(mutations)
            mutations.sort(key=lambda each: kinds[each.kind])
            while mutations and kinds[mutations[0].kind] < most_of_a_kind:
                mutation = mutations.pop(0)
                mutant = _mutant(ready.library, file, name, sources[file], mutation)
                if means_something_else(sources[file].text, mutant.text):
                    yield mutant
                    break


def _mutant(library: Library, file: str, name: str, source: Source, mutation: Mutation) -> Mutant:
    node = source.functions[name]
    return Mutant(
        id=f"{library.name}/{file}:{mutation.line}:{mutation.edit.start}:{mutation.kind}",
        library=library.name,
        file=file,
        function=name,
        first_line=node.body[0].lineno,
        last_line=node.end_lineno or 0,
        kind=mutation.kind,
        line=mutation.line,
        before=mutation.before,
        after=mutation.after,
        text=source.edited(mutation.edit),
    )


def means_something_else(old: str, new: str) -> bool:
    """Whether an edit makes other code, and code at all."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        try:
            return not same_code(old, new)
        except SyntaxError:
            return False


def _can_be_imported(ready: Ready, mutant: Mutant) -> bool:
    root = ready.library.root
    module = Path(mutant.file).relative_to(root).with_suffix("").as_posix().replace("/", ".")
    module = module.removesuffix(".__init__")
    if module.endswith("__main__"):
        return True
    with tree_with(ready, {mutant.file: mutant.text}) as tree:
        path = {"PYTHONPATH": f"{seen_inside(tree)}/{root}"}
        words = ["-c", f"import {module}"]
        return run_confined(ready.python, tree, words, _IMPORT_S, path).status == 0


# --- measuring them -----------------------------------------------------------------------------


def _measure(
    ready: Ready, mutants: list[Mutant], results: Results, options: argparse.Namespace
) -> None:
    suite = OwnSuite(ready)
    change = stripped if options.strip_annotations else str
    texts = {file: change(read_text(ready.tree / file)) for file in ready.files()}
    words = ("--effort", options.effort, *(f"--skip={each}" for each in options.skip))
    cache = options.cache / "swerve"
    stubs = not options.strip_annotations
    with tree_with(ready, texts, stubs=stubs) as old:
        for number, mutant in enumerate(mutants, 1):
            if mutant.id in results.rows or (options.only and options.only not in mutant.id):
                continue
            row = {name: value for name, value in asdict(mutant).items() if name != "text"}
            if not options.no_suite:
                row["suite"] = asdict(suite.ask(mutant.file, mutant.text, mutant.lines))
            mutated = {**texts, mutant.file: change(mutant.text)}
            with tree_with(ready, mutated, stubs=stubs) as new, TemporaryDirectory() as written:
                more = ("--write-tests", written) if options.tests else ()
                answer = ask(old, new, ready.python, cache, (*words, *more))
                tried = try_written(ready, Path(written), old, new)
            row["tests"] = [each.as_row() for each in tried]
            results.add({**row, **answer.as_row()})
            _say(f"{number}/{len(mutants)}", mutant, answer, row)


def _say(place: str, mutant: Mutant, answer: Answer, row: dict[str, Any]) -> None:
    suite = row.get("suite", {}).get("outcome", "")
    by = ",".join(answer.engines)
    print(
        f"{place:8} {mutant.id:60} {answer.verdict} {by} {answer.seconds:.1f} s {suite}", flush=True
    )


# --- telling of them ----------------------------------------------------------------------------


def is_real(row: dict[str, Any]) -> bool:
    """Whether anything noticed the mistake."""
    return row["verdict"] == "changed" or is_killed(row)


def is_killed(row: dict[str, Any]) -> bool:
    """Whether the library's own suite notices it, be it by not coming to an end."""
    return row.get("suite", {}).get("outcome") in ("killed", "timeout")


def is_found_inside(row: dict[str, Any]) -> bool:
    """Whether an engine that runs functions inside their project found it."""
    return any(engine in INSIDE for engine in answer_from(row).engines)


def _tell(rows: list[dict[str, Any]]) -> None:
    print()
    print(_table("library", "library", rows))
    print()
    print(_table("kind", "kind", rows))
    endless = sum(row.get("suite", {}).get("outcome") == "timeout" for row in rows)
    print(f"\nsuites that did not come to an end, counted as real and as found by them: {endless}")
    written = [(row["id"], test) for row in rows for test in row["tests"]]
    if written:
        tell_of_written(written)


def _table(title: str, key: str, rows: list[dict[str, Any]]) -> str:
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        groups[row[key]].append(row)
    head = (
        *(title, "mutants", "real", "replay", "generate", "either", "", "other engines only"),
        *("median s", "95% s", "suite", ""),
    )
    lines = [_line(name, group) for name, group in sorted(groups.items())]
    return table(head, [*lines, _line("all", rows)])


def _line(name: str, rows: list[dict[str, Any]]) -> tuple[object, ...]:
    real = [row for row in rows if is_real(row)]
    inside = [row for row in real if is_found_inside(row)]
    killed = [row for row in real if is_killed(row)]
    other = [row for row in real if row["verdict"] == "changed" and not is_found_inside(row)]
    seconds = [row["seconds"] for row in real]
    by_engine = [sum(engine in answer_from(row).engines for row in real) for engine in INSIDE]
    return (
        *(name, len(rows), len(real), *by_engine),
        *(len(inside), share(len(inside), len(real)), len(other)),
        *(middle(seconds), most(seconds)),
        *(len(killed), share(len(killed), len(real))),
    )


def _tell_missed(rows: list[dict[str, Any]]) -> None:
    print()
    for row in rows:
        if is_real(row) and not is_found_inside(row):
            by = ",".join(answer_from(row).engines) or f"suite {row['suite']['outcome']}"
            print(f"{row['id']}  {row['function']}  ({by})")
            print(f"    {_short(row['before'])}  ->  {_short(row['after'])}")
            for reason in row["reasons"][:2]:
                print(f"    {_short(reason)}")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 110 else f"{line[:107]}..."


if __name__ == "__main__":
    sys.exit(main())
