"""How is a call of the old version written for a new one that takes other parameters?"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from swerve.contract import ClauseKind, Contract, Parameter, Presence, Signature
from swerve.recipe import CallRecipe, Recipe, recipe_from_value


def repaired(
    contract: Contract, old: Signature, new: Signature
) -> Callable[[CallRecipe], CallRecipe] | None:
    """Leave out parameters that are gone, and add new ones; None where there are none.

    A new parameter without a default gets the value that `requires` asks for, where it is written
    as `name == constant`, and else `None`.
    """
    gone = {each.old_name for each in contract.parameters if each.presence is Presence.OLD}
    names = {
        each.old_name: each.name for each in contract.parameters if each.presence is Presence.BOTH
    }
    has_default = {name for name, _ in new.defaults}
    added = {
        each.name: _value(contract, each)
        for each in contract.parameters
        if each.presence is Presence.NEW and each.name not in has_default
    }
    if not gone and not added and all(was == now for was, now in names.items()):
        return None
    positional = old.positional[1:] if old.has_receiver else old.positional

    def anew(call: CallRecipe) -> CallRecipe:
        args: list[Recipe] = []
        kwargs: list[tuple[str, Recipe]] = []
        is_shifted = False
        for number, value in enumerate(call.args):
            name = positional[number] if number < len(positional) else ""
            if name in gone:
                is_shifted = True
            elif is_shifted and name:
                kwargs.append((names.get(name, name), value))
            else:
                args.append(value)
        for name, value in call.kwargs:
            if name not in gone:
                kwargs.append((names.get(name, name), value))
        kwargs.extend(added.items())
        return replace(call, args=tuple(args), kwargs=tuple(kwargs))

    return anew


def _value(contract: Contract, parameter: Parameter) -> Recipe:
    for case in contract.cases:
        for clause in case.of(ClauseKind.REQUIRES):
            for node in ast.walk(clause.condition.tree):
                found = _equal_to(node, parameter.name)
                if found is not None:
                    return recipe_from_value(ast.literal_eval(found))
    return None


def _equal_to(node: ast.AST, name: str) -> ast.Constant | None:
    match node:
        case ast.Compare(ast.Name(found), [ast.Eq()], [ast.Constant() as value]) if found == name:
            return value
        case ast.Compare(ast.Constant() as value, [ast.Eq()], [ast.Name(found)]) if found == name:
            return value
    return None
