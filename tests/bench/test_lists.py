import pytest
from bench.libraries import read_libraries
from bench.releases import Statement, read_releases, read_statements
from bench.results import middle, most, table


def test_libraries_that_are_measured_are_not_those_that_engines_are_tried_on() -> None:
    dev, final = ({library.name for library in read_libraries(name)} for name in ("dev", "final"))
    assert len(final) == 4
    assert len(dev) >= 2
    assert not dev & final


def test_every_statement_is_about_a_release() -> None:
    names = {release.library.name for release in read_releases()}
    assert len(names) >= 6
    assert {statement.name for statement in read_statements()} == names


@pytest.mark.parametrize(
    ("words", "function", "is_about"),
    [
        ("split", "boltons/iterutils.py::split", True),
        ("split", "boltons/iterutils.py::split_iter", False),
        ("bucket", "more_itertools/more.py::bucket.__getitem__", True),
        ("Bool.__eq__", "tomlkit/items.py::Bool.__eq__", True),
        ("items.py::item", "tomlkit/items.py::item", True),
        ("api.py::item", "tomlkit/items.py::item", False),
        ("core.py::", "idna/core.py::encode", True),
        ("one two", "m.py::two", True),
    ],
)
def test_a_statement_knows_its_functions(words: str, function: str, is_about: bool) -> None:
    statement = Statement("any", tuple(words.split()), "", "")
    assert statement.is_about(function) is is_about


def test_tables_line_up() -> None:
    assert table(("a", "b"), [("one", 1), ("two", 10)]) == "a     b\none   1\ntwo  10"


def test_figures_of_few_seconds() -> None:
    assert (middle([3.0, 1.0]), most([3.0, 1.0])) == ("2.00", "3.00")
    assert (middle([]), most([])) == ("-", "-")
