"""What did one run show?

A worker's answer is bytes. The parts that are compared stay bytes until somebody looks: most runs
are compared by their bytes alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from . import LineNo


class StopReason(Enum):
    """Why a run ended before the function did."""

    #: The deadline passed. Says nothing about whether the function would have returned.
    TIMEOUT = "timeout"
    #: The process died: a signal, a fault in C code.
    CRASH = "crash"
    #: The process was ended by the code itself: `os._exit`.
    EXIT = "exit"
    OUT_OF_MEMORY = "out of memory"
    #: The sandbox refused to go on: too many processes, too much written.
    REFUSED = "refused"
    #: The function ended, and what it left could not be looked at.
    UNSEEN = "unseen"
    #: The call never began: a constructor in its recipe raised, a name is not there.
    NOT_BUILT = "not built"


@dataclass(frozen=True, slots=True)
class Returned:
    """The function returned; its value is the root `result` of the snapshot."""


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception left the function; it is the root `exception` of the snapshot."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The run ended before the function did."""

    reason: StopReason
    #: For a person: "killed by SIGSEGV".
    detail: str = ""


Outcome: TypeAlias = Returned | Raised | Unfinished


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What one run of one side showed."""

    outcome: Outcome
    #: Everything that is compared, as `swerve.observe.snapshot` reads it; empty when unfinished.
    #: Roots: `result` or `exception`, `receiver`, `arguments[0]`, `arguments.<keyword>`,
    #: `stdout`, `stderr`, `warnings`; the last three only when there were any.
    snapshot: bytes = b""
    #: Watched lines that ran, with their file. Not compared: each side has its own.
    reached: tuple[tuple[str, LineNo], ...] = ()
    #: What the run left behind or could not be seen: "a thread was still running".
    notes: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def is_late(self) -> bool:
        """Whether the run was not finished in time."""
        outcome = self.outcome
        return isinstance(outcome, Unfinished) and outcome.reason is StopReason.TIMEOUT

    @property
    def left_behind(self) -> str:
        """What was still at work when the run was looked at; empty when nothing was."""
        return next((note for note in self.notes if note.startswith("left ")), "")
