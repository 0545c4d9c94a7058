"""How is what a call did told to a person?"""

from __future__ import annotations

from swerve.model import Side
from swerve.model.behaviour import Behaviour, Raised, Returned
from swerve.observe.comparison import Different
from swerve.observe.snapshot import BadSnapshot, decode, show

_WIDTH = 120
_ENDINGS = {"result": "returned", "exception": "raised"}


def ending(behaviour: Behaviour) -> str:
    """How a call ended: "returned 3", "raised KeyError('price')"."""
    if not isinstance(behaviour.outcome, (Returned, Raised)):
        return "did not finish"
    try:
        graph = decode(behaviour.snapshot)
    except BadSnapshot:
        return "did what cannot be read"
    for root, index in graph.roots:
        if root in _ENDINGS:
            return f"{_ENDINGS[root]} {show(graph, index, _WIDTH)}"
    return "returned" if isinstance(behaviour.outcome, Returned) else "raised"


def told(behaviour: Behaviour, difference: Different | None, side: Side) -> str:
    """How a call ended, and what it left behind where that is what differs."""
    words = ending(behaviour)
    if difference is None or not difference.path.startswith(("receiver", "arguments")):
        return words
    value = difference.old if side is Side.OLD else difference.new
    return f"{words}, and left `{difference.path}` as {value}"
