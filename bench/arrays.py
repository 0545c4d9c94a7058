"""Does swerve tell changes of array code from refactorings of it?

    make bench-arrays [ARGUMENTS="--each"]

Each pair below `tests/cases/arrays` was written for this, with the calls that show the difference,
or on which the versions agree; `tests/quality/test_arrays.py` makes these calls. All pairs are
checked in one run of `swerve diff`, whose interpreter has numpy, scipy, pandas and xarray.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bench.results import middle, most, share, table
from tests.pairs import VersionPair, array_pairs

_SAID = {"changed": "changed", "preserved": "preserved", "likely-preserved": "preserved"}


def main(words: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", action="store_true", help="name the pairs that are not decided")
    parser.add_argument("--python", default=sys.executable, help="the interpreter to run in")
    options = parser.parse_args(words)
    pairs = array_pairs()
    with tempfile.TemporaryDirectory() as folder:
        answers = _answers(pairs, Path(folder), options.python)
    heads = ("topic", "changed", "found", "preserved", "false", "inconclusive", "median s", "95% s")
    rows = []
    for topic in (*sorted({pair.kind for pair in pairs}), "all"):
        chosen = [pair for pair in pairs if topic in (pair.kind, "all")]
        said = Counter((pair.is_changed, _said(answers, pair)) for pair in chosen)
        changed = sum(pair.is_changed for pair in chosen)
        timed = [answers[pair.name] for pair in chosen if pair.name in answers]
        seconds = [float(str(answer["seconds"])) for answer in timed]
        rows.append(
            (
                topic,
                changed,
                said[True, "changed"],
                len(chosen) - changed,
                said[False, "changed"],
                share(said[True, ""] + said[False, ""], len(chosen)),
                middle(seconds),
                most(seconds),
            )
        )
    print(table(heads, rows))
    for pair in pairs if options.each else ():
        if _said(answers, pair) != ("changed" if pair.is_changed else "preserved"):
            answer = answers.get(pair.name, {"verdict": "-", "reason": "not seen"})
            print(f"{pair.name}: {answer['verdict']}: {answer['reason']}")
    return 0


def _answers(
    pairs: Sequence[VersionPair], folder: Path, python: str
) -> dict[str, dict[str, object]]:
    """What `swerve diff` says, by the name of the pair."""
    names = {f"case_{number}": pair for number, pair in enumerate(pairs)}
    for side in ("old", "new"):
        (folder / side).mkdir()
        for module, pair in names.items():
            text = pair.old if side == "old" else pair.new
            (folder / side / f"{module}.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "swerve", "diff", "old", "new", "--format", "json"]
    command += ["--fail-on", "never", "--python", python]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=False)
    found: dict[str, dict[str, object]] = {}
    for function in json.loads(done.stdout)["functions"]:
        pair = names[Path(function["file"]).stem]
        if function["name"] == pair.function:
            found[pair.name] = function
    return found


def _said(answers: dict[str, dict[str, object]], pair: VersionPair) -> str:
    """The answer for a pair; empty where there is none."""
    return _SAID.get(str(answers.get(pair.name, {}).get("verdict")), "")


if __name__ == "__main__":
    sys.exit(main())
