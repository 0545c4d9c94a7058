"""May a function reach anything that changed, whatever way the program takes?

This is the cautious counterpart of `_causes`: no name is resolved, words are followed. From the
words of a function (names, attributes, imports) lead edges to the words of everything in the file
that goes by one of them, and on through files of the change that are imported. What changed has
words too. Only where the two never meet may unchanged code be called preserved.

What arrives through arguments is the caller's: a method of an argument's class counts only when
the function names that method.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field

from swerve.change._altered import Alterations, Aspect, aspects_seen, differing_bindings
from swerve.change._import_time import EVERYTHING
from swerve.change._matching import Match, Placed
from swerve.model import Cause, CauseKind
from swerve.syntax import (
    ClassFacts,
    Edges,
    FunctionNode,
    ModuleFacts,
    Trees,
    class_word,
    closure,
    edges_of,
    file_of_module,
    last_name,
    words_in,
    words_of_guard,
)
from swerve.syntax.introspection import SEES_MODULE

_ACCESS = frozenset(
    {"__getattr__", "__getattribute__", "__setattr__", "__delattr__", "__slots__", "__set_name__"}
)


@dataclass(slots=True)
class _Graph:
    """The words of one file, old and new, and which of them stand for something changed."""

    edges: list[Edges] = field(default_factory=list)
    #: `None` for a file that only one side has.
    alterations: Alterations | None = None
    #: Files of the change that this one imports.
    imports: set[str] = field(default_factory=set)


class Reach:
    """Says what a function may reach that changed."""

    def __init__(self, trees: Trees, not_read: frozenset[str] = frozenset()) -> None:
        self._trees = trees
        #: Files of the change that could not be read, or were left out.
        self._not_read = not_read
        self._graphs: dict[str, _Graph] = {}

    def obstacles(self, match: Match, aside: Set[str] = frozenset()) -> Iterator[Cause]:
        """What stands in the way of calling it unchanged.

        `aside` are names that are known to stand for the same thing on both sides.
        """
        files = self._files(match)
        for path in files:
            if path in self._not_read:
                yield _obstacle(f"imports {path}, which was not read")
        graphs = [self._graph(path) for path in files if self._is_on_both_sides(path)]
        maps = [edges for graph in graphs for edges in graph.edges]
        reached = closure(self._seeds(match), maps, barred=aside)
        aspects = aspects_seen(reached)
        own = {_outermost(side).name for side in (match.old, match.new)} | {
            side.definition.bare_name for side in (match.old, match.new)
        }
        aside = aside | {w for w in own if not self._others_changed(w, match, aspects)}
        for graph in graphs:
            altered = graph.alterations.words(aspects, aside) if graph.alterations else set()
            if EVERYTHING in altered or (altered and reached & SEES_MODULE):
                yield _obstacle("may notice any change of its file, and there is one")
                return
            for word in sorted(reached & altered):
                yield _obstacle(f"may reach `{word}`, which changed", word)
        if self._is_bound_otherwise(match):
            yield _obstacle(f"`{match.new.definition.bare_name}` is bound again in its class")

    def _others_changed(self, word: str, match: Match, aspects: list[Aspect]) -> bool:
        """Something by the function's own name changed, besides the function itself."""
        own = {id(_outermost(side)) for side in (match.old, match.new)}
        own |= {id(side.definition.node) for side in (match.old, match.new)}
        moved = match.old.path != match.new.path  # the old file may import it now
        for path in {match.old.path, match.new.path}:
            old, new = self._trees.old.get(path), self._trees.new.get(path)
            if old is None or new is None:
                continue
            scopes = [(old.names, new.names)] + [
                (old.classes[name].members, new.classes[name].members)
                for name in old.classes.keys() & new.classes.keys()
            ]
            for before, after in scopes:
                olds = [b for b in before.get(word, ()) if id(b.node) not in own]
                news = [b for b in after.get(word, ()) if id(b.node) not in own]
                if moved:
                    news = [b for b in news if b.alias is None]
                for aspect in aspects:
                    found = differing_bindings(old, {word: olds}, new, {word: news}, aspect=aspect)
                    if list(found):
                        return True
        return False

    def _is_bound_otherwise(self, match: Match) -> bool:
        """Other statements of its class bind the name of a method, and they changed."""
        sides = []
        for side in (match.old, match.new):
            owner = side.facts.classes.get(side.definition.name.rpartition(".")[0])
            members = owner.members if owner else {}
            bound = members.get(side.definition.bare_name, ())
            sides.append([b for b in bound if b.node is not side.definition.node])
        old, new = sides
        word = match.new.definition.bare_name
        found = differing_bindings(
            match.old.facts, {word: old}, match.new.facts, {word: new}, aspect=Aspect.MEANING
        )
        return bool(list(found))

    def _is_on_both_sides(self, path: str) -> bool:
        return path in self._trees.old and path in self._trees.new

    # --- where to start ---

    def _seeds(self, match: Match) -> set[str]:
        seeds: set[str] = set()
        for placed, tree in ((match.old, self._trees.old), (match.new, self._trees.new)):
            seeds |= words_in(_outermost(placed))
            seeds = seeds.union(*map(words_of_guard, placed.definition.guards))
            if placed.definition.class_node is None or placed.definition.is_nested:
                seeds.add(placed.definition.name.partition(".")[0])
            if placed.definition.class_node is not None:
                seeds |= _words_of_receiver(placed, tree)
        return seeds

    # --- files ---

    def _files(self, match: Match) -> list[str]:
        """The files of the function, and those of the change that they import, transitively."""
        found: dict[str, None] = {}
        queue = [match.old.path, match.new.path]
        while queue:
            path = queue.pop()
            if path in found:
                continue
            found[path] = None
            if path not in self._not_read:
                queue.extend(sorted(self._graph(path).imports))
        return list(found)

    def _graph(self, path: str) -> _Graph:
        if path not in self._graphs:
            self._graphs[path] = self._build(path)
        return self._graphs[path]

    def _build(self, path: str) -> _Graph:
        graph = _Graph()
        old, new = self._trees.old.get(path), self._trees.new.get(path)
        known = dict.fromkeys([*self._trees.old, *self._trees.new, *self._not_read])
        for facts in (old, new):
            if facts is not None:
                graph.edges.append(edges_of(facts))
                graph.imports.update(_imported_files(facts, known))
        if old is None or new is None:  # compared name by name where something moved there
            return graph
        graph.alterations = Alterations(old, new)
        return graph


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


def _imported_files(facts: ModuleFacts, known: Mapping[str, None]) -> Iterator[str]:
    """Files of the change that are imported anywhere in a file."""
    for module in facts.imported_modules:
        path = file_of_module(known, module)
        if path is not None and path != facts.module.path:
            yield path
