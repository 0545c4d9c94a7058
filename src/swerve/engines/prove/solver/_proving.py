"""Are two versions equivalent, or do they keep a contract? In which order is that attempted?"""

from __future__ import annotations

import ast
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from swerve.meaning.contract import Case, Contract, Presence
from swerve.model import Side

from .._limits import BOUND, SHARE_OF_SAMPLES
from ..lowering._surroundings import module_from_text
from ._answers import Answer, Breach, Fields, Proved, Question, Refuted, Unknown, Unsupported
from ._claims import Broken
from ._clauses import NoClause
from ._concrete import (
    Plain,
    Violation,
    ending_step,
    plain_written,
    shown_value,
    steps,
    trace_of,
    violates,
)
from ._inputs import NoArgument, arguments_from, fields_from, samples
from ._path import GaveUp, Path
from ._product import Difference, NotProved, Product
from ._reservations import reservations
from ._state import Settings
from ._tasks import Programs, Task, changing, task_of
from ._terms import forget_terms
from ._values import ANY

_PURE_ATTRIBUTES = "reading an attribute changes nothing"
_PLAIN_ATTRIBUTES = (
    "objects have the attributes that are read, and reading and setting them runs no code"
)
_PURE_OPERATORS = "operators, comparisons, truth tests, len and reading items change nothing"

