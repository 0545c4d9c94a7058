"""Which calls of a function do people show: in docstrings, in a README, in the docs?

What is written there is read, never run: arguments are taken over where they are made of literals
and of names that can be imported.
"""

from __future__ import annotations

import ast
import builtins
import doctest
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from swerve.model import Realism, Seed
from swerve.observe.recipe import (
    Attribute,
    BadRecipe,
    Call,
    CallRecipe,
    Dict,
    Item,
    List,
    Name,
    Recipe,
    Set,
    Tuple,
    encode_call,
    recipe_from_value,
)
from swerve.source.syntax import FUNCTIONS, Unreadable, parse

from ._leaves import stands_alone
from ._limits import MOST_BYTES, MOST_CALLS, MOST_FILES

_FENCED = re.compile(
    r"^(`{3,}|~{3,})[ \t]*(?:\{?\.?(?:python3?|py|pycon)\b[^\n]*)?\n(.*?)^\1", re.M | re.S
)
_INDENTED = re.compile(r"(?:::|code(?:-block)?:: *python3?)[ \t]*\n\s*\n((?:[ \t]+.*\n|[ \t]*\n)+)")
_DOCUMENTS = (".md", ".rst", ".txt")
_BUILTINS = frozenset(dir(builtins)) - {"open", "input", "print", "exec", "eval", "__import__"}


def documents_in(tree: Path) -> Iterator[tuple[str, str]]:
    """Files that say how a project is used, with what they are called: README first."""
    readmes = sorted(file for file in tree.iterdir() if file.name.lower().startswith("readme"))
    others: list[Path] = []
    for folder in ("docs", "doc"):
        if (tree / folder).is_dir():
            others += sorted((tree / folder).rglob("*"))
    found = [file for file in (*readmes, *others) if file.suffix.lower() in _DOCUMENTS]
    for file in found[:MOST_FILES]:
        if file.is_file() and file.stat().st_size <= MOST_BYTES:
            yield file.relative_to(tree).as_posix(), file.read_text("utf-8", "replace")


def examples_of(
    target: Name, text: str, documents: Iterable[tuple[str, str]] = ()
) -> tuple[Seed, ...]:
    """Calls of a function or a method that docstrings of its module show, or other documents."""
    found: dict[bytes, Seed] = {}
    home = _names_of(target.module, text)
    for origin, snippets in (
        ("docstring", _docstring_snippets(text)),
        *((origin, _document_snippets(document)) for origin, document in documents),
    ):
        last = target.qualname.rpartition(".")[2]
        for snippet in snippets:
            if last in snippet:
                for call in calls_in(snippet, target, home):
                    found.setdefault(call, Seed(call, Realism.TYPED, origin))
        if len(found) >= MOST_CALLS:
            break
    return tuple(found.values())


def calls_in(code: str, target: Name, home: Mapping[str, Name]) -> Iterator[bytes]:
    """Calls of a target in a piece of code, as far as their arguments can be read off.

    `home` are names that stand for something though the code does not import them.
    """
    tree = parse(code)
    if isinstance(tree, Unreadable):
        return
    reading = _Reading(target, dict(home))
    reading.read(tree.body)
    for call in reading.found:
        try:
            yield encode_call(call)
        except BadRecipe:
            continue


def recipes_in(code: str) -> Iterator[tuple[str, tuple[Recipe, ...]]]:
    """Dotted names that code assigns several values to, with how these are made."""
    reading = _Reading(Name("", ""), {})
    for statement in ast.parse(code).body:
        match statement:
            case ast.Assign([target], ast.Tuple(values)):
                yield ast.unparse(target), tuple(map(reading.recipe, values))
            case _:
                reading.read([statement])


def _docstring_snippets(text: str) -> Iterator[str]:
    """The examples of each docstring, as one piece of code."""
    tree = parse(text)
    if isinstance(tree, Unreadable):
        return
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, *FUNCTIONS)):
            document = ast.get_docstring(node)
            if document and ">>>" in document:
                yield _prompted(document)


def _document_snippets(text: str) -> Iterator[str]:
    if ">>>" in text:
        yield _prompted(text)
    for _, code in _FENCED.findall(text):
        if ">>>" not in code:
            yield code
    for code in _INDENTED.findall(text):
        if ">>>" not in code:
            yield _dedented(code)


def _prompted(text: str) -> str:
    """What stands behind prompts; what cannot be read is left out."""
    try:
        examples = doctest.DocTestParser().get_examples(text)
    except ValueError:
        return ""
    return "".join(
        each.source for each in examples if not isinstance(parse(each.source), Unreadable)
    )


def _dedented(code: str) -> str:
    lines = code.splitlines()
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[margin:] for line in lines) + "\n"


def _names_of(module: str, text: str) -> dict[str, Name]:
    """What stands under the names of a module."""
    tree = parse(text)
    if isinstance(tree, Unreadable):
        return {}
    found = {}
    for node in tree.body:
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            found[node.name] = Name(module, node.name)
        elif isinstance(node, ast.Assign):
            for each in node.targets:
                if isinstance(each, ast.Name):
                    found[each.id] = Name(module, each.id)
    return found


