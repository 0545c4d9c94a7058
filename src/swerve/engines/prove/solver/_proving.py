"""In which order are proofs and refutations attempted?"""

from __future__ import annotations

import ast
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from swerve.engines.prove.lowering._frame import kind_of
from swerve.engines.prove.lowering._lowering import part_program, program_of
from swerve.engines.prove.lowering._parts import parts_of
from swerve.engines.prove.lowering._program import NoMeaning, Program
from swerve.engines.prove.lowering._surroundings import (
    Surroundings,
    module_from_text,
    surroundings_of,
)
from swerve.engines.prove.solver._answers import (
    Answer,
    Proved,
    Question,
    Refuted,
    Unknown,
    Unsupported,
)
from swerve.engines.prove.solver._concrete import differs, trace_of
from swerve.engines.prove.solver._contract_proving import answer_by_contract
from swerve.engines.prove.solver._inputs import (
    NoArgument,
    arguments_from,
    plain_names,
    samples,
    shapes_of,
)
from swerve.engines.prove.solver._path import GaveUp, Path
from swerve.engines.prove.solver._product import Difference, NotProved, Product
from swerve.engines.prove.solver._reservations import reservations
from swerve.engines.prove.solver._state import Settings
from swerve.engines.prove.solver._terms import forget_terms
from swerve.engines.prove.solver._values import ANY, Shape
from swerve.model import Side
from swerve.source.syntax import FunctionNode

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
        Settings(attributes_are_pure=True, operators_are_pure=True),
        (_PURE_ATTRIBUTES, _PURE_OPERATORS),
    ),
    (
        Settings(
            trusts_annotations=True,
            attributes_are_pure=True,
            operators_are_pure=True,
        ),
        (_PURE_ATTRIBUTES, _PURE_OPERATORS),
    ),
)


@dataclass(frozen=True, slots=True)
class _Task:
    """A question in instructions."""

    #: Both functions; nothing where one has no instructions.
    whole: tuple[Program, Program] | Unsupported
    surroundings: Surroundings
    shapes: dict[str, Shape]
    deadline: float
    #: Programs of the parts that differ, where the rest is the same; else `None`.
    parts: tuple[tuple[Program, Program], ...] | None


