"""How does a worker build the call that a recipe describes?

A call arrives as JSON text: constants as themselves, everything else as a list that starts with a
tag (docs/dev/recipes.md). Target code runs in here, in constructors and lookups. What it raises
becomes `NotBuilt`, and so is never mistaken for what the call itself raises.
"""

from __future__ import annotations

from _functools import partial as _partial  # type: ignore[import-not-found]
from binascii import a2b_base64 as _from_base64
from binascii import b2a_base64 as _to_base64
from collections.abc import Callable, Mapping, Sequence
from sys import modules as _modules
from types import ModuleType as _ModuleType
from typing import Any, NamedTuple

from ..core._deadline import Deadline

try:
    from _json import make_scanner as _make_scanner  # without `re`, which json would bring along
except ImportError:  # another Python than CPython
    from json.scanner import make_scanner as _make_scanner

Resolve = Callable[[str, str], object]
FetchBlob = Callable[[str], object]
#: What was changed: the owner, the name, whether it was there, what it was.
Setting = tuple[Any, str, bool, Any]

FORMAT = 1

#: JSON that is the value: numbers, strings, lists of such, dicts with strings as keys.
LITERAL = "j"
INTEGER, COMPLEX, BYTES, ELLIPSIS = "i", "c", "b", "e"
#: Bytes of some length, as base64, or apart: behind the text and a NUL.
LONG_BYTES, BYTES_APART = "y", "z"
LIST, TUPLE, SET, FROZENSET, DICT = "l", "t", "s", "f", "d"
NAME, ATTRIBUTE, ITEM, CALL, BLOB = "n", "a", "x", "k", "o"
SHARED, REFERENCE, AFTER = "w", "r", "p"
DO, SET_ATTRIBUTE, SET_ITEM = "m", "=", "["

#: How a call reaches its target, by the number in the encoded call.
ACCESSES = ("call", "get", "set", "delete")

#: Integers of a smaller size travel as JSON numbers.
LARGEST_PLAIN = 2**63
#: Bytes up to this length are written as text.
SHORT_BYTES = 256
#: Deeper nesting is refused when a call is encoded: building it would eat the target's stack.
MAX_DEPTH = 100
MAX_BYTES = 64 * 1024 * 1024

_PLAIN = frozenset((str, int, float, bool, type(None)))

# The target may change the builtins and what modules hold, so all that is called is bound here.
_getattr, _setattr, _delattr, _import = getattr, setattr, delattr, __import__
_type_name = type.__dict__["__name__"].__get__
_type_dict = type.__dict__["__dict__"].__get__
_module_dict = vars(_ModuleType)["__dict__"].__get__


class BadRecipe(ValueError):
    """It is no recipe: malformed bytes, an unknown form, a reference to nothing."""


class NotBuilt(Exception):
    """Target code raised while the call was being built, so the call never began."""

    def __init__(self, doing: str, error: BaseException) -> None:
        super().__init__(doing, error)
        #: For a person: "calling shop.Order".
        self.doing = doing
        #: What was raised. It is the target's: look at it with care.
        self.error = error

    def __str__(self) -> str:
        return f"{self.doing}: {_type_name(type(self.error))}"


class BuiltCall(NamedTuple):
    """A call ready to be made, `function(*args, **kwargs)`, with its state set already."""

    #: Bound to the receiver, where there is one.
    function: Callable[..., Any]
    #: None where there is none.
    receiver: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    #: What setting the state changed; `put_back` undoes it after the call.
    settings: list[Setting]


