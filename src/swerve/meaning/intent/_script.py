"""What does a call or a script use?"""

from __future__ import annotations

import ast
import builtins
import keyword
import re
import sys
import textwrap
from dataclasses import dataclass

#: Libraries that scripts make their inputs with; what they are asked is not what changed.
_TOOLS = frozenset({"numpy", "pytest", "typing_extensions"})
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Handler:
    """A print in an `except` block."""

    #: Matches the lines it prints.
    line: re.Pattern[str]
    #: The type that is caught, if it says more than "some error".
    type_name: str
    #: It prints the error without a word beside it: a line may be its own, or a result.
    is_bare: bool = False


@dataclass(frozen=True, slots=True)
class Used:
    """The names and values that a script hands to the project."""

    #: Functions, classes, methods and attributes, without what they belong to.
    names: frozenset[str] = frozenset()
    #: Names of arguments that are given by name.
    keywords: frozenset[str] = frozenset()
    #: Texts that are passed, and words for special values: "none", "nan", "empty".
    values: frozenset[str] = frozenset()
    #: Top-level modules that are imported and are no part of Python, nor tools.
    projects: frozenset[str] = frozenset()
    #: Parts of the dotted names of modules that are imported.
    modules: frozenset[str] = frozenset()
    #: Names that start with one underscore, imported or read.
    private: frozenset[str] = frozenset()
    #: Names that the script defines itself.
    own: frozenset[str] = frozenset()
    #: Names that it reads and nothing there defines.
    free: frozenset[str] = frozenset()
    #: What it prints where it catches an error.
    handlers: tuple[Handler, ...] = ()
    #: It draws random numbers, and no seed is set.
    is_random: bool = False
    #: It is no Python that can be read.
    is_broken: bool = False


#: An error that is printed without a word beside it reads as a sentence; results seldom do.
_SENTENCE = r"\W{0,4}(?:\S+ ){0,5}(?:[a-z]{2,} [a-z]+|[a-z]+ [a-z]{2,}) \w"
_ANY_ERROR = frozenset({"Exception", "BaseException"})
#: Letters a print must hold for its lines to be told from others.
_FEWEST_LETTERS = 3


def used_by(call: str) -> Used:
    """Read what a script uses; one that is no Python gives the identifiers in it."""
    try:
        tree = ast.parse(textwrap.dedent(call))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Used(names=_identifiers_in(call), is_broken=True)
    reader = _Reader(_tools_in(tree))
    try:
        reader.visit(tree)
    except RecursionError:
        return Used(names=_identifiers_in(call))
    return reader.used()


def given_names(call: str, code: str) -> frozenset[str]:
    """The parameters of a function that a call of it gives a value, with or without a name."""
    try:
        made = ast.parse(textwrap.dedent(call)).body[-1]
        (function,) = ast.parse(textwrap.dedent(code)).body
    except (SyntaxError, ValueError, IndexError, RecursionError, MemoryError):
        return frozenset()
    value = getattr(made, "value", None)
    if not isinstance(value, ast.Call):
        return frozenset()
    if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return frozenset()
    positional = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    if positional[:1] in (["self"], ["cls"]):
        positional = positional[1:]
    named = {each.arg for each in value.keywords if each.arg}
    return frozenset({*positional[: len(value.args)], *named})


def _identifiers_in(call: str) -> frozenset[str]:
    """The identifiers of what cannot be read: none that are Python's, none of a comment behind."""
    found = _IDENTIFIER.findall(call.partition("  # ")[0])
    return frozenset(
        name for name in found if not keyword.iskeyword(name) and not hasattr(builtins, name)
    )


