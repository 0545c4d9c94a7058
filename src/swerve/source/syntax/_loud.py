"""What does a file do when it is imported, besides giving names to things?

Everything counts that is not known to do nothing. So that an ordinary file is quiet, some is: what
is read off something imported or off a class, and calls that only make a value.
"""

from __future__ import annotations

import ast
import copy
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ._definitions import branches, last_name
from ._facts import Binding, BindingKind, ModuleFacts
from ._import_time import BUILTINS, is_script_guard
from ._writing import written
from .scopes import FUNCTIONS, all_annotations, all_defaults

#: Called with literals, they make a value and do nothing else.
_MAKERS = frozenset(
    {
        *("bool", "bytes", "bytearray", "complex", "dict", "float", "frozenset", "int", "list"),
        *("object", "range", "set", "slice", "str", "tuple"),
    }
)
_DECORATORS = frozenset({"classmethod", "property", "staticmethod"})
#: The same of the standard library, also as decorators.
_LIBRARY_MAKERS = {
    "abc": frozenset({"abstractmethod"}),
    "collections": frozenset({"Counter", "OrderedDict", "defaultdict", "deque", "namedtuple"}),
    "contextlib": frozenset({"asynccontextmanager", "contextmanager"}),
    "contextvars": frozenset({"ContextVar"}),
    "dataclasses": frozenset({"dataclass", "field"}),
    "datetime": frozenset({"date", "datetime", "time", "timedelta", "timezone"}),
    "decimal": frozenset({"Decimal"}),
    "enum": frozenset({"auto", "unique"}),
    "fractions": frozenset({"Fraction"}),
    "functools": frozenset({"cache", "cached_property", "lru_cache", "partial", "total_ordering"}),
    "itertools": frozenset({"count"}),
    "logging": frozenset({"getLogger"}),
    "operator": frozenset({"attrgetter", "itemgetter", "methodcaller"}),
    "pathlib": frozenset({"Path", "PurePath"}),
    "re": frozenset({"compile"}),
    "struct": frozenset({"Struct"}),
    "threading": frozenset({"Condition", "Event", "Lock", "RLock", "local"}),
    "types": frozenset({"MappingProxyType", "SimpleNamespace"}),
    "typing": frozenset(
        {"NamedTuple", "NewType", "ParamSpec", "TypeVar", "TypedDict", "final", "overload"}
    ),
}
_LIBRARY_MAKERS["typing_extensions"] = _LIBRARY_MAKERS["typing"]
#: Of these, what makes something for annotations.
_TYPE_MAKERS = frozenset(
    {"NamedTuple", "NewType", "ParamSpec", "TypeVar", "TypedDict", "namedtuple"}
)
#: Names of a module that Python itself reads; who binds one does more than give a name.
_READ_BY_PYTHON = frozenset(
    {
        *("__path__", "__package__", "__name__", "__spec__", "__loader__", "__file__"),
        *("__cached__", "__builtins__", "__class__", "__dict__", "__getattr__", "__dir__"),
    }
)
#: Imports can run in circles.
_FARTHEST = 8


@dataclass(frozen=True, slots=True)
class Project:
    """What can be told of one side of the project around a file."""

    #: Says of the first part of a module's name whether it may be the project's own.
    owns: Callable[[str], bool]
    #: What is in a module of the project, by its name; `None` where it is none, or not readable.
    find: Callable[[str], ModuleFacts | None]


def loud_statements(facts: ModuleFacts, project: Project) -> list[str]:
    """The heads of statements that may do something when the file is imported, in order."""
    return list(_Effects(facts, project).heard(facts.tree.body, ""))


def imports_of_project(facts: ModuleFacts, owns: Callable[[str], bool]) -> set[str]:
    """Names of a file that stand for something of the project, or of a star import of any kind."""
    listener = _Effects(facts, Project(owns, lambda _: None))
    return {
        name
        for name, bindings in facts.names.items()
        if any(each.alias is not None and listener.is_own(each.node) for each in bindings)
    }


