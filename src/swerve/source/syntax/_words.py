"""Which words may a piece of code lead to, when no name is resolved and all are followed?"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache
from typing import TypeAlias

from ._definitions import Definition, Guard
from ._facts import Binding, BindingKind, ModuleFacts
from ._normal import Context, mangled
from ._reads import imported_words, words_in

#: From a word to the words of everything that goes by it.
Edges: TypeAlias = Mapping[str, set[str]]


@lru_cache(maxsize=64)
def edges_of(facts: ModuleFacts) -> Edges:
    """The words of a file: a name leads to what binds it, an attribute to every member of that
    name, a class to all of its members."""
    edges: dict[str, set[str]] = {}

    def lead(word: str, words: Iterable[str]) -> None:
        edges.setdefault(word, set()).update(words)

    for name, bindings in facts.names.items():
        for binding in bindings:
            lead(name, _binding_words(binding))
    for owner in facts.classes.values():
        name = owner.node.name
        lead(name, {*owner.members, class_word(name)})
        for part in (*owner.node.bases, *owner.node.keywords, *owner.node.decorator_list):
            lead(class_word(name), words_in(part))
        for member, bindings in owner.members.items():
            for binding in bindings:
                lead(member, _binding_words(binding))
    for definition in facts.definitions:
        lead(definition.bare_name, words_of_definition(definition))
    for node in ast.walk(facts.tree):
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for part in ast.walk(target):
                    if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
                        lead(part.attr, words_in(node.value))
    return edges


def words_of_definition(definition: Definition) -> set[str]:
    """The words of a function, those private to its class also as the compiler spells them."""
    return _spelled(words_in(definition.node), definition.context)


def _spelled(words: Iterable[str], context: Context) -> set[str]:
    return {spelling for word in words for spelling in (word, mangled(word, context.class_name))}


@lru_cache(maxsize=64)
def readers_at_import(facts: ModuleFacts) -> Edges:
    """From a word to the names and members that are bound by code which mentions it."""
    readers: dict[str, set[str]] = {}

    def read(words: Iterable[str], name: str) -> None:
        for word in words:
            readers.setdefault(word, set()).add(name)

    scopes = [facts.names, *(owner.members for owner in facts.classes.values())]
    for name, bindings in (item for scope in scopes for item in scope.items()):
        for binding in bindings:
            if binding.kind is BindingKind.CODE:
                read(words_in(binding.node), name)
            for guard in binding.guards:
                read(words_of_guard(guard), name)
    for owner in facts.classes.values():
        head = (*owner.node.bases, *owner.node.keywords, *owner.node.decorator_list)
        read({*owner.fields}.union(*map(words_in, head)), owner.node.name)
    return readers


def class_word(name: str) -> str:
    """The word for the head of a class: its bases, keywords and decorators."""
    return f"class {name}"


def words_of_guard(guard: Guard) -> set[str]:
    """What decides whether guarded code runs."""
    return set[str]().union(*(words_in(node) for node in guard.decided_by))


def names_of_guard(guard: Guard) -> set[str]:
    """Names that the conditions for guarded code mention, as they are written."""
    nodes = (child for part in guard.decided_by for child in ast.walk(part))
    return {node.id for node in nodes if isinstance(node, ast.Name)}


def closure(
    seeds: Iterable[str], maps: Sequence[Edges], barred: Set[str] = frozenset()
) -> set[str]:
    """Every word that can be reached from some words, without going through those `barred`."""
    reached = set(seeds) - barred
    queue = list(reached)
    while queue:
        word = queue.pop()
        for edges in maps:
            fresh = edges.get(word, set()) - reached - barred
            reached |= fresh
            queue.extend(fresh)
    return reached


def _binding_words(binding: Binding) -> set[str]:
    own = words_in(binding.node) if binding.alias is None else imported_words(*binding.imports)
    return _spelled(own, binding.context).union(
        *(words_of_guard(guard) for guard in binding.guards)
    )
