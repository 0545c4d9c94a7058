"""Which locals have to go by another name, so that one name means one thing in both versions?

A local that was only renamed goes by its new name. A name that is a local in one version and
something of the module in the other is two things: the local gets a name of its own.
"""

from __future__ import annotations

import ast
import difflib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from swerve.source.syntax import FUNCTIONS, FunctionNode, all_arguments
from swerve.source.syntax.scopes import COMPREHENSIONS, Scope, bound_by_alias

_SCOPES = (*FUNCTIONS, ast.Lambda, ast.ClassDef, *COMPREHENSIONS)
#: A renamed local stands at the place of the other this often.
_SHARE_ALIGNED = 0.5
#: Longer functions are not searched for renamed locals.
_MOST_TOKENS = 4000


@dataclass(frozen=True, slots=True)
class Naming:
    """What locals of each version are called in the tree: from their own name."""

    old: Mapping[str, str]
    new: Mapping[str, str]
    clashes: tuple[str, ...]


def naming_of(old: FunctionNode, new: FunctionNode) -> Naming:
    """Names for both versions, which are prepared."""
    old_own, new_own = own_names(old), own_names(new)
    old_all, new_all = set(mentioned(old)), set(mentioned(new))
    for_old = _renamed(old, old_own - new_all, new, new_own - old_all)
    for_new: dict[str, str] = {}
    clashes = []
    for name in sorted(old_all & new_all):
        if (name in old_own) == (name in new_own):
            continue
        is_old = name in old_own
        other = _fresh(f"{name}_{'old' if is_old else 'new'}", old_all | new_all)
        if not is_renameable(old if is_old else new, name, is_import_fine=True):
            clashes.append(name)
        elif is_old:
            for_old[name] = other
        else:
            for_new[name] = other
    return Naming(for_old, for_new, tuple(clashes))


def own_names(scope: ast.AST) -> frozenset[str]:
    """Names that belong to a function, class, lambda or comprehension."""
    found = Scope(scope, None)
    return found.bound - found.global_names - found.nonlocal_names


def mentioned(node: ast.AST) -> Iterator[str]:
    """Every name that the code binds, reads or declares, as often as it does."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            yield inner.id
        elif isinstance(inner, ast.arg):
            yield inner.arg
        elif isinstance(inner, ast.alias):
            yield bound_by_alias(inner)
        elif isinstance(inner, (*FUNCTIONS, ast.ClassDef)):
            if inner is not node:
                yield inner.name
        elif isinstance(inner, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
            if inner.name:
                yield inner.name
        elif isinstance(inner, ast.MatchMapping):
            if inner.rest:
                yield inner.rest
        elif isinstance(inner, (ast.Global, ast.Nonlocal)):
            yield from inner.names


def is_renameable(function: FunctionNode, name: str, *, is_import_fine: bool = False) -> bool:
    """The name is a local, everything of that name in the function is that local, and nothing
    shows its name."""
    if name not in own_names(function) or name.startswith("__"):
        return False
    for node in ast.walk(function):
        if isinstance(node, _SCOPES) and node is not function:
            scope = Scope(node, None)
            if name in scope.global_names or name in scope.bound - scope.nonlocal_names:
                return False
            if getattr(node, "name", None) == name:
                return False
        if isinstance(node, ast.alias) and bound_by_alias(node) == name:
            is_whole = node.asname is not None or "." not in node.name
            if not (is_import_fine and is_whole):
                return False
        if name in (parameter.name for parameter in getattr(node, "type_params", ())):
            return False
    return True


def _fresh(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name


def _renamed(
    old: FunctionNode, old_only: frozenset[str], new: FunctionNode, new_only: frozenset[str]
) -> dict[str, str]:
    """Locals of the old version that stand where a local of another name stands now."""
    olds = {name for name in old_only if is_renameable(old, name)}
    news = {name for name in new_only if is_renameable(new, name)}
    if not olds or not news:
        return {}
    old_tokens, new_tokens = list(_tokens(old, olds)), list(_tokens(new, news))
    if max(len(old_tokens), len(new_tokens)) > _MOST_TOKENS:
        return {}
    old_kinds, new_kinds = [kind for kind, _ in old_tokens], [kind for kind, _ in new_tokens]
    pairs: Counter[tuple[str, str]] = Counter()
    matcher = difflib.SequenceMatcher(None, old_kinds, new_kinds, autojunk=False)
    for old_from, new_from, length in matcher.get_matching_blocks():
        for offset in range(length):
            before, after = old_tokens[old_from + offset][1], new_tokens[new_from + offset][1]
            if before and after:
                pairs[before, after] += 1
    old_counts, new_counts = Counter(mentioned(old)), Counter(mentioned(new))
    found: dict[str, str] = {}
    for (before, after), count in sorted(pairs.items(), key=lambda each: (-each[1], each[0])):
        most = max(old_counts[before], new_counts[after])
        if count >= _SHARE_ALIGNED * most and before not in found and after not in found.values():
            found[before] = after
    return found


def _tokens(node: ast.AST, candidates: set[str]) -> Iterator[tuple[str, str]]:
    """The code in order, with candidates all alike: what a piece is, and which candidate."""
    name = getattr(node, "id", None) or getattr(node, "arg", None)
    if isinstance(node, (ast.Name, ast.arg)) and name in candidates:
        yield type(node).__name__, str(name)
        return
    own = [value for _, value in ast.iter_fields(node) if isinstance(value, (str, int, float))]
    yield f"{type(node).__name__} {own}", ""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr_context):
            yield from _tokens(child, candidates)


def rename(node: ast.AST, names: Mapping[str, str]) -> None:
    """Change names in place, wherever they are bound, read or declared."""
    for inner in ast.walk(node) if names else ():
        if isinstance(inner, ast.Name):
            inner.id = names.get(inner.id, inner.id)
        elif isinstance(inner, ast.arg):
            inner.arg = names.get(inner.arg, inner.arg)
        elif isinstance(inner, ast.alias):
            if bound_by_alias(inner) in names:
                other = names[bound_by_alias(inner)]
                inner.asname = None if inner.name == other else other
        elif isinstance(inner, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
            inner.name = names.get(inner.name, inner.name) if inner.name else None
        elif isinstance(inner, ast.MatchMapping):
            inner.rest = names.get(inner.rest, inner.rest) if inner.rest else None
        elif isinstance(inner, (ast.Global, ast.Nonlocal)):
            inner.names = [names.get(name, name) for name in inner.names]


def parameters(arguments: ast.arguments) -> tuple[str, ...]:
    """Names of parameters, in order."""
    return tuple(argument.arg for argument in all_arguments(arguments))
