"""Does a process hold itself to its limits?"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from swerve.worker.core import limits as _limits
from swerve.worker.core.limits import Limits, kernel_limits

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks Linux")


def in_a_process(code: str) -> Any:
    preface = "import json, os, resource, signal, time\nfrom swerve.worker.core.limits import *\n"
    done = subprocess.run(
        [sys.executable, "-c", preface + code],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
        env={"PYTHONPATH": str(Path(_limits.__file__).parents[2])},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_limits_are_set_soft_and_hard() -> None:
    code = """
refused = apply_limits(Limits(open_files=50, file_bytes=1 << 20))
limits = [resource.getrlimit(number) for number in (resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE)]
print(json.dumps([refused, limits]))
"""
    assert in_a_process(code) == [[], [[50, 50], [1 << 20, 1 << 20]]]


def test_limits_never_go_up() -> None:
    code = """
resource.setrlimit(resource.RLIMIT_NOFILE, (20, 30))
apply_limits(Limits(open_files=50))
print(json.dumps(resource.getrlimit(resource.RLIMIT_NOFILE)))
"""
    assert in_a_process(code) == [20, 20]


def test_a_huge_allocation_fails_at_once() -> None:
    code = """
apply_limits(Limits(address_bytes=1 << 30))
try:
    bytearray(2 << 30)
except MemoryError:
    print(json.dumps('refused'))
"""
    assert in_a_process(code) == "refused"


def test_no_core_file_is_written() -> None:
    code = "apply_limits(Limits())\nprint(json.dumps(resource.getrlimit(resource.RLIMIT_CORE)[0]))"
    assert in_a_process(code) <= 1


@on_linux
def test_a_closed_memory_cannot_be_opened_by_others_of_the_same_user() -> None:
    code = """
if os.getuid() == 0:
    os.setgid(65534); os.setuid(65534)  # root may open everything
    open_memory()  # which the change of user has closed
answers = []
for closed in (False, True):
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        if closed:
            close_memory()
        os.write(writing, b'x')
        time.sleep(100)
    os.read(reading, 1)
    try:
        open(f'/proc/{child}/mem', 'rb+').close()
        answers.append('opened')
    except PermissionError:
        answers.append('refused')
    os.kill(child, signal.SIGKILL)
print(json.dumps(answers))
"""
    assert in_a_process(code)[1] == "refused"


@on_linux
def test_memory_can_be_opened_again() -> None:
    code = """
close_memory(); open_memory()
open('/proc/self/mem', 'rb').close()
print(json.dumps('opened'))
"""
    assert in_a_process(code) == "opened"


@on_linux
def test_a_process_can_die_with_its_parent() -> None:
    code = """
reading, writing = os.pipe()
middle = os.fork()
if not middle:
    child = os.fork()
    if not child:
        die_with_parent()
        os.write(writing, b'x')
        time.sleep(100)
    os.read(reading, 1)
    os._exit(0)
os.waitpid(middle, 0)
os.close(writing)
print(json.dumps(len(os.read(reading, 1))))  # the end of the pipe: nobody holds it any more
"""
    assert in_a_process(code) == 0


def test_every_limit_has_a_number_here() -> None:
    assert len(kernel_limits(Limits())) >= 5
