"""What was set aside to call two versions the same, and could anything at run time see it?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from swerve.model import Pair
from swerve.source.syntax import (
    Binding,
    Definition,
    ModuleFacts,
    Role,
    all_arguments,
    closure,
    docstrings_in,
    edges_of,
    last_name,
    opaque_decorators,
    watchers_of_class,
    words_in,
    written,
)
from swerve.source.syntax.introspection import (
    DOCSTRING_MODULES,
    READS_CALLER,
    SEES_DOCSTRINGS,
    SEES_LOCALS,
    SEES_NAMES,
    SEES_TEXT,
)

from ._annotations import annotations_differ, names_in_annotations, risky_annotation, who_may_notice


@dataclass(frozen=True, slots=True)
class PairSources:
    """A pair with what the source tells about both versions."""

    pair: Pair
    old: Definition
    new: Definition
    old_facts: ModuleFacts
    new_facts: ModuleFacts


@dataclass(frozen=True, slots=True)
class Aside:
    """One kind of difference that does not count, in words for the report."""

    words: str
    #: What could see it all the same; empty when nothing can.
    doubts: tuple[str, ...] = ()


def set_aside(sides: PairSources) -> list[Aside]:
    """Every difference between two versions whose normal forms are equal."""
    reached = closure(
        words_in(sides.old.node) | words_in(sides.new.node),
        [edges_of(sides.old_facts), edges_of(sides.new_facts)],
    )
    found = [
        *_moved(sides, reached),
        *_renamed_names(sides, reached),
        *_docstrings(sides, reached),
        *_annotations(sides, reached),
    ]
    if _text(sides.old, sides.old_facts) != _text(sides.new, sides.new_facts):
        doubts = _seen(reached & SEES_TEXT, "sees source text")
        if doubts or not found:
            if _signatures_differ(sides):
                found.append(Aside("only the signature differs", doubts))
            else:
                found.append(Aside("only formatting or comments differ", doubts))
    return found


def _text(definition: Definition, facts: ModuleFacts) -> list[str]:
    return facts.lines[definition.first_line - 1 : definition.last_line]


def _seen(words: set[str], what: str) -> tuple[str, ...]:
    return tuple(f"`{word}` {what}" for word in sorted(words))


def _signatures_differ(sides: PairSources) -> bool:
    return written(sides.old.node.args) != written(sides.new.node.args)


def _handlers(sides: PairSources) -> Iterator[str]:
    """Who gets the function in hand before its callers do, and may look at it."""
    for decorator in opaque_decorators(sides.new, sides.new_facts):
        yield f"decorator `{decorator}`"
    yield from watchers_of_class(sides.new.class_node, sides.new_facts, unknown_bases=False)
    for definition, facts in ((sides.old, sides.old_facts), (sides.new, sides.new_facts)):
        if definition.role is Role.PLAIN and len(_bindings_of(definition, facts)) > 1:
            yield f"other code that uses `{definition.bare_name}`"
            return


def _bindings_of(definition: Definition, facts: ModuleFacts) -> list[Binding]:
    """Statements at the level of the function that have to do with its name."""
    if definition.class_node is None:
        found = facts.names.get(definition.bare_name, [])
    else:
        owner = facts.classes.get(definition.name.rpartition(".")[0])
        found = owner.members.get(definition.bare_name, []) if owner else []
    accessors = [b for b in found if _is_accessor(b.node)]
    return [binding for binding in found if binding not in accessors]


def _is_accessor(node: ast.stmt) -> bool:
    decorators = getattr(node, "decorator_list", ())
    return any(last_name(d) in ("setter", "getter", "deleter", "overload") for d in decorators)


def _moved(sides: PairSources, reached: set[str]) -> Iterator[Aside]:
    pair = sides.pair
    place = "moved" if pair.old.module.path != pair.new.module.path else ""
    if pair.old.name != pair.new.name:
        renamed = sides.old.bare_name != sides.new.bare_name
        place = f"renamed from `{sides.old.bare_name}`" if renamed else "moved"
    if not place:
        return
    doubts = [f"{who} may use the function's name" for who in _handlers(sides)]
    doubts += _seen(reached & SEES_NAMES, "sees names")
    doubts += _seen(reached & SEES_TEXT, "sees source positions")
    if sides.old.class_node or sides.new.class_node:
        renamed_in_place = pair.old.module.path == pair.new.module.path and (
            _class_of(sides.old) == _class_of(sides.new)
        )
        if not renamed_in_place:
            doubts.append("it belongs to a different class")
    yield Aside(place, tuple(doubts))


def _class_of(definition: Definition) -> str:
    return definition.name.rpartition(".")[0]


def _renamed_names(sides: PairSources, reached: set[str]) -> Iterator[Aside]:
    old, new = sides.old.body, sides.new.body
    renamed = list(
        dict.fromkeys(
            (before, after)
            for before, after in zip(old.locals, new.locals, strict=True)
            if before != after
        )
    )
    if renamed:
        doubts = [*_seen(reached & SEES_LOCALS, "sees local names")]
        doubts += _strings_that_name(sides.new, {name for pair in renamed for name in pair})
        parameters = {argument.arg for argument in all_arguments(sides.old.node.args)}
        if any(before in parameters for before, _ in renamed):
            doubts += [f"{who} may use parameter names" for who in _handlers(sides)]
            doubts += _seen(reached & SEES_NAMES, "sees parameter names")
            doubts += _texts_that_are(sides, {name for pair in renamed for name in pair})
        shown = ", ".join(f"`{a}` to `{b}`" for a, b in renamed[:3])
        more = f" and {len(renamed) - 3} more" if len(renamed) > 3 else ""
        yield Aside(f"renamed {shown}{more}", tuple(doubts))
    others = [
        (before, after)
        for before, after in zip(old.globals, new.globals, strict=True)
        if before != after and before != sides.old.name
    ]
    if others:
        shown = ", ".join(f"`{a}` to `{b}`" for a, b in others)
        doubts = [*_seen(reached & SEES_NAMES, "sees names")]
        yield Aside(f"follows the renaming of {shown}", tuple(doubts))


def _strings_that_name(definition: Definition, names: set[str]) -> list[str]:
    """Calls known to look up local names in a string, as `frame.query("price > @limit")` does."""
    found = []
    for node in ast.walk(definition.node):
        if not isinstance(node, ast.Call) or last_name(node) not in READS_CALLER:
            continue
        for part in ast.walk(node):
            text = part.value if isinstance(part, ast.Constant) else None
            if isinstance(text, str) and names & set(re.findall(r"\w+", text)):
                found.append(f"`{last_name(node)}` may look up names in its string")
    return found


def _texts_that_are(sides: PairSources, names: set[str]) -> list[str]:
    """Names that also stand there as texts, where a dictionary of keywords is handed on."""
    nodes = [*ast.walk(sides.old.node), *ast.walk(sides.new.node)]
    if not any(isinstance(each, ast.keyword) and each.arg is None for each in nodes):
        return []
    texts = {each.value for each in nodes if isinstance(each, ast.Constant)}
    return [f"`{name}` is also used as a string" for name in sorted(names & texts)]


def _docstrings(sides: PairSources, reached: set[str]) -> Iterator[Aside]:
    if docstrings_in(sides.old.node) == docstrings_in(sides.new.node):
        return
    doubts = [f"{who} may use the docstring" for who in _handlers(sides)]
    doubts += _seen(reached & SEES_DOCSTRINGS, "sees docstrings")
    readers = sides.new_facts.imported_modules & DOCSTRING_MODULES
    doubts += _seen(set(readers), "reads docstrings")
    yield Aside("the docstring differs", tuple(doubts))


def _annotations(sides: PairSources, reached: set[str]) -> Iterator[Aside]:
    differ = annotations_differ(sides.old, sides.old_facts, sides.new, sides.new_facts)
    doubts: list[str] = []
    if differ:
        noticing = {
            **dict.fromkeys(who_may_notice(sides.new, sides.new_facts, reached)),
            **dict.fromkeys(who_may_notice(sides.old, sides.old_facts, reached)),
            **dict.fromkeys(_handlers(sides)),
        }
        doubts = [f"{who} may read annotations" for who in noticing]
    if differ or _names_changed(sides):
        risky = risky_annotation(sides.new, sides.new_facts)
        if risky is not None:
            doubts.append(f"annotation `{risky}` is evaluated when the function is defined")
    if differ:
        yield Aside("annotations differ", tuple(doubts))
    elif doubts:
        yield Aside("names in its annotations changed", tuple(doubts))


def _names_changed(sides: PairSources) -> bool:
    """A name that annotations look up is bound otherwise now."""
    if sides.pair.old.module.path != sides.pair.new.module.path:
        return True
    for name in names_in_annotations(sides.new, sides.new_facts):
        before = [sides.old_facts.segment(b.node) for b in sides.old_facts.names.get(name, ())]
        after = [sides.new_facts.segment(b.node) for b in sides.new_facts.names.get(name, ())]
        if before != after:
            return True
    return False
