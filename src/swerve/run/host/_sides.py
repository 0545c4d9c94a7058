"""What do both sides do with the same calls?"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from swerve.model import work
from swerve.model.behaviour import Behaviour, StopReason, Unfinished
from swerve.observe.comparison import (
    NO_NOISE,
    Agreement,
    Different,
    Noise,
    Rules,
    compare,
    noise_between,
)
from swerve.observe.recipe import CallRecipe, sent_call
from swerve.worker.core.jobs import CALL, ENTRY, LENGTH, REWOUND

from ._answers import Imported, Told
from ._lane import Lane
from ._waiting import answers_of, preload_for, wait_for_imports, wait_for_news

#: Calls that may be on their way, and their bytes: enough to keep two workers busy, few enough to
#: hold.
_AHEAD = 1200
_BYTES_AHEAD = 32 << 20
#: A run that did not finish gets so many times its limit before termination is said to differ.
_PATIENCE = 10
#: How often a difference must be seen to count, the first time in the lanes that found it.
_ROUNDS = 5
_RECEIVER = "receiver"
_CALL, _ENTRY, _REWOUND = bytes((CALL,)), bytes((ENTRY,)), bytes((REWOUND,))


@dataclass(frozen=True, slots=True)
class Compared:
    """A call, what each side did with it, and whether that is the same."""

    call: CallRecipe
    old: Behaviour
    new: Behaviour
    agreement: Agreement


@dataclass(frozen=True, slots=True)
class Entered:
    """A call that was compared, and what it was given on each side: the roots of arguments."""

    compared: Compared
    old: Behaviour
    new: Behaviour


class Sides:
    """Two lanes that get the same calls, in equal copies."""

    def __init__(
        self,
        old: Lane,
        new: Lane,
        rules: Rules | None = None,
        *,
        as_new: Callable[[CallRecipe], CallRecipe] | None = None,
    ) -> None:
        """`as_new` says how a call is written for the new side, where names differ."""
        self.old = old
        self.new = new
        self._rules = rules or Rules()
        self._as_new = as_new
        #: Where what calls are made on differs before they are made.
        self._unlike = NO_NOISE

    def imported(
        self, within_s: float | None = None
    ) -> tuple[tuple[Imported, ...], tuple[Imported, ...]]:
        """What came of importing the modules on each side, as far as there was time for it."""
        wait_for_imports(self.old, self.new, within_s=within_s)
        rest = None if within_s is None else 0.0
        return self.old.imported(rest), self.new.imported(rest)

    def run(self, calls: Iterable[CallRecipe], until: float = math.inf) -> Iterator[Compared]:
        """Run calls on both sides and compare, in order; those that have no answer `until` then,
        on the clock of `swerve.model.work`, are left out.

        Calls run many to a process: what one leaves behind in its module, the next one finds. So
        before a difference counts, `confirm` it.
        """
        jobs = ((call, *self._jobs(call)) for call in calls)
        with closing(self._answered(jobs, until)) as answered:
            for call, old, new in answered:
                yield Compared(call, old, new, compare(old, new, self._rules, self._unlike))

    def run_seeing_entries(
        self, calls: Iterable[CallRecipe], until: float = math.inf
    ) -> Iterator[Entered]:
        """As `run`, with what each call was given; calls and entries share their processes."""
        jobs = ((call, *self._jobs(call, kind)) for call in calls for kind in (_ENTRY, _CALL))
        entries: tuple[Behaviour, Behaviour] | None = None
        with closing(self._answered(jobs, until)) as answered:
            for call, old, new in answered:
                if entries is None:
                    entries = old, new
                    continue
                agreement = compare(old, new, self._rules, self._unlike)
                yield Entered(Compared(call, old, new, agreement), *entries)
                entries = None

    def _answered(
        self, jobs: Iterable[tuple[CallRecipe, bytes, bytes]], until: float
    ) -> Generator[tuple[CallRecipe, Behaviour, Behaviour], None, None]:
        """What both sides say to jobs, in order."""
        source = iter(jobs)
        flying: deque[tuple[CallRecipe, int, int, int]] = deque()
        bytes_ahead = 0
        is_exhausted = False
        old, new = self.old, self.new
        old_answer = new_answer = None
        try:
            while flying or not is_exhausted:
                while not is_exhausted and len(flying) < _AHEAD and bytes_ahead < _BYTES_AHEAD:
                    job = next(source, None)
                    if job is None:
                        is_exhausted = True
                        break
                    call, old_job, new_job = job
                    bytes_ahead += len(old_job)
                    flying.append((call, old.add(old_job), new.add(new_job), len(old_job)))
                old.step()
                new.step()
                progressed = False
                while flying:
                    call, old_number, new_number, size = flying[0]
                    old_answer = old_answer or old.pop(old_number)
                    if old_answer is None:
                        break
                    new_answer = new.pop(new_number)
                    if new_answer is None:
                        break
                    flying.popleft()
                    bytes_ahead -= size
                    progressed = True
                    was, now = _behaviour(old_answer), _behaviour(new_answer)
                    old_answer = None
                    yield call, was, now
                if work.now() > until:
                    return
                if not progressed and flying:
                    wait_for_news(old, new)
        finally:
            if flying:  # nobody wants the rest
                old.cancel()
                new.cancel()

    def preload(self, call: CallRecipe) -> None:
        """Import on both sides what a call imports on one of them, for all calls to come."""
        preload_for((self.old, self.new), self._jobs(call))

    def differs_again(self, call: CallRecipe) -> bool:
        """Whether a call differs in a process of its own too: most noise ends here."""
        (sides,) = self._rounds((self.old, self.new), call)
        agreement = self._compared(sides, self._unlike, patient=False)
        if _is_of_given(agreement):
            agreement = self._compared(sides, self._unlike_for(call), patient=False)
        return isinstance(agreement, Different)

    def confirm(self, call: CallRecipe, *, has_differed: bool = False) -> Compared:
        """Run a call several times on each side, each time in a process of its own, and compare.

        After the first round the others run in other cells, with memory unlike that of the first
        and of each other: what differs between two runs of the old side (addresses, the order of
        a set of objects, true randomness) is noise. What `has_differed` in other cells before runs
        in these. The answer is `Different` only when every round shows it. A run that is not
        finished in time on one side only gets ten times the limit: then it is a difference in
        termination, which two rounds are enough for.

        Where the receiver or an argument differs before the call is made, since a constructor
        changed, the same difference after it says nothing about the function.
        """
        limit = self.old.limit_s
        (first,) = self._rounds((self.old, self.new), call)
        patient = first[0].is_late != first[1].is_late
        rounds = [first]
        if patient:
            rounds = self._patient_rounds(call, limit * _PATIENCE)
            first = rounds[0]
        noise = self._unlike
        agreement = self._compared(first, noise, patient=patient)
        if _is_of_given(agreement):
            noise = self._unlike_for(call)
            agreement = self._compared(first, noise, patient=patient)
        if not isinstance(agreement, Different):
            return Compared(call, *first, agreement)
        if not patient:
            lanes = (self.old, self.new) if has_differed else self._twins()
            rounds += self._rounds(lanes, call, junk=range(1, _ROUNDS))
        for each in rounds[1:]:
            noise |= noise_between(first[0], each[0])
        for each in rounds:
            agreement = self._compared(each, noise, patient=patient)
            if not isinstance(agreement, Different):
                break
        return Compared(call, *first, agreement)

    def _patient_rounds(
        self, call: CallRecipe, limit_s: float
    ) -> list[tuple[Behaviour, Behaviour]]:
        """Two rounds with more time, in four cells at once: somebody may take all of it."""
        lanes = self.old, self.new, *self._twins()
        jobs = self._jobs(call)
        asked = [
            (lane, lane.add_alone(jobs[number % 2], limit_s)) for number, lane in enumerate(lanes)
        ]
        old, new, old_again, new_again = map(_behaviour, answers_of(asked))
        return [(old, new), (old_again, new_again)]

    def _unlike_for(self, call: CallRecipe) -> Noise:
        """Where what a call is given differs before it is made; of receivers that is remembered."""
        found = noise_between(*self.entries(call))
        if found.unstable:
            return self._unlike
        receivers = frozenset(path for path in found.paths if path[0] == _RECEIVER)
        if receivers - self._unlike.paths:
            self._unlike |= Noise(receivers)
        return self._unlike | found

    def entries(self, call: CallRecipe) -> tuple[Behaviour, Behaviour]:
        """What a call is given on each side, before it is made: the roots of arguments."""
        ((old, new),) = self._rounds((self.old, self.new), call, kind=_ENTRY)
        return old, new

    def rewound(
        self, call: CallRecipe, orders: Sequence[bytes]
    ) -> list[tuple[Agreement, Agreement]]:
        """How a call on the new side, where a function has other code by each order in turn,
        compares with the same call on the old side and on the new one.
        """
        old_job, new_job = self._jobs(call)
        jobs = [(self.old, old_job), (self.old, old_job), (self.new, new_job)]
        jobs += [(self.new, _REWOUND + LENGTH.pack(len(each)) + each + new_job) for each in orders]
        asked = [(lane, lane.add_alone(job)) for lane, job in jobs]
        old, again, new, *others = map(_behaviour, answers_of(asked))
        noise = self._unlike | noise_between(old, again)
        return [
            (compare(old, each, self._rules, noise), compare(new, each, self._rules, noise))
            for each in others
        ]

    def close(self) -> None:
        """End both lanes, and their twins."""
        for lane in (self.old, self.new):
            lane.close()

    def start_twins(self) -> None:
        """Start what `confirm` needs, beside other work: something may have to be confirmed."""
        for lane in (self.old, self.new):
            lane.twin().step()

    def _twins(self) -> tuple[Lane, Lane]:
        """Lanes in other cells, the same for both sides."""
        twins = self.old.twin(), self.new.twin()
        wait_for_imports(*twins)
        for twin, lane in zip(twins, (self.old, self.new), strict=True):
            twin.limit_s = lane.limit_s
        return twins

    def _rounds(
        self,
        lanes: tuple[Lane, Lane],
        call: CallRecipe,
        *,
        junk: Sequence[int] = (0,),
        kind: bytes = _CALL,
    ) -> list[tuple[Behaviour, Behaviour]]:
        """What both sides do with a call in processes of their own: a round for each junk."""
        jobs = self._jobs(call, kind)
        asked = [
            (lane, lane.add_alone(job, junk=each))
            for each in junk
            for lane, job in zip(lanes, jobs, strict=True)
        ]
        found = list(map(_behaviour, answers_of(asked)))
        return list(zip(found[::2], found[1::2], strict=True))

    def _compared(
        self, sides: tuple[Behaviour, Behaviour], noise: Noise, *, patient: bool
    ) -> Agreement:
        return compare(*sides, self._rules, noise, repeated=patient)

    def _jobs(self, call: CallRecipe, kind: bytes = _CALL) -> tuple[bytes, bytes]:
        old_job = kind + sent_call(call)
        if self._as_new is None:
            return old_job, old_job
        return old_job, kind + sent_call(self._as_new(call))


def _is_of_given(agreement: Agreement) -> bool:
    """Whether what differs is the receiver or an argument."""
    return isinstance(agreement, Different) and agreement.path.startswith((_RECEIVER, "arguments"))


def _behaviour(answer: Behaviour | Told) -> Behaviour:
    if isinstance(answer, Told):  # only a worker that was tampered with says this to a call
        return Behaviour(Unfinished(StopReason.CRASH, "a reply to a different request"))
    return answer
