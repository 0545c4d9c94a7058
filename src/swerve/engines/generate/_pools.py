"""Which constants does the code mention, and what lies beside them?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from swerve.facts.usage import Usages
from swerve.predict.matching import strings_that_match
from swerve.source.syntax import last_name

from ._limits import MOST_NUMBERS, MOST_TEXTS

#: Short texts are tried as they are; long ones are messages.
_LONGEST = 60
#: What is said to people says little about what a function is given.
_TALK = frozenset(
    {"warn", "debug", "info", "warning", "error", "exception", "critical", "log", "print"}
)
_WORD = re.compile(r"[A-Za-z]+|\d+")
_OF_PATTERNS = frozenset(
    {"compile", "match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer"}
)
_DIRECTIVE = re.compile(r"%(.)")
#: For one moment, in the order of `_DIRECTIVE`.
_MOMENT = {
    "Y": "2020", "m": "01", "d": "02", "H": "03", "M": "04", "S": "05", "y": "20", "b": "Jan",
    "B": "January", "a": "Thu", "A": "Thursday", "f": "000006", "z": "+0000", "Z": "UTC",
    "I": "03", "p": "AM", "j": "002", "%": "%",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pools:
    """Constants of all versions, those of the function itself before those of the file."""

    integers: tuple[int, ...] = ()
    floats: tuple[float, ...] = ()
    texts: tuple[str, ...] = ()
    #: What texts are made of: words and single characters of the constants.
    pieces: tuple[str, ...] = ()
    bytestrings: tuple[bytes, ...] = ()


def pools_of(usages: Usages, also: Iterable[ast.AST] = ()) -> Pools:
    """Gather the constants of a function's versions, of what they name, and of more code."""
    values: list[object] = []
    patterns: list[str] = []
    nodes = (*_functions(usages), *also, *_named_constants(usages))
    for node in nodes:
        for value, is_pattern in _constants(node):
            values.append(value)
            if is_pattern and isinstance(value, str):
                patterns.append(value)
    integers = _each_once(value for value in values if type(value) is int)
    floats = _each_once(value for value in values if type(value) is float)
    texts = _each_once(
        value for value in values if isinstance(value, str) and len(value) <= _LONGEST
    )
    matching = [text for pattern in _each_once(patterns) for text in strings_that_match(pattern)]
    moments = [_at_a_moment(text) for text in texts if "%" in text]
    bytestrings = _each_once(value for value in values if isinstance(value, bytes))
    signs = [chr(value) for value in integers if _is_sign(value)] if _reads_signs(nodes) else []
    return Pools(
        tuple(_each_once(beside(integers))[:MOST_NUMBERS]),
        tuple(_each_once(beside(floats))[:MOST_NUMBERS]),
        tuple(_each_once((*matching, *texts, *moments))[:MOST_TEXTS]),
        tuple(_each_once((*signs, *_pieces(texts)))[:MOST_TEXTS]),
        tuple(bytestrings[:MOST_NUMBERS]),
    )


def beside(values: Iterable[object]) -> Iterator[object]:
    """Values with those that lie beside them, where code that compares parts."""
    for value in values:
        yield value
        if type(value) is int:
            yield from (value + 1, value - 1, -value)
        elif type(value) is float:
            yield from (value + 0.5, value - 0.5, -value)
        elif isinstance(value, str) and value:
            yield from (value[:-1], f"{value}a", value.upper(), value.capitalize())


def _is_sign(value: int) -> bool:
    """Whether a number is that of a character beyond those that everybody tries."""
    return 0x80 <= value <= 0x1FFFF and not 0xD800 <= value <= 0xDFFF


def _reads_signs(nodes: Iterable[ast.AST]) -> bool:
    return any(
        isinstance(part, ast.Name) and part.id in ("ord", "chr")
        for node in nodes
        for part in ast.walk(node)
    )


def _functions(usages: Usages) -> Iterator[ast.AST]:
    for place in reversed(usages.located):
        if place is not None and place.function is not None:
            yield place.function


def _named_constants(usages: Usages) -> Iterator[ast.AST]:
    """What module-level names that a function reads are bound to."""
    for place in usages.located:
        if place is None:
            continue
        for statement in place.module.body:
            if isinstance(statement, ast.Assign):
                targets = statement.targets
            elif isinstance(statement, ast.AnnAssign):
                targets = [statement.target]
            else:
                continue
            names = {target.id for target in targets if isinstance(target, ast.Name)}
            if names & usages.free_names and statement.value is not None:
                yield statement.value


def _constants(node: ast.AST) -> Iterator[tuple[object, bool]]:
    """Constants in the order in which they stand, and whether they are regular expressions."""
    waiting: list[tuple[ast.AST, bool]] = [(node, False)]
    while waiting:
        part, is_pattern = waiting.pop()
        if isinstance(part, ast.Constant):
            yield part.value, is_pattern
            continue
        if isinstance(part, (ast.Raise, ast.Assert)):
            continue
        children = list(ast.iter_child_nodes(part))
        if isinstance(part, ast.Call):
            name = last_name(part.func)
            if name in _TALK:
                continue
            if name in _OF_PATTERNS and part.args:
                waiting.append((part.args[0], True))
                children.remove(part.args[0])
        body = getattr(part, "body", None)
        if isinstance(body, list) and body and _is_text(body[0]):
            children.remove(body[0])  # a docstring
        waiting += [(child, is_pattern) for child in reversed(children)]


def _is_text(statement: ast.AST) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _pieces(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        if len(text) <= 2:
            yield text
            continue
        yield from _WORD.findall(text)[:4]
        yield from dict.fromkeys(each for each in text if not each.isalnum())


def _at_a_moment(text: str) -> str:
    """What `strftime` makes of a format."""
    return _DIRECTIVE.sub(lambda found: _MOMENT.get(found[1], found[0]), text)


def _each_once(values: Iterable[object]) -> list:  # type: ignore[type-arg]
    found: dict[tuple[type, str], object] = {}
    for value in values:
        found.setdefault((type(value), repr(value)), value)
    return list(found.values())
