"""What is known on the way that is being followed, and does it settle a question?"""

from __future__ import annotations

import time
from typing import Any

import z3

from .._limits import PATIENCE_MS
from ._terms import Term, negated

#: Of the time that a solver was given, what it worked at least where nobody else was at work; and
#: how many times as long it gets at most where somebody was.
_WORKED, _MOST_TIMES = 0.6, 8.0


class Fork(Exception):
    """A condition that is not settled: both ways are to be followed."""

    def __init__(self, condition: Term) -> None:
        super().__init__(condition)
        self.condition = condition


class GaveUp(Exception):
    """No answer, for a reason."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Path:
    """Conditions and facts in the order in which they came up; the latest go first."""

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self.patience_ms = PATIENCE_MS
        self._terms: list[Term] = []
        self._known: dict[int, bool] = {}
        self._marks: list[int] = []
        self._solver: Any = None
        self._asserted = 0
        #: How often a way forked so far.
        self.forks = 0

    @property
    def depth(self) -> int:
        """How much is known, to come back to with `back_to`."""
        return len(self._terms)

    @property
    def terms(self) -> tuple[Term, ...]:
        """All that is known."""
        return tuple(self._terms)

    def back_to(self, depth: int) -> None:
        """Forget what came after a depth."""
        while len(self._terms) > depth:
            self._terms.pop()
            mark = self._marks.pop()
            if mark >= 0:
                del self._known[mark]
        if self._asserted > depth and self._solver is not None:
            self._solver.pop(self._asserted - depth)
            self._asserted = depth

    def learn(self, term: Term) -> None:
        """Take a term for true from here on."""
        if z3.is_true(term):
            return
        plain, value = (term.arg(0), False) if z3.is_not(term) else (term, True)
        key = plain.get_id()
        self._terms.append(term)
        if key in self._known:
            self._marks.append(-1)
        else:
            self._known[key] = value
            self._marks.append(key)
        if z3.is_and(term):
            for part in term.children():
                self.learn(part)

    def told(self, term: Term) -> bool | None:
        """Say what is known of a condition without asking the solver."""
        if z3.is_true(term):
            return True
        if z3.is_false(term):
            return False
        plain, value = (term.arg(0), False) if z3.is_not(term) else (term, True)
        known = self._known.get(plain.get_id())
        return None if known is None else known == value

    def decide(self, condition: Term, *, is_new: bool = False) -> bool:
        """Say whether a condition holds here, or raise `Fork`.

        With `is_new` nothing can be known of it, and the solver is not asked.
        """
        told = self.told(condition)
        if told is not None:
            return told
        if not is_new:
            simple = z3.simplify(condition)
            told = self.told(simple)
            if told is not None:
                return told
            if not self.is_possible(condition):
                return False
            if not self.is_possible(negated(condition)):
                return True
        self.forks += 1
        raise Fork(condition)

    def is_possible(self, condition: Term) -> bool:
        """Say whether a condition can hold here, as far as the solver can tell."""
        return bool(self._check(condition) != z3.unsat)

    def is_certain(self, condition: Term) -> bool | None:
        """Say whether a condition must hold here; `None` where the solver cannot tell."""
        told = self.told(condition)
        if told is not None:
            return told
        if z3.is_true(z3.simplify(condition)):
            return True
        answer = self._check(negated(condition))
        if answer == z3.unknown:
            return None
        return bool(answer == z3.unsat)

    def model_of(self, condition: Term) -> Any | None:
        """Return values under which a condition holds here; `None` where there are none.

        Raises `GaveUp` where the solver cannot tell.
        """
        answer = self._check(condition, keep=True)
        if answer == z3.unknown:
            raise GaveUp("the solver could not determine it")
        model = self._solver.model() if answer == z3.sat else None
        self._solver.pop()
        return model

    def _check(self, condition: Term, *, keep: bool = False) -> Any:
        left = self.deadline - time.process_time()
        if left <= 0:
            raise GaveUp("out of time")
        solver = self._caught_up()
        solver.push()
        solver.add(condition)
        answer = _checked(solver, max(1, min(self.patience_ms, int(left * 1000))))
        if answer == z3.unknown:  # cut off in the middle of something: not asked again
            self._solver, self._asserted = None, 0
        elif not keep:
            solver.pop()
        return answer

    def _caught_up(self) -> Any:
        if self._solver is None:
            self._solver = z3.Solver()
        for term in self._terms[self._asserted :]:
            self._solver.push()
            self._solver.add(term)
        self._asserted = len(self._terms)
        return self._solver

    def hurry(self) -> None:
        """Raise `GaveUp` once the time is over."""
        if time.process_time() > self.deadline:
            raise GaveUp("out of time")


def _checked(solver: Any, patience_ms: int) -> Any:
    """What the solver says after so many milliseconds of work.

    Its own clock goes on while others have the processor: then it is asked once more.
    """
    solver.set("timeout", patience_ms)
    before = time.process_time()
    answer = solver.check()
    worked_ms = 1000 * (time.process_time() - before)
    if answer != z3.unknown or worked_ms > _WORKED * patience_ms:
        return answer
    solver.set("timeout", int(patience_ms * min(_MOST_TIMES, patience_ms / max(worked_ms, 1.0))))
    return solver.check()
