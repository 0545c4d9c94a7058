"""How is the body of a test written: the call, and what has to stand before it?"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from dataclasses import dataclass

from swerve.model.behaviour import Behaviour, Raised
from swerve.observe.comparison import Different
from swerve.observe.recipe import CallRecipe, Name, Script
from swerve.observe.snapshot import Atom, Entries, Graph, Items, Object

from ._claims import Claim, split_path
from ._values import name_of

#: Longer lines become two statements.
_LINE = 88
INDENT = "    "
_SETTING = re.compile(
    r'(?:set|del)attr\((?P<variable>\w+), "(?P<name>\w+)"(?:, (?P<value>.*))?\)', re.DOTALL
)


#: Effects by the names of files, and how the names of those begin that are elsewhere.
_IN_FILES = ("files", "databases", "modes")
_HOME, _TEMPORARY = "~/", "/tmp/"  # noqa: S108 - as reports write it


@dataclass(frozen=True, slots=True)
class Subject:
    """A call, what the side that is pinned did with it, and where the other parts from that."""

    call: CallRecipe
    behaviour: Behaviour
    different: Different
    #: Whether what is called has to be awaited.
    is_awaited: bool = False
    #: What `repr` says of the result, where the sides differ in it; empty where that is not known.
    shown_as: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A test without its name."""

    imports: tuple[str, ...]
    fixtures: tuple[str, ...]
    body: tuple[str, ...]


class Body:
    """The body of one test being written."""

    def __init__(self, subject: Subject, graph: Graph, kept: tuple[str, ...] = ()) -> None:
        self.script = Script(subject.call, kept)
        self._subject = subject
        self._graph = graph
        self._fixtures: list[str] = []
        self.lines = [*self._apart(), *self.script.before_settings]
        for owner, name, value in self.script.settings:
            target = f"{owner}, {self.script.expression(name)}"
            self.lines.append(f"{self.fixture('monkeypatch')}.setattr({target}, {value})")
        self.lines += self.script.statements
        #: The call, with what it takes to get what it gives.
        self.call = self._brought_in(self.script.call)

    def _apart(self) -> Iterator[str]:
        """What makes the call write to a folder of its own, if it writes anything."""
        names = written(self._graph)
        root, steps = split_path(self._subject.different.path)
        if root in _IN_FILES:
            names.append(str(steps[0].key) if steps else "")
        if names or root in ("left_open", "working_folder"):
            folder, patch = self.fixture("tmp_path"), self.fixture("monkeypatch")
            yield f"{patch}.chdir({folder})"
            if any(name.startswith(_HOME) for name in names):
                yield f'{patch}.setenv("HOME", str({folder}))'
            if any(name.startswith(_TEMPORARY) for name in names):
                yield f'{patch}.setattr({self.module("tempfile")}, "tempdir", str({folder}))'

    def fixture(self, name: str) -> str:
        """Ask for something of pytest's."""
        if name not in self._fixtures:
            self._fixtures.append(name)
            self.script.variable(name)
        return name

    def module(self, name: str) -> str:
        """Import a module."""
        return self.script.expression(Name(name, ""))

    def assert_of_call(self, claim: Claim) -> None:
        """Assert something of what the call gives."""
        at_once = f"assert {claim.about(self.call)}"
        if len(at_once) <= _LINE - len(INDENT):
            self.lines.append(at_once)
            return
        result = self.script.variable("result")
        self.lines += [f"{result} = {self.call}", f"assert {claim.about(result)}"]

    def make_call(self) -> None:
        """Make the call for its effects, whatever it ends with."""
        statement = _as_statement(self.call)
        if isinstance(self._subject.behaviour.outcome, Raised):
            self.lines += [f"with {self.raises()}:", f"{INDENT}{statement}"]
        else:
            self.lines.append(statement)

    def raises(self, *more: str) -> str:
        """Write what expects the exception that was seen."""
        name = name_of(self._exception().type)
        expected = self.script.expression(name or Name("builtins", "BaseException"))
        return f"{self.module('pytest')}.raises({', '.join((expected, *more))})"

    def _exception(self) -> Object:
        node = self._graph.root("exception")
        return node if isinstance(node, Object) else Object("BaseException", ())

    def finished(self) -> Draft:
        """The draft as it is."""
        return Draft(self.script.imports, tuple(self._fixtures), tuple(self.lines))

    def _brought_in(self, call: str) -> str:
        """What is awaited, or comes one after the other, as the value that was looked at."""
        node = self._graph.root("result")
        is_many = isinstance(node, Items) and bool(node.end)
        if self._subject.is_awaited:
            if is_many:
                given = self.script.variable("given")
                self.lines += [
                    f"async def {given}():",
                    f"{INDENT}return [item async for item in {call}]",
                ]
                call = f"{given}()"
            return f"{self.module('asyncio')}.run({call})"
        if not isinstance(node, Items) or not node.end:
            return call
        if node.end == "cut":
            return f"list({self.module('itertools')}.islice({call}, {len(node.items)}))"
        return f"list({call})"


def _as_statement(call: str) -> str:
    """The call as a statement: what sets or deletes an attribute of a variable has its own."""
    setting = _SETTING.fullmatch(call)
    if setting is None or not _is_plain_name(setting["name"]):
        return call
    place = f"{setting['variable']}.{setting['name']}"
    return f"del {place}" if setting["value"] is None else f"{place} = {setting['value']}"


def _is_plain_name(name: str) -> bool:
    """Whether the name can stand behind a dot."""
    return name.isidentifier() and not keyword.iskeyword(name)


def local_path(shown: str) -> str:
    """Where a file is below `tmp_path`, when the call is made there."""
    return shown.removeprefix(_HOME).removeprefix(_TEMPORARY)


def written(graph: Graph) -> list[str]:
    """The files that a call has written, as reports name them."""
    nodes = [graph.root(root) for root in _IN_FILES]
    keys = [
        graph.nodes[key] for node in nodes if isinstance(node, Entries) for key, _ in node.entries
    ]
    return [str(key.value) for key in keys if isinstance(key, Atom)]
