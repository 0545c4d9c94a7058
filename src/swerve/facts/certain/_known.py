"""What do builtins and the standard library certainly give back?

Other than the tables of `swerve.predict`, which say what a value may be stood in by, these say what
it is: `range(3)` is an object, not a list. What may be None, or depends on arguments, is left out.
"""

from __future__ import annotations

import builtins
import inspect
import types
from abc import ABCMeta
from datetime import date, datetime, timedelta
from functools import lru_cache
from logging import Logger
from pathlib import Path
from re import Pattern
from typing import Any

from swerve.facts.certain._certain import (
    UNKNOWN,
    Certain,
    Instance,
    Method,
    Module,
    Real,
    of_text,
    of_type,
    words_of_type,
)
from swerve.facts.classes import class_of
from swerve.source.syntax import LIBRARY_MODULES, library_value

#: Others put something else there.
_REPLACED = frozenset({"stdin", "stdout", "stderr", "displayhook", "excepthook", "ps1", "ps2"})

_FUNCTIONS: dict[type, str] = {
    bool: "isinstance issubclass hasattr callable any all os.path.exists os.path.isfile "
    "os.path.isdir os.path.isabs os.path.islink os.path.samefile fnmatch.fnmatch os.access "
    "inspect.isclass inspect.isfunction inspect.iscoroutinefunction inspect.ismethod "
    "asyncio.iscoroutinefunction math.isclose math.isnan math.isinf keyword.iskeyword "
    "dataclasses.is_dataclass inspect.isgeneratorfunction inspect.isabstract callable "
    "hmac.compare_digest zipfile.is_zipfile tarfile.is_tarfile",
    int: "len ord hash id os.getpid os.path.getsize random.randint random.randrange math.floor "
    "math.ceil math.gcd math.factorial math.isqrt math.comb time.time_ns sys.getsizeof "
    "sys.getrefcount bisect.bisect bisect.bisect_left bisect.bisect_right operator.index "
    "zlib.crc32 threading.get_ident sys.getrecursionlimit os.getuid os.getppid "
    "time.monotonic_ns time.perf_counter_ns random.getrandbits threading.active_count",
    float: "time.time time.monotonic time.perf_counter time.process_time math.sqrt math.sin "
    "math.cos math.tan math.exp math.log math.log2 math.log10 math.pow math.hypot math.fabs "
    "math.radians math.degrees math.atan2 math.atan math.fsum random.random random.uniform "
    "random.gauss os.path.getmtime math.asin math.acos math.tanh math.copysign math.fmod",
    str: "repr chr hex bin oct format input ascii os.getcwd json.dumps textwrap.dedent "
    "textwrap.indent textwrap.fill time.strftime time.ctime html.escape html.unescape "
    "urllib.parse.quote urllib.parse.unquote urllib.parse.urlencode urllib.parse.quote_plus "
    "urllib.parse.unquote_plus inspect.getsource inspect.cleandoc traceback.format_exc "
    "shlex.quote shlex.join string.capwords platform.system platform.python_version "
    "platform.machine platform.node platform.platform platform.release socket.gethostname "
    "getpass.getuser secrets.token_hex secrets.token_urlsafe ast.unparse ast.dump os.fsdecode "
    "locale.getpreferredencoding unicodedata.normalize unicodedata.category pprint.pformat "
    "tempfile.gettempdir sys.getdefaultencoding sys.getfilesystemencoding "
    "textwrap.shorten inspect.getfile os.path.expandvars",
    bytes: "pickle.dumps struct.pack base64.b64encode base64.b64decode os.urandom "
    "binascii.hexlify binascii.unhexlify secrets.token_bytes zlib.compress zlib.decompress "
    "gzip.compress base64.urlsafe_b64encode base64.urlsafe_b64decode os.fsencode "
    "base64.b32encode base64.b16encode gzip.decompress",
    list: "sorted dir os.listdir glob.glob re.findall re.split shlex.split random.sample "
    "heapq.nlargest heapq.nsmallest textwrap.wrap difflib.get_close_matches random.choices "
    "urllib.parse.parse_qsl inspect.getmembers traceback.format_exception "
    "traceback.format_stack traceback.format_tb traceback.format_exception_only "
    "fnmatch.filter gc.get_objects inspect.stack",
    tuple: "divmod os.path.split os.path.splitext struct.unpack sys.exc_info os.pipe math.modf "
    "tempfile.mkstemp math.frexp os.path.splitdrive urllib.parse.urlparse "
    "urllib.parse.urlsplit time.localtime time.gmtime dataclasses.fields inspect.getmro "
    "struct.unpack_from shutil.get_terminal_size",
    dict: "globals locals urllib.parse.parse_qs dataclasses.asdict typing.get_type_hints",
    type(None): "print setattr delattr os.makedirs os.mkdir os.remove os.unlink os.rmdir "
    "os.rename os.replace os.chdir os.chmod time.sleep shutil.rmtree warnings.warn "
    "logging.basicConfig heapq.heappush heapq.heapify random.shuffle random.seed json.dump "
    "pickle.dump logging.debug logging.info logging.warning logging.error logging.exception "
    "warnings.simplefilter warnings.filterwarnings pprint.pprint os._exit "
    "traceback.print_exc shutil.copyfileobj os.close bisect.insort struct.pack_into "
    "os.utime os.symlink logging.disable sys.settrace sys.setrecursionlimit",
}
#: Text for text, bytes for bytes.
_TEXT_FUNCTIONS = (
    "os.path.join os.path.basename os.path.dirname os.path.abspath os.path.realpath re.sub "
    "os.path.normpath os.path.expanduser os.path.relpath os.path.commonpath os.path.normcase "
    "re.escape urllib.parse.urljoin urllib.parse.urlunparse urllib.parse.urlunsplit os.fspath "
    "tempfile.mkdtemp os.path.commonprefix"
)
_CALLABLES = (
    "functools.partial collections.namedtuple operator.itemgetter operator.attrgetter "
    "operator.methodcaller functools.wraps contextlib.contextmanager typing.NewType"
)
_OBJECTS = (
    "re.compile logging.getLogger importlib.import_module compile super subprocess.run "
    "hashlib.md5 hashlib.sha1 hashlib.sha256 hashlib.sha512 hashlib.new hmac.new re.finditer "
    "inspect.signature os.walk uuid.uuid4 uuid.uuid1 ast.parse asyncio.get_event_loop "
    "dataclasses.field csv.reader csv.writer itertools.groupby asyncio.create_task os.stat_result "
    "slice property glob.iglob enumerate zip map filter range"
)
_RESOURCES = (
    "open io.open threading.Lock threading.RLock contextlib.suppress contextlib.closing "
    "memoryview contextlib.nullcontext tempfile.NamedTemporaryFile os.scandir gzip.open "
    "tempfile.TemporaryFile warnings.catch_warnings contextlib.redirect_stdout codecs.open"
)
_TEXT = " ".join(
    (
        "strip lstrip rstrip lower upper title capitalize casefold swapcase join replace format",
        "format_map ljust rjust center zfill expandtabs translate removeprefix removesuffix",
    )
)
_QUESTIONS = (
    "startswith endswith isdigit isalpha isalnum isspace isupper islower isidentifier isnumeric "
    "isdecimal istitle isprintable isascii"
)
#: Type of the receiver, then type of the result, then methods.
_METHODS: dict[type, dict[Any, str]] = {
    str: {
        str: _TEXT, bool: _QUESTIONS, int: "count index find rfind rindex", bytes: "encode",
        list: "split rsplit splitlines", tuple: "partition rpartition",
    },
    bytes: {
        bytes: _TEXT, bool: _QUESTIONS, int: "count index find rfind rindex", str: "decode hex",
        list: "split rsplit splitlines", tuple: "partition rpartition",
    },
    list: {None: "append extend insert remove clear sort reverse", list: "copy",
           int: "count index"},
    tuple: {int: "count index"},
    dict: {None: "update clear", dict: "copy"},
    set: {None: "add discard remove update clear intersection_update difference_update",
          set: "copy union intersection difference symmetric_difference",
          bool: "issubset issuperset isdisjoint"},
    int: {int: "bit_length", bytes: "to_bytes"},
    float: {bool: "is_integer", str: "hex", tuple: "as_integer_ratio"},
    Pattern: {list: "findall split"},
    Logger: {None: "debug info warning error exception critical log setLevel addHandler "
                   "removeHandler warn", bool: "isEnabledFor hasHandlers"},
    datetime: {str: "isoformat strftime ctime", float: "timestamp", int: "weekday toordinal",
               tuple: "timetuple", date: "date", datetime: "replace astimezone"},
    date: {str: "isoformat strftime", int: "weekday isoweekday toordinal"},
    timedelta: {float: "total_seconds"},
    Path: {bool: "exists is_file is_dir is_absolute is_symlink", str: "as_posix read_text as_uri",
           bytes: "read_bytes", int: "write_text write_bytes",
           Path: "joinpath resolve absolute expanduser with_suffix with_name relative_to",
           None: "mkdir rmdir unlink touch"},
}  # fmt: skip
_CLASS_METHODS: dict[str, Any] = {
    **dict.fromkeys(
        ("now", "utcnow", "today", "fromtimestamp", "utcfromtimestamp", "strptime",
         "fromisoformat", "combine"),
        datetime,
    ),
    "fromkeys": dict, "from_bytes": int, "fromhex": bytes, "cwd": Path, "home": Path,
}  # fmt: skip
#: What items and loops give, of builtins that hold one kind of thing.
_OF_TEXT = frozenset(
    {"os.listdir", "glob.glob", "glob.iglob", "shlex.split", "textwrap.wrap", "dir",
     "traceback.format_exception", "traceback.format_stack", "traceback.format_tb"}
)  # fmt: skip
_BUILTIN, _LIBRARY = "call of a builtin", "call of the library"


