"""Which threads are told to be left running, and does nothing of theirs run for that?"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.run.host.grounds import one_side, ran, seen

from swerve.run.host import Lane

SOURCE = """
import threading
import time
from concurrent.futures import ThreadPoolExecutor

kept = []

class Worker:
    def work(self, *args):
        time.sleep(60)

def left():
    threading.Thread(target=Worker().work, args=(1,), kwargs={}, daemon=True).start()

def timer():
    kept.append(threading.Timer(60, Worker().work, (2,)))
    kept[0].daemon = True
    kept[0].start()

def soon_over():
    threading.Thread(target=time.sleep, args=(0.001,)).start()

def named():
    threading.Thread(target=time.sleep, args=(60,), name="poller").start()

def dropped():
    return ThreadPoolExecutor(1).submit(int, "3").result()

def failing():
    thread = threading.Thread(target=int, args=("x",))
    thread.start()
    thread.join()

def idle():
    kept.append(ThreadPoolExecutor(1))
    return kept[0].submit(int, "3").result()

class Hostile(threading.Thread):
    is_started = False

    def run(self):
        time.sleep(60)

    def fail(self, *value):
        if self.is_started:
            raise ValueError

    _target = _args = _kwargs = function = property(fail, fail)

def hostile():
    Hostile(daemon=True).start()
    Hostile.is_started = True

class Register(dict):
    def get(self, name, default=None):
        raise ValueError

def hostile_register():
    left()
    threading._active = Register(threading._active)
"""
LEFT = "[{'name': '', 'daemon': True}]"


@pytest.fixture(scope="module")
def lane(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lane]:
    with one_side(tmp_path_factory.mktemp("threads"), SOURCE) as lane:
        yield lane


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("left", LEFT),
        ("named", "[{'name': 'poller', 'daemon': False}]"),
        ("timer", LEFT),
        ("hostile", LEFT),
        ("hostile_register", LEFT),
    ],
)
def test_a_thread_that_goes_on_is_told_of(lane: Lane, function: str, expected: str) -> None:
    behaviour = ran(lane, function)
    assert seen(behaviour) == {"result": "None", "threads": expected}
    assert behaviour.notes == ("left a thread running",)


def test_a_thread_that_ends_soon_is_waited_for(lane: Lane) -> None:
    assert seen(ran(lane, "soon_over")) == {"result": "None"}


def test_a_pool_that_nobody_shuts_down_leaves_its_workers(lane: Lane) -> None:
    left = "[{'name': '', 'daemon': False}]"
    assert seen(ran(lane, "idle")) == {"result": "3", "threads": left}


def test_a_pool_that_nobody_has_ends_its_workers(lane: Lane) -> None:
    assert seen(ran(lane, "dropped")) == {"result": "3"}


def test_a_thread_that_fails_says_what_happened_and_not_where(lane: Lane) -> None:
    told = "Exception in a thread: ValueError: invalid literal for int() with base 10: 'x'\n"
    assert seen(ran(lane, "failing")) == {"result": "None", "stderr": repr(told)}
