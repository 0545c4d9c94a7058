"""Which unit is on which worker, as long as one scheduler lives?"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from swerve.model.campaign import Unit
from swerve.model.errors import ClusterLost, ClusterMismatch

from ._cluster_link import (
    QUESTION,
    Address,
    Answer,
    Link,
    Raised,
    Sent,
    Worker,
    WorkerLost,
    mismatch,
    versions,
)
from ._unit import Done, Failed, Lost, Outcome
from ._working import dismiss, work

Ended = tuple[Unit, Outcome]
#: How often the scheduler is asked who is there.
_LOOK_S = 1.0
_LOOK_S_A_WORKER = 0.005
#: A worker ends a unit at its deadline itself. What is not back this long after twice the deadline
#: (a unit of a client that is gone may come before it) is given up from here.
_GRACE_S = 30.0


@dataclass(slots=True)
class _Flight:
    """A unit on a worker."""

    unit: Unit
    #: When it is given up.
    until: float
    #: Its outcome was told already: it only keeps a thread busy.
    is_given_up: bool = False


@dataclass(slots=True)
class _Seat:
    """A worker that takes units."""

    worker: Worker
    flights: dict[Sent, _Flight] = field(default_factory=dict)
    #: For one unit, with no other beside it.
    is_apart: bool = False

    @property
    def has_room(self) -> bool:
        is_free = len(self.flights) < self.worker.threads
        return self.worker.is_willing and is_free and not self.is_apart


class Shift:
    """Units on workers.

    After `LinkLost` there is nothing to do but to take what is `left`.
    """

    def __init__(
        self,
        link: Link,
        deadline_s: float,
        patience_s: float,
        suspects: set[str],
        *,
        is_first: bool,
    ) -> None:
        self._link = link
        self._deadline_s = deadline_s
        self._patience_s = patience_s
        self._seats: dict[Address, _Seat] = {}
        self._greetings: dict[Address, Sent] = {}
        #: Workers that have answered the first greeting.
        self._understood: set[Address] = set()
        #: Workers that are not like us, and in which way.
        self._refused: dict[Address, str] = {}
        self._there: dict[Address, Worker] = {}
        #: Workers that are there from the start, and the first to come, must be like us: somebody
        #: is there who can do something about it. Not so those that come in the night.
        self._first: frozenset[Address] | None = None if is_first else frozenset()
        self._must_fit = is_first
        self._next_look = 0.0
        #: Units that were pulled, and wait for a worker of their own.
        self._unplaced: deque[Unit] = deque()
        #: Ids of units that were on a lost worker beside others: any of them may have done it.
        self._suspects = suspects
        self._busy_at = time.monotonic()

    def outcomes(self, source: Iterator[Unit]) -> Iterator[Ended]:
        """Try all units of a source."""
        is_exhausted = False
        self._busy_at = time.monotonic()
        while True:
            yield from self._look()
            is_exhausted = self._fill(source, is_exhausted)
            if self.is_idle:
                if is_exhausted and not self._unplaced:
                    return
                self._check_patience()
            else:
                self._busy_at = time.monotonic()
            landed = self._link.finished(self._next_look - time.monotonic())
            if landed is not None:
                yield from self._landed(*landed)
            yield from self._overdue()

    def left(self) -> list[Unit]:
        """Units that have no outcome; they are forgotten here."""
        flights = [each for seat in self._seats.values() for each in seat.flights.values()]
        units = [each.unit for each in flights if not each.is_given_up]
        units += self._unplaced
        self._seats.clear()
        self._unplaced.clear()
        return units

    def dismiss(self) -> None:
        """End what is being tried, on workers that listen."""
        busy = {address: seat for address, seat in self._seats.items() if seat.flights}
        for seat in busy.values():
            for sent in seat.flights:
                sent.forget()
            seat.flights.clear()
        if busy:
            self._link.tell(list(busy), dismiss)

    def close(self) -> None:
        """Leave the cluster."""
        self._link.close()

    @property
    def is_idle(self) -> bool:
        """Whether nobody waits for a unit that is on a worker."""
        flights = (each for seat in self._seats.values() for each in seat.flights.values())
        return all(each.is_given_up for each in flights)

    def _check_patience(self) -> None:
        if time.monotonic() - self._busy_at <= self._patience_s:
            return
        message = f"No worker accepted a change for {self._patience_s:g} s."
        if self._refused:
            message += " " + " ".join(self._refused.values())
        raise ClusterLost(
            message,
            "Start workers with this version of swerve, then run `swerve campaign resume`.",
        )

    # Who is there -----------------------------------------------------------------------------

    def _look(self) -> Iterator[Ended]:
        """Ask who is there, now and then: greet who is new, take leave of who is gone."""
        if time.monotonic() < self._next_look:
            return
        there = self._there = self._link.workers()
        self._next_look = time.monotonic() + max(_LOOK_S, _LOOK_S_A_WORKER * len(there))
        if self._first is None:
            self._first = frozenset(there)
        for address in self._greetings.keys() - there.keys():
            self._greetings.pop(address).forget()
        for address in self._refused.keys() - there.keys():
            del self._refused[address]
        self._understood &= there.keys()
        for address, worker in there.items():
            if address in self._seats:
                self._seats[address].worker = worker
            elif address not in self._greetings and address not in self._refused:
                self._greetings[address] = self._link.send(address, eval, QUESTION)
        for address in self._seats.keys() - there.keys():
            yield from self._gone(address, self._seats.pop(address))

    def _gone(self, address: Address, seat: _Seat) -> Iterator[Ended]:
        """A worker is gone. The unit on it is to blame, unless there were others, or it had to."""
        for sent in seat.flights:
            sent.forget()
        units = [each.unit for each in seat.flights.values() if not each.is_given_up]
        for unit in units:
            if seat.worker.is_leaving:
                yield unit, Lost(f"the worker {address} left")
            elif len(seat.flights) == 1:
                yield unit, Failed(f"the worker {address} was lost while it checked this change")
            else:
                self._suspects.add(unit.id)
                yield unit, Lost(f"the worker {address} was lost with {len(units)} changes on it")

    def _welcome(self, address: Address, answer: Answer) -> None:
        """Take a worker in that has answered twice, if it is like us.

        Units are read by the scheduler on the way. That one has our swerve, too, is known once a
        function of ours has come back.
        """
        is_second = address in self._understood
        try:
            why = mismatch(address, answer.result())
        except Raised as raised:
            why = f"The worker {address} has no working installation of swerve: {raised}."
            if is_second:
                why = f"Scheduler and worker {address} have different versions of swerve: {raised}."
        except WorkerLost:
            return
        if why and (self._must_fit or address in (self._first or ())):
            raise ClusterMismatch(
                why, "Install the same version of swerve on the scheduler and all workers."
            )
        if why:
            self._refused[address] = why
        elif not is_second:
            self._understood.add(address)
            self._greetings[address] = self._link.send(address, versions)
        else:
            self._must_fit = False
            self._seats[address] = _Seat(self._there[address])

    # What they do -----------------------------------------------------------------------------

    def _fill(self, source: Iterator[Unit], is_exhausted: bool) -> bool:
        """Give units to workers that have room; whether there are no more units."""
        while True:
            self._place_apart()
            free = next((each for each in self._seats.items() if each[1].has_room), None)
            if free is None or is_exhausted:
                return is_exhausted
            unit = next(source, None)
            if unit is None:
                is_exhausted = True
            else:
                self._unplaced.append(unit)
                if unit.id not in self._suspects:
                    self._send(*free, unit)

    def _place_apart(self) -> None:
        """Give suspects to workers that have nothing else to do: one is kept free for them."""
        while self._unplaced:
            willing = [each for each in self._seats.items() if each[1].worker.is_willing]
            kept = next((each for each in willing if each[1].is_apart), None)
            if kept is None and willing:
                kept = min(willing, key=lambda each: len(each[1].flights))
                kept[1].is_apart = True
            if kept is None or kept[1].flights:
                return
            self._send(*kept, self._unplaced[0])

    def _send(self, address: Address, seat: _Seat, unit: Unit) -> None:
        sent = self._link.send(address, work, unit, self._deadline_s)
        until = time.monotonic() + 2 * self._deadline_s + _GRACE_S
        seat.flights[sent] = _Flight(unit, until)
        self._unplaced.remove(unit)

    def _landed(self, sent: Sent, answer: Answer) -> Iterator[Ended]:
        """Something came back from a worker."""
        if self._greetings.get(sent.worker) is sent:
            del self._greetings[sent.worker]
            self._welcome(sent.worker, answer)
            return
        seat = self._seats.get(sent.worker)
        if seat is None or sent not in seat.flights:
            return
        flight = seat.flights[sent]
        outcome = _outcome(sent.worker, answer)
        del seat.flights[sent]
        if not seat.flights:
            seat.is_apart = False
        if not flight.is_given_up:
            self._suspects.discard(flight.unit.id)
            yield flight.unit, outcome

    def _overdue(self) -> Iterator[Ended]:
        """Give up units whose worker seems to be stuck; the worker gets no others for them."""
        now = time.monotonic()
        for address, seat in list(self._seats.items()):
            for flight in list(seat.flights.values()):
                if now > flight.until and not flight.is_given_up:
                    flight.is_given_up = True
                    why = f"the worker {address} did not answer {_GRACE_S:g} s after the deadline"
                    yield flight.unit, Failed(why)


def _outcome(worker: Address, answer: Answer) -> Outcome:
    try:
        outcome = answer.result()
    except Raised as raised:
        return Failed(f"the worker {worker} could not check it: {raised}")
    except WorkerLost:
        return Lost(f"the worker {worker} was lost with the result")
    if isinstance(outcome, Done | Failed | Lost):
        return outcome
    return Failed(f"the worker {worker} answered with {type(outcome).__name__}")