def _results() -> dict[str, Certain]:
    found = {}
    for kind, names in _FUNCTIONS.items():
        for name in names.split():
            found[name] = of_type(kind, _rule(name))
    found |= {name: of_text(_rule(name)) for name in _TEXT_FUNCTIONS.split()}
    for names, word in ((_CALLABLES, "callable"), (_OBJECTS, "object"), (_RESOURCES, "resource")):
        found |= {name: Certain(frozenset({word}), _rule(name)) for name in names.split()}
    text, number = of_type(str, "element"), of_type(int, "element")
    holders: list[tuple[str, type | None, Certain]] = [
        *((name, list, text) for name in _OF_TEXT),
        ("os.path.split", tuple, of_text("element")),
        ("os.path.splitext", tuple, of_text("element")),
        ("range", None, number),
    ]
    for name, holder, element in holders:
        words = words_of_type(holder) if holder else frozenset({"object"})
        found[name] = Certain(words, _rule(name), holder and Instance(holder), element)
    for name, real in (("re.compile", Pattern), ("logging.getLogger", Logger)):
        found[name] = of_type(real, _rule(name))
    found["len"] = Certain(frozenset({"zero int", "positive int"}), _BUILTIN, Instance(int))
    for name in ("id", "ord", "os.getpid", "time.time_ns"):
        found[name] = Certain(frozenset({"positive int"}), _rule(name), Instance(int))
    for name in ("repr", "chr", "hex", "bin", "oct", "ascii", "os.getcwd", "json.dumps"):
        found[name] = Certain(frozenset({"string"}), _rule(name), Instance(str))
    for name in ("time.time", "time.monotonic", "time.perf_counter"):
        found[name] = Certain(frozenset({"positive float"}), _rule(name), Instance(float))
    return found


