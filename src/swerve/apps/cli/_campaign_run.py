"""What happens while a campaign runs in front of a person?"""

from __future__ import annotations

import shlex
import signal
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import closing, contextmanager
from types import FrameType
from typing import TYPE_CHECKING, TextIO

from swerve.apps.campaign import (
    Campaign,
    Crew,
    Done,
    Failed,
    LocalCrew,
    Outcome,
    Status,
    Unit,
)
from swerve.check.investigating import usable_cores
from swerve.model import FailOn, Settings
from swerve.model.errors import BadUsage
from swerve.model.plurals import counted
from swerve.tell import INTERRUPTED
from swerve.tell.exit import objects_at

from ._campaign_report import tell_outcome
from ._progress import Line, doing, rounded
from ._streams import note, opened_output, tell_missing

if TYPE_CHECKING:
    from swerve.apps.campaign import Store
    from swerve.apps.campaign._running import Run

DEFAULT_DEADLINE_S = 600.0
#: The pace is that of so many changes before: one that has to be run takes long.
_RECENT = 1_000


class CampaignProgress(Line):
    """Tells how far a campaign is, and how long it will take."""

    def __init__(self, status: Status, stream: TextIO | None = None) -> None:
        super().__init__(stream)
        self._set_aside = status.counts["set-aside"]
        self._trying = 0
        self._failed = 0
        self._lost = 0
        self._is_stopping = False
        self._ends: deque[float] = deque([time.monotonic()], maxlen=_RECENT)
        self.begin("checking", status.total)
        self.advance(status.counts["done"])

    def began(self, unit: Unit) -> None:
        """Count what is being tried."""
        self._trying += 1
        if self._is_terminal and self._is_due():
            self._draw()

    def ended(self, unit: Unit, outcome: Outcome, state: str) -> None:
        """Count a try; say so where it came to nothing for good."""
        self._trying -= 1
        if isinstance(outcome, Done):
            self._ends.append(time.monotonic())
            self.advance()
        elif state == "set-aside":
            self._set_aside += 1
            self.tell(f"set aside {unit.new[:10]} {unit.title[:60]}: {outcome.why}")
        elif isinstance(outcome, Failed):
            self._failed += 1
        else:
            self._lost += 1
        if self._is_due():
            self._draw()

    def stopping(self) -> None:
        """Say that the campaign ends soon."""
        self._is_stopping = True
        self.tell(f"finishing {counted(self._trying, 'change')}; Ctrl-C again stops at once")

    def _parts(self, encoding: str) -> Iterator[str]:
        total = self._total or 0
        yield f"{self._stage}: {self._meter(encoding)} {'change' if total == 1 else 'changes'}"
        if self._set_aside:
            yield f"{self._set_aside} set aside"
        if self._failed:
            yield "1 failed attempt" if self._failed == 1 else f"{self._failed} failed attempts"
        if self._lost:
            yield "1 lost attempt" if self._lost == 1 else f"{self._lost} lost attempts"
        left = total - self._done - self._set_aside
        span = self._ends[-1] - self._ends[0]
        if self._is_stopping:
            yield f"finishing {self._trying}"
        elif len(self._ends) > 1 and span > 0:
            pace = (len(self._ends) - 1) / span
            yield f"{pace:.2g} a second"
            yield f"about {rounded(left / pace)} left"
        else:
            yield rounded(time.monotonic() - self._since)


def check_cluster(cluster: str | None, jobs: int | None) -> None:
    """Raise when who is to do the work makes no sense, before anything is written."""
    if cluster is None:
        return
    if jobs is not None:
        raise BadUsage(
            "`--jobs` cannot be combined with `--cluster`, which uses other machines.",
            "Leave one of them out.",
        )
    from swerve.apps.campaign._cluster import check_cluster as check_address

    with doing("connecting to the cluster"):
        check_address(cluster)


def check_sandbox(settings: Settings, cluster: str | None) -> None:
    """Say so where code is confined less than it could be; raise where that is not accepted.

    What workers of a cluster can do is known to them alone.
    """
    if cluster is not None or not settings.run:
        return
    from swerve.run.sandbox import choose_level  # takes a while to load

    confinement = choose_level(settings.sandbox)
    tell_missing(confinement.level.value, confinement.missing)


def work_on(
    store: Store,
    campaign: Campaign,
    settings: Settings,
    deadline_s: float,
    cluster: str | None,
    *,
    again: bool = False,
) -> int:
    """Work on a campaign until nothing waits, tell what was found, and return the exit status."""
    from swerve.apps.campaign._claim import Claim
    from swerve.apps.campaign._running import Run

    interruption = threading.Event()
    with Claim(store, campaign) as claim, _noted(interruption):
        if again:
            claim.reconsider()
        with (
            closing(CampaignProgress(store.status(campaign.number))) as progress,
            closing(_crew(settings.jobs or usable_cores(), deadline_s, cluster)) as crew,
        ):
            run = Run(claim, crew, progress)
            with _interruptible(run, progress, interruption, is_local=cluster is None):
                run.go()
    with opened_output(None) as stream:
        tell_outcome(store, campaign, stream)
    if interruption.is_set() and not store.status(campaign.number).is_finished:
        note(f"interrupted; `{_resume_command(store, campaign)}` continues it")
        return INTERRUPTED
    return 1 if _is_objected_to(store, campaign, settings.fail_on) else 0


def _is_objected_to(store: Store, campaign: Campaign, fail_on: FailOn) -> bool:
    totals, units = store.totals(campaign.number), store.status(campaign.number).counts
    found = (
        (FailOn.UNINTENDED, totals["unintended"]),
        (FailOn.CHANGED, totals["changed"] + totals["breaking"]),
        (FailOn.INCONCLUSIVE, totals["inconclusive"] + totals["problems"] + units["set-aside"]),
    )
    return any(count and objects_at(fail_on, level) for level, count in found)


def _crew(jobs: int, deadline_s: float, cluster: str | None) -> Crew:
    if cluster is None:
        return LocalCrew(jobs, deadline_s)
    from swerve.apps.campaign._cluster import ClusterCrew

    return ClusterCrew(cluster, deadline_s)


@contextmanager
def _noted(interruption: threading.Event) -> Iterator[None]:
    """Let an interruption end what is done here, and nothing else."""
    try:
        yield
    except KeyboardInterrupt:
        interruption.set()


@contextmanager
def _interruptible(
    run: Run, progress: CampaignProgress, interruption: threading.Event, *, is_local: bool
) -> Iterator[None]:
    """Let the first Ctrl-C end the campaign when what is being tried is done; the next at once.

    Where nothing is being tried, because a cluster is waited for, the first does so.
    """

    def hear(number: int, frame: FrameType | None) -> None:
        if interruption.is_set() or not (is_local or run.is_trying):
            raise KeyboardInterrupt
        interruption.set()
        run.stop()
        progress.stopping()

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _resume_command(store: Store, campaign: Campaign) -> str:
    words = ("swerve", "campaign", "resume", campaign.name, "--store", store.name)
    return shlex.join(words)
