"""Would calling a class do more than make an instance?

Its code is read and not run: what it stores in globals and classes, which names it uses. Where in
doubt the answer is yes, and an instance is put together without its constructor.
"""

from __future__ import annotations

import opcode
from collections.abc import Iterator
from opcode import opmap
from sys import modules as _modules
from sys import version_info as _version
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from ..core._monitoring import code_inside
from ..core.identity import identity
from ..inventory import _looking as look
from ..inventory._parameters import code_behind
from ..snapshot._classes import is_made_in_c
from ._state import once_a_class

_MOST_CODES = 60
#: Where Python's own modules are.
_LIBRARY = str(opcode.__file__).rpartition("opcode")[0]
#: Run when a class is called, whichever of its bases defines them.
_RUN = ("__new__", "__init__", "__post_init__", "__attrs_pre_init__", "__attrs_post_init__")
_FILES = ("open", "mkdir", "makedirs", "unlink", "rmtree", "rename", "chdir", "mkdtemp", "mkstemp")
_TEMPORARY = ("NamedTemporaryFile", "TemporaryFile", "TemporaryDirectory")
_PROCESSES = ("system", "Popen", "run", "call", "check_call", "check_output", "fork", "kill")
_THREADS = ("Thread", "Process", "Timer", "start", "submit", "create_task", "run_until_complete")
_NETWORK = ("socket", "connect", "create_connection", "bind", "listen", "urlopen", "urlretrieve")
_CHANCE = ("seed", "random", "randint", "randrange", "shuffle", "choice", "choices", "sample")
_SETTINGS = ("register", "addHandler", "basicConfig", "setrecursionlimit", "putenv")
_OUTPUT = ("print", "input", "warn", "exec", "eval", "next", "sleep")
#: What is called by these names is heard elsewhere.
_LOUD = frozenset(_FILES + _TEMPORARY + _PROCESSES + _THREADS + _NETWORK).union(
    _CHANCE, _SETTINGS, _OUTPUT
)
_ADDING = ("append", "add", "setdefault", "update", "extend", "insert", "appendleft", "increment")
_TAKING = ("pop", "popitem", "remove", "clear", "discard", "sort", "reverse")
#: Methods that change what they are called on.
_CHANGING = frozenset(_ADDING + _TAKING)
_CONTAINERS = frozenset(map(identity, (list, dict, set)))
_CONSTANTS = frozenset(
    map(identity, (type(None), bool, int, float, complex, str, bytes, tuple, frozenset, type(...)))
)


def _numbers(*names: str, shift: int = 0, bit: int = 0) -> dict[int, tuple[int, int]]:
    return {opmap[name]: (shift, bit) for name in names if name in opmap}


#: Numbers of operations, with how far the number of a name is shifted, and which bit must be set.
_STORES_GLOBAL = frozenset(_numbers("STORE_GLOBAL", "DELETE_GLOBAL"))
_STORES_ITEM = frozenset(_numbers("STORE_SUBSCR", "DELETE_SUBSCR"))
_STORES_ATTRIBUTE = frozenset(_numbers("STORE_ATTR", "DELETE_ATTR"))
#: Push a local variable, or two, of which the second is in the lower bits.
_LOADS_LOCAL = frozenset(opmap[name] for name in opmap if name.startswith("LOAD_FAST"))
_LOADS_TWO = frozenset(opmap[name] for name in opmap if name.count("LOAD_FAST") == 2)
_CLASS_WORDS = frozenset(("cls", "klass", "mcs", "class_"))
_LOADS_GLOBAL = _numbers("LOAD_GLOBAL", shift=1 if _version >= (3, 11) else 0)
_LOADS_METHOD = (
    _numbers("LOAD_ATTR", shift=1, bit=1) if _version >= (3, 12) else _numbers("LOAD_METHOD")
)
_LOADS_ATTRIBUTE = frozenset(_numbers("LOAD_ATTR", "LOAD_METHOD"))
_ANYTHING = frozenset(range(256))
_OTHER = (0, -1)
_MOST_NAMES = 127


class Effects:
    """What calling a class does beside making an instance."""

    __slots__ = ("is_loud", "of_class")

    def __init__(self, kind: type) -> None:
        #: Certainly, or as far as anybody knows.
        self.is_loud = False
        #: It changes these attributes: of the class, unless the instance has them.
        self.of_class: set[str] = set()
        self._read(kind)

    def _read(self, kind: type) -> None:
        codes = _Codes(kind)
        for function in codes:
            for code in code_inside(look.code_of(function)):
                self._read_code(code, kind, look.globals_of(function))
        if codes.is_cut or look.raw_attribute(kind, "__del__") is not look.MISSING:
            self.is_loud = True

    def _read_code(self, code: Any, kind: type, namespace: dict[str, Any]) -> None:
        operations = frozenset(code.co_code[::2])
        found = {name: namespace.get(name, look.MISSING) for name in _names_in(code, _LOADS_GLOBAL)}
        called = {name for name, each in found.items() if not look.is_a(each, ModuleType)}
        called.update(_names_in(code, _LOADS_METHOD))
        changes = bool(called & _CHANGING or operations & _STORES_ITEM)
        if called & _LOUD or operations & _STORES_GLOBAL:
            self.is_loud = True
        asked = {*_names_in(code, _LOADS_GLOBAL, followed_by=_LOADS_ATTRIBUTE)}
        for name, each in found.items():
            is_asked = name in asked or identity(type(each)) in _CONTAINERS
            if each is not look.MISSING and is_asked and _may_change(each, changes):
                self.is_loud = True
        self.of_class.update(name for name in _stored_elsewhere(code) if _is_data(kind, name))
        if changes:
            self.of_class.update(name for name in code.co_names if _is_changing(kind, name))

    def are_heard(self, state: dict[str, Any]) -> bool:
        """Say whether making an instance with this state may be noticed elsewhere."""
        return self.is_loud or any(name not in state for name in self.of_class)


