"""Which classes can do everything that is done with a value?

Evidence adds up, and so does evidence for the wrong class: a name may sound like a number's. But a
value that has an item taken out of it is no number, whatever it is called.
"""

from __future__ import annotations

import io

from swerve.facts.classes import CoarseClass
from swerve.facts.usage import Usage

_BOOLEAN, _INTEGER, _FLOAT = CoarseClass.BOOLEAN, CoarseClass.INTEGER, CoarseClass.FLOAT
_STRING, _LIST, _TUPLE = CoarseClass.STRING, CoarseClass.LIST, CoarseClass.TUPLE
_DICT, _SET = CoarseClass.DICT, CoarseClass.SET

MEMBERS: dict[CoarseClass, frozenset[str]] = {
    _STRING: frozenset(dir(str)) | frozenset(dir(bytes)),
    _LIST: frozenset(dir(list)),
    _DICT: frozenset(dir(dict)),
    _SET: frozenset(dir(set)),
    _TUPLE: frozenset(dir(tuple)),
    _INTEGER: frozenset(dir(int)),
    _FLOAT: frozenset(dir(float)),
    CoarseClass.RESOURCE: frozenset(dir(io.TextIOWrapper)) - {"seek"},
}
#: All classes of which it is known what they can do. Objects can do anything.
_KNOWN = frozenset({*MEMBERS, _BOOLEAN}) - {CoarseClass.RESOURCE}
_NONE_OF_THEM: frozenset[CoarseClass] = frozenset()
_NUMBERS = frozenset({_BOOLEAN, _INTEGER, _FLOAT})
_WITH_ITEMS = _KNOWN - _NUMBERS
_HASHABLE = _KNOWN - {_LIST, _DICT, _SET}
_JOINABLE = frozenset({_INTEGER, _FLOAT, _STRING, _LIST, _TUPLE})

