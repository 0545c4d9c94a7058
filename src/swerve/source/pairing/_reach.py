"""May a function reach anything that changed, whatever way the program takes?

This is the cautious counterpart of `_causes`: no name is resolved, words are followed. From the
words of a function (names, attributes, imports) lead edges to the words of everything in its file
that goes by one of them. What changed has words too, and so has what is imported from files of the
change in which anything changed. Only where the two never meet may unchanged code be called
preserved.

What arrives through arguments is the caller's: a method of an argument's class counts only when
the function names that method.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Set
from functools import cached_property, lru_cache

from swerve.model import Cause, CauseKind
from swerve.source.syntax import (
    EVERYTHING,
    Binding,
    BindingKind,
    ClassFacts,
    FunctionNode,
    ModuleFacts,
    Trees,
    class_word,
    closure,
    edges_of,
    file_of_module,
    import_time_statements,
    last_name,
    opaque_decorators,
    watchers_of_class,
    words_in,
    words_of_definition,
    words_of_guard,
)
from swerve.source.syntax.introspection import SEES_MODULE

from ._altered import Alterations, Aspect, aspects_seen, differing_bindings
from ._matching import Match, Placed

_ACCESS = frozenset(
    {"__getattr__", "__getattribute__", "__setattr__", "__delattr__", "__slots__", "__set_name__"}
)


class Reach:
    """Says what a function may reach that changed."""

    def __init__(self, trees: Trees, not_read: frozenset[str] = frozenset()) -> None:
        self._trees = trees
        self._alterations: dict[str, Alterations] = {}
        #: Files of the change that could not be read, or were left out.
        self._not_read = not_read

    def obstacles(self, match: Match, aside: Set[str] = frozenset()) -> Iterator[Cause]:
        """What stands in the way of calling it unchanged.

        `aside` are names that are known to stand for the same thing on both sides.
        """
        paths = list(dict.fromkeys((match.old.path, match.new.path)))
        sides = [tree[p] for p in paths for tree in self._both if p in tree]
        maps = [edges_of(facts) for facts in sides]
        reached = closure(self._seeds(match), maps, barred=aside)
        aspects = aspects_seen(reached)
        own = {_outermost(side).name for side in (match.old, match.new)} | {
            side.definition.bare_name for side in (match.old, match.new)
        }
        own_only = {w for w in own if not self._others_changed(w, match, aspects)}
        if own <= own_only and _rest_of_class_is_same(match, aspects):
            own_only.add(match.new.definition.name.partition(".")[0])
        if reached & SEES_MODULE and self._tainted:
            word = min(reached & SEES_MODULE)
            yield _obstacle(f"may see any change to the program (`{word}`)")
        for path in paths:
            altered = self._altered(path, match, aspects, aside | own_only)
            for word in sorted(altered):
                if word.startswith(EVERYTHING):
                    yield _obstacle(f"may notice `{word[1:].strip()}`, which runs at import")
                elif word in reached:
                    yield _obstacle(f"may reach `{word}`, which changed", word)
        for path in paths:
            for other in self._meddling(path):
                yield _obstacle(f"may notice {other}, which changed and runs code at import")
        if self._is_bound_otherwise(match):
            name = match.new.definition.name.partition(".")[0]
            yield _obstacle(f"`{name}` is rebound differently")

    @property
    def _both(self) -> tuple[Mapping[str, ModuleFacts], Mapping[str, ModuleFacts]]:
        return self._trees.old, self._trees.new

    # --- what changed, file by file ---

    def _altered(self, path: str, match: Match, aspects: list[Aspect], aside: Set[str]) -> set[str]:
        """Words of a file that stand for something changed, there or where they come from."""
        imported = set[str]()
        for tree in self._both:
            if path in tree:
                imported |= self._from_tainted_files(tree[path], match)
        if path not in self._trees.old or path not in self._trees.new:
            facts = self._trees.old.get(path) or self._trees.new[path]
            effects = {w for s in import_time_statements(facts) for w in s.touches}
            return imported - aside | {word for word in effects if word.startswith(EVERYTHING)}
        return self._of(path).words(aspects, aside, imported - aside)

    def _of(self, path: str) -> Alterations:
        if path not in self._alterations:
            self._alterations[path] = Alterations(self._trees.old[path], self._trees.new[path])
        return self._alterations[path]

    def _from_tainted_files(self, facts: ModuleFacts, match: Match) -> set[str]:
        """Words that a file takes from files of the change in which anything changed."""
        words: set[str] = set()
        for module, name, bound in facts.imports:
            is_itself = any(_is_in(side, module, name) for side in (match.old, match.new))
            if not is_itself and self._is_tainted(facts.module.path, module, name):
                words.add(f"{EVERYTHING} import *" if bound == "*" else bound)
                parts = [part for part in module.split(".") if part]
                if not name:  # `import a.b.c` makes `c` an attribute
                    words.update(parts[-1:])
                for start in range(len(parts)):  # as `words_in` spells an import in a function
                    words.add(".".join((*parts[start:], name)))
        return words

    def _is_tainted(self, importer: str, module: str, name: str) -> bool:
        """An import leads to a file in which something changed, or to a package around one."""
        for wanted in (module, f"{module}.{name}") if name else (module,):
            path = file_of_module(self._tainted, wanted)
            if path is not None and path != importer:
                return True
        if file_of_module(self._known, module) is not None:
            return False
        inside = "/".join(part for part in module.split(".") if part) + "/"
        return bool(inside != "/") and any(
            path.startswith(inside) or f"/{inside}" in path
            for path in self._tainted
            if path != importer
        )

    def _meddling(self, path: str) -> Iterator[str]:
        """Files that a file imports, or that import it, with effects when imported, and changed."""
        mine = [tree[path] for tree in self._both if path in tree]
        for other in self._tainted:
            sides = [tree[other] for tree in self._both if other in tree]
            if other != path and any(map(_has_effects, sides)):
                known = {path: None}, {other: None}
                imports = [file_of_module(known[0], m) for s in sides for m in s.imported_modules]
                imports += [file_of_module(known[1], m) for s in mine for m in s.imported_modules]
                if any(imports):
                    yield other

    @cached_property
    def _known(self) -> dict[str, None]:
        return dict.fromkeys([*self._trees.old, *self._trees.new])

    @cached_property
    def _tainted(self) -> dict[str, None]:
        """Files of the change in which something changed by meaning, or that import one."""
        tainted = dict.fromkeys(self._not_read)
        for path in self._known:
            both = path in self._trees.old and path in self._trees.new
            if not both or self._of(path).words([Aspect.MEANING], frozenset()):
                tainted[path] = None
        grown = -1
        while grown != len(tainted):
            grown = len(tainted)
            for path in self._known:
                if path not in tainted and any(
                    file_of_module(tainted, wanted) is not None
                    for tree in self._both
                    if path in tree
                    for wanted in tree[path].imported_modules
                ):
                    tainted[path] = None
        return tainted

    # --- its own name ---

    def _others_changed(self, word: str, match: Match, aspects: list[Aspect]) -> bool:
        """Something by the function's own name changed, besides the function itself."""
        old_name, new_name = match.old.definition.name, match.new.definition.name
        # Where it was before, nothing may be left, or an import; one may have been where it is now.
        moved = (match.old.path, old_name) != (match.new.path, new_name)
        for path in {match.old.path, match.new.path}:
            old, new = self._trees.old.get(path), self._trees.new.get(path)
            if old is None or new is None:
                continue
            scopes = [(old.names, new.names)] + [
                (old.classes[name].members, new.classes[name].members)
                for name in old.classes.keys() & new.classes.keys()
            ]
            for before, after in scopes:
                olds, news = list(before.get(word, ())), list(after.get(word, ()))
                if moved:
                    olds = [b for b in olds if b.node is not match.old.definition.node]
                    olds = [b for b in olds if not _imports(b, match.old)]
                    news = [b for b in news if b.alias is None]
                    news = [b for b in news if b.node is not match.new.definition.node]
                if not _same_but_for(match, old, olds, new, news, aspects):
                    return True
        return False

    def _is_bound_otherwise(self, match: Match) -> bool:
        """Other statements bind the name of a method or of its class, before or behind it."""
        if match.old.path != match.new.path:
            return False
        sides = (match.old, match.new)
        members, classes = [], []
        for side in sides:
            owner = side.facts.classes.get(side.definition.name.rpartition(".")[0])
            found = owner.members.get(side.definition.bare_name, []) if owner else []
            members.append(list(found))
            top = side.definition.parents[0] if side.definition.parents else None
            classes.append(side.facts.names.get(top.name, []) if top is not None else [])
        old, new = match.old.facts, match.new.facts
        return any(
            not _same_but_for(match, old, before, new, after, [Aspect.MEANING])
            for before, after in (members, classes)
        )

    # --- where to start ---

    def _seeds(self, match: Match) -> set[str]:
        seeds: set[str] = set()
        for placed, tree in ((match.old, self._trees.old), (match.new, self._trees.new)):
            seeds |= words_in(_outermost(placed)) | words_of_definition(placed.definition)
            seeds = seeds.union(*map(words_of_guard, placed.definition.guards))
            if placed.definition.class_node is None or placed.definition.is_nested:
                seeds.add(placed.definition.name.partition(".")[0])
            if placed.definition.class_node is not None:
                seeds |= _words_of_receiver(placed, tree)
        return seeds


