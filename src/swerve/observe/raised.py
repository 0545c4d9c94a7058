"""What did a run raise?"""

from __future__ import annotations

from swerve.model.behaviour import Behaviour, Raised

from .snapshot import BadSnapshot, Object, decode


def raised_type(behaviour: Behaviour) -> str:
    """The name of the exception's class; empty where nothing was raised, or nobody can tell."""
    if not isinstance(behaviour.outcome, Raised):
        return ""
    try:
        graph = decode(behaviour.snapshot)
    except BadSnapshot:
        return ""
    node = graph.root("exception")
    return node.type if isinstance(node, Object) else ""
