"""What does the code of both sides say about each place, in the words of a world?

The facts go to both workers alike: every choice of a world rests on them, so that both sides make
the same one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from swerve.facts.arrays import array_of, is_array_at
from swerve.facts.classes import CoarseClass, ValueClass
from swerve.facts.usage import Usage, Usages
from swerve.predict import Predictor
from swerve.predict.matching import strings_that_match
from swerve.predict.samples import samples_for
from swerve.worker.guided.calls import ARRAY_LIBRARIES
from swerve.worker.guided.effects import has_effect

from ._limits import GOES_ON, LEAST, LONG, MOST_KEY_PATHS, MOST_LENGTH, MOST_LITERALS, MOST_LONG

#: What libraries of arrays and tables go by.
_NUMERIC = ARRAY_LIBRARIES | {"tensorflow", "pd"}
_MOST_TEXT = 5_000
#: What is raised where something is not there, by how the code expects that.
_LACKS = {"[?]": "KeyError", "[?end]": "IndexError"}
_OF_MAPPINGS = frozenset(("get", "items", "keys", "setdefault", "values"))


def facts_of(
    usages: Usages,
    predictor: Predictor,
    effects: Mapping[str, bool],
    *,
    uses_literals: bool = True,
    failure: float = 0.15,
    filters_effects: bool = True,
    messages: Sequence[str] = (),
) -> dict[str, Any]:
    """Everything that a world is told; `messages` are what handlers expect exceptions to say."""
    predicted = dict(
        zip(
            [site.path for site in usages.sites],
            predictor.predict(usages, usages.sites),
            strict=True,
        )
    )
    places = {}
    for path in dict.fromkeys((*predicted, *usages.paths)):
        usage = usages.paths.get(path) or Usage()
        fact = _fact(path, usage, predicted.get(path, {}), effects, uses_literals)
        if is_array_at(path, usage, usages.paths):
            fact["array"] = array_of(path, usage, usages.paths)
            fact["classes"] = _as_array(fact.get("classes", ()))
        if fact:
            places[path] = fact
    pool = _pool(usages) if uses_literals else []
    return {
        "places": places,
        "pool": pool,
        "instance_classes": usages.instance_classes,
        "messages": [repr(text) for text in messages],
        "failure": failure,
        "filters_effects": filters_effects,
    }


def _fact(
    path: str,
    usage: Usage,
    distribution: Mapping[ValueClass, float],
    effects: Mapping[str, bool],
    uses_literals: bool,
) -> dict[str, Any]:
    fact: dict[str, Any] = {}
    classes = [(cls.value, weight) for cls, weight in distribution.items() if weight >= LEAST]
    if path.partition(".")[0] in _NUMERIC:
        classes = [(ValueClass.OBJECT.value, 1.0)]  # an array is no list, and a scalar has methods
    truth = _truth(usage)
    if classes:
        fact["classes"] = classes
    if truth is not None:
        fact["truth"] = truth
    if uses_literals:
        samples, is_all = samples_for(path, usage)
        literals = list(_with_neighbours((*usage.literals, *usage.examples, *samples)))
        if literals:
            kept = [value for value in literals if _is_plain(value)]
            fact["literals"] = [repr(value) for value in kept[:MOST_LITERALS]]
        if is_all:
            fact["only"] = True
    if usage.keys:
        fact["keys"] = [(repr(key), asked) for key, asked in usage.keys.items() if _is_plain(key)]
    if usage.key_paths:
        fact["key_paths"] = usage.key_paths[:MOST_KEY_PATHS]
    lacks = [error for sign, error in _LACKS.items() if sign in usage.operators]
    if lacks:
        fact["may_lack"] = lacks
    lengths = sorted(int(each[4:]) for each in usage.operators if each.startswith("len "))
    if lengths:
        fact["lengths"] = [each for each in lengths if 0 < each <= MOST_LENGTH]
    if usage.methods & _OF_MAPPINGS or "[key]" in usage.operators:
        fact["mapping"] = True
    if usage.asked_attributes:
        fact["asked"] = sorted(usage.asked_attributes)
    if usage.raises:
        fact["raises"] = usage.raises
    if usage.unpacked:
        fact["sizes"] = sorted(usage.unpacked)
    typed = [name for text in usage.annotations for name in _class_names(text)]
    if typed:
        fact["typed"] = list(dict.fromkeys(typed))
    if usage.instance_of:
        fact["instance_of"] = usage.instance_of
    if path.endswith("()"):
        fact["effect"] = has_effect(path[:-2], usage.is_statement, effects)
        if usage.is_statement:
            fact["is_statement"] = True
    return fact


def _as_array(classes: Iterable[tuple[str, float]]) -> list[tuple[str, float]]:
    """The classes of a place that holds an array, or None where that is likely."""
    none = sum(weight for name, weight in classes if name == ValueClass.NONE.value)
    found = [(ValueClass.OBJECT.value, 1.0 - none)]
    return [*found, (ValueClass.NONE.value, none)] if none >= LEAST else found


def _truth(usage: Usage) -> float | None:
    if usage.exits_when == {False}:
        return GOES_ON
    if usage.exits_when == {True}:
        return 1 - GOES_ON
    return 0.5 if usage.truth_tested else None


def _with_neighbours(values: Iterable[object]) -> Iterable[object]:
    """Numbers that code compares with, and those beside them."""
    seen = set()
    for value in values:
        near: tuple[object, ...] = (value,)
        if type(value) is int:
            near = (value, value - 1, value + 1)
        elif type(value) is float:
            near = (value, value - 0.5, value + 0.5)
        for each in near:
            key = type(each), repr(each)
            if key not in seen:
                seen.add(key)
                yield each


def _is_plain(value: object) -> bool:
    if isinstance(value, (str, bytes)):
        return len(value) <= _MOST_TEXT
    return value is None or isinstance(value, (bool, int, float)) or value == ()


def _pool(usages: Usages) -> list[str]:
    values: list[object] = []
    for cls in (CoarseClass.INTEGER, CoarseClass.FLOAT, CoarseClass.STRING):
        values += usages.pool.get(cls, [])
    values += [text for pattern in usages.patterns for text in strings_that_match(pattern)]
    if usages.measures:
        sizes = [each for each in values if type(each) is int and LONG <= each <= MOST_LENGTH]
        values += ["a" * (size + 1) for size in sorted(sizes)[-MOST_LONG:]]
    return [repr(value) for value in dict.fromkeys(values) if _is_plain(value)]


def _class_names(text: str) -> Iterable[str]:
    """Dotted names in an annotation that may be classes of the file."""
    try:
        tree = ast.parse(text.strip("'\""), mode="eval").body
    except SyntaxError:
        return
    yield from _named(tree)


def _named(node: ast.expr) -> Iterable[str]:
    if isinstance(node, (ast.Name, ast.Attribute)):
        yield ast.unparse(node)
    elif isinstance(node, ast.BinOp):
        yield from _named(node.left)
        yield from _named(node.right)
    elif isinstance(node, ast.Subscript) and ast.unparse(node.value).rpartition(".")[2] in (
        "Optional",
        "Union",
        "Annotated",
    ):
        inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for each in inner:
            yield from _named(each)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from _class_names(node.value)
