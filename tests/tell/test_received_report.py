"""Is a report that somebody else wrote read back, and nothing else?"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from tests.tell.example import full_report
from tests.tell.hostile import hostile_reports

from swerve.model import FailOn, Report
from swerve.tell import exit_status, render_json, schema
from swerve.tell.markdown import render_markdown
from swerve.tell.received import NoReport, received_report

_WHOLE = json.loads(render_json(full_report()))
_JUNK: list[Any] = [None, True, -1, 0, 1.5, "", "x", [], {}, [None], {"x": 1}]


@pytest.mark.parametrize("fail_on", list(FailOn))
def test_what_is_told_of_it_stays_the_same(fail_on: FailOn) -> None:
    """A field that the comment tells of must be in the JSON, and be read back here."""
    report = full_report()
    again = received_report(render_json(report).encode())
    assert render_markdown(again, fail_on) == render_markdown(report, fail_on)


@given(hostile_reports())
@settings(max_examples=50, deadline=None)
def test_a_report_with_anything_in_it_is_read_and_told(report: Report) -> None:
    again = received_report(render_json(report).encode())
    render_markdown(again, FailOn.CHANGED)
    if not report.unread:
        assert exit_status(again, FailOn.CHANGED) == exit_status(report, FailOn.CHANGED)


def _places(value: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    pairs = value if isinstance(value, dict) else {}
    if isinstance(value, list):
        pairs = dict(enumerate(value))
    for key, item in pairs.items():
        found += _places(item, (*path, key))
    return found


@pytest.mark.slow
@given(st.sampled_from(_places(_WHOLE)), st.sampled_from(_JUNK))
@settings(max_examples=400, deadline=None)
def test_what_the_schema_refuses_is_refused(path: tuple[Any, ...], junk: object) -> None:
    """The schema says what a report is; that a validator of others agrees shows that it is held."""
    value = json.loads(json.dumps(_WHOLE))
    if path:
        *way, last = path
        inner = value
        for key in way:
            inner = inner[key]
        inner[last] = junk
    else:
        value = junk
    try:
        render_markdown(received_report(json.dumps(value).encode()), FailOn.CHANGED)
        is_read = True
    except NoReport:
        is_read = False
    assert is_read is Draft202012Validator(schema()).is_valid(value)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"\xff\xfe", id="bytes"),
        pytest.param(b"[" * 200_000, id="nested"),
        pytest.param(b"[]", id="another shape"),
        pytest.param(b" " * 40_000_000, id="large"),
        pytest.param(
            json.dumps(_WHOLE | {"files": 1}).replace('"files": 1', '"files": 1e999').encode(),
            id="infinite",
        ),
        pytest.param(
            json.dumps(_WHOLE | {"files": 1}).replace('"files": 1', '"files": NaN').encode(),
            id="no number",
        ),
        pytest.param(
            json.dumps(_WHOLE | {"files": 1}).replace('"files": 1', f'"files": {9**999}').encode(),
            id="a number that fills pages",
        ),
    ],
)
def test_what_is_no_report_is_refused(data: bytes) -> None:
    with pytest.raises(NoReport):
        received_report(data)
