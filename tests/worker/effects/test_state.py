"""Is it told what a call changes of the state of its module, and nothing else?"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.run.host.grounds import LEVEL, ground, ran, seen

from swerve.run.host import Lane, Worker

SOURCE = """
from collections import deque

COUNT = 0
CACHE = {}
DEEP = {"a": [1, {"b": deque()}]}
OTHER = []

class Counter:
    total = 0
    instances = []

    @classmethod
    def add(cls):
        cls.total += 1
        cls.instances.append("one")

class Liar:
    __class__ = property(lambda self: int)
    __eq__ = lambda self, other: True
    __hash__ = lambda self: 0

    def __getattribute__(self, name):
        raise ValueError

def nothing():
    return COUNT, CACHE, DEEP

def count():
    global COUNT
    COUNT += 1

def fill(key):
    CACHE[key] = [key]

def deep():
    DEEP["a"][1]["b"].append("x")

def by_helper():
    fill("helped")

def of_class():
    Counter.add()

def remove():
    global CACHE
    del CACHE

def lie():
    CACHE[Liar()] = Liar()

def put_back():
    CACHE["x"] = 1
    del CACHE["x"]
"""


@pytest.fixture(scope="module")
def lane(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lane]:
    tree = ground(tmp_path_factory.mktemp("state") / "tree", {"subject.py": SOURCE})
    with Worker(tree, LEVEL) as worker:
        yield Lane(worker, ("subject",), {"subject.py": tuple(range(1, SOURCE.count("\n") + 1))})


@pytest.mark.parametrize(
    ("function", "args", "expected"),
    [
        ("nothing", (), None),
        ("put_back", (), None),
        ("count", (), "{'subject.COUNT': 1}"),
        ("fill", ("x",), "{'subject.CACHE': {'x': ['x']}}"),
        ("deep", (), "{'subject.DEEP': {'a': [1, {'b': deque(['x'])}]}}"),
        ("by_helper", (), "{'subject.CACHE': {'helped': ['helped']}}"),
        ("remove", (), "{'subject.CACHE': <file removed>}"),
        ("lie", (), "{'subject.CACHE': {Liar(): Liar()}}"),
        (
            "of_class",
            (),
            "{'subject.Counter.total': 1, 'subject.Counter.instances': ['one']}",
        ),
    ],
)
def test_state_that_is_not_as_before_is_told(
    lane: Lane, function: str, args: tuple[str, ...], expected: str | None
) -> None:
    assert seen(ran(lane, function, *args)).get("state") == expected
