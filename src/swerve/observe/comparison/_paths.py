"""How is a place inside a value named, and which places are set aside?

A path is a tuple of steps, each written as Python would write it: `("result", ".items", "[2]")`.
Joined they read `result.items[2]`. Patterns are paths with wildcards.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from swerve.observe.snapshot import Atom, Entries, Graph, Index, Items, Object, show

#: `("result", ".items", "[2]", "['key']", "{...}")`
Path: TypeAlias = tuple[str, ...]

#: The step to a member of a set. Which one cannot be written: sets have no order.
MEMBER = "{...}"
ANY_ATTRIBUTE = ".*"
ANY_ITEM = "[*]"
ANY_STEPS = "**"

#: Characters of a path in a report.
_LONGEST = 400


class BadPath(ValueError):
    """The text is no path; the message says what is wrong with it, as the end of a sentence."""


def attribute_steps(name: str) -> Path:
    """The steps to an attribute, whatever its name."""
    if name.isidentifier():
        return (f".{name}",)
    if name.startswith("__dict__[") and name.endswith("]"):
        return ".__dict__", name[len("__dict__") :]
    return ".__dict__", f"[{name!r}]"


def joined(path: Path) -> str:
    """The path as a person reads it: of a very long one its start and its end."""
    text = "".join(path)
    if len(text) <= _LONGEST:
        return text
    return f"{text[: _LONGEST // 2]}…{text[-(_LONGEST // 2) :]}"


def path_from(text: str) -> Path:
    """Read a path or a pattern; `["a"]` and `['a']` are the same step."""
    steps: list[str] = []
    at = 0
    while at < len(text):
        step, at = _step(text, at, first=not steps)
        steps.append(step)
    if not steps:
        raise BadPath("is empty")
    return tuple(steps)


def steps_of(text: str) -> Path:
    """The steps of a path in a report, as far as it is all there."""
    try:
        return path_from(text.partition("…")[0])
    except BadPath:
        return (text.partition(".")[0].partition("[")[0],)


def _step(text: str, at: int, *, first: bool) -> tuple[str, int]:
    start = at
    if text.startswith((ANY_STEPS, "." + ANY_STEPS), at):
        return ANY_STEPS, text.index(ANY_STEPS, at) + 2
    if text.startswith(MEMBER, at) and not first:
        return MEMBER, at + len(MEMBER)
    if text[at] == "[" and not first:
        end = _closing(text, at)
        return _item_step(text[at + 1 : end].strip()), end + 1
    if text[at] == "." and not first:
        at += 1
    elif not first:
        raise BadPath(f"has something unexpected at `{text[at:]}`")
    if text.startswith("*", at) and not first:
        return ANY_ATTRIBUTE, at + 1
    end = at
    while end < len(text) and text[at : end + 1].isidentifier():
        end += 1
    if end == at:
        raise BadPath(f"has no name at `{text[start:]}`")
    if text.startswith("()", end):  # `.keys()`, `.splitlines()`
        end += 2
    return text[start:end], end


def _closing(text: str, opening: int) -> int:
    """The bracket that closes the one at `opening`; brackets inside quotes do not count."""
    depth = 0
    quote = ""
    escaped = False
    for at in range(opening, len(text)):
        character = text[at]
        if quote:
            if character == quote and not escaped:
                quote = ""
            escaped = character == "\\" and not escaped
        elif character in "'\"":
            quote = character
        elif character in "[({":
            depth += 1
        elif character in "])}":
            depth -= 1
            if not depth:
                return at
    raise BadPath(f"has an unclosed bracket at `{text[opening:]}`")


def _item_step(inside: str) -> str:
    if inside == "*":
        return ANY_ITEM
    try:
        return f"[{ast.literal_eval(inside)!r}]"
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        # Keys that are no literals are written as they are shown: `[Color.RED]`.
        if inside:
            return f"[{inside}]"
    raise BadPath("has nothing between `[` and `]`")


class PatternNode:
    """Where a walk stands among the patterns: a node of their tree."""

    __slots__ = ("is_end", "loops", "steps")

    def __init__(self) -> None:
        self.steps: dict[str, PatternNode] = {}
        #: A pattern ends here: everything from here on is set aside.
        self.is_end = False
        #: Any step leads back here: the place behind `**`.
        self.loops = False


#: All places that the steps so far lead to; empty when no pattern can fit any more.
Places: TypeAlias = tuple[PatternNode, ...]


def places_of(patterns: Iterable[Path]) -> Places:
    """The start of a walk."""
    start = PatternNode()
    for pattern in patterns:
        place = start
        for step in pattern:
            place = place.steps.setdefault(step, PatternNode())
            place.loops = step == ANY_STEPS
        place.is_end = True
    return _with_loops([start]) if start.steps else ()


def places_after(places: Places, step: str) -> Places:
    """Where the step leads."""
    wildcard = {".": ANY_ATTRIBUTE, "[": ANY_ITEM}.get(step[0], "")
    found = []
    for place in places:
        if place.loops:
            found.append(place)
        for name in (step, wildcard):
            if name in place.steps:
                found.append(place.steps[name])
    return _with_loops(found) if found else ()


def is_aside(places: Places) -> bool:
    """Whether what is here is set aside."""
    return any(place.is_end for place in places)


def _with_loops(places: list[PatternNode]) -> Places:
    """Add the places behind `**`, which also stands for no step at all; each place once."""
    for place in places:
        if ANY_STEPS in place.steps:
            places.append(place.steps[ANY_STEPS])
    return tuple(dict.fromkeys(places))


# --- how did a walk get to where it is? -----------------------------------------------------------
# A walk visits many places and names few, so a trail holds what is needed to write its path later.

#: Longer keys are shown in part; the whole stands in the value.
_KEY_WIDTH = 80


@dataclass(frozen=True, slots=True)
class Key:
    """The step to the value behind a key of a dictionary."""

    graph: Graph
    index: Index


#: A step that is written already, the position of an item, or a key.
Step: TypeAlias = str | int | Key
#: The trail before, and the last step. Tuples, because millions are made.
Trail: TypeAlias = "tuple[Trail | None, Step]"

to_attribute = lru_cache(maxsize=4096)(attribute_steps)


def root_steps(name: str) -> Path:
    """The steps of a root's name: `arguments[0]` takes two."""
    try:
        return path_from(name)
    except BadPath:
        return (name,)


