"""Names that clash with those of another module, and with builtins."""

from __future__ import annotations

from tests.observe.recipe.shop import LOG


class Item:
    def __init__(self) -> None:
        LOG.append("other Item")


def list() -> str:
    return "not the builtin"


def sorted() -> str:
    return "not the builtin either"
