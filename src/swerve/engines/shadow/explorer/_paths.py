"""Which paths can both versions take together, and for which inputs do they part?

The only module that knows CrossHair, whose values stand for all of a type.
"""

from __future__ import annotations

import dataclasses
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import z3
from crosshair.copyext import CopyMode, deepcopyext
from crosshair.core import (
    ExceptionFilter,
    PathOutcome,
    deep_realize,
    explore_loop,
    proxy_for_type,
    smt_for_unification,
)
from crosshair.core_and_libs import standalone_statespace  # noqa: F401 - registers its values
from crosshair.options import DEFAULT_OPTIONS
from crosshair.pathing_oracle import CoveragePathingOracle
from crosshair.statespace import (
    CallAnalysis,
    RootNode,
    SearchTreeNode,
    StateSpace,
    VerificationStatus,
    WorstResultNode,
)
from crosshair.tracers import NoTracing, ResumedTracing
from crosshair.util import (
    CrossHairInternal,
    IgnoreAttempt,
    NotDeterministic,
    PathTimeout,
    UnexploredPath,
)

from .._limits import ALARM_S, LEAST_PATH_S, MOST_FAILURES, MOST_PATH_S, PATHS_MOST_INSIDE
from . import INSIDE
from ._parting import CanFail, Ended, Looking, Parted, Probing, settled
from ._skeletons import Builder, Made, Skeleton
from ._worlds import VersionModules


class _Alarm(BaseException):
    """A path that does not end."""


@dataclasses.dataclass
class Found:
    """An input on which the versions may part, and where."""

    values: list[Any]
    where: str
    #: The change at which they part, where that is known.
    site: int | None = None


@dataclasses.dataclass
class Progress:
    """How far a skeleton was explored."""

    paths: int = 0
    is_exhausted: bool = False
    #: Paths that were given up: what they would have shown is not known.
    given_up: int = 0
    #: Why, the last time.
    why: str = ""
    #: Paths on which no change makes a difference.
    same: int = 0
    #: Change -> paths on which it makes a difference, and nothing comes of it.
    inside: Counter[int | None] = dataclasses.field(default_factory=Counter)


