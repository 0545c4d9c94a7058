"""What stays open, and for whom?"""

from __future__ import annotations

import os
import threading

from swerve.run.held import drop, drop_own, held


class Thing:
    def __init__(self) -> None:
        self.is_closed = False

    def close(self) -> None:
        self.is_closed = True


def test_what_is_held_is_made_once_and_closed_with_its_key() -> None:
    first = held(("a test", 1), Thing)
    assert held(("a test", 1), Thing) is first
    other = held(("a test", 2), Thing)
    drop(("a test", 1))
    assert (first.is_closed, other.is_closed) == (True, False)
    assert held(("a test", 1), Thing) is not first
    drop_own()
    assert other.is_closed


def test_a_thread_has_its_own() -> None:
    mine = held("a test of threads", Thing)
    found = []
    thread = threading.Thread(target=lambda: found.append(held("a test of threads", Thing)))
    thread.start()
    thread.join()
    assert found[0] is not mine
    drop_own()
    assert (mine.is_closed, found[0].is_closed) == (True, False)


def test_a_forked_process_has_its_own() -> None:
    mine = held("a test of processes", Thing)
    child = os.fork()
    if not child:
        try:
            drop_own()
            os._exit(0 if held("a test of processes", Thing) is not mine else 1)
        finally:
            os._exit(2)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert not mine.is_closed
    drop_own()
