"""Which classes does a type expression stand for?"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from swerve.source.syntax import last_name

from .classes import CoarseClass, coarse_class_of

_WORDS: dict[str, CoarseClass] = {
    **dict.fromkeys(("None", "NoneType", "NoReturn", "Never"), CoarseClass.NONE),
    **dict.fromkeys(("bool", "boolean", "Boolean", "TypeGuard"), CoarseClass.BOOLEAN),
    **dict.fromkeys(("int", "integer", "Integral", "SupportsInt", "SupportsIndex"),
                    CoarseClass.INTEGER),
    **dict.fromkeys(("float", "double", "Real", "Number", "SupportsFloat"), CoarseClass.FLOAT),
    **dict.fromkeys(("str", "string", "String", "AnyStr", "Text", "LiteralString", "bytes",
                     "bytearray", "StrPath", "unicode", "basestring", "ByteString", "Buffer"),
                    CoarseClass.STRING),
    **dict.fromkeys(("list", "List", "Sequence", "MutableSequence", "Iterable", "Iterator",
                     "Collection", "Generator", "AsyncIterator", "AsyncIterable",
                     "AsyncGenerator", "Reversible", "range", "iterable", "sequence", "array",
                     "Container", "ValuesView", "ItemsView", "KeysView"), CoarseClass.LIST),
    **dict.fromkeys(("tuple", "Tuple", "NamedTuple"), CoarseClass.TUPLE),
    **dict.fromkeys(("dict", "Dict", "Mapping", "MutableMapping", "DefaultDict", "defaultdict",
                     "OrderedDict", "Counter", "mapping", "dictionary", "ChainMap"),
                    CoarseClass.DICT),
    **dict.fromkeys(("set", "Set", "FrozenSet", "frozenset", "AbstractSet", "MutableSet"),
                    CoarseClass.SET),
    **dict.fromkeys(("Callable", "Type", "type", "callable", "function", "FunctionType",
                     "MethodType"), CoarseClass.CALLABLE),
    **dict.fromkeys(("IO", "TextIO", "BinaryIO", "ContextManager", "AbstractContextManager",
                     "AsyncContextManager", "AbstractAsyncContextManager", "TextIOWrapper",
                     "Lock", "RLock"), CoarseClass.RESOURCE),
}  # fmt: skip
#: Say nothing, or nothing that is known here.
_UNKNOWN = frozenset({"Any", "Self", "Incomplete", "Optional", "Union", "Unknown"})
#: Wrap the type that counts.
_WRAPPERS = frozenset(
    {"Final", "ClassVar", "Annotated", "Required", "NotRequired", "ReadOnly", "Awaitable",
     "InitVar", "Unpack", "Mapped"}
)  # fmt: skip
_ITERABLES = frozenset(
    name for name, kind in _WORDS.items() if kind in (CoarseClass.LIST, CoarseClass.SET)
)


class Part(NamedTuple):
    """One alternative of a type expression."""

    node: ast.expr
    #: The last name of what it names: "dict" of `typing.dict[str, int]`.
    word: str
    arguments: tuple[ast.expr, ...] = ()

    @property
    def literals(self) -> tuple[object, ...]:
        """The constants that `Literal[...]` allows."""
        if self.word != "Literal":
            return ()
        return tuple(each.value for each in self.arguments if isinstance(each, ast.Constant))


def _word(node: ast.expr) -> str:
    return last_name(node) if not isinstance(node, ast.Call) else ""


def parts_of(
    annotation: ast.expr | None, word_of: Callable[[ast.expr], str] = _word
) -> tuple[Part, ...]:
    """Take a type expression apart: unions, and out of quotes and wrappers.

    `word_of` says which form of `typing` an expression means, where its last name is not enough.
    """
    match annotation:
        case None:
            return ()
        case ast.Constant(str(text)):
            return parts_of(parsed(text), word_of)
        case ast.BinOp(left, ast.BitOr(), right):
            return parts_of(left, word_of) + parts_of(right, word_of)
        case ast.Subscript(named, inside):
            word = word_of(named)
            arguments = tuple(inside.elts) if isinstance(inside, ast.Tuple) else (inside,)
            if word == "Optional":
                return (*parts_of(arguments[0], word_of), Part(ast.Constant(None), "None"))
            if word in ("Union", "Coroutine", *_WRAPPERS):
                inner = {"Union": arguments, "Coroutine": arguments[-1:]}.get(word, arguments[:1])
                return tuple(part for each in inner for part in parts_of(each, word_of))
            return (Part(annotation, word, arguments),)
    return (Part(annotation, word_of(annotation)),)


def parsed(text: str) -> ast.expr | None:
    """A type expression that is written as text; `None` where it is none."""
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


@lru_cache(maxsize=2048)
def _parts(text: str) -> tuple[Part, ...]:
    return parts_of(parsed(text))


@lru_cache(maxsize=2048)
def alternatives(text: str) -> tuple[str, ...]:
    """The alternatives of a type expression, as text; None is one of them."""
    return tuple(ast.unparse(part.node) for part in _parts(text))


@lru_cache(maxsize=2048)
def classes_of_annotation(text: str) -> tuple[CoarseClass, ...]:
    """The classes a type expression allows, NONE among them; empty when it says nothing."""
    return tuple(dict.fromkeys(kind for part in _parts(text) for kind in _classes_of(part)))


def _classes_of(part: Part) -> tuple[CoarseClass, ...]:
    if isinstance(part.node, ast.Constant):
        return (CoarseClass.NONE,) if part.node.value is None else ()
    word = part.word
    if word == "Literal" and part.arguments:
        return tuple(map(coarse_class_of, part.literals))
    known = _WORDS.get(word)
    if known is not None:
        return (known,)
    for ending, kind in (
        ("Callable", CoarseClass.CALLABLE),
        ("Dict", CoarseClass.DICT),
        ("Mapping", CoarseClass.DICT),
    ):
        if word.endswith(ending):
            return (kind,)
    is_type_variable = len(word.strip("_")) <= 2 and word.strip("_").isupper()
    if not word or word in _UNKNOWN or is_type_variable or word.endswith(("_co", "T_contra")):
        return ()
    return (CoarseClass.OBJECT,)


@lru_cache(maxsize=2048)
def literals_of_annotation(text: str) -> tuple[object, ...]:
    """The constants that `Literal[...]` allows."""
    return tuple(value for part in _parts(text) for value in part.literals)


@lru_cache(maxsize=2048)
def is_bytes(text: str) -> bool:
    """Whether a type expression means bytes and not text."""
    return any(name in ("bytes", "bytearray", "Buffer") for name in alternatives(text)) and (
        "str" not in alternatives(text)
    )


@lru_cache(maxsize=2048)
def element_of_annotation(text: str, position: int | None = None) -> str:
    """The type of an item, or of the one at a position; empty when nothing is said."""
    return _inside(text, position_in_mapping=1, position=position)


@lru_cache(maxsize=2048)
def key_of_annotation(text: str) -> str:
    """The type of the keys of a mapping."""
    return _inside(text, position_in_mapping=0)


def _inside(text: str, position_in_mapping: int, position: int | None = None) -> str:
    for node, word, arguments in _parts(text):
        if isinstance(node, ast.Name) and word == "str":
            return "str"
        if not isinstance(node, ast.Subscript):
            continue
        inner = [ast.unparse(part) for part in arguments if not _is_ellipsis(part)]
        kind = _WORDS.get(word)
        if kind is CoarseClass.DICT:
            if word == "Counter":
                inner = [*inner[:1], "int"]
            if len(inner) == 2:
                return inner[position_in_mapping]
        elif word in _ITERABLES and inner:
            return inner[0]
        elif kind is CoarseClass.TUPLE and position is not None and position < len(inner) > 1:
            return inner[position]
        elif kind is CoarseClass.TUPLE and inner:
            return " | ".join(dict.fromkeys(inner))
        elif kind is None and len(inner) == 1:
            return ""
    return ""


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


@lru_cache(maxsize=2048)
def result_of_annotation(text: str) -> str:
    """The type of what calling the value gives."""
    for _, word, arguments in _parts(text):
        if word == "Callable" and len(arguments) == 2:
            return ast.unparse(arguments[1])
        if word in ("type", "Type") and arguments:
            return ast.unparse(arguments[0])
    return ""
