"""What does the docstring say about the parameters?"""

from __future__ import annotations

import ast
import re

from swerve.facts.locating import Located, Version
from swerve.facts.usage import Usages, remember
from swerve.source.syntax import all_arguments

#: `:param int x:` and `:type x: int`.
_SPHINX_PARAM = re.compile(r"^\s*[:@]param(?:eter)?\s+([^:]+?)\s+(\**\w+)\s*:", re.M)
_SPHINX_TYPE = re.compile(r"^\s*[:@]type\s+(\w+)\s*:\s*(.+?)\s*$", re.M)
#: `x (int): ...`, `x (int, optional): ...`
_GOOGLE = re.compile(r"^\s+\**(\w+)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*:", re.M)
#: `x : int`, `x, y : int`
_NUMPY = re.compile(r"^\s*(\w+(?:\s*,\s*\w+)*)\s+:\s+(.+?)\s*$", re.M)

_MOST_EXAMPLES = 20


def add_documented(place: Located, version: Version, usages: Usages) -> None:
    """Add types and examples from the docstring of the function, or of its class."""
    function = place.function
    if function is None:
        return
    text = ast.get_docstring(function) or ""
    if function.name == "__init__" and place.owner is not None:
        text += "\n\n" + (ast.get_docstring(place.owner) or "")
    if not text.strip():
        return
    parameters = {argument.arg for argument in all_arguments(function.args)}
    for name, words in _types_in(text):
        if name in parameters:
            usage = usages.at(version.renamed.get(name, name))
            usage.documented = usage.documented or words
    if ">>>" in text:
        _add_examples(place, version, usages, text)


def _types_in(text: str) -> list[tuple[str, str]]:
    found = [(name.strip("*"), words) for words, name in _SPHINX_PARAM.findall(text)]
    found += _SPHINX_TYPE.findall(text)
    found += _GOOGLE.findall(text)
    for names, words in _NUMPY.findall(text):
        found += [(name.strip(), words) for name in names.split(",")]
    return found


def _add_examples(place: Located, version: Version, usages: Usages, text: str) -> None:
    function = place.function
    assert function is not None  # noqa: S101 (for mypy)
    names = [argument.arg for argument in [*function.args.posonlyargs, *function.args.args]]
    if place.owner is not None and names[:1] and names[0] in ("self", "cls"):
        names = names[1:]
    called = place.owner.name if place.owner and function.name == "__init__" else function.name
    for call in _calls_in(text, called)[:_MOST_EXAMPLES]:
        given = list(zip(names, call.args, strict=False))
        given += [(keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg]
        for name, node in given:
            try:
                value = ast.literal_eval(node)
            except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
                continue
            remember(usages.at(version.renamed.get(name, name)).examples, value)


def _calls_in(text: str, called: str) -> list[ast.Call]:
    found: list[ast.Call] = []
    for source in _examples_in(text):
        if called not in source:
            continue
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name == called:
                    found.append(node)
    return found


def _examples_in(text: str) -> list[str]:
    """The statements of doctests, continuation lines joined."""
    found: list[str] = []
    for line in text.splitlines():
        stripped = line.strip()
        if stripped.startswith(">>>"):
            found.append(stripped[3:].strip())
        elif stripped.startswith("...") and found:
            found[-1] += "\n" + stripped[3:].removeprefix(" ")
    return found
