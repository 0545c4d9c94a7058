"""What did a run raise?"""

from __future__ import annotations

import builtins

from swerve.model.behaviour import Behaviour, Raised

from .snapshot import Atom, BadSnapshot, Items, Object, decode, show

#: What Python raises for a system that does not do what it is asked for.
SYSTEM_ERRORS = frozenset(
    name
    for name, each in vars(builtins).items()
    if isinstance(each, type) and issubclass(each, OSError)
)


def raised_type(behaviour: Behaviour) -> str:
    """The name of the exception's class; empty where nothing was raised, or nobody can tell."""
    return raised_words(behaviour)[0]


def raised_words(behaviour: Behaviour) -> tuple[str, str]:
    """The name of the exception's class, and its first argument: a text, or as Python shows it."""
    if not isinstance(behaviour.outcome, Raised):
        return "", ""
    try:
        graph = decode(behaviour.snapshot)
    except BadSnapshot:
        return "", ""
    node = graph.root("exception")
    if not isinstance(node, Object):
        return "", ""
    at = dict(node.fields).get("args")
    args = None if at is None else graph.nodes[at]
    if not isinstance(args, Items) or not args.items:
        return node.type, ""
    first = graph.nodes[args.items[0]]
    if isinstance(first, Atom) and isinstance(first.value, str):
        return node.type, first.value
    return node.type, show(graph, args.items[0])


def raised_about(behaviour: Behaviour) -> str:
    """The file that an exception of the system names; empty where there is none."""
    if not isinstance(behaviour.outcome, Raised):
        return ""
    try:
        graph = decode(behaviour.snapshot)
    except BadSnapshot:
        return ""
    node = graph.root("exception")
    index = dict(node.fields).get("filename") if isinstance(node, Object) else None
    found = None if index is None else graph.nodes[index]
    return str(found.value) if isinstance(found, Atom) and isinstance(found.value, str) else ""