def _rule(name: str) -> str:
    return _LIBRARY if "." in name else _BUILTIN


_RESULTS = _results()
_METHOD_RESULTS = {
    (receiver, name): type(None) if result is None else result
    for receiver, results in _METHODS.items()
    for result, names in results.items()
    for name in names.split()
}


@lru_cache(maxsize=4096)
def module_member(module: str, name: str) -> Certain:
    """What `from module import name` gives."""
    if module not in LIBRARY_MODULES or name in _REPLACED or (name[:2] == "__"):
        return UNKNOWN
    if f"{module}.{name}" in LIBRARY_MODULES:
        return Certain(frozenset({"object"}), "module", Module(f"{module}.{name}"))
    try:
        value = library_value(module, name)
    except LookupError:
        return UNKNOWN
    if value is None or isinstance(value, types.ModuleType):
        return UNKNOWN
    words = frozenset({class_of(value).value})
    rule = "member of the library"
    if callable(value) or inspect.isclass(value):
        return Certain(words, rule, Real(value, f"{module}.{name}"))
    if isinstance(value, (bool, list, dict, set)):
        words = words_of_type(type(value))
    return Certain(words, rule, Instance(type(value)))


@lru_cache(maxsize=512)
def builtin(name: str) -> Certain:
    """What a name stands for that nobody bound."""
    if name.startswith("__") or not hasattr(builtins, name):
        return UNKNOWN
    value = getattr(builtins, name)
    return Certain(frozenset({class_of(value).value}), "builtin", Real(value, name))