class _Effects:
    def __init__(self, facts: ModuleFacts, project: Project, depth: int = 0) -> None:
        self._facts = facts
        self._project = project
        self._depth = depth
        self._read_by_python = {
            id(each.node) for name in _READ_BY_PYTHON for each in facts.names.get(name, ())
        }
        self._classes = {
            node.name: node for node in ast.walk(facts.tree) if isinstance(node, ast.ClassDef)
        }

    # --- statements -------------------------------------------------------------------------------

    def heard(self, body: Iterable[ast.stmt], place: str) -> Iterator[str]:
        for node in body:
            try:
                is_quiet = self._is_quiet(node)
            except RecursionError:
                is_quiet = False
            if not is_quiet:
                yield place + _head(node)
            is_left = isinstance(node, FUNCTIONS) or is_script_guard(node, self._facts)
            for _, inner in () if is_left else branches(node):
                yield from self.heard(inner, f"{place}{_head(node)} > ")

    def _is_quiet(self, node: ast.stmt) -> bool:
        if isinstance(node, ast.Pass) or is_script_guard(node, self._facts):
            return True
        if id(node) in self._read_by_python:
            return False
        if isinstance(node, ast.Expr):
            return isinstance(node.value, ast.Constant)
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            return not self.is_own(node)
        if isinstance(node, FUNCTIONS):
            return self._is_quiet_function(node)
        if isinstance(node, ast.ClassDef):
            return (
                all(map(self._is_decorator, node.decorator_list))
                and all(map(self._is_base, node.bases))
                and all(each.arg == "total" for each in node.keywords)
            )
        if isinstance(node, ast.Assign):
            plain = all(isinstance(each, ast.Name) for each in node.targets)
            return plain and self._does_nothing(node.value)
        if isinstance(node, ast.AnnAssign):
            parts = [node.annotation, *([node.value] if node.value else ())]
            return isinstance(node.target, ast.Name) and all(map(self._does_nothing, parts))
        if isinstance(node, ast.If):
            return self._is_plain(node.test)
        return isinstance(node, ast.Try) and all(map(self._is_quiet_handler, node.handlers))

    def _is_quiet_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        evaluated = list(all_defaults(node.args))
        if "annotations" not in self._facts.futures:
            evaluated += all_annotations(node)
        quiet = all(map(self._does_nothing, evaluated))
        return quiet and all(map(self._is_decorator, node.decorator_list))

    def _is_quiet_handler(self, node: ast.ExceptHandler) -> bool:
        """A name after `as` is deleted in the end."""
        if node.name in self._facts.names:
            return False
        return node.type is None or self._does_nothing(node.type)

    def is_own(self, node: ast.stmt) -> bool:
        """Whether an import may run code of the project, or change how the file is read."""
        if isinstance(node, ast.Import):
            return any(map(self._is_of_project, (alias.name for alias in node.names)))
        if isinstance(node, ast.ImportFrom):
            is_own = bool(node.level) or self._is_of_project(node.module or "")
            return is_own or node.module == "__future__" or node.names[0].name == "*"
        return False

    def _is_of_project(self, module: str) -> bool:
        return self._project.owns(module.partition(".")[0])

    def _is_library(self, module: str) -> bool:
        return module.partition(".")[0] in sys.stdlib_module_names and not self._is_of_project(
            module
        )

    def _library_taken_from(self, node: ast.stmt) -> str:
        """The module of the standard library in `from module import name`."""
        if not isinstance(node, ast.ImportFrom) or node.level:
            return ""
        module = node.module or ""
        return module if self._is_library(module) or module == "typing_extensions" else ""

    # --- expressions ------------------------------------------------------------------------------

    def _does_nothing(self, node: ast.expr) -> bool:
        """Whether evaluating it runs no code but that of the interpreter."""
        if isinstance(node, (ast.Constant, ast.Name)):
            return True
        if isinstance(node, (ast.Tuple, ast.List)):
            return all(map(self._does_nothing, node.elts))
        if isinstance(node, ast.Dict):
            keys = all(key is not None and self._is_plain(key) for key in node.keys)
            return keys and all(map(self._does_nothing, node.values))
        if isinstance(node, ast.Attribute):
            return self._is_known(node)
        if isinstance(node, ast.Subscript):
            is_known = self._is_known(node.value) and self._has_plain_operators(node.value)
            return is_known and self._does_nothing(node.slice)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):  # of types, mostly
            return all(self._is_plain(each) or self._is_type(each) for each in _sides(node))
        if isinstance(node, ast.Lambda):
            return all(map(self._does_nothing, all_defaults(node.args)))
        if isinstance(node, ast.IfExp):
            return self._is_plain(node.test) and all(
                map(self._does_nothing, (node.body, node.orelse))
            )
        if isinstance(node, ast.Call):
            return self._only_makes(node)
        return self._is_plain(node)

    def _is_plain(self, node: ast.expr) -> bool:
        """Whether its value is one of the interpreter's own, so that operators do nothing else."""
        if isinstance(node, ast.Constant):
            return True
        if isinstance(node, ast.Name):
            return self._is_plain_name(node.id)
        if isinstance(node, ast.Attribute):
            return self._is_of_library(node)
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            return all(map(self._is_plain, node.elts))
        if isinstance(node, ast.UnaryOp):
            return self._is_plain(node.operand)
        if isinstance(node, ast.BinOp):
            return self._is_plain(node.left) and self._is_plain(node.right)
        if isinstance(node, ast.BoolOp):
            return all(map(self._is_plain, node.values))
        if isinstance(node, ast.Compare):
            return all(map(self._is_plain, (node.left, *node.comparators)))
        if isinstance(node, ast.Subscript):
            return self._is_plain(node.value) and self._is_plain(node.slice)
        if isinstance(node, ast.JoinedStr):
            return all(map(self._is_plain, node.values))
        if isinstance(node, ast.FormattedValue):
            return self._is_plain(node.value)
        return False

    def _is_plain_name(self, name: str) -> bool:
        bindings = self._facts.names.get(name)
        if not bindings:
            return name in ("__name__", "__file__", "__debug__")
        return all(
            isinstance(each.node, (ast.Assign, ast.AnnAssign))
            and isinstance(each.node.value, ast.Constant)
            if each.alias is None
            else self._library_taken_from(each.node) in sys.stdlib_module_names
            for each in bindings
        )

    def _is_known(self, node: ast.expr) -> bool:
        """Something imported, a class or a builtin, or what is read off one of them."""
        while isinstance(node, (ast.Attribute, ast.Subscript)):
            node = node.value
        if not isinstance(node, ast.Name):
            return False
        bindings = self._facts.names.get(node.id)
        if not bindings:
            return node.id in BUILTINS or node.id in self._classes
        kinds = {each.kind for each in bindings}
        return kinds <= {BindingKind.IMPORT, BindingKind.CLASS}

    def _is_type(self, node: ast.expr) -> bool:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return all(self._is_plain(each) or self._is_type(each) for each in _sides(node))
        known = self._is_known(node) and self._has_plain_operators(node)
        return known and self._does_nothing(node)

    # --- what comes from other files of the project -----------------------------------------------

    def _has_plain_operators(self, node: ast.expr) -> bool:
        """Whether `[]` and `|` run no code of the project; of what it imports, types do not."""
        names: list[str] = []
        while isinstance(node, (ast.Attribute, ast.Subscript)):
            names[:0] = [node.attr] if isinstance(node, ast.Attribute) else []
            node = node.value
        bindings = self._facts.names.get(node.id, ()) if isinstance(node, ast.Name) else ()
        return all(self._stands_for_type(each, names) for each in bindings)

    def _stands_for_type(self, binding: Binding, names: list[str]) -> bool:
        if isinstance(binding.node, ast.ClassDef):
            return all(map(self._is_base, _metaclasses(binding.node))) and not any(
                isinstance(each, FUNCTIONS) and each.name == "__class_getitem__"
                for each in binding.node.body
            )
        if binding.alias is not None:
            module, name = binding.imports
            if not self.is_own(binding.node):
                return True
            return self._is_type_of(module, [*filter(None, (name,)), *names])
        value = getattr(binding.node, "value", None)
        if isinstance(value, ast.Call):
            return last_name(value) in _TYPE_MAKERS and self._is_maker(value.func)
        return value is not None and not names and self._is_type(value)

    def _is_type_of(self, module: str, names: list[str]) -> bool:
        """Whether a module of the project has a type by that name, or takes it from elsewhere."""
        facts = self._project.find(module)
        if facts is None and not module.startswith("."):
            return self._project.find(module.partition(".")[0]) is None  # of somebody else
        if not names or self._depth > _FARTHEST:
            return False
        if facts is None or names[0] not in facts.names:
            inner = f"{module}.{names[0]}"
            return self._project.find(inner) is not None and self._is_type_of(inner, names[1:])
        other = _Effects(facts, self._project, self._depth + 1)
        return all(other._stands_for_type(each, names[1:]) for each in facts.names[names[0]])

    def _is_of_library(self, node: ast.expr) -> bool:
        while isinstance(node, ast.Attribute):
            node = node.value
        return isinstance(node, ast.Name) and bool(self._library_module(node.id))

    def _library_module(self, name: str) -> str:
        """The module of the standard library that a name stands for."""
        bindings = self._facts.names.get(name, ())
        if len(bindings) != 1 or not isinstance(bindings[0].node, ast.Import):
            return ""
        alias = bindings[0].alias
        module = alias.name if alias is not None else ""
        return module if self._is_library(module) else ""

    # --- calls ------------------------------------------------------------------------------------

    def _only_makes(self, node: ast.Call) -> bool:
        arguments = [*node.args, *(each.value for each in node.keywords)]
        if isinstance(node.func, ast.Name) and node.func.id in _MAKERS:
            return node.func.id not in self._facts.names and all(map(self._is_plain, arguments))
        return self._is_maker(node.func) and all(map(self._does_nothing, arguments))

    def _is_maker(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            return node.attr in _LIBRARY_MAKERS.get(self._library_module(node.value.id), ())
        if not isinstance(node, ast.Name):
            return False
        bindings = self._facts.names.get(node.id, ())
        return len(bindings) == 1 and any(
            each.alias is not None
            and each.alias.name in _LIBRARY_MAKERS.get(self._library_taken_from(each.node), ())
            for each in bindings
        )

    def _is_decorator(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Call):
            return self._only_makes(node) and self._is_decorator(node.func)
        if isinstance(node, ast.Name) and node.id in _DECORATORS:
            return node.id not in self._facts.names
        if isinstance(node, ast.Attribute) and node.attr in ("setter", "getter", "deleter"):
            return isinstance(node.value, ast.Name)
        return self._is_maker(node)

    def _is_base(self, node: ast.expr) -> bool:
        """A class that does nothing when another is derived from it."""
        if isinstance(node, ast.Subscript):
            return self._does_nothing(node.slice) and self._is_base(node.value)
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name):
            return False
        bindings = self._facts.names.get(root.id)
        if not bindings:
            return root.id in BUILTINS
        own = self._classes.get(root.id)
        if own is not None and all(each.kind is BindingKind.CLASS for each in bindings):
            return not any(
                isinstance(each, FUNCTIONS) and each.name == "__init_subclass__"
                for each in own.body
            ) and all(map(self._is_base, own.bases))
        return all(each.alias is not None and not self.is_own(each.node) for each in bindings)


def _metaclasses(node: ast.ClassDef) -> Iterator[ast.expr]:
    return (each.value for each in node.keywords if each.arg != "total")


def _sides(node: ast.BinOp) -> tuple[ast.expr, ast.expr]:
    return node.left, node.right


def _head(node: ast.stmt) -> str:
    """A statement without what is inside of it."""
    bare = copy.copy(node)
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        if isinstance(getattr(bare, name, None), list):
            setattr(bare, name, [])
    if hasattr(bare, "body"):
        bare.body = [ast.Pass()]
    if isinstance(bare, ast.Try):
        bare.handlers = [
            ast.ExceptHandler(each.type, each.name, [ast.Pass()])
            for each in getattr(node, "handlers", ())
        ] or [ast.ExceptHandler(None, None, [ast.Pass()])]
    if isinstance(bare, ast.Match) and isinstance(node, ast.Match):
        bare.cases = [ast.match_case(c.pattern, c.guard, [ast.Pass()]) for c in node.cases]
    return " ".join(written(bare).split())
