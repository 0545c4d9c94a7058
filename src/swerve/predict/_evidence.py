"""Which classes does the use of a value speak for?"""

from __future__ import annotations

from typing import TypeAlias

from swerve.facts.classes import CoarseClass, coarse_class_of
from swerve.facts.usage import Usage
from swerve.predict._fitting import MEMBERS, OF_CODE

#: Mutable, and made to be added to.
Weights: TypeAlias = "dict[CoarseClass, float]"

_BOOLEAN, _INTEGER, _FLOAT = CoarseClass.BOOLEAN, CoarseClass.INTEGER, CoarseClass.FLOAT
_STRING, _LIST, _TUPLE = CoarseClass.STRING, CoarseClass.LIST, CoarseClass.TUPLE
_DICT, _SET, _OBJECT = CoarseClass.DICT, CoarseClass.SET, CoarseClass.OBJECT
_CALLABLE, _RESOURCE = CoarseClass.CALLABLE, CoarseClass.RESOURCE

#: Builtins have them, and so do many other objects.
_COMMON = frozenset(
    {
        "get", "add", "update", "format", "find", "index", "count", "remove", "clear", "copy",
        "real", "imag", "close", "read", "write", "join", "insert", "extend", "pop", "values",
        "items", "name", "seek", "flush", "discard", "replace", "title", "center", "hex", "mode",
    }
)  # fmt: skip
#: Of the classes that have a method, which is meant most often.
_MEANT: dict[str, CoarseClass] = {
    "pop": _LIST, "copy": _DICT, "clear": _DICT, "update": _DICT, "index": _LIST, "count": _LIST,
    "remove": _LIST, "hex": _STRING,
}  # fmt: skip

_OPERATORS: dict[str, tuple[tuple[CoarseClass, float], ...]] = {
    "%": ((_INTEGER, 3.0),),
    "//": ((_INTEGER, 2.0),),
    "/": ((_FLOAT, 1.0), (_INTEGER, 1.0)),
    "-": ((_INTEGER, 1.5), (_FLOAT, 0.7), (_SET, 0.1)),
    "+": ((_INTEGER, 0.7), (_OBJECT, 0.7)),
    "*": ((_INTEGER, 1.2), (_FLOAT, 0.8)),
    "**": ((_INTEGER, 1.2), (_FLOAT, 0.8)),
    "<": ((_INTEGER, 1.2), (_FLOAT, 0.5)),
    ">": ((_INTEGER, 1.2), (_FLOAT, 0.5)),
    "<<": ((_INTEGER, 3.0),),
    ">>": ((_INTEGER, 3.0),),
    "-x": ((_INTEGER, 1.5), (_FLOAT, 1.0)),
    "~x": ((_INTEGER, 2.0),),
    "|": ((_INTEGER, 0.9), (_OBJECT, 0.5), (_SET, 0.2)),
    "&": ((_INTEGER, 1.4), (_OBJECT, 0.5), (_SET, 0.2)),
    "^": ((_INTEGER, 1.0),),
    "@": ((_OBJECT, 3.0),),
    "%s": ((_STRING, 4.0),),
    "%d": ((_INTEGER, 3.0),),
    "%f": ((_FLOAT, 2.5), (_INTEGER, 0.5)),
    "in str": ((_STRING, 3.0),),
    "prefix": ((_STRING, 3.0),),
    "joined": ((_STRING, 4.0),),
    "contains": ((_LIST, 1.0), (_DICT, 0.6), (_SET, 0.6)),
    "[int]": ((_LIST, 2.5), (_TUPLE, 0.6), (_STRING, 0.3)),
    "[str]": ((_DICT, 4.0),),
    "**x": ((_DICT, 4.0),),
    "[,]": ((_OBJECT, 2.5), (_DICT, 1.0)),
    "[key]": ((_DICT, 4.0),),
    "[?]": ((_DICT, 4.0),),
    "[:]": ((_LIST, 1.0), (_STRING, 1.0)),
    "[]": ((_DICT, 1.0), (_LIST, 0.4), (_OBJECT, 0.5)),
    "[]=": ((_DICT, 1.0), (_LIST, 0.4)),
    "del[]": ((_DICT, 1.5), (_LIST, 0.5)),
    "x[i]": ((_INTEGER, 0.8), (_STRING, 0.6), (_OBJECT, 0.6)),
    "times": ((_INTEGER, 4.0),),
    "updated": ((_DICT, 3.0),),
    "update k=": ((_DICT, 3.0),),
    "pop()": ((_LIST, 2.0),),
    "pop(i)": ((_LIST, 4.0),),
    "x[n]": ((_INTEGER, 3.0),),
    "x[k]": ((_STRING, 1.5), (_INTEGER, 0.5)),
    "x[s]": ((_STRING, 4.0),),
    "/ str": ((_OBJECT, 4.0),),
    "str /": ((_STRING, 2.0), (_OBJECT, 1.0)),
    "[x:]": ((_INTEGER, 4.0),),
}

