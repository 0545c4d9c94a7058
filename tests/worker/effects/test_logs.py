"""Is what a call tells the loggers heard, whoever else listens?"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.run.host.grounds import one_side, ran, seen

from swerve.observe.snapshot import decode
from swerve.run.host import Lane

SOURCE = """
import logging

def quietly(name, level, *words):
    logger = logging.getLogger(name)
    logger.addHandler(logging.NullHandler())
    logger.propagate = False
    logger.log(level, *words)

def twice():
    for name in ("b", "a", "b"):
        quietly(name, logging.ERROR, name)

class Hostile:
    def __str__(self):
        raise ValueError

    __hash__ = __str__

def hostile():
    quietly("a", logging.ERROR, Hostile())
    told = {"name": Hostile(), "levelno": 40, "levelname": "E", "msg": "x", "args": ()}
    logging.getLogger("a").handle(logging.makeLogRecord(told))

def often():
    for number in range(1001):
        quietly("a", logging.ERROR, "again")
"""


@pytest.fixture(scope="module")
def lane(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lane]:
    with one_side(tmp_path_factory.mktemp("logs"), SOURCE) as lane:
        yield lane


def test_warnings_are_heard_with_their_words_put_in(lane: Lane) -> None:
    found = seen(ran(lane, "quietly", "a", 30, "%s of %d", "one", 2))
    assert found == {"result": "None", "log": "{'a': [('WARNING', 'one of 2')]}"}


def test_chatter_is_set_aside(lane: Lane) -> None:
    assert seen(ran(lane, "quietly", "a", 20, "chatter")) == {"result": "None"}


def test_records_go_by_logger_in_order(lane: Lane) -> None:
    expected = "{'b': [('ERROR', 'b'), ('ERROR', 'b')], 'a': [('ERROR', 'a')]}"
    assert seen(ran(lane, "twice"))["log"] == expected


def test_nothing_of_a_hostile_record_runs_while_it_is_looked_at(lane: Lane) -> None:
    assert seen(ran(lane, "hostile"))["log"] == "{'a': [('ERROR', Hostile())], '': [('E', 'x')]}"


def test_records_that_are_too_many_are_said_to_be_missing(lane: Lane) -> None:
    assert not decode(ran(lane, "often").snapshot).complete
