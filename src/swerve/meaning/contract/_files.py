"""What is in a contract file, where does it stand, and to which module does the file belong?"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TypeAlias, TypeGuard

from swerve.source.syntax import last_name

from ._model import Case, Clause, ClauseKind, Condition, ContractFault, Presence, Span


class Places:
    """The text of a contract file, for spans, and the faults found in it so far."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.lines = tuple(text.split("\n"))
        self._faults: dict[ContractFault, None] = {}

    @property
    def faults(self) -> tuple[ContractFault, ...]:
        """Each once, in the order of the text."""
        return tuple(sorted(self._faults, key=lambda fault: (fault.line, fault.column)))

    def span(self, node: ast.AST) -> Span:
        """The place of a node, as far as it stands on its first line."""
        line: int = getattr(node, "lineno", 1)
        end_line: int = getattr(node, "end_lineno", line) or line
        text = self.line(line)
        start = _characters(text, getattr(node, "col_offset", 0))
        if end_line == line:
            end = _characters(text, getattr(node, "end_col_offset", 0) or 0)
        else:
            end = len(text.rstrip())
        return Span(line, start + 1, max(end, start + 1) + 1 if end <= start else end + 1)

    def head(self, node: ast.AST, length: int) -> Span:
        """The place of the first characters of a node: of a keyword and a name, say."""
        whole = self.span(node)
        return Span(whole.line, whole.column, whole.column + length)

    def name_of(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Span:
        """The place of the name that is defined."""
        text = self.line(node.lineno)
        found = re.search(rf"(?:def|class)\s+({re.escape(node.name)})\b", text)
        if found is None:  # it stands on another line
            return self.head(node, 3)
        return Span(node.lineno, found.start(1) + 1, found.end(1) + 1)

    def line(self, number: int) -> str:
        """A line of the file."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else ""

    def condition(self, node: ast.expr) -> Condition:
        """An expression with its place."""
        span = self.span(node)
        text = self.line(span.line)[span.column - 1 : span.end_column - 1]
        is_whole = getattr(node, "end_lineno", None) == span.line
        return Condition(text if is_whole and text else ast.unparse(node), span, node)

    def fault(self, where: ast.AST | Span, message: str) -> None:
        """Note something that cannot stand as it is."""
        span = where if isinstance(where, Span) else self.span(where)
        found = ContractFault(
            self.file, span.line, span.column, span.end_column, message, self.line(span.line)
        )
        self._faults[found] = None


def _characters(line: str, offset: int) -> int:
    """How many characters so many bytes are."""
    if line.isascii():
        return min(offset, len(line))
    return len(line.encode()[:offset].decode("utf-8", "ignore"))


# --- shapes ---------------------------------------------------------------------------------------

# What is a piece of a contract file: a helper, a clause, a name, nothing?


#: What may stand in the body of a function beside clauses.
OTHER_WORDS = ("renamed_from", "applies")
WORDS = (*(kind.value for kind in ClauseKind), *OTHER_WORDS, "case")
AnyFunction: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def is_helper(node: ast.FunctionDef) -> bool:
    """Whether a function at the top gives a value: contracts return nothing."""
    returns = any(isinstance(each, ast.Return) and each.value for each in ast.walk(node))
    says = any(isinstance(each, ast.With) or called_word(each) in WORDS for each in node.body)
    return returns and not says


def called_word(node: ast.stmt) -> str:
    """The name that a statement calls; empty where it calls none."""
    value = node.value if isinstance(node, ast.Expr) else None
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id
    return ""


def called(node: ast.stmt, word: str) -> ast.Call | None:
    """The call that a statement is, if it calls that name."""
    return call_of(node.value, word) if isinstance(node, ast.Expr) else None


def call_of(node: ast.expr, word: str) -> ast.Call | None:
    """The call that an expression is, if it calls that name."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == word:
        return node
    return None


def is_nothing(node: ast.stmt) -> bool:
    """Whether a statement says nothing: a docstring, `pass`, `...`."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    return isinstance(node, ast.Pass)


def is_name(node: ast.expr) -> TypeGuard[ast.Name]:
    """Whether an expression is a name."""
    return isinstance(node, ast.Name)


def is_ellipsis(node: ast.expr) -> bool:
    """Whether an expression is `...`."""
    return isinstance(node, ast.Constant) and node.value is ...


def is_static(node: AnyFunction) -> bool:
    """Whether a method is called on nothing."""
    return any(last_name(each) == "staticmethod" for each in node.decorator_list)


def literal(node: ast.expr | None) -> object:
    """The plain value that is written; `None` for other expressions."""
    try:
        return None if node is None else ast.literal_eval(node)
    except (ValueError, TypeError, MemoryError, RecursionError):
        return None


def presence_of(annotation: ast.expr | None) -> Presence:
    """Which versions have what is annotated like this."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        try:
            annotation = ast.parse(annotation.value, mode="eval").body
        except (SyntaxError, ValueError):
            return Presence.BOTH
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    name = last_name(annotation) if annotation is not None else ""
    return {"New": Presence.NEW, "Old": Presence.OLD}.get(name, Presence.BOTH)


def first_words(node: ast.stmt) -> str:
    """The first words of a statement."""
    text = ast.unparse(node).split("\n")[0]
    return text if len(text) <= 60 else text[:57] + "..."


# --- bodies ---------------------------------------------------------------------------------------

# What stands in a class or a function of a contract file?


@dataclass(slots=True)
class Class:
    """A class of the file, while it is read."""

    name: str
    old_name: str


@dataclass(slots=True)
class Body:
    """The body of a contract, while it is read."""

    clauses: list[Clause] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)
    preserves: list[Clause] = field(default_factory=list)
    old_name: str = ""