def _tools_in(tree: ast.AST) -> frozenset[str]:
    """Modules that are not asked about; a tool is the subject where nothing else is imported."""
    roots = {
        name.partition(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    only_tools = roots <= _TOOLS | sys.stdlib_module_names
    return sys.stdlib_module_names | (frozenset() if only_tools else _TOOLS)


def _printed_by(call: ast.Call) -> re.Pattern[str] | None:
    """What matches the first line that a print writes; `None` when any line may be its own."""
    parts: list[str] = []
    fixed = 0
    for number, argument in enumerate(call.args):
        parts += [" "] if number else []
        pieces = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
        for piece in pieces:
            if isinstance(piece, ast.Constant) and isinstance(piece.value, str):
                text = piece.value.strip("\n").partition("\n")[0]
                fixed += sum(map(str.isalpha, text))
                parts.append(re.escape(text))
            else:
                parts.append(".*")
    return re.compile("".join(parts).rstrip()) if fixed >= _FEWEST_LETTERS else None


def _is_print(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "print"


class _Reader(ast.NodeVisitor):
    """Collects names and values."""

    def __init__(self, tools: frozenset[str]) -> None:
        self._tools = tools
        self._names: set[str] = set()
        self._keywords: set[str] = set()
        self._values: set[str] = set()
        self._roots: dict[str, str] = {}
        self._modules: set[str] = set()
        self._private: set[str] = set()
        self._own: set[str] = set()
        self._free: set[str] = set()
        self._handlers: list[Handler] = []
        #: Types that are caught where the error is printed without a word beside it.
        self._bare: list[str] = []
        #: What is printed elsewhere, with words.
        self._prints: list[str] = []
        self._is_in_handler = False
        self._draws = False
        self._has_seed = False

    def used(self) -> Used:
        """All that was collected."""
        projects = {root for root in self._roots.values() if root and not self._is_tool(root)}
        return Used(
            frozenset(self._names - self._own),
            frozenset(self._keywords),
            frozenset(self._values),
            frozenset(projects),
            frozenset(self._modules),
            frozenset(self._private - self._own),
            frozenset(self._own),
            frozenset(self._free - self._own - set(self._roots)),
            (*self._handlers, *self._bare_handlers()),
            self._draws and not self._has_seed,
        )

    def _bare_handlers(self) -> list[Handler]:
        others = f"(?!{'|'.join(self._prints)})" if self._prints else ""
        line = re.compile(others + _SENTENCE)
        return [Handler(line, type_name, is_bare=True) for type_name in self._bare]

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            root = alias.name.partition(".")[0]
            self._roots[alias.asname or root] = root
            self._see_module(alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        root = module.partition(".")[0]
        self._see_module(module)
        for alias in node.names:
            self._roots[alias.asname or alias.name] = root
            self._see_private([alias.name])
            if not self._is_tool(root):
                self._names.add(alias.name)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._own.add(node.name)
        self._own |= {each.arg for each in (*node.args.args, *node.args.kwonlyargs)}
        self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._own.add(node.name)
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store):
            self._own.add(node.id)
        elif not self._is_tool(self._roots.get(node.id, "")) and not hasattr(builtins, node.id):
            self._names.add(node.id)
            self._free.add(node.id)
            self._see_private([node.id])

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            self._own.add(node.name)
        caught = ast.unparse(node.type).rpartition(".")[2] if node.type else ""
        type_name = caught if caught.isidentifier() and caught not in _ANY_ERROR else ""
        prints = [each for each in ast.walk(node) if isinstance(each, ast.Call) and _is_print(each)]
        patterns = [_printed_by(each) for each in prints]
        self._handlers += [Handler(each, type_name) for each in patterns if each is not None]
        self._bare += [type_name for each in patterns if each is None]
        was_in_handler, self._is_in_handler = self._is_in_handler, True
        self.generic_visit(node)
        self._is_in_handler = was_in_handler

    def visit_Attribute(self, node: ast.Attribute) -> None:
        root = self._root_of(node)
        self._draws = self._draws or node.attr in {"random", "rand", "randn", "default_rng"}
        self._has_seed = self._has_seed or node.attr == "seed"
        if node.attr in {"nan", "inf", "NaN", "NaT", "NA"}:
            self._values.add(node.attr.lower())
        elif not self._is_tool(root):
            self._names.add(node.attr)
            self._see_private([node.attr])
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if _is_print(node) and not self._is_in_handler and (pattern := _printed_by(node)):
            self._prints.append(pattern.pattern)
        if self._is_tool(self._root_of(node.func)):
            if isinstance(node.func, ast.Attribute) and node.func.attr in {
                "default_rng",
                "RandomState",
                "Generator",
            }:
                self._has_seed = self._has_seed or bool(node.args or node.keywords)
        else:
            self._keywords |= {each.arg for each in node.keywords if each.arg}
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self._values.add(node.value if node.value else "empty")
            if node.value in {"nan", "inf", "-inf"}:
                self._values.add(node.value.strip("-"))
        elif node.value is None or isinstance(node.value, bool):
            self._values.add(str(node.value).lower())
        elif isinstance(node.value, complex):
            self._values.add("complex")

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            self._values.add("negative")
        self.generic_visit(node)

    def visit_List(self, node: ast.List) -> None:
        self._see_container(len(node.elts))
        self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        self._see_container(len(node.elts))
        self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> None:
        self._see_container(len(node.keys))
        self.generic_visit(node)

    def _see_module(self, dotted: str) -> None:
        self._modules |= set(dotted.split("."))
        self._see_private(dotted.split("."))

    def _see_container(self, size: int) -> None:
        if not size:
            self._values.add("empty")

    def _see_private(self, names: list[str]) -> None:
        self._private |= {
            name for name in names if name.startswith("_") and name.strip("_") and name[1] != "_"
        }

    def _root_of(self, node: ast.expr) -> str:
        """The module that a dotted name starts from; empty when it is a value."""
        while isinstance(node, ast.Attribute):
            node = node.value
        return self._roots.get(node.id, "") if isinstance(node, ast.Name) else ""

    def _is_tool(self, root: str) -> bool:
        return root in self._tools
