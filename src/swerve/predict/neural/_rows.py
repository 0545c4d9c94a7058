"""What is a row of tokens, and what can a token look like?"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from typing import TypeAlias

#: Kind, line, column, end line and end column, columns in bytes.
Place: TypeAlias = tuple[str, int, int, int, int]

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
OPERATORS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.MatMult: "@",
    ast.Div: "/",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.BitAnd: "&",
    ast.FloorDiv: "//",
    ast.And: "and",
    ast.Or: "or",
    ast.Invert: "~",
    ast.Not: "not",
    ast.UAdd: "u+",
    ast.USub: "u-",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}
_KEYWORDS = (
    *("pad", "other", ";", "end", "if", "else", "while", "for", "try", "except", "finally", "with"),
    *("as", "return", "raise", "from", "assert", "del", "global", "nonlocal", "pass", "break"),
    *("continue", "import", "def", "class", "match", "case", "@", "->", ":", "=", "op=", "(", ")"),
    *("[", "]", "list", "tuple", "set", "dict", "/list", "*", "**", "lambda", "ifexp", "await"),
    *("yield", "yield from", ":=", 'f"', '"', "None", "True", "False", "...", "comprehension"),
    *("async", "slice", "|context|", "|code|", "|cut|", "binary", "compare"),
)
_NAMED = (
    *("name", "store", "loop", "attribute", "store attribute", "keyword", "parameter", "*args"),
    *("**kwargs", "defined", "imported", "module", "text", "bytes", "int", "float", "docstring"),
    *("caught", "annotation"),
)
#: What a token can look like, by number; nothing may be taken away without training again.
SHAPES: tuple[str, ...] = tuple(dict.fromkeys((*_KEYWORDS, *_NAMED, *OPERATORS.values())))
NUMBER_OF_SHAPE = {shape: number for number, shape in enumerate(SHAPES)}


@dataclass(slots=True)
class Row:
    """Tokens in a row."""

    shapes: list[int] = field(default_factory=list)
    #: A name or a text for each token; empty for most.
    lexemes: list[str] = field(default_factory=list)
    #: Which token stands for what a place reads.
    places: dict[Place, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.shapes)

    def add(self, shape: str, lexeme: str = "") -> None:
        """One more token."""
        self.shapes.append(NUMBER_OF_SHAPE[shape])
        self.lexemes.append(lexeme)

    def extend(self, other: Row, most: int) -> None:
        """The first tokens of another row, without its places."""
        self.shapes += other.shapes[:most]
        self.lexemes += other.lexemes[:most]


def words_of(lexeme: str) -> list[str]:
    """The words a name or a text is made of, in lower case."""
    return [word.lower() for word in _WORD.findall(lexeme)]
