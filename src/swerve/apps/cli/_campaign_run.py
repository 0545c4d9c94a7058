"""What happens while a campaign runs in front of a person?"""

from __future__ import annotations

import shlex
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from swerve.apps.campaign import Campaign, Crew, LocalCrew
from swerve.apps.cli._campaign_progress import CampaignProgress
from swerve.apps.cli._campaign_report import tell_outcome
from swerve.apps.cli._progress import doing
from swerve.apps.cli._streams import opened_output
from swerve.check.pipeline import usable_cores
from swerve.model import FailOn
from swerve.model.errors import BadUsage
from swerve.tell import INTERRUPTED
from swerve.tell.exit import objects_at

if TYPE_CHECKING:
    from swerve.apps.campaign import Store, UnitOptions
    from swerve.apps.campaign._running import Run

DEFAULT_DEADLINE_S = 600.0


def check_cluster(cluster: str | None, jobs: int | None) -> None:
    """Raise when who is to do the work makes no sense, before anything is written."""
    if cluster is None:
        return
    if jobs is not None:
        raise BadUsage(
            "`--jobs` is for processes of this machine, and `--cluster` for those of others.",
            "Leave one of them out.",
        )
    from swerve.apps.campaign._cluster import check_cluster as check_address

    with doing("connecting to the cluster"):
        check_address(cluster)


def check_sandbox(options: UnitOptions, cluster: str | None) -> None:
    """Say so where code is confined less than it could be; raise where that is not accepted.

    What workers of a cluster can do is known to them alone.
    """
    if cluster is not None or not options.wishes.run:
        return
    from swerve.run.sandbox import choose_level  # takes a while to load

    confinement = choose_level(options.wishes.sandbox)
    for missing in confinement.missing:
        level = confinement.level.value
        print(f"swerve: sandbox level {level}: {missing.what}.", file=sys.stderr)
        print(f"  hint: {missing.hint}", file=sys.stderr)


def work_on(
    store: Store,
    campaign: Campaign,
    jobs: int | None,
    deadline_s: float,
    cluster: str | None,
    fail_on: FailOn,
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
        status = store.status(campaign.number)
        progress = CampaignProgress(status)
        crew = _crew(jobs or usable_cores(), deadline_s, cluster)
        run = Run(claim, crew, progress)
        try:
            with _interruptible(run, progress, interruption):
                run.go()
        finally:
            crew.close()
            progress.close()
    with opened_output(None) as stream:
        tell_outcome(store, campaign, stream)
    if interruption.is_set() and not store.status(campaign.number).is_finished:
        print(f"swerve: interrupted; `{_resume_command(store, campaign)}` goes on", file=sys.stderr)
        return INTERRUPTED
    return 1 if _is_objected_to(store, campaign, fail_on) else 0


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
    run: Run, progress: CampaignProgress, interruption: threading.Event
) -> Iterator[None]:
    """Let the first Ctrl-C end the campaign when what is being tried is done; the next at once.

    Where nothing is being tried, because a cluster is waited for, the first does so.
    """

    def hear(number: int, frame: FrameType | None) -> None:
        if interruption.is_set() or not run.is_trying:
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
