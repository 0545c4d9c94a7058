"""Does rewritten code do what it did, where nothing is missing?"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.worker.pythons import pythons, run_in

#: Small programs behind `### name`, each with a corner of the language and the Python it needs.
_SNIPPETS = Path(__file__).with_name("snippets.txt")

_RUN = """
import ast, contextlib, io, types

from injected.guided._hooks import Hooks
from injected.guided._rewriting import HOOKS, WAYS, rewritten
from injected.guided._values import Values
from injected.guided._ways import Ways
from injected.guided._world import STAGE, Facts
import injected.suite.recording as recording
import builtins

setattr(builtins, recording.RECORDER, recording.record)
setattr(builtins, recording.RECORDER_OF_ITEMS, recording.record_item)
CHOICES = {"functions of the file run": 1}


def outcome(text, mode):
    module = types.ModuleType("snippet")
    sys.modules["snippet"] = module
    tree = ast.parse(text, "snippet.py")
    names = module.__dict__
    if mode == "recorded":
        tree = recording.rewritten(tree, "snippet.py")
    if mode == "guided":
        tree = rewritten(tree)
        hooks = names[HOOKS] = Hooks(names)
        names[WAYS] = Ways(hooks)
        STAGE.world = Values(Facts({}), 0, CHOICES)
    out = io.StringIO()
    made_up = 0
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(tree, "snippet.py", "exec", dont_inherit=True), names)
            found = repr(names.get("result", "nothing"))
    except Exception as error:
        found = f"{type(error).__name__}: {error}"
    if mode == "guided":
        world, STAGE.world = STAGE.world, None
        made_up = len(world.states) + len(world.values) + world.cuts
    return [found, out.getvalue(), made_up]


found = {}
for name, text in json.loads(sys.argv[1]).items():
    found[name] = {mode: outcome(text, mode) for mode in ("plain", "guided", "recorded")}
print(json.dumps(found))
"""


def _programs() -> dict[str, tuple[tuple[int, int], str]]:
    found = {}
    for part in f"\n{_SNIPPETS.read_text()}".split("\n### ")[1:]:
        title, _, text = part.partition("\n")
        name, _, needed = title.rstrip(")").partition(" (")
        found[name] = (3, int(needed.partition(".")[2] or 9)), f"{text}\n"
    return found


_PROGRAMS = _programs()


@cache
def _outcomes(python: str) -> Any:
    version = tuple(run_in(python, "print(json.dumps(list(sys.version_info[:2])))"))
    fitting = {name: text for name, (needed, text) in _PROGRAMS.items() if version >= needed}
    return run_in(python, _RUN, json.dumps(fitting))


@pytest.mark.parametrize("python", pythons(), ids=lambda path: Path(path).parents[1].name)
def test_programs_do_the_same_when_they_are_rewritten(python: str) -> None:
    outcomes = _outcomes(python)
    assert outcomes
    for name, found in outcomes.items():
        for mode in ("guided", "recorded"):
            assert found[mode] == found["plain"], (name, mode)


def test_all_programs_say_something() -> None:
    """A program that fails in the same way twice shows nothing."""
    for name, outcome in _outcomes(pythons()[-1]).items():
        found = outcome["plain"][0]
        assert not found.partition(" ")[0].endswith("Error:"), name
        assert found != "'nothing'", name
