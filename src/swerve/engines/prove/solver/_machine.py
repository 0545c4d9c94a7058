"""Where does a program go from a state, on every way that it can take?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from .._limits import MOST_FORKS
from ..lowering._program import (
    RAISED,
    Again,
    Branch,
    Compute,
    Enter,
    Jump,
    Move,
    Next,
    Program,
    Return,
    Throw,
)
from ._comparisons import truth_of
from ._operations import perform
from ._path import Fork, GaveUp
from ._state import Context, NoTerm, PythonError, State
from ._terms import negated
from ._values import Value, Walk
from ._walks import is_short, step


@dataclass(frozen=True, slots=True)
class Done:
    """The function returned, or raised."""

    state: State
    value: Value
    has_raised: bool


@dataclass(frozen=True, slots=True)
class AtLoop:
    """A loop is about to begin."""

    state: State
    loop: int


@dataclass(frozen=True, slots=True)
class Back:
    """An iteration is over, and the loop may go on."""

    state: State
    loop: int


@dataclass(frozen=True, slots=True)
class Dropped:
    """The loop has run as often as it is followed."""

    state: State


Event: TypeAlias = Done | AtLoop | Back | Dropped
Then: TypeAlias = Callable[[Event], None]


class Machine:
    """Follows one version."""

    def __init__(self, program: Program, context: Context) -> None:
        self.program = program
        self._context = context
        #: Where the instructions of each loop stand.
        self.extents = _extents(program)

    def run(self, state: State, then: Then) -> None:
        """Follow a state, which is used up, to the next event on each way it can take."""
        context = self._context
        path = context.path
        while True:
            saved = (state.heap, state.world, state.is_calm)
            context.state = state
            try:
                event = self._step(state)
            except Fork as fork:
                state.heap, state.world, state.is_calm = saved
                if path.forks > MOST_FORKS:
                    raise GaveUp("too many paths through the function") from None
                self._part(state, fork, then)
                return
            except NoTerm:
                raise GaveUp("an iterator that is passed on") from None
            if event is not None:
                then(event)
                return

    def _part(self, state: State, fork: Fork, then: Then) -> None:
        path = self._context.path
        path.hurry()
        for condition in (fork.condition, negated(fork.condition)):
            depth = path.depth
            path.learn(condition)
            self.run(state.copy(), then)
            path.back_to(depth)

    def _step(self, state: State) -> Event | None:
        instruction = self.program.code[state.at]
        context = self._context
        try:
            match instruction:
                case Compute():
                    values = tuple(state.registers[name] for name in instruction.operands)
                    value = perform(context, instruction.operation, instruction.detail, values)
                    state.registers[instruction.target] = value
                    self._note(state, instruction.line)
                case Move():
                    state.registers[instruction.target] = state.registers[instruction.source]
                case Jump():
                    state.at = instruction.to
                    return None
                case Branch():
                    self._branch(state, instruction)
                    return None
                case Next():
                    self._next(state, instruction)
                    return None
                case Enter():
                    return self._enter(state, instruction)
                case Again():
                    return self._again(state, instruction)
                case Return():
                    return Done(state, state.registers[instruction.operand], has_raised=False)
                case Throw():
                    raise PythonError(state.registers[instruction.operand])
        except PythonError as error:
            handler = getattr(instruction, "handler", None)
            if handler is None:
                return Done(state, error.exception, has_raised=True)
            state.registers[RAISED] = error.exception
            state.at = handler
            return None
        state.at += 1
        return None

    def _note(self, state: State, line: int) -> None:
        if self._context.settings.bound is None:
            return
        if state.trace is None or state.trace[0] != line:
            names = {
                name: self._context.thing(value) or value
                for name, value in state.registers.items()
                if not name.startswith("%")
            }
            state.trace = (line, names, state.trace)

    def _branch(self, state: State, instruction: Branch) -> None:
        condition = truth_of(self._context, state.registers[instruction.operand])
        holds = self._context.decide(condition)
        state.at = instruction.when_true if holds else instruction.when_false

    def _next(self, state: State, instruction: Next) -> None:
        walk = state.registers[instruction.iterator]
        assert isinstance(walk, Walk)  # noqa: S101 (so programs are written)
        word = "async next" if instruction.is_async else "next"
        stepped = step(self._context, walk, word=word)
        if stepped is None:
            state.at = instruction.exhausted
            return
        state.registers[instruction.target], state.registers[instruction.iterator] = stepped
        self._note(state, instruction.line)
        state.at += 1

    def _enter(self, state: State, instruction: Enter) -> Event | None:
        head = self.program.code[state.at + 1]
        short = isinstance(head, Next) and is_short(state.registers[head.iterator])
        state.at += 1
        rounds = dict(state.rounds)
        if short or self._context.settings.bound is not None:
            rounds[instruction.loop] = 0
            state.rounds = rounds
            return None
        rounds.pop(instruction.loop, None)
        state.rounds = rounds
        return AtLoop(state, instruction.loop)

    def _again(self, state: State, instruction: Again) -> Event | None:
        done = state.rounds.get(instruction.loop)
        if done is None:
            return Back(state, instruction.loop)
        bound = self._context.settings.bound
        head = self.program.code[instruction.head]
        short = isinstance(head, Next) and is_short(state.registers[head.iterator])
        if bound is not None and done + 1 > bound and not short:
            return Dropped(state)
        state.rounds = {**state.rounds, instruction.loop: done + 1}
        state.at = instruction.head
        return None


def _extents(program: Program) -> dict[int, range]:
    starts = {one.loop: at for at, one in enumerate(program.code) if isinstance(one, Enter)}
    return {
        one.loop: range(starts[one.loop], at + 1)
        for at, one in enumerate(program.code)
        if isinstance(one, Again)
    }
