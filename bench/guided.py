"""How well does `guided` tell changed functions from others, and what does each technique add?

    python bench/guided.py PAIRS.jsonl [--each] [--noop]

PAIRS.jsonl has rows as `swerve pairs` takes them, each with a `label`: changed, preserved, or
anything else, which is not scored. `--each` leaves out one technique at a time. `--noop` checks
every old version against itself, with three seeds: nothing may be called changed.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from swerve.check.investigating import Plan, investigate, prepare_process
from swerve.engines import Engine
from swerve.engines.guided import Guided, Techniques, bare_places
from swerve.engines.static import Static
from swerve.model import Pair
from swerve.run.sandbox import choose_level
from swerve.source import pair_in

_SEEDS = (0, 1, 2)
_SAID = {"changed": "changed", "preserved": "preserved", "likely-preserved": "preserved"}
#: What is left out, one at a time.
_VARIANTS: dict[str, Techniques] = {
    "everything": Techniques(),
    "without the file around (--context none)": Techniques(context=False),
    "without the effects index": Techniques(effects=False),
    "without literals of the code": Techniques(literals=False),
    "without exceptions of calls outside": Techniques(failures=False),
    "without joined renames": Techniques(renames=False),
    "without coverage feedback": Techniques(feedback=False),
    "predictor types alone": Techniques(predictor="types"),
    "predictor frequency": Techniques(predictor="frequency"),
    "predictor naive": Techniques(predictor="naive"),
    "predictor random": Techniques(predictor="random"),
}


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--each", action="store_true", help="leave out one technique at a time")
    parser.add_argument("--noop", action="store_true", help="check old versions against themselves")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    rows = [json.loads(line) for line in given.pairs.read_text().splitlines()]
    with tempfile.TemporaryDirectory(prefix="swerve-") as folder:
        Path(folder).chmod(0o755)
        if given.noop:
            return _noop(rows, folder, given.jobs)
        print(
            f"{'':42s}{'precision':>10s}{'recall':>8s}{'preserved':>11s}{'inconclusive':>14s}"
            f"{'median s':>10s}{'95% s':>7s}"
        )
        for name, techniques in _VARIANTS.items():
            answers = _answers(rows, folder, techniques, given.jobs)
            print(f"{name:42s}{_figures(rows, answers)}", flush=True)
            if not given.each:
                break
    return 0


def _noop(rows: list[dict[str, Any]], folder: str, jobs: int) -> int:
    changed = 0
    for seed in _SEEDS:
        answers = _answers(rows, folder, Techniques(), jobs, seed=seed, is_noop=True)
        counts = Counter(verdict for verdict, _ in answers)
        changed += counts["changed"]
        for row, (verdict, _) in zip(rows, answers, strict=True):
            if verdict == "changed":
                print(f"  {row['id']} {row['function']}")
        print(f"seed {seed}: {len(rows)} functions against themselves: {dict(counts)}", flush=True)
    print(f"called changed: {changed}")
    return int(changed > 0)


def _answers(
    rows: list[dict[str, Any]],
    folder: str,
    techniques: Techniques,
    jobs: int,
    *,
    seed: int = 0,
    is_noop: bool = False,
) -> list[tuple[str, float]]:
    asked = [(row, folder, techniques, seed, is_noop) for row in rows]
    with ProcessPoolExecutor(jobs, initializer=prepare_process) as pool:
        return list(pool.map(_answer, asked))


def _answer(asked: tuple[dict[str, Any], str, Techniques, int, bool]) -> tuple[str, float]:
    row, folder, techniques, seed, is_noop = asked
    places = bare_places(Path(folder), choose_level("auto").level)
    guided = Guided(places, techniques, real_imports=(True, False))
    pair = pair_in(row["path"], row["old_file"], row["new_file"], row["function"])
    if not isinstance(pair, Pair):
        return "inconclusive", 0.0
    engines: tuple[Engine, ...] = (Static(), guided)
    if is_noop:
        pair, engines = replace(pair, new=pair.old), (guided,)
    report = investigate(pair, Plan(engines=engines, seed=seed))
    return report.verdict.value, report.seconds


def _figures(rows: list[dict[str, Any]], answers: list[tuple[str, float]]) -> str:
    counts: Counter[tuple[str, str]] = Counter()
    seconds = []
    for row, (verdict, took) in zip(rows, answers, strict=True):
        if row["label"] in ("changed", "preserved"):
            counts[row["label"], _SAID.get(verdict, "inconclusive")] += 1
            seconds.append(took)
    said = counts["changed", "changed"] + counts["preserved", "changed"]
    changed = sum(count for (label, _), count in counts.items() if label == "changed")
    preserved = sum(count for (label, _), count in counts.items() if label == "preserved")
    unsure = sum(count for (_, verdict), count in counts.items() if verdict == "inconclusive")
    late = sorted(seconds)[max(0, int(len(seconds) * 0.95) - 1)]
    return (
        f"{_share(counts['changed', 'changed'], said):>10s}"
        f"{_share(counts['changed', 'changed'], changed):>8s}"
        f"{_share(counts['preserved', 'preserved'], preserved):>11s}"
        f"{_share(unsure, changed + preserved):>14s}"
        f"{statistics.median(seconds):>10.2f}{late:>7.2f}"
    )


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "-"


if __name__ == "__main__":
    sys.exit(main())
