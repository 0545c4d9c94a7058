"""Which values travel between looking at differences and writing contracts?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from swerve.meaning.contract import Difference, ObservedCall, Signature
from swerve.model import Pair, Witness
from swerve.observe.comparison import Different, compare


class Kind(Enum):
    """What a difference is to a person, what matters most first."""

    #: Another result, or another effect: on arguments, on output, on what is called.
    VALUE = "value"
    #: Another exception, one more or one less.
    ERROR = "error"
    #: The same exception in other words.
    MESSAGE = "message"
    #: An equal value of another type, or other last digits of a float.
    REPRESENTATION = "representation"

    @property
    def words(self) -> str:
        """For a heading."""
        return {
            "value": "a different value or effect",
            "error": "an error appeared, disappeared or changed",
            "message": "the same error with a different message",
            "representation": "an equal value in a different representation",
        }[self.value]


@dataclass(frozen=True, slots=True)
class Meant:
    """One difference that somebody may mean."""

    kind: Kind
    #: For a person; the first one that is made up comes with `given`.
    call: str
    old: str
    new: str
    #: What a call did, or the default value that static reading found changed.
    source: Difference | Witness
    given: str = ""


def meant_default(witness: Witness) -> Meant:
    """A changed default value, as a person sees it."""
    return Meant(Kind.VALUE, witness.call, witness.old, witness.new, witness)


@dataclass(frozen=True, slots=True)
class FunctionCalls:
    """What was seen of one function."""

    pair: Pair
    #: Old and new.
    signatures: tuple[Signature, Signature]
    #: Those that are told to people first.
    differences: tuple[Meant, ...] = ()
    preserved: tuple[ObservedCall, ...] = ()
    #: Whether all arguments were made up, so that no default was used.
    is_made_up: bool = False

    @property
    def renamed(self) -> dict[str, str]:
        """Parameters by their old names."""
        return {each.old: each.new for each in self.pair.renamings}


@dataclass(frozen=True, slots=True)
class Lost:
    """A difference that no contract can be made from."""

    function: str
    call: str
    #: As the end of a sentence.
    why: str


@dataclass(frozen=True, slots=True)
class Group:
    """Differences of one kind, by function."""

    kind: Kind
    members: tuple[tuple[FunctionCalls, tuple[Meant, ...]], ...]


_KINDS = {
    "error": Kind.ERROR,
    "message": Kind.MESSAGE,
    "representation": Kind.REPRESENTATION,
}


def meant(difference: Difference) -> Meant:
    """A difference between two runs, as a person sees it."""
    found = compare(difference.call.old.behaviour, difference.call.new.behaviour)
    old, new = (found.old, found.new) if isinstance(found, Different) else ("", "")
    kind = _KINDS.get(difference.kind, Kind.VALUE)
    return Meant(kind, difference.text, old, new, difference)


def grouped(seen: Iterable[FunctionCalls]) -> tuple[Group, ...]:
    """All differences by kind, in the order of kinds; kinds without any are left out."""
    seen = tuple(seen)
    groups = []
    for kind in Kind:
        members = tuple(
            (each, chosen)
            for each in seen
            if (chosen := tuple(one for one in each.differences if one.kind is kind))
        )
        if members:
            groups.append(Group(kind, members))
    return tuple(groups)