def build_call(data: bytes, resolve: Resolve, blob: FetchBlob | None = None) -> BuiltCall:
    """Build what `encode_call` or `sent_call` wrote.

    Raises `NotBuilt` when target code raises or a name is not there, and `BadRecipe` for bytes that
    are no call. Whenever it raises, `Deadline` included, the state is put back before.
    """
    settings: list[Setting] = []
    try:
        if len(data) > MAX_BYTES:
            raise BadRecipe("too long")
        apart = data.find(b"\0") + 1
        program = read_json(data[: apart - 1] if apart else data)
        version, module, qualname, args, kwargs = program[:5]
        if version != FORMAT:
            raise BadRecipe(f"format {version!r} is not known here")
        building = _Building(resolve, blob, data, apart)
        build = building.build
        receiver: object = None
        if len(program) == 5:
            function = building.find(module, qualname)
        else:
            encoded, access, state = program[5:]
            for name_module, name, value in state:
                building.set_state(name_module, name, build(value), settings)
            if encoded is None and access == 0:
                function = building.find(module, qualname)
            else:
                receiver = build(encoded)
                function = building.reach(receiver, attribute_path(qualname)[-1], ACCESSES[access])
        positional = tuple([x if type(x) in _PLAIN else build(x) for x in _list(args)])
        if kwargs:
            kwargs = {name: build(x) for name, x in kwargs.items()}
        elif type(kwargs) is not dict:
            raise BadRecipe("no keyword arguments")
    except BaseException as error:
        put_back(settings)
        if isinstance(error, (BadRecipe, NotBuilt, MemoryError)) or not isinstance(
            error, Exception
        ):
            raise
        raise BadRecipe(f"no call: {_type_name(type(error))}") from error
    return BuiltCall(function, receiver, positional, kwargs, settings)


def build_value(encoded: object, resolve: Resolve, blob: FetchBlob | None = None) -> Any:
    """Build a single recipe, given as JSON that was read already."""
    try:
        return _Building(resolve, blob).build(encoded)
    except (BadRecipe, NotBuilt, MemoryError):
        raise
    except Exception as error:
        raise BadRecipe(f"no recipe: {_type_name(type(error))}") from error


def put_back(settings: list[Setting]) -> None:
    """Undo what a call's state changed, the last change first. Only `Deadline` gets through."""
    while settings:
        owner, name, was_there, before = settings[-1]
        try:
            if was_there:
                _setattr(owner, name, before)
            else:
                _delattr(owner, name)
        except Deadline:
            raise
        except BaseException:  # noqa: S110 - the target saw to it that this can't go back
            pass
        settings.pop()


def resolve_name(module: str, qualname: str) -> Any:
    """Find an importable thing, or the module itself when the qualified name is empty."""
    found: Any = _modules.get(module)
    if found is None:
        _import(module)
        found = _modules[module]
    if "." not in qualname:
        return _getattr(found, qualname) if qualname else found
    for name in attribute_path(qualname):
        found = _getattr(found, name)
    return found


def attribute_path(qualname: str) -> list[str]:
    """Return the attributes that lead to a qualified name, private ones as Python mangles them."""
    written = qualname.split(".")
    path = written[:1]
    for index, name in enumerate(written[1:]):
        bare = written[index].lstrip("_")
        private = name.startswith("__") and not name.endswith("__") and bare
        path.append(f"_{bare}{name}" if private else name)
    return path


