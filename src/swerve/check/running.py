"""What do the two sides run in, and which of their modules can be imported there?"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from swerve.check._importing import runtime_of
from swerve.check.pipeline import Listener, Prepared
from swerve.engines import Engine
from swerve.model import ModuleImports, Pair, Runtime, Side, Wishes
from swerve.observe.comparison import Rules, rules_from
from swerve.run.host import Ground
from swerve.run.places import Places, bare_places, ground_of
from swerve.run.project import Project, close_project, find_interpreter, open_project
from swerve.run.sandbox import choose_level
from swerve.source import GitTree, RawChange, diff_text

if TYPE_CHECKING:  # engines take a while to load: see `_import_both`
    from swerve.engines.bare import Bare
    from swerve.engines.contracted import Contracted, Found
    from swerve.engines.generate import Generate
    from swerve.engines.guided import Guided
    from swerve.engines.prove import Prove
    from swerve.engines.replay import ReplayRecorded
    from swerve.engines.scripts import Scripts
    from swerve.engines.shadow import Shadow
    from swerve.meaning.contract import Contract
    from swerve.meaning.llm import Client


@contextmanager
def prepare(
    raw: RawChange,
    wishes: Wishes,
    pairs: Sequence[Pair],
    writer: Client | None = None,
    latest: GitTree | None = None,
) -> Iterator[Prepared]:
    """Make both trees of a change runnable, and import the modules that hold the pairs.

    The trees and the engines that run in them are there as long as this is open. `writer` is the
    language model that writes usage examples; without it, nothing leaves this machine. What they
    show has to be the same in `latest`, if that is given.
    """
    with _stages(raw, wishes, pairs, writer, latest) as stages:
        wanted = stages.runtime.contracted if wishes.only_contracted else None
        yield Prepared(stages.runtime, (stages.quick, stages.thorough), stages.doubting(), wanted)


@contextmanager
def prepare_proofs(raw: RawChange, wishes: Wishes, pairs: Sequence[Pair]) -> Iterator[Prover]:
    """Make both trees runnable for the calls that a solver names."""
    with _stages(raw, wishes, pairs) as stages:
        judge = stages.judge()
        engine = replace(stages.prove(), contracts=judge.contracts)
        yield Prover(stages.runtime, judge.contracts, engine, judge)


class Prover(NamedTuple):
    """A solver that can be asked about pairs, and what was meant to change in them."""

    runtime: Runtime
    contracts: Mapping[str, Contract]
    engine: Prove
    #: Runs a call that violates a contract, as a solver says.
    judge: Contracted


@contextmanager
def _stages(
    raw: RawChange,
    wishes: Wishes,
    pairs: Sequence[Pair],
    writer: Client | None = None,
    latest: GitTree | None = None,
) -> Iterator[_Stages]:
    confinement = choose_level(wishes.sandbox)
    project = open_project(
        raw,
        python=wishes.python,
        setup=wishes.setup,
        folder=wishes.folder,
        level=confinement.level,
        readable=wishes.readable,
    )
    try:
        found = _contracts(raw, project, pairs, wishes)
        contracted = found.contracts.keys() | found.claims.keys()
        if wishes.only_contracted:
            pairs = [pair for pair in pairs if pair.id in contracted]
        runtime = runtime_of(project, confinement, pairs, wishes.seed)
        runtime = replace(
            runtime,
            problems=runtime.problems + found.problems,
            contracted=frozenset(contracted),
        )
        places = Places(
            ground_of(project, Side.OLD), ground_of(project, Side.NEW), confinement.level
        )
        with tempfile.TemporaryDirectory(prefix="swerve-") as folder:
            yield _Stages(
                project,
                places,
                runtime,
                wishes,
                Path(folder),
                found.contracts,
                raw,
                writer,
                latest,
                found.claims,
            )
    finally:
        close_project(project)


def _contracts(raw: RawChange, project: Project, pairs: Sequence[Pair], wishes: Wishes) -> Found:
    """What was meant to change, as far as a contract says so."""
    from swerve.engines.contracted import contracts_between

    old, new = (each.tree.path / each.inside for each in (project.old, project.new))
    return contracts_between(old, new, pairs, raw.intent, trusts_change=wishes.trusts_change)


@dataclass(frozen=True, slots=True)
class _Stages:
    """The engines of a change: those that answer at once, and those that take their time."""

    project: Project
    places: Places
    runtime: Runtime
    wishes: Wishes
    #: For what tests showed.
    folder: Path
    #: Id of a pair -> what was meant to change.
    contracts: Mapping[str, Contract]
    raw: RawChange
    writer: Client | None
    latest: GitTree | None
    #: Id of a pair -> what the change itself says was meant.
    claims: Mapping[str, Contract]

    def quick(self, pairs: Sequence[Pair], listener: Listener) -> tuple[Engine, ...]:
        """A few calls that were made up find most differences, and a solver some of the others."""
        engines: tuple[Engine, ...] = self._generate(is_quick=True), self.prove(), self._shadow()
        recorded = self._recorded(pairs)
        if recorded is not None and recorded.recordings.pairs:  # real calls, and no test runs
            engines = replace(recorded, is_quick=True), *engines
        return self._wanted(*self._judged(*engines, is_quick=True))

    def thorough(self, pairs: Sequence[Pair], listener: Listener) -> tuple[Engine, ...]:
        """Run the tests that touch the pairs, and start from the calls that they make."""
        before: tuple[Engine, ...] = ()
        if "replay" not in self.wishes.skip:
            before = (self._replay(pairs, listener), self._shadow(is_again=True))
        if self.writer is not None:
            before = (*before, self._scripts(self.writer, pairs))
        generate, guided = self._generate(is_quick=False), self._guided()
        judged = self._judged(*before, generate, is_quick=False)
        # Its worlds cannot be made again as calls: it asks the contract itself.
        return self._wanted(*judged, replace(guided, contracts=self.contracts, claims=self.claims))

    def _judged(self, *engines: Engine, is_quick: bool) -> tuple[Engine, ...]:
        """Engines, with a contract to judge what they find where there is one."""
        if not self.contracts and not self.claims:
            return engines
        from swerve.engines.contracted import Feeding
        from swerve.engines.generate import Drawing

        judge = replace(self.judge(), drawing=Drawing(self.places))
        claims = replace(judge, contracts=self.claims, is_quick=False)
        fed = (Feeding(each, frozenset(self._asked), claims) for each in engines)
        return (*fed, replace(judge, is_quick=is_quick))

    def _replay(self, pairs: Sequence[Pair], listener: Listener) -> Engine:
        from swerve.engines.replay import Replay
        from swerve.engines.replay.observed import Observations, observe_suites

        recorded = self._recorded(pairs)
        if recorded is not None:
            pairs = [pair for pair in pairs if not recorded.stands_for_tests(pair)]
        observations = Observations(self.folder)
        try:
            if pairs:
                observations = observe_suites(
                    self.project,
                    self.places.level,
                    pairs,
                    self.folder,
                    seconds=self.wishes.suite_seconds,
                    rules=self._rules,
                    listener=listener,
                )
        except OSError as error:  # no room left, a tree that somebody cleared away
            trouble = f"its tests could not be run: {error.strerror or error}"
            observations = Observations(self.folder, trouble=trouble)
        return Replay(observations, self.places, self._modules, self._rules, recorded)

    def _recorded(self, pairs: Sequence[Pair]) -> ReplayRecorded | None:
        """What makes recorded calls again; nothing where nobody recorded any."""
        from swerve.engines.replay.observed import recordings_for

        if self.raw.trees is None:
            return None
        recordings = recordings_for(self.raw.trees[0], pairs)
        if recordings.top is None:
            return None
        from swerve.engines.replay import ReplayRecorded

        inside = self.project.old.inside, self.project.new.inside
        return ReplayRecorded(recordings, self.places, self._modules, self._rules, inside)

    def _scripts(self, writer: Client, pairs: Sequence[Pair]) -> Scripts:
        """Have usage examples written, and run them all: the engine tells what they showed."""
        from swerve.engines.scripts import Scripts, Wanted, observe_scripts, write_scripts

        modules = self._modules
        files = {pair.new.module.path for pair in pairs}
        functions = tuple(
            f"{module.new}.{pair.name}"
            for pair in pairs
            if (module := modules.get(pair.new.module.path)) is not None
        )
        written = write_scripts(
            writer, Wanted(functions, diff_text(self.raw), diff_text(self.raw, files))
        )
        with self._latest_ground() as latest:
            observed = observe_scripts(
                written,
                pairs,
                self.places,
                modules,
                rules=self._rules,
                seconds=2 * self.wishes.suite_seconds,
                inside=(self.project.old.inside, self.project.new.inside),
                seed=self.wishes.seed,
                latest=latest,
            )
        return Scripts(observed)

    @contextmanager
    def _latest_ground(self) -> Iterator[Ground | None]:
        """The third tree, as long as this is open."""
        if self.latest is None:
            yield None
            return
        name = self.latest.id[:10]
        raw = replace(self.raw, old=name, new=name, files=(), trees=(self.latest, self.latest))
        wishes, level = self.wishes, self.places.level
        project = open_project(
            raw,
            python=wishes.python,
            setup=wishes.setup,
            level=level,
            readable=wishes.readable,
        )
        try:
            yield replace(ground_of(project, Side.NEW), roots=self.project.new.roots)
        finally:
            close_project(project)

    def _guided(self) -> Guided:
        return guided_engine(self.wishes, self.places, real_imports=True)

    def _wanted(self, *engines: Engine) -> tuple[Engine, ...]:
        return tuple(each for each in engines if each.name not in self.wishes.skip)

    def _generate(self, *, is_quick: bool) -> Generate:
        from swerve.engines.generate import Generate

        inside = self.project.old.inside, self.project.new.inside
        conditions = {pair: each.conditions for pair, each in self._asked.items()}
        return Generate(self.places, self._modules, self._rules, inside, conditions, is_quick)

    def _shadow(self, *, is_again: bool = False) -> Shadow:
        from swerve.engines.shadow import Shadow

        return Shadow(self.places, self._modules, self._rules, is_again)

    def judge(self) -> Contracted:
        """What asks contracts about calls; those from before the change, where there are both."""
        from swerve.engines.contracted import Contracted

        contracts = {**self.claims, **self.contracts}
        claimed = frozenset(self.claims.keys() - self.contracts.keys())
        return Contracted(self.places, self._modules, contracts, self._rules, claimed)

    def doubting(self) -> Bare:
        """What makes calls again that showed no difference."""
        from swerve.engines.bare import Bare

        return Bare(self.places, self._modules)

    def prove(self) -> Prove:
        """The solver that proves."""
        from swerve.engines.prove import Prove

        files = frozenset(each.path for each in self.raw.files)
        return Prove(self.places, self._modules, self._rules, self._asked, files)

    @property
    def _asked(self) -> Mapping[str, Contract]:
        """The contracts that have the last word; all, where the question is about them alone."""
        return self.judge().contracts if self.wishes.only_contracted else self.contracts

    @property
    def _modules(self) -> dict[str, ModuleImports]:
        return {each.file: each for each in self.runtime.modules if each.works}

    @property
    def _rules(self) -> Rules:
        return rules_from(self.wishes.ignore, self.wishes.tolerance)


@contextmanager
def prepare_bare(wishes: Wishes) -> Iterator[tuple[Engine, ...]]:
    """The engines for functions that belong to no project: an empty folder to run in."""
    level = choose_level(wishes.sandbox).level
    with tempfile.TemporaryDirectory(prefix="swerve-") as folder:
        Path(folder).chmod(0o755)
        python = None
        if wishes.python:
            python = find_interpreter(
                wishes.python, Path.cwd(), level=level, readable=wishes.readable
            )
        places = bare_places(Path(folder), level, python)
        engines: list[Engine] = [guided_engine(wishes, places, real_imports=False)]
        if wishes.context:
            from swerve.engines.generate import GenerateAlone
            from swerve.engines.prove import Prove

            rules = rules_from(wishes.ignore, wishes.tolerance)
            engines[:0] = [GenerateAlone(Path(folder), places, rules), Prove(places, {}, rules)]
        yield tuple(each for each in engines if each.name not in wishes.skip)


def guided_engine(wishes: Wishes, places: Places, *, real_imports: bool) -> Guided:
    """The engine that runs functions alone, as the user wants it."""
    from swerve.engines.guided import Guided, Techniques

    if wishes.real_imports is not None:
        real_imports = wishes.real_imports
    return Guided(
        places,
        Techniques(context=wishes.context, predictor=wishes.predictor),
        runs=wishes.runs,
        real_imports=real_imports,
        rules=rules_from(wishes.ignore, wishes.tolerance),
    )


def check_python(
    python: str, sandbox: str, folder: Path | None = None, readable: tuple[str, ...] = ()
) -> None:
    """Raise, before any work is done, when the interpreter that was asked for does not do."""
    level = choose_level(sandbox).level
    find_interpreter(python, folder or Path.cwd(), level=level, readable=readable)
