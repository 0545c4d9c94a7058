"""How is a function read back from what was told to programs?"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from swerve.model import (
    Cause,
    CauseKind,
    DifferenceKind,
    Evidence,
    Function,
    FunctionReport,
    Given,
    InterfaceDifference,
    Module,
    Pair,
    Realism,
    Renaming,
    Verdict,
    Witness,
)

#: As `function_object` makes it, read from JSON.
_Object: TypeAlias = dict[str, Any]
_DEF = re.compile(r"\s*(async\s+)?def\s")


def function_from_object(data: _Object) -> FunctionReport:
    """Read one function with its code. Raises `LookupError`, `TypeError` or `ValueError`.

    Of the files, only the function itself is known: it stands where it stood.
    """
    pair = Pair(
        data["id"],
        _function(data, "old", data["old_name"], data["old_file"]),
        _function(data, "new", data["name"], data["file"]),
        tuple(Cause(CauseKind(each["kind"]), each["words"]) for each in data["causes"]),
        tuple(Renaming(each["old"], each["new"]) for each in data["renamings"]),
    )
    return FunctionReport(
        pair,
        Verdict(data["verdict"]),
        data["reason"],
        float(data["seconds"]),
        tuple(
            InterfaceDifference(each["what"], each["breaking"], each["call"])
            for each in data["interface"]
        ),
        tuple(map(_witness, data["witnesses"])),
        tuple(map(_evidence, data["evidence"])),
    )


def _function(data: _Object, side: str, name: str, file: str) -> Function:
    first, last = data["lines"][side]
    source = data["source"][side]
    lines = source.split("\n")
    above = next((at for at, line in enumerate(lines) if _DEF.match(line)), 0)
    return Function(
        name,
        Module(file, "\n" * (first - 1) + source),
        first,
        last,
        first + above,
        tuple(data["changed_lines"][side]),
    )


def _witness(data: _Object) -> Witness:
    return Witness(
        engine=data["engine"],
        realism=Realism(data["realism"]),
        kind=DifferenceKind(data["kind"]),
        call=data["call"],
        old=data["old"],
        new=data["new"],
        because=data["because"],
        judgement=data["judgement"],
        why=data["why"],
        claim=data.get("claim", ""),
        rule=data["rule"] or "",
        replay=data["replay"],
        given=tuple(Given(each["path"], each["value"]) for each in data["given"]),
        python=data["python"],
        test=data["test"],
    )


def _evidence(data: _Object) -> Evidence:
    return Evidence(
        data["engine"],
        data["runs"],
        data["changed_lines"],
        tuple(data["lines"]["old"]),
        tuple(data["lines"]["new"]),
        data["note"],
    )
