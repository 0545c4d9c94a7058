"""Which calls do seeds stand for, and of which types are their arguments?"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import suppress

from swerve.model import Function, Seed
from swerve.source.syntax import node_of

from .recipe import BadRecipe, CallRecipe, Recipe, decode_call, type_of


def calls_in(seeds: Iterable[Seed]) -> list[CallRecipe]:
    """The calls of seeds that can be read, each once."""
    found: dict[bytes, CallRecipe] = {}
    for seed in seeds:
        with suppress(BadRecipe):
            found.setdefault(seed.call, decode_call(seed.call))
    return list(found.values())


def types_seen(function: Function, calls: Iterable[CallRecipe]) -> tuple[tuple[str, str], ...]:
    """Parameters with types as Python writes them, those of plain values only."""
    node = node_of(function)
    if node is None:
        return ()
    names = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
    seen: dict[str, set[str]] = {}
    for call in calls:
        for name, value in _given(names, call, is_of_class=_is_of_class(node)):
            if text := type_of(value):
                seen.setdefault(name, set()).add(text)
    return tuple((name, " | ".join(sorted(types))) for name, types in sorted(seen.items()))


def _given(
    names: list[str], call: CallRecipe, *, is_of_class: bool
) -> Iterator[tuple[str, Recipe]]:
    own = names[1:] if call.receiver is not None or is_of_class else names
    yield from zip(own, call.args, strict=False)
    yield from call.kwargs


def _is_of_class(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(
        isinstance(each, ast.Name) and each.id == "classmethod" for each in node.decorator_list
    )