def answer_to(question: Question) -> Answer:
    """Prove, refute, or say what stands in the way."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))
    answer = _answer(question)
    if not isinstance(answer, Proved):
        return answer
    found = reservations(
        module_from_text(question.old_text, question.old_name, Side.OLD),
        module_from_text(question.new_text, question.new_name, Side.NEW),
    )
    return replace(answer, assumptions=(*answer.assumptions, *found))


def _answer(question: Question) -> Answer:
    if question.contract is not None:
        try:
            return answer_by_contract(question, question.contract)
        finally:
            forget_terms()
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
    except NoMeaning as error:
        return Unsupported(error.construct, error.line, side)
    shapes = shapes_of(old.found.function, new.found.function)
    whole = _whole_programs(surroundings, shapes)
    kinds = [kind_of(one.found.function) for one in (old, new)]
    if kinds[0] != kinds[1]:
        became = f"{kinds[0]} that became a {kinds[1]}"
        return Unsupported(became, new.found.function.lineno, Side.NEW)
    parts = _part_programs(surroundings, shapes)
    if isinstance(whole, Unsupported) and parts is None:
        return whole
    task = _Task(whole, surroundings, shapes, deadline, parts)
    try:
        return _attempts(task)
    finally:
        forget_terms()


def _whole_programs(
    surroundings: Surroundings, shapes: dict[str, Shape]
) -> tuple[Program, Program] | Unsupported:
    programs: list[Program] = []
    for module in (surroundings.old, surroundings.new):
        try:
            programs.append(program_of(surroundings, module, shapes))
        except NoMeaning as error:
            return Unsupported(error.construct, error.line, module.side)
    return programs[0], programs[1]


def _part_programs(
    surroundings: Surroundings, shapes: dict[str, Shape]
) -> tuple[tuple[Program, Program], ...] | None:
    """Lower the parts that differ; `None` where the functions are compared as a whole."""
    parts = parts_of(surroundings)
    if parts is None:
        return None
    try:
        return tuple(
            (
                part_program(surroundings, surroundings.old, shapes, part),
                part_program(surroundings, surroundings.new, shapes, part),
            )
            for part in parts
        )
    except NoMeaning:
        return None


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
        for part in _head(old.function)
        for node in ast.walk(part)
        if isinstance(node, ast.Name)
    }
    if mentioned & surroundings.differing:
        return "other decorators"
    return None


def _head(function: FunctionNode) -> Iterator[ast.expr]:
    """What of a function is evaluated where it is defined."""
    yield from function.decorator_list
    yield from function.args.defaults
    yield from (each for each in function.args.kw_defaults if each is not None)


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
    whole = None if isinstance(task.whole, Unsupported) else task.whole
    has_shapes = any(shape != ANY for shape in task.shapes.values())
    for settings, assumptions in _ATTEMPTS:
        if settings.trusts_annotations and not has_shapes:
            continue
        share = time.monotonic() + (task.deadline - time.monotonic()) * 0.5
        try:
            found = _prove(task, settings, share)
        except (NotProved, GaveUp) as error:
            why = error.why
            is_typed = settings.trusts_annotations or not has_shapes
            if refuted is None and is_typed and whole is not None:
                refuted = _refute(task, *whole)
                if isinstance(refuted, Refuted):
                    return refuted
            continue
        except RecursionError:
            return Unknown("the function is nested too deeply")
        return Proved(_ordered(task, settings, (*found, *assumptions)), None)
    if isinstance(task.whole, Unsupported):
        return task.whole
    return refuted or Unknown(why)


def _prove(task: _Task, settings: Settings, deadline: float) -> tuple[str, ...]:
    """Prove the parts that differ, or the whole functions; return what that relies on."""
    if task.parts is not None:
        try:
            assumptions: list[str] = []
            until = time.monotonic() + (deadline - time.monotonic()) / 2
            for old, new in task.parts:
                assumptions += _prove_programs(task, old, new, settings, until)
        except (NotProved, GaveUp):
            pass
        else:
            return tuple(assumptions)
    if isinstance(task.whole, Unsupported):
        raise NotProved("the parts that differ were not proved")
    return _prove_programs(task, *task.whole, settings, deadline)


def _prove_programs(
    task: _Task, old: Program, new: Program, settings: Settings, deadline: float
) -> tuple[str, ...]:
    path = Path(min(deadline, task.deadline))
    is_marked = task.surroundings.is_all_different
    product = Product(old, new, settings, path, is_marked=is_marked)
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
    programs = (*(task.parts or ()), *([] if isinstance(task.whole, Unsupported) else [task.whole]))
    words += [one for pair in programs for program in pair for one in program.assumptions]
    words += further
    if task.surroundings.old.found.function.decorator_list:
        words.append("decorators treat both versions alike")
    differing = sorted(task.surroundings.differing)
    if differing:
        words.append(f"what else differs is not reached from other modules: {', '.join(differing)}")
    return tuple(dict.fromkeys(words))


def _refute(task: _Task, old: Program, new: Program) -> Answer | None:
    """Follow loops a few times to find a difference, or to find none."""
    bound = _BOUND
    settings = Settings(trusts_annotations=True, bound=bound)
    share = time.monotonic() + (task.deadline - time.monotonic()) * 0.6
    path = Path(share)
    product = Product(old, new, settings, path, is_marked=task.surroundings.is_all_different)
    try:
        product.run()
    except (NotProved, GaveUp):
        best = _best(task, old, new, product.differences)
        return best if isinstance(best, Refuted) else _by_samples(task, old, new) or best
    except RecursionError:
        return None
    if product.is_bounded:
        return Proved(_ordered(task, settings, tuple(product.context.assumptions)), bound)
    return Proved(_ordered(task, settings, tuple(product.context.assumptions)), None)


def _by_samples(task: _Task, old: Program, new: Program) -> Answer | None:
    """Follow a few calls with values that often tell versions apart."""
    functions = (task.surroundings.old.found.function, task.surroundings.new.found.function)
    if functions[0].args.vararg or functions[0].args.kwarg:
        return None
    names = plain_names(functions[0])
    until = time.monotonic() + (task.deadline - time.monotonic()) * _SHARE_OF_SAMPLES
    for arguments in samples(functions, names, task.shapes):
        if time.monotonic() > until:
            return None
        if differs(old, new, dict(arguments), until):
            return Refuted(arguments, ())
    return None


def _best(task: _Task, old: Program, new: Program, differences: list[Difference]) -> Answer | None:
    """The first difference that happens when its call is followed."""
    candidate: Unknown | None = None
    for difference in sorted(differences, key=lambda one: not one.is_exact):
        function = task.surroundings.old.found.function
        try:
            arguments = arguments_from(difference.model, plain_names(function), task.shapes)
        except NoArgument:
            continue
        happens = differs(old, new, dict(arguments), task.deadline)
        if happens:
            return Refuted(arguments, trace_of(difference))
        if happens is None and candidate is None:
            candidate = Unknown("a difference that may not happen", arguments)
    return candidate
