"""Calls as data: composed here, built in workers, printed as Python."""

from __future__ import annotations

from swerve.worker.recipes.building import BadRecipe

from ._forms import (
    Access,
    After,
    Attribute,
    Blob,
    Call,
    CallRecipe,
    Dict,
    Do,
    FrozenSet,
    Item,
    List,
    Name,
    Recipe,
    Reference,
    Set,
    SetAttribute,
    SetItem,
    Shared,
    Step,
    Tuple,
)
from ._inventory import (
    ANYTHING,
    Anything,
    BadInventory,
    Class,
    ClassOf,
    Either,
    Function,
    FunctionOf,
    InstanceOf,
    Inventory,
    Kind,
    Known,
    OneOf,
    Parameter,
    ParameterKind,
    TupleOf,
    Type,
    Unknown,
    Unresolved,
    Variable,
    inventory_from_json,
    inventory_request,
)
from ._python import Script, python_of, python_of_recipe
from ._shrinking import complexity, smaller
from ._values import recipe_from_value
from ._wire import decode_call, decode_recipe, encode_call, encode_recipe, sent_call
from .parts import shape_of, type_of
