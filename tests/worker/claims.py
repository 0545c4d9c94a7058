"""Claims about modules of the worker, checked inside any Python from 3.9 on.

A file of claims is a module with functions that take nothing and assert something. Each runs in a
process of its own, forked from one that has loaded the worker as it is loaded in a target's
interpreter: by path, under another name, out of sight of `sys.modules`.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

WORKER = Path(__file__).parents[2] / "src" / "swerve" / "worker"
#: A claim that has not come to an end by then does not hold.
LIMIT_S = 120
AT_A_TIME = 4

_loaded: dict[str, ModuleType] = {}


class Real:
    """Functions that stay real; as names of a module they would be found and replaced."""

    sleep = staticmethod(time.sleep)
    monotonic = staticmethod(time.monotonic)
    alarm = staticmethod(signal.alarm)
    time = staticmethod(time.time)


def worker(name: str) -> Any:
    """A module of the worker."""
    return _loaded[name]


def load_worker(*names: str) -> None:
    """Load modules of the worker the way `_boot` does."""
    spec = importlib.util.spec_from_file_location("_boot", WORKER / "_boot.py")
    assert spec is not None
    assert spec.loader is not None
    boot: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(boot)
    finder = boot._Finder(str(WORKER))
    sys.meta_path.insert(0, finder)
    for name in names:
        _loaded[name] = importlib.import_module(f"{boot._PACKAGE}.{name}")
    sys.meta_path.remove(finder)
    for name in [name for name in sys.modules if name.startswith(boot._PACKAGE)]:
        del sys.modules[name]


def main(claims: str) -> None:
    """Check all claims of a module, and print what is wrong with which as JSON."""
    sys.dont_write_bytecode = True
    module = importlib.import_module(claims)
    load_worker(*module.NEEDS)
    if hasattr(module, "prepare"):
        module.prepare()
    claims_by_name = {
        name: one for name, one in vars(module).items() if is_claim(name, one, claims)
    }
    print(json.dumps(_checked(claims_by_name)))  # noqa: T201


def is_claim(name: str, value: Any, module: str) -> bool:
    """Whether it is a public function of the module that takes nothing."""
    return (
        getattr(value, "__module__", None) == module
        and not name.startswith("_")
        and name != "prepare"
        and hasattr(value, "__code__")
        and not value.__code__.co_argcount
    )


def _checked(claims: dict[str, Callable[[], None]]) -> dict[str, str]:
    """Check a few at a time: most of them wait for something."""
    found: dict[str, str] = {}
    running: dict[int, tuple[str, Any]] = {}
    waiting = list(claims)
    while waiting or running:
        if waiting and len(running) < AT_A_TIME:
            name, said = waiting.pop(0), tempfile.TemporaryFile()  # noqa: SIM115 - closed below
            process = os.fork()
            if not process:
                _check(claims[name], said.fileno())
            running[process] = name, said
            continue
        process, status = os.wait()
        name, said = running.pop(process)
        with said:
            said.seek(0)
            text = said.read().decode()
        found[name] = text if os.WEXITSTATUS(status) else ""
        if os.WIFSIGNALED(status):
            found[name] = f"killed by signal {os.WTERMSIG(status)}: {text}"
    return found


def _check(claim: Callable[[], None], said: int) -> None:
    status = 1
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    Real.alarm(LIMIT_S)
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            claim()
        status = 0
    except BaseException:
        os.write(said, traceback.format_exc().encode())
    finally:
        os._exit(status)
