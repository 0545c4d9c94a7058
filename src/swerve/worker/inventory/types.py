"""Which types do annotations name?

An annotation is text or an object, and may be wrong, unknown or hostile. Text is never evaluated:
its syntax tree is read, and names are looked up where Python would look, then behind
`if TYPE_CHECKING:`. What can't be told stays text. The answer is JSON, a list that starts with one
of the words below.
"""

from __future__ import annotations

import _ast
from collections.abc import Callable, Iterator, Sequence
from os import stat as _stat
from stat import S_ISREG as _S_ISREG
from sys import modules as _modules
from types import FunctionType
from typing import Any, NamedTuple

from . import _looking as look

ANY, INSTANCE, TUPLE_OF, EITHER, ONE_OF = "any", "instance", "tuple", "either", "one of"
CLASS, FUNCTION, VARIABLE, TEXT = "class", "function", "variable", "text"

NONE = [ONE_OF, [None]]

_MOST_ARGUMENTS = 50
_DEEPEST = 12
_LARGEST_SOURCE = 4_000_000
_ONLY_TREE = 0x400  # ast.PyCF_ONLY_AST
#: Forms that say something about a name, and nothing about its values.
_TRANSPARENT = frozenset(("Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly"))
#: Special forms that are classes in some versions.
_SPECIAL_CLASSES = frozenset(("Any", "Annotated", "Union"))
#: Where the types of annotations live; `collections.abc` keeps its things elsewhere.
_HOMES = {
    "typing": "typing",
    "typing_extensions": "typing_extensions",
    "types": "types",
    "dataclasses": "dataclasses",
    "annotationlib": "annotationlib",
    "collections.abc": "_collections_abc",
}

_getattr, _compile, _open = getattr, compile, open


class _Node(NamedTuple):
    """A part of an annotation's syntax tree, with the text that it was read from."""

    tree: Any
    text: str

    def inner(self, trees: list[Any]) -> tuple[_Node, ...]:
        return tuple([_Node(tree, self.text) for tree in trees])

    def written(self) -> str:
        start, end = self.tree.col_offset, self.tree.end_col_offset
        if self.tree.lineno != self.tree.end_lineno or "\n" in self.text:
            return self.text
        return self.text.encode("utf-8", "replace")[start:end].decode("utf-8", "replace")


