"""How is a call that no recipe describes shown to a person?"""

from __future__ import annotations

from swerve.model import Realism, Witness
from swerve.observe.snapshot import BadSnapshot, decode, show

from ._observations import Differing

_WIDTH = 60


def witness_in_test(differing: Differing, engine: str) -> Witness:
    """A difference that only its test shows: the call needs what the test has set up."""
    different = differing.different
    place = f"call {differing.number} in {differing.test}"
    if differing.varied:
        place = f"in {differing.test}, with {differing.varied}"
    return Witness(
        engine=engine,
        realism=Realism.VARIED if differing.varied else Realism.OBSERVED,
        kind=different.kind,
        call=f"{differing.call}  # {place}",
        old=different.old,
        new=different.new,
        path=different.path,
        place=different.place,
        elsewhere=different.elsewhere,
        effects=differing.effects,
        test=differing.test,
    )


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
