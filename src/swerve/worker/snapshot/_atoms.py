"""Which values are written in place, and how large may they be?"""

from __future__ import annotations

from typing import Any

#: Paths of folders, each with what is written instead.
Folders = tuple[tuple[str, str], ...]


#: Types that `marshal` writes in a slot. By id: the hash of a class is its metaclass's to say.
ATOM_TYPES = (type(None), bool, int, float, complex, str, bytes, type(...))
ATOMS = frozenset(map(id, ATOM_TYPES))
_INTS = frozenset((id(int),))
_TEXTS = frozenset((id(str), id(bytes)))
SHORT = ATOMS - _INTS - _TEXTS
#: Longer strings become nodes of their own.
INLINE = 256
#: So do integers that are not between this and its negative.
BIG = 1 << 2_000
NEGATIVE_BIG = -BIG


def are_small_atoms(values: list[Any] | tuple[Any, ...]) -> bool:
    """Whether all values can be written where they stand."""
    kinds = {*map(id, map(type, values))}
    if kinds == _INTS:
        return NEGATIVE_BIG < min(values) <= max(values) < BIG  # type: ignore[no-any-return]
    if kinds <= SHORT:
        return True
    if kinds <= _TEXTS:
        return max(map(len, values)) <= INLINE
    return kinds <= ATOMS and all(map(_is_small, values))


def _is_small(atom: Any) -> bool:
    kind = type(atom)
    if kind is str or kind is bytes:
        return len(atom) <= INLINE
    return kind is not int or NEGATIVE_BIG < atom < BIG


def lacks_folders(payload: bytes, folders: Folders) -> bool:
    """Whether no string in there certainly names one of the folders."""
    # What is not ASCII may be written in several ways.
    return all(path.isascii() and path.encode() not in payload for path, _ in folders)
