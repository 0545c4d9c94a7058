"""What was set aside to call two versions the same, and could anything at run time see it?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from swerve.engines.static._annotations import (
    annotations_differ,
    risky_annotation,
    who_may_notice,
)
from swerve.engines.static._surroundings import opaque_decorators
from swerve.model import Pair
from swerve.syntax import FUNCTIONS, Definition, ModuleFacts, last_name, reads_of
from swerve.syntax.introspection import (
    READS_CALLER,
    SEES_DOCSTRINGS,
    SEES_LOCALS,
    SEES_NAMES,
    SEES_TEXT,
)


@dataclass(frozen=True, slots=True)
class Sides:
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


def set_aside(sides: Sides) -> list[Aside]:
    """Every difference between two versions whose normal forms are equal."""
    found = [
        *_moved(sides),
        *_renamed_names(sides),
        *_docstrings(sides),
        *_annotations(sides),
    ]
    if sides.pair.old.source.strip() != sides.pair.new.source.strip():
        doubts = tuple(f"`{word}` sees source text" for word in sorted(_words(sides) & SEES_TEXT))
        if doubts or not found:
            if _signatures_differ(sides):
                found.append(Aside("only the signature differs", doubts))
            else:
                found.append(Aside("only formatting or comments differ", doubts))
    return found


def _signatures_differ(sides: Sides) -> bool:
    return ast.dump(sides.old.node.args) != ast.dump(sides.new.node.args)


def _words(sides: Sides) -> set[str]:
    return {*reads_of(sides.old).words, *reads_of(sides.new).words}


def _decorators(sides: Sides) -> Iterator[str]:
    for decorator in opaque_decorators(sides.new, sides.new_facts):
        yield f"decorator `{decorator}`"


def _moved(sides: Sides) -> Iterator[Aside]:
    pair, words = sides.pair, _words(sides)
    place = "moved" if pair.old.module.path != pair.new.module.path else ""
    if pair.old.name != pair.new.name:
        renamed = sides.old.bare_name != sides.new.bare_name
        place = f"renamed from `{sides.old.bare_name}`" if renamed else "moved"
    if not place:
        return
    doubts = [f"{who} may use the function's name" for who in _decorators(sides)]
    doubts += [f"`{word}` sees names" for word in sorted(words & SEES_NAMES)]
    doubts += [f"`{word}` sees source positions" for word in sorted(words & SEES_TEXT)]
    if _class_of(sides.old) != _class_of(sides.new):
        doubts += [
            f"`{word}` depends on the class" for word in ("super", "__class__") if word in words
        ]
        private = sorted(w for w in words if re.fullmatch(r"__\w*[^_]_?", w))
        doubts += [f"`{word}` is mangled with the name of the class" for word in private]
    yield Aside(place, tuple(doubts))


def _class_of(definition: Definition) -> str:
    return definition.class_node.name if definition.class_node else ""


def _renamed_names(sides: Sides) -> Iterator[Aside]:
    old, new = sides.old.body, sides.new.body
    renamed = [
        (before, after)
        for before, after in zip(old.locals, new.locals, strict=True)
        if before != after
    ]
    if renamed:
        words = _words(sides)
        doubts = [f"`{word}` sees local names" for word in sorted(words & SEES_LOCALS)]
        if "f_locals" in sides.new_facts.module.text:
            doubts.append("`f_locals` in the same file sees the caller's names")
        doubts += _strings_that_name(sides.new, {name for pair in renamed for name in pair})
        parameters = {argument.arg for argument in _arguments(sides.old)}
        if any(before in parameters for before, _ in renamed):
            doubts += [f"{who} may use parameter names" for who in _decorators(sides)]
            doubts += [f"`{word}` sees parameter names" for word in sorted(words & SEES_NAMES)]
        shown = ", ".join(f"`{a}` to `{b}`" for a, b in dict.fromkeys(renamed[:3]))
        more = f" and {len(renamed) - 3} more" if len(renamed) > 3 else ""
        yield Aside(f"renamed {shown}{more}", tuple(doubts))
    others = [
        (before, after)
        for before, after in zip(old.globals, new.globals, strict=True)
        if before != after
    ]
    if others:
        shown = ", ".join(f"`{a}` to `{b}`" for a, b in others)
        yield Aside(f"follows the renaming of {shown}")


def _arguments(definition: Definition) -> Iterator[ast.arg]:
    for node in ast.walk(definition.node.args):
        if isinstance(node, ast.arg):
            yield node


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


def _docstrings(sides: Sides) -> Iterator[Aside]:
    if _all_docstrings(sides.old) == _all_docstrings(sides.new):
        return
    doubts = [f"{who} may use the docstring" for who in _decorators(sides)]
    doubts += [f"`{word}` sees docstrings" for word in sorted(_words(sides) & SEES_DOCSTRINGS)]
    yield Aside("the docstring differs", tuple(doubts))


def _all_docstrings(definition: Definition) -> list[str | None]:
    return [
        ast.get_docstring(node, clean=False)
        for node in ast.walk(definition.node)
        if isinstance(node, (*FUNCTIONS, ast.ClassDef))
    ]


def _annotations(sides: Sides) -> Iterator[Aside]:
    differ = annotations_differ(sides.old, sides.old_facts, sides.new, sides.new_facts)
    moved = sides.pair.old.module.path != sides.pair.new.module.path
    if not differ and not moved:
        return
    doubts = []
    if differ:
        noticing = {
            **dict.fromkeys(who_may_notice(sides.new, sides.new_facts)),
            **dict.fromkeys(who_may_notice(sides.old, sides.old_facts)),
        }
        doubts = [f"{who} may read annotations" for who in noticing]
    risky = risky_annotation(sides.new, sides.new_facts)
    if risky is not None:
        doubts.append(f"annotation `{risky}` is evaluated when the function is defined")
    if differ:
        yield Aside("annotations differ", tuple(doubts))
    elif doubts:
        yield Aside("its annotations are evaluated in another file", tuple(doubts))