def result_of(function: Real, arguments: list[Certain]) -> Certain:
    """What calling a member of the standard library gives."""
    name = function.name.removeprefix("builtins.")
    known = _RESULTS.get(name)
    if known is not None:
        return known
    if name in ("min", "max") and len(arguments) > 1:
        types_given = {each.what.of for each in arguments if isinstance(each.what, Instance)}
        if len(types_given) == 1 and all(isinstance(each.what, Instance) for each in arguments):
            return of_type(types_given.pop(), _BUILTIN)
        return UNKNOWN
    if inspect.isclass(function.value):
        return _constructed(function.value, name)
    return UNKNOWN


def _constructed(kind: type, name: str) -> Certain:
    module = kind.__module__
    if type(kind) not in (type, ABCMeta):
        return UNKNOWN
    if kind is type:
        return Certain(frozenset({"callable"}), _BUILTIN)
    if module == "typing" or issubclass(kind, type) or name.startswith(("unittest.", "ast.")):
        return UNKNOWN
    if module == "builtins":
        rule = "constructor of an exception" if issubclass(kind, BaseException) else _BUILTIN
        return of_type(kind, rule)
    return of_type(kind, "constructor of the library")


def class_member(kind: type, name: str) -> Certain:
    """What an attribute of a real class itself is."""
    value = inspect.getattr_static(kind, name, None)
    if value is None or name.startswith("__"):
        return UNKNOWN
    if callable(value) or isinstance(value, (classmethod, staticmethod)):
        receiver = Certain(frozenset({"callable"}), "", Real(kind, kind.__name__))
        return Certain(frozenset({"callable"}), "method", Method(receiver, name))
    return UNKNOWN


def member_of(value: Certain, kind: type, name: str) -> Certain:
    """What an attribute of an instance of a real class is."""
    found = inspect.getattr_static(kind, name, None)
    if found is None or name.startswith("__"):
        return UNKNOWN
    if callable(found) or isinstance(found, (classmethod, staticmethod)):
        return Certain(frozenset({"callable"}), "method", Method(value, name))
    if issubclass(kind, (datetime, date)) and name in ("year", "month", "day"):
        return Certain(frozenset({"positive int"}), "member of the library", Instance(int))
    if issubclass(kind, Path):
        if name in ("name", "stem", "suffix"):
            return of_type(str, "member of the library")
        if name == "parent":
            return of_type(kind, "member of the library")
    return UNKNOWN


def method_result(method: Method) -> Certain:
    """What calling a method of a builtin value gives."""
    what = method.receiver.what
    rule = "call of a method"
    if isinstance(what, Real):
        found = _CLASS_METHODS.get(method.name)
        if inspect.isclass(what.value) and found and issubclass(what.value, found):
            return of_type(what.value, rule)
        found = _METHOD_RESULTS.get((what.value, method.name))
        return of_type(found, rule) if found else UNKNOWN
    if not isinstance(what, Instance) or not isinstance(what.of, type):
        return UNKNOWN
    for base in what.of.__mro__:
        found = _METHOD_RESULTS.get((base, method.name))
        if found is not None:
            words = words_of_type(found)
            element = None
            if base in (str, bytes) and found in (list, tuple):
                element = of_type(base, "element")
                if method.name not in ("split", "rsplit", "splitlines"):
                    words = frozenset({"tuple"})
            return Certain(words, rule, Instance(found), element)
    if what.of is dict and method.name in ("items", "keys", "values"):
        return Certain(frozenset({"object"}), rule)
    if what.of is Pattern and method.name == "sub":
        return of_text(rule)
    return UNKNOWN


def entered(value: Certain) -> Certain:
    """What `with` binds."""
    what = value.what
    rule = "with"
    if isinstance(what, Instance) and isinstance(what.of, type):
        name = f"{what.of.__module__}.{what.of.__name__}"
        if name in ("tempfile.TemporaryDirectory",):
            return of_type(str, rule)
        if name.startswith(("io.", "_io.", "zipfile.", "tarfile.", "subprocess.Popen", "socket.")):
            return value.because(rule)
    if value.rule == _BUILTIN and value.words == {"resource"}:
        return Certain(value.words, rule)
    return UNKNOWN
