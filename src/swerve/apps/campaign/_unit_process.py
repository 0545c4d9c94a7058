"""What does a process do that takes units one after the other?

Units come in on standard input, each a length and a pickle; answers go out on a pipe of their own:
"+" for a unit that arrived, then a line of JSON, then the report. When its standard input ends,
whoever asked is gone: it kills its group, in the middle of a unit if needed.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import os
import pickle
import queue
import resource
import shutil
import signal
import struct
import sys
import threading
import time
import traceback
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from swerve.check.checking import check_raw
from swerve.check.investigating import prepare_process
from swerve.model.campaign import Unit
from swerve.model.errors import SwerveError
from swerve.source import RawChange, read_between, read_git
from swerve.source.github import pull_request_from_json
from swerve.tell import report_object
from swerve.witness.kept import keep_witnesses, stored_in
from swerve.worker.core.descendants import end_descendants

from ._clones import folder_of, is_url
from ._unit import packed

LENGTH = struct.Struct("!Q")
ARRIVED = b"+"
#: By then, most of what units need is loaded.
_UNITS_TO_WARM_UP = 10


def main(answers_descriptor: str, folder: str) -> None:
    """Answer units until there are no more; what is left in the folder goes with the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the campaign decides when a unit ends
    faulthandler.enable()
    prepare_process()
    units: queue.SimpleQueue[Unit | None] = queue.SimpleQueue()
    listener = threading.Thread(target=_listen, args=(sys.stdin.buffer, units, folder), daemon=True)
    listener.start()
    with suppress(BrokenPipeError):
        _answer_all(units, int(answers_descriptor))
    listener.join()  # nobody is left to answer to: it ends the process when all is put in order


def _answer_all(units: queue.SimpleQueue[Unit | None], answers_descriptor: int) -> None:
    with open(answers_descriptor, "wb") as answers:
        tried = 0
        while (unit := units.get()) is not None:
            answers.write(ARRIVED)
            answers.flush()
            header, report = _answer(unit)
            sys.stdout.flush()
            sys.stderr.flush()
            answers.write(json.dumps({**header, "bytes": len(report)}).encode() + b"\n" + report)
            answers.flush()
            tried += 1
            if tried == _UNITS_TO_WARM_UP:
                # What was loaded stays: looking through it after each unit takes longer than those.
                gc.collect()
                gc.freeze()
            elif tried % _UNITS_TO_WARM_UP == 0:
                gc.collect()


def _listen(stream: BinaryIO, units: queue.SimpleQueue[Unit | None], folder: str) -> None:
    """Pass units on; nobody is left to answer to when there are no more."""
    while len(head := stream.read(LENGTH.size)) == LENGTH.size:
        (size,) = LENGTH.unpack(head)
        if len(data := stream.read(size)) < size:  # killed in the middle of it
            break
        units.put(pickle.loads(data))  # noqa: S301 (from our parent)
    end_descendants(reap=False)
    gone = f"{folder}-gone"  # where the unit, which goes on, puts nothing more
    with suppress(OSError):
        os.rename(folder, gone)
    shutil.rmtree(gone, ignore_errors=True)
    os.killpg(0, signal.SIGKILL)


def _answer(unit: Unit) -> tuple[dict[str, object], bytes]:
    started, cpu_before = time.monotonic(), _cpu_s()
    report, why = b"", ""
    try:
        report = checked(unit)
    except SwerveError as error:
        why = error.message
        sys.stderr.write(f"{error.message}\n  hint: {error.hint}\n  code: {error.code}\n")
    except Exception as error:  # a bug on one unit must not end the campaign
        why = f"a bug in swerve: {type(error).__name__}: {error}"
        traceback.print_exc()
    header: dict[str, object] = {
        "why": why,
        "seconds": time.monotonic() - started,
        "cpu_s": _cpu_s() - cpu_before,
        "peak_bytes": _peak_bytes(),
        "resident_bytes": _resident_bytes(),
    }
    return header, report


def _cpu_s() -> float:
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def _peak_bytes() -> int:
    scale = 1 if sys.platform == "darwin" else 1024
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return max(usage.ru_maxrss for usage in usages) * scale


def _resident_bytes() -> int:
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return _peak_bytes()


def checked(unit: Unit) -> bytes:
    """Check a unit in this process, and return its report, packed.

    One job: a campaign makes use of several cores by looking at several units. Witnesses are kept
    by their ids, on the machine that this process runs on.
    """
    folder = folder_of(unit.repository, *filter(None, (unit.old, unit.new)))
    raw = _read(unit, folder)
    settings = unit.settings.with_table(raw.settings)
    settings = replace(settings, jobs=1, folder=_standing_in(unit.repository))
    report = check_raw(raw, settings)
    report = keep_witnesses(report, stored_in(raw, settings, report.runtime))
    return packed(report_object(report, with_source=True))


def _read(unit: Unit, folder: Path) -> RawChange:
    if unit.pull_request is not None:
        pull = pull_request_from_json(unit.pull_request.encode(), "the pull request")
        return read_between(
            folder, unit.old, unit.new, said=pull.words, paths=(), selection=unit.settings
        )
    revisions = f"{unit.old}..{unit.new}" if unit.old else unit.new
    return read_git(folder, revisions=revisions, staged=False, paths=(), selection=unit.settings)


def _standing_in(repository: str) -> Path | None:
    """From where the project's interpreter is looked for, if not from the current folder.

    A campaign is about other repositories, too, and a worker of a cluster stands anywhere. Nobody
    puts an environment into a clone in the cache.
    """
    if is_url(repository):
        return None
    try:
        return None if Path.cwd().is_relative_to(repository) else Path(repository)
    except OSError:  # the current folder is gone
        return Path(repository)
