"""What does a `case` say about the value it is matched with?"""

from __future__ import annotations

import ast

from swerve.facts._surroundings import dotted
from swerve.facts._values import Values
from swerve.facts.seen import Seen
from swerve.facts.usage import Kind


def match_pattern(pattern: ast.pattern, subject: Seen, values: Values) -> None:
    """Note what a pattern asks of a value, and bind the names in it."""
    notes = values.notes
    if isinstance(pattern, ast.MatchValue):
        seen = values.read(pattern.value)
        notes.operator(subject, "==", seen)
        notes.compared(subject, seen.constants)
    elif isinstance(pattern, ast.MatchSingleton):
        if pattern.value is None:
            for usage in notes.of(subject):
                usage.none_tested = True
        else:
            notes.compared(subject, [pattern.value])
    elif isinstance(pattern, ast.MatchOr):
        for part in pattern.patterns:
            match_pattern(part, subject, values)
    elif isinstance(pattern, ast.MatchAs):
        if pattern.pattern is not None:
            match_pattern(pattern.pattern, subject, values)
        if pattern.name is not None:
            values.env[pattern.name] = subject
    elif isinstance(pattern, ast.MatchStar):
        if pattern.name is not None:
            values.env[pattern.name] = Seen(element=subject)
    elif isinstance(pattern, ast.MatchSequence):
        asked = [
            (getattr(part, "name", None) or "", isinstance(part, ast.MatchStar))
            for part in pattern.patterns
        ]
        for part, seen in zip(pattern.patterns, values.parts.unpacked(subject, asked), strict=True):
            match_pattern(part, seen, values)
    elif isinstance(pattern, ast.MatchMapping):
        for key, part in zip(pattern.keys, pattern.patterns, strict=True):
            match_pattern(part, values.item(subject, values.read(key)), values)
        for usage in notes.of(subject):
            usage.keys.update(dict.fromkeys(usage.keys, True))
        if pattern.rest is not None:
            values.env[pattern.rest] = subject
    elif isinstance(pattern, ast.MatchClass):
        values.read(pattern.cls)
        notes.held_against(subject, [dotted(pattern.cls)])
        for name, part in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
            reached = Seen(notes.reached(subject, f".{name}", Kind.ATTRIBUTE, name))
            for usage in notes.of(subject):
                usage.attributes.add(name)
            match_pattern(part, reached, values)
        for part in pattern.patterns:
            match_pattern(part, subject, values)
