"""Is a test wrong that fails, or is the code?"""

from __future__ import annotations

import ast
import filecmp
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from swerve.engines.contracted import Found, contracts_for
from swerve.meaning.contract import Contract, Presence, contract_files_of
from swerve.model import Change, Function, Intent, Module, Pair, Settings
from swerve.model.errors import PathMissing
from swerve.observe.comparison import rules_from
from swerve.run.observed import NewTests, Ran, Round
from swerve.run.project import Project, close_project, open_project
from swerve.run.sandbox import Level, choose_level
from swerve.source import GitTree, Index, RawChange, WorkTree
from swerve.source.syntax import Unreadable, parse

from ._concluding import RunsOfTest, conclude
from ._judging import Judging, judged_test
from ._model import Ended, Ending, Explained, Explanation
from ._remaking import Remaking, pair_runs

#: Tests of one file whose calls are looked at.
_MOST_TESTS = 10
#: At least so long for a test that has to be seen again.
_AGAIN_S = 5.0
_TOO_MANY = f"more than {_MOST_TESTS} tests fail, so its calls were not examined: pass it alone"
_NOT_AGAIN = "it could not be run a second time to confirm the result"
#: Where a file is in the cell that it runs in, behind an error of importing it.
_IN_CELL = re.compile(r" \(/[^()]*\.py\)$")
_OUTCOMES = {"passed": Ended.PASSED, "failed": Ended.FAILED, "skipped": Ended.SKIPPED}


def explain_test(
    raw: RawChange, change: Change, test: str, folder: Path, settings: Settings
) -> Explained:
    """Run a test of the new version on both, and judge by contracts what its calls do.

    `test` is a file, or names tests in it as pytest does, relative to `folder`.
    """
    level = choose_level(settings.sandbox).level
    project = open_project(
        raw, python=settings.python, setup=settings.setup, level=level, readable=settings.readable
    )
    try:
        tree = project.new.tree.path
        asked = test_in(raw, tree, folder, test)
        found = contracts_for(tree, change.pairs, change.intent)
        own = _contracts_of_tests(tree, asked.partition("::")[0])
        tests = _Explaining(project, level, change, found, own, settings).run(asked)
        return Explained(change.old, change.new, tests, found.problems + own.found.problems)
    finally:
        close_project(project)


@dataclass(frozen=True, slots=True)
class _OwnContracts:
    """Test functions that have a contract."""

    pairs: tuple[Pair, ...]
    found: Found

    def number_of(self, test: str) -> int | None:
        """Which of them a test runs."""
        name = function_of(test)
        names = [pair.name for pair in self.pairs]
        return names.index(name) if name in names else None


def _contracts_of_tests(tree: Path, file: str) -> _OwnContracts:
    """Tests are the same on both sides: those of the new one."""
    pairs = [Pair(f"{file}::{each.name}", each, each, ()) for each in functions_in(tree, file)]
    found = contracts_for(tree, pairs, Intent())
    return _OwnContracts(tuple(pair for pair in pairs if pair.id in found.contracts), found)


class _Explaining:
    """Some tests of one file."""

    def __init__(
        self,
        project: Project,
        level: Level,
        change: Change,
        found: Found,
        own: _OwnContracts,
        settings: Settings,
    ) -> None:
        self._change = change
        self._own = own
        self._seconds = settings.suite_seconds
        self._trees = project.old.tree.path, project.new.tree.path
        functions = [pair.new for pair in own.pairs]
        self._tests = NewTests(project, level, change.pairs, functions)
        rules = rules_from(settings.ignore, settings.tolerance)
        remaking = Remaking(project, level, rules, settings.seed)
        pairs = tuple(map(pair_runs, change.pairs))
        unreadable = _unreadable(change, found)
        self._judging = Judging(pairs, found.contracts, unreadable, rules, remaking)

    def run(self, asked: str) -> tuple[Explanation, ...]:
        """Run all tests that were asked for; those that fail on the new version again, alone."""
        first = self._tests.run([asked], self._seconds)
        names = list(dict.fromkeys([*first.new.results, *first.old.results]))
        file = asked.partition("::")[0]
        if not names and (first.new.broken or first.old.broken):
            names = [asked]
        if not names:
            why = first.new.why or first.old.why
            raise PathMissing(
                f"No test `{asked}` was run{f': {why}' if why else ''}.",
                f"`pytest --collect-only -q {file}` lists the tests there.",
            )
        seen = [self._seen(name, first) for name in names]
        chosen = [each.test for each in seen if _is_open(each)][:_MOST_TESTS]
        if not chosen:
            return tuple(map(conclude, seen))
        again = self._tests.run(chosen, max(self._seconds, _AGAIN_S), hash_seed=1)
        return tuple(
            conclude(
                self._looked_into(each, first, again)
                if each.test in chosen
                else replace(each, unseen=_TOO_MANY if _is_open(each) else "")
            )
            for each in seen
        )

    def _seen(self, test: str, first: Round) -> RunsOfTest:
        new = _ending(first.new, test)
        return RunsOfTest(
            test,
            _ending(first.old, test),
            new,
            is_changed=self._is_changed(test),
            taken_away=taken_away(new.why, self._judging.contracts.values()),
            removed=tuple(each.name for each in self._change.removed),
        )

    def _looked_into(self, seen: RunsOfTest, first: Round, again: Round) -> RunsOfTest:
        """A test with its calls, once it has ended twice in the same way."""
        test = seen.test
        ends = _ending(again.old, test).how, _ending(again.new, test).how
        if Ended.NOT_RUN in ends:
            return replace(seen, unseen=_NOT_AGAIN)
        if ends != (seen.old.how, seen.new.how):
            return replace(seen, is_flaky=True)
        calls = self._judging.calls(test, (first, again))
        number = self._own.number_of(test)
        if number is None or seen.old.how is not Ended.PASSED:
            return replace(seen, calls=calls)
        pair = self._own.pairs[number]
        contract = self._own.found.contracts[pair.id]
        at = len(self._change.pairs) + number
        own = judged_test(pair_runs(pair), contract, at, test, again)
        return replace(seen, calls=calls, own=own)

    def _is_changed(self, test: str) -> bool:
        file = test.partition("::")[0]
        old, new = (tree / file for tree in self._trees)
        try:
            return not filecmp.cmp(old, new, shallow=False)
        except OSError:
            return True