def _may_change(found: Any, changes: bool) -> bool:
    """Say whether code that uses a global changes it."""
    kind = type(found)
    if identity(kind) in _CONSTANTS or kind is FunctionType or kind is BuiltinFunctionType:
        return False
    if look.is_a(found, ModuleType) or look.is_class(found):
        return False
    if identity(kind) in _CONTAINERS:
        return changes
    # An instance of something: a logger, a counter, a registry. Wrapped functions are quiet.
    return not look.is_enum(kind) and code_behind(found)[0] is look.MISSING and not _is_inert(kind)


def _is_inert(kind: type) -> bool:
    """Say whether values of a type made in C never change."""
    said = look.class_pair(kind)
    return is_made_in_c(kind) and said is not None and said[0] in _INERT


_INERT = frozenset(("re", "decimal", "datetime", "typing", "types", "builtins", "operator"))


def _is_data(kind: type, name: str) -> bool:
    found = look.raw_attribute(kind, name)
    if found is look.MISSING or look.is_class(found) or type(look.unwrapped(found)) is FunctionType:
        return False
    return look.raw_attribute(type(found), "__get__") is look.MISSING


def _is_changing(kind: type, name: str) -> bool:
    return _is_data(kind, name) and _may_change(look.raw_attribute(kind, name), changes=True)


def _stored_elsewhere(code: Any) -> Iterator[str]:
    """Yield the attributes that are set, but not of `self`."""
    data, names = code.co_code, code.co_names
    is_class_method = code.co_varnames[:1] and code.co_varnames[0] in _CLASS_WORDS
    for at in range(0, len(data), 2):
        if data[at] in _STORES_ATTRIBUTE and data[at + 1] < len(names):
            before, number = data[at - 2], data[at - 1]
            last = number & 15 if before in _LOADS_TWO else number
            if last or before not in _LOADS_LOCAL or is_class_method:
                yield names[data[at + 1]]


def _names_in(
    code: Any,
    operations: dict[int, tuple[int, int]],
    followed_by: frozenset[int] = _ANYTHING,
) -> Iterator[str]:
    """Yield the names that some operations of a code are about."""
    data, names = code.co_code, code.co_names
    if len(names) > _MOST_NAMES:
        yield from names  # their numbers take several bytes
        return
    for at in range(0, len(data), 2):
        shift, bit = operations.get(data[at], _OTHER)
        number = data[at + 1]
        is_about = bit >= 0 and number & bit == bit and number >> shift < len(names)
        if is_about and _next_operation(data, at) in followed_by:
            yield names[number >> shift]


def _next_operation(data: bytes, at: int) -> int:
    at += 2
    while at < len(data) and not data[at]:
        at += 2  # room that the interpreter keeps for itself
    return data[at] if at < len(data) else 0


class _Codes:
    """The functions that run when a class is called, as far as their names tell.

    Functions of the standard library are taken to do nothing but what their names say.
    """

    def __init__(self, kind: type) -> None:
        self._waiting: list[tuple[type, Any]] = []
        self._seen: set[int] = set()
        self.is_cut = False
        self._add_class(kind)

    def __iter__(self) -> Iterator[Any]:
        while self._waiting:
            kind, function = self._waiting.pop()
            yield function
            if len(self._seen) > _MOST_CODES:
                self.is_cut = True
                return
            namespace = look.globals_of(function)
            for code in code_inside(look.code_of(function)):
                loaded = {*_names_in(code, _LOADS_GLOBAL)}
                for name in loaded:
                    self._add_found(kind, namespace.get(name, look.MISSING))
                for name in code.co_names:
                    if name not in loaded:
                        self._add_found(kind, look.raw_attribute(kind, name))

    def _add_found(self, kind: type, found: Any) -> None:
        if type(found) is property:
            found = found.fset
        found = look.unwrapped(found)
        if look.is_class(found):
            said = look.class_pair(found)
            if said is not None and not _is_standard(
                look.names_in(_modules.get(said[0], look.MISSING))
            ):
                self._add_class(found)
        elif type(found) is FunctionType and not _is_standard(look.globals_of(found)):
            self._add_function(kind, found)

    def _add_function(self, kind: type, function: Any) -> None:
        if identity(function) not in self._seen:
            self._seen.add(identity(function))
            self._waiting.append((kind, function))

    def _add_class(self, kind: type) -> None:
        if identity(kind) in self._seen:
            return
        self._seen.add(identity(kind))
        run = [
            look.type_dict(one).get(name, look.MISSING)
            for one in look.mro_of(kind)
            for name in _RUN
        ]
        run += [look.raw_attribute(kind, "__setattr__"), look.raw_attribute(type(kind), "__call__")]
        for found in map(look.unwrapped, run):
            if type(found) is FunctionType:
                self._add_function(kind, found)


def _is_standard(namespace: dict[str, Any]) -> bool:
    """Say whether a module belongs to Python itself."""
    file = namespace.get("__file__", "")
    return type(file) is str and file.startswith(_LIBRARY) and "-packages" not in file


@once_a_class
def effects_of(kind: type) -> Effects:
    """Read the code of a class."""
    return Effects(kind)
