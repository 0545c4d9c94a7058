"""Do calls find what others have left, and files that they looked for in vain?"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.engines.generate.trees import found_by
from tests.run.host.grounds import call, one_side, ran, seen

from swerve.engines.generate._prepared import Prepared, after
from swerve.model import Verdict
from swerve.model.behaviour import Behaviour
from swerve.observe.recipe import (
    Access,
    Call,
    CallRecipe,
    List,
    Name,
    Recipe,
    Reference,
    Shared,
    encode_call,
)
from swerve.run.host import Lane, run_alone

SOURCE = """
class Store:
    def __init__(self, path):
        self.path = path

    def add(self, line):
        with open(self.path, "a") as file:
            file.write(line)

def read(path):
    with open(path) as file:
        return file.read()

def add(path, line="x"):
    with open(path, "a") as file:
        file.write(line)
    return len(read(path))

def named(*, path):
    return add(path)

def without_arguments():
    return add("log")

def refuse(path):
    raise ValueError(path)

def missing_module(path):
    import no_such_module
"""


@pytest.fixture(scope="module")
def lane(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lane]:
    with one_side(tmp_path_factory.mktemp("prepared"), SOURCE) as lane:
        yield lane


def behaviour_of(lane: Lane, recipe: CallRecipe) -> Behaviour:
    answer = run_alone(lane, b"\x01" + encode_call(recipe))
    assert isinstance(answer, Behaviour)
    return answer


def results(lane: Lane, *learned: CallRecipe) -> list[object]:
    """What the calls return, in their worlds, that come of some others."""
    prepared = Prepared()
    for each in learned:
        prepared.learn(each, behaviour_of(lane, each))
    roots = [seen(behaviour_of(lane, each)) for each in prepared.calls()]
    return [ast.literal_eval(each["result"]) for each in roots]


def adding(path: Recipe, line: str) -> CallRecipe:
    """A call of a method of an object that is made for it."""
    store = Call(Name("subject", "Store"), (path,))
    return CallRecipe(Name("subject", "Store.add"), store, (line,))


@pytest.mark.parametrize("path", ["a.txt", "conf/deep/a.txt", "/tmp/a.txt"])  # noqa: S108
def test_a_file_that_was_missed_is_there_with_what_programs_expect(lane: Lane, path: str) -> None:
    found = results(lane, call("read", path))
    assert len(found) > 3
    assert {"", "a\n", "[]\n", '{"a": 1}\n'} <= set(map(str, found))


@pytest.mark.parametrize(
    "recipe",
    [
        pytest.param(call("refuse", "a.txt"), id="an error of the code itself"),
        pytest.param(call("missing_module", "a.txt"), id="a missing module"),
        pytest.param(call("read", "/"), id="a folder"),
        pytest.param(call("without_arguments"), id="nothing is given that could be prepared"),
    ],
)
def test_nothing_is_prepared_for_what_no_file_helps(lane: Lane, recipe: CallRecipe) -> None:
    assert results(lane, recipe) == []


@pytest.mark.parametrize("recipe", [call("add", "log"), call("named", path="log")])
def test_a_call_that_left_a_file_is_made_again(lane: Lane, recipe: CallRecipe) -> None:
    assert results(lane, recipe)[0] == 2


def test_a_call_follows_others_that_left_something(lane: Lane) -> None:
    found = results(lane, call("add", "log", "x"), call("add", "log", "yyy"))
    assert set(map(str, found)) == {"2", "4", "6"}


def test_a_method_is_called_again_on_the_same_object(lane: Lane) -> None:
    again = after(adding("a", "x"), adding("a", "y"))
    assert again is not None
    assert seen(behaviour_of(lane, again))["files"] == "{'a': 'yx'}"
    assert after(adding("a", "x"), adding("b", "y")) is None


def test_what_no_recipe_says_is_not_made() -> None:
    add = call("add", "log")
    shared = Shared("rows", List(()))
    labelled = replace(add, args=(List((shared, Reference("rows"))),))
    assert after(add, labelled) is None
    assert after(add, replace(adding("a", "y"), access=Access.SET)) is None
    assert after(add, replace(add, state=((Name("subject", "LIMIT"), 3),))) is None
    assert after(add, adding("a", "y")) is None


def test_nothing_is_said_twice(lane: Lane) -> None:
    prepared = Prepared()
    first = call("add", "log")
    prepared.learn(first, ran(lane, "add", "log"))
    assert [*prepared.calls()]
    assert not [*prepared.calls()]
    prepared.learn(call("refuse", "a"), ran(lane, "refuse", "a"))
    assert not [*prepared.calls()]
    prepared.learn(call("read", "a"), ran(lane, "read", "a"))
    assert [*prepared.calls()]


def test_a_few_calls_of_each_kind_are_enough(lane: Lane) -> None:
    prepared = Prepared()
    behaviour = ran(lane, "add", "log")
    for number in range(50):
        prepared.learn(call("add", "log", str(number)), behaviour)
    last = {encode_call(replace(each, args=each.args[1:])) for each in prepared.calls()}
    assert len(last) == 4


_CHANGED = {
    "what is there already": (
        "def save(line: str):\n    with open('log', 'a') as file:\n        file.write(line)\n",
        "'a'",
        "'w'",
    ),
    "what a file holds": (
        "def port(default: int):\n    with open('conf/port') as file:\n"
        "        return len(file.read()) or default\n",
        "or default",
        "and default",
    ),
}


@pytest.mark.parametrize("case", _CHANGED)
def test_a_change_shows_in_a_world_that_something_was_done_to(case: str, tmp_path: Path) -> None:
    old, before, now = _CHANGED[case]
    new = old.replace(before, now)
    (findings,) = found_by("generate", tmp_path, {"shop.py": old}, {"shop.py": new}).values()
    assert findings.verdict is Verdict.CHANGED, findings
