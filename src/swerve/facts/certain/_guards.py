"""What do names hold when a test came out one way, by annotation, and as parameters?

Where no annotation says it, a default does if it is a truth value or text: those who call leave it
out, or give something like it. None says nothing, and for an integer floats are given as well.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from swerve.facts import classes
from swerve.facts.annotations import parts_of
from swerve.facts.classes import class_of
from swerve.source.syntax import all_arguments

from ._certain import UNKNOWN, Certain, Instance, Real, joined, of_type
from ._file_facts import ClassFacts, FunctionFacts, Maybe, type_value, union
from ._holders import Holders, Names

FALSY = frozenset(each.value for each in classes.FALSY)


def assuming(test: ast.expr, holds: bool, names: Names, holders: Holders) -> Names:
    """What names hold when a test came out so."""
    found = dict(names)
    _assume(test, holds, found, holders)
    return found


def _assume(test: ast.expr, holds: bool, names: Names, holders: Holders) -> None:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        _assume(test.operand, not holds, names, holders)
    elif isinstance(test, ast.BoolOp):
        if isinstance(test.op, ast.And) is holds:
            for each in test.values:
                _assume(each, holds, names, holders)
    elif isinstance(test, ast.Name):
        if holders.is_narrowed(test.id):
            _assume_truth(test.id, holds, names, holders)
    elif isinstance(test, ast.Compare):
        _assume_none(test, holds, names, holders)
    elif isinstance(test, ast.Call) and holds:
        _assume_class(test, names, holders)


def _assume_truth(name: str, holds: bool, names: Names, holders: Holders) -> None:
    value = holders.held(name, names)
    if isinstance(value.what, Maybe):
        if not holds:
            return
        value = value.what.inner
    words = value.words - FALSY if holds else value.words & FALSY
    if words:
        names[name] = replace(value, words=words)


def _assume_none(test: ast.Compare, holds: bool, names: Names, holders: Holders) -> None:
    operator, other = test.ops[0], test.comparators[0]
    if not (
        len(test.ops) == 1
        and isinstance(operator, (ast.Is, ast.IsNot))
        and isinstance(other, ast.Constant)
        and other.value is None
        and isinstance(test.left, ast.Name)
        and holders.is_narrowed(test.left.id)
    ):
        return
    value = holders.held(test.left.id, names)
    if isinstance(operator, ast.Is) is holds:
        names[test.left.id] = Certain(frozenset({"none"}), "is None")
    elif isinstance(value.what, Maybe):
        names[test.left.id] = value.what.inner


def _assume_class(test: ast.Call, names: Names, holders: Holders) -> None:
    if not (isinstance(test.func, ast.Name) and test.args and isinstance(test.args[0], ast.Name)):
        return
    name = test.args[0].id
    if not holders.is_narrowed(name):
        return
    known = holders.held(name, names)
    function = holders.held(test.func.id, names).what
    word = function.name if isinstance(function, Real) else ""
    if word == "isinstance" and len(test.args) == 2:
        value = _guarded(test.args[1], names, holders)
        if value.words or not known.words:
            names[name] = value
    elif word == "callable" and not known.words:
        names[name] = Certain(frozenset({"callable"}), "callable guard")


def _guarded(node: ast.expr, names: Names, holders: Holders) -> Certain:
    if isinstance(node, ast.Tuple):
        parts = [_guarded(each, names, holders) for each in node.elts]
        return union(parts) if parts else UNKNOWN
    if isinstance(node, ast.BinOp):
        sides = (node.left, node.right)
        return union([_guarded(each, names, holders) for each in sides])
    return type_value(holders.meant(node, names), "isinstance guard")


#: Those of which something is certain; others are classes, or say too little.
_FORMS = frozenset(
    {"typing.Optional", "typing.Union", "typing.Literal", "typing.Annotated", "typing.Final",
     "typing.ClassVar", "dataclasses.InitVar"}
)  # fmt: skip


def annotated(node: ast.expr | None, names: Names, holders: Holders, rule: str) -> Certain:
    """Some value of the type that an annotation says."""

    def form_of(named: ast.expr) -> str:
        what = holders.meant(named, names).what
        is_form = isinstance(what, Real) and what.name in _FORMS
        return what.name.rpartition(".")[2] if is_form else ""

    found: list[Certain] = []
    for part in parts_of(node, form_of):
        if part.word == "Literal":
            found += [_literal(each, rule) for each in part.arguments]
        elif isinstance(part.node, ast.Constant):
            found.append(of_type(type(None), rule) if part.node.value is None else UNKNOWN)
        else:
            named = part.node.value if isinstance(part.node, ast.Subscript) else part.node
            value = type_value(holders.meant(named, names), rule)
            # Integers go for floats too.
            found.append(value if value.what != Instance(float) else UNKNOWN)
    return union(found)


def _literal(node: ast.expr, rule: str) -> Certain:
    if not isinstance(node, ast.Constant):
        return UNKNOWN
    return Certain(frozenset({class_of(node.value).value}), rule, Instance(type(node.value)))


def parameters(
    node: Any, holders: Holders, facts: FunctionFacts | None, of: ClassFacts | None
) -> dict[str, Certain]:
    """The parameters of a function or lambda; `of` is the class that it is a method of."""
    arguments: ast.arguments = node.args
    defaults = _defaults(arguments)
    found = {}
    for each in all_arguments(arguments):
        value = annotated(each.annotation, {}, holders, "annotation of a parameter")
        if each.arg in defaults:
            value = _with_default(value, each, defaults[each.arg])
        found[each.arg] = value
    if arguments.vararg:
        found[arguments.vararg.arg] = of_type(tuple, "star parameter")
    if arguments.kwarg:
        found[arguments.kwarg.arg] = of_type(dict, "star parameter")
    if of is not None and facts is not None:
        first = receiver_of(facts)
        if first == "self":
            found[first] = of.receiver()
        elif first == "cls" and "classmethod" in facts.decorators:
            found[first] = Certain(frozenset({"callable"}), "self", of)
    return found


def receiver_of(facts: FunctionFacts) -> str:
    """What a method calls that which it is called on."""
    if "staticmethod" in facts.decorators:
        return ""
    return next((each.arg for each in all_arguments(facts.node.args)), "")


def _defaults(arguments: ast.arguments) -> dict[str, ast.Constant]:
    places = [*arguments.posonlyargs, *arguments.args]
    pairs = [
        *zip(places[len(places) - len(arguments.defaults) :], arguments.defaults, strict=True),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    return {each.arg: node for each, node in pairs if isinstance(node, ast.Constant)}


def _with_default(said: Certain, each: ast.arg, default: ast.Constant) -> Certain:
    if default.value is None:
        return Certain(frozenset(), "", Maybe(said)) if said.words else said
    if each.annotation is not None:
        word = frozenset({class_of(default.value).value})
        return joined(said, Certain(word, said.rule, said.what)) if said.words else said
    kind = type(default.value)
    if kind not in (bool, str):
        return UNKNOWN
    return Certain(of_type(kind, "").words, f"default {kind.__name__}", Instance(kind))