class Exploration:
    """The paths of one skeleton. It can be left and taken up again."""

    def __init__(
        self,
        skeleton: Skeleton,
        old: VersionModules,
        new: VersionModules,
        probe: tuple[VersionModules, Probing] | None = None,
    ) -> None:
        """`probe` is a world with both versions in one, and its hook."""
        self.skeleton = skeleton
        self._probe = probe
        self.progress = Progress()
        self._worlds = old, new
        self._found: list[Found] = []
        self._failures = 0
        self._start()

    def _start(self) -> None:
        self._root = RootNode()
        self._root.pathing_oracle = self._following = Following()

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to explore, or no way to do it."""
        return self.progress.is_exhausted or self._failures > MOST_FAILURES

    def explore(self, seconds: float) -> Iterator[Found]:
        """Inputs on which the versions may part, as long as there is time."""
        until = time.process_time() + seconds
        while not self.is_over and (left := until - time.process_time()) > 0:
            self._found.clear()
            options = dataclasses.replace(
                DEFAULT_OPTIONS,
                per_condition_timeout=left,
                per_path_timeout=min(max(seconds, LEAST_PATH_S), MOST_PATH_S),
                max_iterations=100_000,
                max_uninteresting_iterations=0,
            )
            try:
                result = explore_loop(options, self._root, self._run_path)
            except (Exception, CrossHairInternal) as error:  # it met what it was not made for
                self._give_up(f"{type(error).__name__}: {error}"[:200])
                self._failures += 1
                self._start()
                continue
            self.progress.is_exhausted = result.exhausted
            yield from self._found
            if not self._found and not self.progress.is_exhausted:
                return

    def _run_path(self, space: StateSpace) -> PathOutcome:
        self.progress.paths += 1
        symbols = [
            proxy_for_type(hole.type, f"hole_{number}")
            for number, hole in enumerate(self.skeleton.holes)
        ]
        self._following.follow(space, symbols, self.skeleton.values)
        late: BaseException | None = None
        try:
            with _alarm():
                where = self._compared(space, symbols)
        except (_Alarm, PathTimeout) as error:  # perhaps on one side only
            self._give_up("a path that does not finish")
            where, late = "termination", error
        except (IgnoreAttempt, UnexploredPath) as error:
            self._give_up(type(error).__name__)
            raise
        except NotDeterministic:
            self._give_up("code that is not deterministic")
            return PathOutcome(CallAnalysis())
        if where:
            with ResumedTracing():
                space.detach_path(late)
            values = [deep_realize(symbol) for symbol in symbols]
            self._found.append(Found(values, where, self._site))
        analysis = CallAnalysis(VerificationStatus.CONFIRMED)
        return PathOutcome(analysis, breakout=bool(where))

    @property
    def _site(self) -> int | None:
        """The change at which the versions diverge on this path, where that is known."""
        return None if self._probe is None else self._probe[1].site

    def _compared(self, space: StateSpace, symbols: list[Any]) -> str:
        """Where the two versions part on this path."""

        def can_fail(truth: Any) -> bool:
            return _can_fail(space, truth)

        if self._probe is not None and not self._may_part(symbols, can_fail):
            self.progress.same += 1
            return ""
        sides: list[tuple[Made, Ended]] = []
        for is_new, world in enumerate(self._worlds):
            own = [deepcopyext(symbol, CopyMode.REGULAR, {}) for symbol in symbols]
            builder = Builder(self.skeleton, world, own, is_new=bool(is_new))
            with world.entered():
                made = self._guarded(builder.built)
                if made.error is not None:  # nothing is said about the function
                    why = type(made.error).__name__
                    self._give_up(f"a call that could not be built: {why}")
                    return ""
                sides.append((made.value, self._guarded(partial(_run, made.value))))
        (old, was), (new, now) = sides

        looking = Looking(can_fail)

        def compared() -> str:
            return looking.ends(was, now) or looking.compare(
                (old.receiver, old.args, old.kwargs),
                (new.receiver, new.args, new.kwargs),
                "arguments",
            )

        where = self._guarded(compared)
        if looking.is_blind and not where.value:
            self._give_up("a value that cannot be inspected")
        if where.error is not None:  # something that does not let itself be looked at
            raise IgnoreAttempt
        if where.value:
            return str(where.value)
        self.progress.inside[self._site] += 1
        is_told = self._site is not None and self.progress.inside[self._site] <= PATHS_MOST_INSIDE
        return INSIDE if is_told else ""

    def _may_part(self, symbols: list[Any], can_fail: CanFail) -> bool:
        """Whether the versions can part on this path, as far as the probe tells."""
        assert self._probe is not None  # noqa: S101 - asked before
        world, probing = self._probe
        probing.start(can_fail)
        own = [deepcopyext(symbol, CopyMode.REGULAR, {}) for symbol in symbols]
        builder = Builder(self.skeleton, world, own, is_new=False)
        with world.entered():
            try:
                made = self._guarded(builder.built)
                if made.error is None:
                    self._guarded(partial(_run, made.value))
            except Parted:
                return True
        return probing.site is not None or probing.is_doubtful or made.error is not None

    def _guarded(self, run: Callable[[], Any]) -> Ended:
        """Run target code with symbols; what it raises is how it ended."""
        value = None
        with ExceptionFilter() as caught, ResumedTracing():
            value = run()
        if caught.ignore:
            raise IgnoreAttempt
        if caught.user_exc is not None:
            return Ended(error=caught.user_exc[0])
        return Ended(value)

    def _give_up(self, why: str) -> None:
        self.progress.given_up += 1
        self.progress.why = why


def _run(made: Made) -> Any:
    return settled(made.run())


def _can_fail(space: StateSpace, truth: Any) -> bool:
    """Whether something can be false here; if so, it is on this path, and true on another one."""
    with NoTracing():
        if isinstance(truth, bool):
            return not truth
        term = getattr(truth, "var", None)
        if term is None:
            with ResumedTracing():
                return not truth
        return not space.smt_fork(term, probability_true=0.0)


@contextmanager
def _alarm() -> Iterator[None]:
    """End a path that heeds no limit of its own."""

    def ring(*_: object) -> None:
        raise _Alarm

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, ALARM_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# --- following ------------------------------------------------------------------------------------

# Which way does the search go at a branch that can go both ways?
#
# A call that is known to work leads to the change. So one path in two takes the way that this call
# takes, as long as that way is not done with: then what differs is the end of the path, where the
# change is. The other paths go where little was seen yet.


class Following(CoveragePathingOracle):  # type: ignore[misc]
    """Decides along a call, every other time."""

    def __init__(self) -> None:
        super().__init__()
        self._paths = 0
        self._model: Any = None

    def pre_path_hook(self, space: StateSpace) -> None:
        """Start a path."""
        self._model = None
        self._paths += 1
        super().pre_path_hook(space)

    def post_path_hook(self, path: Sequence[SearchTreeNode]) -> None:
        """End a path."""
        self._model = None
        super().post_path_hook(path)

    def follow(self, space: StateSpace, symbols: Sequence[Any], values: Sequence[Any]) -> None:
        """Go the way of the call that has these values, if this is a path to do so."""
        if self._paths % 2 == 0:
            return
        terms = [
            smt_for_unification(symbol, value)
            for symbol, value in zip(symbols, values, strict=True)
        ]
        self._model = space.witness(*[each for each in terms if each is not None])

    def decide(self, root: Any, node: WorstResultNode, engine_probability: float | None) -> float:
        """How likely the way is on which the term of the node holds."""
        if self._model is not None and engine_probability is None:
            value = self._model.eval(node.expr, model_completion=True)
            if z3.is_true(value):
                return 1.0
            if z3.is_false(value):
                return 0.0
        decided: float = super().decide(root, node, engine_probability)
        return decided
