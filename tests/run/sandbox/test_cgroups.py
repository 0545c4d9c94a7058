"""Does a control group hold all processes of a cell together?"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.run.sandbox.rooms import BOTH, begin, look, room

from swerve.run.sandbox import Level, Limits
from swerve.run.sandbox._cgroup import Group, open_group, usable_controllers

MIB = 1 << 20
needs_groups = pytest.mark.skipif(
    usable_controllers() != {"memory", "pids"}, reason="no control group can be made here"
)


@needs_groups
@pytest.mark.parametrize("level", BOTH)
def test_processes_and_threads_are_bounded_also_for_root(level: Level) -> None:
    code = """
import time
pids = []
try:
    while len(pids) < 300:
        pid = os.fork()
        if not pid:
            time.sleep(100)
        pids.append(pid)
except OSError:
    pass
for pid in pids:
    os.kill(pid, 9)
tell(len(pids))
"""
    # The kernel's bound is 64 above the one that the census holds.
    assert 70 <= look(level, code, room(limits=Limits(tasks=20))) <= 84


@needs_groups
@pytest.mark.parametrize("level", BOTH)
def test_memory_of_several_processes_together_is_bounded(level: Level) -> None:
    """Each of them stays far below what one process may take."""
    code = """
import os, time
for _ in range(6):
    if not os.fork():
        data = b'x' * (40 << 20)
        time.sleep(100)
while True:
    pid, status = os.wait()
    os._exit(9 if status == 9 else 1)
"""
    confined = begin(level, code, room(limits=Limits(memory_bytes=64 * MIB)))
    try:
        status = confined.wait(10)
        # The kernel may choose the program itself, or bubblewrap.
        assert status is not None
        assert confined.out_of_memory() >= 1, confined.last_words()
    finally:
        assert confined.kill()


@needs_groups
def test_groups_are_removed_with_the_cell() -> None:
    confined = begin(Level.PROCESS, "import time; time.sleep(100)")
    group = confined._group
    assert group is not None
    assert all(folder.is_dir() for folder in group.folders)
    assert confined.kill()
    assert not any(folder.exists() for folder in group.folders)


@needs_groups
def test_groups_of_a_swerve_that_was_killed_are_removed_by_the_next(tmp_path: Path) -> None:
    from swerve.run.sandbox import _cgroup

    room_folders = [room.folder for room in _cgroup._rooms()]
    gone = _pid_of_nobody()
    left = [folder / f"swerve-{gone}-0" for folder in room_folders]
    for folder in left:
        folder.mkdir()
    for folder in room_folders:
        _cgroup._remove_stale(folder)
    assert not any(folder.exists() for folder in left)


def test_a_group_is_empty_handed_where_there_is_none() -> None:
    group = Group(())
    assert group.processes() == frozenset()
    assert group.out_of_memory() == group.refused_tasks() == 0
    assert group.remove()


def test_opening_a_group_never_fails() -> None:
    group = open_group(Limits())
    if group is not None:
        assert group.remove()


def _pid_of_nobody() -> int:
    pid = os.fork()
    if not pid:
        os._exit(0)
    os.waitpid(pid, 0)
    return pid
