"""Is told what a call changes of Python itself, and does the next call find it as it was?"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.run.host.grounds import one_side, ran, seen

from swerve.run.host import Lane

SOURCE = """
import logging
import sys
import warnings

class Finder:
    pass

def path(name):
    sys.path.insert(0, name)

def first_path():
    return sys.path[0]

def finder():
    sys.meta_path.append(Finder())

def quiet():
    warnings.filterwarnings("ignore", message="a+", category=UserWarning)

def handled():
    logging.root.addHandler(logging.NullHandler())

def briefly():
    sys.path.insert(0, "a")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
    del sys.path[0]

def imported():
    sys.path.insert(0, "a")
    import colorsys
"""


@pytest.fixture(scope="module")
def lane(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lane]:
    with one_side(tmp_path_factory.mktemp("interpreter"), SOURCE) as lane:
        yield lane


def told(lane: Lane, function: str, *args: str) -> str:
    return seen(ran(lane, function, *args)).get("interpreter", "")


def test_what_was_put_in_is_told(lane: Lane) -> None:
    assert told(lane, "path", "somewhere").startswith("{'sys.path': ['somewhere', ")
    assert told(lane, "finder").endswith("'subject.Finder']}")
    assert told(lane, "quiet").startswith("{'warnings.filters': [['ignore', 'a+', 'UserWarning', ")
    assert told(lane, "handled") == "{'logging.root.handlers': ['logging.NullHandler']}"


def test_what_was_taken_back_is_not(lane: Lane) -> None:
    assert told(lane, "briefly") == ""


def test_the_next_call_finds_what_was_there_before(lane: Lane) -> None:
    before = seen(ran(lane, "first_path"))
    told(lane, "path", "somewhere")
    assert seen(ran(lane, "first_path")) == before


def test_what_comes_with_an_import_is_not_told(lane: Lane) -> None:
    assert told(lane, "imported") == ""
