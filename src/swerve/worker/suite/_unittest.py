"""How does `unittest` run the tests of a project where there is no pytest?"""

from __future__ import annotations

import os
import sys
import unittest
from importlib import import_module
from typing import Any, NamedTuple

from ..core._names import described
from ._process import STOPWATCH, Log, TooLong, arm, disarm, is_chosen
from ._pytest import Hearer

_IMPORT_S = 30.0
_LONGEST_REASON = 300


class Report(NamedTuple):
    """How a test ended, as pytest would put it."""

    outcome: str
    longrepr: str = ""


class _Results(unittest.TestResult):
    """Keeps the tests of one file within their limits, and tells how they end."""

    def __init__(self, file: str, log: Log, hearer: Hearer, test_s: float, seconds: float) -> None:
        super().__init__()
        self._file = file
        self._log = log
        self._hearer = hearer
        self._test_s = test_s
        self._seconds = seconds

    def startTest(self, test: unittest.TestCase) -> None:  # noqa: N802 - its name
        """A test runs."""
        super().startTest(test)
        self._log.tell(["test", self._file, _name_of(test)])
        self._hearer.begins(_id_of(self._file, test))
        arm(self._test_s)

    def stopTest(self, test: unittest.TestCase) -> None:  # noqa: N802 - its name
        """It has run."""
        disarm()
        self._hearer.ended(_id_of(self._file, test))
        super().stopTest(test)
        if STOPWATCH.seconds > self._seconds or self._hearer.is_enough:
            self.stop()

    def addSuccess(self, test: unittest.TestCase) -> None:  # noqa: N802 - its name
        """It passed."""
        self._tell(test, Report("passed"))

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:  # noqa: N802 - its name
        """It was not for here."""
        self._tell(test, Report("skipped", str(reason)))

    def addError(self, test: unittest.TestCase, err: Any) -> None:  # noqa: N802 - its name
        """It, or what is around it, broke."""
        self._tell(test, Report("failed", described(err[1])))

    def addFailure(self, test: unittest.TestCase, err: Any) -> None:  # noqa: N802 - its name
        """An assertion did not hold."""
        self._tell(test, Report("failed", described(err[1])))

    def addSubTest(self, test: unittest.TestCase, subtest: Any, err: Any) -> None:  # noqa: N802 - its name
        """A part of it ended."""
        if err is not None:
            self._tell(test, Report("failed", described(err[1])))

    def addExpectedFailure(self, test: unittest.TestCase, err: Any) -> None:  # noqa: N802 - its name
        """It failed, as it should."""
        self._tell(test, Report("skipped", "expected to fail"))

    def addUnexpectedSuccess(self, test: unittest.TestCase) -> None:  # noqa: N802 - its name
        """It should have failed."""
        self._tell(test, Report("failed", "expected to fail"))

    def _tell(self, test: unittest.TestCase, report: Report) -> None:
        self._hearer.result(_id_of(self._file, test), report)


def _name_of(test: Any) -> str:
    return str(getattr(test, "_testMethodName", "") or test)[:_LONGEST_REASON]


def _id_of(file: str, test: Any) -> str:
    """As pytest would name it."""
    return f"{file}::{type(test).__qualname__}::{_name_of(test)}"


def run_unittest(order: Any, folder: str, log: Log, hearer: Hearer) -> tuple[int, bool]:
    """Run the tests of an order; the exit status, and whether it stopped for the time."""
    seconds = order["seconds"]
    chosen = order["chosen"] and frozenset(order["chosen"])
    avoided = frozenset(order["avoided"])
    log.tell(["ready"])
    suites = {}
    for file in order["tests"]:
        log.tell(["test", file, ""])
        try:
            arm(order["test_seconds"] + _IMPORT_S)
            module = import_module(_imported_as(folder, file))
            disarm()
            suites[file] = unittest.defaultTestLoader.loadTestsFromModule(module)
        except (Exception, SystemExit, TooLong) as error:
            disarm()
            log.tell(["broken", file, described(error)[:_LONGEST_REASON]])
        hearer.imported()
    hearer.collected()
    STOPWATCH.restart()
    for file, suite in suites.items():
        if STOPWATCH.seconds > seconds:
            return 0, True
        results = _Results(file, log, hearer, order["test_seconds"], seconds)
        wanted = unittest.TestSuite()
        for test in _tests_in(suite):
            name = _id_of(file, test)
            if is_chosen(name, chosen) and name not in avoided:
                wanted.addTest(test)
        try:
            wanted.run(results)
        except (Exception, SystemExit, TooLong) as error:
            sys.stderr.write(f"{described(error)}\n")
        disarm()
        if results.shouldStop:
            return 0, True
        log.tell(["finished", file])
    return 0, False


def _tests_in(suite: Any) -> Any:
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            yield from _tests_in(each)
        else:
            yield each


def _imported_as(folder: str, file: str) -> str:
    """The name of a test file's module; the folder above its packages is put on the path."""
    place, name = os.path.split(os.path.join(folder, file))
    parts = [name[: -len(".py")]]
    while os.path.isfile(os.path.join(place, "__init__.py")) and place != folder:
        place, package = os.path.split(place)
        parts.insert(0, package)
    if place not in sys.path:
        sys.path.insert(0, place)
    return ".".join(parts)
