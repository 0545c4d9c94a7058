"""Was a random generator used since it was seeded? Seeding takes long; looking does not.

Both CPython and numpy have the Mersenne Twister as 624 numbers and the position of the next. These
functions look at them in memory, having tried on a generator of their own that they are there.
"""

from __future__ import annotations

from _random import Random as _Generator
from typing import Any

#: The position in a generator that was seeded and gave no number yet.
UNUSED = 624


def state_of_generator(generator: Any) -> Any:
    """Position, first and second number of a generator of `random`, or None where it is unknown.

    They are those of the moment when they are read; the generator must be alive then. The first
    number is the same for every seed.
    """
    own = _Generator()
    own.seed(1)
    state = _state_at(own)
    if state is None or state[0] != UNUSED:
        return None
    before = state[2]
    own.getrandbits(32)
    used = state[0]
    own.seed(2)
    if used != 1 or state[0] != UNUSED or state[2] == before:
        return None
    own.seed(1)
    return _state_at(generator) if state[2] == before else None


def _state_at(generator: Any) -> Any:
    header = object.__basicsize__
    if not 625 * 4 <= _Generator.__basicsize__ - header < 626 * 4 + 4:
        return None
    try:
        from ctypes import c_uint32
    except ImportError:
        return None
    return (c_uint32 * 3).from_address(id(generator) + header)


def state_of_numpy(module: Any) -> Any:
    """The 624 numbers and the position of numpy's shared generator, or None."""
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
