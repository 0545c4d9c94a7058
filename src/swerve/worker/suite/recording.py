"""Which classes of values does real code see where it reads something?

Code is rewritten so that every read tells what it got: names, attributes, items, results of calls.
The value goes on untouched, and no code of its own is run to find out what it is.
"""

from __future__ import annotations

import ast
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

#: What rewritten code calls.
RECORDER, RECORDER_OF_ITEMS = "__within_record__", "__within_record_item__"
NAME, ATTRIBUTE, CALL, ITEM = "name", "attribute", "call", "item"

#: File, kind, name, line, column, end line and end column of each place, columns in bytes.
Place = tuple[str, str, str, int, int, int, int]
_places: list[Place] = []
#: How often each class was seen, for each place.
_counts: list[dict[str, int]] = []


def record(site: int, value: Any) -> Any:
    """Note what class a value is of, and hand it on."""
    word = class_word(value)
    counts = _counts[site]
    counts[word] = counts.get(word, 0) + 1
    return value


def record_item(site: int, value: Any) -> bool:
    """Note what a loop in a comprehension goes over: a condition that always holds."""
    record(site, value)
    return True


def events() -> list[tuple[Place, dict[str, int]]]:
    """Everything that was seen: each place with its classes and how often, in order."""
    found: dict[Place, dict[str, int]] = {}
    for place, counts in zip(_places, _counts):
        if counts:  # a module that is imported again has its places twice
            known = found.setdefault(place, {})
            for word, count in dict(counts).items():
                known[word] = known.get(word, 0) + count
    return sorted(found.items(), key=lambda each: each[0])


def rewritten(tree: ast.Module, file: str) -> ast.Module:
    """Rewrite a module in place."""
    _Rewriter(file).visit(tree)
    return ast.fix_missing_locations(tree)


