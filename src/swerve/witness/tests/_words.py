"""What is a test called, and what does it say about itself?"""

from __future__ import annotations

import ast
import keyword
import re
import textwrap
from collections.abc import Iterator

from swerve.model import DifferenceKind, Function, Side
from swerve.model.behaviour import Raised
from swerve.observe.comparison import Different
from swerve.observe.recipe import Call, CallRecipe, Dict, FrozenSet, List, Name, Recipe, Set, Tuple
from swerve.observe.snapshot import Atom, Graph, Object
from swerve.source.syntax import node_of

from ._body import Subject

_LONGEST_NAME = 90
#: A value of more letters than this says nothing in a name.
_LONGEST_VALUE = 24
_MOST_CONDITIONS = 2
_WIDTH = 88


def name_for_test(subject: Subject, function: Function, graph: Graph) -> str:
    """A name that says what is called, what comes of it, and on which arguments."""
    *owner, name = [part for part in function.name.split(".") if part != "<locals>"]
    words = ["test", _slug(name)]
    if owner:
        words += ["of", _slug(owner[-1])]
    words.append(_outcome(subject, graph))
    conditions = list(_conditions(subject.call, function))[:_MOST_CONDITIONS]
    full = "_".join(words)
    for number, condition in enumerate(conditions):
        longer = f"{full}_{'and' if number else 'when'}_{condition}"
        if len(longer) > _LONGEST_NAME:
            break
        full = longer
    return re.sub("__+", "_", full)[:_LONGEST_NAME].rstrip("_")


#: Effects that are not called `leaves_the_same_files` after their root.
_EFFECTS = {
    "modes": "leaves_the_same_file_modes",
    "databases": "leaves_the_same_rows",
    "left_open": "leaves_the_same_files_open",
    "processes": "starts_the_same_programs",
    "log": "logs_the_same",
}


def _outcome(subject: Subject, graph: Graph) -> str:
    kind = subject.different.kind
    if kind is DifferenceKind.OUTPUT:
        return "prints_the_same"
    if kind is DifferenceKind.WARNING:
        return "warns_the_same"
    root = subject.different.path.partition(".")[0].partition("[")[0]
    if kind is DifferenceKind.EFFECT:
        return _EFFECTS.get(root, f"leaves_the_same_{root}")
    if kind is DifferenceKind.ARGUMENT:
        return (
            "leaves_its_object_the_same" if root == "receiver" else "leaves_its_arguments_the_same"
        )
    if isinstance(subject.behaviour.outcome, Raised):
        node = graph.root("exception")
        raised = node.type.rpartition(".")[2] if isinstance(node, Object) else "error"
        return f"raises_{_slug(_snake(raised))}"
    node = graph.root("result")
    shown = _value_words(node.value) if isinstance(node, Atom) else ""
    return f"returns_{shown}" if shown else "returns_the_same"


def _conditions(call: CallRecipe, function: Function) -> Iterator[str]:
    """The arguments that can be told in a few letters, those given by name first."""
    names = _parameter_names(function, is_bound=call.receiver is not None)
    given = [*call.kwargs, *zip(names, call.args, strict=False)]
    for name, value in given:
        words = _value_words(value)
        if words:
            yield f"{_slug(name)}_is_{words}"


def _parameter_names(function: Function, *, is_bound: bool) -> list[str]:
    """Parameters by position, without the one that Python fills itself."""
    node = node_of(function)
    if node is None:
        return []
    names = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
    decorators = [ast.unparse(each) for each in node.decorator_list]
    is_made = node.name in ("__init__", "__new__")
    return names[1:] if is_bound or is_made or "classmethod" in decorators else names


def is_awaited(function: Function) -> bool:
    """Whether what a function gives has to be awaited."""
    return isinstance(node_of(function), ast.AsyncFunctionDef)


_EMPTY: tuple[Recipe, ...] = (List(), Tuple(), Set(), FrozenSet(), Dict())


def _value_words(value: Recipe) -> str:
    """A value in a few letters; nothing where that says nothing."""
    if value is None or isinstance(value, bool):
        words = str(value)
    elif isinstance(value, int | float):
        words = str(value).replace("-", "minus_").replace(".", "_") if abs(value) < 10**12 else ""
    elif isinstance(value, str):
        words = value if value else "empty"
        if not re.fullmatch(r"[A-Za-z0-9_ -]+", words):
            return ""
    elif isinstance(value, Name):
        words = _snake(value.qualname.rpartition(".")[2])
    elif value in _EMPTY:
        words = "empty"
    elif isinstance(value, Call) and isinstance(value.function, Name):
        words = _snake(value.function.qualname.rpartition(".")[2])
    else:
        return ""
    slug = _slug(words)
    return slug if len(slug) <= _LONGEST_VALUE else ""


def _slug(text: str) -> str:
    slug = re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_").lower()
    return f"{slug}_" if keyword.iskeyword(slug) else slug


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)


def docstring(
    name: str, different: Different, pinned: Side, change: str, source: str
) -> tuple[str, ...]:
    """The lines that say why the test is there."""
    was, now = different.old, different.new
    if pinned is Side.OLD:
        lead = f"`{name}` did this before the change, and no longer does."
    else:
        lead = f"`{name}` does this after the change, and did not before."
    paragraphs = [
        lead,
        f"At {different.place or f'`{different.path}`'}",
        f"    old: {was}",
        f"    new: {now}",
        f"Change: {change}",
        f"Found by {source}.",
    ]
    lines = [_harmless(line) for line in paragraphs]
    lines.insert(1, "")
    lines.insert(5, "")
    wrapped = [part for line in lines for part in _wrapped(line)]
    prefix = "r" if any("\\" in line for line in wrapped) else ""
    return (f'{prefix}"""{wrapped[0]}', *wrapped[1:], '"""')


def _wrapped(line: str) -> list[str]:
    indent = "         " if line.startswith("    ") else ""
    return textwrap.wrap(
        line,
        _WIDTH - 4,
        subsequent_indent=indent,
        break_on_hyphens=False,
        drop_whitespace=True,
        replace_whitespace=False,
    ) or [""]


def _harmless(text: str) -> str:
    """Text that cannot end the docstring, on one line, in characters that can be seen."""
    shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
    return shown.replace('"""', "'''").removesuffix("\\")
