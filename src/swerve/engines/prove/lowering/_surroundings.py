"""What do the names around a function stand for, and is that the same in both versions?

A definition that differs between the modules is never taken for the same thing, nor is one that
mentions such a definition. The function in question is the exception: what is to be proved of it
may be assumed wherever it is called.
"""

from __future__ import annotations

import ast
import builtins
import copy
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from swerve.model import Side
from swerve.source.syntax import FUNCTIONS, FunctionNode, all_arguments, parts_outside

from ..solver._claims import Promises
from ..solver._values import TYPES
from ._program import PLAIN_EXCEPTIONS, NoMeaning

#: Methods that run without being named where that happens, other than those that make an object.
_MAKERS = frozenset({"__init__", "__new__", "__post_init__", "__init_subclass__", "__set_name__"})


@dataclass(frozen=True, slots=True)
class Found:
    """The function in question, where it stands."""

    function: FunctionNode
    class_node: ast.ClassDef | None
    #: As it was asked for: `function` or `Class.method`.
    qualified: str = ""


@dataclass
class Module:
    """One version of a module."""

    side: Side
    tree: ast.Module
    found: Found
    #: By qualified name: what binds it, without docstrings and annotations.
    bindings: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    #: By qualified name: what its statements mention.
    words: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    nodes: dict[str, list[ast.stmt]] = field(default_factory=lambda: defaultdict(list))
    has_star: bool = False
    #: Names that functions rebind by `global`, and what rebinds them when the file is a script.
    rebound: set[str] = field(default_factory=set)


def module_from_text(text: str, name: str, side: Side) -> Module:
    """Read one version. Raises `NoMeaning` where the function cannot be found."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        raise NoMeaning("source that does not parse", 1) from None
    module = Module(side, tree, _found(tree, name))
    imported = {
        each.asname or each.name.partition(".")[0]
        for each in ast.walk(tree)
        if isinstance(each, ast.alias)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            module.rebound.update(node.names)
        elif isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            module.has_star = True
        elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            if isinstance(node.value, ast.Name) and node.value.id in imported:  # maybe itself
                module.rebound.add(node.attr)
        elif isinstance(node, ast.Name) and node.id == "__name__" and _is_bound_by(node):
            module.rebound.add(node.id)
    for statement in tree.body:
        _gather(module, statement, "")
    if own := TYPES & {*module.nodes, *module.rebound}:
        raise NoMeaning(f"a module with a `{min(own)}` of its own", 1)
    return module


def _found(tree: ast.Module, name: str) -> Found:
    class_node: ast.ClassDef | None = None
    body: list[ast.stmt] = tree.body
    *classes, last = name.split(".")
    for part in classes:
        inner = [n for n in _statements(body) if isinstance(n, ast.ClassDef) and n.name == part]
        if len(inner) != 1:
            raise NoMeaning(f"no single class {part}", 1)
        class_node, body = inner[0], inner[0].body
    functions = [n for n in _statements(body) if isinstance(n, FUNCTIONS) and n.name == last]
    if len(functions) != 1:
        raise NoMeaning(f"no single function {name}", 1)
    function = functions[0]
    assert isinstance(function, FUNCTIONS)  # noqa: S101 (for mypy)
    return Found(function, class_node, name)


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        yield statement
        if isinstance(statement, ast.If | ast.Try):
            yield from _statements(statement.body)
            yield from _statements(statement.orelse)


def _gather(module: Module, statement: ast.stmt, prefix: str) -> None:
    module.rebound = module.rebound.union(*map(names_stored, parts_outside(statement)))
    if isinstance(statement, ast.ClassDef):
        head = copy.copy(statement)
        head.body = []
        _bind(module, prefix + statement.name, head)
        module.nodes[prefix + statement.name][-1] = statement
        for inner in statement.body:
            _gather(module, inner, f"{prefix}{statement.name}.")
        return
    if isinstance(statement, FUNCTIONS):
        if statement is not module.found.function:
            _bind(module, prefix + statement.name, statement)
        return
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return
    if _is_main_guard(statement) and "__name__" not in module.rebound:
        module.rebound |= names_stored(statement)
        return
    if isinstance(statement, ast.If | ast.Try):
        _bind(module, f"{prefix}<if {sorted(names_stored(statement))}>", statement)
    for name in names_stored(statement):
        _bind(module, prefix + name, statement)
    if not names_stored(statement):
        _bind(module, f"{prefix}<statement>", statement)


def _is_main_guard(statement: ast.stmt) -> bool:
    """Code that does not run when the module is imported."""
    if not isinstance(statement, ast.If) or statement.orelse:
        return False
    return ast.unparse(statement.test) in ("__name__ == '__main__'", "'__main__' == __name__")


def _is_bound_by(node: ast.Name) -> bool:
    return not isinstance(node.ctx, ast.Load)


_CAPTURES = (ast.MatchAs, ast.MatchStar)


def names_stored(statement: ast.AST) -> set[str]:
    """Names that code binds, also in functions in it."""
    names: set[str] = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and _is_bound_by(node):
            names.add(node.id)
        elif isinstance(node, ast.alias):
            names.add(node.asname or node.name.partition(".")[0])
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.ExceptHandler, *_CAPTURES)):
            names.add(node.name or "")
        elif isinstance(node, ast.MatchMapping):
            names.add(node.rest or "")
    return names - {""}


def _bind(module: Module, name: str, statement: ast.stmt) -> None:
    module.bindings[name].append(_plain_dump(statement, module.found.function))
    module.words[name] |= words_of(statement)
    module.nodes[name].append(statement)


def words_of(node: ast.AST) -> set[str]:
    """Return all names and attributes that code mentions, also those that it has as text."""
    words: set[str] = set()
    for child in ast.walk(node):
        if isinstance(child, ast.Name):
            words.add(child.id)
        elif isinstance(child, ast.Attribute):
            words.add(child.attr)
        elif isinstance(child, ast.Constant) and isinstance(child.value, str):
            words.add(child.value)
    return words


def _plain_dump(node: ast.AST, left_out: ast.AST) -> str:
    """Dump code without docstrings and annotations, and without the function in question."""
    if any(child is left_out for child in ast.walk(node)):
        return "holds the function"
    node = copy.deepcopy(node)
    for child in ast.walk(node):
        if isinstance(child, FUNCTIONS):
            child.returns = None
            for argument in all_arguments(child.args):
                argument.annotation = None
            if len(child.body) > 1 and ast.get_docstring(child, clean=False) is not None:
                del child.body[0]
    return ast.dump(node)


_NO_PROMISES = Promises()


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Both modules, and what differs between them."""

    old: Module
    new: Module
    #: Names and attributes that may stand for different things in the two versions.
    differing: frozenset[str]
    #: A method that nothing names when it runs differs, so that nothing is sure.
    is_all_different: bool
    promises: Promises = _NO_PROMISES


