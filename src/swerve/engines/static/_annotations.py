"""Did annotations change, and is that sure to make no difference at run time?"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from typing import Any

from swerve.source.syntax import (
    FUNCTIONS,
    Definition,
    ModuleFacts,
    all_arguments,
    library_value,
    opaque_decorators,
    standard_origin,
    watchers_of_class,
    written,
)
from swerve.source.syntax.introspection import SEES_ANNOTATIONS

_GENERIC_BUILTINS = frozenset({"dict", "frozenset", "list", "set", "tuple", "type"})


def annotations_differ(
    old: Definition, old_facts: ModuleFacts, new: Definition, new_facts: ModuleFacts
) -> bool:
    """Whether something that reads annotations would see a difference."""
    if list(map(written, _evaluated(old))) != list(map(written, _evaluated(new))):
        return True
    return bool(list(_evaluated(new))) and _as_text(old_facts) != _as_text(new_facts)


def who_may_notice(definition: Definition, facts: ModuleFacts, reached: set[str]) -> Iterator[str]:
    """What could read the annotations of this function while the program runs, as written.

    `reached` are the words that the function leads to.
    """
    decorators = opaque_decorators(definition, facts)
    for decorator in decorators:
        yield f"decorator `{decorator}`"
    yield from watchers_of_class(definition.class_node, facts, unknown_bases=True)
    for word in sorted(reached & SEES_ANNOTATIONS):
        if not any(word in decorator for decorator in decorators):
            yield f"`{word}`"


def names_in_annotations(definition: Definition, facts: ModuleFacts) -> set[str]:
    """Names that are looked up when the function is defined, for its annotations."""
    if _as_text(facts):
        return set()
    return {
        node.id
        for annotation in _evaluated(definition)
        for node in ast.walk(annotation)
        if isinstance(node, ast.Name)
    }


def risky_annotation(definition: Definition, facts: ModuleFacts) -> str | None:
    """An annotation whose evaluation might fail or do something when the function is defined."""
    if _as_text(facts):
        return None
    for annotation in _evaluated(definition):
        if not _is_harmless(annotation, definition, facts):
            return written(annotation)
    return None


def _as_text(facts: ModuleFacts) -> bool:
    return "annotations" in facts.futures


def _evaluated(definition: Definition) -> Iterator[ast.expr]:
    """Annotations of the function and those inside it; the ones of variables never run."""
    for node in ast.walk(definition.node):
        if isinstance(node, ast.ClassDef):  # inside the function, so evaluated on every call
            for statement in node.body:
                if isinstance(statement, ast.AnnAssign):
                    yield statement.annotation
        if isinstance(node, FUNCTIONS):
            for argument in all_arguments(node.args):
                if argument.annotation is not None:
                    yield argument.annotation
            if node.returns is not None:
                yield node.returns


def _is_harmless(node: ast.expr, definition: Definition, facts: ModuleFacts) -> bool:
    """Evaluating the annotation is known to work and to have no effect.

    Shown by doing it, with stand-ins for what the project itself defines.
    """
    try:
        _evaluate(node, definition, facts)
    except Exception:  # whatever the typing module objects to
        return False
    return True


class _SomeType:
    """Stands in for a class of the file."""


class _Anything:
    """Stands in for an imported object, of which nothing is known but that it exists."""

    def __call__(self) -> None:  # the typing module takes callables for types
        """Never called."""


def _evaluate(node: ast.expr, definition: Definition, facts: ModuleFacts) -> object:
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return _named(node, definition, facts)
    if isinstance(node, ast.Attribute):
        return _standard_value(node, definition, facts)
    if isinstance(node, ast.Subscript):
        base = node.value
        if not _is_generic(base, definition, facts):
            raise TypeError("not known to be generic")
        value: Any = _evaluate(base, definition, facts)
        return value[_evaluate(node.slice, definition, facts)]
    if isinstance(node, (ast.Tuple, ast.List)):
        items = [_evaluate(item, definition, facts) for item in node.elts]
        return tuple(items) if isinstance(node, ast.Tuple) else items
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        left: Any = _evaluate(node.left, definition, facts)
        return left | _evaluate(node.right, definition, facts)
    raise TypeError("not a plain type expression")


def _named(node: ast.Name, definition: Definition, facts: ModuleFacts) -> object:
    if definition.context.scope.owner(node.id) is not None:
        raise NameError(node.id)  # of a class or function around it: not followed
    if node.id not in facts.names and "*" not in facts.names:
        return getattr(builtins, node.id)
    if not _is_bound_before(node.id, definition, facts):
        raise NameError(node.id)
    if standard_origin(node, facts) is not None:
        return _standard_value(node, definition, facts)
    return _SomeType if node.id in facts.classes else _Anything()


def _is_bound_before(name: str, definition: Definition, facts: ModuleFacts) -> bool:
    """Top-level statements before the function bind the name, under no condition."""
    top = definition.parents[0] if definition.parents else definition.node
    bound = facts.names.get(name, ())
    return bool(bound) and all(
        not binding.guards
        and (binding.node.end_lineno or 0) < top.lineno
        and not isinstance(binding.node, ast.Delete)
        for binding in bound
    )


def _is_generic(node: ast.expr, definition: Definition, facts: ModuleFacts) -> bool:
    scope = definition.context.scope
    if isinstance(node, ast.Name) and node.id in _GENERIC_BUILTINS:
        return scope.is_builtin(node.id)
    origin = standard_origin(node, facts, scope)
    return origin is not None and origin[0] in ("typing", "collections.abc")


def _standard_value(node: ast.expr, definition: Definition, facts: ModuleFacts) -> object:
    """The thing itself, when it comes from the standard library."""
    origin = standard_origin(node, facts, definition.context.scope)
    if origin is None:
        raise NameError(written(node))
    return library_value(*origin)
