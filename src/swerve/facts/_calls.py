"""What does a call do with its arguments, and what does it give?"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable

from swerve.source.syntax import FunctionNode, all_arguments, dotted, last_name
from swerve.worker.guided.calls import ARRAY_LIBRARIES

from ._methods import METHOD_RULES
from ._parts import Call, Parts
from ._recording import Notes
from ._surroundings import BUILTIN_NAMES, ClassShape, Surroundings, text_of
from .classes import CoarseClass
from .library import (
    ARRAY_MAKERS,
    BYTES_FUNCTIONS,
    BYTES_METHODS,
    CONVERSIONS,
    FUNCTION_RESULTS,
    METHOD_RESULTS,
    ONE_ITEM,
    SAME,
    SEVERAL_ARRAYS,
    STRING_METHODS,
    TYPE_WORDS,
)
from .seen import NOTHING, FlowValue, merged, of_class
from .usage import Kind, remember_name


def result_of(call: Call, parts: Parts) -> FlowValue:
    """Note what a call does, and say what it gives."""
    notes = parts.notes
    _note_counts(call, notes)
    _note_arguments(call, notes)
    if call.method in STRING_METHODS and any(seen.is_bytes for seen in call.arguments):
        notes.operator(call.base, "bytes")
    if call.name:
        if notes.expected:
            _note_expected(notes, f"{call.name}()")
        rule = _RULES.get(call.name)
        if rule is not None:
            found = rule(call, parts)
            if found is not None:
                return found
        if call.name in CONVERSIONS and call.arguments:
            return FlowValue(
                classes=frozenset((CONVERSIONS[call.name],)),
                element=parts.element(call.arguments[0]),
                origin="len",
                subject=call.arguments[0],
            )
        if call.name in SAME and call.arguments:
            is_exact = call.name.startswith("asyncio.")  # the others make something of it
            return call.arguments[0]._replace(origin="", constants=(), is_exact=is_exact)
        if call.name in ONE_ITEM and call.arguments:
            return parts.element(call.arguments[0])
    if call.method in METHOD_RULES and not call.name:
        found = METHOD_RULES[call.method](call, parts)
        if found is not None:
            return found
    kind = FUNCTION_RESULTS.get(call.name) if call.name else METHOD_RESULTS.get(call.method)
    paths = notes.reached(call.callee, "()", Kind.CALL)
    for path in paths:
        _note_expected(notes, path)
        if kind is not None and call.name:
            remember_name(notes.usages.at(path).annotations, TYPE_WORDS[kind])
    is_bytes = call.method in BYTES_METHODS or call.name in BYTES_FUNCTIONS
    return FlowValue(paths, frozenset((kind,)) if kind else frozenset(), is_bytes=is_bytes)


def _note_expected(notes: Notes, path: str) -> None:
    usage = notes.usages.at(path)
    for clause in notes.expected:
        for name in clause:
            remember_name(usage.raises, name)


#: Functions that call one of their arguments: where it stands, and how many arguments it gets; None
#: where each of the others gives one.
_CALLERS: dict[str, tuple[int, int | None]] = {
    "map": (0, None), "filter": (0, 1), "starmap": (0, 2), "reduce": (0, 2), "takewhile": (0, 1),
    "dropwhile": (0, 1), "filterfalse": (0, 1), "accumulate": (1, 2), "groupby": (1, 1),
}  # fmt: skip


def _note_counts(call: Call, notes: Notes) -> None:
    """Note with how many arguments something is called, here or by what it is handed to."""
    node = call.node
    called: list[tuple[FlowValue, int]] = []
    if not any(isinstance(each, ast.Starred) for each in node.args):
        called.append((call.callee, len(node.args) + len(node.keywords)))
    at, count = _CALLERS.get(last_name(node.func), (len(node.args), 0))
    if at < len(node.args):
        called.append((call.arguments[at], len(node.args) - 1 if count is None else count))
    called.append((call.keywords.get("key", NOTHING), 1))
    for seen, several in called:
        for usage in notes.of(seen):
            usage.called_with.add(several)


def _note_arguments(call: Call, notes: Notes) -> None:
    name = call.name
    if call.arguments and _takes_array(call.node.func):
        for usage in notes.of(call.arguments[0]):
            usage.passed_to.add("array library")
    if not name or not _is_known(name):
        return
    for position, seen in enumerate(call.arguments):
        for usage in notes.of(seen):
            usage.passed_to.add(name if position == 0 else f"{name}:{position}")
    for keyword, seen in call.keywords.items():
        for usage in notes.of(seen):
            usage.passed_to.add(f"{name}:{keyword}")
    if name.startswith("re.") and call.word(0) is not None:
        remember_name(notes.usages.patterns, call.word(0) or "")


def _takes_array(function: ast.expr) -> bool:
    """Whether somebody computes with arrays, and is no maker of one from numbers."""
    names = dotted(function).split(".")
    return (
        len(names) > 1
        and names[0] in ARRAY_LIBRARIES
        and names[-1] not in ARRAY_MAKERS | SEVERAL_ARRAYS
    )


def _is_known(name: str) -> bool:
    first = name.partition(".")[0]
    return first in BUILTIN_NAMES or first in sys.stdlib_module_names


# --- functions ----------------------------------------------------------------------------------


def _super(call: Call, parts: Parts) -> FlowValue:
    parts.notes.site("super()", Kind.CALL, "super")
    return FlowValue(("super()",))


def _getattr(call: Call, parts: Parts) -> FlowValue | None:
    name = call.word(1)
    if name is None:
        return None
    seen = parts.member(call.argument(0), name, called=False)
    if len(call.arguments) > 2:
        for usage in parts.notes.of(call.argument(0)):
            usage.asked_attributes.add(name)
        parts.notes.instead(seen, call.arguments[2])
        return merged(seen, call.arguments[2])._replace(origin="")
    return seen


def _hasattr(call: Call, parts: Parts) -> FlowValue:
    name = call.word(1)
    if name is not None:
        for usage in parts.notes.of(call.argument(0)):
            usage.asked_attributes.add(name)
    return of_class(CoarseClass.BOOLEAN)


def _setattr(call: Call, parts: Parts) -> FlowValue:
    name = call.word(1)
    if name is not None:
        for usage in parts.notes.of(call.argument(0)):
            usage.attributes.add(name)
    return NOTHING


def _isinstance(call: Call, parts: Parts) -> FlowValue:
    if len(call.node.args) == 2:
        parts.notes.held_against(call.argument(0), class_names(call.node.args[1]))
    return of_class(CoarseClass.BOOLEAN)


def class_names(node: ast.expr) -> list[str]:
    """Dotted names of one class, a tuple of classes or a union."""
    if isinstance(node, ast.Tuple):
        return [name for item in node.elts for name in class_names(item)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*class_names(node.left), *class_names(node.right)]
    if isinstance(node, ast.Call) and dotted(node.func) == "type":
        return ["None"] if ast.unparse(node) == "type(None)" else []
    name = dotted(node)
    return [name] if name else []


def _enumerate(call: Call, parts: Parts) -> FlowValue:
    element = parts.element(call.argument(0))
    return _pairs((of_class(CoarseClass.INTEGER), element))


def _zip(call: Call, parts: Parts) -> FlowValue:
    return _pairs(tuple(parts.element(seen) for seen in call.arguments))


def _pairs(parts: tuple[FlowValue, ...]) -> FlowValue:
    return FlowValue(classes=frozenset((CoarseClass.LIST,)), element=FlowValue(parts=parts))


def _range(call: Call, parts: Parts) -> FlowValue:
    element = of_class(CoarseClass.INTEGER)
    return FlowValue(classes=frozenset((CoarseClass.LIST,)), element=element)


def _len(call: Call, parts: Parts) -> FlowValue:
    parts.notes.usages.measures = True
    return FlowValue(
        classes=frozenset((CoarseClass.INTEGER,)), origin="len", subject=call.argument(0)
    )


def _type(call: Call, parts: Parts) -> FlowValue | None:
    if len(call.arguments) != 1:
        return None
    return FlowValue(
        classes=frozenset((CoarseClass.CALLABLE,)), origin="type", subject=call.argument(0)
    )


def _extreme(call: Call, parts: Parts) -> FlowValue:
    if len(call.arguments) == 1:
        return merged(parts.element(call.arguments[0]), call.keywords.get("default", NOTHING))
    found = NOTHING
    classes: frozenset[CoarseClass] = frozenset()
    for seen in call.arguments:
        found = merged(found, seen)
        classes |= seen.classes
    known = FlowValue(classes=classes)
    for seen in call.arguments:
        parts.notes.operator(seen, "<", known)
    return found._replace(origin="", constants=())


def _map(call: Call, parts: Parts) -> FlowValue:
    function = call.argument(0)
    for seen in call.arguments[1:]:
        for usage in parts.notes.of(parts.element(seen)):
            if function.origin:
                usage.passed_to.add(function.origin)
    for usage in parts.notes.of(function):
        usage.called = True
    kind = FUNCTION_RESULTS.get(function.origin)
    paths = parts.notes.reached(function, "()", Kind.CALL)
    element = FlowValue(paths, frozenset((kind,)) if kind else frozenset())
    return FlowValue(classes=frozenset((CoarseClass.LIST,)), element=element)


def _filter(call: Call, parts: Parts) -> FlowValue:
    function = call.argument(0)
    element = parts.element(call.argument(1))
    for usage in parts.notes.of(function):
        usage.called = True
    if function.constants == (None,):
        parts.notes.tested(element, frozenset())
    return call.argument(1)._replace(origin="", constants=(), is_exact=False)


def _any_all(call: Call, parts: Parts) -> FlowValue:
    element = parts.element(call.argument(0))
    parts.notes.tested(element, frozenset())
    return of_class(CoarseClass.BOOLEAN)


def _sum(call: Call, parts: Parts) -> FlowValue:
    element = parts.element(call.argument(0))
    parts.notes.operator(element, "+", of_class(CoarseClass.INTEGER))
    return FlowValue(classes=element.classes or frozenset((CoarseClass.INTEGER,)))


def _dict(call: Call, parts: Parts) -> FlowValue:
    if len(call.arguments) == 1:
        return call.arguments[0]._replace(origin="", constants=(), is_exact=False)
    element = NOTHING
    for seen in call.keywords.values():
        element = merged(element, seen)
    return FlowValue(classes=frozenset((CoarseClass.DICT,)), element=element or None)


def _cast(call: Call, parts: Parts) -> FlowValue:
    if call.node.args:
        for usage in parts.notes.of(call.argument(1)):
            remember_name(usage.annotations, ast.unparse(call.node.args[0]).strip("'\""))
    return call.argument(1)


def _chain(call: Call, parts: Parts) -> FlowValue:
    element = NOTHING
    for seen in call.arguments:
        element = merged(element, parts.element(seen))
    return FlowValue(classes=frozenset((CoarseClass.LIST,)), element=element)


_RULES: dict[str, Callable[[Call, Parts], FlowValue | None]] = {
    "super": _super,
    "getattr": _getattr,
    "hasattr": _hasattr,
    "setattr": _setattr,
    "isinstance": _isinstance,
    "issubclass": _isinstance,
    "enumerate": _enumerate,
    "zip": _zip,
    "itertools.zip_longest": _zip,
    "range": _range,
    "len": _len,
    "type": _type,
    "min": _extreme,
    "max": _extreme,
    "map": _map,
    "filter": _filter,
    "any": _any_all,
    "all": _any_all,
    "sum": _sum,
    "dict": _dict,
    "typing.cast": _cast,
    "cast": _cast,
    "itertools.chain": _chain,
}


# --- functions of the file -----------------------------------------------------------------------


def note_handed_over(
    call: Call, notes: Notes, file: Surroundings, own: ClassShape | None, receiver: str
) -> None:
    """Note the annotations of the parameters that arguments land in."""
    function, skipped = _called(call, file, own, receiver)
    if function is None:
        return
    names = [*function.args.posonlyargs, *function.args.args][skipped:]
    by_name = {argument.arg: argument for argument in all_arguments(function.args)}
    landed = list(zip(names, call.arguments, strict=False))
    if any(isinstance(node, ast.Starred) for node in call.node.args):
        landed = []
    landed += [(by_name[word], seen) for word, seen in call.keywords.items() if word in by_name]
    for parameter, seen in landed:
        if parameter.annotation is not None:
            for usage in notes.of(seen):
                remember_name(usage.annotations, text_of(parameter.annotation))


def _called(
    call: Call, file: Surroundings, own: ClassShape | None, receiver: str
) -> tuple[FunctionNode | None, int]:
    """The function of the file that is called, and how many parameters are filled already."""
    function = call.node.func
    if isinstance(function, ast.Name):
        if len(call.callee.paths) != 1:
            return None, 0
        if function.id in file.functions:
            return file.functions[function.id], 0
        shape = file.shape(function.id)
        return (shape.functions.get("__init__"), 1) if shape is not None else (None, 0)
    if call.base.paths == (receiver,) and own is not None:
        method = own.functions.get(call.method)
        if method is None:
            return None, 0
        is_static = "staticmethod" in map(last_name, method.decorator_list)
        return method, 0 if is_static else 1
    return None, 0