#: Which of the known classes have an operator.
_OPERATORS: dict[str, frozenset[CoarseClass]] = {
    "<<": frozenset({_INTEGER, _BOOLEAN}),
    ">>": frozenset({_INTEGER, _BOOLEAN}),
    "~x": frozenset({_INTEGER, _BOOLEAN}),
    "-x": frozenset({_INTEGER, _FLOAT, _BOOLEAN}),
    "**": frozenset({_INTEGER, _FLOAT}),
    "//": frozenset({_INTEGER, _FLOAT}),
    "/": frozenset({_INTEGER, _FLOAT}),
    "%": frozenset({_INTEGER, _FLOAT, _STRING}),
    "-": frozenset({_INTEGER, _FLOAT, _SET}),
    "+": _JOINABLE,
    "*": _JOINABLE,
    "@": _NONE_OF_THEM,
    "&": frozenset({_INTEGER, _BOOLEAN, _SET}),
    "^": frozenset({_INTEGER, _BOOLEAN, _SET}),
    "|": frozenset({_INTEGER, _BOOLEAN, _SET, _DICT}),
    "<": _KNOWN - {_DICT},
    ">": _KNOWN - {_DICT},
    "[str]": frozenset({_DICT}),
    "[key]": frozenset({_DICT, _LIST}),
    "[?]": frozenset({_DICT}),
    "[,]": frozenset({_DICT}),
    "**x": frozenset({_DICT}),
    "[at]": frozenset({_STRING, _LIST, _TUPLE, _DICT}),
    "[]": frozenset({_STRING, _LIST, _TUPLE, _DICT}),
    "[int]": frozenset({_STRING, _LIST, _TUPLE, _DICT}),
    "[:]": frozenset({_STRING, _LIST, _TUPLE}),
    "[]=": frozenset({_LIST, _DICT}),
    "del[]": frozenset({_LIST, _DICT}),
    "contains": _WITH_ITEMS,
    "[x:]": frozenset({_INTEGER}),
    "x[n]": frozenset({_INTEGER, _BOOLEAN}),
    "x[s]": frozenset({_STRING}),
    "joined": frozenset({_STRING}),
    "prefix": frozenset({_STRING, _TUPLE}),
    "in str": frozenset({_STRING}),
    "/ str": _NONE_OF_THEM,
    "times": frozenset({_INTEGER, _BOOLEAN}),
    "x[i]": _HASHABLE,
    "x[k]": _HASHABLE,
    "hashed": _HASHABLE,
    "updated": frozenset({_DICT, _SET}),
    "update k=": frozenset({_DICT}),
    "pop()": frozenset({_LIST, _SET}),
    "pop(i)": frozenset({_LIST}),
}
#: Take operands of the same class, or numbers.
_ALIKE = frozenset({"+", "-", "<", ">"})
_TEXTS = frozenset({_STRING})
#: Which of them a function takes.
_PASSED: dict[str, frozenset[CoarseClass]] = {
    **dict.fromkeys(
        ("len", "sorted", "enumerate", "reversed", "sum", "zip", "any", "all", "iter", "list",
         "tuple", "set", "frozenset", "map:1", "filter:1", "zip:1"),
        _WITH_ITEMS,
    ),
    **dict.fromkeys(
        ("ord", "json.loads", "importlib.import_module", "__import__", "getattr:1", "setattr:1",
         "hasattr:1", "os.getenv", "textwrap.dedent", "ast.parse", "builtins.__import__"),
        _TEXTS,
    ),
    **dict.fromkeys(
        ("range", "range:1", "range:2", "chr", "bin", "hex", "oct"), frozenset({_INTEGER, _BOOLEAN})
    ),
    **dict.fromkeys(("abs", "round", "divmod", "time.sleep"), _NUMBERS),
    **dict.fromkeys(("int", "float"), _NUMBERS | _TEXTS),
    **dict.fromkeys(
        ("isinstance:1", "issubclass", "issubclass:1", "vars", "map", "filter", "sorted:key",
         "functools.wraps", "functools.partial", "inspect.signature"),
        _NONE_OF_THEM,
    ),
    "hash": _HASHABLE,
}  # fmt: skip
_PASSED_FAMILIES: tuple[tuple[str, frozenset[CoarseClass]], ...] = (
    ("os.path.", _TEXTS),
    ("re.", _TEXTS),
    ("math.", _NUMBERS),
    ("urllib.parse.quote", _TEXTS),
    ("urllib.parse.url", _TEXTS),
)
#: Those that take several arguments of different kinds, or look at anything.
_OTHERS = frozenset(
    {"os.path.commonprefix", "os.path.commonpath", "math.prod", "math.fsum", "math.dist",
     "re.sub:1", "urllib.parse.urlencode", "urllib.parse.urlunparse", "urllib.parse.urlunsplit",
     "re.compile:1", "re.split:2", "re.sub:3", "re.sub:flags", "re.sub:count", "re.match:2",
     "re.search:2", "re.findall:2", "re.compile:flags", "re.split:maxsplit"}
)  # fmt: skip
#: Everything has them.
_EVERYWHERE = frozenset(dir(object)) | {"__dict__"}
#: Only code has them.
OF_CODE = frozenset(
    {"__name__", "__qualname__", "__module__", "__wrapped__", "__code__", "__defaults__",
     "__annotations__", "__mro__", "__bases__", "__subclasses__", "__func__", "mro"}
)  # fmt: skip


def unfit_for(usage: Usage) -> frozenset[CoarseClass]:
    """The classes that lack something which the code does with a value without asking first."""
    if usage.entered or usage.raised or usage.caught:
        return _KNOWN
    if usage.called and "callable" not in usage.passed_to:
        return _KNOWN
    used = ((usage.methods | usage.attributes) - usage.asked_attributes) - _EVERYWHERE
    fit = _KNOWN
    if used:
        fit = frozenset(kind for kind in _KNOWN if kind in MEMBERS and used <= MEMBERS[kind])
    if usage.iterated or usage.unpacked:
        fit &= _WITH_ITEMS
    for sign in usage.operators:
        fit &= _OPERATORS.get(sign, _KNOWN)
    others = usage.operand_classes - {CoarseClass.NONE}
    if others and not usage.operators.isdisjoint(_ALIKE):
        fit &= others | _NUMBERS if others & _NUMBERS else others
    for function in usage.passed_to:
        fit &= _taken_by(function)
    return _KNOWN - fit


def _taken_by(function: str) -> frozenset[CoarseClass]:
    found = _PASSED.get(function)
    if found is not None:
        return found
    if function in _OTHERS:
        return _KNOWN
    for start, kinds in _PASSED_FAMILIES:
        if function.startswith(start):
            return kinds
    return _KNOWN
