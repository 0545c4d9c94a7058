"""What do the two sides run in, and which engines look at them there?"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from swerve.engines import Engine
from swerve.engines.opened import InProject, Opened, Stage
from swerve.model import Pair, Runtime, Settings
from swerve.observe.comparison import rules_from
from swerve.run.beside import Beside
from swerve.run.held import drop_own
from swerve.run.places import bare_places, opened_project
from swerve.run.project import find_interpreter
from swerve.run.sandbox import choose_level
from swerve.run.workspace import Workspace
from swerve.source import GitTree, RawChange

from ._importing import opened_workspace
from .order import engines_at
from .pipeline import Listener, Prepared

if TYPE_CHECKING:  # engines take a while to load: see `_import_both`
    from swerve.engines.contracted import Contracted
    from swerve.engines.prove import Prove
    from swerve.meaning.contract import Contract
    from swerve.meaning.llm import Client


@contextmanager
def prepare(
    raw: RawChange,
    settings: Settings,
    pairs: Sequence[Pair],
    writer: Client | None = None,
    latest: GitTree | None = None,
) -> Iterator[Prepared]:
    """Make both trees of a change runnable, and import the modules that hold the pairs.

    The trees and the engines that run in them are there as long as this is open. `writer` is the
    language model that writes usage examples; without it, nothing leaves this machine. What they
    show has to be the same in `latest`, if that is given.
    """
    with _opened(raw, settings, pairs, writer, latest) as (runtime, opened):
        from swerve.engines.bare import Bare
        from swerve.run.blame import Blame

        def engines_of(
            stage: Stage, pairs: Sequence[Pair], listener: Listener, is_decided: bool = False
        ) -> tuple[Engine, ...]:
            asked = replace(opened, stage=stage, pairs=pairs, listener=listener)
            return engines_at(replace(asked, is_decided=is_decided))

        quick, tests, thorough = (
            partial(engines_of, stage) for stage in (Stage.QUICK, Stage.TESTS, Stage.THOROUGH)
        )
        wanted = runtime.contracted if settings.only_contracted else None
        yield Prepared(
            runtime,
            (quick, thorough),
            tests,
            has_own_tests=any(each.is_test for each in raw.left_out),
            has_contracts=bool(opened.all_contracts),
            doubting=Bare(opened.workspace),
            blaming=Blame(opened.workspace, {pair.id: pair for pair in opened.all_pairs}),
            wanted=wanted,
        )


class Prover(NamedTuple):
    """A solver that can be asked about pairs, and what was meant to change in them."""

    runtime: Runtime
    contracts: Mapping[str, Contract]
    engine: Prove
    #: Runs a call that violates a contract, as a solver says.
    judge: Contracted


@contextmanager
def prepare_proofs(raw: RawChange, settings: Settings, pairs: Sequence[Pair]) -> Iterator[Prover]:
    """Make both trees runnable for the calls that a solver names."""
    with _opened(raw, settings, pairs) as (runtime, opened):
        from swerve.engines.contracted import Contracted
        from swerve.engines.prove import Prove

        contracts = opened.all_contracts
        files = frozenset(each.path for each in raw.files)
        claimed = frozenset(opened.claims.keys() - opened.contracts.keys())
        yield Prover(
            runtime,
            contracts,
            Prove(opened.workspace, contracts, files),
            Contracted(opened.workspace, contracts, claimed),
        )


@contextmanager
def _opened(
    raw: RawChange,
    settings: Settings,
    pairs: Sequence[Pair],
    writer: Client | None = None,
    latest: GitTree | None = None,
) -> Iterator[tuple[Runtime, Opened]]:
    confinement = choose_level(settings.sandbox)
    with (
        opened_project(raw, settings, confinement.level) as project,
        tempfile.TemporaryDirectory(prefix="swerve-") as folder,
        ExitStack() as stack,
        _nothing_held(),
    ):
        from swerve.engines.contracted import contracts_between

        old, new = (each.tree.path / each.inside for each in (project.old, project.new))
        trusts = settings.trust_change
        found = contracts_between(old, new, pairs, raw.intent, trusts_change=trusts)
        contracted = found.contracts.keys() | found.claims.keys()
        if settings.only_contracted:
            pairs = [pair for pair in pairs if pair.id in contracted]
        rules = rules_from(settings.ignore, settings.tolerance)
        runtime, workspace = stack.enter_context(
            opened_workspace(project, confinement, pairs, rules, settings.seed)
        )
        problems = runtime.problems + found.problems
        runtime = replace(runtime, problems=problems, contracted=frozenset(contracted))
        from swerve.engines.generate import Drawing

        yield (
            runtime,
            Opened(
                Stage.QUICK,
                settings,
                workspace,
                Path(folder),
                InProject(project, raw, writer, latest),
                contracts=found.contracts,
                claims=found.claims,
                drawing=Drawing(workspace),
                all_pairs=pairs,
                suites=stack.enter_context(closing(Beside[Any]())),
            ),
        )


@contextmanager
def _nothing_held() -> Iterator[None]:
    """Close what engines opened in trees that are about to go."""
    try:
        yield
    finally:
        drop_own()


@contextmanager
def prepare_bare(settings: Settings) -> Iterator[tuple[Engine, ...]]:
    """The engines for functions that belong to no project: an empty folder to run in."""
    level = choose_level(settings.sandbox).level
    with tempfile.TemporaryDirectory(prefix="swerve-") as folder, _nothing_held():
        Path(folder).chmod(0o755)
        python = None
        if settings.python:
            python = find_interpreter(
                settings.python, Path.cwd(), level=level, readable=settings.readable
            )
        places = bare_places(Path(folder), level, python)
        workspace = Workspace(places, rules=rules_from(settings.ignore, settings.tolerance))
        yield engines_at(Opened(Stage.ALONE, settings, workspace, Path(folder)))


def check_python(
    python: str, sandbox: str, folder: Path | None = None, readable: tuple[str, ...] = ()
) -> None:
    """Raise, before any work is done, when the interpreter that was asked for does not do."""
    level = choose_level(sandbox).level
    find_interpreter(python, folder or Path.cwd(), level=level, readable=readable)
