"""How many pairs does the static checker settle, and what stops it at the others?

    python -m bench.proofs [--show NAME] [--quality] [--contracts] [--pairs PAIRS.jsonl]

Without options the pairs of `tests/cases/proofs` are tried, and every refutation is run.
`--quality` takes those of `tests/cases/solver`. `--contracts` takes the contracts of the former:
kept ones count as equivalent, violated ones as different, and every refutation is run and judged.
PAIRS.jsonl has rows as `swerve pairs` takes them, and labels `changed`, `preserved` or `unclear`:
none of that code is run, so that a refutation stays a candidate. `wrong` counts proofs of what
differs and refutations that do not reproduce.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path

from tests.engines.prove.contracts import PROVED, REFUTED, Sworn
from tests.pairs import proof_pairs, solver_pairs
from tests.quality.native import behaviour_of, module_of

from swerve.engines.prove.solver import (
    Answer,
    Proved,
    Question,
    Refuted,
    Unknown,
    Unsupported,
    prove,
)
from swerve.meaning.contract import Unintended


@dataclass(frozen=True, slots=True)
class _Row:
    """A pair to try."""

    name: str
    #: `True` where the versions are equivalent, `None` where nobody says.
    is_equivalent: bool | None
    has_loops: bool
    question: Question
    may_run: bool
    #: Where there is a contract.
    sworn: Sworn | None = None


@dataclass(frozen=True, slots=True)
class _Result:
    """What came of a pair."""

    row: _Row
    answer: Answer
    seconds: float
    #: Whether the refutation was seen to happen; `None` where there is none, or nothing was run.
    reproduces: bool | None


def main() -> int:
    """Print the table; 1 when an answer is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=Path, help="rows with old_file, new_file and function")
    parser.add_argument("--quality", action="store_true", help="the pairs of tests/cases/solver")
    parser.add_argument(
        "--contracts", action="store_true", help="the contracts of tests/engines/prove"
    )
    parser.add_argument("--seconds", type=float, default=10.0, help="for each pair")
    parser.add_argument("--show", metavar="NAME", help="only pairs with this in their name")
    given = parser.parse_args()
    if given.pairs is not None:
        rows = _rows_of_file(given.pairs, given.seconds)
    elif given.contracts:
        rows = _rows_of_contracts(given.seconds)
    else:
        rows = _rows_of_quality(given.seconds) if given.quality else _rows_of_suite(given.seconds)
    rows = [row for row in rows if given.show is None or given.show in row.name]
    results = [_tried(row) for row in rows]
    if not results:
        parser.error(f"no pair is called {given.show}")
    for result in results:
        print(
            f"{result.seconds:6.2f} s  {_expected(result.row):10} {result.row.name}: "
            f"{_words(result)}"
        )
    return _print_table(results)


def _rows_of_suite(seconds: float) -> list[_Row]:
    return [
        _Row(
            pair.name,
            not pair.is_changed,
            pair.has_loops,
            Question(pair.old, pair.new, "f", "f", seconds),
            may_run=True,
        )
        for pair in proof_pairs()
    ]


def _rows_of_quality(seconds: float) -> list[_Row]:
    return [
        _Row(
            pair.name,
            not pair.is_changed,
            has_loops=False,
            question=Question(pair.old, pair.new, pair.function, pair.function, seconds),
            may_run=True,
        )
        for pair in solver_pairs()
    ]


def _rows_of_contracts(seconds: float) -> list[_Row]:
    return [
        _Row(
            f"{'kept' if is_kept else 'violated'}: {sworn.name}",
            is_kept,
            has_loops=any(word in sworn.old for word in ("for ", "while ")),
            question=replace(sworn.question, seconds=seconds),
            may_run=True,
            sworn=sworn,
        )
        for is_kept, group in ((True, PROVED), (False, REFUTED))
        for sworn in group
    ]


def _rows_of_file(file: Path, seconds: float) -> list[_Row]:
    labels = {"changed": False, "preserved": True}
    rows = []
    for line in file.read_text(encoding="utf-8").splitlines():
        fields = json.loads(line)
        name = fields["function"]
        question = Question(fields["old_file"], fields["new_file"], name, name, seconds)
        label = labels.get(fields.get("label", ""))
        rows.append(_Row(fields["id"], label, has_loops=False, question=question, may_run=False))
    return rows


