"""How is a call that no recipe describes shown to a person?"""

from __future__ import annotations

from swerve.observe.snapshot import BadSnapshot, decode, show

_WIDTH = 60


def call_text(name: str, before: bytes) -> str:
    """A call as it would be written, from what was seen of its arguments: "total([1, 2])"."""
    try:
        graph = decode(before)
    except BadSnapshot:
        return f"{name}(...)"
    receiver, arguments = "", []
    for root, index in graph.roots:
        text = show(graph, index, width=_WIDTH)
        if root == "receiver":
            receiver = text
        elif root.startswith("arguments"):
            keyword = root.partition("arguments.")[2]
            arguments.append(f"{keyword}={text}" if keyword else text)
    if receiver:
        name = f"{receiver}.{name.rpartition('.')[2]}"
    return f"{name}({', '.join(arguments)})"
