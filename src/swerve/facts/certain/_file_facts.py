"""What do the classes and functions that a file defines say about values?"""

from __future__ import annotations

import ast
import enum
import inspect
from collections.abc import Iterator
from dataclasses import dataclass, field

from swerve.source.syntax import FunctionNode, Scope, last_name

from ._certain import (
    UNKNOWN,
    Certain,
    Instance,
    Module,
    Real,
    joined,
    of_type,
    word_of_members,
    words_of_type,
)

#: Decorators that leave a function what it is.
_PLAIN = frozenset(
    {"staticmethod", "classmethod", "lru_cache", "cache", "override", "final", "abstractmethod",
     "wraps", "no_type_check"}
)  # fmt: skip
_PROPERTIES = frozenset({"property", "cached_property", "abstractproperty"})
_CONTEXTS = frozenset({"contextmanager", "asynccontextmanager"})
#: Decorators that leave a class what it is.
_PLAIN_OF_CLASSES = frozenset(
    {"dataclass", "define", "frozen", "mutable", "total_ordering", "final", "runtime_checkable",
     "unique", "attrs", "attributes", "s"}
)  # fmt: skip
#: Types of annotations that are no classes.
_SPECIAL: dict[str, type] = {
    "typing.List": list, "typing.Dict": dict, "typing.Set": set, "typing.FrozenSet": frozenset,
    "typing.Tuple": tuple, "typing.DefaultDict": dict, "typing.OrderedDict": dict,
    "typing.Counter": dict, "typing.Text": str, "typing.LiteralString": str,
}  # fmt: skip
_CALLABLE = ("typing.Callable", "collections.abc.Callable", "typing.Type", "type")
_BUILTIN_BASES = (str, bytes, bytearray, int, float, list, tuple, dict, set, frozenset)


@dataclass(frozen=True, slots=True)
class Maybe:
    """None, or else something certain."""

    inner: Certain


@dataclass(eq=False, slots=True)
class FunctionFacts:
    """A function of the file."""

    node: FunctionNode
    #: What all its returns have in common.
    returned: Certain = UNKNOWN
    annotated: Certain = UNKNOWN
    #: The last words of what decorates it.
    decorators: frozenset[str] = frozenset()
    is_generator: bool = False

    def __post_init__(self) -> None:
        words = (last_name(each) for each in self.node.decorator_list)
        self.decorators = frozenset(words)
        self.is_generator = _yields(self.node)

    @property
    def is_plain(self) -> bool:
        """Calling it runs its body."""
        return self.decorators <= _PLAIN

    @property
    def is_method(self) -> bool:
        """Reading it off an instance gives something to call."""
        return self.decorators <= _PLAIN | _CONTEXTS

    @property
    def is_property(self) -> bool:
        """Reading it runs its body."""
        return bool(self.decorators & _PROPERTIES)

    @property
    def is_rebinding(self) -> bool:
        """It adds to what has its name already."""
        return bool(self.decorators & {"setter", "getter", "deleter"})

    @property
    def result(self) -> Certain:
        """What its body gives in the end."""
        if self.node.returns is not None:
            return self.annotated
        return self.returned if not _is_empty(self.node) else UNKNOWN

    def called(self, awaited: bool) -> Certain:
        """What calling it gives."""
        if self.decorators & _CONTEXTS and len(self.decorators) == 1:
            return Certain(frozenset({"callable"}), "context manager")
        if not self.is_plain:
            return UNKNOWN
        is_async = isinstance(self.node, ast.AsyncFunctionDef)
        if self.is_generator or (is_async and not awaited):
            return Certain(frozenset({"object"}), "generator")
        return self.result if awaited == is_async else UNKNOWN


