"""Run one test suite with the code under test as it is, or rewritten.

    python suite_runner.py ORDER [ARGUMENT ...]

Runs inside the environment of the project: standard library and pytest only. The order is JSON: the
mode, the packages, where the worker's modules are, and where to write what came of it.
"""

from __future__ import annotations

import ast
import json
import os
import sys
import traceback
import types
from collections.abc import Callable
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from typing import Any

_NAME = "swerve_worker"
#: Functions of a file are called, rather than made up for a change.
_CHOICES = {"functions of the file run": 1}
#: Where no run is to be cut short.
_NO_END = 1 << 60


class Outcomes:
    """A pytest plugin: how did each test end?"""

    def __init__(self, before: Callable[[], None]) -> None:
        self.outcomes: dict[str, str] = {}
        self.reasons: dict[str, str] = {}
        self._before = before

    def pytest_runtest_logstart(self) -> None:
        """Each test has a world of its own."""
        self._before()

    def pytest_runtest_logreport(self, report: Any) -> None:
        """The worst of setup, call and teardown counts."""
        outcome = report.outcome
        if hasattr(report, "wasxfail"):
            outcome = f"x{outcome}"
        if report.when != "call" and outcome == "failed":
            outcome = "error"
        if report.when == "call" or outcome != "passed":
            self.outcomes[report.nodeid] = outcome
            if outcome in ("failed", "error"):
                self.reasons[report.nodeid] = report.longreprtext[-4000:]

    def pytest_collectreport(self, report: Any) -> None:
        """A file whose tests cannot be had counts as one test."""
        if report.outcome != "passed":
            self.outcomes[report.nodeid] = f"not collected: {report.outcome}"
            self.reasons[report.nodeid] = str(report.longrepr)[-4000:]


class Finder:
    """Imports the packages under test with their code rewritten."""

    def __init__(self, packages: list[str], mode: Any) -> None:
        self.modules: set[str] = set()
        self._packages = packages
        self._mode = mode

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """As Python finds it, with another loader."""
        if name.partition(".")[0] not in self._packages or _is_test(name):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = _Loader(spec.loader.name, spec.loader.path, self)
        return spec

    def code(self, data: Any, path: str) -> Any:
        """The code of a module."""
        tree = self._mode.rewritten(ast.parse(data, path), path)
        return compile(tree, path, "exec", dont_inherit=True)

    def enter(self, module: types.ModuleType) -> None:
        """A module is about to run."""
        self.modules.add(module.__name__)
        self._mode.enter(module)


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, finder: Finder) -> None:
        super().__init__(name, path)
        self._finder = finder

    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        return self._finder.code(self.get_data(path), path)

    def exec_module(self, module: types.ModuleType) -> None:
        self._finder.enter(module)
        super().exec_module(module)


def _is_test(name: str) -> bool:
    parts = name.split(".")
    return any(part in ("test", "tests", "conftest") or part.startswith("test_") for part in parts)


class _Plain:
    """Nothing is rewritten."""

    def begin(self) -> None:
        """Nothing to do."""

    def found(self) -> object:
        """Nothing to say."""
        return None


#: What guided runs change on purpose: the terminal is made up, tracebacks have no lines.
_DELIBERATE = (
    input,
    traceback.format_exc,
    traceback.format_exception,
    traceback.print_exc,
    traceback.print_exception,
)


class _Guided:
    """Everything is rewritten as guided runs have it, in a world where nothing is missing."""

    def __init__(self) -> None:
        self._rewriting = import_module(f"{_NAME}.guided._rewriting")
        self._hooks = import_module(f"{_NAME}.guided._hooks")
        self._values = import_module(f"{_NAME}.guided._values")
        self._ways = import_module(f"{_NAME}.guided._ways")
        self._world = import_module(f"{_NAME}.guided._world")
        for limit in ("_MOST_ROUNDS", "_MOST_ITERATIONS"):  # suites may loop for long
            assert hasattr(self._hooks, limit)  # noqa: S101 - or the run means nothing
            setattr(self._hooks, limit, _NO_END)
        # Files and processes are there: nothing of the world outside is missing.
        surroundings: Any = import_module(f"{_NAME}.guided._surroundings").Surroundings
        surroundings.of = surroundings.of_call = lambda *args: None
        self._facts = self._world.Facts({})
        self.made_up = 0

    def rewritten(self, tree: ast.Module, path: str) -> ast.Module:
        """A tree with hooks."""
        return self._rewriting.rewritten(tree)  # type: ignore[no-any-return]

    def enter(self, module: types.ModuleType) -> None:
        """Give a module its hooks."""
        hooks = self._hooks.Hooks(module.__dict__)
        for function in _DELIBERATE:
            hooks._replaced.pop(id(function), None)
        module.__dict__[self._rewriting.HOOKS] = hooks
        module.__dict__[self._rewriting.WAYS] = self._ways.Ways(hooks)

    def begin(self) -> None:
        """A new world."""
        self._look()
        self._world.STAGE.world = self._values.Values(self._facts, 0, _CHOICES)

    def found(self) -> object:
        """How many values were made up, in all worlds: none should be."""
        self._look()
        return self.made_up

    def _look(self) -> None:
        world = self._world.STAGE.world
        if world is not None:
            self.made_up += len(world.states) + len(world.values) + world.cuts


def main() -> None:
    """Run the suite."""
    order = json.loads(sys.argv[1])
    sys.path[0] = ""
    package = types.ModuleType(_NAME)
    package.__path__ = [order["worker"]]
    sys.modules[_NAME] = package
    mode: Any = {"plain": _Plain, "guided": _Guided}[order["mode"]]()
    finder = Finder(order["packages"], mode)
    if order["mode"] != "plain":
        sys.meta_path.insert(0, finder)
    import pytest

    outcomes = Outcomes(mode.begin)
    mode.begin()
    arguments = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:randomly",
        "--tb=short",
        "-o",
        "addopts=",
    ]
    arguments += ["--continue-on-collection-errors"]
    sys.argv = ["pytest"]
    process = os.getpid()
    pytest.main([*arguments, *order.get("arguments", ()), *_given()], plugins=[outcomes])
    if os.getpid() != process:
        return  # a test that forked and came back
    with open(order["out"], "w") as out:
        json.dump(
            {
                "outcomes": outcomes.outcomes,
                "reasons": outcomes.reasons,
                "modules": len(finder.modules),
                "found": mode.found(),
            },
            out,
        )


_GIVEN = sys.argv[2:]


def _given() -> list[str]:
    return _GIVEN


if __name__ == "__main__":
    main()
