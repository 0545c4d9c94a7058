"""Who imports the project once, and forks for every batch of jobs?

    from the parent   which area, the limit of a job in seconds, how many jobs there are: they lie
                      in the memory that belongs to the area
    to the parent     {"importing": name} and what came of it, for each module; {"ready": true}
                      with the watched lines that hold code and what could not be frozen;
                      then one `STATUS` for every batch. The token stands before each.

The token tells this process's words from what target code writes to every descriptor it finds
while it is imported. The batch process has no descriptor that leads to the parent.
"""

from __future__ import annotations

import gc
import os
import socket
from collections.abc import Iterator
from functools import partial
from json import dumps
from mmap import PROT_READ, mmap
from os import (
    WEXITSTATUS,
    WIFSIGNALED,
    WNOHANG,
    WTERMSIG,
    _exit,
    chdir,
    close,
    closerange,
    fork,
    getpid,
    kill,
    setsid,
    waitpid,
)
from select import POLLIN
from select import poll as _poll
from signal import SIG_DFL, SIGALRM, SIGKILL, SIGTERM, signal
from struct import Struct
from time import process_time
from typing import Any

from ..frozen._freezing import unfrozen
from ..snapshot.tables import make_tables
from ._batch import Batch
from ._importing import import_one, preload, prepared, set_import_path
from ._probes import lines_that_can_run
from .answers import TOLD, answer_parts
from .area import Area
from .descendants import end_descendants, has_children
from .django_setup import set_up_django
from .frames import ChannelClosed, receive_frame, send_frame
from .jobs import GUIDED_MODULE, LENGTH, PRELOAD, Guidance, read_jobs
from .limits import adopt_orphans, die_with_parent
from .scratch import Scratch
from .waiting import Patience

#: Area, limit in seconds, junk, number of jobs.
REQUEST = Struct("<BdBI")
#: How the batch process ended, the exit code or signal, and seconds of work.
STATUS = Struct("<BId")
EXITED = 0
SIGNALLED = 1
#: It did not heed its own timer and was killed from here.
OVERDUE = 2

#: How long a job may go on after its own timer rang, in seconds.
_GRACE = 0.3
#: How often a running batch is looked at, in milliseconds.
_LOOK_MS = 50

_pidfd_open = getattr(os, "pidfd_open", None)
_freeze_garbage = gc.freeze
_collect_garbage = gc.collect
#: At level strict, beside scratch: what else can be written to. The temporary folders lead to
#: scratch, or are folders of their own where the interpreter lies below.
_MORE_SCRATCH = ("/dev/shm", "/tmp", "/var/tmp")  # noqa: S108
_kept: list[object] = []
#: Sizes of what has no size class of its own: classes, functions with much to them, tables.
_LARGE = (*range(520, 1400, 24), 1600, 1800, 2000, 2400, 3000, 4000)


def run_warm(
    order: dict[str, Any], scratch: str, fds: list[int], guidance: Guidance | None
) -> None:
    """Import and serve until the parent goes away; never returns."""
    try:
        _serve(order, scratch, fds, guidance)
    except ChannelClosed:
        pass
    finally:
        _exit(0)


