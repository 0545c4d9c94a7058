"""How does one side answer a stream of jobs, each exactly once, whatever dies on the way?

Jobs are numbered in the order they came. They fly in batches, two at a time, so that the worker
never waits for the parent. When a batch process dies, its answers up to then count, the job that
was running is answered with how it died, and the rest flies again.
"""

from __future__ import annotations

import signal
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from swerve.model import LineNo, work
from swerve.model.behaviour import Behaviour, StopReason, Unfinished
from swerve.observe.recipe import (
    BadInventory,
    Inventory,
    Name,
    inventory_from_json,
    inventory_request,
)
from swerve.worker.core.area import EARLY, FINISHED, jobs_begun, read_area
from swerve.worker.core.jobs import DESCRIBE, PRELOAD
from swerve.worker.core.warm import EXITED, OVERDUE

from ._answers import (
    DIED,
    BadAnswer,
    Begun,
    Imported,
    ImportNews,
    Ready,
    Told,
    read_answer_in,
    unfinished,
)
from ._waiting import run_alone, wait_for_imports
from ._worker import MOST_JOB_BYTES, START_S, Channel, Warm, Worker

#: Limits are on work; this many times as long, and so many seconds more, pass before the parent
#: stops trusting those who should have ended it: the machine may be busy.
_TIMES, _GRACE_S = 2.0, 0.55
_TWIN_JUNK = 3  # what its twin is told to fill its memory with
#: A batch should take about so long: much more than a fork, much less than a person notices.
_BATCH_S = 0.1
_FIRST_BATCH, _MOST_BATCH = 8, 400
#: Only jobs that take so long, with their share of the fork, have a process each.
_SLOW_S = 0.1
#: So often a warm process may die without having begun a job before the job is to blame.
_MOST_IDLE_DEATHS = 2
_OUT_OF_MEMORY = "it used more memory than allowed"
_DESCRIBE, _PRELOAD = bytes((DESCRIBE,)), bytes((PRELOAD,))
#: Seconds for a process to settle after an import, or to fork.
_SETTLE_S, _FORK_S = 5.0, 0.8
#: Bytes of answers that wait to be taken.
_MOST_HELD = 32 << 20


class _Job(NamedTuple):
    number: int
    data: bytes
    #: The lane's own when `None`.
    limit_s: float | None = None
    #: What fills the memory of its process.
    junk: int = 0
    is_alone: bool = False


@dataclass(slots=True)
class _Flight:
    area: int
    jobs: list[_Job]
    limit_s: float
    #: How many jobs were begun, and when that was last seen to change.
    begun: int = 0
    changed: float = field(default_factory=time.monotonic)


