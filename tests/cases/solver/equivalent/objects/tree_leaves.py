# The tree is walked level by level instead of depth first; ints may be added in any order.
# calls: leaves(Tree(1, [])); leaves(Tree(1, [Tree(2, [])])); leaves(Tree(1, [Tree(2, []), Tree(3, [])]))
# calls: leaves(Tree(0, [Tree(0, [Tree(5, [])])])); leaves(Tree(-1, [Tree(-2, []), Tree(4, [Tree(4, [])])]))
# calls: leaves(Tree(9, [Tree(9, []), Tree(9, [])]))

from dataclasses import dataclass


@dataclass
class Tree:
    value: int
    branches: list["Tree"]


def leaves(tree: Tree) -> int:
    """Sum the values of the leaves."""
    total = 0
    left = [tree]
    while left:
        node = left.pop()
        if not node.branches:
            total += node.value
        left.extend(node.branches)
    return total


# --- new ---

from dataclasses import dataclass


@dataclass
class Tree:
    value: int
    branches: list["Tree"]


def leaves(tree: Tree) -> int:
    """Sum the values of the leaves."""
    seen = [tree]
    for node in seen:
        seen.extend(node.branches)
    return sum(node.value for node in seen if len(node.branches) == 0)
