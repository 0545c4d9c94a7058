"""Who loads a solver once, and forks for every question?

    main(CONTROL_DESCRIPTOR, MODULE)

It says `{"ready": true}` once the module is loaded. Then it is asked, with the descriptors of an
order and of its answer, and calls `main` of the module with them in a process of its own; and told
to end that process, if it has not ended by itself, which it answers with the processor time that
was used. Target code may run in that process: the template's own memory is closed to it.
"""

from __future__ import annotations

import json
import os
import signal
import socket
from contextlib import suppress
from importlib import import_module

from swerve.worker.core.frames import BadFrame, ChannelClosed, receive_frame, send_frame
from swerve.worker.core.limits import close_memory, die_with_parent, open_memory


def main(control_fd: str, module: str) -> None:
    """Answer questions until nobody asks any more."""
    control = socket.socket(fileno=int(control_fd))
    answer = import_module(module).main
    close_memory()
    with suppress(ChannelClosed, BadFrame):
        send_frame(control, json.dumps({"ready": True}).encode())
        while True:
            _, fds = receive_frame(control)
            child = os.fork()
            if not child:
                _answer(control, answer, fds)
            for descriptor in fds:
                os.close(descriptor)
            with suppress(ChannelClosed, BadFrame):
                receive_frame(control)
            seconds = _ended(child)
            send_frame(control, json.dumps({"seconds": seconds}).encode())


def _answer(control: socket.socket, answer: object, fds: list[int]) -> None:
    """What the child does; it never returns."""
    status = 1
    try:
        die_with_parent()
        open_memory()
        control.close()
        assert callable(answer)  # noqa: S101 - for the type checker
        answer(*map(str, fds))
        status = 0
    finally:
        os._exit(status)


def _ended(child: int) -> float:
    """End a process, and return how much processor time it took."""
    os.kill(child, signal.SIGKILL)
    _, _, usage = os.wait4(child, 0)
    return usage.ru_utime + usage.ru_stime
