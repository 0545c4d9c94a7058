"""Run a command of swerve as a user does, without the second that it takes to load.

For tests that run hundreds of commands and do not ask how a process starts: the child is a fork of
the one that runs the tests, with an environment, a folder and streams of its own.
"""

from __future__ import annotations

import gc
import importlib
import os
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, NoReturn, TextIO, cast

# Here, so that children have them.
_LOADED = ("apps.cli._run", "check.running", "engines.generate", "engines.guided", "engines.prove")
for _module in _LOADED:
    importlib.import_module(f"swerve.{_module}")


def run_forked(
    words: Sequence[str], folder: Path, variables: Mapping[str, str], data: str, seconds: float
) -> subprocess.CompletedProcess[str]:
    """What `subprocess.run` gives for `swerve WORDS`."""
    with (
        tempfile.TemporaryFile() as given,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        given.write(data.encode())
        given.seek(0)
        child = os.fork()
        if not child:
            _be_swerve(words, folder, variables, (given, out, err))
        status = _status_of(child, words, seconds)
        said = [_text(each) for each in (out, err)]
    return subprocess.CompletedProcess(list(words), status, *said)


def _be_swerve(
    words: Sequence[str], folder: Path, variables: Mapping[str, str], streams: Sequence[IO[bytes]]
) -> NoReturn:
    status = 99
    gc.freeze()  # else its memory would be copied to be searched
    try:
        os.setsid()
        for number, stream in enumerate(streams):
            os.dup2(stream.fileno(), number)
        os.closerange(3, 1024)
        sys.stdin = _opened(0, "r")
        sys.stdout, sys.stderr = _opened(1, "w"), _opened(2, "w")
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(variables)
        tempfile.tempdir = None
        sys.argv = ["swerve", *words]
        from swerve.apps.cli import main

        status = main()
    except BaseException:  # nothing of the tests goes on in the child
        traceback.print_exc()
    finally:
        for each in (sys.stdout, sys.stderr):
            each.flush()
        os._exit(status)


def _opened(number: int, mode: str) -> TextIO:
    return cast(TextIO, os.fdopen(number, mode, encoding="utf-8", errors="backslashreplace"))


def _status_of(child: int, words: Sequence[str], seconds: float) -> int:
    until = time.monotonic() + seconds
    while True:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > until:
            os.killpg(child, 9)
            os.waitpid(child, 0)
            raise subprocess.TimeoutExpired(list(words), seconds)
        time.sleep(0.01)


def _text(stream: IO[bytes]) -> str:
    stream.seek(0)
    return stream.read().decode("utf-8", "backslashreplace")
