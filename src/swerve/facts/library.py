"""What do builtin and standard library functions give back, and take?"""

from __future__ import annotations

from swerve.facts.classes import CoarseClass

_BOOLEAN, _INTEGER, _FLOAT = CoarseClass.BOOLEAN, CoarseClass.INTEGER, CoarseClass.FLOAT
_STRING, _LIST, _TUPLE = CoarseClass.STRING, CoarseClass.LIST, CoarseClass.TUPLE
_DICT, _SET, _OBJECT = CoarseClass.DICT, CoarseClass.SET, CoarseClass.OBJECT

#: Classes as an annotation would say them.
TYPE_WORDS: dict[CoarseClass, str] = {
    CoarseClass.NONE: "None", _BOOLEAN: "bool", _INTEGER: "int", _FLOAT: "float", _STRING: "str",
    _LIST: "list", _TUPLE: "tuple", _DICT: "dict", _SET: "set", _OBJECT: "object",
    CoarseClass.CALLABLE: "Callable", CoarseClass.RESOURCE: "ContextManager",
}  # fmt: skip
#: Make something else of the same items.
CONVERSIONS: dict[str, CoarseClass] = {
    "list": _LIST, "sorted": _LIST, "tuple": _TUPLE, "set": _SET, "frozenset": _SET,
    "collections.deque": _LIST, "itertools.islice": _LIST,
}  # fmt: skip
#: Give back what they get.
SAME = frozenset(
    {
        "reversed", "iter", "aiter", "copy.copy", "copy.deepcopy", "itertools.cycle",
        "asyncio.shield", "asyncio.create_task", "asyncio.ensure_future", "asyncio.wait_for",
    }
)  # fmt: skip
#: Give back an item of their first argument.
ONE_ITEM = frozenset({"next", "anext", "random.choice", "heapq.heappop", "statistics.mode"})
#: Call their function with items: position of the function -> positions of what is iterated.
CALLS_WITH_ITEMS = {
    "map": 0, "filter": 0, "itertools.filterfalse": 0, "itertools.takewhile": 0,
    "itertools.dropwhile": 0, "itertools.groupby": 1, "functools.reduce": 0,
}  # fmt: skip

FUNCTION_RESULTS: dict[str, CoarseClass] = {
    **dict.fromkeys(
        (
            "bool", "isinstance", "issubclass", "hasattr", "callable", "any", "all",
            "os.path.exists", "os.path.isfile", "os.path.isdir", "os.path.isabs",
            "os.path.islink", "os.path.samefile", "fnmatch.fnmatch", "inspect.isclass",
            "inspect.isfunction", "inspect.iscoroutinefunction", "inspect.ismethod",
            "asyncio.iscoroutinefunction", "math.isclose", "math.isnan", "math.isinf",
            "operator.eq", "operator.contains", "keyword.iskeyword", "os.access",
        ),
        _BOOLEAN,
    ),
    **dict.fromkeys(
        (
            "int", "len", "ord", "hash", "id", "os.getpid", "os.path.getsize", "random.randint",
            "random.randrange", "math.floor", "math.ceil", "math.gcd", "math.factorial",
            "math.isqrt", "math.comb", "math.lcm", "time.time_ns", "os.cpu_count", "sys.getsizeof",
            "sys.getrefcount", "bisect.bisect", "bisect.bisect_left", "bisect.bisect_right",
            "operator.index", "zlib.crc32", "threading.get_ident",
        ),
        _INTEGER,
    ),
    **dict.fromkeys(
        (
            "float", "time.time", "time.monotonic", "time.perf_counter", "time.process_time",
            "math.sqrt", "math.sin", "math.cos", "math.tan", "math.exp", "math.log", "math.log2",
            "math.log10", "math.pow", "math.hypot", "math.fabs", "math.radians", "math.degrees",
            "math.atan2", "math.atan", "math.fsum", "math.dist", "random.random",
            "random.uniform", "random.gauss", "statistics.mean", "os.path.getmtime",
        ),
        _FLOAT,
    ),
    **dict.fromkeys(
        (
            "str", "repr", "chr", "hex", "bin", "oct", "format", "input", "ascii", "bytes",
            "bytearray", "os.path.join", "os.path.basename", "os.path.dirname",
            "os.path.abspath", "os.path.realpath", "os.path.normpath", "os.path.expanduser",
            "os.path.relpath", "os.path.expandvars", "os.path.commonpath", "os.path.normcase",
            "os.getcwd", "os.getenv", "json.dumps", "textwrap.dedent", "textwrap.indent",
            "textwrap.fill", "re.sub", "re.escape", "time.strftime", "html.escape",
            "html.unescape", "urllib.parse.quote", "urllib.parse.unquote",
            "urllib.parse.urlencode", "urllib.parse.urljoin", "urllib.parse.quote_plus",
            "urllib.parse.urlunparse", "inspect.getsource", "inspect.getdoc",
            "inspect.cleandoc", "traceback.format_exc", "shlex.quote", "base64.b64encode",
            "base64.b64decode", "pickle.dumps", "struct.pack", "string.capwords",
            "platform.system", "platform.python_version", "socket.gethostname",
            "getpass.getuser", "tempfile.mkdtemp", "shutil.which", "secrets.token_hex",
            "ast.unparse", "ast.dump", "locale.getpreferredencoding", "os.fspath", "os.fsdecode",
            "os.urandom", "binascii.hexlify", "binascii.unhexlify", "unicodedata.normalize",
        ),
        _STRING,
    ),
    **dict.fromkeys(
        (
            "range", "enumerate", "zip", "map", "filter", "dir", "os.listdir", "glob.glob",
            "re.findall", "re.split", "shlex.split", "random.sample", "itertools.chain",
            "itertools.product", "itertools.permutations", "itertools.combinations", "os.walk",
            "heapq.nlargest", "heapq.nsmallest", "textwrap.wrap", "re.finditer", "os.scandir",
            "itertools.zip_longest", "difflib.get_close_matches", "urllib.parse.parse_qsl",
        ),
        _LIST,
    ),
    **dict.fromkeys(
        (
            "divmod", "os.path.split", "os.path.splitext", "struct.unpack", "sys.exc_info",
            "os.pipe", "tempfile.mkstemp", "math.modf", "math.frexp", "math.sincos",
        ),
        _TUPLE,
    ),
    **dict.fromkeys(
        ("dict", "vars", "globals", "locals", "urllib.parse.parse_qs", "collections.Counter",
         "collections.OrderedDict", "collections.defaultdict", "dataclasses.asdict"),
        _DICT,
    ),
    "open": CoarseClass.RESOURCE,
    "io.open": CoarseClass.RESOURCE,
    "type": CoarseClass.CALLABLE,
    "functools.partial": CoarseClass.CALLABLE,
    "object": _OBJECT,
    "re.compile": _OBJECT,
    "memoryview": _OBJECT,
    "slice": _OBJECT,
    "logging.getLogger": _OBJECT,
    "contextlib.suppress": CoarseClass.RESOURCE,
    "threading.Lock": CoarseClass.RESOURCE,
}  # fmt: skip

