"""What did a run raise?"""

from __future__ import annotations

from swerve.model.behaviour import Behaviour, Raised

from .snapshot import Atom, BadSnapshot, Items, Object, decode


def raised_type(behaviour: Behaviour) -> str:
    """The name of the exception's class; empty where nothing was raised, or nobody can tell."""
    return raised_words(behaviour)[0]


def raised_words(behaviour: Behaviour) -> tuple[str, str]:
    """The name of the exception's class, and the first of its arguments that is a text."""
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
    inner = [graph.nodes[each] for each in args.items] if isinstance(args, Items) else []
    texts = [each.value for each in inner if isinstance(each, Atom)]
    return node.type, next((text for text in texts if isinstance(text, str)), "")