_Attempt = tuple[Settings, tuple[str, ...]]
_ATTEMPTS: tuple[_Attempt, ...] = (
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
_ATTEMPTS_BY_CONTRACT: tuple[_Attempt, ...] = (
    *_ATTEMPTS[:2],
    (
        Settings(
            trusts_annotations=True,
            attributes_are_pure=True,
            operators_are_pure=True,
            attributes_are_plain=True,
        ),
        (_PLAIN_ATTRIBUTES, _PURE_OPERATORS),
    ),
)


def answer_to(question: Question) -> Answer:
    """Prove, refute, or say what stands in the way."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))
    try:
        answer = unreserved_answer(question)
    finally:
        forget_terms()
    if not isinstance(answer, Proved):
        return answer
    found = reservations(
        module_from_text(question.old_text, question.old_name, Side.OLD),
        module_from_text(question.new_text, question.new_name, Side.NEW),
    )
    return replace(answer, assumptions=(*answer.assumptions, *found))


def unreserved_answer(question: Question) -> Answer:
    """The same, without what no proof about the function looks at."""
    task = task_of(question)
    return task if isinstance(task, Unsupported) else _attempts(task, question.refutes)


# --- proofs -------------------------------------------------------------------------------------


def _attempts(task: Task, refutes: bool) -> Answer:
    why = "not attempted"
    unclear: NoClause | None = None
    refuted: Answer | None = None
    is_tried = False
    has_shapes = any(shape != ANY for shape in task.agreed.shapes.values())
    is_plain = task.contract is None
    attempts = _ATTEMPTS if is_plain else _ATTEMPTS_BY_CONTRACT
    for ways in task.rounds:
        for settings, assumptions in attempts:
            if is_plain and settings.trusts_annotations and not has_shapes:
                continue
            try:
                return _proof(task, ways, settings, assumptions, 0.5 if is_plain else 0.4)
            except (NotProved, GaveUp) as error:
                why = error.why
                unclear = error if isinstance(error, NoClause) else None
            except RecursionError:
                return Unknown("the function is nested too deeply")
            if refutes and not is_tried and (settings.trusts_annotations or not has_shapes):
                is_tried = True
                refuted = _refutation(task)
                if isinstance(refuted, Refuted):
                    return refuted
    if task.unsupported is not None:
        return task.unsupported
    if isinstance(refuted, Proved) or (refuted is not None and unclear is None):
        return refuted
    if unclear is not None:
        return Unsupported(unclear.construct, unclear.line, unclear.side, unclear.file)
    return Unknown(why)


def _proof(
    task: Task,
    ways: Sequence[tuple[Programs, ...]],
    settings: Settings,
    further: tuple[str, ...],
    share: float,
) -> Proved:
    """Prove what is asked in one of several ways."""
    deadline = _after(task, share)
    programs = [pair for way in ways for pair in way]
    for way in ways[:-1]:
        with suppress(NotProved, GaveUp):
            products = [_followed(task, pair, settings, _after(task, share / 2)) for pair in way]
            return _proved(task, programs, settings, products, further)
    products = [_followed(task, pair, settings, deadline) for pair in ways[-1]]
    return _proved(task, programs, settings, products, further)


def _after(task: Task, share: float) -> float:
    """When a share of the time that is left will be over."""
    now = time.process_time()
    return now + (task.deadline - now) * share


def _followed(task: Task, programs: Programs, settings: Settings, deadline: float) -> Product:
    product = _product(task, programs, settings, min(deadline, task.deadline))
    product.run()
    return product


def _product(task: Task, programs: Programs, settings: Settings, deadline: float) -> Product:
    return Product(
        *programs,
        settings,
        Path(deadline),
        is_marked=task.surroundings.is_all_different,
        claim=task.claim(),
        fields=task.agreed.fields,
    )


def _proved(
    task: Task,
    programs: Sequence[Programs],
    settings: Settings,
    products: Sequence[Product],
    further: tuple[str, ...] = (),
) -> Proved:
    words: list[str] = []
    if settings.trusts_annotations:
        words += [
            f"{name} is {shape.words()}, not a subclass"
            for name, shape in task.agreed.shapes.items()
            if shape != ANY
        ]
    words += [one for pair in programs for program in pair for one in program.assumptions]
    words += [one for product in products for one in product.context.assumptions]
    words += further
    if task.functions[0].decorator_list:
        words.append("decorators treat both versions alike")
    differing = sorted(task.surroundings.differing - changing(task.contract))
    if differing:
        words.append(
            f"other modules do not use the other changed definitions: {', '.join(differing)}"
        )
    is_bounded = any(product.is_bounded for product in products)
    vacuous = () if is_bounded else _unmet(task, products)
    bound = settings.bound if is_bounded else None
    return Proved(tuple(dict.fromkeys(words)), bound, vacuous)


def _unmet(task: Task, products: Sequence[Product]) -> tuple[str, ...]:
    """Cases of the contract whose update condition no call satisfies."""
    cases: tuple[Case, ...] = () if task.contract is None else task.contract.cases
    met = {at for one in products if one.claim is not None for at in one.claim.met}
    unmet = (case for at, case in enumerate(cases) if at not in met)
    return tuple(case.name or f"line {case.span.line}" for case in unmet)


# --- refutations --------------------------------------------------------------------------------


def _refutation(task: Task) -> Answer | None:
    """Follow loops a few times to find a difference or a violation, or to find none."""
    if task.whole is None:
        return None
    settings = Settings(trusts_annotations=True, bound=BOUND)
    if task.agreed.fields:
        settings = replace(settings, attributes_are_pure=True, attributes_are_plain=True)
    share = 0.6 if task.contract is None else 0.5
    product = _product(task, task.whole, settings, _after(task, share))
    try:
        product.run()
    except (NotProved, GaveUp):
        best = _best(task, task.whole, product.differences)
        return best if isinstance(best, Refuted) else _by_samples(task, task.whole) or best
    except RecursionError:
        return None
    further = (_PLAIN_ATTRIBUTES,) if settings.attributes_are_plain else ()
    parts = task.rounds[0] if task.contract is None else ((task.whole,),)
    return _proved(task, [pair for way in parts for pair in way], settings, [product], further)


def _best(task: Task, programs: Programs, differences: list[Difference]) -> Answer | None:
    """The first difference that happens when its call is followed."""
    candidate: Unknown | None = None
    for difference in sorted(differences, key=lambda one: not one.is_exact):
        try:
            arguments = _arguments(task, difference.model)
        except NoArgument:
            continue
        found = _refuted(task, programs, arguments, task.deadline, difference)
        if isinstance(found, Refuted):
            return found
        if found is None and candidate is None:
            word = "difference" if task.contract is None else "violation"
            candidate = Unknown(
                f"the solver found a possible {word} that no call confirmed", arguments
            )
    return candidate


def _arguments(task: Task, model: Any) -> tuple[tuple[str, object], ...]:
    """The call that a model stands for."""
    found = task.surroundings.new.found
    if not task.agreed.fields or found.class_node is None:
        return arguments_from(model, task.names, task.agreed.shapes)
    receiver = found.function.args.args[0].arg
    rest = [name for name in task.names if name != receiver]
    fields = Fields(found.class_node.name, tuple(fields_from(model, receiver, task.agreed.fields)))
    return ((receiver, fields), *arguments_from(model, rest, task.agreed.shapes))


def _by_samples(task: Task, programs: Programs) -> Refuted | None:
    """Follow a few calls with values that often tell versions apart."""
    old = task.functions[0]
    if old.args.vararg or old.args.kwarg or task.agreed.fields:
        return None
    nodes: list[ast.AST] = [*task.functions]
    if task.contract is not None:
        nodes = [one.tree for one in (task.surroundings.old, task.surroundings.new)]
        clauses = (*(each for case in task.contract.cases for each in case.clauses),)
        nodes += [clause.condition.tree for clause in (*clauses, *task.contract.preserves)]
    until = _after(task, SHARE_OF_SAMPLES)
    for arguments in samples(nodes, task.names, task.agreed.shapes):
        if time.process_time() > until:
            return None
        found = _refuted(task, programs, arguments, until)
        if isinstance(found, Refuted):
            return found
    return None


def _refuted(
    task: Task,
    programs: Programs,
    arguments: tuple[tuple[str, object], ...],
    deadline: float,
    difference: Difference | None = None,
) -> Refuted | bool | None:
    """Follow a call; `False` where nothing is wrong with it, `None` where that is not settled."""
    fields = task.contract.fields if task.contract is not None and task.agreed.fields else ()
    if any(one.presence is not Presence.BOTH or one.old_name != one.name for one in fields):
        return None
    found = violates(*programs, dict(arguments), deadline, task.claim())
    if not isinstance(found, Violation):
        return found
    if task.contract is None:
        return Refuted(arguments, () if difference is None else trace_of(difference))
    trace = []
    for done in (found.old, found.new):
        trace += steps(done.state, plain_written)
        trace.append(ending_step(done.state, done.value, plain_written, has_raised=done.has_raised))
    breach = _breach(task.contract, found.broken, plain_written)
    return Refuted(arguments, tuple(trace), breach)


def _breach(contract: Contract, broken: Broken, plain: Plain) -> Breach:
    """What is violated, in words and with values."""
    told = ((text, shown_value(view, plain)) for text, view in broken.told)
    values = tuple((text, value) for text, value in told if value)
    clause = broken.clause
    if clause is None:
        why = "a difference, but no update condition holds for this call"
        if not contract.cases:
            why = "a difference, but the contract says that nothing changes"
        return Breach(why, contract.file, contract.span.line)
    why = f"`{clause.text}` does not hold"
    if broken.is_difference:
        why = f"`{clause.text}` holds, and the versions differ"
    return Breach(why, contract.file, clause.span.line, clause, broken.case, values)