def _serve(
    order: dict[str, Any], scratch_folder: str, fds: list[int], guidance: Guidance | None
) -> None:
    setsid()
    die_with_parent()
    adopt_orphans()
    signal(SIGTERM, SIG_DFL)
    channel = socket.socket(fileno=fds[0])
    areas = []
    memories = []
    for area_fd, jobs_fd in zip(fds[1::2], fds[2::2]):
        areas.append(Area(mmap(area_fd, 0)))
        memories.append(mmap(jobs_fd, 0, prot=PROT_READ))
        close(area_fd)
        close(jobs_fd)
    # `mmap` keeps a descriptor of its own for each area: whoever writes to it forges answers.
    closerange(3, channel.fileno())
    closerange(channel.fileno() + 1, 4096)
    token = bytes.fromhex(order["token"])
    process = getpid()
    keep_junk(order["junk"])
    is_alone = order["has_own_mounts"]
    more = _MORE_SCRATCH if is_alone else ()
    scratch = Scratch(scratch_folder, more, tree=order["tree"], is_alone=is_alone)
    scratch.clear()  # whoever was here before has left nothing to find
    os.environ.update(scratch.environment())
    chdir(scratch.working_folder)
    batch = Batch({**order, "scratch": scratch_folder}, scratch, guidance)
    set_import_path(order["roots"], order["sys_path"])
    if order["django"] and order["modules"]:
        prepared(partial(set_up_django, *order["django"]), order["import_limit"], batch.timer)
    _freeze_garbage()  # nor does `gc.get_objects` tell of anything that is ours
    for name in order["modules"]:
        send_frame(channel, token + dumps({"importing": name}).encode())
        load = None
        if name == GUIDED_MODULE:
            load = partial(batch.load_guided, order["guided"])
        told = import_one(name, order["import_limit"], batch.timer, order["tree"], load)
        if getpid() != process:
            _exit(0)  # the module forked, and its child came home here
        send_frame(channel, token + dumps(told).encode())
    preload(order["also"], order["import_limit"], batch.timer)
    prepared(make_tables, order["import_limit"], batch.timer)
    _settle(scratch, batch)
    ready = {"ready": True, "unfrozen": unfrozen(), "can_run": lines_that_can_run()}
    send_frame(channel, token + dumps(ready).encode())
    while True:
        message, _ = receive_frame(channel)
        before = process_time()
        number, limit, junk, count = REQUEST.unpack_from(message)
        area, memory = areas[number], memories[number]
        area.clear()
        if memory[LENGTH.size] == PRELOAD:
            process = getpid()
            (job,) = read_jobs(memory, count)
            preload(job[1:].decode().split(), order["import_limit"], batch.timer)
            if getpid() != process:
                _exit(0)
            area.begin()
            area.put(answer_parts(TOLD, 0.0))
            _settle(scratch, batch)
            how, code, seconds = EXITED, 0, 0.0
        else:
            process = fork()
            if not process:
                channel.close()
                keep_junk(junk)
                batch.run(read_jobs(memory, count), area, limit)  # never returns
            how, code, seconds = _wait(process, area, limit)
        if has_children():
            end_descendants()
        scratch.clear()
        batch.observer.forget_output()
        seconds += process_time() - before
        send_frame(channel, token + STATUS.pack(how, code, seconds))


def _settle(scratch: Scratch, batch: Batch) -> None:
    """Take what imports did as given, for all jobs to come."""
    scratch.clear()
    batch.observer.settle()
    _collect_garbage()
    _freeze_garbage()


def _wait(process: int, area: Area, limit: float) -> tuple[int, int, float]:
    """Wait until a batch process ends, and end it when one job takes too long.

    How it ended, and how many seconds it worked.
    """
    patience = Patience(process)
    poller = _poll()
    look_ms = _LOOK_MS
    handle = -1
    if _pidfd_open is None:  # not on Linux: look often instead of being woken
        look_ms = 1
    else:
        handle = _pidfd_open(process)
        poller.register(handle, POLLIN)
    begun, since = 0, 0.0
    overdue = rang = False
    while True:
        poller.poll(look_ms)
        seconds = patience.look()
        ended, status = waitpid(process, WNOHANG)
        if ended:
            break
        now_begun = area.begun()
        if now_begun != begun:
            begun, since = now_begun, seconds
        elif seconds - since > limit + _GRACE:
            overdue = True
            kill(process, SIGKILL)
        elif seconds - since > limit:
            rang = True
            kill(process, SIGALRM)  # its own timer does not ring while it waits
    if handle >= 0:
        close(handle)
    if WIFSIGNALED(status):
        signalled = WTERMSIG(status)
        if overdue or (rang and signalled == SIGALRM):
            return OVERDUE, 0, seconds
        return SIGNALLED, signalled, seconds
    return EXITED, WEXITSTATUS(status), seconds


def keep_junk(amount: int) -> None:
    """Fill memory with objects of all sizes, and take some away again; `amount` says which.

    What depends on where objects lie (`id`, the order of a set of objects) is the same in every
    process that is forked from one parent. Junk before the imports, with holes in it, makes it
    differ, so that it is seen to be noise.
    """
    if not amount:
        return
    draw = _numbers(amount)
    for size in (*range(0, 480, 16), *_LARGE):
        blocks: list[object] = [bytes(size + 1) for _ in range(next(draw) % 64)]
        blocks += [{} for _ in range(next(draw) % 8)]
        blocks += [{number} for number in range(next(draw) % 8)]
        blocks += [object() for _ in range(next(draw) % 32)]
        order = sorted(range(len(blocks)), key=lambda _: next(draw))
        for place in order[: len(order) // 2]:
            blocks[place] = None
        _kept.append(blocks)


def _numbers(seed: int) -> Iterator[int]:
    """Numbers without a pattern to speak of; `random` belongs to the target."""
    while True:
        seed = (seed * 1103515245 + 12345) % 2147483648
        yield seed >> 16
