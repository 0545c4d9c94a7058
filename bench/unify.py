"""How many pairs become one program that holds both versions, and how deep are the changes?

    python bench/unify.py PAIRS.jsonl [--show ID]

PAIRS.jsonl has rows as `swerve pairs` takes them. A pair counts when each projection of its
unified function has the code object of the normalised version. `--show` prints one of them.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import textwrap
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from swerve.facts.alignment import Unified, normalised, projected, same_code, text_of, unified
from swerve.model import Function, Pair, Side
from swerve.source import PairRow, pair_in, read_pairs
from swerve.source.syntax import FunctionNode, ModuleFacts, facts_of


@dataclass(frozen=True, slots=True)
class _Result:
    """What came of one pair."""

    id: str
    merged: Unified
    projects: dict[Side, bool]
    seconds: float


def main() -> int:
    """Print the figures; 1 when a pair does not project back."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--show", metavar="ID", help="print the unified function of a pair")
    given = parser.parse_args()
    results: list[_Result] = []
    total = 0
    with given.pairs.open("rb") as lines:
        for row in read_pairs(lines):
            total += 1
            pair = _pair(row) if isinstance(row, PairRow) else None
            if pair is None:
                print(f"{row.id}: no pair")
            elif given.show in (None, row.id):
                results.append(_result(row.id, pair))
    if given.show:
        for result in results:
            print(text_of(result.merged))
        return 0
    return _print_figures(total, results)


def _pair(row: PairRow) -> Pair | None:
    path = row.path or "pair.py"
    old, new = row.old_file, row.new_file
    if old is None or new is None:
        old, new = textwrap.dedent(row.old_source or ""), textwrap.dedent(row.new_source or "")
    found = pair_in(path, old, new, row.function or "")
    return found if isinstance(found, Pair) else None


def _result(given_id: str, pair: Pair) -> _Result:
    versions = {Side.OLD: _node(pair.old), Side.NEW: _node(pair.new)}
    started = time.perf_counter()
    merged = unified(versions[Side.OLD], versions[Side.NEW])
    seconds = time.perf_counter() - started
    projects = {
        side: same_code(projected(merged, side), normalised(version))
        for side, version in versions.items()
    }
    return _Result(given_id, merged, projects, seconds)


def _node(function: Function) -> FunctionNode:
    facts = facts_of(function.module)
    if not isinstance(facts, ModuleFacts):
        raise TypeError(facts.message)
    return next(each.node for each in facts.definitions if each.node.lineno == function.def_line)


def _print_figures(total: int, results: list[_Result]) -> int:
    back = [result for result in results if all(result.projects.values())]
    print(f"{len(back)} of {total} pairs project back to both versions")
    for result in results:
        for side, is_back in result.projects.items():
            if not is_back:
                print(f"  {result.id}: the {side.value} version is another one")
    sites = [site for result in results for site in result.merged.sites]
    below = sum(site.is_below_statement for site in sites)
    print(f"{len(sites)} changes, {below / max(1, len(sites)):.1%} of them below statement level")
    patterns = Counter(site.pattern for site in sites)
    print("  by pattern: " + ", ".join(f"{name} {patterns[name]}" for name in sorted(patterns)))
    above = sum(any(not s.is_below_statement for s in result.merged.sites) for result in results)
    print(f"{above} pairs have a change at statement level (rule 3)")
    for line in _remarks(results):
        print(line)
    return int(len(back) < total)


def _remarks(results: list[_Result]) -> Iterator[str]:
    yield f"{sum(r.merged.old_args is not None for r in results)} pairs have two signatures"
    mixed = sum(bool(r.merged.clashes) or not r.merged.is_of_one_kind for r in results)
    yield f"{mixed} pairs must not be run as one"
    seconds = sorted(result.seconds for result in results)
    if seconds:
        yield f"seconds a pair: median {statistics.median(seconds):.3f}, most {seconds[-1]:.3f}"


if __name__ == "__main__":
    sys.exit(main())
