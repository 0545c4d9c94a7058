"""What is a campaign, and what does its store tell?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .settings import DEFAULTS, Settings

#: What becomes of a unit, in this order.
STATES = ("waiting", "running", "done", "set-aside")


@dataclass(frozen=True, slots=True)
class Unit:
    """One change of a campaign. Plain data: it travels to other processes and machines."""

    #: Made of what it is about: in one campaign, the same change is the same unit.
    id: str
    #: The absolute path of a folder in a git repository, or a URL to clone.
    repository: str
    #: Full id of a commit, or a name that git knows; empty for the tree before a root commit.
    old: str
    new: str
    #: One line for people: the subject of a commit, the title of a pull request.
    title: str = ""
    #: A saved pull request as JSON: the unit is `old...new` then, with those words.
    pull_request: str | None = None
    #: All units of a campaign share them.
    settings: Settings = DEFAULTS


@dataclass(frozen=True, slots=True)
class Campaign:
    """Many changes checked as one piece of work."""

    number: int
    name: str
    #: What was asked for: "--range v1..v2 in /home/ada/shop".
    source: str
    settings: Settings
    #: For one try at a unit.
    deadline_s: float
    #: The version of swerve that began it.
    version: str
    #: Seconds since 1970, as all times here.
    created_at: float


@dataclass(frozen=True, slots=True)
class Status:
    """How far a campaign is."""

    #: State -> how many units; every state is there.
    counts: Mapping[str, int]
    started: float
    #: That clients have worked on it, all together.
    seconds: float
    #: When the last result came in; `None` without one.
    last_result_at: float | None
    #: Where the client runs that works on it now, as far as can be told from here.
    claimed_on: str | None

    @property
    def total(self) -> int:
        """How many units there are."""
        return sum(self.counts.values())

    @property
    def is_finished(self) -> bool:
        """Whether every unit has its result or was set aside."""
        return not self.counts["waiting"] and not self.counts["running"]


@dataclass(frozen=True, slots=True)
class StoredUnit:
    """A unit, and what became of it."""

    number: int
    unit: Unit
    #: One of `STATES`.
    state: str
    attempts: int


@dataclass(frozen=True, slots=True)
class Outline:
    """A unit with the counts of its result: much less to read than the result."""

    number: int
    unit: Unit
    #: One of `STATES`.
    state: str
    attempts: int
    #: Number and time of the result, and how long the unit took; `None` without one.
    result: int | None
    finished_at: float | None
    seconds: float | None
    #: Functions by verdict, `unintended` and `breaking`, as in the summary of a report; and how
    #: many problems it has.
    counts: Mapping[str, int]
    #: Why the last try came to nothing; empty where none did.
    why: str = ""


@dataclass(frozen=True, slots=True)
class StoredResult:
    """The report of a unit."""

    #: Grows with every result of the store: ask for what comes after it.
    number: int
    unit: Unit
    finished_at: float
    seconds: float
    #: `swerve/1`, with the source of each function.
    report: dict[str, object]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try at a unit."""

    unit: Unit
    #: From 1 on.
    attempt: int
    started_at: float
    #: `None` while it goes on, and where the client died.
    finished_at: float | None
    #: "done", "failed" or "lost"; `None` as above.
    outcome: str | None
    why: str
    log: str
    seconds: float | None
    cpu_s: float | None
    peak_bytes: int | None
