"""Which functions of the standard library touch the world, and which missing names are well known?

A guided run executes the standard library for real, except what reads or changes files,
processes, the network or the terminal: that is an outside call, with an injected result. Time
and chance are frozen elsewhere; `print`, `os.environ` and what only computes with paths are real.
"""

from __future__ import annotations

import functools as _functools
import itertools as _itertools
import sys as _sys
from collections.abc import Callable, Mapping, Sequence
from types import MethodType as _MethodType
from typing import Any

from ._surroundings_table import EFFECT, READ, TOUCHES, Touch

_modules = _sys.modules
_partial = _functools.partial


#: What reading from the terminal is called on `sys.stdin`.
_STDIN = {
    "read": Touch("sys.stdin.read", EFFECT, "str"),
    "readline": Touch("sys.stdin.readline", EFFECT, "str"),
    "readlines": Touch("sys.stdin.readlines", EFFECT, "list of str"),
    "__next__": Touch("sys.stdin.__next__", EFFECT, "str"),
    "isatty": Touch("sys.stdin.isatty", READ, "bool"),
    "fileno": Touch("sys.stdin.fileno", READ, "int"),
}
#: Where the mode is among the positional arguments of what opens a file.
_MODE_AT = {
    **dict.fromkeys(("builtins.open", "codecs.open", "io.FileIO", "os.fdopen", "wave.open"), 1),
    **dict.fromkeys(("gzip.open", "gzip.GzipFile", "bz2.open", "bz2.BZ2File"), 1),
    **dict.fromkeys(("lzma.open", "lzma.LZMAFile", "zipfile.ZipFile", "tarfile.open"), 1),
    "pathlib.Path.open": 0,
}
#: These work on an open file as well as on a name, and then touch nothing themselves.
_WORK_ON_OPEN_FILES = frozenset(
    {
        *("gzip.open", "gzip.GzipFile", "bz2.open", "bz2.BZ2File", "lzma.open", "lzma.LZMAFile"),
        *("zipfile.ZipFile", "zipfile.is_zipfile", "tarfile.open", "tarfile.is_tarfile"),
        *("wave.open", "xml.etree.ElementTree.parse", "xml.etree.ElementTree.iterparse"),
        *("xml.etree.ElementTree.ElementTree.write", "xml.dom.minidom.parse", "xml.sax.parse"),
        *("shutil.copyfileobj",),
    }
)
_TEXT_ARGUMENTS = ("text", "universal_newlines", "encoding", "errors")


class Surroundings:
    """Recognises what touches the world, among the modules that are loaded.

    Nothing is imported for this: what is not loaded cannot be called.
    """

    __slots__ = ("_known", "_seen", "_waiting")

    def __init__(self) -> None:
        #: By identity; the objects are kept, so that no other gets the number of one that died.
        self._known: dict[int, tuple[object, Touch]] = {}
        self._waiting: dict[str, list[Touch]] = {}
        self._seen = -1
        for touch in TOUCHES.values():
            self._waiting.setdefault(_module_of(touch.path), []).append(touch)

    def of(self, function: object) -> Touch | None:
        """Say what a function, class or bound method does to the world; None when nothing."""
        if len(_modules) != self._seen:
            self._look_around()
        found = self._known.get(id(function))
        if found is not None and found[0] is function:
            return found[1]
        kind = type(function)
        if kind is _MethodType:
            return self._of_method(function)
        if kind is _partial:
            return self.of(function.func)  # type: ignore[attr-defined]
        return _of_stdin(function)

    def of_call(
        self, function: object, args: Sequence[object], kwargs: Mapping[str, object]
    ) -> Touch | None:
        """Like `of`, more precise by the arguments.

        A file opened for reading has no effect, a process asked for text gives text, and what
        works on an open file or a buffer touches nothing by itself.
        """
        touch = self.of(function)
        if touch is None:
            return None
        if type(function) is _partial:
            args = (*function.args, *args)
            kwargs = {**function.keywords, **kwargs}
        path = touch.path
        if path in _WORK_ON_OPEN_FILES and _is_given_file(args, kwargs):
            return None
        if path in _MODE_AT:
            unbound = path == "pathlib.Path.open" and type(function) is not _MethodType
            mode = _mode(args, kwargs, _MODE_AT[path] + unbound)
            if mode is not None and not set(mode) & set("wax+"):
                return Touch(path, READ, touch.result)
        if path == "subprocess.check_output" and any(map(kwargs.get, _TEXT_ARGUMENTS)):
            return Touch(path, touch.has_effect, "str")
        return touch

    def _of_method(self, method: Any) -> Touch | None:
        found = self._known.get(id(method.__func__))
        if found is not None and found[0] is method.__func__:
            return found[1]
        return _of_stdin(method)

    def _look_around(self) -> None:
        self._seen = len(_modules)
        for name in [name for name in self._waiting if name in _modules]:
            module = _modules[name]
            for touch in self._waiting.pop(name):
                self._note(module, touch, touch.path[len(name) + 1 :].split("."))

    def _note(self, module: object, touch: Touch, names: list[str]) -> None:
        value = module
        for name in names:
            value = getattr(value, name, None)
        if value is None:
            return
        self._known.setdefault(id(value), (value, touch))
        if type(value) is _MethodType:  # a class method, or what `multiprocessing` makes its names
            function = value.__func__
            self._known.setdefault(id(function), (function, touch))


