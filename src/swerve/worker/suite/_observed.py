"""Run tests of a project with the calls of some of its functions observed.

    python _boot.py DESCRIPTOR suite._observed

As `_suite`, with another order: see `_errands` of the engine `replay`. Lines of the log, beside
those that every run of a suite writes:

    ["call", function, test, number, before, "returned" | "raised", after, recipe, caller]
                                         the caller is [function, number], or null where none is
                                         observed
    ["function", number, file, name]     a number stands for a function from here on
    ["ran", test, [number, ...]]         functions that ran in a test; "": when it was imported
    ["lines", function, [line, ...]]     lines of an observed function that ran
    ["begins", test]
    ["first"]                            the tests that come with the change have run
    ["result", test, outcome, reason, seconds]
"""

from __future__ import annotations

import builtins
import os
import random
import sys
from importlib.util import find_spec
from typing import Any

from ..core._importing import set_import_path
from ..core.django_setup import set_up_django
from ._observed_calls import Observer
from ._process import Log, begun, clock, end
from ._pytest import reason_in, run_pytest
from ._unittest import run_unittest
from .loading import Loading
from .missing import MISSING, missing, tolerant
from .observed_rewriting import FUNCTION, LINES, RAN, Rewriting


class Hearer:
    """Tells what tests did to the code of the project."""

    def __init__(self, log: Log, observer: Observer, ran: dict[tuple[Any, ...], int]) -> None:
        self._log = log
        self._observer = observer
        #: Marks of what ran since the last time.
        self._ran = ran
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._result = ["", ""]
        self._began = 0.0
        self._told: set[tuple[Any, ...]] = set()

    @property
    def is_enough(self) -> bool:
        """Whether more tests would hardly tell more."""
        return self._observer.is_enough

    def imported(self) -> None:
        """Do nothing: what ran now runs in every test."""

    def collected(self) -> None:
        """What ran when modules were imported belongs to no test."""
        self._tell_ran("")

    def begins(self, test: str) -> None:
        """Make every test begin alike."""
        random.seed(0)
        numpy = sys.modules.get("numpy.random")
        if numpy is not None:
            numpy.seed(0)
        self._result = ["", ""]
        self._began = clock()
        self._log.tell(["begins", test])
        self._observer.begins(test)

    def ended(self, test: str) -> None:
        """Tell all about it."""
        self._observer.ended({mark[1] for mark in self._ran if mark[0] == LINES})
        self._tell_ran(test)
        self._log.tell(["result", test, *self._result, clock() - self._began])

    def result(self, test: str, report: Any) -> None:
        """The worst that happened counts."""
        if self._result[0] in ("", "passed"):
            why = "" if report.outcome == "passed" else reason_in(report.longrepr)
            self._result = [report.outcome, why]

    def again(self, order: Any) -> None:
        """Tell all calls of some tests."""
        self._observer.again(varies=order["varies"])

    def _tell_ran(self, test: str) -> None:
        marks = list(self._ran)
        self._ran.clear()
        functions: list[int] = []
        lines: list[list[Any]] = []
        for mark in marks:
            if mark[0] == FUNCTION:
                is_new = mark not in self._numbers
                number = self._numbers.setdefault(mark, len(self._numbers))
                functions.append(number)
                if is_new:
                    lines.append([FUNCTION, number, *mark[1:]])
            elif test and mark not in self._told:
                self._told.add(mark)
                lines.append([mark[0], mark[1], mark[2:]])
        self._log.tell(*lines, ["ran", test, functions])


def _same_each_time() -> list[str]:
    """What pytest is told so that two runs do the same."""
    has_hypothesis = find_spec("_hypothesis_pytestplugin") is not None
    return ["--hypothesis-seed=0"] if has_hypothesis else []


def _has_pytest() -> bool:
    try:
        import pytest  # noqa: F401 - whether it can be
    except Exception:  # not there, or broken
        return False
    return True


def main(descriptor: int) -> None:
    """Run the tests, and end this process."""
    scratch = os.getcwd()
    order, log, folder, paths = begun(descriptor)
    order["scratch"] = scratch
    set_import_path([*paths, *([] if folder in paths else [folder])], order["sys_path"])
    ran: dict[tuple[Any, ...], int] = {}
    observer = Observer(order["watched"], log, order, folder)
    observer.install()
    setattr(builtins, RAN, ran)
    spared = order["tests"] if order["marks"] else None
    setattr(builtins, MISSING, missing)
    rewriting = Rewriting(order["watched"], spared)
    moved = {name for name, _ in order["instead"]} if order["stands_in"] else ()

    def rewritten(tree: Any, file: str) -> Any:
        changed = rewriting.rewritten(tree, file)
        return tolerant(changed or tree) if file in moved else changed

    Loading([[folder, ""]], rewritten).begin()
    if order["django"]:
        module, place = order["django"]
        has_runner = find_spec("pytest_django") is not None
        set_up_django(module, os.path.normpath(os.path.join(folder, place)), has_runner=has_runner)
    run = run_pytest if _has_pytest() else run_unittest
    order["options"] += _same_each_time()
    status, is_out_of_time = run(order, folder, log, Hearer(log, observer, ran))
    end(log, status, is_out_of_time)
