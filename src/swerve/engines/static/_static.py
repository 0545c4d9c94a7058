"""Are the two versions the same code? If so, the behaviour is preserved; nothing needs to run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from swerve.engines._engine import Budget
from swerve.model import (
    NOTHING_LEARNED,
    CauseKind,
    DifferenceKind,
    Findings,
    Function,
    Learned,
    Pair,
    Realism,
    Verdict,
    Witness,
    evidence_about,
)
from swerve.source.syntax import (
    FUNCTIONS,
    Definition,
    ModuleFacts,
    Role,
    Unreadable,
    facts_of,
    normal_code,
    normal_surroundings,
    opaque_decorators,
)

from ._aside import PairSources, set_aside
from ._interface import callee_of, counterparts_of, interface_differences
from ._roles import (
    DefaultChange,
    accept_a_common_call,
    changed_defaults,
    misplaced_arguments,
    misplaced_receiver,
    rearranged_defaults,
    swapped_roles,
)
from ._signature import Signature, signature_of


class Static:
    """Compares the code itself.

    Says `preserved` only when nothing that was set aside could be seen at run time, and `changed`
    only for a default that a caller who leaves the argument out is bound to notice.
    """

    name = "static"
    runs_code = False

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        """Decide from source text alone; takes milliseconds, so the budget is not looked at."""
        sides = _sides_of(pair)
        old, new = signature_of(sides.old), signature_of(sides.new)
        renamed = {renaming.old: renaming.new for renaming in pair.renamings}
        counterparts = counterparts_of(old, new, renamed)
        interface = tuple(interface_differences(pair, sides.old, sides.new, counterparts))
        verdict, reason, witnesses, is_same = _decide(sides, old, new, counterparts)
        evidence = evidence_about(pair, self.name, reason)
        learned = Learned(is_same_code=is_same and not interface)
        return Findings(evidence, verdict, reason, witnesses, interface, learned=learned)


def _decide(
    sides: PairSources, old: Signature, new: Signature, counterparts: Mapping[str, str]
) -> tuple[Verdict | None, str, tuple[Witness, ...], bool]:
    """The verdict, why, what shows it, and whether only what it uses can make a difference."""
    if _is_stub(sides):
        return Verdict.PRESERVED, "an overload for type checkers, which never runs", (), True
    differences = [*_code_differences(sides)]
    if differences:
        read = [cause.words for cause in sides.pair.causes if cause.kind is CauseKind.READS]
        return None, _joined([*differences, *read]), (), False
    defaults = list(changed_defaults(sides, old, new, counterparts))
    obstacles = [
        *swapped_roles(sides, counterparts),
        *misplaced_arguments(old, new, counterparts),
        *misplaced_receiver(sides),
        *rearranged_defaults(sides),
    ]
    if not accept_a_common_call(old, new):
        obstacles.append("no call is accepted by both signatures")
    is_same = not (obstacles or defaults)
    obstacles += _read_changes(sides.pair, _explained(defaults))
    aside = set_aside(sides)
    doubts = [f"{one.words}, but {doubt}" for one in aside for doubt in one.doubts]
    noticed = [change for change in defaults if change.noticed]
    if noticed and not obstacles and not doubts:
        return *_changed_by(noticed, sides, new), False
    obstacles += [_undecided(change) for change in defaults]
    beyond = [cause.words for cause in sides.pair.causes if cause.kind is CauseKind.BEYOND]
    if obstacles or doubts or beyond:
        return None, _joined([*obstacles, *doubts] or beyond), (), is_same and not doubts
    words = [one.words for one in aside] or ["nothing differs"]
    return Verdict.PRESERVED, "same code; " + "; ".join(words), (), True


def _joined(reasons: list[str]) -> str:
    rest = len(reasons) - 3
    more = f"; and {rest} more reason{'s' if rest > 1 else ''}" if rest > 0 else ""
    return "; ".join(reasons[:3]) + more


def _undecided(change: DefaultChange) -> str:
    return change.words if change.noticed else f"{change.words}, which may have no effect"


def _changed_by(
    defaults: list[DefaultChange], sides: PairSources, new: Signature
) -> tuple[Verdict, str, tuple[Witness, ...]]:
    witnesses = []
    for change in defaults:
        call = next(
            call for call in new.calls() if change.name not in (new.landing(call) or {}).values()
        )
        witnesses.append(
            Witness(
                engine=Static.name,
                realism=Realism.TYPED,
                kind=DifferenceKind.DEFAULT,
                call=call.written(callee_of(sides.new)),
                old=f"{change.name}={change.old}",
                new=f"{change.name}={change.new}",
                because=change.words,
            )
        )
    return Verdict.CHANGED, "; ".join(w.because for w in witnesses), tuple(witnesses)


def _explained(defaults: list[DefaultChange]) -> frozenset[str]:
    """Names whose change is accounted for: they are read by a default that is judged itself."""
    return frozenset().union(*(change.reads for change in defaults if change.noticed))


def _read_changes(pair: Pair, explained: frozenset[str]) -> Iterator[str]:
    for cause in pair.causes:
        if cause.kind in (CauseKind.READS, CauseKind.REACHES) and not (
            cause.name and cause.name in explained
        ):
            yield cause.words


def _code_differences(sides: PairSources) -> Iterator[str]:
    """What is not the same in the code itself, once formatting and names of locals are aside."""
    old, new = sides.old, sides.new
    if type(old.node) is not type(new.node):
        yield "one version is async, the other is not"
    if [guard.words for guard in old.guards] != [guard.words for guard in new.guards]:
        yield "it is defined under a different condition"
    renamed = {(renaming.old, renaming.new) for renaming in sides.pair.renamings}
    before = normal_code(old.node.decorator_list, old.context)
    after = normal_code(new.node.decorator_list, new.context)
    if before.tokens != after.tokens or not _correspond(before.globals, after.globals, renamed):
        yield "decorators differ"
    if old.body.tokens != new.body.tokens:
        yield _changed_lines(sides.pair)
        return
    if not _correspond(old.body.globals, new.body.globals, renamed):
        yield "it reads different names of its module"
    if (old.is_nested or new.is_nested) and not (
        old.is_nested and new.is_nested and _same_around(sides)
    ):
        yield "its enclosing function changed"


def _correspond(old: tuple[str, ...], new: tuple[str, ...], renamed: set[tuple[str, str]]) -> bool:
    return len(old) == len(new) and all(
        before == after or (before, after) in renamed
        for before, after in zip(old, new, strict=True)
    )


def _same_around(sides: PairSources) -> bool:
    """The outermost functions around the two versions are the same, but for names of locals."""
    old = _outermost(sides.old, sides.old_facts)
    new = _outermost(sides.new, sides.new_facts)
    before, after = normal_surroundings(old), normal_surroundings(new)
    return (
        (old.body.tokens, old.body.globals) == (new.body.tokens, new.body.globals)
        and (before.tokens, before.globals) == (after.tokens, after.globals)
        and type(old.node) is type(new.node)
        and _parameter_places(old) == _parameter_places(new)
    )


def _parameter_places(definition: Definition) -> list[tuple[str, int | None]]:
    """For each parameter: its kind, and which of the body's locals it is."""
    arguments, names = definition.node.args, definition.body.locals
    kinds = (
        *(("positional", argument) for argument in arguments.posonlyargs),
        *(("either", argument) for argument in arguments.args),
        ("*", arguments.vararg),
        *(("keyword", argument) for argument in arguments.kwonlyargs),
        ("**", arguments.kwarg),
    )
    return [
        (kind, names.index(argument.arg) if argument and argument.arg in names else None)
        for kind, argument in kinds
    ]