def step_text(step: Step) -> str:
    """A step as Python writes it."""
    if isinstance(step, str):
        return step
    if isinstance(step, int):
        return f"[{step}]"
    return f"[{_key_text(step)}]"


def path_of(trail: Trail) -> Path:
    """All steps of a trail."""
    steps = []
    at: Trail | None = trail
    while at is not None:
        at, step = at
        steps.append(step_text(step))
    return tuple(reversed(steps))


def _key_text(key: Key) -> str:
    node = key.graph.nodes[key.index]
    value = node.value if isinstance(node, Atom) else None
    if isinstance(value, (str, bytes)) and len(value) <= _KEY_WIDTH:
        return repr(value)
    return show(key.graph, key.index, width=_KEY_WIDTH)


def is_of_lines(root: str, trail: Trail) -> bool:
    """Whether a text is a stream, or what is in a file."""
    above = trail[0]
    if root == "files":
        return above is not None and above[0] is None
    return above is None and root in ("stdout", "stderr")


# --- where does a walk over two graphs stand? -----------------------------------------------------

#: Values that nobody thinks of as having parts.
_TOLD_WHOLE = frozenset(
    (
        *("datetime.date", "datetime.datetime", "datetime.time", "datetime.timedelta"),
        *("fractions.Fraction", "uuid.UUID", "range", "slice", "re.Pattern"),
    )
)


class Here(NamedTuple):
    """Where the walk stands."""

    trail: Trail
    #: Where the patterns of rules stand.
    places: Places
    #: The same for noise. An object that is noise somewhere is noise wherever else it is met, so
    #: this is no part of what makes a visit a new one.
    noise: Places
    #: What differs here differs for sure: no other way to match members would help.
    sure: bool
    #: Which objects are the same matters; not below a place where that is known to differ.
    tied: bool
    #: The trail and the nodes of a value that is told as a whole, when inside of one.
    whole: tuple[Trail, Index, Index] | None = None


Task: TypeAlias = tuple[Index, Index, Here]


def is_told_whole(node: Object) -> bool:
    """Whether two dates differ, and not their days; the same for members of an enum."""
    names = [name for name, _ in node.fields]
    return node.type in _TOLD_WHOLE or (not node.mutable and names == ["name", "value"])


def is_cut(node: Items | Entries) -> bool:
    kept = node.items if isinstance(node, Items) else node.entries
    return len(kept) < node.length
