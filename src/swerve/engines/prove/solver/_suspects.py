"""Which callee must change, so that a violated contract can be kept?

The call that violates the contract is followed again for each callee of the new version, which may
then return anything. Where some result of it leads to an end that keeps the contract, it is a
suspect; where none does, the fault lies elsewhere.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress

from swerve.model import Side

from .._limits import SUSPECTS_MOST_ROUNDS
from ..lowering._program import NoMeaning
from ..lowering._surroundings import Module, function_named, module_from_text
from ._answers import Question, Refuted, Unsupported
from ._path import GaveUp, Path
from ._product import NotProved, Product
from ._proving import unreserved_answer
from ._state import Settings
from ._tasks import Task, task_of
from ._terms import forget_terms


def suspects_of(question: Question) -> tuple[str, ...]:
    """Qualified names of callees, in the order of the calls."""
    try:
        return _suspects(question)
    finally:
        forget_terms()


def _suspects(question: Question) -> tuple[str, ...]:
    answer = unreserved_answer(question)
    if not isinstance(answer, Refuted):
        return ()
    try:
        module = module_from_text(question.new_text, question.new_name, Side.NEW)
    except NoMeaning:
        return ()
    found = []
    for name in dict.fromkeys(_callees(module)):
        task = task_of(question, freed=name)
        if not isinstance(task, Unsupported) and _can_keep(task, dict(answer.arguments)):
            found.append(name)
    return tuple(found)


def _callees(module: Module) -> Iterator[str]:
    """Functions of the module, and methods of the same object, that the function calls."""
    function, class_node = module.found.function, module.found.class_node
    own = function.args.args[0].arg if function.args.args and class_node else ""
    for node in ast.walk(function):
        if not isinstance(node, ast.Call):
            continue
        name = ""
        match node.func:
            case ast.Name(id=called):
                name = called
            case ast.Attribute(value=ast.Name(id=owner), attr=called) if own and owner == own:
                name = f"{class_node.name}.{called}" if class_node else ""
        if name and name != module.found.qualified and function_named(module, name) is not None:
            yield name


def _can_keep(task: Task, arguments: dict[str, object]) -> bool:
    if task.whole is None:
        return False
    settings = Settings(trusts_annotations=True, bound=SUSPECTS_MOST_ROUNDS, arguments=arguments)
    product = Product(
        *task.whole,
        settings,
        Path(task.deadline),
        is_marked=task.surroundings.is_all_different,
        claim=task.claim(),
        seeks_kept=True,
    )
    with suppress(NotProved, GaveUp, RecursionError):
        product.run()
    return product.kept > 0
