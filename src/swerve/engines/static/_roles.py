"""Do arguments mean the same to both versions, on every call that both accept?"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from swerve.engines.static._aside import Sides
from swerve.engines.static._defaults import UNKNOWN, default_value, is_noticed, same_value
from swerve.engines.static._signature import ParameterKind, Signature
from swerve.syntax import normal_code, written


@dataclass(frozen=True, slots=True)
class DefaultChange:
    """A default that is not the same any more."""

    #: The parameter's name in the new version.
    name: str
    old: str
    new: str
    #: `None` when the source alone does not tell whether it shows.
    noticed: bool | None
    #: Names of the module that the two expressions read.
    reads: frozenset[str]


def misplaced_arguments(
    old: Signature, new: Signature, counterparts: Mapping[str, str]
) -> Iterator[str]:
    """Why a call that both accept may fill different parameters."""
    old_positions, new_positions = old.by_position, new.by_position
    for before, after in zip(old_positions, new_positions, strict=False):
        if counterparts.get(before.name) != after.name:
            yield f"the argument for `{before.name}` now lands in `{after.name}`"
            return
    shorter = old if len(old_positions) < len(new_positions) else new
    if len(old_positions) != len(new_positions) and shorter.of_kind(ParameterKind.STAR):
        yield "`*` on one side takes arguments that the other side names"
    old_keywords = {parameter.name for parameter in old.by_keyword}
    new_keywords = {parameter.name for parameter in new.by_keyword}
    for name in sorted(old_keywords & new_keywords):
        if counterparts.get(name) != name:
            yield f"keyword `{name}` now means another parameter"
    for name in sorted(old_keywords - new_keywords):
        if new.of_kind(ParameterKind.STARS):
            yield f"keyword `{name}` now lands in `**`"
    for name in sorted(new_keywords - old_keywords):
        if old.of_kind(ParameterKind.STARS):
            yield f"keyword `{name}` landed in `**` before"


def swapped_roles(sides: Sides, counterparts: Mapping[str, str]) -> Iterator[str]:
    """Why a parameter is not used for what its counterpart was used for."""
    old_names = {argument.arg for argument in _arguments(sides.old.node.args)}
    first_old = _first(sides.old.node.args)
    for before, after in zip(sides.old.body.locals, sides.new.body.locals, strict=True):
        if before not in old_names:
            continue
        is_receiver = before == first_old and after == _first(sides.new.node.args)
        if counterparts.get(before) != after and not is_receiver:
            yield f"`{after}` is used where `{before}` was"


def accept_a_common_call(old: Signature, new: Signature) -> bool:
    """Some call is accepted by both."""
    names = tuple(p.name for p in (*old.by_keyword, *new.by_keyword))
    return any(new.landing(call) is not None for call in old.calls(names)) or any(
        old.landing(call) is not None for call in new.calls(names)
    )


def changed_defaults(
    sides: Sides, old: Signature, new: Signature, counterparts: Mapping[str, str]
) -> Iterator[DefaultChange]:
    """Defaults whose value is, or may be, another one now. Bodies must be the same."""
    for before in old.parameters:
        after = new.get(counterparts.get(before.name, ""))
        if before.default is None or after is None or after.default is None:
            continue
        old_value = default_value(before.default, sides.old_facts)
        new_value = default_value(after.default, sides.new_facts)
        old_form = normal_code(before.default, sides.old.context)
        new_form = normal_code(after.default, sides.new.context)
        reads = frozenset(new_form.globals)
        if UNKNOWN not in (old_value, new_value):
            if not same_value(old_value, new_value):
                noticed = is_noticed(sides.new, after.name, old_value, new_value)
                yield DefaultChange(after.name, repr(old_value), repr(new_value), noticed, reads)
        elif (old_form.tokens, old_form.globals) != (new_form.tokens, new_form.globals):
            shown = written(before.default), written(after.default)
            yield DefaultChange(after.name, *shown, None, reads)


def new_code_in_defaults(sides: Sides, old: Signature, new: Signature) -> Iterator[str]:
    """Defaults that only the new version evaluates, and that do more than name a value."""
    known = {
        normal_code(parameter.default, sides.old.context).tokens
        for parameter in old.parameters
        if parameter.default is not None
    }
    for parameter in new.parameters:
        default = parameter.default
        if default is None or normal_code(default, sides.new.context).tokens in known:
            continue
        if default_value(default, sides.new_facts) is UNKNOWN:
            shown = written(default)
            yield f"default `{parameter.name}={shown}` is evaluated when the function is defined"


def _arguments(arguments: ast.arguments) -> Iterator[ast.arg]:
    return (node for node in ast.walk(arguments) if isinstance(node, ast.arg))


def _first(arguments: ast.arguments) -> str | None:
    positional = [*arguments.posonlyargs, *arguments.args]
    return positional[0].arg if positional else None