@dataclass(slots=True)
class _Reading:
    """One piece of code being read, name by name."""

    target: Name
    names: dict[str, Recipe | None]
    found: list[CallRecipe] = field(default_factory=list)

    def read(self, body: Iterable[ast.stmt]) -> None:
        for statement in body:
            if isinstance(statement, ast.Import):
                for alias in statement.names:
                    name = alias.asname or alias.name.partition(".")[0]
                    self.names[name] = Name(alias.name if alias.asname else name, "")
            elif isinstance(statement, ast.ImportFrom):
                for alias in statement.names:
                    if not statement.level and statement.module:
                        self.names[alias.asname or alias.name] = Name(statement.module, alias.name)
            else:
                self._look_for_calls(statement)
                self._bind(statement)

    def _bind(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.Assign):
            made = self.recipe(statement.value)
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    self.names[target.id] = made
        elif isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            inside = _Reading(self.target, dict(self.names), self.found)
            if isinstance(statement, FUNCTIONS):
                inside.read(statement.body)
            self.names[statement.name] = None
        else:
            for part in ("body", "orelse", "finalbody"):
                self.read(getattr(statement, part, ()))

    def _look_for_calls(self, statement: ast.stmt) -> None:
        if isinstance(statement, (*FUNCTIONS, ast.ClassDef)) or hasattr(statement, "body"):
            return
        for node in ast.walk(statement):
            if isinstance(node, ast.Call):
                call = self._call_of_target(node)
                if call is not None and stands_alone((call.receiver, call.args, call.kwargs)):
                    self.found.append(call)

    def _call_of_target(self, node: ast.Call) -> CallRecipe | None:
        owner, _, last = self.target.qualname.rpartition(".")
        receiver: Recipe = None
        if isinstance(node.func, ast.Name):
            known = self.names.get(node.func.id)
            if owner or not isinstance(known, Name) or known.qualname != last:
                return None
        elif isinstance(node.func, ast.Attribute) and node.func.attr == last:
            receiver = self.recipe(node.func.value)
            if isinstance(receiver, Name) and not owner and not receiver.qualname:
                receiver = None  # a module
            elif isinstance(receiver, Name) and receiver.qualname == owner:
                receiver = None  # a class method, or a static one
            elif not owner or receiver is None or not _is_made_by(receiver, owner):
                return None
        else:
            return None
        arguments = self._arguments(node)
        return CallRecipe(self.target, receiver, *arguments) if arguments is not None else None

    def _arguments(
        self, node: ast.Call
    ) -> tuple[tuple[Recipe, ...], tuple[tuple[str, Recipe], ...]] | None:
        try:
            args = tuple(self._read(each) for each in node.args)
            kwargs = tuple((each.arg or "", self._read(each.value)) for each in node.keywords)
        except _Unread:
            return None
        return None if any(not name for name, _ in kwargs) else (args, kwargs)

    def recipe(self, node: ast.expr) -> Recipe | None:
        """How an expression is made; nothing where that cannot be said."""
        try:
            return self._read(node)
        except _Unread:
            return None

    def _read(self, node: ast.expr) -> Recipe:
        try:
            return recipe_from_value(ast.literal_eval(node))
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError, BadRecipe):
            pass
        if isinstance(node, ast.Name):
            if node.id in self.names:
                known = self.names[node.id]
                if known is None:
                    raise _Unread
                return known
            if node.id in _BUILTINS:
                return Name("builtins", node.id)
            raise _Unread
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            items = tuple(self._read(each) for each in node.elts)
            if isinstance(node, ast.List):
                return List(items)
            return Tuple(items) if isinstance(node, ast.Tuple) else Set(items)
        if isinstance(node, ast.Dict) and None not in node.keys:
            keys = [self._read(key) for key in node.keys if key is not None]
            return Dict(tuple(zip(keys, map(self._read, node.values), strict=True)))
        if isinstance(node, ast.Attribute):
            base = self._read(node.value)
            if isinstance(base, Name):
                qualname = f"{base.qualname}.{node.attr}" if base.qualname else node.attr
                return Name(base.module, qualname)
            return Attribute(base, node.attr)
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            return Item(self._read(node.value), self._read(node.slice))
        if isinstance(node, ast.Call):
            arguments = self._arguments(node)
            if arguments is not None:
                return Call(self._read(node.func), *arguments)
        if isinstance(node, ast.BinOp):
            return _computed(node.op, self._read(node.left), self._read(node.right))
        raise _Unread


class _Unread(Exception):
    """An expression that is no literal, and not made of names that are known."""


def _is_made_by(recipe: Recipe, owner: str) -> bool:
    """Whether a value is made by a class of this name, or by one of its methods."""
    while isinstance(recipe, (Call, Attribute, Item)):
        recipe = recipe.function if isinstance(recipe, Call) else recipe.of
    return isinstance(recipe, Name) and owner in (
        recipe.qualname,
        recipe.qualname.rpartition(".")[0],
    )


def _is_small(number: complex) -> bool:
    """Whether it can be a base or an exponent without taking all day."""
    return abs(number) < 100


def _computed(operator: ast.operator, left: Recipe, right: Recipe) -> Recipe:
    """What simple arithmetic gives."""
    numbers = (int, float, complex)
    if not isinstance(left, numbers) or not isinstance(right, numbers):
        raise _Unread
    try:
        if isinstance(operator, ast.Add):
            return left + right
        if isinstance(operator, ast.Sub):
            return left - right
        if isinstance(operator, ast.Mult):
            return left * right
        if isinstance(operator, ast.Div):
            return left / right
        if isinstance(operator, ast.Pow) and _is_small(left) and _is_small(right):
            power: Recipe = left**right
            return power
    except (ArithmeticError, ValueError):
        pass
    raise _Unread