class TypeReader:
    """Reads the annotations of one function or class."""

    def __init__(
        self,
        inner: dict[str, Any],
        namespaces: list[dict[str, Any]],
        owner: look.Pair | None,
        met: Callable[[look.Pair], None],
    ) -> None:
        #: Names that go before those of a module: the class's, type parameters.
        self.inner = inner
        #: The module's names, then those of others that the text may be from.
        self.namespaces = namespaces
        #: What `Self` means.
        self.owner = owner
        #: Told of every class that an annotation names.
        self.met = met

    def read(self, annotation: Any, depth: int = 0) -> list[Any]:
        """Return the type that an annotation names."""
        if depth > _DEEPEST or annotation is look.MISSING:
            return [ANY]
        if annotation is None or annotation is type(None):
            return NONE
        if type(annotation) is str:
            return self._read_text(annotation, depth)
        if type(annotation) is _Node:
            return self._read_node(annotation, depth)
        name = _special_name(annotation)
        if name is not None:
            return self._read_special(name, (), depth)
        if look.is_class(annotation):
            return self._read_class(annotation, ())
        return self._read_object(annotation, depth)

    def _read_text(self, text: str, depth: int) -> list[Any]:
        if len(text) > look.MOST_TEXT:
            return [TEXT, text[: look.MOST_TEXT]]
        tree = look.guarded(_compile, text.strip(), "<annotation>", "eval", _ONLY_TREE)
        if tree is look.MISSING:
            return [TEXT, text]
        return self._read_node(_Node(tree.body, text.strip()), depth)

    def _read_node(self, node: _Node, depth: int) -> list[Any]:
        tree = node.tree
        if type(tree) is _ast.Constant:
            if tree.value is None or type(tree.value) is str:
                return self.read(tree.value, depth + 1)
        elif type(tree) is _ast.BinOp and type(tree.op) is _ast.BitOr:
            return self._read_either(node.inner([tree.left, tree.right]), depth)
        elif type(tree) is _ast.Subscript:
            base = self._lookup(tree.value)
            listed = tree.slice.elts if type(tree.slice) is _ast.Tuple else [tree.slice]
            if base is not look.MISSING:
                return self._apply(base, node.inner(listed), depth)
        else:
            found = self._lookup(tree)
            if found is not look.MISSING:
                return self.read(found, depth + 1)
        return [TEXT, node.written()]

    def _lookup(self, tree: Any) -> Any:
        """Return what a dotted name stands for, or MISSING."""
        if type(tree) is _ast.Name:
            for names in (self.inner, *self.namespaces, look.names_in(_modules["builtins"])):
                found = names.get(tree.id, look.MISSING)
                if found is not look.MISSING:
                    return found
            for names in self.namespaces:
                found = _imported_for_typing(names, tree.id)
                if found is not look.MISSING:
                    return found
            return look.MISSING
        if type(tree) is not _ast.Attribute:
            return look.MISSING
        base = self._lookup(tree.value)
        if base is look.MISSING:
            return look.MISSING
        if look.is_class(base) and look.is_enum(base):
            return look.members_of(base).get(tree.attr, look.MISSING)
        return look.raw_attribute(base, tree.attr)

    def _read_class(self, kind: type, arguments: Sequence[Any], depth: int = 0) -> list[Any]:
        if kind is look.names_in(_modules.get("_collections_abc")).get("Callable"):
            return [FUNCTION, None, [ANY]]
        pair = look.name_of(kind)
        if pair is None:
            said = look.class_pair(kind)
            return [TEXT, f"{said[0]}.{said[1]}" if said else "?"]
        self.met(pair)
        return [INSTANCE, *pair, [self.read(one, depth + 1) for one in arguments]]

    def _read_object(self, annotation: Any, depth: int) -> list[Any]:
        """Read what typing makes of annotations; only its own types are asked for attributes."""
        kind = type(annotation)
        if kind is FunctionType:  # NewType before 3.10
            attributes = vars(FunctionType)["__dict__"].__get__(annotation)
            return self.read(attributes.get("__supertype__", look.MISSING), depth + 1)
        said = look.class_pair(kind)
        if said is None or not _is_of_typing(kind):
            return [TEXT, f"<{said[0]}.{said[1]}>" if said else "?"]
        name = said[1]
        if name in _STANDS_FOR:
            return self.read(_attribute(annotation, _STANDS_FOR[name]), depth + 1)
        if name == "TypeVar":
            return self._read_variable(annotation, depth)
        if name in ("ParamSpec", "TypeVarTuple"):
            return [ANY]
        arguments = _attribute(annotation, "__args__")
        if name in ("UnionType", "Union"):
            return self._read_either(_tuple(arguments), depth)
        origin = _attribute(annotation, "__origin__")
        if type(arguments) is not tuple:
            return self.read(origin, depth + 1)
        return self._apply(origin, arguments, depth)

    def _read_variable(self, variable: Any, depth: int) -> list[Any]:
        name, bound = _attribute(variable, "__name__"), _attribute(variable, "__bound__")
        constraints = _tuple(_attribute(variable, "__constraints__"))
        return [
            VARIABLE,
            name if look.is_text(name) else "T",
            None if bound is None or bound is look.MISSING else self.read(bound, depth + 1),
            [self.read(one, depth + 1) for one in constraints],
        ]

    def _apply(self, base: Any, arguments: tuple[Any, ...], depth: int) -> list[Any]:
        """Return the type of `base[arguments]`."""
        arguments = arguments[:_MOST_ARGUMENTS]
        name = _special_name(base)
        if name is not None:
            return self._read_special(name, arguments, depth)
        if not look.is_class(base) and _is_of_typing(type(base)):
            origin = _attribute(base, "__origin__")
            if not look.is_class(origin) or type(_attribute(base, "__args__")) is tuple:
                # An alias with parameters of its own: what it stands for will do.
                return self.read(base, depth + 1)
            base = origin
        if not look.is_class(base):
            return [ANY]
        if base is look.names_in(_modules.get("_collections_abc")).get("Callable"):
            return self._read_function(arguments, depth)
        if base is tuple:
            return self._read_tuple(arguments, depth)
        if base is type and arguments:
            return [CLASS, self.read(arguments[0], depth + 1)]
        if look.class_pair(base) == ("dataclasses", "InitVar"):
            return self.read(arguments[0] if arguments else look.MISSING, depth + 1)
        return self._read_class(base, arguments, depth)

    def _read_special(self, name: str, arguments: tuple[Any, ...], depth: int) -> list[Any]:
        """Read one of the special forms of typing."""
        if name == "Self" and self.owner is not None:
            self.met(self.owner)
            return [INSTANCE, *self.owner, []]
        if name == "LiteralString":
            return [INSTANCE, "builtins", "str", []]
        if not arguments:
            return [ANY]
        if name == "Optional":
            return _either([self.read(arguments[0], depth + 1), NONE])
        if name == "Union":
            return self._read_either(arguments, depth)
        if name == "Literal":
            values = [self._literal(one) for one in arguments]
            return [ANY] if any(value is look.MISSING for value in values) else [ONE_OF, values]
        if name in _TRANSPARENT:
            return self.read(arguments[0], depth + 1)
        return [ANY]

    def _read_either(self, arguments: tuple[Any, ...], depth: int) -> list[Any]:
        return _either([self.read(one, depth + 1) for one in arguments[:_MOST_ARGUMENTS]])

    def _read_tuple(self, arguments: tuple[Any, ...], depth: int) -> list[Any]:
        if len(arguments) == 2 and _is_ellipsis(arguments[1]):
            return [INSTANCE, "builtins", "tuple", [self.read(arguments[0], depth + 1)]]
        if len(arguments) == 1 and type(arguments[0]) is tuple:  # Tuple[()] before 3.11
            arguments = ()
        return [TUPLE_OF, [self.read(one, depth + 1) for one in arguments]]

    def _read_function(self, arguments: tuple[Any, ...], depth: int) -> list[Any]:
        if not arguments:
            return [FUNCTION, None, [ANY]]
        result = self.read(arguments[-1], depth + 1)
        parameters = arguments[:-1]
        if parameters and type(parameters[0]) is _Node:
            listed = parameters[0].tree
            if type(listed) is not _ast.List:
                return [FUNCTION, None, result]
            parameters = parameters[0].inner(listed.elts)
        elif len(parameters) == 1 and not _is_type_like(parameters[0]):
            return [FUNCTION, None, result]
        return [FUNCTION, [self.read(one, depth + 1) for one in parameters], result]

    def _literal(self, argument: Any) -> Any:
        if type(argument) is not _Node:
            return look.encoded_value(argument)
        tree = argument.tree
        if type(tree) is _ast.Constant:
            return look.encoded_value(tree.value)
        if type(tree) is _ast.UnaryOp and type(tree.operand) is _ast.Constant:
            if type(tree.op) is _ast.USub and type(tree.operand.value) is int:
                return look.encoded_value(-tree.operand.value)
            return look.MISSING
        found = self._lookup(tree)
        return look.MISSING if found is look.MISSING else look.encoded_value(found)


