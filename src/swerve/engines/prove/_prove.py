"""Can a solver prove that the two versions do the same, or name a call on which they differ?"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from swerve.engines._engine import Budget, left_open
from swerve.engines.opened import Opened
from swerve.meaning.contract import Contract
from swerve.model import (
    NOTHING_LEARNED,
    CauseKind,
    Effort,
    Evidence,
    Findings,
    Learned,
    Pair,
    Realism,
    Seed,
    Verdict,
    Witness,
    evidence_about,
)
from swerve.observe.comparison import Different, Same
from swerve.observe.recipe import (
    After,
    Attribute,
    Call,
    CallRecipe,
    Name,
    Recipe,
    SetAttribute,
    encode_call,
    python_of,
)
from swerve.run.refusals import is_refused, lacks_something
from swerve.run.shrink import smallest_confirmed
from swerve.run.solver_process import not_installed
from swerve.run.workspace import Workspace, witness_of
from swerve.source.syntax import Unreadable, binds_unseen, builtins_bound, facts_of, node_of, parse

from ._asking import answer_from, prepare
from ._limits import FIRST_SHARE, LONGEST_S, SHARE, SHRINK_CALLS, SHRINK_S
from .solver import FEW_DIGITS, Answer, Fields, Proved, Refuted, Unknown, Unsupported

NAME = "prove"
_NEEDED = ("z3",)
#: How the assumptions begin or end that code of others may break without anybody noticing.
_WEAK = ("change nothing", "changes nothing")
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Settled:
    """What a solver says about a pair."""

    answer: Answer
    #: The call that it names.
    call: CallRecipe | None = None
    #: What running the call shows.
    witness: Witness | None = None
    #: Whether it shows the same on both sides.
    is_contradicted: bool = False


@dataclass(frozen=True, slots=True)
class Prove:
    """Asks a solver about every call at once."""

    workspace: Workspace
    #: Id of a pair -> what was meant to change: that is to be proved, and others run the calls.
    contracts: Mapping[str, Contract] = field(default_factory=dict)
    #: Python files of the change.
    files: frozenset[str] = frozenset()
    #: Whether functions are looked at, too, that are the same and only use what changed.
    looks_far: bool = True
    #: Of the time that is left, what a proof may take.
    share: float = SHARE
    name: str = NAME
    #: A call that the solver names is run.
    runs_code: bool = True

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        """Prove it, or look for a call in what stands in the way of a proof."""
        if not self._is_wanted(pair):
            return left_open(pair, NAME, "not run: only code that it uses changed")
        if not_installed(_NEEDED):
            return left_open(pair, NAME, "not run: z3 is not installed")
        seconds = min(LONGEST_S, self.share * budget.seconds_left)
        settled = self.settled(pair, seconds, budget)
        if settled.witness is not None:
            evidence = _evidence(pair, "the call was found by a solver", runs=1)
            return Findings(evidence, Verdict.CHANGED, settled.witness.words, (settled.witness,))
        if pair.id in self.contracts:
            seeds = () if settled.call is None else (seed_of(settled.call),)
            note = f"the contract: {_note(settled.answer)}"
            return Findings(_evidence(pair, note), learned=Learned(seeds))
        if isinstance(settled.answer, Proved) and is_verdict(settled.answer):
            if doubt := _doubt(pair, settled.answer):
                return Findings(_evidence(pair, f"proved only as long as {doubt}"))
            evidence = _evidence(pair, _note(settled.answer))
            reason = _note(settled.answer, most=_MOST_NAMED)
            return Findings(evidence, Verdict.PRESERVED, reason)
        alarms: tuple[str, ...] = ()
        if settled.is_contradicted and settled.call is not None:
            alarms = (_alarm(settled.call),)
        return Findings(_evidence(pair, _note(settled.answer)), learned=Learned(alarms=alarms))

    def is_able(self, pair: Pair) -> bool:
        """Whether the solver is asked about a pair."""
        return self._is_wanted(pair) and not _changed_elsewhere(pair)

    def _is_wanted(self, pair: Pair) -> bool:
        return self.looks_far or not pair.is_affected

    def proves(self, pair: Pair) -> bool:
        """Whether it has a say about a pair."""
        return pair.id not in self.contracts and not _changed_elsewhere(pair)

    def settled(
        self, pair: Pair, seconds: float, budget: Budget, *, is_literal: bool = False
    ) -> Settled:
        """Ask the solver, and run the call that it names, or the smallest one that is like it.

        With `is_literal` it is exactly that call, also on an object that is made of the fields that
        the solver names, as no code of the project may ever make it. Where there is a contract, the
        call is not run.
        """
        if elsewhere := _changed_elsewhere(pair):
            return Settled(Unknown(f"it {elsewhere}"))
        others = self.files - {pair.old.module.path, pair.new.module.path}
        if others and (own := self._own_imports(pair)):
            return Settled(Unknown(f"its module uses `{own}`, and {min(others)} changed as well"))
        contract = self.contracts.get(pair.id)
        modules = self.workspace.modules_of(pair)
        # A call that nobody can make says nothing, unless it is all that is asked for.
        refutes = modules is not None or is_literal or contract is not None
        level = self.workspace.places.level
        answer = answer_from(pair, seconds, level, contract, refutes=refutes)
        arguments = answer.arguments if isinstance(answer, Refuted) else None
        if isinstance(answer, Unknown):
            arguments = answer.candidate
        if arguments is None or modules is None:
            return Settled(answer)
        call = _call(pair, modules[0], dict(arguments))
        if call is not None and call.receiver is not None and not is_literal:
            return Settled(answer)
        if call is None or contract is not None or not budget.seconds_left:
            return Settled(answer, call)
        shrink_s = 0.0 if is_literal else SHRINK_S
        shown = self._shown(pair, call, budget, shrink_s)
        if isinstance(shown, Same):
            return Settled(answer, call, is_contradicted=isinstance(answer, Refuted))
        return Settled(answer, call, shown)

    def _own_imports(self, pair: Pair) -> str:
        """A module of the project that the module of a pair imports, wherever in it."""
        places = self.workspace.places
        for function, ground in ((pair.old, places.old), (pair.new, places.new)):
            folders = [ground.tree / root for root in ground.roots]
            for name in _imported(function.module.text):
                first = name.partition(".")[0]
                if not first or any(
                    (each / first).is_dir() or (each / f"{first}.py").is_file() for each in folders
                ):
                    return name or "."
        return ""

    def _shown(
        self, pair: Pair, call: CallRecipe, budget: Budget, shrink_s: float
    ) -> Witness | Same | None:
        """What comes of a call when it is made; None where that cannot be told."""
        with self.workspace.opened(pair, budget.seed) as sides:
            if isinstance(sides, str):
                return None
            first = next(iter(sides.run([call])), None)
            if first is None or is_refused(first.old) or lacks_something(first):
                return None
            if isinstance(first.agreement, Same):
                return first.agreement
            if not isinstance(first.agreement, Different):
                return None
            sides.start_twins()
            found = smallest_confirmed(sides, first, shrink_s, SHRINK_CALLS)
        if found is None or not isinstance(found.agreement, Different):
            return None
        return witness_of(found, found.agreement, NAME, Realism.TYPED)


def _alarm(call: CallRecipe) -> str:
    return (
        f"`prove` found that the versions differ on {python_of(call).expression}, "
        "but running that call shows no difference"
    )


def is_verdict(proof: Proved) -> bool:
    """Whether a proof is one without reservations."""
    is_weak = any(each.endswith(_WEAK) for each in proof.assumptions)
    return proof.bound is None and not is_weak


def _note(answer: Answer, most: int | None = None) -> str:
    """An answer in words; of what it takes for granted, so much."""
    match answer:
        case Proved(assumptions, bound):
            reach = "for every call"
            if bound is not None:
                reach = f"for up to {bound} iterations of each loop"
            shown = "; ".join(assumptions[:most])
            if most is not None and len(assumptions) > most:
                shown += f"; and {len(assumptions) - most} more"
            if bound is None and not is_verdict(answer):
                return f"proved only as long as {shown}"
            return f"proved {reach}{f', as long as {shown}' if shown else ''}"
        case Unsupported(construct, line, side, file):
            place = f"{file}:{line}" if file else f"{side.value} line {line}"
            return f"not proved: the solver does not support {construct} ({place})"
        case Unknown(why):
            return f"not proved: {why}"
        case Refuted(breach=breach):
            if breach is None:
                return "not proved: the solver's counterexample showed no difference when run"
            return f"may be violated: {breach.file}:{breach.line}: {breach.why}"


def _call(pair: Pair, module: str, values: dict[str, Any]) -> CallRecipe | None:
    """The call by the recipes of its arguments; the object of a method is made of its fields."""
    node = node_of(pair.old)
    if not values or node is None or "<locals>" in pair.old.name:
        return None
    for renaming in pair.renamings:
        if renaming.new in values:
            values.setdefault(renaming.old, values[renaming.new])
    positional = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
    named = [each.arg for each in node.args.kwonlyargs]
    if any(name not in values for name in (*positional, *named)):
        return None
    receiver: Recipe = None
    if "." in pair.old.name:
        if not positional or not isinstance(values[positional[0]], Fields):
            return None
        receiver = _object(module, values[positional.pop(0)])
    given = [values[name] for name in (*positional, *named)]
    if any(isinstance(each, Fields) for each in given):
        return None
    return CallRecipe(
        Name(module, pair.old.name),
        receiver,
        args=tuple(values[name] for name in positional),
        kwargs=tuple((name, values[name]) for name in named),
    )


def _object(module: str, fields: Fields) -> Recipe:
    own = Name(module, fields.class_name)
    made = Call(Attribute(own, "__new__"), (own,))
    attributes: Any = fields.attributes
    held = tuple(SetAttribute(name, value) for name, value in attributes)
    return After(made, held) if held else made


def _doubt(pair: Pair, proof: Proved) -> str:
    """What a proof takes for granted, and the code itself gives reason to doubt."""
    if word := _binds_unseen(pair):
        return f"`{word}` does not bind names of its module"
    if FEW_DIGITS not in proof.assumptions:
        return ""
    trees = [parse(function.module.text) for function in (pair.old, pair.new)]
    nodes = (each for tree in trees if isinstance(tree, ast.Module) for each in ast.walk(tree))
    catches = any(isinstance(each, (ast.Try, ast.ExceptHandler)) for each in nodes)
    return FEW_DIGITS if catches else ""


def _binds_unseen(pair: Pair) -> str:
    """A word by which the module of a pair may bind names so that nobody sees it."""
    for function in (pair.old, pair.new):
        facts = facts_of(function.module)
        if isinstance(facts, Unreadable):
            continue
        unseen = builtins_bound(facts) - facts.names.keys()
        if word := binds_unseen(facts) or min(unseen, default=""):
            return word
    return ""


def _changed_elsewhere(pair: Pair) -> str:
    """What else changed that the function uses, unless its own module shows it; in words."""
    for cause in pair.causes:
        if cause.kind in (CauseKind.REACHES, CauseKind.BEYOND):
            return cause.words
        if cause.kind is CauseKind.READS:
            texts = pair.old.module.text, pair.new.module.text
            if not cause.name or any(_is_imported(text, cause.name) for text in texts):
                return cause.words
    return ""


def _imported(text: str) -> set[str]:
    """Modules that a module imports; a relative import has no name to begin with."""
    tree = parse(text)
    if isinstance(tree, Unreadable):
        return {""}
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.add("" if node.level else node.module or "")
    return names


def _is_imported(text: str, name: str) -> bool:
    tree = parse(text)
    if isinstance(tree, Unreadable):
        return True
    imports: Sequence[ast.Import | ast.ImportFrom] = [
        node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    bound = {
        alias.asname or alias.name.partition(".")[0] for node in imports for alias in node.names
    }
    return name in bound or "*" in bound


def _evidence(pair: Pair, note: str, runs: int = 0) -> Evidence:
    return evidence_about(pair, NAME, note, runs)


def seed_of(call: CallRecipe) -> Seed:
    """A call for other engines to make."""
    return Seed(encode_call(call), Realism.TYPED, "solver")


def engine(opened: Opened) -> Prove | None:
    """What proves that nothing changed, or that a contract holds."""
    if opened.around is None:
        return Prove(opened.workspace) if opened.settings.context == "file" else None
    files = frozenset(each.path for each in opened.around.raw.files)
    looks_far = opened.settings.effort is Effort.DEEP or bool(opened.asked)
    share = SHARE if looks_far else FIRST_SHARE
    made = Prove(opened.workspace, opened.asked, files, looks_far, share)
    if not not_installed(_NEEDED) and any(map(made.is_able, opened.pairs)):
        prepare(opened.workspace.places.level)
    return made
