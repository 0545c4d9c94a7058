"""Was a random generator used since it was seeded, and how does it get back there fast?

Both CPython and numpy have the Mersenne Twister as 624 numbers and the position of the next.
Seeding it takes longer than many a call. Where these numbers are found in memory, which is tried on
a generator made for it, they are looked at and put back there.
"""

from __future__ import annotations

from _random import Random as _Generator
from typing import Any

#: The position in a generator that was seeded and gave no number yet.
UNUSED = 624
_BYTES = 625 * 4


class Memory:
    """Position and numbers of a generator of `random`, which must be alive when this is used."""

    __slots__ = ("_fresh", "_put", "_second", "_words")

    def __init__(self, generator: Any) -> None:
        from ctypes import c_uint32, memmove

        self._words = (c_uint32 * 625).from_address(id(generator) + object.__basicsize__)
        self._put = memmove
        self.remember()

    def remember(self) -> None:
        """Take what is there as the state of a generator that was just seeded."""
        self._fresh = bytes(self._words)
        self._second = self._words[2]  # the first number is the same for every seed

    def is_unused(self) -> bool:
        """Whether the generator is as it was."""
        return self._words[0] == UNUSED and self._words[2] == self._second

    def restore(self) -> None:
        """Make it so."""
        self._put(self._words, self._fresh, _BYTES)


def memory_of(generator: Any) -> Memory | None:
    """Where a generator that was just seeded has its numbers; None where that is not known."""
    global _is_known
    if _is_known is None:
        _is_known = _try_out()
    return Memory(generator) if _is_known else None


_is_known: bool | None = None


def _try_out() -> bool:
    """Whether numbers are where they are expected, and can be put back."""
    if not _BYTES <= _Generator.__basicsize__ - object.__basicsize__ < _BYTES + 8:
        return False
    generator = _Generator()
    generator.seed(1)
    try:
        memory = Memory(generator)
    except ImportError:  # an interpreter without ctypes
        return False
    if not memory.is_unused():
        return False
    numbers = [generator.getrandbits(32) for _ in range(3)]
    state = generator.getstate()
    if memory.is_unused() or state[-1] != 3 or memory._words[0] != 3:
        return False
    if list(memory._words)[1:] != list(state[:-1]):
        return False
    memory.restore()
    return memory.is_unused() and [generator.getrandbits(32) for _ in range(3)] == numbers


def state_of_numpy(module: Any) -> Any:
    """The 624 numbers and the position of numpy's shared generator, to look at; or None."""
    try:
        from ctypes import c_uint32

        generator = module.mtrand._rand._bit_generator
        if type(generator).__name__ != "MT19937":
            return None
        state = (c_uint32 * 625).from_address(generator.ctypes.state_address)
        module.seed(1)
        before = state[0]
        is_known = state[624] == UNUSED
        module.random()
        return state if is_known and state[624] != UNUSED and state[0] != before else None
    except Exception:  # another numpy: its generator is then seeded every time
        return None
