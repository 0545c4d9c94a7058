"""Which words of a file stand for something that is not the same on both sides?"""

from __future__ import annotations

import ast
import difflib
import unicodedata
from collections.abc import Iterator, Mapping, Set

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


def altered_words(old: ModuleFacts, new: ModuleFacts, *, by_text: bool) -> set[str]:
    """Words for everything that changed, and for what that may touch when the file is imported.

    By the letter if `by_text`, for code that looks at code; else by meaning.
    """
    altered = set(_changed_words(old, new, by_text=by_text))
    _spread(altered, (old, new))
    return altered


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
    return closure(statement.touches, [edges_of(facts)]) - BUILTINS


def _spread(altered: set[str], sides: tuple[ModuleFacts, ModuleFacts]) -> None:
    """Let what changed spread through unchanged code that runs at import and touches more."""
    maps = [edges_of(facts) for facts in sides]
    #: What the code leads to, what it touches, and a name that it is handed.
    spreading: list[tuple[Set[str], Set[str], str]] = []
    for facts in sides:
        for statement in import_time_statements(facts):
            touched = _all_touched(statement, facts)
            spreading.append((closure(statement.words, maps), touched, ""))
        for definition in facts.definitions:
            if words := _decorator_words(definition, facts):
                reached = closure(words, maps)
                spreading.append((reached, reached - BUILTINS, definition.bare_name))
    grown = -1
    while grown != len(altered):
        grown = len(altered)
        for reached, touched, name in spreading:
            if name in altered or not reached.isdisjoint(altered):
                altered.update(touched)


def _decorator_words(definition: Definition, facts: ModuleFacts) -> set[str]:
    """Words of decorators that may keep the function somewhere."""
    if not opaque_decorators(definition, facts):
        return set()
    words = set().union(*(words_in(decorator) for decorator in definition.node.decorator_list))
    return words - BUILTINS
