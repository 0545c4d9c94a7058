"""Runs between swerve and a cell: takes on the cell's limits, then becomes its program.

A process can lower its own limits, leave its keys and enter a control group before any foreign code
is there to notice. swerve itself must not, and between fork and exec nothing may run in a program
with threads. So this small script is started first, by swerve's own interpreter. It imports little:
every cell waits for it.
"""

from __future__ import annotations

import ctypes
import marshal
import os
import resource
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_CLONE_NEWNS = 0x00020000
_MS_RDONLY = 0x1
_MS_NOSUID = 0x2
_MS_REMOUNT = 0x20
_MS_BIND = 0x1000
_MS_REC = 0x4000
_MS_PRIVATE = 0x40000
_PR_SET_PDEATHSIG = 1
_PR_CAPBSET_READ = 23
_PR_CAPBSET_DROP = 24
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38
_PR_CAP_AMBIENT = 47
_PR_CAP_AMBIENT_CLEAR_ALL = 4
_CAPABILITY_VERSION_3 = 0x20080522
_CAP_DAC_READ_SEARCH = 2
_KEYCTL_JOIN_SESSION_KEYRING = 1
_ADDR_NO_RANDOMIZE = 0x0040000
_WHICH_NOW = 0xFFFFFFFF
_SIGTERM = 15
#: Number of the system call `keyctl`.
_KEYCTL = {"x86_64": 250, "aarch64": 219, "riscv64": 219, "ppc64le": 271, "s390x": 280}
#: Device nodes that bubblewrap takes from the host.
_DEVICES = ("null", "zero", "full", "random", "urandom", "tty")

_IS_LINUX = sys.platform.startswith("linux")
_libc = ctypes.CDLL(None, use_errno=True)


def main(orders: dict[str, Any]) -> None:
    """Do what the orders say, in the order that leaves no gap, and become the program."""
    for door in orders["doors"]:
        with open(door, "w") as group:
            group.write("0")
    for number, value in orders["limits"]:
        _lower_limit(number, value)
    if orders["is_confined"] and _IS_LINUX:
        _leave_keys()
    if orders["stage"] is not None:
        stage = orders["stage"]
        _stage(stage["folder"], stage["mounts"], read_only_devices=stage["user"] is None)
        if stage["user"] is not None:
            _become(stage["user"])
    if orders["drops_capabilities"]:
        _drop_capabilities()
    if _IS_LINUX:
        if orders["forbids_privileges"]:
            _check(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl")
        # Daemons stay below the program, where they are found when the cell is to end.
        _check(_libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), "prctl")
        # After the change of user, which clears it. A signal that can be heeded: a worker's base
        # has others to end before itself. Bubblewrap asks for the one that cannot.
        _check(_libc.prctl(_PR_SET_PDEATHSIG, _SIGTERM, 0, 0, 0), "prctl")
        if orders["is_aligned"]:
            _libc.personality(_libc.personality(_WHICH_NOW) | _ADDR_NO_RANDOMIZE)
    if os.getppid() != orders["parent"]:
        raise SystemExit(1)
    os.chdir(orders["folder"])
    os.execve(orders["argv"][0], orders["argv"], orders["environment"])  # noqa: S606


def _lower_limit(number: int, value: int) -> None:
    soft, hard = resource.getrlimit(number)
    if number == resource.RLIMIT_CORE:
        soft = hard  # of two ways to say "no core file", the one that was asked for
    known = [bound for bound in (soft, hard) if bound != resource.RLIM_INFINITY]
    value = min([value, *known])
    try:
        resource.setrlimit(number, (value, value))
    except (OSError, ValueError):
        if _IS_LINUX:
            raise


def _leave_keys() -> None:
    """Start an empty session keyring: the user's may hold tickets and passphrases."""
    number = _KEYCTL.get(os.uname().machine)
    if number is not None and sys.maxsize > 2**32:
        _libc.syscall(number, _KEYCTL_JOIN_SESSION_KEYRING, None, 0, 0, 0)


def _stage(folder: str, mounts: tuple[tuple[str, str], ...], read_only_devices: bool) -> None:
    """In a mount namespace of our own, make reachable what lies behind closed folders.

    Only for root. Whoever owns a device node may change its mode for the whole machine, so when
    the cell runs as root the nodes are read-only; writing to a device is not writing to its node.
    """
    _check(_libc.unshare(_CLONE_NEWNS), "unshare")
    _mount(None, "/", _MS_REC | _MS_PRIVATE)
    # Before the stage covers a folder that one of them may lie in.
    sources = [os.open(source, os.O_PATH | os.O_CLOEXEC) for source, _ in mounts]
    _mount("tmpfs", folder, _MS_NOSUID, "tmpfs", "mode=755,size=1m")
    for descriptor, (_, target) in zip(sources, mounts, strict=True):
        source = f"/proc/self/fd/{descriptor}"
        if os.path.isdir(source):
            os.mkdir(target)
        else:
            os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o644))
        _mount(source, target, _MS_BIND | _MS_REC)
        os.close(descriptor)
    if read_only_devices:
        for name in _DEVICES:
            path = f"/dev/{name}"
            if os.path.exists(path):
                _mount(path, path, _MS_BIND)
                _mount(None, path, _MS_BIND | _MS_REMOUNT | _MS_RDONLY | _MS_NOSUID)


def _become(user: int) -> None:
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def _drop_capabilities() -> None:
    """Keep of root's powers only that to read files, which the target's own packages may need."""
    _libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    number = 0
    while _libc.prctl(_PR_CAPBSET_READ, number, 0, 0, 0) >= 0:
        if number != _CAP_DAC_READ_SEARCH:
            _check(_libc.prctl(_PR_CAPBSET_DROP, number, 0, 0, 0), "prctl")
        number += 1
    kept = 1 << _CAP_DAC_READ_SEARCH
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    # Effective, permitted, inheritable: once for the low capabilities, once for the high ones.
    sets = (ctypes.c_uint32 * 6)(kept, kept, 0, 0, 0, 0)
    _check(_libc.capset(ctypes.byref(header), ctypes.byref(sets)), "capset")


def _mount(
    source: str | None, target: str, flags: int, kind: str | None = None, options: str | None = None
) -> None:
    words = [None if word is None else os.fsencode(word) for word in (source, target, kind)]
    data = None if options is None else options.encode()
    answer = _libc.mount(words[0], words[1], words[2], ctypes.c_ulong(flags), data)
    _check(answer, f"mount on {target}")


def _check(answer: int, what: str) -> None:
    if answer != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


if __name__ == "__main__":
    try:
        with open(int(sys.argv[1]), "rb") as sent:
            told = marshal.load(sent)  # noqa: S302 - swerve itself wrote it
        main(told)
    except OSError as trouble:
        raise SystemExit(f"swerve: {trouble}") from None
