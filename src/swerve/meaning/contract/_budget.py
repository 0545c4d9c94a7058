"""How much may the evaluation of a clause take? Snapshots come from code nobody vouched for."""

from __future__ import annotations

#: Steps of one clause: expressions evaluated, items looked at.
MOST_STEPS = 200_000
#: Characters, bytes and items of all values that one clause makes.
MOST_MADE = 5_000_000
#: Of one integer.
MOST_BITS = 100_000
#: Calls of helpers inside each other.
MOST_DEPTH = 60


class CannotTell(Exception):
    """A clause has no answer, for a reason that is not its own."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        #: In words that stand in a sentence: "`result` was cut".
        self.why = why


class NoValue(Exception):
    """A clause speaks of something that this call does not have: the result of one that raised."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class ClauseBudget:
    """What is left for one clause."""

    __slots__ = ("_made", "_steps", "equal")

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self._steps = steps
        self._made = MOST_MADE
        #: Pairs of objects that were compared, or are being compared: (space, index) twice.
        self.equal: dict[tuple[int, int, int, int], bool] = {}

    def spend(self, steps: int = 1) -> None:
        """Take steps."""
        self._steps -= steps
        if self._steps < 0:
            raise CannotTell("the clause takes too long")

    def make(self, size: int) -> None:
        """Take room for a value that is about to be made."""
        self._made -= size
        if self._made < 0:
            raise CannotTell("the clause makes values that are too large")

    def weigh(self, value: object) -> None:
        """Take a step for everything in a value: what comparing or hashing it would look at.

        A value that contains one list many times is looked at many times, as Python would.
        """
        waiting = [value]
        while waiting:
            each = waiting.pop()
            self.spend()
            if isinstance(each, (list, tuple, set, frozenset)):
                self.spend(len(each))
                waiting.extend(each)
            elif isinstance(each, dict):
                self.spend(2 * len(each))
                waiting.extend(each.keys())
                waiting.extend(each.values())
            elif isinstance(each, (str, bytes)):
                self.spend(len(each) // 64)


def checked_integer(value: object) -> object:
    """The value itself, unless it is an integer that nobody should compute with."""
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        raise CannotTell(f"an integer of {value.bit_length():,} bits is too large to compute with")
    return value
