"""What runs when a file is imported, besides definitions, and what may it touch?"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from swerve.model import Module

from ._definitions import branches
from ._facts import ModuleFacts, names_of_head
from ._normal import normal_code
from ._reading import Unreadable, parse
from ._reads import words_in
from ._words import class_word, words_of_guard
from ._writing import written
from .introspection import SEES_MODULE
from .scopes import FUNCTIONS, FunctionNode, all_annotations, all_defaults, holds

BUILTINS = frozenset(dir(builtins))
#: Import-time code with one of these words may bind any name.
_REACHES_ANYTHING = SEES_MODULE | {"setattr", "__setattr__", "modules", "__dict__"}
#: A word that starts with this stands for every word; behind it, the code that makes it so.
EVERYTHING = "*"


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that runs when the file is imported, other than a definition."""

    key: Hashable
    words: frozenset[str]
    #: Words whose meaning it may change; `*` when that could be any.
    touches: frozenset[str]
    #: It calls, or hands something to, code of the same file.
    calls: bool = False


@lru_cache(maxsize=1024)
def import_time_statements(facts: ModuleFacts) -> tuple[Statement, ...]:
    """Statements of the top level and of classes, in the order in which they run."""
    return tuple(_statements_in(facts.tree.body, facts, ()))


def _statements_in(
    body: Iterable[ast.stmt],
    facts: ModuleFacts,
    prefix: tuple[str, ...],
    siblings: frozenset[str] = frozenset(),
) -> Iterator[Statement]:
    """`siblings` are names whose order in a class body may matter."""
    for node in body:
        if isinstance(node, FUNCTIONS):
            yield from _definition_statement(node, prefix)
        elif isinstance(node, ast.ClassDef):
            own = frozenset(
                child.id
                for statement in node.body
                if isinstance(statement, (ast.Assign, ast.AnnAssign))
                for child in ast.walk(statement)
                if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store)
            )
            inside = (*prefix, class_word(node.name))
            yield from _statements_in(node.body, facts, inside, own | {node.name} if own else own)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            if node.names[0].name == "*":
                yield Statement((prefix, written(node)), frozenset(), _everything(node))
        elif is_script_guard(node, facts) or _is_constant(node):
            continue
        elif blocks := list(branches(node)):
            words = frozenset().union(*(words_of_guard(guard) for guard, _ in blocks))
            head = tuple(guard.key for guard, _ in blocks)
            touches = {
                *names_of_head(node),
                *(_everything(node) if _head_has_effects(node) else ()),
            }
            yield Statement((prefix, head), words, frozenset(touches))
            for guard, block in blocks:
                yield from _statements_in(block, facts, (*prefix, guard.key), siblings)
        else:
            yield _simple_statement(node, facts, prefix, siblings)


def _everything(node: ast.stmt) -> frozenset[str]:
    return frozenset({f"{EVERYTHING} {written(node).splitlines()[0][:60]}"})


def _definition_statement(node: FunctionNode, prefix: tuple[str, ...]) -> Iterator[Statement]:
    """What a definition evaluates when it runs: decorators, defaults, annotations that call."""
    evaluated = [
        *node.decorator_list,
        *(each for each in all_defaults(node.args) if not isinstance(each, ast.Constant)),
        *filter(_has_call, all_annotations(node)),
    ]
    words = frozenset[str]().union(*map(words_in, evaluated))
    calls = any(map(_has_call, evaluated))
    yield Statement((prefix, f"def {node.name}"), words, words - BUILTINS, calls)


def _has_call(node: ast.AST) -> bool:
    return holds(node, ast.Call)


def _simple_statement(
    node: ast.stmt, facts: ModuleFacts, prefix: tuple[str, ...], siblings: frozenset[str]
) -> Statement:
    form = normal_code(node, facts.context)
    words = frozenset(words_in(node))
    key = (prefix, form.tokens, form.globals)
    assigns = isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Delete))
    if not assigns or words & _REACHES_ANYTHING:
        return Statement(key, words, _everything(node))
    stored = frozenset(
        child.id if isinstance(child, ast.Name) else child.attr
        for child in ast.walk(node)
        if isinstance(child, (ast.Name, ast.Attribute)) and not isinstance(child.ctx, ast.Load)
    )
    targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
    plain = all(isinstance(target, ast.Name) for target in targets)
    has_calls = _has_call(node)
    own = {word for word in words if word in facts.names and not _is_imported(word, facts)}
    if plain and not (has_calls and own - stored):
        return Statement(key, words, stored | siblings)
    return Statement(key, words, (words | stored | siblings) - BUILTINS, calls=has_calls)


def _is_imported(word: str, facts: ModuleFacts) -> bool:
    return all(binding.alias is not None for binding in facts.names.get(word, ()))


def _head_has_effects(node: ast.stmt) -> bool:
    for name in ("test", "iter", "items", "subject"):
        part = getattr(node, name, None)
        for piece in part if isinstance(part, list) else [part]:
            if piece is not None and holds(piece, ast.Call, ast.NamedExpr):
                return True
    return isinstance(node, (ast.For, ast.While, ast.With))


def is_script_guard(node: ast.stmt, facts: ModuleFacts) -> bool:
    """`if __name__ == "__main__":`, which does not run when the file is imported."""
    return (
        isinstance(node, ast.If)
        and not node.orelse
        and "__name__" not in facts.names
        and written(node.test) == "__name__ == '__main__'"
    )


def _is_constant(node: ast.stmt) -> bool:
    return isinstance(node, ast.Pass) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def import_alike(old: Module, new: Module) -> bool:
    """Whether importing two versions of a file runs the same code, but for bodies of functions."""
    return old.text == new.text or _shell(old.text) == _shell(new.text)


@lru_cache(maxsize=64)
def _shell(text: str) -> str:
    """A file without docstrings and what is inside functions."""
    if isinstance(parse(text), Unreadable):
        return text
    tree = ast.parse(text)  # not the one that others share
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS):
            node.body = []
        elif isinstance(node, (ast.Module, ast.ClassDef)) and ast.get_docstring(node) is not None:
            del node.body[0]
    try:
        return ast.dump(tree)
    except RecursionError:  # a long sum is deep
        return text