def surroundings_of(
    old: Module,
    new: Module,
    promises: Promises = _NO_PROMISES,
    further: frozenset[str] = frozenset(),
) -> Surroundings:
    """Compare what is around the two functions; further names are taken to differ, too."""
    changed: set[str] = set(further)
    for name in {*old.bindings, *new.bindings}:
        if old.bindings.get(name) != new.bindings.get(name):
            last = name.rpartition(".")[2]
            if last.startswith("<"):
                changed |= old.words.get(name, set()) | new.words.get(name, set())
            else:
                changed.add(last)
            if _is_dunder(last) and last in _MAKERS and "." in name:
                changed.add(name.split(".")[-2])
    implicit = any(
        _is_dunder(name) and name not in _MAKERS and name not in ("__all__", "__version__")
        for name in changed
    ) or _classes_differ(old, new)
    grown = True
    while grown:
        grown = False
        for module in (old, new):
            for name, words in module.words.items():
                last = name.rpartition(".")[2]
                if last not in changed and words & changed:
                    changed.add(last)
                    grown = True
                    if last in _MAKERS and "." in name:
                        changed.add(name.split(".")[-2])
    return Surroundings(old, new, frozenset(changed), implicit, promises)


def _is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _classes_differ(old: Module, new: Module) -> bool:
    """Say whether a class that both have is made in another way."""
    for name, nodes in old.nodes.items():
        is_class = any(isinstance(node, ast.ClassDef) for node in nodes)
        if is_class and name in new.bindings and old.bindings[name] != new.bindings[name]:
            return True
    return False


def constant_of(module: Module, name: str) -> ast.expr | None:
    """The literal that a name of the module is bound to, once and for all."""
    nodes = module.nodes.get(name, [])
    if len(nodes) != 1 or name in module.rebound or module.has_star:
        return None
    (node,) = nodes
    value: ast.expr | None = None
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        value = node.value if isinstance(node.targets[0], ast.Name) else None
    elif isinstance(node, ast.AnnAssign):
        value = node.value
    return value if value is not None and _is_literal(value) else None


def _is_literal(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple):
        return all(map(_is_literal, node.elts))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return isinstance(node.operand, ast.Constant) and type(node.operand.value) is int
    return isinstance(node, ast.Constant)


def is_builtin(module: Module, name: str) -> bool:
    """Say whether a name that no function binds is Python's own."""
    is_own = name in module.nodes or name in module.rebound
    return hasattr(builtins, name) and not is_own and not module.has_star


def is_steady(module: Module, name: str) -> bool:
    """Say whether the module binds a name once, and no function rebinds it."""
    is_single = len(module.nodes.get(name, [])) == 1 and name not in module.rebound
    return is_single and is_surely_bound(module, name)


def is_surely_bound(module: Module, name: str) -> bool:
    """Say whether a name has a value once the module is imported."""
    nodes = module.nodes.get(name, [])
    direct = (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Assign)
    has_value = any(
        isinstance(node, direct) or (isinstance(node, ast.AnnAssign) and node.value is not None)
        for node in nodes
    )
    return has_value and not any(isinstance(node, ast.Delete) for node in nodes)


def function_named(module: Module, name: str) -> FunctionNode | None:
    """The one function that a qualified name of the module stands for."""
    nodes = module.nodes.get(name, [])
    if len(nodes) == 1 and isinstance(nodes[0], FUNCTIONS) and name not in module.rebound:
        return nodes[0]
    return None


def ancestry_of(module: Module, name: str) -> tuple[str, ...]:
    """The classes of an exception that only has another name than one of Python; else empty."""
    found: list[str] = []
    while name in module.nodes and name not in found:
        nodes = module.nodes[name]
        node = nodes[0]
        if len(nodes) != 1 or not is_steady(module, name) or hasattr(builtins, name):
            return ()
        if not isinstance(node, ast.ClassDef) or node.keywords or node.decorator_list:
            return ()
        is_bare = all(
            isinstance(one, ast.Pass)
            or (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
            for one in node.body
        )
        if not is_bare or len(node.bases) != 1 or not isinstance(node.bases[0], ast.Name):
            return ()
        found.append(name)
        name = node.bases[0].id
    return (*found, name) if found and name in PLAIN_EXCEPTIONS and is_builtin(module, name) else ()
