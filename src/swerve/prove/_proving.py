"""In which order are proofs and refutations attempted?"""

from __future__ import annotations

import ast
import sys
import time
from dataclasses import dataclass
from typing import Any

from swerve.model import Side
from swerve.prove._answers import Answer, Proved, Question, Refuted, Step, Unknown, Unsupported
from swerve.prove._concrete import differs
from swerve.prove._inputs import NoArgument, arguments_from, plain_value, shapes_of
from swerve.prove._lowering import program_of
from swerve.prove._path import GaveUp, Path
from swerve.prove._product import Difference, NotProved, Product
from swerve.prove._program import NoMeaning, Program
from swerve.prove._samples import samples
from swerve.prove._shapes import ANY, Shape
from swerve.prove._state import Settings, State, Trace
from swerve.prove._surroundings import Surroundings, module_from_text, surroundings_of
from swerve.prove._terms import forget_terms
from swerve.prove._values import Bool, Float, Int, Nothing, Opaque, Str, Value

_PURE_ATTRIBUTES = "reading an attribute changes nothing"
_PURE_OPERATORS = "operators, comparisons, truth tests, len and reading items change nothing"
#: Iterations of each loop that are followed one by one.
_BOUND = 4

_SHARE_OF_SAMPLES = 0.3

_ATTEMPTS = (
    (Settings(), ()),
    (Settings(trusts_annotations=True), ()),
    (Settings(attributes_are_pure=True), (_PURE_ATTRIBUTES,)),
    (
        Settings(attributes_are_pure=True, operators_are_pure=True, trusts_annotations=True),
        (_PURE_ATTRIBUTES, _PURE_OPERATORS),
    ),
)


@dataclass(frozen=True, slots=True)
class _Task:
    """A question in instructions."""

    old: Program
    new: Program
    surroundings: Surroundings
    shapes: dict[str, Shape]
    deadline: float


