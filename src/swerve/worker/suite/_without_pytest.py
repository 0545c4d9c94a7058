"""Runs a test that swerve wrote in an interpreter that has no pytest.

    python _without_pytest.py FILE

Standard library only. Such a file asks pytest for `raises` and for the fixtures `capsys`, `caplog`,
`monkeypatch` and `tmp_path`, and for nothing else; what stands here in their place does the same.
Exit status 0 when the tests of the file pass, 1 when one fails, 2 when the file cannot be imported.
"""

from __future__ import annotations

import io
import logging
import os
import pathlib
import re
import sys
import tempfile
from types import ModuleType
from typing import Any

_MISSING = object()


class _Raises:
    """As `pytest.raises`."""

    def __init__(self, expected: Any, match: str | None = None) -> None:
        self._expected = expected
        self._match = match
        self.value: BaseException | None = None

    def __enter__(self) -> _Raises:
        return self

    def __exit__(self, kind: Any, error: BaseException | None, _: object) -> bool:
        if kind is None:
            raise AssertionError("DID NOT RAISE " + repr(self._expected))
        if not issubclass(kind, self._expected):
            return False
        self.value = error
        if self._match is not None and not re.search(self._match, str(error)):
            raise AssertionError("the message does not match: " + str(error))
        return True


class _Capture:
    """As the fixture `capsys`."""

    class Captured:
        """What was written since the last time."""

        def __init__(self, out: str, err: str) -> None:
            self.out = out
            self.err = err

    def __init__(self) -> None:
        self._streams = sys.stdout, sys.stderr
        self._begin()

    def _begin(self) -> None:
        sys.stdout, sys.stderr = self._own = io.StringIO(), io.StringIO()

    def readouterr(self) -> Captured:
        """Return it, and begin anew."""
        captured = self.Captured(*[stream.getvalue() for stream in self._own])
        self._begin()
        return captured

    def undo(self) -> None:
        """Give the streams back."""
        sys.stdout, sys.stderr = self._streams


class _Patch:
    """As the fixture `monkeypatch`, as far as such files use it."""

    def __init__(self) -> None:
        self._before: list[tuple[Any, str, Any]] = []
        self._environment = dict(os.environ)
        self._folder = os.getcwd()

    def chdir(self, folder: Any) -> None:
        """Go to a folder for the time of the test."""
        os.chdir(folder)

    def setenv(self, name: str, value: str) -> None:
        """Set a variable for the time of the test."""
        os.environ[name] = value

    def delenv(self, name: str) -> None:
        """Remove one."""
        del os.environ[name]

    def setattr(self, owner: Any, name: str, value: Any) -> None:
        """Set an attribute for the time of the test."""
        held = vars(owner).get(name, _MISSING) if isinstance(owner, type) else None
        self._before.append((owner, name, held or getattr(owner, name)))
        setattr(owner, name, value)

    def undo(self) -> None:
        """Put everything back."""
        for owner, name, value in reversed(self._before):
            if value is _MISSING:
                delattr(owner, name)
            else:
                setattr(owner, name, value)
        os.chdir(self._folder)
        os.environ.clear()
        os.environ.update(self._environment)


class _Log(logging.Handler):
    """As the fixture `caplog`."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []
        logging.getLogger().addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        self.records.append(record)

    def clear(self) -> None:
        """Begin anew."""
        self.records.clear()

    def undo(self) -> None:
        """Listen no more."""
        logging.getLogger().removeHandler(self)


def _new_folder() -> pathlib.Path:
    """As the fixture `tmp_path`; the cell goes away with it."""
    return pathlib.Path(tempfile.mkdtemp()).resolve()


_FIXTURES: dict[str, Any] = {
    "capsys": _Capture,
    "caplog": _Log,
    "monkeypatch": _Patch,
    "tmp_path": _new_folder,
}


def _stand_in() -> ModuleType:
    module: Any = ModuleType("pytest")
    module.raises = _Raises
    return module  # type: ignore[no-any-return]


def _run(test: Any) -> BaseException | None:
    code = test.__code__
    fixtures = {name: _FIXTURES[name]() for name in code.co_varnames[: code.co_argcount]}
    try:
        test(**fixtures)
    except BaseException as error:  # whatever the code under test does is how the test ends
        return error
    finally:
        for fixture in fixtures.values():
            getattr(fixture, "undo", int)()
    return None


def main(file: str) -> int:
    """Run the tests of a file."""
    sys.modules["pytest"] = _stand_in()
    space: dict[str, Any] = {"__name__": "test_file", "__file__": file}
    try:
        with open(file, encoding="utf-8") as stream:
            exec(compile(stream.read(), file, "exec"), space)  # noqa: S102 - that is its job
    except BaseException as error:
        sys.stdout.write("1 error: " + type(error).__name__ + ": " + str(error) + "\n")
        return 2
    tests = [value for name, value in space.items() if name.startswith("test_")]
    failures = [failure for failure in map(_run, tests) if failure is not None]
    for failure in failures:
        sys.stdout.write("E   " + type(failure).__name__ + ": " + str(failure) + "\n")
    passed = len(tests) - len(failures)
    sys.stdout.write(f"{len(failures)} failed\n" if failures else f"{passed} passed\n")
    return 1 if failures or not tests else 0


if __name__ == "__main__":
    sys.path.pop(0)  # where this script is; the project must not see it
    sys.exit(main(sys.argv[1]))
