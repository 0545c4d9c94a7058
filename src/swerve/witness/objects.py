"""How is what was found about a function written as plain data, and read back?"""

from __future__ import annotations

import re
from typing import Any

from swerve.model import (
    NOTHING_LEARNED,
    Evidence,
    Function,
    FunctionReport,
    Module,
    Pair,
    Witness,
)
from swerve.model.plain import Reader, plain

from .ids import witness_id

_DEF = re.compile(r"\s*(async\s+)?def\s")
#: What is told of a witness, in this order.
_WITNESS = (
    *("engine", "realism", "kind", "call", "python", "test", "given", "old", "new", "path"),
    *("place", "elsewhere", "effects", "because", "edits", "when", "judgement", "why"),
    *("confidence", "claim", "is_by_words"),
)


def function_object(report: FunctionReport, *, with_source: bool = False) -> dict[str, object]:
    """Return one function as plain data, with its code where that is wanted."""
    pair = report.pair
    sides = {"old": pair.old, "new": pair.new}
    sources = {name: side.source for name, side in sides.items()}
    return {
        "id": pair.id,
        "name": pair.name,
        "file": pair.new.module.path,
        "old_name": pair.old.name,
        "old_file": pair.old.module.path,
        "lines": {name: [side.first_line, side.last_line] for name, side in sides.items()},
        "changed_lines": {name: list(side.changed_lines) for name, side in sides.items()},
        "causes": [plain(cause, "kind", "words") for cause in pair.causes],
        "renamings": plain(pair.renamings),
        **plain(report, "verdict", "reason", "alarm", "advice"),
        "seconds": rounded(report.seconds),
        "interface": plain(report.interface),
        "witnesses": [_witness_object(pair, witness) for witness in report.witnesses],
        "evidence": [_evidence_object(evidence) for evidence in report.evidence],
        **({"source": sources} if with_source else {}),
    }


def _witness_object(pair: Pair, witness: Witness) -> dict[str, object]:
    return {
        "id": witness_id(pair, witness),
        **plain(witness, *_WITNESS),
        "rule": witness.rule or None,
        "replay": witness.replay,
    }


def _evidence_object(evidence: Evidence) -> dict[str, object]:
    return {
        **plain(evidence, "engine", "runs", "changed_lines", "reached_old", "reached_new"),
        "lines": {"old": list(evidence.lines_old), "new": list(evidence.lines_new)},
        "note": evidence.note,
        "seconds": rounded(evidence.seconds),
    }


def rounded(seconds: float) -> float:
    """Seconds as they are told to programs."""
    return round(seconds, 3)


def function_from_object(data: Any, *, with_source: bool = True) -> FunctionReport:
    """Read one function back. Raises `LookupError`, `TypeError` or `ValueError`.

    Of the files, at most the function itself is known: it stands where it stood.
    """
    pair = _READER.from_object(
        Pair,
        data,
        old=_function(data, "old", data["old_name"], data["old_file"], with_source),
        new=_function(data, "new", data["name"], data["file"], with_source),
    )
    return _READER.from_object(FunctionReport, data, pair=pair, learned=NOTHING_LEARNED)


def _function(data: Any, side: str, name: str, file: str, with_source: bool) -> Function:
    first, last = _READER.read(tuple[int, int], data["lines"][side])
    changed = _READER.read(tuple[int, ...], data["changed_lines"][side])
    if not with_source:
        return Function(name, Module(file, ""), first, last, first, changed)
    source = data["source"][side]
    above = next((at for at, line in enumerate(source.split("\n")) if _DEF.match(line)), 0)
    module = Module(file, "\n" * (first - 1) + source)
    return Function(name, module, first, last, first + above, changed)


def witness_from_object(data: Any) -> Witness:
    """Read a witness back. Raises as `function_from_object` does."""
    rule, by_words = data.get("rule") or "", data.get("by_words", True)
    return _READER.from_object(Witness, data, rule=rule, is_by_words=by_words)


def _evidence(data: Any) -> Evidence:
    old, new = (_READER.read(tuple[int, ...], data["lines"][side]) for side in ("old", "new"))
    return _READER.from_object(Evidence, data, lines_old=old, lines_new=new)


_READER = Reader({Witness: witness_from_object, Evidence: _evidence})
