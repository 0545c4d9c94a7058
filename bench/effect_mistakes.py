"""Which mistakes could have been made in what a function does to the world around it?

Files, streams, headers, processes, loggers, caches, registries: each mistake is one edit of the
text of a module, and the value that the function returns is not made from what is edited, as far as
its names tell. What stands behind a `return` or a `yield`, and functions inside of it, stay as they
are.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from bench.mutating import Mutation
from bench.scope import Scope
from bench.source import FUNCTIONS, Edit, FunctionNode, Source

_Operator: TypeAlias = "Callable[[_Place], Iterator[Mutation]]"

_WRITES = {
    *("write", "writelines", "write_text", "write_bytes", "dump"),
    *("save", "delete", "bulk_create", "bulk_update", "execute", "executemany", "log_actions"),
}
_PRINTS = {"print", "echo"}
#: Two of these that change places change what is in a stream.
_STREAMED = {"write", "writelines", "dump"} | _PRINTS
_OF_SYSTEM = re.compile(
    r"mkdir|makedirs|remove|removedirs|unlink|rmdir|rmtree|renames?|replace|move|copy\w*"
    r"|s?y?m?link|chmod|chown|utime|truncate"
)
_OF_PATHS = re.compile(r"mkdir|makedirs|unlink|rmdir|rmtree|rename\w*|replace|move|copy|touch")
_PATHS = re.compile(r".*(?:fs|filesystem|client|conn|storage|target|path|file)", re.IGNORECASE)
_CLOSES = {"flush", "close", "aclose", "release", "fsync"}
_COMMITS = {"commit": "rollback", "savepoint_commit": "savepoint_rollback"}
_ROLLBACKS = {"rollback", "savepoint_rollback", "set_rollback"}
_OPENS = re.compile(
    r"(?:.*_)?(?:fd)?open|(?:Named|Spooled)?TemporaryFile|(?:Gzip|Zip|Tar|BZ2|LZMA)File"
)
_MODE = re.compile(r"[wa](?:b?\+?|\+?b?|t)")
_HEADERS = re.compile(r"(?:.*_)?headers?", re.IGNORECASE)
_SETS_HEADER = {"set_header", "add_header", "send_header", "putheader", "set_cookie"}
_METHODS = {"GET": "POST", "POST": "PUT", "PUT": "POST", "PATCH": "PUT", "DELETE": "GET"}
_REQUESTS = {"request", "urlopen", "fetch", "send", "send_request", "_request", "_fetch"}
#: What is asked for is put together there: it may still be part of what is returned.
_BUILDERS = {"Request", "build_request", "urljoin"}
_SENDERS = re.compile(r"requests|httpx|(?:self\.)?\w*session")
_URLS = re.compile(r"(?:.*_)?(?:url|uri|endpoint)", re.IGNORECASE)
_FORGETS = re.compile(
    r"pop|popitem|clear|discard|remove|cache_clear|(?:invalidate|evict|expire)\w*"
)
_LISTED = {"append", "extend", "insert", "appendleft"}
_STORES = {"add", "update", "set", "setdefault", "register", "addHandler", "setLevel"} | _LISTED
_KNOWN = re.compile(r".*(?:cache|memo|registry|registered|seen|known).*", re.IGNORECASE)
_SURROUNDINGS = re.compile(
    r"os\.(?:chdir|fchdir|umask|putenv|unsetenv|setsid|setpgid|killpg|nice)"
    r"|os\.environ\.(?:update|setdefault|pop|clear)|sys\.(?:path|meta_path)\.\w+|sys\.set\w+"
    r"|signal\.(?:signal|alarm|setitimer)|socket\.setdefaulttimeout|locale\.setlocale|random\.seed"
    r"|warnings\.(?:simplefilter|filterwarnings)|atexit\.(?:un)?register|asyncio\.set_\w+"
    r"|logging\.(?:basicConfig|disable|captureWarnings|addLevelName)|logging\.config\.\w+"
)
_LOGGERS = re.compile(r"(?:.*_)?(?:log|logger|logging)|get_?logger", re.IGNORECASE)
_LOUD = {"warning", "warn", "error", "exception", "critical", "fatal"}
_RUNS = re.compile(
    r"subprocess\.(?:run|call)|os\.(?:system|exec\w+|spawn\w+)|(?:.*\.)?(?:Popen|call_check)"
    r"|(?:.*\.)?(?:check_(?:call|output)|spawnProcess|\w*subprocess\w*|run_and_track_\w+)"
)
_GIVEN_TO_PROCESS = {"cwd", "env", "shell", "preexec_fn", "start_new_session"}
_TELLS = re.compile(
    r"send(?:_\w+)?|emit|trigger(?:_\w+)?|dispatch(?:_\w+)?|notify\w*|publish\w*|fire(?:_\w+)?"
    r"|callback|errback|hook|cb|listener|(?:before|after|pre|post|on)_\w+|sendmail"
)
_THREADS = {"start", "join"}


def effect_mistakes_of(source: Source, function: FunctionNode) -> Iterator[Mutation]:
    """All mistakes in what a function does beside returning a value."""
    scope = Scope(source, function)
    around = _Around(source, scope)
    for block in scope.blocks():
        for number, statement in enumerate(block):
            if isinstance(statement, (*FUNCTIONS, ast.ClassDef, ast.Return)):
                continue
            place = _Place(source, around, statement, tuple(block[number + 1 : number + 2]))
            for operator in _OPERATORS:
                yield from operator(place)


# --- what is known about a function ---------------------------------------------------------------


@dataclass(frozen=True)
class _Around:
    """What the names of a function stand for."""

    source: Source
    scope: Scope

    def is_state(self, node: ast.expr) -> bool:
        """Whether something outlives the call: it belongs to the module, or to a class."""
        below: ast.expr = node
        while isinstance(below, (ast.Attribute, ast.Subscript, ast.Call)):
            inner = below.func if isinstance(below, ast.Call) else below.value
            if isinstance(below, ast.Call) and isinstance(inner, ast.Name):
                return inner.id == "type"
            if isinstance(below, ast.Attribute) and _name(inner) == "self":
                return below.attr in self._of_class or below.attr == "__class__"
            below = inner
        return isinstance(below, ast.Name) and (below.id == "cls" or self._is_outside(below.id))

    def _is_outside(self, name: str) -> bool:
        return name in self.globals or (name not in self.scope.locals and name in self._of_module)

    @cached_property
    def globals(self) -> frozenset[str]:
        """Names of the module that the function says it gives a value to."""
        nodes = ast.walk(self.scope.function)
        return frozenset(
            name for node in nodes if isinstance(node, ast.Global) for name in node.names
        )

    @cached_property
    def _of_module(self) -> frozenset[str]:
        """Names that the module binds."""
        found = _bound_in(self.source.tree.body)
        for node in self.source.tree.body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                found |= {(each.asname or each.name).partition(".")[0] for each in node.names}
        return frozenset(found)

    @cached_property
    def _of_class(self) -> frozenset[str]:
        """Names that the class of a method binds."""
        above = self.source.parents[self.scope.function]
        return frozenset(_bound_in(above.body)) if isinstance(above, ast.ClassDef) else frozenset()

    def is_returned(self, node: ast.expr) -> bool:
        """Whether something may be part of the value that is returned."""
        key = _key(node)
        return key in self._returned or key.partition(".")[0] in self._returned

    def may_be_returned(self, node: ast.expr) -> bool:
        """The same, or whether it was made from something that is."""
        wrapped = any(
            _key(target) == _key(node)
            and not _OPENS.fullmatch(_last(value))
            and (_keys(value) & self._returned) - self.scope.parameters
            for target, value in self._bindings
        )
        return wrapped or self.is_returned(node)

    @cached_property
    def _returned(self) -> frozenset[str]:
        kinds = (ast.Return, ast.Yield, ast.YieldFrom)
        nodes = [node for node in ast.walk(self.scope.function) if isinstance(node, kinds)]
        found = {key for node in nodes if node.value is not None for key in _keys(node.value)}
        while True:
            more = {
                key
                for target, value in self._bindings
                if _key(target) in found
                for key in _keys(value)
            }
            if more <= found:
                return frozenset(found)
            found |= more

    @cached_property
    def _bindings(self) -> list[tuple[ast.expr, ast.expr]]:
        return [
            (name, value)
            for node in ast.walk(self.scope.function)
            for target, value in _bindings(node)
            for name in (target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target])
        ]

    def goes_to(self, name: str, is_wanted: Callable[[ast.Call], bool]) -> bool:
        """Whether a name is written in the arguments of a call of some kind."""
        return any(
            isinstance(call, ast.Call) and is_wanted(call) and name in _keys(*_arguments(call))
            for call in ast.walk(self.scope.function)
        )


@dataclass(frozen=True)
class _Place:
    """A statement of a function, and how it is edited."""

    source: Source
    around: _Around
    statement: ast.stmt
    #: The one that follows in the same block, if any.
    after: tuple[ast.stmt, ...]

    @cached_property
    def call(self) -> ast.Call | None:
        """What it calls, when it does nothing else."""
        return _called(self.statement)

    @cached_property
    def receiver(self) -> ast.expr | None:
        """The object whose method that is."""
        function = self.call.func if self.call is not None else None
        return function.value if isinstance(function, ast.Attribute) else None

    @cached_property
    def method(self) -> str:
        """The name of what it calls."""
        return _last(self.call) if self.call is not None else ""

    @cached_property
    def targets(self) -> list[ast.expr]:
        """What it gives a value to, or takes one from."""
        if isinstance(self.statement, (ast.Assign, ast.Delete)):
            return self.statement.targets
        return [self.statement.target] if isinstance(self.statement, ast.AugAssign) else []

    @cached_property
    def expressions(self) -> list[ast.expr]:
        """What it evaluates itself."""
        return list(_expressions(self.statement))

    @cached_property
    def makes_value(self) -> bool:
        """Whether what it binds may be part of the value that is returned."""
        return any(self.around.is_returned(target) for target in self.targets)

    def dropped(self, kind: str) -> Mutation:
        """Nothing instead of the statement."""
        return self.replaced(kind, self.statement, "pass")

    def replaced(self, kind: str, node: ast.expr | ast.stmt, text: str) -> Mutation:
        """Another text in the place of a node."""
        return self.edited(kind, Edit(*self.source.span(node), text))

    def renamed(self, kind: str, node: ast.Attribute, name: str) -> Mutation:
        """Another attribute of the same object."""
        end = self.source.span(node)[1]
        return self.edited(kind, Edit(end - len(node.attr), end, name))

    def edited(self, kind: str, edit: Edit) -> Mutation:
        """The mistake that an edit is."""
        start, end = self.source.span(self.statement)
        end = max(end, edit.end)
        before = self.source.text[start:end]
        after = before[: edit.start - start] + edit.text + before[edit.end - start :]
        return Mutation(kind, self.source.text.count("\n", 0, edit.start) + 1, before, after, edit)


# --- files, streams, databases --------------------------------------------------------------------


def _write(place: _Place) -> Iterator[Mutation]:
    call = place.call
    if call is None or place.method not in _WRITES | _PRINTS:
        return
    if place.method == "execute" and _is_read(place):
        return
    where: list[ast.expr] = [place.receiver] if place.receiver is not None else []
    where += call.args[-1:] if place.method in ("dump", "save") else []
    if not any(place.around.may_be_returned(each) for each in where):
        yield place.dropped("print dropped" if place.method in _PRINTS else "write dropped")
        yield from _swapped(place, call)


def _is_read(place: _Place) -> bool:
    """Whether the answer of a database is looked at."""
    return any(
        isinstance(node, ast.Attribute)
        and node.attr.startswith("fetch")
        and place.receiver is not None
        and _key(node.value) == _key(place.receiver)
        for node in ast.walk(place.around.scope.function)
    )


def _swapped(place: _Place, call: ast.Call) -> Iterator[Mutation]:
    """Two writes to one stream that follow each other."""
    other = _called(place.after[0]) if place.after else None
    if other is None or not {_last(call), _last(other)} <= _STREAMED:
        return
    texts = [place.source.segment(each) for each in (place.statement, place.after[0])]
    if _stream(call) == _stream(other) and texts[0] != texts[1]:
        (start, middle), (rest, end) = map(place.source.span, (place.statement, place.after[0]))
        between = place.source.text[middle:rest]
        yield place.edited("writes swapped", Edit(start, end, texts[1] + between + texts[0]))


def _stream(call: ast.Call) -> str:
    """Where a write goes to."""
    named = [ast.unparse(each.value) for each in call.keywords if each.arg in ("file", "err")]
    where = call.args[-1] if _last(call) == "dump" and call.args else call.func
    if isinstance(where, ast.Attribute):
        where = where.value
    return " ".join([ast.unparse(where), *named])


def _file_operation(place: _Place) -> Iterator[Mutation]:
    if place.call is None or place.receiver is None:
        return
    owner = _last(place.receiver)
    if _is_surroundings(place):
        is_one = False
    elif ast.unparse(place.receiver) in ("os", "shutil"):
        is_one = _OF_SYSTEM.fullmatch(place.method) is not None
    elif place.method == "remove":
        is_one = not place.call.args or _PATHS.fullmatch(owner) is not None
    else:
        is_one = _OF_PATHS.fullmatch(place.method) is not None
    if is_one:
        yield place.dropped("file operation dropped")


def _close(place: _Place) -> Iterator[Mutation]:
    if place.method in _CLOSES:
        yield place.dropped("flush or close dropped")
    elif place.method in _ROLLBACKS:
        yield place.dropped("commit or rollback dropped")
    elif place.method in _COMMITS and place.call is not None:
        yield place.dropped("commit or rollback dropped")
        if isinstance(place.call.func, ast.Attribute):
            other = _COMMITS[place.method]
            yield place.renamed("commit becomes rollback", place.call.func, other)


def _mode(place: _Place) -> Iterator[Mutation]:
    for call in _calls(place):
        if _OPENS.fullmatch(_last(call)):
            first = 0 if isinstance(call.func, ast.Attribute) else 1
            named = [each.value for each in call.keywords if each.arg == "mode"]
            for each in (*call.args[first:2], *named):
                mode = _text(each)
                if isinstance(mode, str) and _MODE.fullmatch(mode):
                    other = mode.replace("w", "a") if "w" in mode else mode.replace("a", "w")
                    yield place.replaced("write mode", each, repr(other))


def _left_open(place: _Place) -> Iterator[Mutation]:
    """`with open(a) as f: b(f)` becomes `f = open(a)`, `b(f)`."""
    statement = place.statement
    if not isinstance(statement, ast.With) or len(statement.items) != 1:
        return
    opened, name = statement.items[0].context_expr, statement.items[0].optional_vars
    if isinstance(opened, ast.Call) and _OPENS.fullmatch(_last(opened)) and _name(name):
        body = _dedented(place, statement.body)
        if body is not None:
            first = f"{_name(name)} = {place.source.segment(opened)}\n"
            yield place.replaced("left open", statement, first + body)


def _finally(place: _Place) -> Iterator[Mutation]:
    """`try: a() finally: b()` becomes `a()`."""
    statement = place.statement
    if not isinstance(statement, ast.Try) or not statement.finalbody:
        return
    if any(isinstance(node, ast.Return) for each in statement.finalbody for node in ast.walk(each)):
        return
    if statement.handlers:
        last = (statement.orelse or statement.handlers[-1].body)[-1]
        start, end = place.source.span(last)[1], place.source.span(statement)[1]
        yield place.edited("finally dropped", Edit(start, end, ""))
    elif not statement.orelse:
        body = _dedented(place, statement.body)
        if body is not None:
            yield place.replaced("finally dropped", statement, body.lstrip())


def _dedented(place: _Place, block: list[ast.stmt]) -> str | None:
    """The text of a block as far to the left as its statement; `None` where it cannot be moved."""
    source, above = place.source, place.statement
    texts = [node for each in block for node in ast.walk(each) if isinstance(node, _TEXTS)]
    is_long = any(
        node.lineno != node.end_lineno and re.search(r"\"\"\"|'''|\\\n", source.segment(node))
        for node in texts
        if not isinstance(source.parents[node], (ast.JoinedStr, ast.FormattedValue))
    )
    if is_long or block[0].lineno == above.lineno or not source.stands_alone(block[0]):
        return None
    inner, outer = source.indentation(block[0]), source.indentation(above)
    start = source.span(block[0])[0] - len(inner)
    lines = source.text[start : source.span(block[-1])[1]].splitlines(keepends=True)
    return "".join(
        outer + line.removeprefix(inner) if line.startswith(inner) else line for line in lines
    )


_TEXTS = (ast.Constant, ast.JoinedStr)


# --- requests -------------------------------------------------------------------------------------


def _header(place: _Place) -> Iterator[Mutation]:
    target = place.targets[0] if len(place.targets) == 1 else None
    if isinstance(target, ast.Subscript) and _is_header(target.value):
        if not place.around.is_returned(target):
            yield place.dropped("header dropped")
            value = getattr(place.statement, "value", None)
            if value is not None and _text(value):
                yield place.replaced("header altered", value, repr(_other(_text(value))))
    elif place.call is not None and place.receiver is not None:
        is_pair = bool(place.call.args) and isinstance(place.call.args[0], ast.Tuple)
        changes = (_STORES if is_pair else _STORES - _LISTED) | {"pop"}
        is_one = place.method in changes and _is_header(place.receiver)
        if (is_one or place.method in _SETS_HEADER) and not place.around.is_returned(
            place.receiver
        ):
            yield place.dropped("header dropped")
            for each in place.call.args if is_one else []:
                yield from _entries(place, each)
    if not place.makes_value or any(map(_is_request, _calls(place))):
        for each in _given_headers(place, target):
            yield from _entries(place, each)


def _is_header(node: ast.expr) -> bool:
    name = _text(node.slice) if isinstance(node, ast.Subscript) else _last(node)
    return isinstance(name, str) and _HEADERS.fullmatch(name) is not None


def _given_headers(place: _Place, target: ast.expr | None) -> Iterator[ast.expr]:
    """What is bound to the name of headers, or passed under it."""
    if isinstance(place.statement, ast.Assign) and target is not None and _is_header(target):
        yield place.statement.value
    for each in place.expressions:
        if isinstance(each, ast.Call):
            for keyword in each.keywords:
                if keyword.arg and _HEADERS.fullmatch(keyword.arg):
                    yield keyword.value
        elif isinstance(each, ast.Dict):
            for key, value in zip(each.keys, each.values, strict=True):
                name = _text(key) if key is not None else None
                if isinstance(name, str) and _HEADERS.fullmatch(name):
                    yield value


def _entries(place: _Place, node: ast.expr) -> Iterator[Mutation]:
    """A dict that lacks an entry, or says something else in one."""
    if isinstance(node, ast.Call) and node.args:
        node = node.args[0]
    if not isinstance(node, ast.Dict):
        return
    for number, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
        others = [each for each in range(len(node.keys)) if each != number]
        less = ast.Dict(
            [node.keys[each] for each in others], [node.values[each] for each in others]
        )
        yield place.replaced("header dropped", node, ast.unparse(less))
        altered = value if _text(value) else key
        if altered is not None and _text(altered):
            yield place.replaced("header altered", altered, repr(_other(_text(altered))))


def _request(place: _Place) -> Iterator[Mutation]:
    for call in _calls(place):
        if place.makes_value and not _is_request(call):
            continue
        is_one = _is_request(call) or _last(call) in _BUILDERS
        named = [each.value for each in call.keywords if each.arg == "method"]
        for each in (*named, *(call.args[:1] if is_one else [])):
            method = _text(each)
            if isinstance(method, str) and method in _METHODS:
                yield place.replaced("HTTP method", each, repr(_METHODS[method]))
        if isinstance(call.func, ast.Attribute) and _is_verb(call):
            other = _METHODS[call.func.attr.upper()].lower()
            yield place.renamed("HTTP method", call.func, other)
        for argument in _arguments(call) if is_one else []:
            yield from _url(place, argument)
    if isinstance(place.statement, ast.Assign) and not place.makes_value:
        name = _name(place.targets[0])
        if _URLS.fullmatch(name) and place.around.goes_to(name, _is_request):
            yield from _url(place, place.statement.value)


def _url(place: _Place, node: ast.expr) -> Iterator[Mutation]:
    """Another path in what is put together to a URL."""
    if isinstance(node, ast.BinOp):
        yield from _url(place, node.left)
        yield from _url(place, node.right)
    elif isinstance(node, ast.Call) and _last(node) in ("format", "join"):
        yield from _url(place, node.func.value if isinstance(node.func, ast.Attribute) else node)
    else:
        text = _text(node)
        if isinstance(text, str) and re.match(r"https?://|/\w", text):
            path = re.sub(r"(?<!/)/([A-Za-z]\w*)", r"/\1x", text, count=1)
            other = path if path != text else text.replace("https://", "http://")
            yield place.replaced("URL", node, repr(other))


def _is_request(call: ast.Call) -> bool:
    return _last(call) in _REQUESTS or _is_verb(call)


def _is_verb(call: ast.Call) -> bool:
    """Whether a method of HTTP is called by its name."""
    sender = call.func.value if isinstance(call.func, ast.Attribute) else None
    is_sender = sender is not None and _SENDERS.fullmatch(ast.unparse(sender)) is not None
    return is_sender and _last(call).upper() in _METHODS


# --- state ----------------------------------------------------------------------------------------


def _cache(place: _Place) -> Iterator[Mutation]:
    """What is out of date stays where it is."""
    forgotten = place.receiver if _FORGETS.fullmatch(place.method) else None
    if isinstance(place.statement, ast.Delete) and isinstance(place.targets[0], ast.Subscript):
        forgotten = place.targets[0].value
    if forgotten is None or _is_header(forgotten) or _is_surroundings(place):
        return
    is_kept = place.around.is_state(forgotten) or _key(forgotten).startswith("self.")
    if is_kept and not place.around.is_returned(forgotten) and not list(_file_operation(place)):
        yield place.dropped("stale cache")


def _registry(place: _Place) -> Iterator[Mutation]:
    store = place.receiver if place.method in _STORES else None
    if isinstance(place.statement, (ast.Assign, ast.AugAssign)) and len(place.targets) == 1:
        (target,) = place.targets
        store = target.value if isinstance(target, ast.Subscript) else None
    if store is None or _is_header(store) or _is_surroundings(place):
        return
    is_cache = _key(store).startswith("self.") and _KNOWN.fullmatch(_last(store)) is not None
    if (is_cache or place.around.is_state(store)) and not place.around.is_returned(store):
        yield place.dropped("store dropped")


def _attribute(place: _Place) -> Iterator[Mutation]:
    if not isinstance(place.statement, (ast.Assign, ast.AugAssign)) or len(place.targets) != 1:
        return
    (target,) = place.targets
    owner = target.value if isinstance(target, ast.Attribute) else None
    is_state = place.around.is_state(target if owner is None else owner)
    is_written = owner is not None or _name(target) in place.around.globals
    if is_state and is_written and not place.around.is_returned(target):
        yield place.dropped("global state not set")


def _surroundings(place: _Place) -> Iterator[Mutation]:
    if _is_surroundings(place):
        yield place.dropped("surroundings not changed")


def _is_surroundings(place: _Place) -> bool:
    target = place.targets[0] if place.targets else None
    if isinstance(target, ast.Subscript):
        return ast.unparse(target.value) in ("os.environ", "sys.modules")
    return place.call is not None and bool(_SURROUNDINGS.fullmatch(ast.unparse(place.call.func)))


# --- whom it tells and what it starts -------------------------------------------------------------


def _log(place: _Place) -> Iterator[Mutation]:
    if place.call is not None and ast.unparse(place.call.func) in ("warn", "warnings.warn"):
        yield place.dropped("warning dropped")
    if place.call is None or place.receiver is None or place.method not in _LOUD:
        return
    if _LOGGERS.fullmatch(_last(place.receiver)) and isinstance(place.call.func, ast.Attribute):
        yield place.dropped("log dropped")
        yield place.renamed("log level lowered", place.call.func, "debug")


def _process(place: _Place) -> Iterator[Mutation]:
    kind = "process argument dropped"
    for call in _calls(place):
        if _is_process(call):
            for number, keyword in enumerate(call.keywords):
                if keyword.arg in _GIVEN_TO_PROCESS:
                    rest = [*call.keywords[:number], *call.keywords[number + 1 :]]
                    yield place.replaced(
                        kind, call, ast.unparse(ast.Call(call.func, call.args, rest))
                    )
            for argument in call.args[:1]:
                yield from _words(place, argument)
    name = _name(place.targets[0]) if place.targets else _name(place.receiver)
    if name and place.around.goes_to(name, _is_process):
        if place.method in ("append", "extend") or isinstance(place.statement, ast.AugAssign):
            yield place.dropped(kind)
        elif isinstance(place.statement, ast.Assign):
            yield from _words(place, place.statement.value)


def _words(place: _Place, node: ast.expr) -> Iterator[Mutation]:
    """A command that lacks one of its words, but for the first."""
    if isinstance(node, ast.BinOp):
        yield from _words(place, node.left)
        yield from _words(place, node.right)
    elif isinstance(node, ast.List):
        for number, word in enumerate(node.elts):
            if number and _text(word):
                rest = ast.List([*node.elts[:number], *node.elts[number + 1 :]], ast.Load())
                yield place.replaced("process argument dropped", node, ast.unparse(rest))


def _is_process(call: ast.Call) -> bool:
    return _RUNS.fullmatch(ast.unparse(call.func)) is not None


def _dispatch(place: _Place) -> Iterator[Mutation]:
    is_message = _name(place.receiver) == "messages" and place.method not in _STORES
    if is_message or (_TELLS.fullmatch(place.method) and place.method not in _SETS_HEADER):
        yield place.dropped("dispatch dropped")


def _thread(place: _Place) -> Iterator[Mutation]:
    if place.method in _THREADS and place.receiver is not None and _key(place.receiver):
        yield place.dropped("start or join dropped")


_OPERATORS: tuple[_Operator, ...] = (
    *(_write, _file_operation, _close, _mode, _left_open, _finally),
    *(_header, _request),
    *(_cache, _registry, _attribute, _surroundings),
    *(_log, _process, _dispatch, _thread),
)


# --- what they share ------------------------------------------------------------------------------


def _called(statement: ast.stmt) -> ast.Call | None:
    value = statement.value if isinstance(statement, ast.Expr) else None
    value = value.value if isinstance(value, ast.Await) else value
    return value if isinstance(value, ast.Call) else None


def _calls(place: _Place) -> Iterator[ast.Call]:
    return (each for each in place.expressions if isinstance(each, ast.Call))


def _arguments(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(each.value for each in call.keywords)]


#: What is told to others, what runs later, and texts whose parts have no place of their own.
_PASSED_BY = (ast.stmt, ast.Lambda, ast.Yield, ast.YieldFrom, ast.JoinedStr, ast.ExceptHandler)


def _expressions(node: ast.AST) -> Iterator[ast.expr]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, _PASSED_BY):
            if isinstance(child, ast.expr):
                yield child
            yield from _expressions(child)


def _bindings(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What gets a value there, each with where that comes from."""
    if isinstance(node, ast.Assign):
        yield from ((target, node.value) for target in node.targets)
    elif isinstance(node, (ast.AugAssign, ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
        yield node.target, node.value
    elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        yield node.target, node.iter
    elif isinstance(node, ast.withitem) and node.optional_vars is not None:
        yield node.optional_vars, node.context_expr


def _bound_in(body: list[ast.stmt]) -> set[str]:
    """Names that a module or a class binds, but for imports."""
    found = set()
    for statement in body:
        if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            found.add(statement.name)
        for node in [statement, *_own(statement)]:
            found |= {target.id for target, _ in _bindings(node) if isinstance(target, ast.Name)}
    return found


def _own(statement: ast.stmt) -> Iterator[ast.AST]:
    """Statements that run with one, in its `if`s and `try`s."""
    if not isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
        yield from ast.walk(statement)


def _last(node: ast.expr) -> str:
    """The last of the names with a dot between them."""
    if isinstance(node, ast.Call):
        return _last(node.func)
    return node.attr if isinstance(node, ast.Attribute) else _name(node)


def _name(node: ast.expr | None) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _key(node: ast.expr) -> str:
    """What a thing belongs to: a name, or an attribute of the object itself."""
    attribute = ""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call, ast.Starred)):
        attribute = node.attr if isinstance(node, ast.Attribute) else attribute
        node = node.func if isinstance(node, ast.Call) else node.value
    name = _name(node)
    return f"{name}.{attribute}" if name in ("self", "cls") and attribute else name


def _keys(*nodes: ast.AST) -> frozenset[str]:
    """What values are made of. Nothing is known of the answer to a request."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, (ast.Attribute, ast.Name)) and _key(node):
            found.add(_key(node))
        if isinstance(node, ast.Attribute) and _name(node.value) in ("self", "cls"):
            continue
        if not (isinstance(node, ast.Call) and _is_request(node)):
            found |= _keys(*ast.iter_child_nodes(node))
    return frozenset(found)


def _text(node: ast.AST) -> str | bytes | None:
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, (str, bytes)) else None


def _other(value: str | bytes | None) -> str | bytes:
    """Another header or value of one, that could be meant."""
    if isinstance(value, bytes):
        return b"text/plain" if b"/" in value else b"X-" + value
    return "text/plain" if "/" in (value or "") else f"X-{value}"
