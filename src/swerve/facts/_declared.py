"""What do declarations in the file and docstrings say about a path?"""

from __future__ import annotations

import ast
import re

from swerve.source.syntax import all_arguments, dotted

from ._surroundings import ClassShape, Surroundings, result_type, shape_of, text_of
from .annotations import (
    alternatives,
    element_of_annotation,
    key_of_annotation,
    literals_of_annotation,
    result_of_annotation,
)
from .library import FUNCTION_RESULTS
from .locating import Located, Version
from .seen import constant_of, position_of
from .usage import Usage, Usages, in_order, remember, remember_name

_MOST_ASSIGNMENTS = 6
_MOST_ITEMS = 5
#: What is written out, and its type.
_DISPLAYS: dict[type, str] = {
    **dict.fromkeys((ast.List, ast.ListComp), "list"),
    **dict.fromkeys((ast.Dict, ast.DictComp), "dict"),
    **dict.fromkeys((ast.Set, ast.SetComp), "set"),
    ast.JoinedStr: "str",
}


def add_declared(place: Located, version: Version, file: Surroundings, usages: Usages) -> None:
    """Follow annotations and assignments of the file along every path, shorter paths first."""
    declared = _Declared(place, file, usages)
    names = {new: old for old, new in version.renamed.items()}
    declared.receiver()
    for path in sorted(usages.paths, key=len):
        declared.resolve(usages.paths[path])
        base, part = split(path)
        if not part:
            declared.name(path, names.get(path, path))
        elif base in usages.paths:
            declared.part(path, base, part)


def split(path: str) -> tuple[str, str]:
    """A path without its last part, and that part: `.x`, `['key']`, `[]`, `[0]`, `{}` or `()`."""
    if path.endswith(("[]", "()", "{}")):
        return path[:-2], path[-2:]
    if path.endswith(("']", '"]')):
        start = max(path.rfind("['"), path.rfind('["'))
        if start > 0:
            return path[:start], path[start:]
    elif position_of(path) is not None:
        start = path.rfind("[")
        return path[:start], path[start:]
    base, dot, _ = path.rpartition(".")
    return (base, path[len(base) :]) if dot else (path, "")


def own_shape(place: Located, file: Surroundings) -> ClassShape | None:
    """The class whose method a function is."""
    owner = place.owner
    if owner is None:
        return None
    if file.classes.get(owner.name) is owner:
        return file.shape(owner.name)
    return shape_of(owner)


def receiver_of(place: Located) -> str:
    """What a method calls its instance or class; empty for anything else."""
    if place.function is None or place.owner is None:
        return ""
    names = [*place.function.args.posonlyargs, *place.function.args.args]
    decorators = {dotted(decorator) for decorator in place.function.decorator_list}
    return names[0].arg if names and "staticmethod" not in decorators else ""


