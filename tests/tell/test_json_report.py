from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from enum import Enum
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from tests.tell.builders import effect, found, function, pair, report, witness
from tests.tell.example import full_report
from tests.tell.hostile import hostile_reports, hostile_text

import swerve
from swerve.model import CauseKind, DifferenceKind, LeftOut, Listed, Realism, Report, Side, Verdict
from swerve.tell import function_schema, render_json, render_json_line, schema
from swerve.witness.objects import function_object, witness_from_object

_WHOLE = Draft202012Validator(schema())
_LINE = Draft202012Validator(function_schema())


def test_the_schemas_are_schemas() -> None:
    Draft202012Validator.check_schema(schema())
    Draft202012Validator.check_schema(function_schema())


@pytest.mark.parametrize(
    "made",
    [
        report(),
        report(files=0, words=(), interrupted=True),
        full_report(),
        report(found(witnesses=(effect("a", None),))),
    ],
)
def test_a_report_follows_the_schema(made: Report) -> None:
    _WHOLE.validate(json.loads(render_json(made)))


def test_effects_are_read_back_as_they_were() -> None:
    made = effect("a\nb", None)
    (data,) = json.loads(render_json(report(found(witnesses=(made,)))))["functions"][0]["witnesses"]
    assert witness_from_object(data).effects == made.effects


@pytest.mark.slow
@given(hostile_reports())
def test_any_report_is_valid_and_can_be_written_anywhere(made: Report) -> None:
    """Paths that are not UTF-8 arrive with lone surrogates, which strict parsers refuse."""
    text = render_json(made)
    assert text.isascii()
    parsed = json.loads(text)
    _WHOLE.validate(parsed)
    json.dumps(parsed, ensure_ascii=False).encode("utf-8")


@given(hostile_text())
def test_a_line_of_pairs_is_one_line(text: str) -> None:
    one = found(of=pair(function(text, text, text)), reason=text, witnesses=(witness(old=text),))
    line = render_json_line(one)
    assert len(line.splitlines()) == 1
    _LINE.validate(json.loads(line))


@given(st.text())
def test_valid_text_comes_back_as_it_was(text: str) -> None:
    assert json.loads(render_json_line(found(reason=text)))["reason"] == text


@pytest.mark.parametrize(
    ("definition", "key", "values"),
    [
        ("function", "verdict", Verdict),
        ("witness", "realism", Realism),
        ("witness", "kind", DifferenceKind),
        ("cause", "kind", CauseKind),
        ("problem", "side", Side),
    ],
)
def test_the_schema_knows_every_member(definition: str, key: str, values: type[Enum]) -> None:
    """A member added to the model and not to the schema would break those who validate."""
    listed = cast("dict[str, dict[str, dict[str, dict[str, list[str]]]]]", schema()["$defs"])
    enum = [value for value in listed[definition]["properties"][key]["enum"] if value]
    assert enum == [member.value for member in values]


@pytest.mark.parametrize("path", [("functions", 0), ("summary",), ("functions", 4, "witnesses", 0)])
def test_unknown_keys_are_refused(path: tuple[str | int, ...]) -> None:
    data = json.loads(render_json(full_report()))
    place = data
    for step in path:
        place = place[step]
    place["surprise"] = 1
    assert not _WHOLE.is_valid(data)


def test_the_keys_of_a_function() -> None:
    old = replace(
        function("Cart.sum", "def sum(self):\n    pass", "cart.py", 3), changed_lines=(4,)
    )
    new = function("Order.total", "def total(self):\n    pass", "order.py", 7)
    made = function_object(found(of=pair(old, new)))
    assert made["name"] == "Order.total"
    assert made["file"] == "order.py"
    assert made["old_name"] == "Cart.sum"
    assert made["old_file"] == "cart.py"
    assert made["lines"] == {"old": [3, 4], "new": [7, 8]}
    assert made["changed_lines"] == {"old": [4], "new": []}


def test_the_summary_counts_functions() -> None:
    made = full_report()
    made = replace(made, functions=(*made.functions, found(witnesses=(witness("unintended"),) * 2)))
    assert json.loads(render_json(made))["summary"] == {
        "changed": 2,
        "preserved": 3,
        "likely_preserved": 1,
        "inconclusive": 1,
        "unintended": 2,
        "breaking": 2,
        "seconds": 3.4,
    }


def test_what_was_not_compared_is_told() -> None:
    made = report(removed=(Listed("f", "a.py", 3, True),), left_out=(LeftOut("b.py", "test code"),))
    data = json.loads(render_json(made))
    assert data["version"] == swerve.__version__
    assert data["removed"] == [{"name": "f", "file": "a.py", "line": 3, "public": True}]
    assert data["left_out"] == [{"file": "b.py", "why": "test code"}]


def test_reports_for_programs_do_not_load_rich() -> None:
    code = "import sys, swerve.tell; sys.exit('rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