def _is_open(seen: RunsOfTest) -> bool:
    """Whether what its calls do matters."""
    is_asked = seen.old.how is Ended.PASSED or seen.is_changed
    return seen.new.how is Ended.FAILED and is_asked


def _ending(ran: Ran, test: str) -> Ending:
    result = ran.results.get(test)
    if result is not None:
        return Ending(_OUTCOMES.get(result.outcome, Ended.NOT_RUN), result.why)
    broken = ran.broken.get(test.partition("::")[0])
    if broken is not None:
        return Ending(Ended.NOT_IMPORTED, _IN_CELL.sub("", broken))
    return Ending(Ended.NOT_RUN, ran.why)


def _unreadable(change: Change, found: Found) -> Mapping[str, str]:
    """Pairs whose contract has a fault, with the first one."""
    faults: dict[str, str] = {}
    for problem in reversed(found.problems):
        faults[problem.file] = f"{problem.file}:{problem.line}: {problem.message}"
    return {
        pair.id: faults[file]
        for pair in change.pairs
        for file in contract_files_of(pair.new.module.path)
        if file in faults
    }


#: What Python raises where a name, or a call, no longer fits.
_NAMES = ("ImportError", "AttributeError", "NameError")
_CALLS = ("TypeError",)


def taken_away(why: str, contracts: Iterable[Contract]) -> str:
    """What the contract takes away that a test fails for, in words; empty where it is none."""
    return next((found for each in contracts for found in _taken(why, each)), "")


def _taken(why: str, contract: Contract) -> Iterator[str]:
    place = f"{contract.file}:{contract.span.line}"
    name, was = (each.rpartition(".")[2] for each in (contract.function, contract.old_function))
    if name != was and why.startswith(_NAMES) and _names(why, was):
        yield f"it uses `{was}`, which is now called `{name}` ({place})"
    if not why.startswith(_CALLS) or not re.search(rf"\b{re.escape(name)}\(\)", why):
        return
    for parameter in contract.parameters:
        is_named = _names(why, parameter.old_name) or _names(why, parameter.name)
        if parameter.presence is Presence.OLD and (is_named or "positional" in why):
            yield f"it passes `{name}` the removed parameter `{parameter.old_name}` ({place})"
        elif parameter.presence is Presence.NEW and is_named:
            yield f"it does not pass `{name}` the new parameter `{parameter.name}` ({place})"
        elif parameter.name != parameter.old_name and is_named:
            yield (
                f"it passes `{name}` the parameter `{parameter.old_name}`, which is now called "
                f"`{parameter.name}` ({place})"
            )


def _names(why: str, name: str) -> bool:
    return f"'{name}'" in why


_LARGEST = 1 << 20


def test_in(raw: RawChange, tree: Path, folder: Path, given: str) -> str:
    """The id of a test, or of several, with its file relative to the tree.

    As pytest takes it: relative to the folder that the command runs in, or to the top of the tree.
    """
    file, colons, rest = given.partition("::")
    for place in (_in_tree(raw, folder, file), os.path.normpath(file)):
        if place is not None and not place.startswith(("../", "/")) and (tree / place).is_file():
            return f"{place}{colons}{rest}"
    raise PathMissing(
        f"There is no file `{file}` in the new version.",
        "Write the test as for pytest: tests/test_orders.py::test_total.",
    )


def _in_tree(raw: RawChange, folder: Path, file: str) -> str | None:
    source = raw.trees[1] if raw.trees is not None else None
    if not isinstance(source, (GitTree, Index, WorkTree)):
        return None
    return os.path.relpath(os.path.realpath(folder / file), os.path.realpath(source.top))


def function_of(test: str) -> str:
    """The qualified name of the function that a test runs: `TestTotal.test_empty`."""
    inner, _, _ = test.partition("[")
    return ".".join(inner.split("::")[1:])


def functions_in(tree: Path, file: str) -> tuple[Function, ...]:
    """The functions and methods of a test file."""
    try:
        if (tree / file).stat().st_size > _LARGEST:
            return ()
        text = (tree / file).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ()
    module = parse(text)
    if isinstance(module, Unreadable) or not isinstance(module, ast.Module):
        return ()
    return tuple(_functions(module.body, Module(file, text), ""))


def _functions(body: list[ast.stmt], module: Module, prefix: str) -> Iterator[Function]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _functions(node.body, module, f"{prefix}{node.name}.")
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            last = node.end_lineno or node.lineno
            yield Function(f"{prefix}{node.name}", module, first, last, node.lineno)