class _Declared:
    def __init__(self, place: Located, file: Surroundings, usages: Usages) -> None:
        self._place = place
        self._file = file
        self._usages = usages
        self._own = own_shape(place, file)

    def receiver(self) -> None:
        """Say what `self` or `cls` is."""
        function, owner = self._place.function, self._place.owner
        if function is None or owner is None:
            return
        receiver = receiver_of(self._place)
        decorators = {dotted(decorator) for decorator in function.decorator_list}
        if not receiver:
            return
        is_class = "classmethod" in decorators or function.name in ("__new__", "__init_subclass__")
        text = f"type[{owner.name}]" if is_class else owner.name
        remember_name(self._usages.at(receiver).annotations, text)

    def resolve(self, usage: Usage) -> None:
        """Put what aliases of the file stand for in their place."""
        texts = list(usage.annotations)
        usage.annotations.clear()
        for text in texts:
            self._annotate(usage, text)

    def name(self, path: str, name: str) -> None:
        """Say what the file says about a free name."""
        if path not in self._usages.free_names:
            return
        usage = self._usages.at(path)
        if name in self._file.functions:
            remember_name(usage.annotations, "Callable")
        elif name in self._file.classes:
            remember_name(usage.annotations, f"type[{name}]")
        elif name in self._file.modules:
            remember_name(usage.annotations, "ModuleType")
        elif name in self._file.annotations:
            self._annotate(usage, self._file.annotations[name])
        else:
            for value in self._file.constants.get(name, ())[:_MOST_ASSIGNMENTS]:
                self._assigned(usage, value, None)

    def part(self, path: str, base: str, part: str) -> None:
        """Say what is known about a part of something because of what that thing is."""
        usage, whole = self._usages.at(path), self._usages.at(base)
        if part == "()":
            self._result(usage, whole, base)
        elif part == "[]":
            for text in list(whole.annotations):
                self._annotate(usage, element_of_annotation(text))
            self._items(usage, whole)
        elif part == "{}":
            for text in list(whole.annotations):
                self._annotate(usage, key_of_annotation(text))
        elif position_of(part) is not None:
            position = position_of(part)
            for text in list(whole.annotations):
                self._annotate(usage, element_of_annotation(text, position))
            self._items(usage, whole, position)
        elif part[0] == "[":
            for text in list(whole.annotations):
                self._annotate(usage, element_of_annotation(text))
            self._member(usage, whole, part[2:-2])
        else:
            self._member(usage, whole, part[1:])

    def _shapes(self, usage: Usage) -> list[ClassShape]:
        found = []
        for text in usage.annotations:
            for name in alternatives(text):
                for known in (name, name.removeprefix("type[").removesuffix("]")):
                    if self._own is not None and known == self._own.name:
                        found.append(self._own)
                        break
                    shape = self._file.shape(known)
                    if shape is not None:
                        found.append(shape)
                        break
        return found

    def _member(self, usage: Usage, whole: Usage, name: str) -> None:
        if "ModuleType" in whole.annotations and usage.methods | usage.attributes:
            remember_name(usage.annotations, "ModuleType")
        for shape in self._shapes(whole):
            if name in shape.annotations:
                self._annotate(usage, shape.annotations[name])
            elif name in shape.methods:
                returns = shape.methods[name]
                remember_name(usage.annotations, f"Callable[..., {returns or 'Any'}]")
            for value in shape.assigned.get(name, ())[:_MOST_ASSIGNMENTS]:
                self._assigned(usage, value, shape)

    def _result(self, usage: Usage, whole: Usage, base: str) -> None:
        function = self._file.functions.get(base)
        if function is not None and base in self._usages.free_names:
            self._annotate(usage, result_type(function))
            return
        for text in list(whole.annotations):
            self._annotate(usage, result_of_annotation(text))

    def _items(self, usage: Usage, whole: Usage, position: int | None = None) -> None:
        for value in [*whole.defaults, *whole.examples]:
            if isinstance(value, (list, tuple, set, frozenset)):
                items = in_order(value)
                if position is not None:
                    items = items[position : position + 1]
                for item in items[:_MOST_ITEMS]:
                    remember(usage.examples, item)
            elif isinstance(value, dict):
                for item in list(value.values())[:_MOST_ITEMS]:
                    if item is not None:
                        remember(usage.examples, item)

    def _annotate(self, usage: Usage, text: str) -> None:
        """Add an annotation, with what an alias of the file stands for in its place."""
        if not text:
            return
        alias = self._file.constants.get(text)
        if alias and not isinstance(alias[0], ast.Call):
            text = text_of(alias[0])
        elif alias:
            return
        remember_name(usage.annotations, text)
        for value in literals_of_annotation(text):
            if value is not None:
                remember(usage.literals, value)

    def _assigned(self, usage: Usage, value: ast.expr, shape: ClassShape | None) -> None:
        literal = constant_of(value)
        if literal is not None:
            for found in literal.constants:
                remember(usage.defaults, found)
        elif isinstance(value, ast.Name) and shape is not None and value.id in shape.constructor:
            self._annotate(usage, shape.constructor[value.id])
        elif isinstance(value, ast.Call):
            self._called(usage, value)
        elif type(value) in _DISPLAYS:
            remember_name(usage.annotations, _DISPLAYS[type(value)])
        elif isinstance(value, ast.BoolOp) and isinstance(value.op, ast.Or):
            for part in value.values:
                self._assigned(usage, part, shape)

    def _called(self, usage: Usage, value: ast.Call) -> None:
        name = dotted(value.func)
        first, _, rest = name.partition(".")
        origin = self._file.origin(first)
        kind = FUNCTION_RESULTS.get(f"{origin}.{rest}" if rest else origin) if origin else None
        if name in ("list", "set", "tuple", "dict"):
            remember_name(usage.annotations, name)
        elif kind is not None:
            usage.operand_classes.add(kind)
        elif name in self._file.functions:
            self._annotate(usage, result_type(self._file.functions[name]))
        elif name and name.rpartition(".")[2].lstrip("_")[:1].isupper():
            remember_name(usage.annotations, name)


# --- docstrings ---------------------------------------------------------------------------------

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
