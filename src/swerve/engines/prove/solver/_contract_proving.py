"""Do two versions keep a contract? In which order are proofs and refutations attempted?"""

from __future__ import annotations

import ast
import time
from dataclasses import dataclass, replace
from typing import Any

from swerve.engines.prove.lowering._frame import kind_of
from swerve.engines.prove.lowering._lowering import program_of
from swerve.engines.prove.lowering._program import NoMeaning, Program
from swerve.engines.prove.lowering._surroundings import (
    Module,
    Surroundings,
    module_from_text,
    surroundings_of,
)
from swerve.engines.prove.solver._agreed import Agreed, agreed
from swerve.engines.prove.solver._answers import (
    Answer,
    Breach,
    Fields,
    Proved,
    Question,
    Refuted,
    Unknown,
    Unsupported,
)
from swerve.engines.prove.solver._claims import Broken, Claim, Promises
from swerve.engines.prove.solver._clauses import NoClause
from swerve.engines.prove.solver._concrete import (
    Plain,
    Violation,
    ending_step,
    plain_written,
    steps,
    violates,
)
from swerve.engines.prove.solver._inputs import (
    NoArgument,
    arguments_from,
    fields_from,
    plain_names,
    samples,
)
from swerve.engines.prove.solver._path import GaveUp, Path
from swerve.engines.prove.solver._product import Difference, NotProved, Product
from swerve.engines.prove.solver._state import Settings
from swerve.engines.prove.solver._values import ANY
from swerve.engines.prove.solver._views import shown
from swerve.meaning.contract import Case, Contract, Field, Presence
from swerve.model import Side
from swerve.source.syntax import FUNCTIONS, all_arguments

_PLAIN_ATTRIBUTES = (
    "objects have the attributes that are read, and reading and setting them runs no code"
)
_PURE_OPERATORS = "operators, comparisons, truth tests, len and reading items change nothing"
#: Iterations of each loop that are followed one by one.
_BOUND = 4

