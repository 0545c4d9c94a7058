"""Which calls keep to the types that are declared?"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engines.generate.trees import written

from swerve.check.investigating import Plan
from swerve.check.pipeline import check
from swerve.check.running import prepare
from swerve.engines.generate._declared import Declared
from swerve.model import Settings, Verdict
from swerve.observe.recipe import (
    ANYTHING,
    Call,
    CallRecipe,
    Class,
    Dict,
    Either,
    FunctionOf,
    InstanceOf,
    Inventory,
    Known,
    List,
    Name,
    OneOf,
    Parameter,
    ParameterKind,
    Recipe,
    Set,
    Tuple,
    TupleOf,
    Type,
    Unresolved,
    Variable,
)
from swerve.source import Selection, pair_up, read_paths


def builtin(name: str, *arguments: Type) -> InstanceOf:
    return InstanceOf(Name("builtins", name), arguments)


INT, STR, NONE = builtin("int"), builtin("str"), OneOf((None,))
OFFER = Name("shop", "Offer")


def offer(*traits: str, bases: tuple[Name, ...] = (Name("builtins", "object"),)) -> Inventory:
    made = Class(OFFER, bases, frozenset(traits), (), (), False, (), (), (), ())
    return Inventory(classes={OFFER: made})


def takes(declared: Type, value: Recipe, inventory: Inventory | None = None) -> bool:
    parameter = Parameter("x", ParameterKind.POSITIONAL, declared)
    call = CallRecipe(Name("shop", "f"), args=(value,))
    return Declared((parameter,), inventory or Inventory()).allows(call)


@pytest.mark.parametrize(
    ("declared", "value"),
    [
        (INT, 3),
        (INT, True),
        (builtin("float"), 3),
        (Either((STR, NONE)), None),
        (OneOf(("a", "b")), "b"),
        (builtin("list", STR), List(("a",))),
        (builtin("list", STR), List(())),
        (builtin("dict", STR, INT), Dict((("a", 1),))),
        (builtin("tuple", INT), Tuple((1, 2, 3))),
        (TupleOf((INT, STR)), Tuple((1, "a"))),
        (InstanceOf(Name("collections.abc", "Iterable"), (STR,)), "abc"),
        (InstanceOf(Name("typing", "Sequence"), (INT,)), b"abc"),
        (InstanceOf(Name("typing", "Hashable")), List(())),  # nothing is known about it here
        (FunctionOf((INT,), INT), Name("builtins", "abs")),
        (INT, Call(Name("numpy", "int64"), (3,))),
        (InstanceOf(Name("pathlib", "Path")), "a"),
        (Variable("T"), List(())),
        (ANYTHING, "a"),
        (Unresolved("Widget"), 3),
    ],
)
def test_what_is_or_may_be_of_the_type_is_allowed(declared: Type, value: Recipe) -> None:
    assert takes(declared, value)


@pytest.mark.parametrize(
    ("declared", "value"),
    [
        (INT, "3"),
        (INT, None),
        (builtin("bool"), 1),
        (Either((STR, NONE)), Dict(())),
        (OneOf(("a", "b")), "c"),
        (builtin("list", STR), List((Dict(()),))),
        (builtin("list", STR), Tuple(("a",))),
        (builtin("dict", STR, INT), Dict((("a", "b"),))),
        (builtin("dict", STR, INT), Dict(((1, 1),))),
        (TupleOf((INT, INT, INT)), Tuple((1,))),
        (TupleOf((INT,)), Tuple(("a",))),
        (builtin("set", INT), Set(("a",))),
        (InstanceOf(Name("collections.abc", "Iterable"), (INT,)), "abc"),
        (InstanceOf(Name("collections.abc", "Mapping")), List(())),
        (FunctionOf(None, INT), 3),
        (Variable("T", None, (INT, STR)), List(())),
    ],
)
def test_what_is_surely_of_another_type_is_not(declared: Type, value: Recipe) -> None:
    assert not takes(declared, value)


def test_a_plain_value_is_no_object_of_a_class_that_stands_alone() -> None:
    declared = InstanceOf(OFFER)
    assert not takes(declared, 0, offer())
    assert not takes(builtin("list", declared), List((0,)), offer())
    assert takes(declared, Call(OFFER), offer())
    assert takes(declared, Dict(()), offer("typed dict"))
    assert takes(declared, "a", offer(bases=(Name("builtins", "str"),)))
    assert takes(declared, 0)  # nothing is known about the class


def test_arguments_are_held_against_the_parameters_they_reach() -> None:
    kinds = ParameterKind
    declared = Declared(
        (
            Parameter("a", kinds.POSITIONAL, INT),
            Parameter("rest", kinds.VARIADIC, STR),
            Parameter("flag", kinds.KEYWORD_ONLY, INT, default=Known(None)),
            Parameter("words", kinds.KEYWORDS, STR),
        ),
        Inventory(),
    )

    def call(*args: Recipe, **kwargs: Recipe) -> CallRecipe:
        return CallRecipe(Name("shop", "f"), args=args, kwargs=tuple(kwargs.items()))

    assert declared.allows(call(1, "a", "b", flag=2, other="c"))
    assert declared.allows(call(1, flag=None))  # the default is no surprise
    assert not declared.allows(call(1, "a", 2))
    assert not declared.allows(call(1, flag="a"))
    assert not declared.allows(call(1, other=3))


@pytest.mark.slow
def test_no_difference_is_told_that_only_values_of_other_types_show(tmp_path: Path) -> None:
    old = (
        "def f(words: list[str]) -> str:\n    best = ''\n    for word in words:\n"
        "        if len(word) > len(best):\n            best = word\n    return best\n"
    )
    new = "def f(words: list[str]) -> str:\n    return max(words, key=len, default='')\n"
    trees = [
        written(tmp_path / side, {"subject.py": text})
        for side, text in (("old", old), ("new", new))
    ]
    raw = read_paths(trees[0], trees[1], Selection())
    settings = Settings(skip=("shadow", "replay", "guided"))
    report = check(pair_up(raw), Plan(), prepare=lambda pairs: prepare(raw, settings, pairs))
    (function,) = report.functions
    assert function.verdict is Verdict.LIKELY_PRESERVED, function
