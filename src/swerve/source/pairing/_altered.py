"""Which words of a file stand for something that is not the same on both sides?"""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from swerve.source.syntax import (
    BUILTINS,
    EVERYTHING,
    Binding,
    ClassFacts,
    Definition,
    ModuleFacts,
    Statement,
    class_word,
    closure,
    docstrings_in,
    edges_of,
    import_time_statements,
    last_name,
    opaque_decorators,
    watchers_of_class,
    words_in,
    written,
)
from swerve.source.syntax.introspection import (
    READS_CALLER,
    SEES_ANNOTATIONS,
    SEES_DOCSTRINGS,
    SEES_LOCALS,
    SEES_TEXT,
)

from ._sequences import differing_spans

#: Decorators that look at neither docstrings nor annotations, wherever they come from.
_PLAIN_DECORATORS = frozenset(
    {"property", "staticmethod", "classmethod", "setter", "getter", "deleter", "abstractmethod"}
)


class Aspect(Enum):
    """What may differ about a piece of code, for one who looks that closely."""

    MEANING = "meaning"
    LOCALS = "local names"
    DOCSTRINGS = "docstrings"
    ANNOTATIONS = "annotations"
    TEXT = "text"


def aspects_seen(reached: Set[str]) -> list[Aspect]:
    """How closely code looks that leads to these words."""
    seen = {
        Aspect.LOCALS: SEES_LOCALS | READS_CALLER,
        Aspect.DOCSTRINGS: SEES_DOCSTRINGS,
        Aspect.ANNOTATIONS: SEES_ANNOTATIONS,
        Aspect.TEXT: SEES_TEXT,
    }
    return [Aspect.MEANING, *(aspect for aspect, words in seen.items() if reached & words)]


class Alterations:
    """What changed in one file, and how that spreads when the file is imported."""

    def __init__(self, old: ModuleFacts, new: ModuleFacts) -> None:
        self._old, self._new = old, new
        self._direct: dict[Aspect, frozenset[str]] = {}
        self._spread: dict[frozenset[str], frozenset[str]] = {}

    def words(
        self, aspects: Iterable[Aspect], aside: Set[str], imported: Set[str] = frozenset()
    ) -> set[str]:
        """Words for everything that differs in one of the aspects, and for what that may touch.

        Words in `aside` do not count as different; those `imported` do.
        """
        altered = set(imported)
        if self._old.module.text != self._new.module.text:
            for aspect in aspects:
                altered |= self._differing(aspect) - aside
        key = frozenset(altered)
        if key not in self._spread:
            grown = -1
            while altered and grown != len(altered):
                grown = len(altered)
                for carrier in self._carriers:
                    if carrier.handed in altered or not carrier.reaches.isdisjoint(altered):
                        altered |= carrier.touches
            self._spread[key] = frozenset(altered)
        return set(self._spread[key])

    def _differing(self, aspect: Aspect) -> frozenset[str]:
        if aspect not in self._direct:
            self._direct[aspect] = frozenset(_changed_words(self._old, self._new, aspect))
        return self._direct[aspect]

    @cached_property
    def _carriers(self) -> list[_Carrier]:
        return [*_carriers(self._old, self._new), *_carriers(self._new, self._old)]


@dataclass(frozen=True, slots=True)
class _Carrier:
    """Unchanged code that runs at import, and carries a change on to what it touches."""

    reaches: Set[str]
    touches: frozenset[str]
    #: The function that a decorator is handed.
    handed: str = ""


def _carriers(facts: ModuleFacts, other: ModuleFacts) -> Iterator[_Carrier]:
    maps = [edges_of(facts), edges_of(other)]
    for statement in import_time_statements(facts):
        if statement.touches:
            reaches = closure(statement.words, maps)
            yield _Carrier(reaches, frozenset(_all_touched(statement, facts)))
    for definition in facts.definitions:
        if words := _decorator_words(definition, facts):
            touches = frozenset(words | _own_names(words, facts))
            yield _Carrier(closure(words, maps), touches, definition.bare_name)
    for owner in facts.classes.values():
        if any(watchers_of_class(owner.node, facts, unknown_bases=False)):
            node = owner.node
            parts = (*node.decorator_list, *node.bases, *node.keywords)
            words = set[str]().union(*map(words_in, parts)) - BUILTINS
            touches = frozenset(words | _own_names(words, facts))
            yield _Carrier(closure(words, maps), touches, node.name)


def _own_names(words: Set[str], facts: ModuleFacts) -> set[str]:
    """Top-level names of the file that code may get at: there is the state that it can change."""
    found: set[str] = set()
    queue = [word for word in words if word in facts.names]
    edges = edges_of(facts)
    while queue:
        name = queue.pop()
        if name not in found:
            found.add(name)
            queue.extend(word for word in edges.get(name, ()) if word in facts.names)
    return found


