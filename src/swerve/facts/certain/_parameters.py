"""What do the parameters of a function certainly hold?

Where no annotation says it, a default does if it is a truth value or text: those who call leave it
out, or give something like it. None says nothing, and for an integer floats are given as well.
"""

from __future__ import annotations

import ast
from typing import Any

from swerve.facts.certain._annotations import annotated
from swerve.facts.certain._certain import UNKNOWN, Certain, Instance, joined, of_type
from swerve.facts.certain._file_facts import ClassFacts, FunctionFacts, Maybe
from swerve.facts.certain._holders import Holders
from swerve.facts.classes import class_of
from swerve.source.syntax import all_arguments


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