_TO_STRING = ((_STRING, 4.0),)
_TO_NUMBER = ((_INTEGER, 1.5), (_FLOAT, 1.5))
_TO_ITEMS = ((_LIST, 2.0), (_TUPLE, 0.2), (_SET, 0.2))
_PASSED: dict[str, tuple[tuple[CoarseClass, float], ...]] = {
    "len": ((_LIST, 1.5), (_STRING, 0.8), (_DICT, 0.3)),
    "int": ((_STRING, 1.2), (_FLOAT, 0.5), (_INTEGER, 0.8)),
    "float": ((_STRING, 0.8), (_INTEGER, 0.8), (_FLOAT, 0.8)),
    "str": ((_INTEGER, 0.5), (_OBJECT, 0.5)),
    "chr": ((_INTEGER, 4.0),),
    "ord": _TO_STRING,
    "open": _TO_STRING,
    "open:1": _TO_STRING,
    "json.loads": _TO_STRING,
    "time.sleep": _TO_NUMBER,
    "abs": _TO_NUMBER,
    "round": ((_FLOAT, 2.5),),
    "round:1": ((_INTEGER, 4.0),),
    "pow": _TO_NUMBER,
    "pow:1": ((_INTEGER, 2.0),),
    "divmod": ((_INTEGER, 3.0),),
    "bin": ((_INTEGER, 4.0),),
    "hex": ((_INTEGER, 4.0),),
    "oct": ((_INTEGER, 4.0),),
    "setattr": ((_OBJECT, 3.0),),
    "setattr:1": _TO_STRING,
    "getattr": ((_OBJECT, 2.0),),
    "getattr:1": _TO_STRING,
    "hasattr": ((_OBJECT, 1.0),),
    "hasattr:1": _TO_STRING,
    "vars": ((_OBJECT, 3.0),),
    "callable": ((_CALLABLE, 2.0), (_OBJECT, 0.5)),
    "issubclass": ((_CALLABLE, 3.0),),
    "issubclass:1": ((_CALLABLE, 3.0),),
    "isinstance:1": ((_CALLABLE, 3.0),),
    "sorted": _TO_ITEMS,
    "sum": _TO_ITEMS,
    "dict": ((_DICT, 2.5),),
    "enumerate:1": ((_INTEGER, 3.0),),
    "enumerate:start": ((_INTEGER, 3.0),),
    "map": ((_CALLABLE, 3.0),),
    "filter": ((_CALLABLE, 3.0),),
    "sorted:key": ((_CALLABLE, 3.0),),
    "sorted:reverse": ((_BOOLEAN, 3.0),),
    "functools.wraps": ((_CALLABLE, 4.0),),
    "functools.partial": ((_CALLABLE, 4.0),),
    "inspect.signature": ((_CALLABLE, 4.0),),
    "inspect.isclass": ((_CALLABLE, 2.0), (_OBJECT, 1.0)),
    "inspect.iscoroutinefunction": ((_CALLABLE, 4.0),),
    "asyncio.iscoroutinefunction": ((_CALLABLE, 4.0),),
    "importlib.import_module": _TO_STRING,
    "__import__": _TO_STRING,
    "pathlib.Path": _TO_STRING,
    "os.makedirs": _TO_STRING,
    "os.mkdir": _TO_STRING,
    "os.remove": _TO_STRING,
    "os.listdir": _TO_STRING,
    "os.getenv": _TO_STRING,
    "textwrap.dedent": _TO_STRING,
    "datetime.datetime.fromtimestamp": _TO_NUMBER,
    "dataclasses.asdict": ((_OBJECT, 3.0),),
    "dataclasses.is_dataclass": ((_OBJECT, 3.0),),
}
#: By the start of the name.
_PASSED_FAMILIES: tuple[tuple[str, tuple[tuple[CoarseClass, float], ...]], ...] = (
    ("range", ((_INTEGER, 4.0),)),
    ("os.path.", _TO_STRING),
    ("re.", _TO_STRING),
    ("math.", _TO_NUMBER),
    ("urllib.parse.", _TO_STRING),
    ("shlex.", _TO_STRING),
    ("html.", _TO_STRING),
    ("random.choice", _TO_ITEMS),
    ("random.randint", ((_INTEGER, 4.0),)),
    ("base64.", _TO_STRING),
    ("hashlib.", _TO_STRING),
    ("struct.", _TO_STRING),
    ("itertools.", _TO_ITEMS),
    ("heapq.", _TO_ITEMS),
    ("ast.parse", _TO_STRING),
)