def _tried(row: _Row) -> _Result:
    started = time.perf_counter()
    answer = prove(row.question)
    seconds = time.perf_counter() - started
    reproduces = None
    arguments = answer.arguments if isinstance(answer, Refuted) else None
    if isinstance(answer, Unknown):
        arguments = answer.candidate
    if arguments is not None and row.may_run:
        reproduces = _is_shown(row, arguments)
    return _Result(row, answer, seconds, reproduces)


def _is_shown(row: _Row, arguments: tuple[tuple[str, object], ...]) -> bool:
    """Run a call, and see whether the versions differ, or violate the contract."""
    if row.sworn is not None:
        judgement = row.sworn.judged(row.sworn.versions, dict(deepcopy(arguments)))
        return isinstance(judgement, Unintended)
    return _differs(row.question, dict(arguments))


def _differs(question: Question, arguments: dict[int | str, object]) -> bool:
    old, new = (
        behaviour_of(module_of(text), name, deepcopy(arguments))
        for text, name in (
            (question.old_text, question.old_name),
            (question.new_text, question.new_name),
        )
    )
    return old != new


def _expected(row: _Row) -> str:
    return {True: "equivalent", False: "different", None: "unclear"}[row.is_equivalent]


def _words(result: _Result) -> str:
    match result.answer:
        case Proved(assumptions=assumptions, bound=bound):
            so_far = "" if bound is None else f" up to {bound} iterations"
            return f"proved{so_far}" + (f" if {'; '.join(assumptions)}" if assumptions else "")
        case Refuted(arguments=arguments):
            seen = {True: "", False: " (does not reproduce)", None: " (not run)"}
            return f"refuted by {dict(arguments)}{seen[result.reproduces]}"
        case Unsupported(construct=construct, line=line, side=side):
            return f"unsupported: {construct} in line {line} of the {side.value} version"
        case Unknown(why=why, candidate=candidate):
            tried = "" if candidate is None else f" {dict(candidate)} {result.reproduces}"
            return f"unknown: {why}{tried}"


def _is_wrong(result: _Result) -> bool:
    if isinstance(result.answer, Proved):
        return result.row.is_equivalent is False and result.answer.bound is None
    return isinstance(result.answer, Refuted) and result.reproduces is False


def _print_table(results: list[_Result]) -> int:
    equivalent = [one for one in results if one.row.is_equivalent]
    different = [one for one in results if one.row.is_equivalent is False]
    proved = [one for one in equivalent if _is_proved(one.answer)]
    loops = [one for one in proved if one.row.has_loops]
    wrong = [one for one in results if _is_wrong(one)]
    print()
    print(
        f"equivalent   {len(equivalent):4}   proved {len(proved)}, with loops {len(loops)}, "
        f"up to a bound {_count(equivalent, Proved) - len(proved)}, "
        f"{_others(equivalent)}"
    )
    print(
        f"different    {len(different):4}   refuted {_count(different, Refuted)}, "
        f"proved up to a bound {_count(different, Proved)}, {_others(different)}"
    )
    print(f"wrong        {len(wrong):4}   {', '.join(one.row.name for one in wrong)}")
    times = [one.seconds for one in results]
    print(
        f"median {statistics.median(times):.2f} s, mean {statistics.mean(times):.2f} s, "
        f"longest {max(times):.2f} s"
    )
    stops = Counter(_stop(one.answer) for one in equivalent if not _is_proved(one.answer))
    for reason, count in stops.most_common():
        print(f"{count:6}  {reason}")
    return 1 if wrong else 0


def _is_proved(answer: Answer) -> bool:
    return isinstance(answer, Proved) and answer.bound is None


def _count(results: list[_Result], kind: type) -> int:
    return sum(isinstance(one.answer, kind) for one in results)


def _shown_by_candidate(results: list[_Result]) -> int:
    return sum(isinstance(one.answer, Unknown) and one.reproduces is True for one in results)


def _others(results: list[_Result]) -> str:
    return f"unsupported {_count(results, Unsupported)}, unknown {_count(results, Unknown)}"


def _stop(answer: Answer) -> str:
    match answer:
        case Unsupported(construct=construct):
            return f"unsupported: {construct}"
        case Unknown(why=why):
            return f"unknown: {why}"
        case Proved():
            return "proved up to a bound only"
        case Refuted():
            return "refuted"


if __name__ == "__main__":
    raise SystemExit(main())