class _Rules:
    """What the JSON scanner asks for. It is read once, when the scanner is made."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float  # of "NaN", "Infinity", "-Infinity": a new object each, as in Python
    memo: dict[str, str] = {}  # noqa: RUF012 - only the scanner written in Python asks for it


_scan: Callable[[str, int], tuple[Any, int]] = _make_scanner(_Rules())  # type: ignore[arg-type]


def read_json(data: bytes) -> Any:
    """Read a list from JSON text, without the json module. Raises `BadRecipe`, or what it meets."""
    if len(data) > MAX_BYTES:
        raise BadRecipe("too long")
    text = data.decode("utf-8", "surrogatepass")
    try:
        program, end = _scan(text, 0)
    except StopIteration:
        raise BadRecipe("no JSON") from None
    if end != len(text) or type(program) is not list:
        raise BadRecipe("no list, or more than that")
    return program


def written_bytes(value: bytes) -> list[Any]:
    """Write bytes as JSON."""
    if len(value) <= SHORT_BYTES:
        return [BYTES, value.decode("latin-1")]
    return [LONG_BYTES, _to_base64(value, newline=False).decode("ascii")]


def _list(encoded: Any) -> list[Any]:
    if type(encoded) is not list:
        raise BadRecipe("no list")
    return encoded


def _text(encoded: Any) -> str:
    if type(encoded) is not str:
        raise BadRecipe("no text")
    return encoded


def _spoken(encoded: Any) -> str:
    """Name what a recipe builds, for a person."""
    if type(encoded) is list and len(encoded) == 3:
        if encoded[0] == NAME:
            return f"{encoded[1]}.{encoded[2]}" if encoded[2] else f"{encoded[1]}"
        if encoded[0] == ATTRIBUTE:
            return f"{_spoken(encoded[1])}.{encoded[2]}"
    return "a value"


def _attempt(
    doing: str,
    what: object,
    function: Callable[..., Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any] = {},
) -> Any:
    """Do what may run target code; what it raises becomes `NotBuilt`."""
    try:
        return function(*args, **kwargs)
    except Deadline:
        raise
    except BaseException as error:
        named = what if type(what) is str else _spoken(what)
        raise NotBuilt(f"{doing} {named}", error) from error


def _set_item(it: Any, key: Any, value: Any) -> None:
    it[key] = value


def _get_item(it: Any, key: Any) -> Any:
    return it[key]


_ACCESSORS = {"get": _getattr, "set": _setattr, "delete": _delattr}


class _Building:
    """Builds the parts of one call in their order, and remembers the shared ones."""

    __slots__ = ("apart", "blob", "data", "labels", "resolve")

    def __init__(
        self, resolve: Resolve, blob: FetchBlob | None, data: bytes = b"", apart: int = 0
    ) -> None:
        self.resolve = resolve
        self.blob = blob
        #: What was sent, and where in it bytes stand that are referred to by their place.
        self.data = data
        self.apart = apart
        self.labels: dict[str, Any] = {}

    def build(self, encoded: Any) -> Any:
        if type(encoded) in _PLAIN:
            return encoded
        return _BUILDERS[_list(encoded)[0]](self, *encoded[1:])

    def build_all(self, encoded: Any) -> list[Any]:
        return [x if type(x) in _PLAIN else self.build(x) for x in _list(encoded)]

    def find(self, module: Any, qualname: Any) -> Any:
        try:
            return self.resolve(_text(module), _text(qualname))
        except (Deadline, BadRecipe):
            raise
        except BaseException as error:
            raise NotBuilt(f"looking up {_spoken([NAME, module, qualname])}", error) from error

    def reach(self, receiver: Any, name: str, access: str) -> Callable[..., Any]:
        """Return what makes the call on a receiver."""
        if access == "call":
            found: Callable[..., Any] = self.attribute_of(receiver, name)
            return found
        accessor: Callable[..., Any] = _partial(_ACCESSORS[access], receiver, name)
        return accessor

    def set_state(self, module: Any, qualname: str, value: Any, settings: list[Setting]) -> None:
        """Set one name, and note in `settings` what was there."""
        owner = self.find(module, qualname.rpartition(".")[0])
        name = attribute_path(qualname)[-1]
        what = [NAME, module, qualname]
        if isinstance(owner, type):
            there = _type_dict(owner)
        elif isinstance(owner, _ModuleType):
            there = _module_dict(owner)
        else:
            there = _attempt("setting", what, _getattr, (owner, "__dict__", {}))
        was_there = name in there
        settings.append((owner, name, was_there, there[name] if was_there else None))
        _attempt("setting", what, _setattr, (owner, name, value))

    def bytes_apart(self, start: Any, end: Any) -> bytes:
        if not 0 <= start <= end <= len(self.data) - self.apart or not self.apart:
            raise BadRecipe("bytes that are not there")
        return self.data[self.apart + start : self.apart + end]

    # Each of these builds what follows one tag; `_BUILDERS` has the others.

    def build_set(self, items: Any) -> Any:
        return _attempt("filling", "a set", set, (self.build_all(items),))

    def build_frozenset(self, items: Any) -> Any:
        return _attempt("filling", "a frozenset", frozenset, (self.build_all(items),))

    def build_dict(self, entries: Any) -> Any:
        pairs = [(self.build(key), self.build(value)) for key, value in _list(entries)]
        return _attempt("filling", "a dict", dict, (pairs,))

    def attribute_of(self, value: Any, name: Any) -> Any:
        return _attempt("taking the attribute", name, _getattr, (value, _text(name)))

    def build_item(self, of: Any, key: Any) -> Any:
        found = self.build(of)
        return _attempt("taking an item of", of, _get_item, (found, self.build(key)))

    def build_call(self, function: Any, args: Any, kwargs: Any) -> Any:
        found = self.build(function)
        return self.call_of(function, found, args, kwargs)

    def call_of(self, what: Any, found: Any, args: Any, kwargs: Any) -> Any:
        positional = self.build_all(args)
        named = {name: self.build(value) for name, value in kwargs.items()}
        return _attempt("calling", what, found, positional, named)

    def named(self, labels: Any, encoded: Any) -> Any:
        """Build a value that has labels, known from where it can first be referred to."""
        tag = encoded[0] if type(encoded) is list else ""
        if tag == SHARED:
            return self.named([*labels, _text(encoded[1])], encoded[2])
        if tag == AFTER:
            it = self.named(labels, encoded[1])
            return self.do_steps(it, encoded[2])
        empty = _EMPTY.get(tag)
        it = self.build(encoded) if empty is None else empty()
        for label in labels:
            if label in self.labels:
                raise BadRecipe("a label given twice")
            self.labels[label] = it
        if tag == LIST:
            for item in _list(encoded[1]):
                it.append(self.build(item))
        elif tag == SET:
            for item in _list(encoded[1]):
                _attempt("filling", "a set", it.add, (self.build(item),))
        elif tag == DICT:
            for key, value in _list(encoded[1]):
                pair = (self.build(key), self.build(value))
                _attempt("filling", "a dict", _set_item, (it, *pair))
        return it

    def do_steps(self, it: Any, steps: Any) -> Any:
        for tag, *parts in _list(steps):
            if tag == DO:
                method, args, kwargs = parts
                self.call_of(method, self.attribute_of(it, method), args, kwargs)
            elif tag == SET_ATTRIBUTE:
                name, value = parts
                arguments = (it, _text(name), self.build(value))
                _attempt("setting the attribute", name, _setattr, arguments)
            elif tag == SET_ITEM:
                key, value = parts
                built = self.build(value)  # before the key, as in Python
                _attempt("setting an item of", "a value", _set_item, (it, self.build(key), built))
            elif tag == CALL:
                self.build_call(*parts)
            else:
                raise BadRecipe("no step")
        return it

    def build_blob(self, name: Any) -> Any:
        if self.blob is None:
            raise BadRecipe("blobs are not to be had here")
        return _attempt("fetching the blob", name, self.blob, (_text(name),))


#: What may hold itself is made empty, and filled once it has a name.
_EMPTY = {LIST: list, SET: set, DICT: dict}

_BUILDERS: dict[str, Callable[..., Any]] = {
    LITERAL: lambda _, value: value,
    INTEGER: lambda _, digits: int(digits, 16),
    COMPLEX: lambda _, real, imaginary: complex(real, imaginary),
    BYTES: lambda _, text: text.encode("latin-1"),
    LONG_BYTES: lambda _, text: _from_base64(_text(text)),
    BYTES_APART: _Building.bytes_apart,
    ELLIPSIS: lambda _: ...,
    LIST: _Building.build_all,
    TUPLE: lambda building, items: tuple(building.build_all(items)),
    SET: _Building.build_set,
    FROZENSET: _Building.build_frozenset,
    DICT: _Building.build_dict,
    NAME: _Building.find,
    ATTRIBUTE: lambda building, of, name: building.attribute_of(building.build(of), name),
    ITEM: _Building.build_item,
    CALL: _Building.build_call,
    BLOB: _Building.build_blob,
    SHARED: lambda building, label, encoded: building.named([_text(label)], encoded),
    REFERENCE: lambda building, label: building.labels[label],
    AFTER: lambda building, encoded, steps: building.do_steps(building.build(encoded), steps),
}
