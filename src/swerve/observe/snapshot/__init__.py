"""What a worker saw of a value, as data: nodes, how they are read, and how they are shown."""

from __future__ import annotations

from ._decoding import BadSnapshot, decode, root_names
from ._listing import items_of, listed
from ._nodes import (
    BY_POSITION,
    Atom,
    Cut,
    Entries,
    Graph,
    Index,
    Items,
    Named,
    Node,
    Object,
    Opaque,
    Packed,
    Scalar,
    children_of,
    show,
)
