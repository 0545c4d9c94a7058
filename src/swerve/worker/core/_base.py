"""Who starts the processes that run target code, and ends them when they go too far?

The base is the first process in a cell. It never runs target code: it forks warm processes, which
do, counts what they start, and tells the parent why it ended one.

    from the parent   {"warm": id, ...} with two or three descriptors, {"end": id}
    to the parent     {"hello": ...}, {"forked": id},
                      {"refused": id, "why": ...}, {"dead": id, "status": ...}
"""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
from json import dumps, loads

from .descendants import descendants, end_descendants, kill_all, take_census
from .frames import ChannelClosed, receive_frame, send_frame
from .jobs import Guidance
from .limits import Limits, adopt_orphans, apply_limits, close_memory
from .warm import run_warm

#: How often descendants are counted.
_TICK_MS = 25


def main(control_fd: int) -> None:
    """Serve the parent until it goes away."""
    serve(control_fd)


def serve(control_fd: int, guidance: Guidance | None = None) -> None:
    """The same, for cells in which functions may run with what they lack made up."""
    control = socket.socket(fileno=control_fd)
    order = loads(receive_frame(control)[0])
    limits = Limits(**order["limits"])
    notes = apply_limits(limits)
    adopt_orphans()
    close_memory()
    # Sent when swerve is gone; the closed channel says so too, and leaves time to clean up.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _tell(control, {"hello": list(sys.version_info[:3]), "notes": notes})
    try:
        _Base(control, limits, order["scratch"], guidance).serve()
    except ChannelClosed:
        pass
    finally:
        end_descendants()
        os._exit(0)


class _Base:
    def __init__(
        self,
        control: socket.socket,
        limits: Limits,
        scratch: str,
        guidance: Guidance | None,
    ) -> None:
        self._control = control
        self._guidance = guidance
        self._limits = limits
        self._scratch = scratch
        #: Process -> what the parent calls it.
        self._warm: dict[int, int] = {}

    def serve(self) -> None:
        poller = select.poll()
        poller.register(self._control, select.POLLIN)
        while True:
            if poller.poll(_TICK_MS if self._warm else None):
                self._obey()
            self._bury()
            if self._warm:
                self._count()

    def _obey(self) -> None:
        message, fds = receive_frame(self._control)
        order = loads(message)
        if "warm" in order:
            try:
                process = os.fork()
            except OSError:  # no room for another; its channel closes and says so
                process = -1
            if not process:
                self._control.close()
                run_warm(order, self._scratch, fds, self._guidance)  # never returns
            for fd in fds:
                os.close(fd)
            if process > 0:
                self._warm[process] = order["warm"]
                _tell(self._control, {"forked": order["warm"]})
        elif "end" in order:
            for process, identity in self._warm.items():
                if identity == order["end"]:
                    kill_all([process, *descendants(process)])

    def _bury(self) -> None:
        """Take leave of processes that ended, and end what a warm process left behind."""
        has_orphans = False
        while True:
            try:
                process, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                break
            if not process:
                break
            if process in self._warm:
                _tell(self._control, {"dead": self._warm.pop(process), "status": status})
                has_orphans = True
        if has_orphans:
            end_descendants(spare=frozenset(self._warm))

    def _count(self) -> None:
        """End what is below the warm process that has most, when it is more than allowed."""
        census = take_census(frozenset(self._warm), self._limits.memory_bytes)
        why = ""
        if census.tasks > self._limits.tasks:
            why = f"more than {self._limits.tasks} processes and threads"
        elif census.resident_bytes > self._limits.memory_bytes:
            why = f"more than {self._limits.memory_bytes >> 20} MiB of memory"
        if why:
            below = {process: descendants(process) for process in self._warm}
            worst = max(below, key=lambda process: len(below[process]))
            _tell(self._control, {"refused": self._warm[worst], "why": why})
            kill_all(below[worst])


def _tell(control: socket.socket, message: dict[str, object]) -> None:
    send_frame(control, dumps(message).encode())