_BUILTIN_CLASSES: dict[str, CoarseClass] = {
    "str": _STRING, "bytes": _STRING, "bytearray": _STRING, "int": _INTEGER, "float": _FLOAT,
    "bool": _BOOLEAN, "list": _LIST, "tuple": _TUPLE, "dict": _DICT, "set": _SET,
    "frozenset": _SET, "type": _CALLABLE, "Mapping": _DICT, "Sequence": _LIST, "Iterable": _LIST,
    "Callable": _CALLABLE, "Number": _FLOAT,
}  # fmt: skip


def class_named(name: str) -> CoarseClass:
    """The class that values of a class with a dotted name have."""
    return _BUILTIN_CLASSES.get(name.rpartition(".")[2], _OBJECT)


def _word(kind: CoarseClass) -> str:
    return kind.value


def add_usage(usage: Usage, weights: Weights, *, is_name: bool) -> None:
    """Add the weight of everything that is done with a value."""
    _add_members(usage, weights)
    for sign in sorted(usage.operators):
        if sign in ("+", "<", ">", "-", "*") and usage.operand_classes:
            continue  # the other operand tells more
        for kind, weight in _OPERATORS.get(sign, ()):
            weights[kind] += weight
    for kind in sorted(usage.operand_classes, key=_word):
        if kind is not CoarseClass.NONE:
            weights[kind] += 2.5 / len(usage.operand_classes)
    for value in usage.literals:
        weights[coarse_class_of(value)] += 3.0 / len(usage.literals)
    for function in sorted(usage.passed_to):
        for kind, weight in _passed(function):
            weights[kind] += weight
    for name in usage.instance_of:
        weights[class_named(name)] += 3.0 / len(usage.instance_of)
    _add_protocols(usage, weights, is_name=is_name)
    if usage.truth_tested and not weights:
        weights[_BOOLEAN] += 1.5
        weights[_OBJECT] += 0.5


def _passed(function: str) -> tuple[tuple[CoarseClass, float], ...]:
    known = _PASSED.get(function)
    if known is not None:
        return known
    for start, found in _PASSED_FAMILIES:
        if function.startswith(start):
            return found
    return ()


def _add_protocols(usage: Usage, weights: Weights, *, is_name: bool) -> None:
    if usage.called:
        weights[_CALLABLE] += 8.0
    if usage.entered:
        weights[_RESOURCE] += 6.0
    if usage.raised or usage.caught:
        weights[_CALLABLE if is_name or usage.caught or usage.called else _OBJECT] += 4.0
    if usage.iterated and not weights.get(_DICT) and not weights.get(_STRING):
        weights[_LIST] += 2.5
        weights[_TUPLE] += 0.2
        weights[_SET] += 0.2
    if usage.unpacked:
        weights[_TUPLE] += 2.5
        weights[_LIST] += 0.5
    if usage.keys and any(isinstance(key, str) for key in usage.keys):
        weights[_DICT] += 0.5


def _add_members(usage: Usage, weights: Weights) -> None:
    used = (usage.methods | usage.attributes) - usage.asked_attributes
    used -= {"__class__", "__dict__", "__doc__"}
    if not used:
        if usage.asked_attributes:
            weights[_OBJECT] += 2.0
        return
    if used & OF_CODE:
        weights[_CALLABLE] += 2.0
        weights[_OBJECT] += 1.0
        return
    if usage.entered:
        return  # what it gives when entered has the members
    fitting = [kind for kind, members in MEMBERS.items() if used <= members]
    if not fitting:
        weights[_OBJECT] += 10.0
        return
    meant = {_MEANT[name] for name in used if name in _MEANT and _MEANT[name] in fitting}
    for kind in fitting:
        weights[kind] += 4.0 * (2.0 if kind in meant else 1.0) / (len(fitting) + len(meant))
    weights[_OBJECT] += 2.0 if used <= _COMMON else 0.3