#: Things of typing that stand for another type, by the attribute that holds it.
_STANDS_FOR = {
    "NewType": "__supertype__",
    "ForwardRef": "__forward_arg__",
    "TypeAliasType": "__value__",
    "InitVar": "type",
    "_AnnotatedAlias": "__origin__",
}


def _either(options: list[list[Any]]) -> list[Any]:
    """Return the union of types, each once."""
    flat: list[list[Any]] = []
    for option in options:
        for one in option[1] if option[0] == EITHER else [option]:
            if one not in flat:
                flat.append(one)
    return flat[0] if len(flat) == 1 else [EITHER, flat[:_MOST_ARGUMENTS]]


def _attribute(value: Any, name: str) -> Any:
    return look.guarded(_getattr, value, name)


def _tuple(value: Any) -> tuple[Any, ...]:
    return value[:_MOST_ARGUMENTS] if type(value) is tuple else ()


def _is_ellipsis(argument: Any) -> bool:
    if type(argument) is _Node:
        tree = argument.tree
        return type(tree) is _ast.Constant and tree.value is ...
    return argument is ...


def _is_type_like(argument: Any) -> bool:
    """Say whether a lone parameter of a callable is a type, and not `...` or a ParamSpec."""
    if argument is ... or _is_of_typing(type(argument)):
        said = look.class_pair(type(argument))
        return argument is not ... and said is not None and said[1] not in _WHOLE_PARAMETERS
    return True


