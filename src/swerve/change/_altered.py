"""Which words of a file stand for something that is not the same on both sides?"""

from __future__ import annotations

import ast
import difflib
import unicodedata
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property

from swerve.change._import_time import BUILTINS, EVERYTHING, Statement, import_time_statements
from swerve.syntax import (
    Binding,
    ClassFacts,
    Definition,
    ModuleFacts,
    class_word,
    closure,
    edges_of,
    opaque_decorators,
    words_in,
)


class Alterations:
    """What changed in one file, and how that spreads when the file is imported.

    Judged by the letter if `by_text`, for code that looks at code; else by meaning.
    """

    def __init__(self, old: ModuleFacts, new: ModuleFacts, *, by_text: bool) -> None:
        self._old, self._new = old, new
        same = old.module.text == new.module.text
        self._direct = frozenset(() if same else _changed_words(old, new, by_text=by_text))

    @cached_property
    def _carriers(self) -> list[_Carrier]:
        return [*_carriers(self._old, self._new), *_carriers(self._new, self._old)]

    def words(self, aside: Set[str]) -> set[str]:
        """Words for everything that changed, those in `aside` left out, and what it may touch."""
        altered = set(self._direct - aside)
        grown = -1
        while altered and grown != len(altered):
            grown = len(altered)
            for carrier in self._carriers:
                if carrier.handed in altered or not carrier.reaches.isdisjoint(altered):
                    altered |= carrier.touches
        return altered


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


def _changed_words(old: ModuleFacts, new: ModuleFacts, *, by_text: bool) -> Iterator[str]:
    """Words for everything that is not the same, the code of a file taken apart."""
    differing = list(differing_bindings(old, old.names, new, new.names, by_text=by_text))
    yield from differing
    if {"__getattr__", "__dir__"} & set(differing):  # of the module: any name may come from there
        yield EVERYTHING
    if old.docstring != new.docstring:
        yield "__doc__"
    for name in {**old.classes, **new.classes}:
        before, after = old.classes.get(name), new.classes.get(name)
        if before is None or after is None:
            yield (before or after).node.name  # type: ignore[union-attr] # one of them is there
            continue
        yield from differing_bindings(old, before.members, new, after.members, by_text=by_text)
        if not _same_header(before, after):
            yield from (before.node.name, class_word(before.node.name))
        if _class_docstring(before) != _class_docstring(after):
            yield "__doc__"
    yield from _changed_statements(old, new)


def _same_header(old: ClassFacts, new: ClassFacts) -> bool:
    return (old.header.tokens, old.header.globals) == (new.header.tokens, new.header.globals)


def _class_docstring(owner: ClassFacts) -> str | None:
    return ast.get_docstring(owner.node, clean=False)


def differing_bindings(
    old_facts: ModuleFacts,
    old: Mapping[str, list[Binding]],
    new_facts: ModuleFacts,
    new: Mapping[str, list[Binding]],
    *,
    by_text: bool,
) -> Iterator[str]:
    """Names whose statements are not the same on both sides."""
    for name in {**old, **new}:
        before, after = old.get(name, []), new.get(name, [])
        if len(before) != len(after) or not all(
            _is_same(old_facts, one, new_facts, other, by_text)
            for one, other in zip(before, after, strict=True)
        ):
            yield unicodedata.normalize("NFKC", name)


def _is_same(
    old_facts: ModuleFacts, old: Binding, new_facts: ModuleFacts, new: Binding, by_text: bool
) -> bool:
    if old.kind is not new.kind or [g.key for g in old.guards] != [g.key for g in new.guards]:
        return False
    if old_facts.segment(old.node) == new_facts.segment(new.node):
        return old.form.tokens == new.form.tokens if old.alias is not None else True
    if by_text and old.alias is None:
        return False
    return (old.form.tokens, old.form.globals) == (new.form.tokens, new.form.globals)


def _changed_statements(old: ModuleFacts, new: ModuleFacts) -> Iterator[str]:
    """Words that import-time statements touch which only one side runs, or runs elsewhere."""
    before, after = list(import_time_statements(old)), list(import_time_statements(new))
    old_keys, new_keys = [one.key for one in before], [one.key for one in after]
    if old_keys == new_keys:
        return
    matcher = difflib.SequenceMatcher(None, old_keys, new_keys, autojunk=False)
    for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if tag != "equal":
            for statement in before[old_from:old_to]:
                yield from _all_touched(statement, old)
            for statement in after[new_from:new_to]:
                yield from _all_touched(statement, new)
    if "*" in old.names or "*" in new.names:
        yield EVERYTHING


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
