"""Do arguments mean the same to both versions, on every call that both accept?"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from swerve.source.syntax import Definition, ModuleFacts, normal_code, written

from ._aside import PairSources
from ._defaults import UNKNOWN, default_value, is_immutable, is_noticed, same_value, shown_value
from ._signature import ParameterKind, Signature, has_receiver


@dataclass(frozen=True, slots=True)
class DefaultChange:
    """A default that is not the same any more."""

    #: The parameter's name in the new version.
    name: str
    old: str
    new: str
    #: A caller who leaves the argument out is sure to notice.
    noticed: bool
    #: Names of the module that only the default reads.
    reads: frozenset[str]

    @property
    def words(self) -> str:
        """What happened to it."""
        return f"the default of `{self.name}` changed from {self.old} to {self.new}"


def misplaced_arguments(
    old: Signature, new: Signature, counterparts: Mapping[str, str]
) -> Iterator[str]:
    """Why a call that both accept may fill different parameters."""
    old_positions, new_positions = old.by_position, new.by_position
    for before, after in zip(old_positions, new_positions, strict=False):
        if counterparts.get(before.name) != after.name:
            yield f"the argument for `{before.name}` is now passed to `{after.name}`"
            return
    shorter = old if len(old_positions) < len(new_positions) else new
    if len(old_positions) != len(new_positions) and shorter.of_kind(ParameterKind.STAR):
        yield "`*` on one side takes arguments that the other side names"
    for name in sorted({p.name for p in (*old.named, *new.named)}):
        before_place, after_place = _keyword_place(old, name), _keyword_place(new, name)
        if before_place is None or after_place is None:
            continue  # refused by one side
        expected = counterparts.get(name) if before_place != "**" else "**"
        if expected != after_place:
            yield f"keyword `{name}` is now passed to `{after_place}`"


def _keyword_place(signature: Signature, name: str) -> str | None:
    """Where a keyword argument lands: in the parameter, in `**`, or nowhere."""
    if any(parameter.name == name for parameter in signature.by_keyword):
        return name
    return "**" if signature.of_kind(ParameterKind.STARS) else None


def swapped_roles(sides: PairSources, counterparts: Mapping[str, str]) -> Iterator[str]:
    """Why a parameter is not used for what its counterpart was used for."""
    old, new = sides.old, sides.new
    first = _receivers(sides)
    numbers = sorted(
        {int(token[1]) for token in old.body.tokens if _is_parameter(token)}  # type: ignore[index]
    )
    for number in numbers:
        before, after = old.body.locals[number], new.body.locals[number]
        if counterparts.get(before) != after and (before, after) != first:
            yield f"`{after}` is used where `{before}` was"


def _is_parameter(token: object) -> bool:
    return isinstance(token, tuple) and token[0] == "parameter"


def _receivers(sides: PairSources) -> tuple[str, str] | None:
    """The names of `self` on both sides, for methods."""
    names = []
    for definition in (sides.old, sides.new):
        positional = [*definition.node.args.posonlyargs, *definition.node.args.args]
        if not has_receiver(definition) or not positional:
            return None
        names.append(positional[0].arg)
    return names[0], names[1]


def misplaced_receiver(sides: PairSources) -> Iterator[str]:
    """Why `self` may not be what it was."""
    old, new = has_receiver(sides.old), has_receiver(sides.new)
    if old != new:
        yield "it is a method on one side only"
    elif (
        old and _receivers(sides) is None and (sides.old.node.args.args or sides.new.node.args.args)
    ):
        yield "`self` is now passed to a different parameter"


def accept_a_common_call(old: Signature, new: Signature) -> bool:
    """Some call is accepted by both."""
    names = tuple(p.name for p in (*old.by_keyword, *new.by_keyword))
    return any(new.landing(call) is not None for call in old.calls(names)) or any(
        old.landing(call) is not None for call in new.calls(names)
    )


def changed_defaults(
    sides: PairSources, old: Signature, new: Signature, counterparts: Mapping[str, str]
) -> Iterator[DefaultChange]:
    """Defaults whose value is, or may be, another one now. Bodies must be the same."""
    for before in old.parameters:
        after = new.get(counterparts.get(before.name, ""))
        if before.default is None or after is None or after.default is None:
            continue
        old_value = default_value(before.default, sides.old, sides.old_facts)
        new_value = default_value(after.default, sides.new, sides.new_facts)
        old_form = normal_code(before.default, sides.old.context)
        new_form = normal_code(after.default, sides.new.context)
        written_alike = (old_form.tokens, old_form.globals) == (new_form.tokens, new_form.globals)
        reads = frozenset(new_form.globals) - set(sides.new.body.globals)
        if old_value is UNKNOWN or new_value is UNKNOWN:
            if not written_alike:
                shown = written(before.default), written(after.default)
                yield DefaultChange(after.name, *shown, False, reads)
        elif not same_value(old_value, new_value) or not (written_alike or is_immutable(old_value)):
            noticed = is_noticed(sides.new, sides.new_facts, after.name, old_value, new_value)
            shown = shown_value(old_value), shown_value(new_value)
            yield DefaultChange(after.name, *shown, noticed, reads)


def rearranged_defaults(sides: PairSources) -> Iterator[str]:
    """Why evaluating the defaults, when the function is defined, is not what it was."""
    if _evaluated(sides.old, sides.old_facts) != _evaluated(sides.new, sides.new_facts):
        yield "different defaults are evaluated, or in a different order"


def _evaluated(definition: Definition, facts: ModuleFacts) -> list[object]:
    """Defaults that do more than give a plain value, in the order of their evaluation."""
    arguments = definition.node.args
    defaults = [*arguments.defaults, *(d for d in arguments.kw_defaults if d is not None)]
    forms = [
        normal_code(default, definition.context)
        for default in defaults
        if not is_immutable(default_value(default, definition, facts))
        and not isinstance(default, (ast.List, ast.Dict, ast.Set, ast.Tuple))
    ]
    return [(form.tokens, form.globals) for form in forms]