_WHOLE_PARAMETERS = ("ParamSpec", "_ConcatenateGenericAlias")


def _is_of_typing(kind: type) -> bool:
    """Say whether a class is one of those that make up annotations, and not one that says so."""
    said = look.class_pair(kind)
    if said is None or said[0] not in _HOMES:
        return False
    home = look.names_in(_modules.get(_HOMES[said[0]], look.MISSING))
    return home.get(said[1]) is kind


def _special_name(value: Any) -> str | None:
    """Return the name of a special form: `Optional`, `Literal`, `Any`."""
    if look.is_class(value):
        said = look.class_pair(value)
        if said is None or said[0] not in ("typing", "typing_extensions", "types"):
            return None
        name = "Union" if said == ("types", "UnionType") else said[1]
        return name if name in _SPECIAL_CLASSES else None
    if not _is_of_typing(type(value)):
        return None
    said = look.class_pair(type(value))
    if said is None or not said[1].endswith("SpecialForm"):
        return None
    name = _attribute(value, "_name")
    return name if look.is_text(name) else None


def _imported_for_typing(namespace: dict[str, Any], name: str) -> Any:
    """Return what a module imports under a name for type checkers only, or MISSING."""
    path = namespace.get("__file__")
    if not look.is_text(path):
        return look.MISSING
    if path not in _typing_imports:
        found = look.guarded(_read_typing_imports, path, namespace)
        _typing_imports[path] = {} if found is look.MISSING else found
    place = _typing_imports[path].get(name)
    if place is None:
        return look.MISSING
    module, attribute = place
    holder = look.find_module(module)
    if holder is look.MISSING or not attribute:
        return holder
    found = look.raw_attribute(holder, attribute)
    return look.find_module(f"{module}.{attribute}") if found is look.MISSING else found


#: By file: the name to where it is from.
_typing_imports: dict[str, dict[str, tuple[str, str]]] = {}


def _read_typing_imports(path: str, namespace: dict[str, Any]) -> dict[str, tuple[str, str]]:
    if not path.endswith(".py") or not _S_ISREG(_stat(path).st_mode):
        return {}  # a pipe would never end
    with _open(path, "rb") as file:
        source = file.read(_LARGEST_SOURCE)
    package = namespace.get("__package__")
    package = package if type(package) is str else ""
    found: dict[str, tuple[str, str]] = {}
    for statement in _guarded_statements(_compile(source, path, "exec", _ONLY_TREE).body):
        if type(statement) is _ast.Import:
            for alias in statement.names:
                whole = alias.name if alias.asname else alias.name.partition(".")[0]
                found[alias.asname or whole] = (whole, "")
        elif type(statement) is _ast.ImportFrom:
            module = statement.module or ""
            if statement.level:
                parents = package.split(".")
                above = parents[: len(parents) - statement.level + 1]
                module = ".".join([*above, module] if module else above)
            for alias in statement.names:
                found[alias.asname or alias.name] = (module, alias.name)
    return found


def _guarded_statements(body: list[Any]) -> Iterator[Any]:
    """Yield what stands behind `if TYPE_CHECKING:` in a module."""
    for statement in body:
        if type(statement) is _ast.If:
            test = statement.test
            name = test.attr if type(test) is _ast.Attribute else getattr(test, "id", "")
            if name == "TYPE_CHECKING":
                yield from statement.body
