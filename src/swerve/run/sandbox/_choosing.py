"""Which level is target code confined at, and does the strict one work on this machine?"""

from __future__ import annotations

import functools
import subprocess
import sys
from collections.abc import Iterator

from swerve.model import Missing
from swerve.model.errors import BadUsage, SandboxMissing

from . import _bubblewrap
from ._bubblewrap import inspect_bubblewrap
from ._cell import Cell, Confinement, Level
from ._cgroup import usable_controllers
from ._diagnosis import does_not_work, not_installed, this_machine
from ._start import start

_TRIAL_S = 20.0
#: What the program of the trial ends with, so that no other end passes for success.
_TRIAL_STATUS = 42


def choose_level(wanted: str = "auto") -> Confinement:
    """Find the level to confine with: the one asked for, or the strictest that works here.

    Whether strict works is found by doing it, once a process.
    """
    if wanted not in {"auto", *(level.value for level in Level)}:
        raise BadUsage(
            f"There is no sandbox level `{wanted}`.", "The levels are strict, process and none."
        )
    if wanted in {Level.PROCESS.value, Level.NONE.value}:
        return Confinement(Level(wanted))
    found = _tried(_bubblewrap.find_bubblewrap())
    if wanted == Level.STRICT.value and found.level is not Level.STRICT:
        first = found.missing[0]
        raise SandboxMissing(f"The sandbox level strict does not work: {first.what}.", first.hint)
    return found


@functools.lru_cache(maxsize=8)
def _tried(program: str | None) -> Confinement:
    return try_strict(program)


def try_strict(program: str | None) -> Confinement:
    """Open a cell and say how that went: level strict, or process with the reason why."""
    machine = this_machine()
    if program is None:
        return Confinement(Level.PROCESS, (not_installed(machine),), tuple(_weaker(None)))
    try:
        inspect_bubblewrap(program)
    except (OSError, subprocess.SubprocessError) as error:
        return Confinement(
            Level.PROCESS, (does_not_work(str(error), machine),), tuple(_weaker(None))
        )
    cell = start(Level.STRICT, Cell(), ["/bin/sh", "-c", f"exit {_TRIAL_STATUS}"])
    status, complaint = cell.run_out(_TRIAL_S)
    if status != _TRIAL_STATUS:
        why = complaint or ("it did not finish" if status is None else f"exit status {status}")
        return Confinement(Level.PROCESS, (does_not_work(why, machine),), tuple(_weaker(None)))
    return Confinement(Level.STRICT, (), tuple(_weaker(program)))


def _weaker(program: str | None) -> Iterator[Missing]:
    """What the level lacks that another machine, or a newer bubblewrap, would give it."""
    newer = "Install bubblewrap {} or newer."
    bwrap = None if program is None else inspect_bubblewrap(program)
    if bwrap is not None and not bwrap.limits_size:
        yield Missing("the scratch folder has no hard size limit", newer.format("0.7"))
    if bwrap is not None and not bwrap.forbids_namespaces:
        what = "code inside can create its own user namespaces"
        yield Missing(what, newer.format("0.8"))
    lacking = {"memory", "pids"} - usable_controllers()
    if sys.platform.startswith("linux") and lacking:
        yield Missing(
            f"no control group can be created ({', '.join(sorted(lacking))}): memory and"
            " processes are counted every few milliseconds instead",
            "Start swerve with `systemd-run --user --scope -p Delegate=yes swerve ...`.",
        )
