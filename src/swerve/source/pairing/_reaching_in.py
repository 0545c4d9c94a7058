"""Which functions does a change replace, or reach into, by statements outside functions?

`total = wrapped(total)` behind a definition makes another function of it, and so may
`shop.total.__code__ = code` in another file, although the definition stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from swerve.model import Cause, CauseKind, Problem, Side
from swerve.source._raw import RawChange
from swerve.source.syntax import (
    ANY,
    ITEM,
    MODULE,
    UNKNOWN,
    UNKNOWN_MODULE,
    Binding,
    BindingKind,
    Difference,
    ModuleFacts,
    Parts,
    Sameness,
    TopName,
    Touch,
    Trees,
    called_in,
    closure,
    edges_of,
    members_read,
    modules_loaded,
    opaque_decorators,
    touches_of,
    value_parts,
    words_in,
)

from ._elsewhere import Elsewhere
from ._matching import Match, Placed
from ._sequences import differing_spans

#: Attributes of a function, or of a class, that decide what it does.
_VITAL = frozenset({"__code__", "__defaults__", "__kwdefaults__", "__bases__", "__class__"})
#: Attributes of a class that its methods do not depend on.
_DESCRIPTIVE = frozenset(
    {"__doc__", "__module__", "__name__", "__qualname__", "__annotations__", "__test__"}
)
#: Whose attributes all code uses.
_BUILTINS = ("builtins", "__builtins__")
#: Names of a module by which Python finds others.
_FINDING = frozenset({"__path__", "__package__", "__spec__", "__name__", "__loader__"})
#: Names lead to names; imports can run in circles.
_FARTHEST = 8


@dataclass(frozen=True, slots=True)
class _Aim:
    """What a statement that only one side has, or has like that, binds or reaches into."""

    side: Side
    #: Where the statement is.
    origin: str
    touch: Touch
    #: The file that it reaches into, and the name there.
    path: str
    parts: Parts
    #: It is another name for the thing that is bound, not the thing itself.
    is_alias: bool = False
    #: The statement says so itself, not a function that it leads to.
    is_direct: bool = True


class ReachingIn:
    """Finds the functions that statements outside functions concern."""

    def __init__(
        self, raw: RawChange, old: Mapping[str, ModuleFacts], new: Mapping[str, ModuleFacts]
    ) -> None:
        sources = raw.trees or (None, None)
        self._trees = Trees(old, new)
        self.sides = {
            Side.OLD: Elsewhere(sources[0], dict(old)),
            Side.NEW: Elsewhere(sources[1], dict(new)),
        }
        self.problems: list[Problem] = []
        #: By file and by the first part of the name there.
        self._aims: dict[str, dict[str, list[_Aim]]] = {}
        sameness = Sameness(self._trees)
        for path in sorted({**old, **new}):
            for side, touch in self._differing(path, sameness):
                for aim in self._aimed(side, path, touch):
                    roots = self._aims.setdefault(aim.path, {})
                    roots.setdefault((*aim.parts, ANY)[0], []).append(aim)

    @cached_property
    def beside(self) -> dict[str, tuple[ModuleFacts, ModuleFacts]]:
        """Both sides of files that are no part of the change, and into which it reaches."""
        found = {}
        known = {**self._trees.old, **self._trees.new}
        for path in sorted(self._aims.keys() - known.keys()):
            old, new = (self.sides[side].facts(path) for side in Side)
            if old is None or new is None:
                continue
            placed = [Placed(one, facts) for facts in (old, new) for one in facts.definitions]
            if any(_hits(aim, one) for one in placed for aim in self._at(one)):
                found[path] = (old, new)
        return found

    def causes(self, match: Match) -> tuple[list[Cause], str]:
        """Why a function is concerned; and the file that does it, if it need not be imported."""
        for placed, side in ((match.new, Side.NEW), (match.old, Side.OLD)):
            for aim in self._at(placed):
                if aim.side is side and _hits(aim, placed):
                    return [_cause(aim)], "" if _is_sure(aim) else aim.origin
        return [], ""

    def _at(self, placed: Placed) -> Iterator[_Aim]:
        roots = self._aims.get(placed.path, {})
        for root in (placed.definition.name.partition(".")[0], ANY):
            yield from roots.get(root, ())

    # --- which statements ---

    def _differing(self, path: str, sameness: Sameness) -> Iterator[tuple[Side, Touch]]:
        old, new = self._trees.old.get(path), self._trees.new.get(path)
        before = touches_of(old) if old else ()
        after = touches_of(new) if new else ()
        spans = list(differing_spans([t.key for t in before], [t.key for t in after]))
        for span in spans:
            yield from ((Side.OLD, touch) for touch in before[span.old_from : span.old_to])
            yield from ((Side.NEW, touch) for touch in after[span.new_from : span.new_to])
        alone = {n for span in spans for n in range(span.new_from, span.new_to)}
        for number, touch in enumerate(after):
            own = {parts[0] for parts in {*touch.names, *touch.called} if parts}
            if number not in alone and any(
                sameness.of_names(TopName(path, None, name), TopName(path, None, name))
                is Difference.DIRECT
                for name in sorted(touch.reads - own)
            ):
                yield Side.NEW, touch

    # --- what they lead to ---

    def _aimed(self, side: Side, path: str, touch: Touch) -> Iterator[_Aim]:
        facts = self.sides[side].facts(path)
        if facts is None:
            return
        for where, name in self._submodules(side, facts, touch):
            yield _Aim(side, path, touch, where, name)
        for parts in sorted({*touch.names, *touch.called}):
            if touch.is_import:
                for name in self._imported(side, facts, touch, parts):
                    yield _Aim(side, path, touch, path, name)
                continue
            is_bound = len(parts) == 1 and parts[0] in facts.names
            for where, name in self._led(side, path, facts, touch, parts, 0):
                is_alias, is_direct = is_bound and where != path, parts in touch.names
                yield _Aim(side, path, touch, where, name, is_alias, is_direct)
        if touch.hooks:
            for where, name in self._called(side, facts, touch):
                yield _Aim(side, path, touch, where, name, is_direct=False)

    def _called(self, side: Side, facts: ModuleFacts, touch: Touch) -> Iterator[tuple[str, Parts]]:
        """What functions of other files reach into that a statement may call."""
        tree = self.sides[side]
        words = frozenset[str]().union(*map(words_in, touch.nodes))
        files = set[str]()
        for module, name, bound in facts.imports:
            if bound in words:
                wanted = (f"{module}.{name}", module) if name else (module,)
                files.update(filter(None, map(tree.file_of, wanted)))
                words |= {name}
        for path in sorted(files - {facts.module.path}):
            other = tree.facts(path)
            if other is not None:
                functions, names = called_in(other, words, touch.hooks)
                inside = replace(touch, nodes=(*touch.nodes, *functions))
                for parts in sorted(names):
                    yield from self._led(side, path, other, inside, parts, 0)

    def _submodules(
        self, side: Side, facts: ModuleFacts, touch: Touch
    ) -> Iterator[tuple[str, Parts]]:
        """Packages, and the names there that an import binds: those of the modules it loads."""
        tree = self.sides[side]
        for module in modules_loaded(touch.nodes[0], facts) if touch.is_import else ():
            package, _, name = module.rpartition(".")
            where = tree.file_of(package) if package.strip(".") and tree.file_of(module) else None
            if where is not None and where.endswith("__init__.py"):
                yield where, (name,)

    def _imported(
        self, side: Side, facts: ModuleFacts, touch: Touch, parts: Parts
    ) -> Iterator[Parts]:
        """What an import binds; for a star the names of the module, if it can be read."""
        if parts[-1] != ANY:
            yield parts
            return
        stars = [b for b in facts.names.get(ANY, ()) if b.node in touch.nodes]
        for binding in stars:
            origin = self.sides[side].file_of(binding.imports[0])
            brought = self.sides[side].facts(origin) if origin else None
            if brought is None or ANY in brought.names or _binds_any(brought):
                yield parts
            else:
                yield from ((*parts[:-1], name) for name in brought.names)

    def _led(
        self, side: Side, path: str, facts: ModuleFacts, touch: Touch, parts: Parts, depth: int
    ) -> Iterator[tuple[str, Parts]]:
        """Files and names that a name of a file leads to."""
        root, rest = (*parts, ANY)[0], parts[1:]
        finds = root in _FINDING and not rest
        if finds or root == UNKNOWN_MODULE or root in _BUILTINS or "TYPE_CHECKING" in rest:
            self._cannot_tell(side, path, touch)
        elif root.startswith(MODULE):
            first, *more = root.removeprefix(MODULE).split(".")
            yield from self._in_module(side, first, (*more, *rest), touch, depth)
        elif root == UNKNOWN:
            yield from self._guessed(side, path, facts, touch, parts)
        elif root == ANY:
            yield path, (ANY,)
        else:
            yield path, parts
            yield from self._followed(side, path, facts, touch, parts, depth)

    def _followed(
        self, side: Side, path: str, facts: ModuleFacts, touch: Touch, parts: Parts, depth: int
    ) -> Iterator[tuple[str, Parts]]:
        """The same through imports and assignments to another name."""
        if depth > _FARTHEST:
            return
        root, rest = parts[0], parts[1:]
        bound = facts.names.get(root, [])
        imports = [each.imports for each in bound if each.alias is not None]
        if not bound:  # in a function that the statement calls
            imports = [(m, n) for m, n, b in facts.imports if b == root and n != "*"]
        for module, name in imports:
            if module in _BUILTINS or (module == "sys" and "modules" in (name, *rest[:1])):
                self._cannot_tell(side, path, touch)
                continue
            behind = (name, *rest) if name else rest
            for found in self._in_module(side, module, behind, touch, depth + 1):
                if rest or found[1] != (ANY,):  # else another name for a module, bound anew
                    yield found
        if not rest or any(b.kind in (BindingKind.FUNCTION, BindingKind.CLASS) for b in bound):
            return
        for binding in bound:
            value = _aliased(binding, root)
            if value is not None:
                other = value_parts(facts, value)
                if other[:1] not in ((root,), (UNKNOWN,)):
                    yield from self._led(side, path, facts, touch, (*other, *rest), depth + 1)
                    continue
            if not imports:
                yield from self._guessed(side, path, facts, touch, parts)

    def _in_module(
        self, side: Side, module: str, rest: Parts, touch: Touch, depth: int
    ) -> Iterator[tuple[str, Parts]]:
        tree = self.sides[side]
        for count in range(len(rest), -1, -1):
            path = tree.file_of(".".join((module, *rest[:count])))
            facts = tree.facts(path) if path else None
            if path and facts:
                parts = rest[count:] or (ANY,)
                yield path, parts
                if any(b.alias is not None for b in facts.names.get(parts[0], ())):
                    yield from self._followed(side, path, facts, touch, parts, depth + 1)
                return

    def _guessed(
        self, side: Side, path: str, facts: ModuleFacts, touch: Touch, parts: Parts
    ) -> Iterator[tuple[str, Parts]]:
        """What something may be of which nobody can tell what it is, by the names around."""
        words = set[str]().union(*map(words_in, touch.nodes))
        all_words = closure(words, [edges_of(facts)])
        attributes = [part for part in parts[1:] if part != ITEM]
        if not attributes:
            return
        last = next((part for part in attributes if part in _VITAL), attributes[-1])
        named = [(module, name) for module, name, bound in facts.imports if bound in all_words]
        if last != ANY and last not in _VITAL:
            for definition in facts.definitions:
                if definition.bare_name == last:
                    yield path, tuple(definition.name.split("."))
            for module, name in named:
                inside = (name, last) if name else (last,)
                yield from self._in_module(side, module, inside, touch, _FARTHEST)
            return
        for name in sorted((words if last == ANY else all_words) & facts.names.keys()):
            kinds = {binding.kind for binding in facts.names[name]}
            if kinds & {BindingKind.FUNCTION, BindingKind.CLASS}:
                yield path, (name, last)
            elif BindingKind.IMPORT in kinds:
                yield from self._followed(side, path, facts, touch, (name, last), _FARTHEST)

    def _cannot_tell(self, side: Side, path: str, touch: Touch) -> None:
        message = f"`{touch.words}` may modify functions of any module"
        hint = "Review it by hand: which functions it affects is unknown."
        found = Problem("reaches-unknown", path, side, message, hint, touch.line)
        if found not in self.problems:
            self.problems.append(found)


def _binds_any(facts: ModuleFacts) -> bool:
    return any(ANY in parts for touch in touches_of(facts) for parts in touch.names)


def _aliased(binding: Binding, name: str) -> ast.expr | None:
    """The value in `name = value`."""
    node = binding.node
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
        return node.value if isinstance(target, ast.Name) and target.id == name else None
    return None


def _cause(aim: _Aim) -> Cause:
    place = "" if aim.origin == aim.path else f" in {aim.origin}"
    return Cause(
        CauseKind.READS, f"may be modified by `{aim.touch.words}`{place}, outside functions"
    )


def _is_sure(aim: _Aim) -> bool:
    """Whoever imports the function runs the statement, and gets what it made of the function."""
    if aim.origin == aim.path:
        return True
    folder, _, name = aim.origin.rpartition("/")
    return name == "__init__.py" and aim.path.startswith(f"{folder}/") and not aim.is_alias


def _hits(aim: _Aim, placed: Placed) -> bool:
    definition = placed.definition
    if definition.is_nested:
        return False
    own, parts = tuple(definition.name.split(".")), aim.parts
    is_later = aim.touch.line > definition.node.lineno
    if ANY in parts[: len(own)]:
        is_star = aim.touch.is_import and not is_later
        return own[: parts.index(ANY)] == parts[: parts.index(ANY)] and not is_star
    if aim.origin == aim.path and not is_later:
        return False
    if own[: len(parts)] == parts:  # it, or its class
        return True
    if parts[: len(own)] == own:
        rest = parts[len(own) :]
        return (
            len(rest) > 1
            or rest[0] in _VITAL | {ANY}
            or (aim.is_direct and rest[0] in words_in(definition.node))
            or bool(opaque_decorators(definition, placed.facts))
        )
    if definition.class_node is None or own[:-1] != parts[:-1]:
        return False
    member = parts[-1]
    is_special = member.startswith("__") and member.endswith("__")
    return (aim.is_direct and member in members_read(definition.node)) or (
        is_special and member not in _DESCRIPTIVE and not _is_defined(member, placed)
    )


def _is_defined(member: str, placed: Placed) -> bool:
    """A method of that name is there, and answers for itself."""
    owner = placed.facts.classes.get(placed.definition.name.rpartition(".")[0])
    found: Iterable[Binding] = owner.members.get(member, ()) if owner else ()
    return any(binding.kind is BindingKind.FUNCTION for binding in found)