@dataclass(eq=False, slots=True)
class ClassFacts:
    """A class of the file."""

    node: ast.ClassDef
    #: Values of its base classes.
    bases: tuple[Certain, ...] = ()
    #: What its body binds.
    members: dict[str, Certain] = field(default_factory=dict)
    #: What its methods set on `self`.
    attributes: dict[str, Certain] = field(default_factory=dict)
    #: Others of the file derive from it that are of another class: `self` may be one of those.
    is_mixed: bool = False
    _defined: frozenset[str] | None = None

    @property
    def defined(self) -> frozenset[str]:
        """The names that its body binds."""
        if self._defined is None:
            self._defined = Scope(self.node, None).bound
        return self._defined

    def lineage(self) -> Iterator[ClassFacts | type]:
        """The class and all its bases that are known, nearest first."""
        yield self
        for base in self.bases:
            if isinstance(base.what, ClassFacts) and base.what is not self:
                yield from base.what.lineage()
            elif isinstance(base.what, Real):
                yield _real_base(base.what)

    @property
    def is_known(self) -> bool:
        """All its bases are known, and nothing changes how it is made."""
        return (
            all(
                isinstance(base.what, Real)
                or (
                    isinstance(base.what, ClassFacts)
                    and base.what is not self
                    and base.what.is_known
                )
                for base in self.bases
            )
            and {last_name(each) for each in self.node.decorator_list} <= _PLAIN_OF_CLASSES
            and all(
                keyword.arg != "metaclass" or last_name(keyword.value) in ("ABCMeta", "EnumMeta")
                for keyword in self.node.keywords
            )
        )

    @property
    def words(self) -> frozenset[str]:
        """The fine classes its instances have; none where that is not known."""
        if not self.is_known:
            return frozenset()
        found: set[str] = set()
        for each in self.lineage():
            if isinstance(each, ClassFacts):
                found |= each.defined
            elif issubclass(each, _BUILTIN_BASES):
                return words_of_type(each)
            else:
                found |= set(dir(each))
        return frozenset({word_of_members(found)})

    @property
    def is_enum(self) -> bool:
        """What its body binds are its instances."""
        return any(
            not isinstance(each, ClassFacts) and issubclass(each, enum.Enum)
            for each in self.lineage()
        )

    def instance(self, rule: str) -> Certain:
        """Some instance of it."""
        return Certain(self.words, rule, Instance(self))

    def receiver(self) -> Certain:
        """What its methods are called on: an instance of it, or of what derives from it."""
        is_open = self.is_mixed or "mixin" in self.node.name.lower()
        return Certain(frozenset() if is_open else self.words, "self", Instance(self))

    def constructed(self) -> Certain:
        """What calling it gives."""
        for each in self.lineage():
            if isinstance(each, ClassFacts) and "__new__" in each.defined:
                return UNKNOWN
            if isinstance(each, type) and issubclass(each, type):
                return UNKNOWN
        return self.instance("constructor of the file")

    def member(self, name: str) -> Certain:
        """What an attribute is on instances of it, as far as the file tells."""
        for each in self.lineage():
            if not isinstance(each, ClassFacts):
                continue
            found = [part[name] for part in (each.members, each.attributes) if name in part]
            if found:
                return found[0] if len(found) == 1 else joined(*found)
        return UNKNOWN


def _real_base(base: Real) -> type:
    if base.name == "typing.NamedTuple":
        return tuple
    if base.name == "typing.TypedDict":
        return dict
    if base.name in _SPECIAL:
        return _SPECIAL[base.name]
    return base.value if inspect.isclass(base.value) else object


def _yields(node: FunctionNode) -> bool:
    waiting: list[ast.AST] = list(node.body)
    while waiting:
        each = waiting.pop()
        if isinstance(each, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            waiting += ast.iter_child_nodes(each)
    return False


def _is_empty(node: FunctionNode) -> bool:
    """It has nothing to do: others are to say what it does."""
    return all(
        isinstance(each, (ast.Pass, ast.Raise))
        or (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
        for each in node.body
    )


# --- annotations --------------------------------------------------------------------------------


def type_value(value: Certain, rule: str) -> Certain:
    """Some value of the type that a value is."""
    what = value.what
    if isinstance(what, ClassFacts):
        return what.instance(rule)
    if not isinstance(what, Real):
        return UNKNOWN
    if what.name in _CALLABLE:
        return Certain(frozenset({"callable"}), rule)
    special = _SPECIAL.get(what.name)
    if special is not None:
        return of_type(special, rule)
    kind = what.value
    if not inspect.isclass(kind) or inspect.isabstract(kind) or kind in (object, type(None)):
        return UNKNOWN
    if issubclass(kind, enum.Enum) or getattr(kind, "_is_protocol", False):
        return UNKNOWN
    if kind.__module__ in ("typing", "collections.abc", "numbers", "abc", "types", "os"):
        return UNKNOWN
    return of_type(kind, rule)


def union(parts: list[Certain]) -> Certain:
    """Some value of one of several types; None among them is remembered."""
    others = [part for part in parts if part.words != {"none"}]
    if not others:
        return parts[0] if parts else UNKNOWN
    whole = others[0]
    for part in others[1:]:
        whole = joined(whole, part)
    if len(others) < len(parts):
        return Certain(frozenset(), "", Maybe(whole)) if whole.words else UNKNOWN
    return whole


def module_value(name: str) -> Certain:
    """A module."""
    return Certain(frozenset({"object"}), "module", Module(name))