def _changed_words(old: ModuleFacts, new: ModuleFacts, aspect: Aspect) -> Iterator[str]:
    """Words for everything that is not the same, the code of a file taken apart."""
    differing = list(differing_bindings(old, old.names, new, new.names, aspect=aspect))
    yield from differing
    if {"__getattr__", "__dir__"} & set(differing):  # of the module: any name may come from there
        yield f"{EVERYTHING} __getattr__"
    if old.docstring != new.docstring:
        yield "__doc__"
    for name in {**old.classes, **new.classes}:
        before, after = old.classes.get(name), new.classes.get(name)
        if before is None or after is None:
            yield (before or after).node.name  # type: ignore[union-attr] # one of them is there
            continue
        yield from differing_bindings(old, before.members, new, after.members, aspect=aspect)
        if not before.has_header_of(after):
            yield from (before.node.name, class_word(before.node.name))
        if _class_docstring(before) != _class_docstring(after):
            yield "__doc__"
    if aspect is Aspect.MEANING:
        yield from _changed_statements(old, new)


def _class_docstring(owner: ClassFacts) -> str | None:
    return ast.get_docstring(owner.node, clean=False)


def differing_bindings(
    old_facts: ModuleFacts,
    old: Mapping[str, list[Binding]],
    new_facts: ModuleFacts,
    new: Mapping[str, list[Binding]],
    *,
    aspect: Aspect,
) -> Iterator[str]:
    """Names whose statements are not the same on both sides."""
    for name in {**old, **new}:
        before, after = old.get(name, []), new.get(name, [])
        if len(before) != len(after) or not all(
            _is_same(old_facts, one, new_facts, other, aspect)
            for one, other in zip(before, after, strict=True)
        ):
            yield unicodedata.normalize("NFKC", name)


def _is_same(
    old_facts: ModuleFacts, old: Binding, new_facts: ModuleFacts, new: Binding, aspect: Aspect
) -> bool:
    if old.kind is not new.kind or old.guard_keys != new.guard_keys:
        return False
    if old.alias is not None:
        return old.form.tokens == new.form.tokens
    if old_facts.segment(old.node) == new_facts.segment(new.node):
        return True
    if aspect is Aspect.TEXT:
        return False
    if aspect is Aspect.LOCALS:
        return old.form.locals == new.form.locals
    if aspect is Aspect.DOCSTRINGS:
        return docstrings_in(old.node) == docstrings_in(new.node)
    if aspect is Aspect.ANNOTATIONS:
        return _annotations(old.node) == _annotations(new.node)
    if not _only_plain_decorators(new.node) and (
        docstrings_in(old.node) != docstrings_in(new.node)
        or _annotations(old.node) != _annotations(new.node)
    ):
        return False  # a decorator may have used them
    return (old.form.tokens, old.form.globals) == (new.form.tokens, new.form.globals)


def _only_plain_decorators(node: ast.AST) -> bool:
    decorators = getattr(node, "decorator_list", ())
    return all(last_name(decorator) in _PLAIN_DECORATORS for decorator in decorators)


def _annotations(node: ast.AST) -> list[str]:
    return [
        written(annotation)
        for child in ast.walk(node)
        for annotation in (getattr(child, "annotation", None), getattr(child, "returns", None))
        if annotation is not None
    ]


def _changed_statements(old: ModuleFacts, new: ModuleFacts) -> Iterator[str]:
    """Words that import-time statements touch which only one side runs, or runs elsewhere."""
    before, after = list(import_time_statements(old)), list(import_time_statements(new))
    old_keys, new_keys = [one.key for one in before], [one.key for one in after]
    if old_keys == new_keys:
        return
    for span in differing_spans(old_keys, new_keys):
        for statement in before[span.old_from : span.old_to]:
            yield from _all_touched(statement, old)
        for statement in after[span.new_from : span.new_to]:
            yield from _all_touched(statement, new)
    if "*" in old.names or "*" in new.names:
        yield f"{EVERYTHING} import *"


def _all_touched(statement: Statement, facts: ModuleFacts) -> Set[str]:
    """What a statement touches, by itself and through functions of the file that it calls."""
    if not statement.calls:
        return statement.touches
    return statement.touches | _own_names(statement.touches, facts)


def _decorator_words(definition: Definition, facts: ModuleFacts) -> set[str]:
    """Words of decorators that may keep the function somewhere."""
    if not opaque_decorators(definition, facts):
        return set()
    words = set().union(*(words_in(decorator) for decorator in definition.node.decorator_list))
    return words - BUILTINS
