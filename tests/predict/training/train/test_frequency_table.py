"""Does the table of frequencies count what was seen, as the predictor reads it?"""

from __future__ import annotations

import ast
import json

from swerve.facts.classes import ValueClass
from swerve.facts.usage import Kind, Site, Usages
from swerve.predict import Frequency
from swerve.predict.training.events import Event, Recorded
from swerve.predict.training.train._frequencies import Frequencies, made_up_by_runs


def _event(name: str, line: int, *words: str) -> Event:
    return Event("name", name, (line, 0, line, 1), dict.fromkeys(words, 1000))


def test_a_class_counts_once_a_line() -> None:
    rows = [("p", "a.py", _event("_Index", line, "zero int")) for line in (1, 2, 3, 4)]
    rows += [("p", "a.py", _event("index", 1, "zero int", "none"))]
    rows += [("q", "a.py", _event("index", 1, "none"))]
    assert Frequencies(rows).table() == {"name": {"index": {"zero int": 4, "none": 2}}}


def test_what_one_project_has_seldom_is_left_out() -> None:
    rows = [("p", "a.py", _event("rare", line, "none")) for line in range(4)]
    rows += [(project, "a.py", _event("shared", 1, "none")) for project in "pq"]
    rows += [("p", "a.py", _event("two words", line, "none")) for line in range(9)]
    assert Frequencies(rows).table() == {"name": {"shared": {"none": 2}}}


def test_accidents_are_left_out() -> None:
    rows = [("p", "a.py", _event("size", line, "positive int")) for line in range(200)]
    rows += [("p", "b.py", _event("size", 1, "none"))]
    assert Frequencies(rows).table() == {"name": {"size": {"positive int": 200}}}


def test_the_rarest_names_go_when_it_gets_too_large() -> None:
    rows = [
        ("p", "a.py", _event(name, line, "none"))
        for name, lines in (("often", 9), ("seldom", 5))
        for line in range(lines)
    ]
    frequencies = Frequencies(rows)
    sources = {"p": {"version": "1"}}
    whole = frequencies.text(sources, 10_000)
    assert set(json.loads(whole)["name"]) == {"often", "seldom"}
    less = frequencies.text(sources, len(whole) - 1)
    assert json.loads(less) == {
        "sources": sources,
        "name": {"often": {"none": 9}},
        "attribute": {},
        "call": {},
        "item": {},
    }


def test_the_predictor_reads_it() -> None:
    table = Frequencies(("p", "a.py", _event("index", n, "zero int")) for n in range(9)).table()
    said = Frequency(table).predict(Usages(), [Site("index", Kind.NAME, "index")])[0]
    assert max(said, key=lambda kind: said[kind]) is ValueClass.ZERO_INT


def test_who_is_called_and_what_stands_at_a_definition_is_nothing_to_make_up() -> None:
    source = """\
@wraps(f)
class C(Base, metaclass=Meta):
    def m(self, x=DEFAULT, *, y=OTHER):
        try:
            return a.b(c)(d)
        except Error:
            pass
"""
    tree = ast.parse(source)
    spans = {
        ast.unparse(node): (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Name, ast.Attribute, ast.Call))
    }
    events = tuple(
        Event("name", text, (a, b, c or 0, d or 0), {"none": 1})
        for text, (a, b, c, d) in spans.items()
    )
    kept = {event.name for event in made_up_by_runs(Recorded("a.py", False, source, events))}
    assert kept == {"a", "c", "d", "a.b(c)", "a.b(c)(d)"}
