"""Where does the target get random numbers, unique names and identifiers from?

From generators that begin anew with every call, so that both sides see the same.

Both CPython and numpy have the Mersenne Twister as 624 numbers and the position of the next.
Seeding it takes longer than many a call. Where these numbers are found in memory, which is tried on
a generator made for it, they are looked at and put back there.
"""

from __future__ import annotations

import os as _os
from _random import Random as _Generator
from collections.abc import Callable, Iterator
from operator import index as _index
from types import ModuleType
from typing import Any
from weakref import ref as _ref

from ..core._arrivals import disguised, when_imported
from ._function import Replacements
from .clock import EPOCH_NS, now

_generator = _Generator(0)
_seed_generator = _generator.seed
_random_bits = _generator.getrandbits
_seed_of = _Generator.seed

_seed = 0
#: The generator begins anew before its next use.
_is_stale = True
_calls_began = False
#: The generator of module `random`, and those made without a seed while modules were imported.
_made_at_import: list[_Rewound] = []
_MOST_REWOUND = 100
_rewound: list[Callable[[], None]] = []
#: The position in a generator that was seeded and gave no number yet.
UNUSED = 624
_BYTES = 625 * 4


def begin_chance(seed: int) -> None:
    """Set what all numbers follow from."""
    global _seed
    _seed = seed


def rewind_chance() -> None:
    """Let every generator begin anew."""
    global _is_stale, _calls_began
    _is_stale = _calls_began = True
    for generator in _made_at_import:
        generator.begin_anew()
    for action in _rewound:
        action()


def _bits(count: int) -> int:
    global _is_stale
    if _is_stale:
        _is_stale = False
        _seed_generator(_seed ^ 0x5EED)
    return _random_bits(count)


def _bytes(count: int) -> bytes:
    return _bits(8 * count).to_bytes(count, "little") if count else b""


def freeze_random() -> None:
    """Freeze `random`, `secrets`, what the system calls random, and numpy's generators."""
    made = Replacements()
    made.function(_os, "urandom", _giving_bytes(_os.urandom, 1))
    if hasattr(_os, "getrandom"):
        made.function(_os, "getrandom", _giving_bytes(_os.getrandom, 2))
    made.spread()
    when_imported("random", _freeze_random_module)
    when_imported("numpy.random", _freeze_numpy)


def _giving_bytes(real: Any, most_words: int) -> Callable[..., Any]:
    """For functions whose first argument says how many bytes."""

    def give(*words: Any, **named: Any) -> Any:
        if named or not 0 < len(words) <= most_words:
            return real(*words, **named)
        try:
            count = _index(words[0])
        except TypeError:
            return real(*words)  # which refuses it, in its own words
        return _bytes(count) if 0 <= count < 1 << 31 else real(*words)

    return give


def _freeze_random_module(random: Any) -> None:
    kind = random.Random
    original = kind.seed

    def seed(self: Any, a: Any = None, version: Any = 2) -> None:
        if a is None:
            a = _bits(64)
            if not _calls_began and len(_made_at_import) < _MOST_REWOUND and not _is_known(self):
                _made_at_import.append(_Rewound(self, kind, a))
        original(self, a, version)

    kind.seed = disguised(seed, original)
    shared = random._inst
    random.seed = shared.seed
    _made_at_import.append(_Rewound(shared, kind, _seed))


def _is_known(generator: Any) -> bool:
    return any(one.generator() is generator for one in _made_at_import)


class _Rewound:
    """A generator that begins anew with every call, if it was used."""

    def __init__(self, generator: Any, kind: type, seed: int) -> None:
        self.generator = _ref(generator)
        self._is_plain = type(generator) is kind
        self._seed = seed
        _seed_of(generator, seed)
        self._memory = memory_of(generator)

    def begin_anew(self) -> None:
        generator = self.generator()
        if generator is None:
            return
        memory = self._memory
        if memory is None:
            _seed_of(generator, self._seed)
        elif memory.is_unused():
            return
        else:
            memory.restore()
        if self._is_plain:
            generator.gauss_next = None


def _freeze_numpy(module: ModuleType) -> None:
    """Generators made without a seed ask `secrets`; the shared one is seeded."""
    seed_shared = module.seed
    state = state_of_numpy(module)
    fresh = 0

    def begin_anew() -> None:
        nonlocal fresh
        if state is None or state[624] != UNUSED or state[0] != fresh:
            seed_shared(_seed & 0xFFFFFFFF)
            fresh = 0 if state is None else state[0]

    begin_anew()
    _rewound.append(begin_anew)


def freeze_uuid() -> None:
    """Freeze the identifiers that are made from time, address and chance."""
    when_imported("uuid", _freeze_uuid_module)


def _freeze_uuid_module(uuid: Any) -> None:
    made = 0

    def uuid1(node: Any = None, clock_seq: Any = None) -> Any:
        nonlocal made
        made += 1
        ticks = (EPOCH_NS + now()) // 100 + 0x01B21DD213814000 + made
        if clock_seq is None:
            clock_seq = _bits(14)
        if node is None:
            node = uuid.getnode()
        low, mid, high = ticks & 0xFFFFFFFF, ticks >> 32 & 0xFFFF, ticks >> 48 & 0x0FFF
        fields = (low, mid, high, clock_seq >> 8 & 0x3F, clock_seq & 0xFF, node)
        return uuid.UUID(fields=fields, version=1)

    def uuid4() -> Any:
        return uuid.UUID(bytes=_bytes(16), version=4)

    first = {name: value for name, value in vars(uuid).items() if name.startswith("_last_")}

    def begin_anew() -> None:
        nonlocal made
        made = 0
        vars(uuid).update(first)

    uuid._node = 0x5EED_5EED_5EED | 1 << 40
    uuid.uuid1 = disguised(uuid1, uuid.uuid1)
    uuid.uuid4 = disguised(uuid4, uuid.uuid4)
    _rewound.append(begin_anew)


#: So many names are tried before `tempfile` gives up, or more where it has more patience.
_MOST_NAMES = 10_000


class _Names:
    """Temporary names, the same ones in every call."""

    _LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789_"

    def __init__(self) -> None:
        self.count = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        self.count += 1
        number = self.count * 0x9E3779B97F4A7C15 + _seed
        letters = []
        for _ in range(8):
            number, at = divmod(number, len(self._LETTERS))
            letters.append(self._LETTERS[at])
        return "".join(letters)


def freeze_temporary_names() -> None:
    """Freeze the random part of the names that `tempfile` makes."""
    when_imported("tempfile", _freeze_tempfile)


def _freeze_tempfile(tempfile: Any) -> None:
    names = _Names()

    def begin_anew() -> None:
        names.count = 0

    tempfile._name_sequence = names
    # Python 3.14 gives up after 20 names, enough for chance only: every call meets the names of
    # those before it in its batch.
    tempfile.TMP_MAX = max(tempfile.TMP_MAX, _MOST_NAMES)
    _rewound.append(begin_anew)


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
    global _is_layout_known
    if _is_layout_known is None:
        _is_layout_known = _try_out()
    return Memory(generator) if _is_layout_known else None


_is_layout_known: bool | None = None


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
