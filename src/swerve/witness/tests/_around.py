"""Which tests could show what a call did to the process that it is made in, and beside it?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from swerve.observe.recipe import Name
from swerve.observe.snapshot import Atom, Entries, Items, Named, Node
from swerve.run.sandbox import surroundings

from ._body import INDENT, Body, Draft
from ._claims import ClaimMaker, Step, claims_about, spots_on
from ._effect import Effect
from ._values import expression_of

#: Seconds that a thread which is about to end gets for that.
_SECONDS = 1
#: Is set to the same in every cell.
_PATH = "PATH"


def _environment(effect: Effect) -> Iterator[Draft]:
    """Each variable begins unset, but for the one that the system needs or that is removed."""
    if not effect.steps:
        return
    name, node, changed = effect.key(), effect.node(1), effect.graph.root("environment")
    keys = [key for key, _ in changed.entries] if isinstance(changed, Entries) else []
    given = {_PATH: surroundings("", "")[_PATH]}
    if isinstance(node, Named):
        given.setdefault(name, "before")
    body = effect.body()
    patch, expression = body.fixture("monkeypatch"), body.script.expression
    lead = []
    for each in dict.fromkeys([name, *(_text(effect.graph.nodes[key]) for key in keys)]):
        lead.append(f"{patch}.setenv({expression(each)}, {expression(given.get(each, ''))})")
        if each not in given:
            lead.append(f"{patch}.delenv({expression(each)})")
    body.lines[:0] = lead
    body.make_call()
    environment = f"{body.module('os')}.environ"
    expected = node.value if isinstance(node, Atom) else given[name] if name == _PATH else None
    if expected is None or isinstance(node, Named):
        body.lines.append(f"assert {expression(name)} not in {environment}")
    else:
        body.lines.append(f"assert {environment}.get({expression(name)}) == {expression(expected)}")
    yield body.finished()


def _text(node: Node) -> str:
    return str(node.value) if isinstance(node, Atom) else ""


def _umask(effect: Effect) -> Iterator[Draft]:
    body = effect.body()
    umask = f"{body.module('os')}.umask"
    before, after = body.script.variable("before"), body.script.variable("after")
    body.lines.append(f"{before} = {umask}(0o022)")
    body.make_call()
    body.lines += [f"{after} = {umask}({before})", f"assert {after} == {effect.text(0) or '0o022'}"]
    yield body.finished()


def _log(effect: Effect) -> Iterator[Draft]:
    if not effect.steps:
        return
    body = effect.body()
    caplog, index = body.fixture("caplog"), effect.index(1)
    expected = "[]" if index is None else expression_of(body.script, effect.graph, index)
    if expected is None:
        return
    if body.lines:
        body.lines.append(f"{caplog}.clear()")
    body.make_call()
    seen, name = body.script.variable("seen"), body.script.expression(effect.key())
    body.lines += [
        f"{seen} = [",
        f"{INDENT}(each.levelname, each.getMessage())",
        f"{INDENT}for each in {caplog}.records",
        f"{INDENT}if each.name == {name} and each.levelno >= {body.module('logging')}.WARNING",
        "]",
        f"assert {seen} == {expected}",
    ]
    yield body.finished()


def _exit_handlers(effect: Effect) -> Iterator[Draft]:
    body = effect.body()
    handlers, record = body.script.variable("handlers"), body.script.variable("record")
    body.lines += [
        f"{handlers} = []",
        "",
        f"def {record}(function, *args, **kwargs):",
        f"{INDENT}{handlers}.append(function)",
        f"{INDENT}return function",
        "",
        f'{body.fixture("monkeypatch")}.setattr({body.module("atexit")}, "register", {record})',
    ]
    body.make_call()
    body.lines.append(f"assert len({handlers}) == {effect.length()}")
    yield body.finished()


# --- what goes on beside the call -----------------------------------------------------------------


def _threads(effect: Effect) -> Iterator[Draft]:
    body = effect.body()
    threading = body.module("threading")
    before, left = body.script.variable("before"), body.script.variable("left")
    body.lines.append(f"{before} = set({threading}.enumerate())")
    body.make_call()
    body.lines += [
        f"{left} = [each for each in {threading}.enumerate() if each not in {before}]",
        f"for each in {left}:",
        f"{INDENT}each.join({_SECONDS})",
        f"assert sum(each.is_alive() for each in {left}) == {effect.length()}",
    ]
    yield body.finished()


def _processes(effect: Effect) -> Iterator[Draft]:
    """Tests that start nothing but `true` instead, and then those that start what the call does."""
    for program in ('["true"]', "args"):
        yield from _with_programs(effect, program)


def _with_programs(effect: Effect, program: str) -> Iterator[Draft]:
    body = effect.body()
    popen = f"{body.module('subprocess')}.Popen"
    started, start = body.script.variable("started"), body.script.variable("start")
    record = body.script.variable("record")
    lead = [
        f"{started}, {start} = [], {popen}.__init__",
        "",
        f"def {record}(self, args, *more, **options):",
        f"{INDENT}{started}.append((args, options))",
        f"{INDENT}{start}(self, {program}, *more, **options)",
        "",
        f'{body.fixture("monkeypatch")}.setattr({popen}, "__init__", {record})',
    ]
    body.lines += lead
    body.make_call()
    claim = _program_claim(effect, body, started)
    if claim is not None:
        body.lines.append(f"assert {claim}")
        yield body.finished()


def _program_claim(effect: Effect, body: Body, started: str) -> str | None:
    part, at = effect.key(1), effect.key()
    if part == "folder":
        folder = effect.text(2)
        expected = body.script.expression(folder)
        return f'{started}[{at}][1].get("cwd") == {expected}'
    if part == "environment":
        name = body.script.expression(effect.key(2))
        if len(effect.steps) < 3:
            word = "is None" if effect.node(2) is None else "is not None"
            return f'{started}[{at}][1].get("env") {word}'
        expected = body.script.expression(effect.text(3))
        return f'{started}[{at}][1]["env"].get({name}) == {expected}'
    if part not in ("command", ""):
        return None
    commands = _commands(effect, body)
    return None if commands is None else f"[args for args, _ in {started}] == [{commands}]"


def _commands(effect: Effect, body: Body) -> str | None:
    """The commands that were started, as Python writes them."""
    node = effect.node(0)
    if not isinstance(node, Items):
        return ""
    found = []
    for index in node.items:
        spots = spots_on(effect.graph, index, (Step("['command']", None, "command"),))
        found.append(expression_of(body.script, effect.graph, spots[-1].index))
    known = [each for each in found if each is not None]
    return ", ".join(known) if len(known) == len(found) else None


# --- state ----------------------------------------------------------------------------------------


def _state(effect: Effect) -> Iterator[Draft]:
    if "." not in effect.key():
        return
    index = effect.index(1)
    if index is None or isinstance(effect.graph.nodes[index], Named):  # as before, or removed
        yield from _with_state(effect, None)
        return
    for maker in claims_about(effect.graph, index, effect.steps[1:]):
        yield from _with_state(effect, maker)


def _with_state(effect: Effect, maker: ClaimMaker | None) -> Iterator[Draft]:
    """A test that begins with a copy of what there is; without a claim, that stays as it is."""
    body = effect.body()
    owner, _, name = effect.key().rpartition(".")
    parts = owner.split(".")
    start = next((at for at, part in enumerate(parts) if part[:1].isupper()), len(parts))
    holder = body.script.expression(Name(".".join(parts[:start]), ".".join(parts[start:])))
    place, patch = f"{holder}.{name}", body.fixture("monkeypatch")
    deepcopy = body.script.expression(Name("copy", "deepcopy"))
    expected = body.script.variable("before")
    body.lines[:0] = [
        f"{expected} = {deepcopy}({place})",
        f"{patch}.setattr({holder}, {body.script.expression(name)}, {deepcopy}({expected}))",
    ]
    body.make_call()
    if maker is None:
        body.lines.append(f"assert {place} == {expected}")
    else:
        body.lines[:2] = [
            f"{patch}.setattr({holder}, {body.script.expression(name)}, {deepcopy}({place}))"
        ]
        claim = maker(body.script)
        if claim is None:
            return
        body.lines.append(f"assert {claim.about(place)}")
    yield body.finished()


AROUND: Mapping[str, Callable[[Effect], Iterator[Draft]]] = {
    "environment": _environment,
    "umask": _umask,
    "log": _log,
    "exit_handlers": _exit_handlers,
    "threads": _threads,
    "processes": _processes,
    "state": _state,
}
