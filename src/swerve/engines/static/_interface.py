"""How does the way a function may be called differ?"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping

from swerve.engines.static._signature import (
    Call,
    Parameter,
    ParameterKind,
    Signature,
    signature_of,
)
from swerve.model import InterfaceDifference, Pair
from swerve.syntax import Definition, last_name

_PROPERTY = "a property"


def interface_differences(
    pair: Pair, old: Definition, new: Definition, counterparts: Mapping[str, str]
) -> list[InterfaceDifference]:
    """Every difference in name, place, kind and parameters, each with a call that shows it."""
    found = list(_place_differences(pair, old, new))
    kinds = _kind(old), _kind(new)
    if kinds[0] != kinds[1]:
        call = f"{callee_of(old)}()" if kinds[0] != _PROPERTY else callee_of(old)
        found.append(InterfaceDifference(f"was {kinds[0]}, is {kinds[1]}", True, call))
    elif kinds[0] != _PROPERTY:
        found.extend(_Comparison(old, new, counterparts).differences())
    return found


def counterparts_of(old: Signature, new: Signature, renamed: Mapping[str, str]) -> dict[str, str]:
    """Old parameter -> the new one it became: by name, by its use in the body, then by position.

    `*` and `**` are counterparts of themselves only.
    """
    found: dict[str, str] = {}
    for kind in (ParameterKind.STAR, ParameterKind.STARS):
        for one, other in zip(old.of_kind(kind), new.of_kind(kind), strict=False):
            found[one.name] = other.name
    old_names = [parameter.name for parameter in old.named]
    new_names = [parameter.name for parameter in new.named]
    by_position = zip(old.by_position, new.by_position, strict=False)
    for before, after in (
        *((name, name) for name in old_names),
        *renamed.items(),
        *((one.name, other.name) for one, other in by_position),
    ):
        free = before not in found and after not in found.values()
        if free and before in old_names and after in new_names:
            found[before] = after
    return found


class _Comparison:
    """Two signatures with their parameters matched."""

    def __init__(self, old: Definition, new: Definition, counterparts: Mapping[str, str]) -> None:
        self.old, self.new = signature_of(old), signature_of(new)
        self.old_callee, self.new_callee = callee_of(old), callee_of(new)
        self.counterparts = dict(counterparts)
        self.origins = {after: before for before, after in self.counterparts.items()}

    def differences(self) -> Iterator[InterfaceDifference]:
        for before in self.old.parameters:
            after = self.new.get(self.counterparts.get(before.name, ""))
            if after is None:
                yield self.judged(f"{_called(before)} removed", {before.name})
            else:
                yield from self.parameter_differences(before, after)
        for parameter in self.new.parameters:
            if parameter.name not in self.origins:
                what = f"{_called(parameter)} added"
                if parameter.is_required:
                    what += ", required"
                yield self.judged(what, {parameter.name})
        yield from self.order()

    def parameter_differences(
        self, before: Parameter, after: Parameter
    ) -> Iterator[InterfaceDifference]:
        names = {before.name, after.name}
        keyword_capable = before.kind in (ParameterKind.EITHER, ParameterKind.KEYWORD)
        if before.name != after.name and keyword_capable:
            yield self.judged(f"{_called(before)} renamed to `{after.name}`", names)
        if before.kind is not after.kind:
            yield self.judged(f"{_called(after)} is now {after.kind.value}", names)
        if before.default is None and after.default is not None:
            yield self.judged(f"{_called(after)} now has a default", names)
        if before.default is not None and after.default is None:
            yield self.judged(f"{_called(after)} no longer has a default", names)

    def order(self) -> Iterator[InterfaceDifference]:
        before = [p.name for p in self.old.by_position if p.name in self.counterparts]
        after = [self.origins[p.name] for p in self.new.by_position if p.name in self.origins]
        common = [name for name in before if name in after]
        if common != [name for name in after if name in before]:
            what = f"parameters reordered: ({', '.join(before)}) is now ({', '.join(after)})"
            yield self.judged(what, set(common))

    # --- calls that show it ---

    def judged(self, what: str, names: set[str]) -> InterfaceDifference:
        """A difference with its call: breaking when some call around `names` breaks."""
        breaking = self.first(self.old, self.breaks, names) or (
            self.first(self.old, self.breaks, None) if self.positions_shift(names) else None
        )
        if breaking is not None:
            return InterfaceDifference(what, True, breaking.written(self.old_callee))
        gained = self.first(self.new, self.is_gained, names)
        call = gained.written(self.new_callee) if gained else ""
        return InterfaceDifference(what, False, call)

    def first(
        self, signature: Signature, holds: Callable[[Call], bool], names: set[str] | None
    ) -> Call | None:
        other = self.new if signature is self.old else self.old
        extra = tuple(p.name for p in other.by_keyword)
        for call in signature.calls(extra):
            if holds(call) and (names is None or self.involves(signature, call, names)):
                return call
        return None

    def involves(self, signature: Signature, call: Call, names: set[str]) -> bool:
        """The call passes one of the parameters, or omits one that is needed."""
        landing = signature.landing(call) or {}
        if names & (set(landing.values()) | set(call.keywords)):
            return True
        stars = {p.name for p in signature.of_kind(ParameterKind.STAR, ParameterKind.STARS)}
        if names & stars and any(place.startswith("*") for place in landing.values()):
            return True
        return any(p.is_required and p.name in names for p in self.new.parameters)

    def positions_shift(self, names: set[str]) -> bool:
        """One of the names stands before others, so that positional arguments move."""
        return any(p.name in names for p in (*self.old.by_position, *self.new.by_position))

    def breaks(self, call: Call) -> bool:
        """The new version refuses the call, or its arguments land elsewhere."""
        before, after = self.old.landing(call), self.new.landing(call)
        if before is None:
            return False
        return after is None or any(
            not self.same_place(before[argument], after[argument]) for argument in before
        )

    def same_place(self, before: str, after: str) -> bool:
        return before == after if before.startswith("*") else self.counterparts.get(before) == after

    def is_gained(self, call: Call) -> bool:
        return self.old.landing(call) is None


def _place_differences(
    pair: Pair, old: Definition, new: Definition
) -> Iterator[InterfaceDifference]:
    if old.is_nested:
        return
    works = pair.old_place_works
    kept = ", which still works" if works else ""
    if pair.old.module.path != pair.new.module.path:
        what = f"moved from {pair.old.module.path}{kept}"
        top = pair.old.name.partition(".")[0]
        call = f"from {_module_name(pair.old.module.path)} import {top}"
        yield InterfaceDifference(what, not works, "" if works else call)
    if pair.old.name != pair.new.name:
        what = f"renamed from `{pair.old.name}`{kept}"
        yield InterfaceDifference(what, not works, "" if works else f"{callee_of(old)}(...)")


def _module_name(path: str) -> str:
    parts = path.removesuffix(".py").removesuffix("/__init__").split("/")
    return ".".join(parts[1:] if parts[0] == "src" and len(parts) > 1 else parts)


def _called(parameter: Parameter) -> str:
    if parameter.kind in (ParameterKind.STAR, ParameterKind.STARS):
        return f"`{parameter.kind.value}{parameter.name}`"
    return f"parameter `{parameter.name}`"


def _kind(definition: Definition) -> str:
    names = {last_name(decorator) for decorator in definition.node.decorator_list}
    if names & {"property", "cached_property", "setter", "deleter"}:
        return _PROPERTY
    if definition.class_node is not None:
        for name in ("staticmethod", "classmethod"):
            if name in names:
                return f"a {name}"
    is_async = isinstance(definition.node, ast.AsyncFunctionDef)
    noun = "method" if definition.class_node is not None else "function"
    return f"an async {noun}" if is_async else f"a {noun}"


def callee_of(definition: Definition) -> str:
    """How a caller writes it: `f`, `Order(...).total`, `Order`."""
    if definition.class_node is None:
        return definition.bare_name
    owner = definition.class_node.name
    if definition.bare_name in ("__init__", "__new__"):
        return owner
    if _kind(definition) in ("a staticmethod", "a classmethod"):
        return f"{owner}.{definition.bare_name}"
    return f"{owner}(...).{definition.bare_name}"