def _imports(binding: Binding, placed: Placed) -> bool:
    """Whether a name is bound to a function that another file has."""
    if binding.kind is not BindingKind.IMPORT or not binding.imports:
        return False
    return _is_in(placed, *binding.imports)


def _is_in(placed: Placed, module: str, name: str) -> bool:
    """Whether a function goes by a name in a module."""
    known = {placed.path: None}
    return name == placed.definition.name and file_of_module(known, module) is not None


def _same_but_for(
    match: Match,
    old_facts: ModuleFacts,
    old: list[Binding],
    new_facts: ModuleFacts,
    new: list[Binding],
    aspects: list[Aspect],
) -> bool:
    """Two sequences of bindings are the same, with the function itself in the same place."""
    own = {id(match.old.definition.node), id(match.new.definition.node)}
    own |= {
        id(side.definition.parents[0]) for side in (match.old, match.new) if side.definition.parents
    }
    if len(old) != len(new):
        return False
    for before, after in zip(old, new, strict=True):
        mine = id(before.node) in own, id(after.node) in own
        if mine == (True, True):
            continue
        if any(mine) or any(
            list(
                differing_bindings(old_facts, {"": [before]}, new_facts, {"": [after]}, aspect=one)
            )
            for one in aspects
        ):
            return False
    return True