class _Rewriter(ast.NodeTransformer):
    def __init__(self, file: str) -> None:
        self._file = file

    # --- what is read ---------------------------------------------------------------------------

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """A name."""
        if not isinstance(node.ctx, ast.Load):
            return node
        return self._recorded(NAME, node.id, node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """An attribute."""
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        return self._recorded(ATTRIBUTE, node.attr, node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """An item, called by its key if that is a text, else by what it is an item of."""
        name = _item_name(node)
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or _is_slice(node.slice):
            return node
        return self._recorded(ITEM, name, node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """The result of a call."""
        name = name_of(node)
        self.generic_visit(node)
        return self._recorded(CALL, name, node)

    def visit_Await(self, node: ast.Await) -> ast.AST:
        """What comes in the end is what a call is for."""
        if not isinstance(node.value, ast.Call):
            self.generic_visit(node)
            return node
        name = name_of(node.value)
        self.generic_visit(node.value)
        return self._recorded(CALL, name, node)

    # --- what loops go over ---------------------------------------------------------------------

    def visit_For(self, node: ast.For | ast.AsyncFor) -> ast.AST:
        """The elements."""
        name = name_of(node.iter)
        self.generic_visit(node)
        if isinstance(node.target, ast.Name) and name:
            read = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
            seen = ast.copy_location(ast.Expr(self._recorded(ITEM, name, read)), node.target)
            node.body.insert(0, seen)
        return node

    visit_AsyncFor = visit_For  # noqa: N815

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        """The elements."""
        name = name_of(node.iter)
        self.generic_visit(node)
        if isinstance(node.target, ast.Name) and name:
            read = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
            node.ifs.insert(0, self._recorded(ITEM, name, read, RECORDER_OF_ITEMS))
        return node

    # --- what stays as it is --------------------------------------------------------------------

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        """Annotations stay, defaults are read."""
        node.defaults = [self.visit(each) for each in node.defaults]
        node.kw_defaults = [each and self.visit(each) for each in node.kw_defaults]
        return node

    def visit_FunctionDef(self, node: Any) -> Any:
        """Annotations stay."""
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        node.args = self.visit(node.args)
        node.body = [self.visit(each) for each in node.body]
        return node

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Type parameters stay."""
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        node.bases = [self.visit(each) for each in node.bases]
        node.keywords = [self.visit(each) for each in node.keywords]
        node.body = [self.visit(each) for each in node.body]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Annotations stay."""
        node.value = node.value and self.visit(node.value)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """What is read to be written stays."""
        node.value = self.visit(node.value)
        return node

    def visit_Delete(self, node: ast.AST) -> ast.AST:
        """Nothing is read."""
        return node

    visit_TypeAlias = visit_Delete  # noqa: N815 - types stay

    def visit_match_case(self, node: Any) -> Any:
        """Patterns stay."""
        node.guard = node.guard and self.visit(node.guard)
        node.body = [self.visit(each) for each in node.body]
        return node

    def _recorded(self, kind: str, name: str, node: ast.expr, by: str = RECORDER) -> ast.expr:
        if not name or (name.startswith("__") and name.endswith("__")):
            return node
        end = node.end_lineno or 0, node.end_col_offset or 0
        _places.append((self._file, kind, name, node.lineno, node.col_offset, *end))
        _counts.append({})
        number = ast.Constant(len(_places) - 1)
        call = ast.Call(ast.Name(by, ast.Load()), [number, node], [])
        return ast.copy_location(call, node)


def name_of(node: ast.expr) -> str:
    """The last identifier or text key of an expression; nothing where there is none."""
    if isinstance(node, ast.Await):
        return name_of(node.value)
    if isinstance(node, ast.Call):
        return name_of(node.func)
    if isinstance(node, ast.Subscript):
        return _item_name(node)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _item_name(node: ast.Subscript) -> str:
    key = node.slice
    if isinstance(key, ast.Constant) and isinstance(key.value, str):
        return key.value
    return name_of(node.value)


def _is_slice(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple):
        return any(isinstance(each, (ast.Slice, ast.Starred)) for each in node.elts)
    return isinstance(node, ast.Slice)


# --- classes of values --------------------------------------------------------------------------


def class_word(value: Any) -> str:
    """The fine class of a value, as `swerve.predict.class_of` has it."""
    if value is None:
        return "none"
    if value is True:
        return "true"
    if value is False:
        return "false"
    kind = type(value)
    if kind is int:
        return "positive int" if value > 0 else "negative int" if value else "zero int"
    words = _BY_ID.get(id(kind))  # its own hash may be code of a metaclass
    if words is None:
        if kind is float:
            return _signed(value, float, "float")
        if id(kind) in _FUNCTIONS:
            return "callable"
        if _flags(kind) & _BUILTIN or issubclass(kind, _UNFLAGGED):
            for base in _SIZED:
                if issubclass(kind, base):
                    words = _SIZED[base]
                    break
            else:
                is_int = issubclass(kind, int)
                return _signed(value, *((int, "int") if is_int else (float, "float")))
    if words is not None:
        size, empty, filled = words
        return filled if size(value) else empty
    if callable(value):
        return "callable"
    return "resource" if _has(kind, "__enter__") and _has(kind, "__exit__") else "object"


def _signed(value: Any, base: Any, word: str) -> str:
    if base.__lt__(value, 0):
        return f"negative {word}"
    return f"zero {word}" if base.__eq__(value, 0) else f"positive {word}"


def _has(kind: type, name: str) -> bool:
    for base in _bases_of(kind):  # noqa: SIM110 - half the time of any()
        if name in _names_of(base):
            return True
    return False


_SIZED: dict[type, tuple[Any, str, str]] = {
    str: (str.__len__, "empty string", "string"),
    bytes: (bytes.__len__, "bytes", "bytes"),
    bytearray: (bytearray.__len__, "bytes", "bytes"),
    list: (list.__len__, "empty list", "list"),
    tuple: (tuple.__len__, "empty tuple", "tuple"),
    dict: (dict.__len__, "empty dict", "dict"),
    set: (set.__len__, "empty set", "set"),
    frozenset: (frozenset.__len__, "empty set", "set"),
}
#: The most frequent of what can be called.
_FUNCTIONS = frozenset(map(id, (type, FunctionType, MethodType, BuiltinFunctionType)))
_BY_ID = {id(kind): words for kind, words in _SIZED.items()}
#: What a class says of being built on int, list, tuple, bytes, str or dict, in one number.
_BUILTIN = 0b111111 << 24
_flags, _bases_of, _names_of = (type.__dict__[f"__{x}__"].__get__ for x in ("flags", "mro", "dict"))
_UNFLAGGED = (float, set, frozenset, bytearray)
