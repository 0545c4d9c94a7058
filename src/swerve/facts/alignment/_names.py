"""Which locals have to go by another name, so that one name means one thing in both versions?

A local that was only renamed goes by its new name. A name that is a local in one version and
something of the module in the other is two things: the local gets a name of its own.
"""

from __future__ import annotations

import ast
import copy
import difflib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from swerve.model import Side
from swerve.source.syntax import FUNCTIONS, FunctionNode, all_arguments, names_read_unbound
from swerve.source.syntax.scopes import COMPREHENSIONS, Scope, bound_by_alias, stored_names

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


# --- variables ------------------------------------------------------------------------------------

# Which locals of a function are sure to have a value at each of its places?


_RUN_LATER = (*FUNCTIONS, ast.Lambda, ast.ClassDef)
_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)


class Variables:
    """The locals of one function, found in one walk over its statements."""

    def __init__(self, function: FunctionNode) -> None:
        self.own = own_names(function)
        #: By block and position in it: names that have a value before that statement.
        self._bound: dict[tuple[int, int], frozenset[str]] = {}
        self._lost = frozenset(_names_lost(function))
        self._function = function
        self._block(function.body, frozenset(parameters(function.args)))

    def is_bound(self, name: str, block: list[ast.stmt], position: int) -> bool:
        """The name has a value before that statement of a block, or behind its last one.

        A name that loses its value anywhere is never sure to have one, and loops may go round
        not at all.
        """
        return name not in self._lost and name in self._bound.get((id(block), position), ())

    def is_unread_until_bound(self, name: str) -> bool:
        """Wherever the name is read it was given a value before: an earlier one is not seen."""
        return name in self.own and name not in self._lost | self._read_unbound

    @cached_property
    def _read_unbound(self) -> frozenset[str]:
        given = [ast.Name(name, ast.Store()) for name in parameters(self._function.args)]
        start = ast.Assign([ast.Tuple(list(given), ast.Store())], ast.Constant(None))
        body = [_Leaving().visit(copy.deepcopy(each)) for each in self._function.body]
        later = {
            name
            for node in ast.walk(self._function)
            if isinstance(node, _RUN_LATER) and node is not self._function
            for name in mentioned(node)
        }
        return frozenset(later).union(names_read_unbound(ast.Module([start, *body], [])))

    def _block(self, body: list[ast.stmt], bound: frozenset[str]) -> frozenset[str]:
        """What has a value behind the statements: everything, where nobody gets to."""
        for position, node in enumerate(body):
            self._bound[id(body), position] = bound
            bound = self._statement(node, bound)
        self._bound[id(body), len(body)] = bound
        return bound

    def _statement(self, node: ast.stmt, bound: frozenset[str]) -> frozenset[str]:
        if isinstance(node, _LEAVING):
            return self.own
        if isinstance(node, ast.If):
            return self._block(node.body, bound) & self._block(node.orelse, bound)
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            target = stored_names(node.target) if not isinstance(node, ast.While) else ()
            self._block(node.body, bound.union(target))
            self._block(node.orelse, bound)
            return bound
        if isinstance(node, (ast.With, ast.AsyncWith)):
            inside = bound.union(
                *(stored_names(i.optional_vars) for i in node.items if i.optional_vars)
            )
            self._block(node.body, inside)
            return inside  # what the block raises may end here
        if isinstance(node, ast.Try) or type(node).__name__ == "TryStar":
            return self._try(node, bound)  # type: ignore[arg-type] # the two have the same fields
        if isinstance(node, ast.Match):
            for case in node.cases:
                self._block(case.body, bound)
            return bound
        return bound.union(_bound_by(node))

    def _try(self, node: ast.Try, bound: frozenset[str]) -> frozenset[str]:
        end = self._block(node.orelse, self._block(node.body, bound))
        for handler in node.handlers:
            end &= self._block(handler.body, bound)
        return end | self._block(node.finalbody, bound)


class _Leaving(ast.NodeTransformer):
    """Shows that a block behind `with` may be left anywhere, and the function goes on."""

    def visit_With(self, node: ast.With | ast.AsyncWith) -> ast.AST:
        self.generic_visit(node)
        items: list[ast.expr] = [item.context_expr for item in node.items]
        bound: list[ast.expr] = [item.optional_vars for item in node.items if item.optional_vars]
        return ast.For(ast.Tuple(bound, ast.Store()), ast.Tuple(items, ast.Load()), node.body, [])

    visit_AsyncWith = visit_With  # noqa: N815


def _bound_by(node: ast.stmt) -> Iterable[str]:
    """Names that a simple statement or a definition gives a value."""
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return map(bound_by_alias, node.names)
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        return (node.name,)
    if isinstance(node, ast.Assign):
        return [name for target in node.targets for name in stored_names(target)]
    return ()


def _names_lost(function: FunctionNode) -> Iterable[str]:
    """Names that are deleted, or bound by a handler, which deletes them."""
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del):
            yield node.id
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name


# --- frames ---------------------------------------------------------------------------------------

# Where does code stand, and what do the two versions know of a name there?


@dataclass(frozen=True, slots=True)
class Span:
    """Neighbouring statements of a block, which stay where they are in their function."""

    block: list[ast.stmt]
    start: int
    stop: int

    @property
    def statements(self) -> Sequence[ast.stmt]:
        """Those that do something."""
        found = self.block[self.start : self.stop]
        return [] if all(isinstance(each, ast.Pass) for each in found) else found

    def part(self, start: int, stop: int) -> Span:
        """Some of them, counted from the first."""
        return Span(self.block, self.start + start, self.start + stop)


def span_of(block: list[ast.stmt]) -> Span:
    """A whole block."""
    return Span(block, 0, len(block))


@dataclass(frozen=True, slots=True)
class Frame:
    """The two versions of the innermost function around."""

    old: FunctionNode
    new: FunctionNode
    #: Every name of each version, also outside this function.
    old_names: frozenset[str]
    new_names: frozenset[str]
    #: What is known of functions so far, by their ids.
    known: dict[int, Variables]

    def inside(self, old: FunctionNode, new: FunctionNode) -> Frame:
        """The frame of a function in this one."""
        return Frame(old, new, self.old_names, self.new_names, self.known)

    def knows(self, side: Side, name: str) -> bool:
        """The version has anything of that name."""
        return name in (self.old_names if side is Side.OLD else self.new_names)

    def owns(self, side: Side, name: str) -> bool:
        """The name is a local of the function in that version."""
        return name in self._variables(side).own

    def has_bound(self, side: Side, name: str, place: Span) -> bool:
        """The local is sure to have a value before the place in that version."""
        return self._variables(side).is_bound(name, place.block, place.start)

    def ignores(self, side: Side, name: str) -> bool:
        """What the local is given before its first value in that version is never seen."""
        return self._variables(side).is_unread_until_bound(name)

    def _variables(self, side: Side) -> Variables:
        function = self.old if side is Side.OLD else self.new
        if id(function) not in self.known:
            self.known[id(function)] = Variables(function)
        return self.known[id(function)]


def frame_of(old: FunctionNode, new: FunctionNode) -> Frame:
    """The frame of two versions of a whole function."""
    return Frame(old, new, frozenset(mentioned(old)), frozenset(mentioned(new)), {})
