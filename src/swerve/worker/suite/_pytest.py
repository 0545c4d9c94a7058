"""How does pytest run the tests of a project within their limits, and tell how far it is?"""

from __future__ import annotations

import os
import sys
from typing import Any, Protocol

from ._process import STOPWATCH, Log, arm, disarm, is_chosen
from ._staying import Files, Wishes, can_stay, is_copy


class Hearer(Protocol):
    """Takes part in what happens to tests."""

    @property
    def is_enough(self) -> bool:
        """Whether no more tests need run."""
        ...

    def imported(self) -> None:
        """A file with tests was imported."""

    def collected(self) -> None:
        """All of them were."""

    def begins(self, test: str) -> None:
        """A test is about to run."""

    def ended(self, test: str) -> None:
        """It has run, and what was around it."""

    def result(self, test: str, report: Any) -> None:
        """How setup, call or teardown went; a call that went well, and all that did not."""

    def again(self, order: Any) -> None:
        """Some tests are to run once more."""


#: Beside the time of a test, for a file with tests to be imported.
_IMPORT_S = 30.0
_LONGEST_REASON = 300
#: Exit status of pytest when something in it broke.
_BROKE = 3
_OPTIONS = (
    *("-q", "--tb=no", "--assert=plain", "--continue-on-collection-errors", "-W", "ignore"),
    *("-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:xdist", "-p", "no:timeout"),
    *("-p", "no:swerve"),  # installed beside pytest perhaps, and not to be seen from here
    *("-o", "addopts=", "-o", "filterwarnings=", "-o", "required_plugins="),
)


