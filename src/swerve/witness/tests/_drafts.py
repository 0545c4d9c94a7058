"""Which tests could show what one side did, and the other does not?

Each is a body that may hold or not: whoever runs them takes the first that passes on one side and
fails on the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from swerve.model import DifferenceKind
from swerve.model.behaviour import Raised
from swerve.observe.recipe import CallRecipe, Recipe, Reference, Shared
from swerve.observe.snapshot import Atom, Graph, Index, Items, Object, decode, listed

from ._body import INDENT, Body, Draft, Subject
from ._claims import Claim, ClaimMaker, Step, claims_about, split_path
from ._effects import about_effect
from ._values import expression_of

#: The label of what is looked at after the call. It is no name, so that the variable gets its own.
_WATCHED = "looked at"


def drafts_for(subject: Subject) -> Iterator[Draft]:
    """Tests that may show it, each once, the ones that read best first."""
    graph = listed(decode(subject.behaviour.snapshot))
    root, steps = split_path(subject.different.path)
    kind = subject.different.kind
    if kind is DifferenceKind.OUTPUT:
        drafts = _about_output(subject, graph, root)
    elif kind is DifferenceKind.WARNING:
        drafts = _about_warnings(subject, graph)
    elif kind is DifferenceKind.EFFECT:
        drafts = about_effect(subject, graph)
    elif kind is DifferenceKind.ARGUMENT:
        drafts = _about_argument(subject, graph, root, steps)
    elif isinstance(subject.behaviour.outcome, Raised):
        drafts = _about_exception(subject, graph, steps if root == "exception" else ())
    else:
        drafts = _about_result(subject, graph, steps if root == "result" else ())
    yield from dict.fromkeys(drafts)


# --- result and exception -------------------------------------------------------------------------


def _about_result(subject: Subject, graph: Graph, steps: tuple[Step, ...]) -> Iterator[Draft]:
    node = graph.root("result")
    if isinstance(node, Items) and node.end == "raised" and not _is_over(graph, node):
        yield from _about_iteration(subject, graph, node)
        return
    makers: list[ClaimMaker] = list(claims_about(*_as_list(graph), steps))
    if subject.shown_as:
        shown = subject.shown_as
        makers.append(lambda script: Claim("repr(", "", f") == {script.expression(shown)}"))
    for maker in makers:
        writing = Body(subject, graph)
        claim = maker(writing.script)
        if claim is not None:
            writing.assert_of_call(claim)
            yield writing.finished()
    if subject.different.kind is not DifferenceKind.RETURN:
        writing = Body(subject, graph)
        writing.lines.append(f"{writing.call}  # raises nothing")
        yield writing.finished()


def _as_list(graph: Graph) -> tuple[Graph, Index]:
    """The result; of an iterator, the list that is made of it."""
    index = dict(graph.roots)["result"]
    node = graph.nodes[index]
    if not isinstance(node, Items) or not node.end:
        return graph, index
    given = node.items[:-1] if _is_over(graph, node) else node.items
    items = Items("list", given, len(given), ordered=True, mutable=True)
    return replace(graph, nodes=(*graph.nodes, items)), len(graph.nodes)


def _is_over(graph: Graph, node: Items) -> bool:
    """Whether an iterator ended as iterators do, with a value that nobody sees."""
    last = graph.nodes[node.items[-1]] if node.end == "raised" else None
    return isinstance(last, Object) and last.type == "StopIteration"


def _about_iteration(subject: Subject, graph: Graph, node: Items) -> Iterator[Draft]:
    """An iterator that raises before its end."""
    raised = node.items[-1]
    roots = (("exception", raised), *graph.roots)
    yield from _about_exception(subject, replace(graph, roots=roots), ())


def _about_exception(subject: Subject, graph: Graph, steps: tuple[Step, ...]) -> Iterator[Draft]:
    index = dict(graph.roots)["exception"]
    message = _message(graph, index)
    if message:
        writing = Body(subject, graph)
        pattern = writing.script.expression(message)
        if re.escape(message) != message:
            pattern = f"{writing.module('re')}.escape({pattern})"
        line = f"with {writing.raises(f'match={pattern}')}:"
        writing.lines += [line, f"{INDENT}{writing.call}"]
        yield writing.finished()
    else:
        writing = Body(subject, graph)
        writing.lines += [f"with {writing.raises()}:", f"{INDENT}{writing.call}"]
        yield writing.finished()
    arguments = (Step(".args", "args"),)
    for maker in (*claims_about(graph, index, arguments), *claims_about(graph, index, steps)):
        writing = Body(subject, graph)
        caught = writing.script.variable("caught")
        claim = maker(writing.script)
        if claim is not None:
            line = f"with {writing.raises()} as {caught}:"
            about = claim.about(f"{caught}.value")
            writing.lines += [line, f"{INDENT}{writing.call}", f"assert {about}"]
            yield writing.finished()


def _message(graph: Graph, index: Index) -> str:
    """What `str` says of an exception, most of the time."""
    node = graph.nodes[index]
    arguments = dict(node.fields).get("args") if isinstance(node, Object) else None
    given = None if arguments is None else graph.nodes[arguments]
    if not isinstance(given, Items) or len(given.items) != 1:
        return ""
    first = graph.nodes[given.items[0]]
    if not isinstance(first, Atom) or not isinstance(first.value, str):
        return ""
    is_key = isinstance(node, Object) and node.type == "KeyError"
    return repr(first.value) if is_key else first.value


# --- what is seen besides -------------------------------------------------------------------------


def _about_argument(
    subject: Subject, graph: Graph, root: str, steps: tuple[Step, ...]
) -> Iterator[Draft]:
    index = dict(graph.roots).get(root)
    call, label = _watching(subject.call, root)
    if index is None or not label:
        return
    watching = replace(subject, call=call)
    for maker in claims_about(graph, index, steps):
        writing = Body(watching, graph, (label,))
        claim = maker(writing.script)
        if claim is not None:
            writing.make_call()
            writing.lines.append(f"assert {claim.about(writing.script.variable_of(label))}")
            yield writing.finished()


def _watching(call: CallRecipe, root: str) -> tuple[CallRecipe, str]:
    """The call with a label for its receiver or an argument, and the label."""
    if root == "receiver":
        receiver, label = _labelled(call.receiver)
        return replace(call, receiver=receiver), label
    for number, argument in enumerate(call.args):
        if root == f"arguments[{number}]":
            labelled, label = _labelled(argument)
            return replace(
                call, args=(*call.args[:number], labelled, *call.args[number + 1 :])
            ), label
    kwargs = dict(call.kwargs)
    name = root.removeprefix("arguments.")
    if name not in kwargs:
        return call, ""
    kwargs[name], label = _labelled(kwargs[name])
    return replace(call, kwargs=tuple(kwargs.items())), label


def _labelled(recipe: Recipe) -> tuple[Recipe, str]:
    if isinstance(recipe, Shared | Reference):
        return recipe, recipe.label
    return Shared(_WATCHED, recipe), _WATCHED


def _about_output(subject: Subject, graph: Graph, root: str) -> Iterator[Draft]:
    stream = "err" if root == "stderr" else "out"
    index = dict(graph.roots).get(root)
    writing = Body(subject, graph)
    expected: str | None = '""'
    if index is not None:
        expected = expression_of(writing.script, graph, index)
    if expected is None:
        return
    capture = writing.fixture("capsys")
    if writing.lines:
        writing.lines.append(f"{capture}.readouterr()")
    writing.make_call()
    writing.lines.append(f"assert {capture}.readouterr().{stream} == {expected}")
    yield writing.finished()


def _about_warnings(subject: Subject, graph: Graph) -> Iterator[Draft]:
    writing = Body(subject, graph)
    warnings = writing.module("warnings")
    caught, seen = writing.script.variable("caught"), writing.script.variable("seen")
    before = len(writing.lines)
    writing.make_call()
    made = writing.lines[before:]
    del writing.lines[before:]
    expected = expression_of(writing.script, *_warnings_in(graph))
    if expected is None:
        return
    writing.lines += [
        f"with {warnings}.catch_warnings(record=True) as {caught}:",
        f'{INDENT}{warnings}.simplefilter("always")',
        *(f"{INDENT}{line}" for line in made),
        f"{seen} = [(each.category.__name__, str(each.message)) for each in {caught}]",
        f"assert {seen} == {expected}",
    ]
    yield writing.finished()


def _warnings_in(graph: Graph) -> tuple[Graph, Index]:
    index = dict(graph.roots).get("warnings")
    if index is not None:
        return graph, index
    nothing = Items("list", (), 0, ordered=True, mutable=True)
    return replace(graph, nodes=(*graph.nodes, nothing)), len(graph.nodes)
