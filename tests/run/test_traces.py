"""What two versions did to the world, place by place."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.run.host.grounds import both_sides, call

from swerve.model import Realism, Traced, Witness
from swerve.observe.comparison import Different
from swerve.run.host import Sides
from swerve.run.workspace import witness_of

OLD = """
import logging
import os

def write(text):
    with open("b.txt", "w") as file:
        file.write("same")
    with open("a.txt", "w") as file:
        file.write(text + "old")

def tell(count):
    os.environ["MODE"] = "x"
    for number in range(count):
        logging.getLogger("shop").warning("%s left", number)

def many(count):
    for number in range(count):
        open(f"{number}.txt", "w").close()

def returned(value):
    open("a.txt", "w").close()
    return value
"""
NEW = (
    OLD.replace('"old"', '"new"')
    .replace("range(count):\n        log", "range(1, count):\n        log")
    .replace(
        'open(f"{number}.txt", "w").close()',
        'open(f"{number}.txt", "w").write("0" * 9 * (number == 20))',
    )
    .replace("return value", "return -value")
)


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sides]:
    folder = tmp_path_factory.mktemp("trees")
    folder.chmod(0o755)
    with both_sides(folder, OLD, NEW) as made:
        yield made


def witness(sides: Sides, function: str, argument: object) -> Witness:
    compared = sides.confirm(call(function, argument))  # type: ignore[arg-type]
    assert isinstance(compared.agreement, Different)
    return witness_of(compared, compared.agreement, "generate", Realism.TYPED)


def test_files_are_told_by_what_is_in_them(sides: Sides) -> None:
    assert witness(sides, "write", "1\n").effects == (
        Traced("file a.txt", "1\nold", "1\nnew"),
        Traced("file b.txt", "same", "same"),
    )


def test_what_has_parts_is_told_in_lines(sides: Sides) -> None:
    assert witness(sides, "tell", 2).effects == (
        Traced("environment variable MODE", "'x'", "'x'"),
        Traced("log shop", "('WARNING', '0 left')\n('WARNING', '1 left')", "('WARNING', '1 left')"),
    )


def test_where_one_version_left_nothing_there_is_none(sides: Sides) -> None:
    *_, log = witness(sides, "tell", 1).effects
    assert log == Traced("log shop", "('WARNING', '0 left')", None)


def test_long_texts_are_cut_around_the_first_difference(sides: Sides) -> None:
    (file, _) = witness(sides, "write", "line\n" * 2_000).effects
    assert (file.old, file.new) == ("…\nline\nline\nline\nold", "…\nline\nline\nline\nnew")


def test_of_many_places_those_that_differ_are_kept(sides: Sides) -> None:
    effects = witness(sides, "many", 30).effects
    assert len(effects) < 30
    assert [each.place for each in effects if each.old != each.new] == ["file 20.txt"]


def test_there_are_none_where_a_value_differs(sides: Sides) -> None:
    assert not witness(sides, "returned", 1).effects
