"""Does swerve tell changes from refactorings, in code on arrays and in code with effects?

    make bench-arrays [ARGUMENTS="--each"]
    make bench-effects [ARGUMENTS="--each"]

Each pair below `tests/cases/arrays` and `tests/cases/effects` was written for this, with the calls
that show the difference, or on which the versions agree; `tests/quality/test_arrays.py` and
`test_effects.py` make these calls. Each topic is checked in one run of `swerve diff`, whose
interpreter has numpy, scipy, pandas and xarray, or requests and httpx. Where versions part in an
effect alone, it has to be named.
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
from typing import Any

from bench.results import middle, most, share, table
from tests.pairs import VersionPair, array_pairs, effect_pairs

_PAIRS = {"arrays": array_pairs, "effects": effect_pairs}
#: How places begin in effects that labels call something else.
_SHOWN = {
    "environment": "environment variable",
    "exit-handler": "exit handler",
    "mode": "mode of",
    "open": "file",
    "request": "",
    "working-folder": "working folder",
}
#: What places of a kind say beside that, and words of labels that are no names.
_ALSO = {"open": ("left open",)}
_ALWAYS = frozenset(("header", "body", "query", "table"))
_SAID = {"changed": "changed", "preserved": "preserved", "likely-preserved": "preserved"}


def main(words: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=_PAIRS, help="pairs of which kind")
    parser.add_argument("--each", action="store_true", help="name the pairs that are not decided")
    parser.add_argument("--python", default=sys.executable, help="the interpreter to run in")
    options = parser.parse_args(words)
    pairs = _PAIRS[options.kind]()
    answers: dict[str, dict[str, Any]] = {}
    for topic in dict.fromkeys(pair.kind for pair in pairs):
        with tempfile.TemporaryDirectory() as folder:
            some = [pair for pair in pairs if pair.kind == topic]
            answers |= _answers(some, Path(folder), options.python)
    placed = ("placed",) if options.kind == "effects" else ()
    heads = ("topic", "changed", "found", *placed, "preserved", "false", "inconclusive")
    heads += ("median s", "95% s")
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
                *(sum(_is_placed(answers, pair) for pair in chosen) for _ in placed),
                len(chosen) - changed,
                said[False, "changed"],
                share(said[True, ""] + said[False, ""], len(chosen)),
                middle(seconds),
                most(seconds),
            )
        )
    print(table(heads, rows))
    for pair in pairs if options.each else ():
        answer = answers.get(pair.name, {"verdict": "-", "reason": "not seen"})
        if _said(answers, pair) != ("changed" if pair.is_changed else "preserved"):
            print(f"{pair.name}: {answer['verdict']}: {answer['reason']}")
        elif pair.is_changed and not _is_placed(answers, pair):
            print(f"{pair.name}: {pair.effect}: differs at {_places(answer)}")
    return 0


def _is_placed(answers: dict[str, dict[str, Any]], pair: VersionPair) -> bool:
    """Whether a witness of the answer names the effect in which versions part, if it is one.

    The kind has to be right, and all of the name that the code says itself: other inputs than those
    of the label lead to files of other names.
    """
    if _said(answers, pair) != "changed" or not pair.is_changed:
        return False
    kind, _, name = pair.effect.partition(" ")
    code = pair.old + pair.new
    said = [word for word in name.split() if word in _ALWAYS or word in code]
    said += [*_ALSO.get(kind, ())]
    return any(
        place.startswith(_SHOWN.get(kind, kind)) and all(word in place for word in said)
        for place in _places(answers[pair.name])
    )


def _places(answer: dict[str, Any]) -> list[str]:
    witnesses = answer.get("witnesses", ())
    return [str(each) for one in witnesses for each in (one["place"], *one["elsewhere"])]


def _answers(pairs: Sequence[VersionPair], folder: Path, python: str) -> dict[str, dict[str, Any]]:
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
    found: dict[str, dict[str, Any]] = {}
    for function in json.loads(done.stdout)["functions"]:
        pair = names[Path(function["file"]).stem]
        if function["name"] == pair.function:
            found[pair.name] = function
    return found


def _said(answers: dict[str, dict[str, Any]], pair: VersionPair) -> str:
    """The answer for a pair; empty where there is none."""
    return _SAID.get(str(answers.get(pair.name, {}).get("verdict")), "")


if __name__ == "__main__":
    sys.exit(main())
