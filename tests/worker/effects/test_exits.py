"""Are functions that wait for the end of the process counted, and only those of the code itself?"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.run.host.grounds import job, one_side, ran, seen
from tests.run.host.test_lane import answers

from swerve.model.behaviour import Behaviour
from swerve.run.host import Lane

SOURCE = """
import atexit
import logging
import shutil
import weakref
from atexit import register
from functools import partial

class Store:
    def close(self):
        pass

class Odd:
    __module__ = 7

    def __call__(self):
        pass

kept = Store()
alone = Store()

def close():
    pass

def none():
    pass

def one():
    return atexit.register(close) is close

def by_another_name():
    register(close)

def two_of_a_kind():
    atexit.register(close)
    atexit.register(close)

def others():
    atexit.register(kept.close)
    atexit.register(lambda: None)
    atexit.register(partial(close))
    atexit.register(print, "bye", end="")

def decorated():
    @atexit.register
    def last():
        pass

def with_work_to_do():
    atexit.register(shutil.rmtree, "/nowhere", ignore_errors=True)

def without_a_module():
    atexit.register(Odd())

def of_the_library():
    atexit.register(logging.shutdown)
    weakref.finalize(alone, close)

def taken_back():
    atexit.register(close)
    atexit.register(kept.close)
    atexit.register(close)
    atexit.unregister(close)

def taken_back_by_an_equal():
    atexit.register(kept.close)
    atexit.unregister(kept.close)

def never_there():
    atexit.unregister(close)

def refused():
    atexit.register(3)

atexit.register(close)
"""


@pytest.fixture(scope="module")
def lane(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lane]:
    with one_side(tmp_path_factory.mktemp("exits"), SOURCE) as lane:
        yield lane


@pytest.mark.parametrize(
    ("function", "told"),
    [
        ("one", "[[]]"),
        ("by_another_name", "[[]]"),
        ("two_of_a_kind", "[[], []]"),
        ("others", "[[], [], [], ['bye', {'end': ''}]]"),
        ("decorated", "[[]]"),
        ("with_work_to_do", "[['/nowhere', {'ignore_errors': True}]]"),
        ("without_a_module", "[[]]"),
        ("taken_back", "[[]]"),
    ],
)
def test_functions_that_wait_are_told_by_what_they_are_given(
    lane: Lane, function: str, told: str
) -> None:
    assert seen(ran(lane, function))["exit_handlers"] == told


@pytest.mark.parametrize(
    "function", ["none", "of_the_library", "taken_back_by_an_equal", "never_there", "refused"]
)
def test_where_none_of_the_code_waits_there_is_no_effect(lane: Lane, function: str) -> None:
    """What was registered while the module was imported is none of a call's doing, either."""
    assert "exit_handlers" not in seen(ran(lane, function))


def test_whoever_registers_gets_what_python_gives(lane: Lane) -> None:
    assert seen(ran(lane, "one"))["result"] == "True"
    assert "TypeError" in seen(ran(lane, "refused"))["exception"]


def test_the_next_call_begins_with_none(lane: Lane) -> None:
    """In one process: what an earlier call has registered waits there all the same."""
    found = answers(lane, [job(each) for each in ("others", "none", "one")])
    told = [seen(each).get("exit_handlers") for each in found if isinstance(each, Behaviour)]
    assert told == ["[[], [], [], ['bye', {'end': ''}]]", None, "[[]]"]