class Lane:
    """One side, one set of modules, one stream of jobs."""

    def __init__(
        self,
        worker: Worker,
        modules: tuple[str, ...],
        watched: Mapping[str, tuple[int, ...]] | None = None,
        *,
        limit_s: float = 1.0,
        junk: int = 0,
        guided: Mapping[str, object] | None = None,
        batch_s: float = _BATCH_S,
    ) -> None:
        """`guided` says what to run where `GUIDED_MODULE` stands among the modules.

        A batch is made to take about `batch_s`.
        """
        self._batch_s = batch_s
        self.limit_s = limit_s
        self._guided = guided
        self._junk = junk
        self._worker = worker
        self._modules = modules
        self._watched = watched
        self._warm: Warm | None = None
        #: Whether the warm process has said what came of the imports.
        self._is_ready = False
        self._ready_until = self._forked_until = 0.0
        #: Modules that bring their process down, those that were tried in this one, and how many.
        self._broken: dict[str, Imported] = {}
        self._found: dict[str, Imported] = {}
        self._importing = 0
        self._left: tuple[str, ...] = ()
        self._imported: tuple[Imported, ...] | None = None
        self._ready = Ready()
        self._waiting: deque[_Job] = deque()
        self._flying: deque[_Flight] = deque()
        self._answers: dict[int, Behaviour | Told] = {}
        self._added = 0
        #: Jobs with a smaller number are of no interest any more.
        self._cancelled = 0
        #: Bytes of answers that nobody has taken yet.
        self._held = 0
        #: Jobs that a warm process died under, and that run alone the next time.
        self._suspects: set[int] = set()
        self._batch = _FIRST_BATCH
        self._idle_deaths = 0
        self._twin: Lane | None = None
        #: What was described already, by the job that asked for it.
        self._described: dict[bytes, Inventory] = {}
        #: What calls import, and the process that they are forked from imports for them.
        self._also: tuple[str, ...] = ()

    def twin(self) -> Lane:
        """The lane for the same modules in another cell, with memory unlike that of this one."""
        if self._twin is None:
            self._twin = Lane(
                self._worker.twin(),
                self._modules,
                self._watched,
                limit_s=self.limit_s,
                junk=_TWIN_JUNK,
                guided=self._guided,
                batch_s=self._batch_s,
            )
            self._twin._also = self._also
        return self._twin

    def add(self, job: bytes) -> int:
        """Add a job to the stream; its number."""
        return self._add(_Job(self._added, job))

    def add_alone(self, job: bytes, limit_s: float | None = None, junk: int = 0) -> int:
        """Add a job that gets a process of its own; its number.

        `junk` makes what it allocates lie elsewhere than in other processes.
        """
        return self._add(_Job(self._added, job, limit_s, junk, is_alone=True))

    def preload(self, names: Sequence[str]) -> None:
        """Import what calls import, once for all that come; in its twin, too."""
        self._also = tuple(dict.fromkeys((*self._also, *names)))
        if self._warm is not None:
            limit_s = self._worker.conduct.import_limit_s
            run_alone(self, _PRELOAD + " ".join(names).encode(), limit_s)
        if self._twin is not None:
            self._twin.preload(names)

    def _add(self, job: _Job) -> int:
        self._added += 1
        self._waiting.append(job)
        return job.number

    def pop(self, number: int) -> Behaviour | Told | None:
        """The answer to a job, once; nothing while there is none."""
        answer = self._answers.pop(number, None)
        if answer is not None:
            self._held -= _size(answer)
        return answer

    def cancel(self) -> None:
        """Forget all jobs: those that run are not answered, the others do not run."""
        self._waiting.clear()
        self._answers.clear()
        self._held = 0
        self._cancelled = self._added

    def describe(self, *names: Name, limit_s: float = 5.0) -> Inventory | Unfinished:
        """Ask what things of the tree are, and what it takes to make their arguments."""
        job = _DESCRIBE + inventory_request(names)
        if job in self._described:
            return self._described[job]
        answer = run_alone(self, job, limit_s)
        if isinstance(answer, Told):
            try:
                found = self._described[job] = inventory_from_json(answer.data)
                return found
            except BadInventory as error:
                return Unfinished(StopReason.CRASH, f"an invalid reply from the worker: {error}")
        if isinstance(answer.outcome, Unfinished):
            return answer.outcome
        return Unfinished(StopReason.CRASH, "a reply to a different request")

    def imported(self, within_s: float | None = None) -> tuple[Imported, ...]:
        """What came of importing the modules; waits until that is known, or time is up."""
        wait_for_imports(self, within_s=within_s)
        if self._imported is not None:
            return self._imported
        late = "not tried: out of time"
        return tuple(
            self._result(name) or Imported(name, 0.0, error=DIED, message=late)
            for name in self._modules
        )

    def lines_that_can_run(self) -> tuple[tuple[str, LineNo], ...]:
        """Watched lines that hold code, with their file; known once the modules are imported."""
        files = tuple(self._watched or ())
        return tuple((files[file], line) for file, line in self._ready.can_run if file < len(files))

    @property
    def unfrozen(self) -> tuple[str, ...]:
        """What could not be made equal for both sides, for a person."""
        return self._ready.unfrozen

    @property
    def has_imported(self) -> bool:
        """Whether it is known what came of importing the modules."""
        return self._imported is not None

    def close(self) -> None:
        """End the processes of this lane; jobs without an answer stay without one."""
        if self._warm is not None:
            self._warm.end()
            self._warm = None
        self._flying.clear()
        self.cancel()
        if self._twin is not None:
            self._twin.close()
            self._twin = None

    def step(self) -> None:
        """Do what can be done without waiting."""
        if self._warm is None:
            if self._imported is None or self._waiting:
                self._open()
            return
        self._warm.channel.flush()
        if not self._is_ready:
            self._look_at_imports(self._warm)
        elif self._flying:
            self._look_at_flights(self._warm)
        if self._warm is not None and self._is_ready:
            self._send(self._warm)

    def channels(self) -> tuple[list[Channel], list[Channel]]:
        """What to wait on for reading, and for writing."""
        if self._warm is None or self._warm.channel.is_closed:
            return [], []
        channel = self._warm.channel
        return [channel], [channel] if channel.has_more_to_send else []

    # --- imports --------------------------------------------------------------------------------

    def _open(self) -> None:
        left = tuple(name for name in self._modules if name not in self._broken)
        has_greeted = self._worker.has_greeted
        self._warm = self._worker.warm(left, self._watched, self._junk, self._guided, self._also)
        self._is_ready = False
        self._left = left
        self._found = {}
        self._importing = 0
        self._ready_until = time.monotonic() + (_SETTLE_S if has_greeted else START_S)
        self._forked_until = time.monotonic() + (_FORK_S if has_greeted else START_S)

    def _look_at_imports(self, warm: Warm) -> None:
        while (news := warm.next_import_news()) is not None:
            self._ready_until = time.monotonic() + _SETTLE_S
            if not self._is_expected(news):
                warm.channel.is_closed = True  # target code speaks in the name of the process
                break
            if isinstance(news, Imported):
                self._found[news.module] = news
            elif isinstance(news, Begun):
                self._importing += 1
                limit_s = self._worker.conduct.import_limit_s
                self._ready_until = time.monotonic() + _patience(limit_s)
            else:
                self._is_ready = True
                self._ready = news
                self._imported = tuple(
                    found for name in self._modules if (found := self._result(name)) is not None
                )
                return
        if warm.channel.is_closed or time.monotonic() > self._ready_until or self._is_stuck(warm):
            self._lose_importing(warm)

    def _is_stuck(self, warm: Warm) -> bool:
        """Whether the base was up and does not do what it is told: target code can stop it."""
        return time.monotonic() > self._forked_until and not self._worker.has_forked(warm.identity)

    def _is_expected(self, news: ImportNews) -> bool:
        """Modules are begun and answered for one by one, in order; then the process is ready."""
        done, begun = len(self._found), self._importing
        if isinstance(news, Imported):
            return done < begun and news.module == self._left[done]
        if isinstance(news, Begun):
            return done == begun < len(self._left)
        return done == begun == len(self._left)

    def _result(self, name: str) -> Imported | None:
        return self._broken.get(name) or self._found.get(name)

    def _lose_importing(self, warm: Warm) -> None:
        """The warm process is lost: go on without the module it was busy with."""
        self._worker.check_started()
        late = _late(self._worker.conduct.import_limit_s)
        why = self._why_ended(warm) or ("its process died" if warm.channel.is_closed else late)
        self._lose_warm()
        if len(self._found) < self._importing:
            culprit = self._left[self._importing - 1]
            self._broken[culprit] = Imported(culprit, 0.0, error=DIED, message=why)
            return
        self._idle_deaths += 1
        if self._idle_deaths > _MOST_IDLE_DEATHS:
            for name in self._left:
                self._broken[name] = Imported(name, 0.0, error=DIED, message=why)
        if self._idle_deaths > 2 * _MOST_IDLE_DEATHS:
            self._give_up(why)

    def _give_up(self, why: str) -> None:
        """Answer all jobs: not even a process without modules stays alive."""
        self._imported = tuple(self._broken.values())
        while self._waiting:
            self._answer(self._waiting.popleft(), unfinished(StopReason.REFUSED, why))
        self._idle_deaths = 0

    # --- batches --------------------------------------------------------------------------------

    def _send(self, warm: Warm) -> None:
        while self._waiting and len(self._flying) < len(warm.areas) and not self._is_full:
            jobs = self._next_batch()
            if not jobs:
                continue
            used = {flight.area for flight in self._flying}
            area = next(number for number in range(len(warm.areas)) if number not in used)
            limit_s = jobs[0].limit_s or self.limit_s
            self._flying.append(_Flight(area, jobs, limit_s))
            warm.request(area, limit_s, [job.data for job in jobs], jobs[0].junk)

    def _next_batch(self) -> list[_Job]:
        """Take jobs off the queue, as many as fit; those that never fit are answered."""
        jobs: list[_Job] = []
        size = 0
        while self._waiting and len(jobs) < self._batch:
            job = self._waiting[0]
            if len(job.data) > MOST_JOB_BYTES:
                self._waiting.popleft()
                self._answer(job, unfinished(StopReason.NOT_BUILT, "the call is too large to send"))
                continue
            is_alone = job.is_alone or job.number in self._suspects
            if jobs and (is_alone or size + len(job.data) > MOST_JOB_BYTES):
                break
            jobs.append(self._waiting.popleft())
            size += len(job.data)
            if is_alone:
                break
        return jobs

    @property
    def _is_full(self) -> bool:
        """Whether so many answers wait to be taken that no more are to be had for now.

        A job that all of them wait for, since it has to run again, is still sent.
        """
        return self._held > _MOST_HELD and self._waiting[0].number > min(self._answers)

    def _answer(self, job: _Job, answer: Behaviour | Told) -> None:
        self._suspects.discard(job.number)
        if job.number >= self._cancelled:
            self._answers[job.number] = answer
            self._held += _size(answer)

    def _look_at_flights(self, warm: Warm) -> None:
        while self._flying and (status := warm.next_status()) is not None:
            self._land(warm, *status)
        if warm.channel.is_closed:
            self._crash(warm, self._blame(warm, "the worker was killed"))
        elif self._flying and self._is_overdue(warm, self._flying[0]):
            late = _late(self._flying[0].limit_s)
            self._crash(warm, unfinished(StopReason.TIMEOUT, late))

    def _is_overdue(self, warm: Warm, flight: _Flight) -> bool:
        begun = jobs_begun(warm.areas[flight.area])
        now = time.monotonic()
        if begun != flight.begun:
            flight.begun, flight.changed = begun, now
        return now - flight.changed > _patience(flight.limit_s)

    def _land(self, warm: Warm, how: int, code: int, seconds: float) -> None:
        """Take the answers of the batch that ended, and send again what it did not get to."""
        flight = self._flying.popleft()
        rest, _, ended = self._take(warm, flight)
        self._idle_deaths = 0
        work.count_side(seconds)
        if not flight.jobs[0].is_alone:
            self._adapt(seconds, len(flight.jobs) - len(rest))
        if self._flying:
            self._flying[0].changed = time.monotonic()
        if not rest:
            return
        if how == EXITED and ended in (FINISHED, EARLY) and len(rest) < len(flight.jobs):
            culprit = None
        elif how == OVERDUE:
            culprit = unfinished(StopReason.TIMEOUT, _late(flight.limit_s))
        elif how == EXITED:
            culprit = unfinished(StopReason.EXIT, f"ended the process with status {code}")
        else:
            culprit = self._blame(warm, f"killed by {_signal_name(code)}")
        if culprit is not None:
            self._answer(rest.pop(0), culprit)
        self._waiting.extendleft(reversed(rest))

    def _crash(self, warm: Warm, culprit: Behaviour) -> None:
        """Go on after the warm process is lost: the job that was running gets the blame."""
        if self._flying:
            work.count_side(self._flying[0].limit_s)
            # Only the oldest batch can have run: what is in the area of another was forged.
            oldest = self._flying.popleft()
            rest, begun, _ = self._take(warm, oldest)
            answered = len(oldest.jobs) - len(rest)
            self._idle_deaths = 0 if answered else self._idle_deaths + 1
            if rest and (begun > answered or self._idle_deaths > _MOST_IDLE_DEATHS):
                self._idle_deaths = 0
                # The job before may have done it, in the moment after its answer: try once more.
                if rest[0].number in self._suspects or culprit.is_late:
                    self._answer(rest.pop(0), culprit)
                else:
                    self._suspects.add(rest[0].number)
            rest.extend(job for flight in self._flying for job in flight.jobs)
            self._flying.clear()
            self._waiting.extendleft(reversed(rest))
        self._lose_warm()

    def _take(self, warm: Warm, flight: _Flight) -> tuple[list[_Job], int, int]:
        """Take a batch's answers: the jobs without one, how many were begun, how it ended."""
        area = warm.areas[flight.area]
        begun, answers, ended = read_area(area, len(flight.jobs))
        for job, (start, end) in zip(flight.jobs, answers, strict=False):
            try:
                self._answer(job, read_answer_in(area, start, end, warm.files))
            except BadAnswer:
                detail = "the worker's memory was overwritten"
                self._answer(job, unfinished(StopReason.CRASH, detail))
        return flight.jobs[len(answers) :], begun, ended

    def _blame(self, warm: Warm, otherwise: str) -> Behaviour:
        why = self._why_ended(warm)
        if not why:
            return unfinished(StopReason.CRASH, otherwise)
        reason = StopReason.OUT_OF_MEMORY if "memory" in why else StopReason.REFUSED
        return unfinished(reason, why)

    def _why_ended(self, warm: Warm) -> str:
        why = self._worker.why_ended(warm.identity)
        return why or (_OUT_OF_MEMORY if self._worker.ran_out_of_memory() else "")

    def _lose_warm(self) -> None:
        if self._warm is not None:
            self._warm.end()
        self._warm = None

    def _adapt(self, seconds: float, jobs: int) -> None:
        """Choose a size of batch that makes the fork cheap and the wait short."""
        if jobs:
            fitting = int(self._batch_s * jobs / max(seconds, 1e-6))
            least = _FIRST_BATCH if seconds < _SLOW_S * jobs else 1
            self._batch = max(least, min(fitting, 2 * self._batch, _MOST_BATCH))


def _patience(limit_s: float) -> float:
    """Seconds that pass before it is certain that somebody does not heed a limit."""
    return _TIMES * limit_s + _GRACE_S


def _late(limit_s: float) -> str:
    return f"not finished after {limit_s:g} s, and could not be stopped from inside"


def _size(answer: Behaviour | Told) -> int:
    return len(answer.data) if isinstance(answer, Told) else len(answer.snapshot)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