def _outermost(definition: Definition, facts: ModuleFacts) -> Definition:
    node = next(parent for parent in definition.parents if isinstance(parent, FUNCTIONS))
    return next(candidate for candidate in facts.definitions if candidate.node is node)


def _changed_lines(pair: Pair) -> str:
    old, new = len(pair.old.changed_lines), len(pair.new.changed_lines)
    return f"the code differs (-{old} +{new} lines)"


def _is_stub(sides: PairSources) -> bool:
    return sides.old.role is sides.new.role is Role.OVERLOAD and not (
        opaque_decorators(sides.old, sides.old_facts)
        or opaque_decorators(sides.new, sides.new_facts)
    )


def _sides_of(pair: Pair) -> PairSources:
    old_facts, new_facts = _facts(pair.old), _facts(pair.new)
    return PairSources(
        pair,
        _definition(old_facts, pair.old),
        _definition(new_facts, pair.new),
        old_facts,
        new_facts,
    )


def _facts(function: Function) -> ModuleFacts:
    facts = facts_of(function.module)
    if isinstance(facts, Unreadable):
        raise ValueError(facts.message)
    return facts


def _definition(facts: ModuleFacts, function: Function) -> Definition:
    definition = facts.definition_at.get((function.def_line, function.name))
    if definition is not None:
        return definition
    raise ValueError(f"no function {function.name} at line {function.def_line}")