# --- parsing --------------------------------------------------------------------------------------

# Is a text a contract file, and does it parse?


#: By what names files import the language; the second one is from before it had its room.
LANGUAGE_MODULES = ("swerve.meaning.contract", "swerve.contract")


def is_contract_text(text: str) -> bool:
    """Whether a file imports the language: `contracts` may be a package for other reasons."""
    tree = parsed(text, "")
    if isinstance(tree, ContractFault):
        return False
    return any(
        (isinstance(node, ast.ImportFrom) and node.module in LANGUAGE_MODULES)
        or (
            isinstance(node, ast.Import)
            and any(name.name in LANGUAGE_MODULES for name in node.names)
        )
        for node in ast.walk(tree)
    )


def parsed(text: str, file: str) -> ast.Module | ContractFault:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        line, column = error.lineno or 1, max(error.offset or 1, 1)
        end = error.end_offset if error.end_lineno == error.lineno else None
        lines = text.split("\n")
        source = lines[line - 1] if line <= len(lines) else ""
        message = f"this does not parse: {error.msg}"
        return ContractFault(file, line, column, max(end or 0, column + 1), message, source)
    except (ValueError, RecursionError, MemoryError) as error:
        return ContractFault(file, 1, 1, 2, f"this does not parse: {error or 'nested too deeply'}")


# --- paths ----------------------------------------------------------------------------------------

# Which contract file belongs to which module?


_FOLDER = "contracts"
_SUFFIX = ".contract.py"
#: Folders that hold packages and are no package themselves.
_ROOTS = ("src", "lib")


def module_of(contract_file: str) -> str | None:
    """The file of the code that a contract file speaks of; `None` for other files.

    `contracts/shop/orders.py` and `shop/orders.contract.py` both speak of `shop/orders.py`. Under
    `contracts/` a leading `src/` may be left out: see `contract_files_of`.
    """
    path = PurePosixPath(contract_file)
    if path.name.endswith(_SUFFIX) and path.name != _SUFFIX:
        return str(path.with_name(path.name.removesuffix(_SUFFIX) + ".py"))
    if len(path.parts) > 1 and path.parts[0] == _FOLDER and path.suffix == ".py":
        return str(PurePosixPath(*path.parts[1:]))
    return None


def contract_files_of(module_file: str) -> tuple[str, ...]:
    """Where the contracts of a module may stand, the first one first."""
    path = PurePosixPath(module_file)
    if path.suffix != ".py" or module_of(module_file) is not None:
        return ()
    places = [
        str(PurePosixPath(_FOLDER, path)),
        str(path.with_name(path.name.removesuffix(".py") + _SUFFIX)),
    ]
    if len(path.parts) > 1 and path.parts[0] in _ROOTS:
        places.insert(1, str(PurePosixPath(_FOLDER, *path.parts[1:])))
    return tuple(places)
