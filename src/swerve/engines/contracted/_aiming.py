"""Which calls satisfy an update condition that those at hand do not?"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, TypeAlias

from swerve.engines.opened import Draws
from swerve.meaning.contract import (
    Case,
    Clause,
    ClauseKind,
    Contract,
    Presence,
    Signature,
    assignment_holds,
    default_predicate,
)
from swerve.model import work
from swerve.observe.recipe import BadRecipe, CallRecipe, encode_call, recipe_from_value

from ._limits import A_ROUND, MOST_A_NAME, MOST_PLANTED, MOST_TRIED, NEAREST, ROUNDS
from ._solving import solved


@dataclass(frozen=True, slots=True)
class Near:
    """A call, and how far it is from what is wanted."""

    far: float
    call: CallRecipe


def aim(
    contract: Contract,
    case: Case,
    old: Signature,
    near: Sequence[Near],
    draws: Draws | None,
    made: Callable[[Sequence[CallRecipe]], list[Near]],
    until: float,
) -> None:
    """Make calls until one satisfies the update condition of a case, or time is up.

    First values that the conditions ask for are put into the calls that are nearest; then these are
    changed a little, round after round, and the nearest of what came of it are kept.
    """
    nearest = _first(near)
    planted = [
        call
        for values in asked_values(contract, case)
        for each in nearest[:MOST_PLANTED]
        if (call := _with_values(each.call, values, old)) is not None
    ]
    tried = {encode_call(each.call) for each in near}
    for number in range(ROUNDS):
        calls = planted if number == 0 else []
        if number and draws is not None:
            calls = _fresh(draws.draw(A_ROUND, [each.call for each in nearest], 50 + number), tried)
        if calls:
            nearest = _first([*nearest, *made(calls)])
        if (nearest and nearest[0].far == 0) or work.now() > until:
            return


def asked_values(contract: Contract, case: Case) -> list[Assignment]:
    """Values of parameters of the old version that the update condition names."""
    predicate = default_predicate(case, ClauseKind.WHEN_REQUIRED)
    clauses: tuple[Clause, ...] = () if isinstance(predicate, bool) else predicate
    names = {
        each.name: each.old_name
        for each in contract.parameters
        if each.presence is not Presence.NEW
    }
    found = assignments(contract, [each.condition.tree for each in clauses], list(names), most=8)
    return [{names[name]: value for name, value in each.items()} for each in found]


def _first(near: Sequence[Near]) -> list[Near]:
    return sorted(near, key=lambda each: (each.far, len(encode_call(each.call))))[:NEAREST]


def _fresh(calls: Iterator[CallRecipe], tried: set[bytes]) -> list[CallRecipe]:
    found = []
    for call in calls:
        with suppress(BadRecipe):  # nested too deep
            key = encode_call(call)
            if key not in tried:
                tried.add(key)
                found.append(call)
    return found


def _with_values(call: CallRecipe, values: Assignment, old: Signature) -> CallRecipe | None:
    """The call with other values for some of its parameters."""
    positional = old.positional[1:] if old.has_receiver else old.positional
    args, kwargs = list(call.args), dict(call.kwargs)
    for name, value in values.items():
        try:
            recipe = recipe_from_value(value)
        except BadRecipe:
            return None
        if name in positional[: len(args)]:
            args[positional.index(name)] = recipe
        elif name in (*positional, *old.keyword_only):
            kwargs[name] = recipe
    return replace(call, args=tuple(args), kwargs=tuple(kwargs.items()))


# --- values ---------------------------------------------------------------------------------------

# Which values of parameters do conditions ask for?
#
# Constants of the conditions and what lies beside them are tried; where none of them will do, and a
# solver is installed, it is asked.


#: Parameter -> plain value.
Assignment: TypeAlias = Mapping[str, Any]

#: Values that conditions ask for without naming them.
_USUAL: tuple[Any, ...] = (None, 0, 1, "", "a", True, False, -1, 2, 0.5, [], [0], {}, (), b"")
_BY_TYPE: Mapping[str, Any] = {
    "int": 1,
    "str": "a",
    "bool": True,
    "float": 0.5,
    "list": [],
    "dict": {},
    "tuple": (),
    "bytes": b"a",
    "set": {1},
    "None": None,
}


def assignments(
    contract: Contract, conditions: Iterable[ast.expr], names: Sequence[str], most: int = 3
) -> list[Assignment]:
    """Values for some parameters with which all conditions hold that speak of nothing else."""
    asked = tuple(_speaking_of(conditions, frozenset(names), contract))
    wanted = [name for name in names if any(name in _names(each) for each in asked)]
    if not wanted:
        return []
    pools = [_candidates(asked, name, contract) for name in wanted]
    tried = (dict(zip(wanted, values, strict=True)) for values in _spread(pools))
    found: list[Assignment] = [each for each in tried if assignment_holds(contract, asked, each)]
    if not found:
        found = [each for each in solved(asked, wanted) if assignment_holds(contract, asked, each)]
    return _varied(found, most)


def _varied(found: list[Assignment], most: int) -> list[Assignment]:
    """A few that have as little in common as can be, the first one first."""
    chosen: list[Assignment] = []
    seen: set[tuple[str, str]] = set()

    def known(each: Assignment) -> int:
        return sum((name, repr(value)) in seen for name, value in each.items())

    while found and len(chosen) < most:
        best = min(found, key=known)
        if chosen and known(best) == len(best):
            break
        chosen.append(best)
        seen |= {(name, repr(value)) for name, value in best.items()}
    return chosen


def _spread(pools: list[list[Any]]) -> Iterator[tuple[Any, ...]]:
    """All combinations up to a bound, those of early candidates first."""
    most = int(MOST_TRIED ** (1 / len(pools)))
    return product(*(pool[:most] for pool in pools))


def conjuncts(tree: ast.expr) -> Iterator[ast.expr]:
    """The parts of a condition that all have to hold."""
    if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And):
        for part in tree.values:
            yield from conjuncts(part)
    else:
        yield tree


def _speaking_of(
    conditions: Iterable[ast.expr], names: frozenset[str], contract: Contract
) -> Iterator[ast.expr]:
    parameters = {each.name for each in contract.parameters}
    for condition in conditions:
        for part in conjuncts(condition):
            spoken = _names(part) & (parameters | {"prev", "old"})
            if spoken and spoken <= names:
                yield part


def _names(tree: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _candidates(conditions: Iterable[ast.expr], name: str, contract: Contract) -> list[Any]:
    found: list[Any] = []
    constants = dict(contract.vocabulary.constants)
    for condition in conditions:
        if name not in _names(condition):
            continue
        for node in ast.walk(condition):
            if isinstance(node, ast.Name) and node.id in constants:
                found += _plain(constants[node.id])
            elif isinstance(node, ast.Name) and node.id in _BY_TYPE:
                found.append(_BY_TYPE[node.id])
            elif isinstance(node, ast.Constant | ast.Tuple | ast.List | ast.Set | ast.Dict):
                found += _plain(node)
    default = next(
        (
            _plain(each.default.tree)
            for each in contract.parameters
            if each.name == name and each.default
        ),
        [],
    )
    if default and isinstance(default[0], bool):
        return [not default[0], default[0]]
    values = [*found, *(near for each in found for near in _beside(each)), *_USUAL]
    values.sort(key=lambda each: bool(default) and type(each) is not type(default[0]))
    once = {(type(each), repr(each)): each for each in values}
    return list(once.values())[:MOST_A_NAME]


def _plain(node: ast.expr) -> list[Any]:
    """A constant, and the items of one that holds several."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return []
    return [*value, value] if isinstance(value, list | tuple | set) else [value]


def _beside(value: Any) -> Iterator[Any]:
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        yield from (value + 1, value - 1, -value)
        if 0 <= value < 100:
            yield from ("a" * value, "a" * (value + 1), [0] * value, [0] * (value + 1))
    elif isinstance(value, float):
        yield from (value + 0.5, value - 0.5, -value)
    elif isinstance(value, str):
        yield from (f"{value}a", f"a{value}", f"a{value}a", value + value)