#: Give bytes where the like of them give text.
BYTES_METHODS = frozenset({"encode", "digest", "to_bytes", "read_bytes", "tobytes"})
BYTES_FUNCTIONS = frozenset(
    {"bytes", "bytearray", "os.urandom", "struct.pack", "pickle.dumps", "base64.b64encode",
     "base64.b64decode", "binascii.hexlify", "binascii.unhexlify", "secrets.token_bytes"}
)  # fmt: skip
#: Methods that text and bytes have, which take of their own kind.
STRING_METHODS = frozenset(
    {"split", "rsplit", "startswith", "endswith", "strip", "lstrip", "rstrip", "replace", "find",
     "partition", "rpartition", "removeprefix", "removesuffix", "join"}
)  # fmt: skip

#: By name alone, whatever they are called on.
METHOD_RESULTS: dict[str, CoarseClass] = {
    **dict.fromkeys(
        (
            "strip", "lstrip", "rstrip", "lower", "upper", "title", "capitalize", "casefold",
            "swapcase", "join", "replace", "format", "format_map", "ljust", "rjust", "center",
            "zfill", "expandtabs", "translate", "removeprefix", "removesuffix", "encode",
            "decode", "isoformat", "strftime", "hexdigest", "as_posix", "readline", "read_text",
            "getvalue", "digest", "as_uri", "read_bytes", "hex", "gettext", "to_bytes",
        ),
        _STRING,
    ),
    **dict.fromkeys(
        (
            "startswith", "endswith", "isdigit", "isalpha", "isalnum", "isspace", "isupper",
            "islower", "isidentifier", "isnumeric", "isdecimal", "istitle", "isprintable",
            "isascii", "issubset", "issuperset", "isdisjoint", "exists", "is_file", "is_dir",
            "is_alive", "is_set", "done", "cancelled", "isatty", "is_absolute", "has_key",
            "isEnabledFor", "is_symlink", "closed", "locked", "acquire", "is_integer",
        ),
        _BOOLEAN,
    ),
    **dict.fromkeys(
        (
            "count", "index", "find", "rfind", "rindex", "bit_length", "fileno", "tell",
            "toordinal", "weekday", "isoweekday", "qsize", "bit_count", "__len__", "size",
        ),
        _INTEGER,
    ),
    **dict.fromkeys(("total_seconds", "timestamp", "mean"), _FLOAT),
    **dict.fromkeys(
        ("split", "rsplit", "splitlines", "readlines", "items", "keys", "values", "findall",
         "finditer", "tolist", "iterdir", "glob", "rglob", "fetchall", "mro", "most_common"),
        _LIST,
    ),
    **dict.fromkeys(("partition", "rpartition", "groups", "as_integer_ratio", "timetuple"), _TUPLE),
    **dict.fromkeys(
        ("intersection", "difference", "union", "symmetric_difference"), _SET
    ),
    **dict.fromkeys(("groupdict", "_asdict", "dict", "model_dump", "as_dict", "to_dict"), _DICT),
}  # fmt: skip
