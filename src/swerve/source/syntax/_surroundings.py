"""Who around a function could look at it, rather than just call it?

Decorators receive the function before any caller does, and base classes and class decorators may
look through a class. Those of the standard library are known; all others might read docstrings,
annotations or names.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator

from ._definitions import Definition, last_name
from ._facts import BindingKind, ModuleFacts
from ._writing import written
from .scopes import FUNCTIONS, Scope, bound_in

#: Decorators that hand on the function's behaviour, whatever its names and annotations are.
_TRANSPARENT = {
    "abc": {"abstractmethod"},
    "contextlib": {"contextmanager", "asynccontextmanager"},
    "functools": {"cache", "cached_property", "lru_cache", "wraps"},
    "typing": {"final", "no_type_check", "overload", "override"},
    "typing_extensions": {"final", "overload", "override", "deprecated"},
}
_TRANSPARENT_BUILTINS = frozenset({"classmethod", "property", "staticmethod"})
_ACCESSORS = frozenset({"setter", "getter", "deleter"})
#: Class decorators that look at fields, not at methods.
_FIELD_READERS = {
    "dataclasses": {"dataclass"},
    "enum": {"unique", "verify"},
    "functools": {"total_ordering"},
    "typing": {"dataclass_transform", "final", "runtime_checkable"},
    "typing_extensions": {"dataclass_transform", "final", "runtime_checkable"},
}


def opaque_decorators(definition: Definition, facts: ModuleFacts) -> list[str]:
    """Decorators that may do anything with the function, as written."""
    return [
        written(decorator)
        for decorator in definition.node.decorator_list
        if not _is_transparent(decorator, definition, facts)
    ]


def _is_transparent(decorator: ast.expr, definition: Definition, facts: ModuleFacts) -> bool:
    name, scope = last_name(decorator), definition.context.scope
    if isinstance(decorator, ast.Name) and name in _TRANSPARENT_BUILTINS:
        return scope.is_builtin(name)
    if isinstance(decorator, ast.Attribute) and name in _ACCESSORS:
        owner, root = definition.class_node, decorator.value
        if owner is None or not isinstance(root, ast.Name):
            return False
        return scope.is_builtin("property") and _is_property(root.id, owner)
    origin = standard_origin(decorator, facts, scope)
    return origin is not None and origin[1] in _TRANSPARENT.get(origin[0], ())


def _is_property(name: str, owner: ast.ClassDef) -> bool:
    """Whether functions that make one property are all that binds a name in a class body."""
    makers: list[ast.expr] = []
    for node in owner.body:
        if isinstance(node, FUNCTIONS):
            makers += node.decorator_list if node.name == name else []
        elif bound_in(node)[name]:
            return False
    known = {"property", "abstractmethod", *(f"{name}.{each}" for each in _ACCESSORS)}
    words = [written(each) for each in makers]
    return words[:1] == ["property"] and known.issuperset(words)


def standard_origin(
    expression: ast.expr, facts: ModuleFacts, scope: Scope | None = None
) -> tuple[str, str] | None:
    """Module and name of something from the standard library, as far as imports tell.

    `scope` is where the expression stands, if not at the top level.
    """
    if isinstance(expression, ast.Call):
        expression = expression.func
    if isinstance(expression, ast.Name):
        root, attribute = expression.id, None
    elif isinstance(expression, ast.Attribute) and isinstance(expression.value, ast.Name):
        root, attribute = expression.value.id, expression.attr
    else:
        return None
    if scope is not None and scope.owner(root) is not None:
        return None
    bound = facts.names.get(root, [])
    if len(bound) != 1 or bound[0].kind is not BindingKind.IMPORT:
        return None
    after = bound[0].node.lineno
    if any(star.node.lineno > after for star in facts.names.get("*", ())):
        return None  # which may bring another one
    module, name = bound[0].imports
    if attribute is None:
        origin = (module, name)
    elif name:  # `from collections import abc`, then `abc.Sized`
        origin = (f"{module}.{name}", attribute)
    else:
        origin = (module, attribute)
    known = origin[0].partition(".")[0]
    is_known = known in sys.stdlib_module_names or known == "typing_extensions"
    return origin if is_known and origin[1] else None


def watchers_of_class(
    node: ast.ClassDef | None, facts: ModuleFacts, *, unknown_bases: bool
) -> Iterator[str]:
    """Bases, keywords and decorators of a class that may look at its methods, as written.

    Bases of which nothing is known count only if `unknown_bases`.
    """
    yield from _watchers(node, facts, unknown_bases, frozenset())


def _watchers(
    node: ast.ClassDef | None, facts: ModuleFacts, unknown_bases: bool, seen: frozenset[str]
) -> Iterator[str]:
    if node is None or node.name in seen:
        return
    for part in opaque_head(node, facts):
        kind = "keyword" if isinstance(part, ast.keyword) else "decorator"
        yield f"class {kind} `{written(part)}`"
    for member in node.body:
        if isinstance(member, ast.FunctionDef) and member.name == "__init_subclass__" and seen:
            yield f"`{node.name}.__init_subclass__`"
    for base in node.bases:
        name = base.value if isinstance(base, ast.Subscript) else base  # Generic[T]
        if not isinstance(name, (ast.Name, ast.Attribute)):
            yield f"base class `{written(base)}`"
        if _is_plain_base(name, facts):
            continue
        local = facts.classes.get(name.id) if isinstance(name, ast.Name) else None
        if local is not None:
            yield from _watchers(local.node, facts, unknown_bases, seen | {node.name})
        elif unknown_bases:
            yield f"base class `{written(base)}`"


def opaque_head(node: ast.ClassDef, facts: ModuleFacts) -> list[ast.expr | ast.keyword]:
    """Decorators and keywords of a class that may do anything with it."""
    found: list[ast.expr | ast.keyword] = []
    for decorator in node.decorator_list:
        origin = standard_origin(decorator, facts)
        if origin is None or origin[1] not in _FIELD_READERS.get(origin[0], ()):
            found.append(decorator)
    for keyword in node.keywords:
        origin = standard_origin(keyword.value, facts)
        if keyword.arg != "metaclass" or origin != ("abc", "ABCMeta"):
            found.append(keyword)
    return found


def _is_plain_base(base: ast.expr, facts: ModuleFacts) -> bool:
    if isinstance(base, ast.Name) and base.id not in facts.names and "*" not in facts.names:
        return isinstance(getattr(builtins, base.id, None), type)
    return standard_origin(base, facts) is not None