_ATTEMPTS = (
    (Settings(), ()),
    (Settings(trusts_annotations=True), ()),
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
Programs = tuple[Program, Program]


@dataclass(frozen=True, slots=True)
class Task:
    """A question with a contract, in instructions."""

    contract: Contract
    surroundings: Surroundings
    agreed: Agreed
    deadline: float
    #: With changed callees by their contracts, and with loops by theirs where there are any.
    modular: tuple[Programs, ...]
    #: With callees in their places: what is refuted is refuted of the code as it is.
    whole: Programs | None

    @property
    def names(self) -> list[str]:
        """The parameters of both versions, by the names of the new one."""
        old, new = (one.found.function for one in (self.surroundings.old, self.surroundings.new))
        stars = {one.arg for one in (old.args.vararg, old.args.kwarg) if one is not None}
        ours = [self.agreed.old_names[one.arg] for one in all_arguments(old.args)]
        return [name for name in dict.fromkeys((*ours, *plain_names(new))) if name not in stars]


def answer_by_contract(question: Question, contract: Contract) -> Answer:
    """Prove that every call keeps the contract, or find one that does not."""
    task = task_of(question, contract)
    if isinstance(task, Unsupported):
        return task
    return _attempts(task)


def task_of(question: Question, contract: Contract, freed: str = "") -> Task | Unsupported:
    """Lower both versions, or say what has no meaning."""
    deadline = time.monotonic() + question.seconds
    side = Side.OLD
    try:
        old = module_from_text(question.old_text, question.old_name, Side.OLD)
        side = Side.NEW
        new = module_from_text(question.new_text, question.new_name, Side.NEW)
    except NoMeaning as error:
        return Unsupported(error.construct, error.line, side)
    callees = {**question.callees, contract.function: contract}
    surroundings = surroundings_of(old, new, Promises(callees), _changing(contract))
    found = agreed(surroundings, contract)
    if isinstance(found, str):
        return Unsupported(found, new.found.function.lineno, Side.NEW)
    kinds = [kind_of(one.found.function) for one in (old, new)]
    if kinds[0] != kinds[1]:
        became = f"{kinds[0]} that became a {kinds[1]}"
        return Unsupported(became, new.found.function.lineno, Side.NEW)
    try:
        modular = [_programs(surroundings, found)]
    except _Unlowered as error:
        return error.unsupported
    loops = {one.loop.number: one for one in question.loops if one.loop is not None}
    if loops:
        with_loops = replace(surroundings, promises=Promises(callees, loops))
        try:
            modular.append(_programs(with_loops, found))
        except _Unlowered as error:
            return error.unsupported
    in_place = surroundings_of(old, new, Promises(freed=freed), _functions(old) | _functions(new))
    try:
        whole = _programs(in_place, found)
    except _Unlowered:
        whole = None
    return Task(contract, surroundings, found, deadline, tuple(modular), whole)


def _changing(contract: Contract) -> frozenset[str]:
    """The names of the function itself, unless nothing of it is meant to change."""
    if not contract.cases and not contract.preserves:
        return frozenset()
    return frozenset(one.rpartition(".")[2] for one in (contract.function, contract.old_function))


def _functions(module: Module) -> frozenset[str]:
    """All functions of a module that calls name."""
    return frozenset(
        node.name
        for node in ast.walk(module.tree)
        if isinstance(node, FUNCTIONS) and not node.name.startswith("__")
    )


class _Unlowered(Exception):
    def __init__(self, unsupported: Unsupported) -> None:
        super().__init__(unsupported)
        self.unsupported = unsupported


def _programs(surroundings: Surroundings, found: Agreed) -> Programs:
    programs: list[Program] = []
    for module in (surroundings.old, surroundings.new):
        names = found.old_names if module.side is Side.OLD else {}
        try:
            programs.append(program_of(surroundings, module, found.shapes, names))
        except NoMeaning as error:
            told = Unsupported(error.construct, error.line, module.side)
            raise _Unlowered(told) from None
    return programs[0], programs[1]


# --- attempts -----------------------------------------------------------------------------------


def _attempts(task: Task) -> Answer:
    why = "no attempt was made"
    unclear: NoClause | None = None
    refuted: Answer | None = None
    is_tried = False
    has_shapes = any(shape != ANY for shape in task.agreed.shapes.values())
    for programs in task.modular:
        for settings, assumptions in _ATTEMPTS:
            share = time.monotonic() + (task.deadline - time.monotonic()) * 0.4
            try:
                return _proof(task, programs, settings, assumptions, share)
            except (NotProved, GaveUp) as error:
                why = error.why
                unclear = error if isinstance(error, NoClause) else None
            except RecursionError:
                return Unknown("the function is nested too deeply")
            if not is_tried and (settings.trusts_annotations or not has_shapes):
                is_tried = True
                refuted = _refutation(task)
                if isinstance(refuted, Refuted):
                    return refuted
    if isinstance(refuted, Proved) or (refuted is not None and unclear is None):
        return refuted
    if unclear is not None:
        return Unsupported(unclear.construct, unclear.line, unclear.side, unclear.file)
    return Unknown(why)


def _proof(
    task: Task,
    programs: Programs,
    settings: Settings,
    assumptions: tuple[str, ...],
    deadline: float,
) -> Proved:
    claim = Claim(task.contract, task.agreed.returns)
    product = _product(task, programs, settings, min(deadline, task.deadline), claim)
    product.run()
    return _proved(task, programs, settings, product, claim, assumptions)


def _product(
    task: Task, programs: Programs, settings: Settings, deadline: float, claim: Claim
) -> Product:
    return Product(
        *programs,
        settings,
        Path(deadline),
        is_marked=task.surroundings.is_all_different,
        claim=claim,
        fields=task.agreed.fields,
    )


def _proved(
    task: Task,
    programs: Programs,
    settings: Settings,
    product: Product,
    claim: Claim,
    further: tuple[str, ...] = (),
) -> Proved:
    words: list[str] = []
    if settings.trusts_annotations:
        words += [
            f"{name} is {shape.words()}, and of no subclass"
            for name, shape in task.agreed.shapes.items()
            if shape != ANY
        ]
    words += [one for program in programs for one in program.assumptions]
    words += [*product.context.assumptions, *further]
    if task.surroundings.old.found.function.decorator_list:
        words.append("decorators treat both versions alike")
    own = _changing(task.contract)
    differing = sorted(task.surroundings.differing - own)
    if differing:
        words.append(f"what else differs is not reached from other modules: {', '.join(differing)}")
    bound = settings.bound if product.is_bounded else None
    unmet = [case for at, case in enumerate(task.contract.cases) if at not in claim.met]
    vacuous = () if bound is not None else tuple(map(_case_words, unmet))
    return Proved(tuple(dict.fromkeys(words)), bound, vacuous)


def _case_words(case: Case) -> str:
    return case.name or f"line {case.span.line}"


# --- refutations --------------------------------------------------------------------------------


def _refutation(task: Task) -> Answer | None:
    """Follow loops a few times to find a violation, or to find none."""
    if task.whole is None:
        return None
    settings = Settings(trusts_annotations=True, bound=_BOUND)
    if task.agreed.fields:
        settings = replace(settings, attributes_are_pure=True, attributes_are_plain=True)
    claim = Claim(task.contract, task.agreed.returns)
    share = time.monotonic() + (task.deadline - time.monotonic()) * 0.5
    product = _product(task, task.whole, settings, share, claim)
    try:
        product.run()
    except (NotProved, GaveUp):
        best = _best(task, task.whole, product.differences)
        return best if isinstance(best, Refuted) else _by_samples(task, task.whole) or best
    except RecursionError:
        return None
    further = (_PLAIN_ATTRIBUTES,) if settings.attributes_are_plain else ()
    return _proved(task, task.whole, settings, product, claim, further)


def _best(task: Task, programs: Programs, differences: list[Difference]) -> Answer | None:
    """The first violation that happens when its call is followed."""
    candidate: Unknown | None = None
    for difference in sorted(differences, key=lambda one: not one.is_exact):
        try:
            arguments = _arguments(task, difference.model)
        except NoArgument:
            continue
        found = _violation(task, programs, arguments, task.deadline)
        if isinstance(found, Refuted):
            return found
        if found is None and candidate is None:
            candidate = Unknown("a violation that may not happen", arguments)
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
    function = task.surroundings.old.found.function
    if function.args.vararg or function.args.kwarg or task.agreed.fields:
        return None
    nodes: list[ast.AST] = [one.tree for one in (task.surroundings.old, task.surroundings.new)]
    clauses = (*(each for case in task.contract.cases for each in case.clauses),)
    nodes += [clause.condition.tree for clause in (*clauses, *task.contract.preserves)]
    until = time.monotonic() + (task.deadline - time.monotonic()) * 0.3
    for arguments in samples(nodes, task.names, task.agreed.shapes):
        if time.monotonic() > until:
            return None
        found = _violation(task, programs, arguments, until)
        if isinstance(found, Refuted):
            return found
    return None


def _violation(
    task: Task, programs: Programs, arguments: tuple[tuple[str, object], ...], deadline: float
) -> Refuted | bool | None:
    if any(one.presence is not Presence.BOTH or one.old_name != one.name for one in _fields(task)):
        return None
    claim = Claim(task.contract, task.agreed.returns)
    found = violates(*programs, dict(arguments), deadline, claim)
    if not isinstance(found, Violation):
        return found
    trace = []
    for done in (found.old, found.new):
        trace += steps(done.state, plain_written)
        trace.append(ending_step(done.state, done.value, plain_written, has_raised=done.has_raised))
    return Refuted(arguments, tuple(trace), breach_of(task.contract, found.broken, plain_written))


def _fields(task: Task) -> tuple[Field, ...]:
    """Fields that the contract declares, where objects are at hand."""
    return task.contract.fields if task.agreed.fields else ()


def breach_of(contract: Contract, broken: Broken, plain: Plain) -> Breach:
    """What is violated, in words and with values."""
    told = ((text, shown(view, plain)) for text, view in broken.told)
    values = tuple((text, value) for text, value in told if value)
    clause = broken.clause
    if clause is None:
        why = "a difference outside of every update condition"
        if not contract.cases:
            why = "a difference, and the contract says that nothing changes"
        return Breach(why, contract.file, contract.span.line)
    why = f"`{clause.text}` does not hold"
    if broken.is_difference:
        why = f"`{clause.text}` holds, and the versions differ"
    return Breach(why, contract.file, clause.span.line, clause, broken.case, values)
