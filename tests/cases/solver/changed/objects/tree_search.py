# A value on the way down to the right is not found deeper than one.
# shows: depth_of(Node(10, None, Node(20, None, Node(30, None, None))), 30)

from dataclasses import dataclass
from typing import Optional


@dataclass
class Node:
    value: int
    left: Optional["Node"]
    right: Optional["Node"]


def depth_of(root: Node, wanted: int) -> int:
    """Return how deep a value lies in a search tree; -1 if it is not there."""
    depth = 0
    node: Optional[Node] = root
    while node is not None:
        if node.value == wanted:
            return depth
        if wanted < node.value:
            node = node.left
        else:
            node = node.right
        depth += 1
    return -1


# --- new ---

from dataclasses import dataclass
from typing import Optional


@dataclass
class Node:
    value: int
    left: Optional["Node"]
    right: Optional["Node"]


def depth_of(root: Node, wanted: int) -> int:
    """Return how deep a value lies in a search tree; -1 if it is not there."""
    depth = 0
    node: Optional[Node] = root
    while node is not None:
        if node.value == wanted:
            return depth
        if wanted < node.value:
            node = node.left
        else:
            node = node.right if depth < 1 else None
        depth += 1
    return -1
