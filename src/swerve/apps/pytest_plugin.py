"""How does pytest record calls of the project's functions during an ordinary run?

    pytest --swerve

Every pytest that finds swerve installed imports this module: whatever it needs is loaded when it
is asked for.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path
    from typing import Any

    import pytest

_OUTPUT = "swerve"
_PLUGIN = "swerve-recording"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.getgroup("swerve").addoption(
        "--swerve",
        action="store_true",
        help="record calls of the project's functions in .swerve/recorded, for `swerve check`",
    )


def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Begin when that was asked for, before anything of the project is imported."""
    if early_config.known_args_namespace.swerve:
        _begin(early_config)


def _begin(config: pytest.Config) -> None:
    import pytest

    from swerve.run.recording import Recorder, folder_of, top_of, trouble_with
    from swerve.run.recording.hearing import CannotHear, hearing_for

    top = top_of(config.rootpath)
    if trouble := trouble_with(folder_of(top)):
        raise pytest.UsageError(f"--swerve: {trouble}")
    recorder = Recorder(top)
    try:
        hearing = hearing_for(recorder)
    except CannotHear as why:
        raise pytest.UsageError(f"--swerve: {why}") from None
    for name in ("runtest_protocol", "runtest_makereport"):
        pytest.hookimpl(hookwrapper=True)(getattr(_Recording, f"pytest_{name}"))
    config.pluginmanager.register(_Recording(config, top, recorder, hearing), _PLUGIN)


class _Recording:
    """One run of pytest, or of one worker of pytest-xdist."""

    def __init__(self, config: pytest.Config, top: Path, recorder: Any, hearing: Any) -> None:
        self._config = config
        self._top = top
        self._recorder = recorder
        self._hearing = hearing
        self._has_failed = False
        #: What was recorded; by all workers where there are some.
        self.functions: set[str] = set()
        self.calls, self.seconds = 0, 0.0
        self.trouble = ""

    def pytest_configure(self, config: pytest.Config) -> None:
        """Hear of the workers of pytest-xdist, where this is not one."""
        if config.pluginmanager.hasplugin("xdist") and not hasattr(config, "workerinput"):
            config.pluginmanager.register(_Workers(self), f"{_PLUGIN}-workers")

    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, None]:
        """Record while a test runs, with all that is around it."""
        self._has_failed = False
        self._recorder.begins(self._id_of(item))
        outcome = yield
        is_cut_short = outcome.excinfo is not None  # Ctrl-C, or `pytest.exit`
        self._recorder.ended(failed=self._has_failed or is_cut_short)

    def pytest_runtest_makereport(self) -> Generator[None, Any, None]:
        """Note that a part of a test failed, also where that was expected."""
        outcome = yield
        report = outcome.get_result()
        is_expected = report.outcome == "skipped" and hasattr(report, "wasxfail")
        self._has_failed |= report.outcome == "failed" or is_expected

    def pytest_sessionfinish(self) -> None:
        """Keep what was recorded."""
        from swerve.model.errors import LinkInTheWay
        from swerve.run.recording import keep

        self._hearing.close()
        versions = self._recorder.versions()
        trouble = ""
        if versions:
            try:
                keep(self._top, versions)
            except OSError as error:
                trouble = f"the calls could not be saved: {error.strerror or error}"
            except LinkInTheWay as error:
                trouble = f"the calls could not be saved: {error.message}"
        functions = [each.name for each in versions if each.calls]
        calls = sum(len(each.calls) for each in versions)
        recorded = [functions, calls, self._recorder.seconds, trouble]
        self.add(*recorded)
        output = getattr(self._config, "workeroutput", None)
        if output is not None:
            output[_OUTPUT] = recorded

    def add(self, functions: list[str], calls: int, seconds: float, trouble: str) -> None:
        """Count what one process has recorded."""
        self.functions.update(functions)
        self.calls += calls
        self.seconds += seconds
        self.trouble = self.trouble or trouble

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say what came of it."""
        terminalreporter.section("swerve", sep="-")
        if self.trouble:
            terminalreporter.line(f"swerve: {self.trouble}")
        elif not self.calls:
            terminalreporter.line(
                f"no call was recorded: no passing test called a function under {self._top} "
                "in a way that can be recorded"
            )
        else:
            terminalreporter.line(
                f"recorded {_counted(self.calls, 'call')} to "
                f"{_counted(len(self.functions), 'function')} in .swerve/recorded "
                f"({self.seconds:.1f} s)"
            )

    def _id_of(self, item: pytest.Item) -> str:
        """As pytest names it when it starts at the top of the project."""
        file = os.path.relpath(item.path, self._top).replace(os.sep, "/")
        return f"{file}::{item.nodeid.partition('::')[2]}"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


class _Workers:
    """Hears what the workers of pytest-xdist have recorded."""

    def __init__(self, recording: _Recording) -> None:
        self._recording = recording

    def pytest_testnodedown(self, node: Any) -> None:
        """A worker has ended."""
        output = getattr(node, "workeroutput", {}).get(_OUTPUT)
        if output is not None:
            self._recording.add(*output)
