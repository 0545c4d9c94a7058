"""How is a call that was seen on the old side written for the new one?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from swerve.model import Pair

from .recipe import CallRecipe, Name
from .recipe.parts import with_changed_parts


def _called(name: str) -> str:
    """What is called to run a function: the outer one, where it stands inside another."""
    return name.partition(".<locals>.")[0]


def written_anew(
    pair: Pair, old_module: str, new_module: str
) -> Callable[[CallRecipe], CallRecipe] | None:
    """Names that moved and parameters that were renamed; None where nothing was."""
    parameters = {each.old: each.new for each in pair.renamings}
    old_name, new_name = (_called(each.name) for each in (pair.old, pair.new))
    if old_module == new_module and old_name == new_name and not parameters:
        return None
    owners = old_name.rpartition(".")[0], new_name.rpartition(".")[0]

    def moved(name: Name) -> Name:
        if name.module != old_module:
            return name
        if name.qualname == old_name:
            return Name(new_module, new_name)
        if owners[0] and (name.qualname == owners[0] or name.qualname.startswith(f"{owners[0]}.")):
            return Name(new_module, f"{owners[1]}{name.qualname[len(owners[0]) :]}")
        return name

    def written(whole: Any) -> Any:
        if isinstance(whole, Name):
            return moved(whole)
        return with_changed_parts(whole, written)

    def anew(call: CallRecipe) -> CallRecipe:
        changed: CallRecipe = written(call)
        kwargs = tuple((parameters.get(name, name), value) for name, value in changed.kwargs)
        return replace(changed, target=moved(call.target), kwargs=kwargs)

    return anew
