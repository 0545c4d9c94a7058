"""How does the way a function may be called differ?"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping

from swerve.model import InterfaceDifference, Pair
from swerve.source.syntax import Definition, last_name

from ._signature import Call, Parameter, ParameterKind, Signature, signature_of

_PROPERTY = "a property"


def interface_differences(
    pair: Pair, old: Definition, new: Definition, counterparts: Mapping[str, str]
) -> list[InterfaceDifference]:
    """Every difference in name, place, kind and parameters, each with a call that shows it."""
    found = list(_place_differences(pair, old, new))
    kinds = _kind(old), _kind(new)
    if kinds[0] != kinds[1]:
        first = next(signature_of(old).calls())
        call = callee_of(old) if kinds[0] == _PROPERTY else first.written(callee_of(old))
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
                yield self.judged(f"{_called(before)} removed", before, self.passes(before))
            else:
                yield from self.parameter_differences(before, after)
        for parameter in self.new.parameters:
            if parameter.name not in self.origins:
                required = ", required" if parameter.is_required else ""
                what = f"{_called(parameter)} added{required}"
                yield self.judged(what, parameter, self.meets(parameter))
        yield from self.order()

    def parameter_differences(
        self, before: Parameter, after: Parameter
    ) -> Iterator[InterfaceDifference]:
        keyword_capable = before.kind in (ParameterKind.EITHER, ParameterKind.KEYWORD)
        if before.name != after.name and keyword_capable:
            what = f"{_called(before)} renamed to `{after.name}`"
            yield self.judged(what, after, lambda call: before.name in call.keywords)
        if before.kind is not after.kind:
            what = f"{_called(after)} is now {after.kind.value}"
            yield self.judged(what, after, self.passes(before))
        if before.default is None and after.default is not None:
            yield self.judged(f"{_called(after)} now has a default", after, lambda _: False)
        if before.default is not None and after.default is None:
            what = f"{_called(after)} no longer has a default"
            yield self.judged(what, after, lambda call: not self.passes(before)(call))

    def order(self) -> Iterator[InterfaceDifference]:
        before = [p.name for p in self.old.by_position if p.name in self.counterparts]
        after = [self.origins[p.name] for p in self.new.by_position if p.name in self.origins]
        common = [name for name in before if name in after]
        if common != [name for name in after if name in before]:
            what = f"parameters reordered: ({', '.join(before)}) is now ({', '.join(after)})"
            yield self.judged(what, self.new.by_position[0], lambda call: call.positional > 1)

    # --- which calls are about a difference ---

    def passes(self, parameter: Parameter) -> Callable[[Call], bool]:
        """Calls of the old version that fill the parameter."""
        kind = parameter.kind
        prefix = kind.value if kind in (ParameterKind.STAR, ParameterKind.STARS) else None

        def fills(call: Call) -> bool:
            places = (self.old.landing(call) or {}).values()
            if prefix is None:
                return parameter.name in places
            return any(p.startswith(prefix) and p.count("*") == len(prefix) for p in places)

        return fills

    def meets(self, parameter: Parameter) -> Callable[[Call], bool]:
        """Calls of the old version to which a new parameter makes a difference."""
        if parameter.is_required:
            return lambda call: self.new.landing(call) is None
        return lambda call: parameter.name in (self.new.landing(call) or {}).values()

    def judged(
        self, what: str, parameter: Parameter, concerns: Callable[[Call], bool]
    ) -> InterfaceDifference:
        """A difference with its call: breaking when a call that it concerns breaks."""
        extra = tuple(p.name for p in self.new.named)
        broken = [call for call in self.old.calls(extra) if concerns(call) and self.breaks(call)]
        if broken:
            known = {p.name for p in self.new.by_keyword}
            call = min(broken, key=lambda c: (len(set(c.keywords) - known), c.size))
            return InterfaceDifference(what, True, call.written(self.old_callee))
        for call in self.new.calls(tuple(p.name for p in self.old.named)):
            places = (self.new.landing(call) or {}).values()
            if self.old.landing(call) is None and parameter.name in places:
                return InterfaceDifference(what, False, call.written(self.new_callee))
        return InterfaceDifference(what, False, "")

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