def _rest_of_class_is_same(match: Match, aspects: list[Aspect]) -> bool:
    """Nothing in the class of a method changed but the method."""
    old, new = match.old, match.new
    name = old.definition.name.rpartition(".")[0]
    before, after = old.facts.classes.get(name), new.facts.classes.get(name)
    if before is None or after is None or old.path != new.path or "." in name:
        return False
    return before.has_header_of(after) and all(
        set(differing_bindings(old.facts, before.members, new.facts, after.members, aspect=aspect))
        <= {new.definition.bare_name}
        for aspect in aspects
    )


@lru_cache(maxsize=1024)
def _has_effects(facts: ModuleFacts) -> bool:
    """Importing the file does more than bind its own names, as far as the source tells."""
    for statement in import_time_statements(facts):
        if statement.calls or any(word.startswith(EVERYTHING) for word in statement.touches):
            return True
    if any(opaque_decorators(definition, facts) for definition in facts.definitions):
        return True
    for owner in facts.classes.values():
        if any(watchers_of_class(owner.node, facts, unknown_bases=False)):
            return True
    return any(
        isinstance(target, (ast.Attribute, ast.Subscript))
        for node in facts.tree.body
        for target in getattr(node, "targets", ()) or (getattr(node, "target", None),)
    )


def _obstacle(words: str, name: str = "") -> Cause:
    return Cause(CauseKind.REACHES, words, name)


def _outermost(placed: Placed) -> FunctionNode | ast.ClassDef:
    """The function itself, or for one inside another what both stand in."""
    definition = placed.definition
    return definition.parents[0] if definition.is_nested else definition.node


def _words_of_receiver(placed: Placed, tree: Mapping[str, ModuleFacts]) -> set[str]:
    """What a method may reach through `self`: its class, and all of it if `self` is handed on."""
    definition, facts = placed.definition, placed.facts
    owner = definition.name.rpartition(".")[0]
    family = list(_family(facts, owner, tree))
    words = {class_word(one.node.name) for one in family}
    positional = [*definition.node.args.posonlyargs, *definition.node.args.args]
    receiver = positional[0].arg if positional else None
    uses = [n for n in ast.walk(definition.node) if isinstance(n, ast.Name) and n.id == receiver]
    accessed = {
        id(node.value)
        for node in ast.walk(definition.node)
        if isinstance(node, ast.Attribute) and node.attr not in ("__class__", "__dict__")
    }
    if uses:
        words |= _ACCESS
    handed_on = any(id(use) not in accessed for use in uses)
    if handed_on or words_in(definition.node) & {"super", "__class__"}:
        for one in family:
            words |= {one.node.name, *one.members}
    return words


def _family(
    facts: ModuleFacts, name: str, tree: Mapping[str, ModuleFacts], depth: int = 0
) -> Iterator[ClassFacts]:
    """A class and the bases of it that are known."""
    owner = facts.classes.get(name)
    if owner is None or depth > 10:
        return
    yield owner
    for base in owner.node.bases:
        for other in (facts, *tree.values()):
            if last_name(base) in other.classes:
                yield from _family(other, last_name(base), tree, depth + 1)
                break
