"""`swerve contract`: what a change is meant to do, and whether it does that."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from swerve.model import FailOn, Learned, Pair, Settings, Witness
from swerve.model.errors import BadUsage
from swerve.model.plurals import counted
from swerve.source import RawChange, Selection, pair_up, read_git, read_words

from ._approve import infer
from ._checking import check_and_report
from ._options import change_argument, current_folder, number, takes
from ._progress import doing
from ._streams import note, opened_output, show

if TYPE_CHECKING:
    from swerve.engines import Budget, Engine
    from swerve.tell.proofs import Proof

#: Seconds beside those of the solver, for the call that it names.
_MORE_S = 10.0
_COUNT = "it counts only with --trust-change"


@click.group()
def contract() -> None:
    """Say what a change is meant to do, and have it checked.

    Contracts are files under `contracts/` or beside the code: see docs/contracts.md.
    """


contract.add_command(infer)


@contract.command()
@change_argument
@takes(
    *("trust", "selection", "running", "setup", "guided", "witnesses", "report", "work"),
    defaults={"fail_on": FailOn.UNINTENDED},
)
def check(words: tuple[str, ...], settings: Settings) -> int:
    """Check the functions of a change that have a contract, and nothing else.

    Without RANGE: the work tree against HEAD, or the last commit when nothing differs. A contract
    that cannot be read makes the exit status 2.
    """
    started = time.monotonic()
    settings = replace(settings, only_contracted=True, judge="none")
    raw = read_words(current_folder(), words, staged=False, selection=settings)
    return check_and_report(raw, settings, started)


@contract.command("explain-test")
@click.argument("test")
@click.argument("range", required=False)
@takes(
    *("python", "readable", "sandbox", "setup", "effort", "format", "output"),
    helps={
        "effort": "How long the tests may run: about 4, 8 or 300 seconds.",
        "format": "The format of the answer.",
        "output": "Write the answer to FILE instead of standard output.",
    },
    choices={"format": ("text", "json")},
)
def explain(test: str, range: str | None, settings: Settings) -> int:
    """Find out whether a failing test is wrong or the code is.

    TEST is a test or a file with tests, as for pytest: tests/test_orders.py::test_total. The
    test of the new version runs on both versions, and calls to changed functions in it are
    judged by their contracts. Without RANGE: the work tree against HEAD, or the last commit when
    nothing differs.

    Exit status: 0 the test passes or is out of date, 1 the code is wrong, 2 it could not be
    determined.
    """
    folder = current_folder()
    raw = read_git(folder, revisions=range, staged=False, paths=(), selection=Selection())
    from swerve.apps.explain import explain_test, plain, words  # takes a while to load

    with doing("running the test on both sides"):
        explained = explain_test(raw, pair_up(raw), test, folder, settings)
    with opened_output(settings.output) as stream:
        is_text = settings.format == "text"
        text = words(explained) if is_text else json.dumps(plain(explained), indent=2)
        stream.write(text + "\n")
    return explained.exit_status


@contract.command()
@change_argument
@number("--seconds", "How long the solver may take for a function.", 10.0, least=0.1, metavar="S")
@takes(
    *("trust", "selection", "python", "readable", "sandbox", "setup", "format"),
    helps={"python": "The project's interpreter, to run counterexamples."},
    choices={"format": ("text", "json")},
)
def prove(words: tuple[str, ...], seconds: float, settings: Settings) -> int:
    """Prove that functions keep their contracts or, for those without one, that nothing changed.

    Without RANGE: the work tree against HEAD, or the last commit when nothing differs. Each answer
    lists its assumptions. A counterexample is run before it is reported. Exit status: 0 everything
    is proved, 1 something is refuted, could not be proved, or was proved for a contract that comes
    with the change, 2 wrong usage.
    """
    from swerve.run.solver_process import not_installed  # takes a while to load
    from swerve.tell.proofs import proof_lines, proof_object

    if not_installed(("z3",)):
        raise BadUsage("The solver is not installed.", "Run `pip install 'swerve[solver]'`.")
    raw = read_words(current_folder(), words, staged=False, selection=settings)
    proofs = []
    with opened_output(None) as out, ExitStack() as open_:
        pairs = pair_up(raw, settings).pairs
        line = open_.enter_context(doing("proving functions", len(pairs), prints=True))
        for proof in _proofs(raw, pairs, settings, seconds):
            proofs.append(proof)
            line.advance()
            if settings.format == "text":
                for text in proof_lines(proof):
                    show(text, out)
                out.flush()
        count = sum(proof.answer == "proved" for proof in proofs)
        own = sum(proof.is_own for proof in proofs)
        if settings.format == "json":
            json.dump([proof_object(each) for each in proofs], out, indent=2)
            print(file=out)
        else:
            print(f"{count} of {counted(len(proofs), 'function')} proved", file=out)
            if own:
                held = counted(own, "function")
                print(
                    f"{held} checked against a contract that comes with this change: {_COUNT}",
                    file=out,
                )
    return 0 if count == len(proofs) and not own else 1


def _proofs(
    raw: RawChange, pairs: Sequence[Pair], settings: Settings, seconds: float
) -> Iterator[Proof]:
    from swerve.check.running import prepare_proofs
    from swerve.engines import Budget
    from swerve.engines.prove import seed_of
    from swerve.tell.proofs import Proof

    with prepare_proofs(raw, settings, pairs) as prover:
        for problem in prover.runtime.problems:
            note(f"{problem.file}:{problem.line}: {problem.message}")
        for pair in pairs:
            started = time.monotonic()
            contract = prover.contracts.get(pair.id)
            budget = Budget.of(seconds + _MORE_S)
            settled = prover.engine.settled(pair, seconds, budget, is_literal=True)
            if contract is not None and settled.call is not None:
                known = Learned((seed_of(settled.call),))
                settled = replace(settled, witness=_violation(prover.judge, pair, budget, known))
            place = "" if contract is None else f"{contract.file}:{contract.span.line}"
            is_own = pair.id in prover.judge.claimed
            yield Proof(pair, place, settled, time.monotonic() - started, is_own)


def _violation(judge: Engine, pair: Pair, budget: Budget, known: Learned) -> Witness | None:
    """What shows that a contract is violated, when a call is made."""
    found = judge.investigate(pair, budget, known).witnesses
    return next((each for each in found if each.judgement == "unintended"), None)
