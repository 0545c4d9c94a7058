"""What do functions of the file say about the arguments they are given?"""

from __future__ import annotations

import ast

from swerve.facts._calling import Call
from swerve.facts._recording import Notes
from swerve.facts._surroundings import ClassShape, Surroundings, text_of
from swerve.facts.usage import remember_name
from swerve.source.syntax import FunctionNode, all_arguments


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
        is_static = any(
            isinstance(decorator, ast.Name) and decorator.id == "staticmethod"
            for decorator in method.decorator_list
        )
        return method, 0 if is_static else 1
    return None, 0
