"""What can be handed to code that calls what it is given?

Functions that anybody can import, so that the call prints as Python that a person would write.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from swerve.observe.recipe import Attribute, Call, Name, Recipe


def named(dotted: str) -> Name:
    """Something of the standard library: "operator.add", "str.upper" for a method of a builtin."""
    module, _, qualname = dotted.rpartition(".")
    if module in ("str", "dict", "list", "bytes", "int", "float", "set"):
        return Name("builtins", dotted)
    return Name(module or "builtins", qualname)


def _partial(function: str, *args: Recipe) -> Recipe:
    return Call(named("functools.partial"), (named(function), *args))


def _getter(key: Recipe) -> Recipe:
    return Call(named("operator.itemgetter"), (key,))


@dataclass(frozen=True, slots=True)
class Known:
    """A function, with what it takes and gives."""

    recipe: Recipe
    arities: tuple[int, ...]
    #: Kinds of arguments, as themes are called; "any" for all.
    takes: tuple[str, ...]
    #: "bool", "int", "str", "list", "same", "none", "any".
    gives: str


def _known(names: str, arities: Iterable[int], takes: str, gives: str) -> list[Known]:
    return [
        Known(named(name), tuple(arities), tuple(takes.split()), gives) for name in names.split()
    ]


_ANY_COUNT = range(1, 9)

KNOWN: tuple[Known, ...] = (
    *_known("str repr", [1], "any", "str"),
    *_known("bool operator.not_", [1], "any", "bool"),
    *_known("copy.copy", [1], "any", "same"),
    *_known("type", [1], "any", "any"),
    *_known("callable", [1], "any", "bool"),
    *_known("abs operator.neg int", [1], "int float", "int"),
    *_known("float", [1], "int float", "int"),
    *_known("range", [1], "int", "list"),
    *_known("hex", [1], "int", "str"),
    Known(_partial("operator.lt", 2), (1,), ("int", "float"), "bool"),
    Known(_partial("operator.eq", 1), (1,), ("any",), "bool"),
    Known(_partial("operator.mul", 2), (1,), ("int", "float", "str", "list"), "same"),
    Known(_partial("operator.add", 1), (1,), ("int", "float"), "int"),
    Known(_partial("operator.mod", 7), (1,), ("int",), "int"),
    Known(_partial("operator.contains", "ab"), (1,), ("str",), "bool"),
    Known(_partial("operator.and_", 1), (1,), ("int",), "bool"),
    *_known("len", [1], "str list pair dict", "int"),
    *_known("str.upper str.lower str.strip", [1], "str", "str"),
    *_known("str.isdigit str.isupper str.isspace", [1], "str", "bool"),
    *_known("str.split list", [1], "str", "list"),
    *_known("sorted tuple", [1], "str list", "list"),
    *_known("sum max min", [1], "list", "int"),
    Known(_getter(0), (1,), ("pair", "list"), "any"),
    Known(_getter(1), (1,), ("pair",), "int"),
    Known(Call(named("operator.attrgetter"), ("real",)), (1,), ("int", "float"), "int"),
    *_known("operator.add", [2], "int float str list pair", "same"),
    *_known("operator.mul operator.sub operator.floordiv", [2], "int float", "int"),
    *_known("operator.eq operator.ne operator.is_", [2], "any", "bool"),
    *_known("operator.lt operator.ge", [2], "int float str list pair", "bool"),
    *_known("divmod", [2], "int", "list"),
    *_known("max min", range(2, 9), "int float str list pair", "same"),
    *_known("os.path.join", _ANY_COUNT, "str", "str"),
    *_known("zip itertools.chain", _ANY_COUNT, "str list pair", "list"),
    *_known("list dict", [0], "any", "list"),
    *_known("int", [0], "any", "int"),
    *_known("str", [0], "any", "str"),
    *_known("bool", [0], "any", "bool"),
    *_known("slice", [3], "any", "any"),
    Known(Attribute(Call(named("itertools.count")), "__next__"), (0,), ("any",), "int"),
    *_known("str.replace", [3], "str", "str"),
)
#: What takes any arguments, by position or keyword, and never fails.
LENIENT: tuple[Recipe, ...] = (
    named("types.SimpleNamespace"),
    named("dict"),
    Call(named("functools.partial"), (named("dict"),)),
)
CLASSES: tuple[Recipe, ...] = tuple(
    named(name) for name in ("int", "str", "list", "dict", "float", "tuple", "bool", "object")
)
EXCEPTIONS: tuple[Recipe, ...] = tuple(
    named(name)
    for name in ("ValueError", "KeyError", "Exception", "TypeError", "RuntimeError", "OSError")
)


@lru_cache(maxsize=512)
def functions_for(
    arities: tuple[int, ...], theme: str, results: tuple[str, ...]
) -> tuple[Recipe, ...]:
    """Functions that take so many arguments of a kind, and give what is wanted, if there are any.

    Without arities: what takes one argument.
    """
    wanted = set(arities) or {1}
    takes = [
        each
        for each in KNOWN
        if wanted & set(each.arities) and ("any" in each.takes or theme in each.takes)
    ]
    if not takes:
        takes = [each for each in KNOWN if wanted & set(each.arities)]
    fitting = [each for each in takes if each.gives in results or "any" in results]
    return tuple(each.recipe for each in fitting or takes) or LENIENT
