"""`swerve contract prove`: does a solver prove what was meant, for every call?"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from swerve.apps.cli._checking import current_folder
from swerve.apps.cli._closer import printable
from swerve.apps.cli._completing import complete_files
from swerve.apps.cli._options import governed, selection_options, setup_option, trust_option
from swerve.apps.cli._progress import doing
from swerve.apps.cli._streams import opened_output
from swerve.model import Learned, Pair, Wishes, Witness
from swerve.model.errors import BadUsage
from swerve.model.plurals import counted
from swerve.source import RawChange, SizeLimits, pair_up, read_words

if TYPE_CHECKING:
    from swerve.engines import Budget, Engine
    from swerve.tell.proofs import Proof

#: Seconds beside those of the solver, for the call that it names.
_MORE_S = 10.0
_COUNT = "--trust-change lets it count"


@click.command()
@click.argument("words", metavar="[RANGE] [PATH]...", nargs=-1, shell_complete=complete_files)
@click.option(
    "--seconds",
    metavar="S",
    type=click.FloatRange(min=0.1),
    default=10.0,
    show_default=True,
    help="How long the solver may take for a function.",
)
@click.option(
    "--python", metavar="PATH", help="The project's interpreter, to run calls that refute."
)
@click.option(
    "--sandbox",
    type=click.Choice(["auto", "strict", "process", "none"]),
    default="auto",
    show_default=True,
    help="How the project's code is confined when it runs.",
)
@click.option("--format", type=click.Choice(["text", "json"]), default="text", show_default=True)
@selection_options
@setup_option
@trust_option
def prove(
    words: tuple[str, ...],
    seconds: float,
    python: str | None,
    sandbox: str,
    format: str,
    max_files: int | None,
    max_functions: int | None,
    setup: str | None,
    trust_change: bool,
    **chosen: object,
) -> int:
    """Prove that functions keep their contracts, or without one, that nothing changed.

    Without RANGE: the work tree against HEAD, or the last commit when nothing differs. Each answer
    names what it takes for granted. A call that refutes is run before it is told. Exit status: 0
    everything is proved, 1 something is refuted, could not be proved, or was proved of a contract
    that comes with the change, 2 wrong use.
    """
    from swerve.run.solver_process import not_installed  # takes a while to load
    from swerve.tell.proofs import proof_lines, proof_object

    if not_installed(("z3",)):
        raise BadUsage("The solver is not installed.", "pip install 'swerve[solver]'")
    selection = governed({**chosen, "trust_change": trust_change})
    raw = read_words(current_folder(), words, staged=False, selection=selection)
    wishes = Wishes(python=python, setup=setup, sandbox=sandbox, trusts_change=trust_change)
    proofs = []
    with opened_output(None) as out, ExitStack() as open_:
        limits = SizeLimits(files=max_files, functions=max_functions)
        pairs = pair_up(raw, limits).pairs
        line = open_.enter_context(doing("proving functions", len(pairs), prints=True))
        for proof in _proofs(raw, pairs, wishes, seconds):
            proofs.append(proof)
            line.advance()
            if format == "text":
                print("\n".join(map(printable, proof_lines(proof))), file=out, flush=True)
        count = sum(proof.answer == "proved" for proof in proofs)
        own = sum(proof.is_own for proof in proofs)
        if format == "json":
            json.dump([proof_object(each) for each in proofs], out, indent=2)
            print(file=out)
        else:
            noun = "function" if len(proofs) == 1 else "functions"
            print(f"{count} of {len(proofs)} {noun} proved", file=out)
            if own:
                print(
                    f"{counted(own, 'function')} held to a contract of this change: {_COUNT}",
                    file=out,
                )
    return 0 if count == len(proofs) and not own else 1


def _proofs(
    raw: RawChange, pairs: Sequence[Pair], wishes: Wishes, seconds: float
) -> Iterator[Proof]:
    from swerve.check.running import prepare_proofs
    from swerve.engines import Budget
    from swerve.engines.prove import seed_of
    from swerve.tell.proofs import Proof

    with prepare_proofs(raw, wishes, pairs) as prover:
        for problem in prover.runtime.problems:
            print(f"swerve: {problem.file}:{problem.line}: {problem.message}", file=sys.stderr)
        for pair in pairs:
            started = time.monotonic()
            contract = prover.contracts.get(pair.id)
            budget = Budget(started + seconds + _MORE_S)
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
