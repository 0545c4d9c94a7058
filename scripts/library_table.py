"""Write the table of what functions of the standard library give, from typeshed.

    python scripts/library_table.py [NAME ...]

The table has the names that it had before, and those that are given: `os.path.join` for a
function, `str.strip` for a method of a builtin, `datetime.date.isoformat` for one of any class.
Needs `typeshed_client`, which comes with the development environment.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import typeshed_client as typeshed

TABLE = Path(__file__).parents[1] / "src" / "swerve" / "facts" / "library.json"
#: Classes that the table names as they are; so it does those that it has methods of.
PLAIN = frozenset(
    {"bool", "int", "float", "complex", "str", "bytes", "bytearray", "list", "tuple", "dict", "set"}
    | {"frozenset", "None"}
)
#: Forms of `typing`, as words of the table.
FORMS = {
    "TypeGuard": "bool", "TypeIs": "bool", "LiteralString": "str", "Callable": "callable",
    "type": "callable", "Type": "callable", "NamedTuple": "tuple", "structseq": "tuple",
    "Any": "?", "object": "?",
}  # fmt: skip
#: What counts of what instances can do, by the method that tells.
CAN = {"__call__": "call", "__enter__": "enter", "__next__": "next"}
#: Where typeshed says less than is known, or says it of bytes where nobody gives bytes.
SAID = {
    "dataclasses.field": "object", "divmod": "tuple", "glob.glob": "list[str]",
    "os.listdir": "list[str]", "os.path.expandvars": "str", "os.path.commonprefix": "str|bytes",
}  # fmt: skip
_resolver = typeshed.Resolver()
#: Aliases that are being read: some stand for something made of themselves.
_expanding: list[ast.stmt] = []
#: Classes that the table has methods of.
_own: set[str] = set()


def found(name: str, within: str = "builtins") -> tuple[str, object] | None:
    """The module that a name is written in, and its definition there."""
    for place in (f"{within}.{name}", name, f"builtins.{name}"):
        info = _resolver.get_fully_qualified_name(place) if "." in place else None
        if isinstance(info, typeshed.ImportedInfo):
            return ".".join(info.source_module), info.info.ast
        if isinstance(info, typeshed.NameInfo):
            return place.rpartition(".")[0], info.ast
    return None


def members(node: ast.ClassDef) -> Iterator[tuple[str, ast.AST]]:
    """What the body of a class binds, whichever the version of Python."""
    for part in ast.walk(node):
        if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield part.name, part
        elif isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name):
            yield part.targets[0].id, part


def member(owner: str, name: str, within: str = "builtins") -> tuple[str, object] | None:
    """A method of a class or of one of its bases, with all its overloads."""
    start = found(owner, within) if owner else None
    for where, each in lineage(*start) if start and isinstance(start[1], ast.ClassDef) else ():
        same: list[ast.AST | typeshed.ImportedName] = [
            part for called, part in members(each) if called == name
        ]
        if same:
            return where, typeshed.OverloadedName(same)
    return None


def definitions(module: str, node: object) -> Iterator[tuple[str, ast.AST]]:
    """Functions and classes behind a definition: overloads, and what another name stands for."""
    other = None
    if isinstance(node, typeshed.OverloadedName):
        for each in node.definitions:
            yield from definitions(module, each)
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield module, node
    elif isinstance(node, ast.AnnAssign) and node.value is None:  # something that can be called
        other = member(ast.unparse(node.annotation), "__call__", module)
    elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
        other = found(ast.unparse(node.value), module)
        if other is None and isinstance(node.value, ast.Attribute):  # `random = _inst.random`
            holder = found(ast.unparse(node.value.value), module)
            if holder is not None and isinstance(holder[1], ast.AnnAssign):
                other = member(ast.unparse(holder[1].annotation), node.value.attr, module)
    if other is not None:
        yield from definitions(*other)


def lineage(module: str, node: object) -> Iterator[tuple[str, ast.ClassDef]]:
    """A class and its bases, nearest first."""
    if isinstance(node, ast.ClassDef):
        yield module, node
        for base in node.bases:
            named = base.value if isinstance(base, ast.Subscript) else base
            other = found(ast.unparse(named), module)
            for where, each in definitions(*other) if other is not None else ():
                if each is not node:
                    yield from lineage(where, each)


def words(node: ast.expr | None, module: str, owner: str = "") -> Iterator[str]:
    """A type expression as words of the table; "?" where it says nothing."""
    match node:
        case None:
            yield "?"
        case ast.Constant(None):
            yield "None"
        case ast.Constant(str(text)):
            yield from words(ast.parse(text, mode="eval").body, module, owner)
        case ast.BinOp(left, ast.BitOr(), right):
            yield from words(left, module, owner)
            yield from words(right, module, owner)
        case ast.Subscript(ast.Name("Literal"), inner):
            parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            yield from dict.fromkeys(type(getattr(each, "value", "")).__name__ for each in parts)
        case ast.Subscript(named, inner):
            parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            for word in words(named, module, owner):
                yield word + inside(word, parts, module)
        case _:
            yield from named_words(ast.unparse(node), module, owner)


def inside(word: str, parts: list[ast.expr], module: str) -> str:
    """What a list or a tuple holds, where that is text, or bytes."""
    held = [
        held
        for each in parts
        if not (isinstance(each, ast.Constant) and each.value is ...)
        for held in words(each, module)
    ]
    is_text = set(held) in ({"str"}, {"bytes"}) or (word == "tuple" and {*held} == {"str", "bytes"})
    return f"[{'/'.join(sorted(set(held)))}]" if word in ("list", "tuple") and is_text else ""


def named_words(name: str, module: str, owner: str) -> Iterator[str]:
    """What a name stands for: a word, a type variable, an alias or a class."""
    last = name.rpartition(".")[2]
    if last == "Self" or last in FORMS or last in PLAIN:
        yield (owner or "?") if last == "Self" else FORMS.get(last, last)
        return
    other = found(name, module)
    where, node = other if other is not None else ("", None)
    value = getattr(node, "value", None)
    if isinstance(value, ast.Call) and ast.unparse(value.func).endswith("TypeVar"):
        for constraint in value.args[1:]:
            yield from words(constraint, where)
        yield from ["?"] * (len(value.args) < 2)
    elif isinstance(node, (ast.Assign, ast.AnnAssign)) and value is not None:
        if node not in _expanding:
            _expanding.append(node)
            yield from list(words(value, where))
            _expanding.pop()
    else:
        yield from [instance(*each) for each in definitions(where, node)] or ["?"]


def instance(module: str, node: ast.AST) -> str:
    """What instances of a class are, or what they can do."""
    if not isinstance(node, ast.ClassDef):
        return "?"
    if f"{module}.{node.name}" in _own:
        return f"{module}.{node.name}"
    can: set[str] = set()
    for _, each in lineage(module, node):
        if each.name in PLAIN or each.name in ("NamedTuple", "structseq"):
            return FORMS.get(each.name, each.name) + (":named" if each is not node else "")
        can |= {CAN[name] for name, _ in members(each) if name in CAN}
    return f"object:{','.join(sorted(can))}" if can else "object"


def gives(name: str) -> str:
    """What calling a function, a method or a class gives: words, with a bar between them."""
    owner, _, last = name.rpartition(".")
    start = found(name) or member(owner, last)
    found_words: dict[str, None] = {}
    for module, node in definitions(*start) if start is not None else ():
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            own = owner if owner in PLAIN or owner in _own else ""
            found_words |= dict.fromkeys(words(node.returns, module, own))
        else:
            found_words[instance(module, node)] = None
    return SAID.get(name) or "|".join(found_words)


def main() -> None:
    """Read typeshed, and write the table anew."""
    known = json.loads(TABLE.read_text("utf-8")) if TABLE.exists() else {}
    names = sorted({*known, *sys.argv[1:]})
    owners = {name.rpartition(".")[0] for name in names}
    _own.update(
        each for each in owners if (info := found(each)) and isinstance(info[1], ast.ClassDef)
    )
    table = {name: given for name in names if (given := gives(name))}
    rows = [f"{json.dumps(name)}: {json.dumps(given)}" for name, given in table.items()]
    TABLE.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