#: The classes whose methods are in the table, and the modules they are in.
_CLASSES = {
    "logging.Logger": "logging",
    "logging.LoggerAdapter": "logging",
    "pathlib.Path": "pathlib",
    "threading.Thread": "threading",
    "xml.etree.ElementTree.ElementTree": "xml.etree.ElementTree",
}


def _module_of(path: str) -> str:
    place = path.rpartition(".")[0]
    return _CLASSES.get(place, place)


def _of_stdin(function: object) -> Touch | None:
    stdin = _sys.stdin
    if stdin is None or getattr(function, "__self__", None) is not stdin:
        return None
    name = getattr(function, "__name__", None)
    return _STDIN.get(name) if type(name) is str else None


def _mode(args: Sequence[object], kwargs: Mapping[str, object], at: int) -> str | None:
    """The mode a file is opened with, None when it is not known."""
    mode = args[at] if len(args) > at else kwargs.get("mode", "r")
    return mode if type(mode) is str else None


def _is_given_file(args: Sequence[object], kwargs: Mapping[str, object]) -> bool:
    given = kwargs.get("fileobj")
    if given is None and args:
        given = args[0]
    kind = type(given)
    return kind.__module__ in ("_io", "io") or kind.__name__ in ("StringIO", "BytesIO")


# --- names that many projects have ---------------------------------------------------------------


def _to_bytes(value: Any, encoding: str = "utf-8", errors: str = "strict") -> object:
    if isinstance(value, (bytes, bytearray)):
        return bytes(value)
    return value.encode(encoding, errors) if isinstance(value, str) else NotImplemented


def _to_text(value: Any, encoding: str = "utf-8", errors: str = "strict") -> object:
    if isinstance(value, (bytes, bytearray)):
        return value.decode(encoding, errors)
    return value if isinstance(value, str) else NotImplemented


def _force_text(value: Any, encoding: str = "utf-8", *_: Any, errors: str = "strict") -> object:
    return _to_text(str(value) if isinstance(value, (int, float)) else value, encoding, errors)


def _force_bytes(value: Any, encoding: str = "utf-8", *_: Any, errors: str = "strict") -> object:
    return _to_bytes(str(value) if isinstance(value, (int, float)) else value, encoding, errors)


def _latin(value: Any) -> object:
    return value.encode("latin-1") if isinstance(value, str) else NotImplemented


def _same_text(value: Any) -> object:
    return value if isinstance(value, str) else NotImplemented


