"""Are all processes below one found, counted and ended, whatever they do to get away?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.worker.pythons import pythons, run_in

from swerve.worker.core import descendants as _descendants
from swerve.worker.core.descendants import descendants, end_processes, session_members

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")

_PREFACE = """
import json, os, signal, sys, time
from swerve.worker.core.descendants import *
from swerve.worker.core.limits import adopt_orphans
assert adopt_orphans()
def daemon(run):
    pid = os.fork()
    if pid:
        os.waitpid(pid, 0)
        return
    os.setsid()
    if not os.fork():
        run()
    os._exit(0)
"""


def in_a_process(code: str, python: str = sys.executable) -> Any:
    """Run code in a process of its own, and return what it printed."""
    done = subprocess.run(
        [python, "-c", _PREFACE + code],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
        env={"PYTHONPATH": str(Path(_descendants.__file__).parents[2])},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_daemon_is_found_and_ended() -> None:
    code = """
daemon(lambda: time.sleep(100))
while not take_census().processes: pass
before = take_census()
ended = end_descendants()
print(json.dumps([before.processes, before.tasks, ended, len(descendants())]))
"""
    assert in_a_process(code) == [1, 1, True, 0]


def test_threads_and_memory_are_counted() -> None:
    code = """
import threading
reading, writing = os.pipe()
if not os.fork():
    for _ in range(5):
        threading.Thread(target=time.sleep, args=(100,), daemon=True).start()
    data = b'x' * (50 << 20)
    os.write(writing, b'x')
    time.sleep(100)
os.read(reading, 1)
census = take_census()
end_descendants()
print(json.dumps([census.processes, census.tasks, census.resident_bytes >> 20]))
"""
    processes, tasks, megabytes = in_a_process(code)
    assert (processes, tasks) == (1, 6)
    assert 50 <= megabytes < 150


def test_a_process_that_forks_all_the_time_is_ended() -> None:
    """Bounded: sixty generations, one process alive at a time and one that waits for its end."""
    code = """
def run():
    for generation in range(60):
        if os.fork():
            os._exit(0)
        os.setsid()
        time.sleep(0.005)
    time.sleep(100)
daemon(run)
time.sleep(0.05)
print(json.dumps([end_descendants(), len(descendants())]))
"""
    assert in_a_process(code) == [True, 0]


def test_a_stopped_process_is_ended() -> None:
    code = """
pid = os.fork()
if not pid:
    os.kill(os.getpid(), signal.SIGSTOP)
    time.sleep(100)
os.waitpid(pid, os.WUNTRACED)
print(json.dumps([end_descendants(), len(descendants())]))
"""
    assert in_a_process(code) == [True, 0]


def test_a_process_that_heeds_no_signal_is_ended() -> None:
    code = """
reading, writing = os.pipe()
if not os.fork():
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    os.write(writing, b'x')
    time.sleep(100)
os.read(reading, 1)
print(json.dumps([end_descendants(), len(descendants())]))
"""
    assert in_a_process(code) == [True, 0]


def test_those_to_be_spared_are_spared_with_what_is_below_them() -> None:
    code = """
reading, writing = os.pipe()
spared = os.fork()
if not spared:
    if os.fork():
        os.write(writing, b'x')
    time.sleep(100)
other = os.fork()
if not other:
    time.sleep(100)
os.read(reading, 1)
ended = end_descendants(spare=frozenset([spared]))
left = descendants()
counted = take_census(spare=frozenset([spared])).processes
end_descendants()
print(json.dumps([ended, len(left), spared in left, other in left, counted]))
"""
    assert in_a_process(code) == [True, 2, True, False, 1]


def test_the_status_of_a_child_can_be_kept() -> None:
    code = """
pid = os.fork()
if not pid:
    time.sleep(100)
ended = end_descendants(reap=False)
print(json.dumps([ended, os.waitpid(pid, 0)[1]]))
"""
    assert in_a_process(code) == [True, 9]


def test_a_name_that_looks_like_fields_confuses_nobody() -> None:
    """The second field of /proc/PID/stat is the program's to choose."""
    code = """
import ctypes
reading, writing = os.pipe()
if not os.fork():
    ctypes.CDLL(None).prctl(15, b'x) Z 1 1 1', 0, 0, 0)
    os.write(writing, b'x')
    time.sleep(100)
os.read(reading, 1)
found = take_census()
print(json.dumps([found.processes, found.tasks, end_descendants(), len(descendants())]))
"""
    assert in_a_process(code) == [1, 1, True, 0]


def test_the_scan_finds_what_the_lists_of_children_find() -> None:
    """Kernels can be built without the lists."""
    with subprocess.Popen(["/bin/sh", "-c", "sleep 100 & sleep 100; :"]) as shell:
        try:
            while len(descendants(shell.pid)) < 2:
                time.sleep(0.001)
            assert set(_descendants._descendants_by_scan(shell.pid)) == set(descendants(shell.pid))
        finally:
            end_processes(lambda: [shell.pid, *descendants(shell.pid)], reap=False)


def test_members_of_a_session_are_found() -> None:
    with subprocess.Popen(["sleep", "100"], start_new_session=True) as sleeper:
        try:
            assert session_members(sleeper.pid) == [sleeper.pid]
            assert os.getpid() in session_members(os.getsid(0))
        finally:
            sleeper.kill()


def test_nothing_below_means_nothing_to_do() -> None:
    code = "print(json.dumps([end_descendants(), take_census().processes]))"
    assert in_a_process(code) == [True, 0]


def test_a_census_is_cheap() -> None:
    """It runs every few milliseconds, beside the code that it watches."""
    code = """
for _ in range(4):
    if not os.fork():
        time.sleep(100)
times = []
for _ in range(100):
    started = time.process_time()
    take_census()
    times.append(time.process_time() - started)
end_descendants()
print(json.dumps(sorted(times)[50]))
"""
    assert in_a_process(code) < 0.005


@pytest.mark.parametrize("python", pythons())
def test_daemons_limits_and_scratch_in_every_python(python: str, tmp_path: Path) -> None:
    code = """
import os, time
from injected.core.descendants import end_descendants, take_census
from injected.core.limits import Limits, adopt_orphans, apply_limits, close_memory
from injected.core.scratch import Scratch
adopt_orphans()
pid = os.fork()
if not pid:
    os.setsid()
    if not os.fork():
        time.sleep(50)
    os._exit(0)
os.waitpid(pid, 0)
living = take_census().processes
scratch = Scratch(sys.argv[1])
os.makedirs(sys.argv[1] + '/tmp/deep/er')
scratch.clear()
left = os.listdir(sys.argv[1] + '/tmp')
print(json.dumps([living, end_descendants(), left, apply_limits(Limits()), close_memory()]))
"""
    assert run_in(python, code, str(tmp_path)) == [1, True, [], [], True]


def test_what_a_spared_process_starts_in_the_meantime_is_spared() -> None:
    code = """
reading, writing = os.pipe()
spared = os.fork()
if not spared:
    killed = 0
    for _ in range(500):
        pid = os.fork()
        if not pid:
            os._exit(0)
        killed += os.WIFSIGNALED(os.waitpid(pid, 0)[1])
    os.write(writing, bytes([killed > 0]))
    time.sleep(100)
os.set_blocking(reading, False)
while True:
    end_descendants(spare=frozenset([spared]))
    try:
        told = os.read(reading, 1)
        break
    except BlockingIOError:
        pass
end_descendants()
print(json.dumps(told[0]))
"""
    assert in_a_process(code) == 0
