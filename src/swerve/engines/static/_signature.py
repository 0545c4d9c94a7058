"""Which calls does a signature accept, and where do the arguments land?"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import chain

from swerve.source.syntax import Definition, last_name


class ParameterKind(Enum):
    """How an argument may be passed; values are words for a person."""

    POSITIONAL = "positional-only"
    EITHER = "positional or keyword"
    STAR = "*"
    KEYWORD = "keyword-only"
    STARS = "**"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter. `default` is the expression, not its value."""

    name: str
    kind: ParameterKind
    default: ast.expr | None = None

    @property
    def is_required(self) -> bool:
        """A call must pass it."""
        return self.default is None and self.kind not in (ParameterKind.STAR, ParameterKind.STARS)


@dataclass(frozen=True, slots=True)
class Call:
    """The shape of a call: so many positional arguments, and these keywords."""

    positional: int
    keywords: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many arguments there are."""
        return self.positional + len(self.keywords)

    def written(self, callee: str) -> str:
        """As Python, with `...` for the values."""
        arguments = chain(["..."] * self.positional, (f"{name}=..." for name in self.keywords))
        return f"{callee}({', '.join(arguments)})"


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters that callers fill; a method's receiver is not one of them."""

    parameters: tuple[Parameter, ...]

    def of_kind(self, *kinds: ParameterKind) -> list[Parameter]:
        """The parameters of these kinds, in order."""
        return [parameter for parameter in self.parameters if parameter.kind in kinds]

    @property
    def named(self) -> list[Parameter]:
        """All but `*` and `**`."""
        return [
            parameter
            for parameter in self.parameters
            if parameter.kind not in (ParameterKind.STAR, ParameterKind.STARS)
        ]

    @property
    def by_position(self) -> list[Parameter]:
        """Those that positional arguments fill, in order."""
        return self.of_kind(ParameterKind.POSITIONAL, ParameterKind.EITHER)

    @property
    def by_keyword(self) -> list[Parameter]:
        """Those that keyword arguments fill."""
        return self.of_kind(ParameterKind.EITHER, ParameterKind.KEYWORD)

    def get(self, name: str) -> Parameter | None:
        """The parameter of that name."""
        return next((parameter for parameter in self.parameters if parameter.name == name), None)

    def landing(self, call: Call) -> dict[str, str] | None:
        """Which parameter each argument of the call lands in; `None` when the call is refused.

        Arguments are called by position ("0", "1") or by keyword ("name=").
        """
        landed: dict[str, str] = {}
        filled: set[str] = set()
        positional = self.by_position
        for index in range(call.positional):
            if index < len(positional):
                landed[str(index)] = positional[index].name
                filled.add(positional[index].name)
            elif self.of_kind(ParameterKind.STAR):
                landed[str(index)] = f"*{index - len(positional)}"
            else:
                return None
        keyword_names = {parameter.name for parameter in self.by_keyword}
        for name in call.keywords:
            if name in keyword_names and name not in filled:
                landed[f"{name}="] = name
                filled.add(name)
            elif name not in keyword_names and self.of_kind(ParameterKind.STARS):
                landed[f"{name}="] = f"**{name}"
            else:
                return None
        if any(p.is_required and p.name not in filled for p in self.parameters):
            return None
        return landed

    def calls(self, extra: tuple[str, ...] = ()) -> Iterator[Call]:
        """Calls that it accepts, small ones first: enough to tell it from its neighbours.

        `extra` are keywords of the other version, tried where `**` would take them.
        """
        yield from sorted(
            set(self._candidates(extra)), key=lambda c: (c.size, len(c.keywords), c.keywords)
        )

    def _candidates(self, extra: tuple[str, ...]) -> Iterator[Call]:
        positional = self.by_position
        most = len(positional) + bool(self.of_kind(ParameterKind.STAR))
        for count in range(most + 1):
            rest = [p for p in self.by_keyword if p not in positional[:count]]
            needed = tuple(p.name for p in rest if p.is_required)
            optional = [p.name for p in rest if not p.is_required]
            if self.of_kind(ParameterKind.STARS):
                optional.extend(name for name in (*extra, "other") if name not in needed)
            for keywords in (needed, *((*needed, name) for name in optional)):
                call = Call(count, keywords)
                if self.landing(call) is not None:
                    yield call


def signature_of(definition: Definition) -> Signature:
    """The signature that callers see."""
    arguments = definition.node.args
    positional = [
        *((argument, ParameterKind.POSITIONAL) for argument in arguments.posonlyargs),
        *((argument, ParameterKind.EITHER) for argument in arguments.args),
    ]
    missing = len(positional) - len(arguments.defaults)
    defaults: list[ast.expr | None] = [*([None] * missing), *arguments.defaults]
    parameters = [
        Parameter(argument.arg, kind, default)
        for (argument, kind), default in zip(positional, defaults, strict=True)
    ]
    if has_receiver(definition) and parameters:
        del parameters[0]
    if arguments.vararg:
        parameters.append(Parameter(arguments.vararg.arg, ParameterKind.STAR))
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        parameters.append(Parameter(argument.arg, ParameterKind.KEYWORD, default))
    if arguments.kwarg:
        parameters.append(Parameter(arguments.kwarg.arg, ParameterKind.STARS))
    return Signature(tuple(parameters))


def has_receiver(definition: Definition) -> bool:
    """A method whose first parameter is filled by attribute access."""
    if definition.class_node is None:
        return False
    return not any(last_name(d) == "staticmethod" for d in definition.node.decorator_list)
