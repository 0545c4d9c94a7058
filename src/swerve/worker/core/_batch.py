"""What happens in the process that runs target code, one job after the other?

A job is one byte that says what is wanted and the rest. Every job starts from equal surroundings
and ends with one answer in the area. A job that leaves something behind (a thread, a child process)
ends the batch: the next ones get a fresh process.
"""

from __future__ import annotations

from collections.abc import Iterable
from json import loads
from os import _exit, getpid, setsid
from sys import modules
from typing import Any

from ..inventory.inventory import describe
from ._deadline import Deadline
from ._names import described
from ._observing import OBSERVED, Observer
from ._rewound import rewind
from ._timer import Timer
from .answers import TOLD, UNFINISHED, Parts, answer_parts
from .area import EARLY, FINISHED, Area
from .jobs import DESCRIBE, GUIDED, LENGTH, LOADED, REWOUND, SNIPPET, Guidance
from .limits import die_with_parent, open_memory
from .scratch import Scratch


class Batch:
    """Runs jobs. Made in the warm process before anything of the target is imported."""

    def __init__(
        self, order: dict[str, Any], scratch: Scratch, guidance: Guidance | None = None
    ) -> None:
        self.timer = Timer()
        self.observer = Observer(order, self.timer, scratch)
        self._guidance = guidance
        self._guided: Any = None
        #: The order of the text that was loaded last.
        self._order = b""

    def load_guided(self, order: dict[str, Any]) -> None:
        """Run the module of a function that is to be run with what it lacks made up."""
        assert self._guidance is not None  # noqa: S101 - the parent starts such cells for this
        guided = self._guidance.module(order)
        guided.load()
        self._guided = guided

    def _snippet(self, order: bytes) -> Any:
        """The module of a text; jobs of one text that follow each other load it once."""
        if self._guided is None or order != self._order:
            self._guided = None
            self.load_guided(loads(order))
            self._order = order
        return self._guided

    def run(self, jobs: Iterable[bytes], area: Area, limit: float) -> None:
        """Run jobs and leave; never returns."""
        setsid()
        die_with_parent()
        open_memory()
        process = getpid()
        self.observer.start_batch()
        how = FINISHED
        for number, job in enumerate(jobs):
            area.begin()
            answer = self._answer(job, limit)
            if getpid() != process:
                _exit(0)  # target code forked, and its child came home here
            if not area.put(answer):
                if number:
                    area.take_back()
                    how = EARLY
                    break
                area.put(answer_parts(UNFINISHED, 0.0, reason="refused", detail="answer too long"))
            if self.observer.is_spent:
                how = EARLY
                break
        area.end(how)
        _exit(0)

    def _answer(self, job: bytes, limit: float) -> Parts:
        if job[0] in OBSERVED:
            return self.observer.observe(job[0], job[1:], limit)
        if job[0] == DESCRIBE:
            return self._describe(job[1:], limit)
        if job[0] == LOADED:
            return self._loaded(job[1:], limit)
        if job[0] == REWOUND:
            return self._rewound(job, limit)
        run = None if self._guidance is None else self._guidance.run
        if run is not None and job[0] == GUIDED and self._guided is not None:
            guided = self._guided
            return self.observer.observe_guided(run, lambda: guided, job[1:], limit)
        if run is not None and job[0] == SNIPPET:
            order, rest = _order_in(job)
            return self.observer.observe_guided(run, lambda: self._snippet(order), rest, limit)
        return answer_parts(UNFINISHED, 0.0, reason="not built", detail="an unknown job")

    def _rewound(self, job: bytes, limit: float) -> Parts:
        """Do a job with a function that runs by other code; nothing follows it in this process."""
        order, rest = _order_in(job)
        try:
            why = rewind(loads(order))
        except BaseException as error:
            why = described(error)
        if why:
            return answer_parts(UNFINISHED, 0.0, reason="not built", detail=why)
        return self._answer(rest, limit)

    def _loaded(self, job: bytes, limit: float) -> Parts:
        """Do a job, and tell what it imported, in this order."""
        before = frozenset(name for name in modules if type(name) is str)
        self._answer(job, limit)
        names = [name for name in modules if type(name) is str and name not in before]
        return answer_parts(TOLD, 0.0, rest=" ".join(names).encode("utf-8", "replace"))

    def _describe(self, request: bytes, limit: float) -> Parts:
        """Answer a question about what the tree holds."""
        try:
            try:
                self.timer.arm(limit)
                return answer_parts(TOLD, 0.0, rest=describe(request))
            finally:
                self.timer.disarm()
        except Deadline:
            reason, detail = "timeout", f"not described after {limit:g} s"
        except BaseException as error:
            reason, detail = "unseen", f"could not be described: {described(error)}"
        return answer_parts(UNFINISHED, 0.0, reason=reason, detail=detail)


def _order_in(job: bytes) -> tuple[bytes, bytes]:
    """The order that a job carries, and what follows it."""
    start = LENGTH.size + 1
    end = start + LENGTH.unpack_from(job, 1)[0]
    return job[start:end], job[end:]
