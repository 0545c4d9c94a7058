"""Which classes does a type expression stand for?"""

from __future__ import annotations

import ast
from functools import lru_cache

from swerve.facts.classes import CoarseClass, coarse_class_of

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
     "Coroutine", "InitVar", "Unpack", "Mapped"}
)  # fmt: skip
_ITERABLES = frozenset(
    name for name, kind in _WORDS.items() if kind in (CoarseClass.LIST, CoarseClass.SET)
)


@lru_cache(maxsize=2048)
def _parsed(text: str) -> ast.expr | None:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _word(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _arguments(node: ast.Subscript) -> list[ast.expr]:
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


def _members(node: ast.expr) -> list[ast.expr]:
    """The alternatives of a union, wrappers taken off."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*_members(node.left), *_members(node.right)]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        inner = _parsed(node.value)
        return _members(inner) if inner is not None else []
    if isinstance(node, ast.Subscript):
        word = _word(node.value)
        arguments = _arguments(node)
        if word == "Union":
            return [member for part in arguments for member in _members(part)]
        if word == "Optional":
            return [*_members(arguments[0]), ast.Constant(None)]
        if word == "Coroutine":
            return _members(arguments[-1])
        if word in _WRAPPERS:
            return _members(arguments[0])
    return [node]


@lru_cache(maxsize=2048)
def alternatives(text: str) -> tuple[str, ...]:
    """The alternatives of a type expression, as text; None is one of them."""
    node = _parsed(text)
    return () if node is None else tuple(ast.unparse(member) for member in _members(node))


@lru_cache(maxsize=2048)
def classes_of_annotation(text: str) -> tuple[CoarseClass, ...]:
    """The classes a type expression allows, NONE among them; empty when it says nothing."""
    node = _parsed(text)
    if node is None:
        return ()
    found: list[CoarseClass] = []
    for member in _members(node):
        for kind in _classes_of(member):
            if kind not in found:
                found.append(kind)
    return tuple(found)


def _classes_of(node: ast.expr) -> tuple[CoarseClass, ...]:
    if isinstance(node, ast.Constant):
        return (CoarseClass.NONE,) if node.value is None else ()
    if isinstance(node, ast.Subscript):
        if _word(node.value) == "Literal":
            return tuple(
                coarse_class_of(part.value)
                for part in _arguments(node)
                if isinstance(part, ast.Constant)
            )
        return _classes_of(node.value)
    word = _word(node)
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
    node = _parsed(text)
    if node is None:
        return ()
    return tuple(
        part.value
        for member in _members(node)
        if isinstance(member, ast.Subscript) and _word(member.value) == "Literal"
        for part in _arguments(member)
        if isinstance(part, ast.Constant)
    )


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
    node = _parsed(text)
    for member in _members(node) if node is not None else ():
        if isinstance(member, ast.Name) and member.id == "str":
            return "str"
        if not isinstance(member, ast.Subscript):
            continue
        word = _word(member.value)
        arguments = [part for part in _arguments(member) if not _is_ellipsis(part)]
        kind = _WORDS.get(word)
        if kind is CoarseClass.DICT:
            if word == "Counter":
                arguments = [*arguments[:1], ast.Name("int")]
            if len(arguments) == 2:
                return ast.unparse(arguments[position_in_mapping])
        elif word in _ITERABLES and arguments:
            return ast.unparse(arguments[0])
        elif kind is CoarseClass.TUPLE and position is not None and position < len(arguments) > 1:
            return ast.unparse(arguments[position])
        elif kind is CoarseClass.TUPLE and arguments:
            different = {ast.unparse(part): None for part in arguments}
            return " | ".join(different)
        elif kind is not CoarseClass.CALLABLE and len(arguments) == 1 and kind is None:
            return ""
    return ""


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


@lru_cache(maxsize=2048)
def result_of_annotation(text: str) -> str:
    """The type of what calling the value gives."""
    node = _parsed(text)
    for member in _members(node) if node is not None else ():
        if isinstance(member, ast.Subscript):
            word = _word(member.value)
            arguments = _arguments(member)
            if word == "Callable" and len(arguments) == 2:
                return ast.unparse(arguments[1])
            if word in ("type", "Type") and arguments:
                return ast.unparse(arguments[0])
    return ""
