"""What is called to run a pair, on each side?

A method is called on an instance, a property read off one, `__init__` run by making one, and a
function inside another by calling that.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from swerve.model import Function
from swerve.observe.recipe import (
    Access,
    CallRecipe,
    Class,
    Inventory,
    Kind,
    Name,
    Parameter,
    ParameterKind,
    Recipe,
)
from swerve.source.syntax import FunctionNode, node_of

_INSIDE = ".<locals>."
#: Run by making an instance.
_MAKING = frozenset({"__init__", "__new__", "__post_init__", "__attrs_post_init__"})
#: Cannot be called with anything that makes sense, or run behind everybody's back.
_OUT_OF_REACH = frozenset(
    {"__del__", "__init_subclass__", "__set_name__", "__class_getitem__", "__prepare__"}
)


@dataclass(frozen=True, slots=True)
class SideTarget:
    """One side of a pair, as far as its text tells."""

    #: What to call: of a function inside another, the outer one.
    name: Name
    #: The class it stands in, if it does.
    owner: Name | None
    #: How a property is reached, if it is one.
    access: Access = Access.GET
    #: What a property is set to goes by this name.
    value: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """What is called, as the old side knows it."""

    name: Name
    #: The class of the receiver; `None` where there is none.
    receiver: Class | None
    parameters: tuple[Parameter, ...]
    access: Access = Access.CALL

    def call(
        self,
        receiver: Recipe,
        args: tuple[Recipe, ...] = (),
        kwargs: tuple[tuple[str, Recipe], ...] = (),
    ) -> CallRecipe:
        """Call it with something."""
        return CallRecipe(self.name, receiver, args, kwargs, access=self.access)


def place_of(function: Function, module: str) -> SideTarget:
    """What to call for one version."""
    qualname = function.name.partition(_INSIDE)[0]
    owner = qualname.rpartition(".")[0]
    node = node_of(function) if owner else None
    access, value = _access(node) if node is not None else (Access.GET, "")
    return SideTarget(Name(module, qualname), Name(module, owner) if owner else None, access, value)


def _access(node: FunctionNode) -> tuple[Access, str]:
    """How a property is reached that this is a part of, and the name of what it is set to."""
    for decorator in node.decorator_list:
        last = decorator.attr if isinstance(decorator, ast.Attribute) else ""
        if last == "deleter":
            return Access.DELETE, ""
        if last == "setter":
            taken = [*node.args.posonlyargs, *node.args.args]
            return Access.SET, taken[1].arg if len(taken) > 1 else ""
    return Access.GET, ""


def target_in(inventory: Inventory, place: SideTarget) -> Target | str:
    """What is called, or why nothing can be."""
    last = place.name.qualname.rpartition(".")[2]
    owner = inventory.classes.get(place.owner) if place.owner else None
    if last in _OUT_OF_REACH:
        return f"`{last}` cannot be called directly"
    if place.owner is not None and owner is None:
        return f"`{place.owner.qualname}` is not a class that can be inspected"
    if owner is not None and last in _MAKING:
        if owner.constructor is None:
            return f"the constructor of `{owner.name.qualname}` is unknown"
        if owner.abstract:
            return f"`{owner.name.qualname}` is abstract"
        return Target(owner.name, None, owner.constructor)
    function = inventory.functions.get(place.name)
    if function is None:
        return f"`{place.name.qualname}` does not exist after its module is imported"
    if function.kind is Kind.PROPERTY:
        taken = (Parameter(place.value, ParameterKind.POSITIONAL_ONLY),) if place.value else ()
        return Target(place.name, owner, taken, place.access)
    if function.parameters is None:
        return f"the parameters of `{place.name.qualname}` are unknown"
    is_method = function.kind is Kind.METHOD and owner is not None
    return Target(place.name, owner if is_method else None, function.parameters)