def answer_to(question: Question) -> Answer:
    """Prove, refute, or say what stands in the way."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))
    deadline = time.monotonic() + question.seconds
    side = Side.OLD
    try:
        old = module_from_text(question.old_text, question.old_name, Side.OLD)
        side = Side.NEW
        new = module_from_text(question.new_text, question.new_name, Side.NEW)
        surroundings = surroundings_of(old, new)
        head = _head_difference(surroundings)
        if head is not None:
            return Unsupported(head, new.found.function.lineno, Side.NEW)
        shapes = shapes_of(old.found.function, new.found.function)
        side = Side.OLD
        old_program = program_of(surroundings, old, shapes)
        side = Side.NEW
        new_program = program_of(surroundings, new, shapes)
    except NoMeaning as error:
        return Unsupported(error.construct, error.line, side)
    if old_program.kind != new_program.kind:
        line = new.found.function.lineno
        return Unsupported(f"{old_program.kind} that became a {new_program.kind}", line, Side.NEW)
    task = _Task(old_program, new_program, surroundings, shapes, deadline)
    try:
        return _attempts(task)
    finally:
        forget_terms()


def _head_difference(surroundings: Surroundings) -> str | None:
    """What makes the two functions differ before their bodies run."""
    old, new = surroundings.old.found, surroundings.new.found
    if _bare(old.function.args) != _bare(new.function.args):
        return "other parameters or defaults"
    names = [one.class_node.name if one.class_node else "" for one in (old, new)]
    if names[0] != names[1] or old.function.name != new.function.name:
        return "another name or class"
    decorators = [[ast.dump(d) for d in one.function.decorator_list] for one in (old, new)]
    if decorators[0] != decorators[1]:
        return "other decorators"
    mentioned = {
        node.id
        for part in (*old.function.decorator_list, *old.function.args.defaults)
        for node in ast.walk(part)
        if isinstance(node, ast.Name)
    }
    if mentioned & surroundings.differing:
        return "other decorators"
    return None


def _bare(arguments: ast.arguments) -> str:
    parts = [ast.dump(one) for one in (*arguments.defaults, *filter(None, arguments.kw_defaults))]
    kinds = [
        [one.arg for one in group]
        for group in (arguments.posonlyargs, arguments.args, arguments.kwonlyargs)
    ]
    stars = [one.arg if one else None for one in (arguments.vararg, arguments.kwarg)]
    missing = [default is None for default in arguments.kw_defaults]
    return repr((parts, kinds, stars, missing))


def _attempts(task: _Task) -> Answer:
    why = "no attempt was made"
    refuted: Answer | None = None
    has_shapes = any(shape != ANY for shape in task.shapes.values())
    for settings, assumptions in _ATTEMPTS:
        if settings.trusts_annotations and not has_shapes and not settings.operators_are_pure:
            continue
        share = time.monotonic() + (task.deadline - time.monotonic()) * 0.5
        try:
            found = _prove(task, settings, share)
        except (NotProved, GaveUp) as error:
            why = error.why
            if refuted is None and settings.trusts_annotations:
                refuted = _refute(task)
                if isinstance(refuted, Refuted):
                    return refuted
            continue
        except RecursionError:
            return Unknown("the function is nested too deeply")
        return Proved(_ordered(task, settings, (*found, *assumptions)), None)
    return refuted or Unknown(why)


def _prove(task: _Task, settings: Settings, deadline: float) -> tuple[str, ...]:
    path = Path(min(deadline, task.deadline))
    product = Product(
        task.old, task.new, settings, path, is_marked=task.surroundings.is_all_different
    )
    product.run()
    return tuple(product.context.assumptions)


def _ordered(task: _Task, settings: Settings, further: tuple[str, ...]) -> tuple[str, ...]:
    words: list[str] = []
    if settings.trusts_annotations:
        words += [
            f"{name} is {shape.words()}, and of no subclass"
            for name, shape in task.shapes.items()
            if shape != ANY
        ]
    words += [*task.old.assumptions, *task.new.assumptions, *further]
    if task.surroundings.old.found.function.decorator_list:
        words.append("decorators treat both versions alike")
    differing = sorted(task.surroundings.differing)
    if differing:
        words.append(f"what else differs is not reached from other modules: {', '.join(differing)}")
    return tuple(dict.fromkeys(words))


def _refute(task: _Task) -> Answer | None:
    """Follow loops a few times to find a difference, or to find none."""
    bound = _BOUND
    settings = Settings(trusts_annotations=True, bound=bound)
    share = time.monotonic() + (task.deadline - time.monotonic()) * 0.6
    path = Path(share)
    product = Product(
        task.old, task.new, settings, path, is_marked=task.surroundings.is_all_different
    )
    try:
        product.run()
    except (NotProved, GaveUp):
        best = _best(task, product.differences)
        return best if isinstance(best, Refuted) else _by_samples(task) or best
    except RecursionError:
        return None
    if product.is_bounded:
        return Proved(_ordered(task, settings, tuple(product.context.assumptions)), bound)
    return Proved(_ordered(task, settings, tuple(product.context.assumptions)), None)


def _by_samples(task: _Task) -> Answer | None:
    """Follow a few calls with values that often tell versions apart."""
    old, new = task.surroundings.old.found.function, task.surroundings.new.found.function
    until = time.monotonic() + (task.deadline - time.monotonic()) * _SHARE_OF_SAMPLES
    for arguments in samples(old, new, task.shapes):
        if time.monotonic() > until:
            return None
        if differs(task.old, task.new, dict(arguments), until):
            return Refuted(arguments, ())
    return None


def _best(task: _Task, differences: list[Difference]) -> Answer | None:
    """The first difference that happens when its call is followed."""
    candidate: Unknown | None = None
    for difference in sorted(differences, key=lambda one: not one.is_exact):
        function = task.surroundings.old.found.function
        try:
            arguments = arguments_from(difference.model, function, task.shapes)
        except NoArgument:
            continue
        happens = differs(task.old, task.new, dict(arguments), task.deadline)
        if happens:
            return Refuted(arguments, _trace(difference))
        if happens is None and candidate is None:
            candidate = Unknown("a difference that may not happen", arguments)
    return candidate


def _trace(difference: Difference) -> tuple[Step, ...]:
    return tuple(
        step
        for state in (difference.old, difference.new)
        for step in _steps(state, difference.model)
    )


def _steps(state: State, model: Any) -> list[Step]:
    steps: list[Step] = []
    trace: Trace | None = state.trace
    while trace is not None:
        line, names, trace = trace
        shown = [(name, _shown(value, model)) for name, value in sorted(names.items())]
        steps.append(Step(state.side, line, tuple((n, v) for n, v in shown if v)))
    return steps[::-1]


def _shown(value: Value, model: Any) -> str:
    """A value in a model as one writes it; empty for what has no plain form."""
    match value:
        case Int() | Bool() | Str() | Float():
            return repr(plain_value(model.eval(value.term, model_completion=True)))
        case Nothing():
            return "None"
        case Opaque():
            plain = plain_value(model.eval(value.term, model_completion=True))
            return "" if plain is None else repr(plain)
        case _:
            return ""
