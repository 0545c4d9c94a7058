"""How is a report read that anybody may have written?

A job that ran code of a stranger made it, so nothing in it is believed: its size is bounded, it
must have the shape that `swerve-1.schema.json` describes, and what comes out is text for a renderer
that escapes all of it.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn, TypeAlias

from swerve.model import Change, Intent, Report
from swerve.model.plain import Reader
from swerve.witness.objects import function_from_object

from ._schema import schema

_MOST_BYTES = 32_000_000
_LARGEST = 10**9
_Object: TypeAlias = dict[str, Any]
_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "null": (type(None),),
}
#: Of JSON Schema, what is looked at here, and what says nothing about a value.
_KNOWN = {
    *("type", "const", "enum", "properties", "required", "additionalProperties", "items"),
    *("prefixItems", "minItems", "minimum", "pattern", "oneOf", "$ref"),
    *("$schema", "$id", "$defs", "title", "description"),
}


class NoReport(ValueError):
    """What was received is no report, in words for a person."""


def received_report(data: bytes) -> Report:
    """Read what `--format json` wrote. Raises `NoReport`."""
    if len(data) > _MOST_BYTES:
        raise NoReport(f"it is larger than {_MOST_BYTES // 1_000_000} MB")
    try:
        value = json.loads(data, parse_constant=_refuse)
        whole = schema()
        _check(value, whole, whole, "report")
    except RecursionError:
        raise NoReport("it is nested too deeply") from None
    except NoReport:
        raise
    except ValueError:
        raise NoReport("it is not JSON") from None
    return _report(value)


def _refuse(name: str) -> NoReturn:
    raise NoReport("it has a number that is not valid JSON")


def _check(value: object, wanted: Any, whole: _Object, place: str) -> None:
    """Hold a value against the part of JSON Schema that our schema is written in."""
    if wanted is False:
        raise NoReport(f"{place} is not allowed")
    if unknown := wanted.keys() - _KNOWN:
        raise AssertionError(f"the schema uses {unknown}, which is not supported here")
    if "$ref" in wanted:
        _check(value, whole["$defs"][wanted["$ref"].rpartition("/")[2]], whole, place)
    if "oneOf" in wanted:
        _check_one(value, wanted["oneOf"], whole, place)
    if "type" in wanted and not _is_a(value, wanted["type"]):
        raise NoReport(f"{place} has the wrong type")
    if "const" in wanted and value != wanted["const"]:
        raise NoReport(f"{place} does not have the required value")
    if "enum" in wanted and not any(value is each or value == each for each in wanted["enum"]):
        raise NoReport(f"{place} is not one of the known values")
    if isinstance(value, str) and not re.search(wanted.get("pattern", ""), value):
        raise NoReport(f"{place} does not match the required pattern")
    if isinstance(value, (int, float)) and not wanted.get("minimum", 0) <= value <= _LARGEST:
        raise NoReport(f"{place} is a number out of bounds")
    if isinstance(value, dict) and "properties" in wanted:
        _check_members(value, wanted, whole, place)
    if isinstance(value, list):
        _check_items(value, wanted, whole, place)


def _check_one(value: object, choices: list[Any], whole: _Object, place: str) -> None:
    for each in choices:
        try:
            return _check(value, each, whole, place)
        except NoReport:
            continue
    raise NoReport(f"{place} matches none of the allowed forms")


def _check_members(value: _Object, wanted: _Object, whole: _Object, place: str) -> None:
    known = wanted["properties"]
    for name in wanted.get("required", ()):
        if name not in value:
            raise NoReport(f"{place} has no {name}")
    for name, member in value.items():
        if name in known:
            _check(member, known[name], whole, f"{place}.{name}")
        elif wanted.get("additionalProperties") is False:
            raise NoReport(f"{place} has an unknown member")


def _check_items(value: list[object], wanted: _Object, whole: _Object, place: str) -> None:
    if len(value) < wanted.get("minItems", 0):
        raise NoReport(f"{place} is too short")
    first = wanted.get("prefixItems", [])
    for at, item in enumerate(value):
        _check(item, first[at] if at < len(first) else wanted.get("items", {}), whole, place)


def _is_a(value: object, names: str | list[str]) -> bool:
    wanted = [names] if isinstance(names, str) else names
    if isinstance(value, bool):
        return "boolean" in wanted
    return any(isinstance(value, _TYPES[name]) for name in wanted)


def _report(data: _Object) -> Report:
    change = _READER.from_object(
        Change, data, intent=Intent(), pairs=(), outside=(), set_aside=(), brought=()
    )
    functions = tuple(function_from_object(each, with_source=False) for each in data["functions"])
    seconds = float(data["summary"]["seconds"])
    return Report(change, functions, seconds, interrupted=data["interrupted"])


_READER = Reader()