class Progress:
    """A pytest plugin: keeps the suite within its limits, and tells how far it is."""

    def __init__(self, order: Any, base: str, log: Log, hearer: Hearer, kind: Any) -> None:
        self.is_out_of_time = False
        #: What a file is to pytest.
        self._kind = kind
        self._base = os.path.join(os.path.realpath(base), "")
        #: What tests can write to.
        self._scratch = order.get("scratch", "")
        self._tests = frozenset(order["tests"])
        #: Tests that run, or what they stand in: a file, a class, a test with parameters; all when
        #: None. And those that do not.
        self._chosen = order.get("chosen") and frozenset(order["chosen"])
        self._avoided = frozenset(order.get("avoided", ()))
        #: Names of what changed.
        self._names = frozenset(order.get("names", ()))
        #: Tests that come with the change.
        self._first = frozenset(order.get("first", ()))
        self._test_s = order["test_seconds"]
        self._seconds = order["seconds"]
        self._log = log
        self._hearer = hearer
        #: What is said while the tests run; this process stays as long as something may be.
        self._wishes = Wishes(order["wishes"]) if "wishes" in order else None
        #: Tests that come with the change and are still to run.
        self._first_left = 0
        self._imported: set[str] = set()
        #: Tests that are still to run, for each file.
        self._left: dict[str, int] = {}

    def pytest_make_collect_report(self, collector: Any) -> Any:
        """A file is imported."""
        file = self._file_of(collector)
        if file not in self._tests or not isinstance(collector, self._kind):
            yield
            return
        self._log.tell(["test", file, ""])
        arm(self._test_s + _IMPORT_S)
        outcome = yield
        disarm()
        report = outcome.get_result()
        self._imported.add(file)
        if report.outcome == "failed":
            self._log.tell(["broken", file, reason_in(report.longrepr)])
        self._hearer.imported()

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Leave out what is not to run."""
        if self._chosen is not None or self._avoided:
            items[:] = [item for item in items if self._is_wanted(self._id_of(item))]
        if self._names:  # those first that speak of them, else file by file as before
            files = {file: at for at, file in enumerate(dict.fromkeys(map(self._file_of, items)))}
            items.sort(key=lambda item: self._rank(item, files))

    def _rank(self, item: Any, files: dict[str, int]) -> tuple[bool, bool, int]:
        """What comes with the change is before all else."""
        return not self._is_first(item), not self._names_one(item), files[self._file_of(item)]

    def _is_first(self, item: Any) -> bool:
        name = getattr(item, "originalname", None) or getattr(item, "name", "")
        return name in self._first

    def _names_one(self, item: Any) -> bool:
        code = getattr(getattr(item, "function", None), "__code__", None)
        texts = (*getattr(code, "co_names", ()), *getattr(code, "co_consts", ()))
        given = getattr(getattr(item, "callspec", None), "params", None) or {}
        known = {each for each in (*texts, *given.values()) if type(each) is str}
        return not self._names.isdisjoint(known)

    def _is_wanted(self, test: str) -> bool:
        return is_chosen(test, self._chosen) and test not in self._avoided

    def pytest_collection_finish(self, session: Any) -> None:
        """All is imported, or one of them has ended that."""
        self._hearer.collected()
        STOPWATCH.restart()
        self._count(session.items)

    def _count(self, items: list[Any]) -> None:
        self._left = {}
        for item in items:
            file = self._file_of(item)
            self._left[file] = self._left.get(file, 0) + 1
        self._first_left = sum(map(self._is_first, items))
        self._log.tell(*(["finished", file] for file in sorted(self._imported - self._left.keys())))

    def pytest_runtestloop(self, session: Any) -> None:
        """Run the tests in a copy of this process, if it stays."""
        if self._wishes is None or not can_stay():
            return
        items = list(session.items)
        files = Files(self._scratch)
        self._log.tell(["stays"])
        while not is_copy(self._log, self._wishes):
            order = self._wishes.next_again()
            if not files.are_as_before():
                os._exit(0)
            chosen, self._seconds = frozenset(order["chosen"]), order["seconds"]
            session.items[:] = [item for item in items if is_chosen(self._id_of(item), chosen)]
            STOPWATCH.before = 0.0
            self._hearer.again(order)
            self._count(session.items)

    def pytest_runtest_protocol(self, item: Any) -> Any:
        """A test runs, with all that is around it."""
        file, test = self._file_of(item), self._id_of(item)
        self._log.tell(["test", file, item.name])
        self._hearer.begins(test)
        yield
        disarm()
        self._hearer.ended(test)
        self._left[file] = self._left.get(file, 1) - 1
        if not self._left[file]:
            self._log.tell(["finished", file])
        self._first_left -= self._is_first(item)
        if not self._first_left and self._is_first(item):
            self._log.tell(["first"])
        if self._hearer.is_enough:
            item.session.shouldstop = "enough tests ran"
        elif STOPWATCH.seconds > self._seconds and any(self._left.values()):
            self.is_out_of_time = True
            item.session.shouldstop = "out of time"

    def pytest_runtest_setup(self) -> Any:
        """No test takes the time of all."""
        arm(self._test_s)
        yield
        disarm()

    pytest_runtest_call = pytest_runtest_teardown = pytest_runtest_setup

    def pytest_runtest_makereport(self, item: Any) -> Any:
        """How did a part of a test end?"""
        outcome = yield
        report = outcome.get_result()
        if report.when == "call" or report.outcome != "passed":
            self._hearer.result(self._id_of(item), report)

    def _id_of(self, item: Any) -> str:
        """As pytest names it when it starts in the project."""
        return f"{self._file_of(item)}::{str(item.nodeid).partition('::')[2]}"

    def _file_of(self, node: Any) -> str:
        path = os.path.realpath(str(getattr(node, "path", None) or getattr(node, "fspath", "")))
        return path[len(self._base) :] if path.startswith(self._base) else path


_AROUND = (
    *("make_collect_report", "runtest_protocol", "runtest_makereport"),
    *("runtest_setup", "runtest_call", "runtest_teardown"),
)


def reason_in(longrepr: Any) -> str:
    """The last line of what pytest has to say: mostly the exception."""
    lines = [line.removeprefix("E ").strip() for line in str(longrepr).splitlines()]
    return next((line for line in reversed(lines) if line), "")[:_LONGEST_REASON]


def run_pytest(order: Any, folder: str, log: Log, hearer: Hearer) -> tuple[int, bool]:
    """Run the tests of an order; the exit status, and whether it stopped for the time."""
    import pytest

    for name in _AROUND:
        pytest.hookimpl(hookwrapper=True, tryfirst=True)(getattr(Progress, f"pytest_{name}"))
    pytest.hookimpl(trylast=True)(Progress.pytest_collection_modifyitems)
    pytest.hookimpl(tryfirst=True)(Progress.pytest_runtestloop)
    base = order.get("base") or folder
    # Else a conftest.py above the tests is not seen where no settings say that it should be.
    options = [*_OPTIONS, *([f"--rootdir={folder}"] if base == folder else []), *order["options"]]
    progress = Progress(order, base, log, hearer, pytest.File)
    tests = [os.path.join(base, test) for test in order["tests"]]
    sys.argv = ["pytest"]
    log.tell(["ready"])
    try:
        status = int(pytest.main([*options, *tests], plugins=[progress]))
    except BaseException as error:  # pytest itself: a test took its folder away, for example
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        status = _BROKE
    disarm()
    return status, progress.is_out_of_time
