"""Are the doors of the kernel shut that no tested program needs?"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator

import pytest
from tests.run.sandbox.rooms import look, needs_strict

from swerve.run.sandbox import Level
from swerve.run.sandbox._seccomp import _MACHINES, _REFUSED, filter_for

CLONE = {"x86_64": 56, "aarch64": 220}
IOCTL = {"x86_64": 16, "aarch64": 29}
SOCKETS = {"x86_64": (41, 53), "aarch64": (198, 199)}
WRITE = {"x86_64": 1, "aarch64": 64}
MACHINE = os.uname().machine


def judged(machine: str, number: int, first: int = 0, second: int = 0, kind: int = 0) -> str:
    """What the filter says to a call: run here, step by step, as the kernel does."""
    call = struct.pack("<IIQQQ", number, kind or _MACHINES[machine][0], 0, first, second)
    program = filter_for(machine)
    assert program is not None
    steps = list(struct.iter_unpack("<HBBI", program))
    value, at = 0, 0
    while True:
        code, if_true, if_false, operand = steps[at]
        at += 1
        if code == 0x20:
            value = struct.unpack_from("<I", call, operand)[0]
        elif code == 0x06:
            words = {0x7FFF0000: "allowed", 0x00050001: "refused", 0x00050026: "unknown"}
            return {**words, 0x00050061: "no such family"}[operand]
        else:
            holds = {0x15: value == operand, 0x35: value >= operand, 0x45: bool(value & operand)}
            at += if_true if holds[code] else if_false


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
class TestFilter:
    def test_every_call_on_the_list_is_refused(self, machine: str) -> None:
        column = _MACHINES[machine][1]
        assert {judged(machine, numbers[column]) for numbers in _REFUSED.values()} == {"refused"}

    def test_everything_else_is_allowed(self, machine: str) -> None:
        column = _MACHINES[machine][1]
        refused = {numbers[column] for numbers in _REFUSED.values()}
        others = set(range(460)) - refused - {435, *SOCKETS[machine]}
        assert {judged(machine, number) for number in others} == {"allowed"}

    def test_clone_makes_processes_and_no_namespaces(self, machine: str) -> None:
        assert judged(machine, CLONE[machine], first=17) == "allowed"
        assert judged(machine, CLONE[machine], first=0x3D0F00) == "allowed"  # a thread
        for flag in _namespaces():
            assert judged(machine, CLONE[machine], first=flag | 17) == "refused"
        assert judged(machine, 435) == "unknown"

    def test_sockets_are_of_families_that_the_namespace_covers(self, machine: str) -> None:
        for number in SOCKETS[machine]:
            allowed = {f for f in range(64) if judged(machine, number, first=f) == "allowed"}
            assert allowed == {1, 2, 10, 16}
            assert judged(machine, number, first=40) == "no such family"

    def test_nothing_types_into_a_terminal(self, machine: str) -> None:
        assert judged(machine, IOCTL[machine], second=0x5412) == "refused"
        assert judged(machine, IOCTL[machine], second=0x5412 | 1 << 32) == "refused"
        assert judged(machine, IOCTL[machine], second=0x541C) == "refused"
        assert judged(machine, IOCTL[machine], second=0x5401) == "allowed"

    def test_calls_under_other_numbers_do_not_exist(self, machine: str) -> None:
        assert judged(machine, WRITE[machine]) == "allowed"
        assert judged(machine, WRITE[machine] | 0x40000000) == "unknown"
        assert judged(machine, WRITE[machine], kind=0x40000003) == "unknown"


def test_a_machine_whose_numbers_are_not_known_gets_no_filter() -> None:
    assert filter_for("riscv64") is None


@needs_strict
@pytest.mark.skipif(MACHINE not in _MACHINES, reason="no filter for this machine")
def test_the_kernel_refuses_inside_a_cell() -> None:
    column = _MACHINES[MACHINE][1]
    numbers = {
        name: _REFUSED[name][column] for name in ("keyctl", "bpf", "io_uring_setup", "ptrace")
    }
    code = f"""
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
answers = {{}}
for name, number in {numbers!r}.items():
    answers[name] = [libc.syscall(number, 0, 0, 0, 0, 0), errno.errorcode[ctypes.get_errno()]]
tell(answers)
"""
    assert look(Level.STRICT, code) == {name: [-1, "EPERM"] for name in numbers}


@needs_strict
def test_threads_processes_and_pools_work_inside_a_cell() -> None:
    code = """
import multiprocessing, subprocess, threading
seen = []
thread = threading.Thread(target=lambda: seen.append(1)); thread.start(); thread.join()
with multiprocessing.get_context('fork').Pool(2) as pool:
    seen += pool.map(abs, [-2, -3])
seen.append(subprocess.run(['/bin/echo', '4'], capture_output=True, text=True).stdout)
tell(seen)
"""
    assert look(Level.STRICT, code) == [1, 2, 3, "4\n"]


def _namespaces() -> Iterator[int]:
    # user, mount, pid, network, ipc, uts, cgroup, time
    yield from (0x10000000, 0x20000, 0x20000000, 0x40000000, 0x8000000, 0x4000000, 0x2000000, 0x80)