#: Functions that projects write or import under these names, and what they mean on text, bytes
#: and numbers.
CONVERSIONS: Mapping[str, Callable[..., object]] = {
    name: convert
    for convert, names in (
        (_to_bytes, "to_bytes ensure_bytes ensure_binary as_bytes asbytes tobytes to_utf8 utf8"),
        (_to_bytes, "encode_utf8 str_to_bytes text_to_bytes bytes_ want_bytes s2b"),
        (_to_text, "to_str to_text to_unicode to_native to_native_str to_native_string to_string"),
        (
            _to_text,
            "ensure_str ensure_text ensure_unicode as_text as_str as_unicode asstr asunicode",
        ),
        (_to_text, "native_str native_string native decode_utf8 bytes_to_str bytes_to_text b2s"),
        (_to_text, "safe_decode to_uni astext asunicode"),
        (_force_text, "force_text force_str force_unicode smart_text smart_str smart_unicode"),
        (_force_text, "text_type unicode to_text_type"),
        (_force_bytes, "force_bytes smart_bytes"),
        (_latin, "b"),
        (_same_text, "u"),
    )
    for name in names.split()
}
_CONCRETE = (str, bytes, bytearray, int, float)


def converted(name: str, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
    """Apply a well-known conversion to concrete arguments; NotImplemented where that says nothing.

    A conversion that fails, such as bytes that are no text, says nothing either.
    """
    convert = CONVERSIONS.get(name.rpartition(".")[2].lstrip("_"))
    if convert is None or not args or not isinstance(args[0], _CONCRETE):
        return NotImplemented
    if any(type(value) is not str for value in (*args[1:], *kwargs.values())):
        return NotImplemented
    try:
        return convert(*args, **kwargs)
    except (TypeError, ValueError, LookupError):
        return NotImplemented


def _iteritems(mapping: Any, **options: Any) -> object:
    return iter(mapping.items(**options))


def _itervalues(mapping: Any, **options: Any) -> object:
    return iter(mapping.values(**options))


def _iterkeys(mapping: Any, **options: Any) -> object:
    return iter(mapping.keys(**options))


def _viewitems(mapping: Any) -> object:
    return mapping.items()


def _viewkeys(mapping: Any) -> object:
    return mapping.keys()


def _viewvalues(mapping: Any) -> object:
    return mapping.values()


def _is_same(value: Any) -> Any:
    return value


def _reraise(kind: Any, value: Any, traceback: Any = None) -> None:
    if value is None:
        value = kind()
    raise value.with_traceback(traceback)


def _raise_from(value: BaseException, cause: BaseException | None) -> None:
    raise value from cause


def _with_metaclass(meta: Any, *bases: type) -> type:
    made: type = meta("temporary_class", bases, {})
    return made


def _byte2int(data: bytes) -> int:
    return data[0]


def _int2byte(number: int) -> bytes:
    return bytes((number,))


#: Names of Python 2 and of `six`, and what they are today.
COMPAT: Mapping[str, object] = {
    "PY2": False,
    "PY3": True,
    "PY34": True,
    "string_types": (str,),
    "text_type": str,
    "binary_type": bytes,
    "bytes_type": bytes,
    "unicode_type": str,
    "integer_types": (int,),
    "class_types": (type,),
    "basestring": str,
    "unicode": str,
    "long": int,
    "unichr": chr,
    "xrange": range,
    "raw_input": input,
    "izip": zip,
    "imap": map,
    "ifilter": filter,
    "izip_longest": _itertools.zip_longest,
    "zip_longest": _itertools.zip_longest,
    "filterfalse": _itertools.filterfalse,
    "ifilterfalse": _itertools.filterfalse,
    "reduce": _functools.reduce,
    "iteritems": _iteritems,
    "itervalues": _itervalues,
    "iterkeys": _iterkeys,
    "viewitems": _viewitems,
    "viewvalues": _viewvalues,
    "viewkeys": _viewkeys,
    "next": next,
    "advance_iterator": next,
    "callable": callable,
    "wraps": _functools.wraps,
    "reraise": _reraise,
    "raise_from": _raise_from,
    "with_metaclass": _with_metaclass,
    "python_2_unicode_compatible": _is_same,
    "byte2int": _byte2int,
    "int2byte": _int2byte,
    "indexbytes": bytes.__getitem__,
    "iterbytes": iter,
    "maxsize": _sys.maxsize,
}
#: Where `six.moves` and its like have moved modules from: these are imported when asked for.
COMPAT_MODULES: Mapping[str, str] = {
    name: module
    for module, names in (
        ("urllib", "urllib"),
        ("urllib.parse", "urllib.parse urllib_parse urlparse"),
        ("urllib.error", "urllib.error urllib_error"),
        ("urllib.request", "urllib.request urllib_request"),
        ("builtins", "builtins __builtin__"),
        ("configparser", "configparser ConfigParser"),
        ("pickle", "cPickle"),
        ("copyreg", "copyreg"),
        ("http.client", "http_client httplib"),
        ("http.cookies", "http_cookies Cookie"),
        ("http.cookiejar", "http_cookiejar cookielib"),
        ("html.parser", "html_parser HTMLParser"),
        ("html.entities", "html_entities"),
        ("queue", "queue Queue"),
        ("reprlib", "reprlib"),
        ("socketserver", "socketserver SocketServer"),
        ("io", "StringIO cStringIO"),
        ("_thread", "_thread"),
        ("xmlrpc.client", "xmlrpc_client xmlrpclib"),
    )
    for name in names.split()
}
_COMPAT_ROOTS = ("six", "future", "past", "compat", "_compat", "py3compat", "_six", "moves")


def compatible(path: str) -> object:
    """What a compatibility name such as `six.moves.urllib.parse.quote` or `basestring` is today.

    A bare name is one of `COMPAT`; a dotted one must start at `six` or a module called `compat`.
    NotImplemented when it is none of them. Imports what `six.moves` would.
    """
    names = path.split(".")
    rooted = len(names)
    while names and (names[0] in _COMPAT_ROOTS or names[0].endswith("compat")):
        del names[0]
    rooted -= len(names)
    if not names:
        return NotImplemented
    if len(names) == 1 and names[0] in COMPAT:
        return COMPAT[names[0]]
    if not rooted and names[0] in _modules:  # a real module of that name is imported as usual
        return NotImplemented
    if rooted and len(names) == 1 and names[0] in _MOVED:
        return _moved(names[0])
    for length in range(len(names), 0, -1):
        module = COMPAT_MODULES.get(".".join(names[:length]))
        if module is not None:
            return _inside(module, names[length:])
    return NotImplemented


#: What `six.moves` and modules called `compat` have of other modules.
_MOVED: Mapping[str, str] = {
    name: module
    for module, names in (
        ("urllib.parse", "urlparse urlunparse urljoin urlsplit urlunsplit urldefrag quote"),
        ("urllib.parse", "quote_plus unquote unquote_plus urlencode parse_qs parse_qsl"),
        ("urllib.parse", "unquote_to_bytes quote_from_bytes"),
        ("io", "StringIO cStringIO BytesIO"),
        ("collections", "OrderedDict"),
        ("collections.abc", "Mapping MutableMapping Callable Iterable Sequence"),
        ("builtins", "range zip map filter input str bytes"),
        ("sys", "intern"),
        ("os", "getcwd getcwdb"),
        ("shlex", "shlex_quote"),
        ("importlib", "reload_module"),
    )
    for name in names.split()
}
_OTHER_NAMES = {"cStringIO": "StringIO", "shlex_quote": "quote", "reload_module": "reload"}


def _moved(name: str) -> object:
    return _inside(_MOVED[name], [_OTHER_NAMES.get(name, name)])


def _inside(module: str, names: list[str]) -> object:
    try:
        value: object = __import__(module, fromlist=["*"])
        for name in names:
            value = getattr(value, name)
    except (ImportError, AttributeError):
        return NotImplemented
    return value
