"""How is a change checked from end to end: paired up, investigated, and judged?

What the command line, campaigns, the Python interface and agents have in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from swerve.check.pipeline import Listener, Plan, Prepared
from swerve.check.pipeline import check as check_change
from swerve.model import Change, DifferenceKind, Pair, Report, Wishes
from swerve.source import GitTree, RawChange, SizeLimits, diff_text, pair_up

if TYPE_CHECKING:  # takes a while to load
    from swerve.meaning.llm import Client


@dataclass(frozen=True, slots=True)
class Asked:
    """Who judges differences, and which language model is asked for what."""

    #: "offline", "model" or "none".
    judge: str = "none"
    samples: int = 1
    client: Client | None = None
    #: Whether it also writes usage examples.
    writes: bool = False
    #: What they must still show, where that is asked for.
    latest: GitTree | None = None

    @property
    def writer(self) -> Client | None:
        """The model that writes usage examples."""
        return self.client if self.writes else None


NOBODY = Asked()


@dataclass(frozen=True, slots=True)
class How:
    """In which way a change is to be checked."""

    plan: Plan = field(default_factory=Plan)
    wishes: Wishes = field(default_factory=Wishes)
    limits: SizeLimits = field(default_factory=SizeLimits)
    asked: Asked = NOBODY


def check_raw(raw: RawChange, how: How, listener: Listener | None = None) -> Report:
    """Pair up a change that was read, investigate it, and judge what is found."""
    report = investigated(raw, pair_up(raw, how.limits), how, listener)
    return judged(report, raw, how.asked)


def investigated(
    raw: RawChange, change: Change, how: How, listener: Listener | None = None
) -> Report:
    """Investigate the pairs of a change."""
    wishes = how.wishes

    def prepare(pairs: Sequence[Pair]) -> AbstractContextManager[Prepared]:
        from swerve.check.running import prepare as prepare_trees  # takes a while to load

        return prepare_trees(raw, wishes, pairs, how.asked.writer, how.asked.latest)

    plan = replace(how.plan, engines=()) if wishes.only_contracted else how.plan
    report = check_change(change, plan, listener, prepare if wishes.run else None)
    kinds = {witness.kind for function in report.functions for witness in function.witnesses}
    if DifferenceKind.DEFAULT in kinds:
        from swerve.check.promises import with_promises  # takes a while to load

        report = with_promises(report, raw, trusts_change=wishes.trusts_change)
    return report


def judged(report: Report, raw: RawChange, asked: Asked) -> Report:
    """The report with what the judge says about differences that no contract speaks of."""
    if asked.judge == "none" or not any(function.witnesses for function in report.functions):
        return report
    from swerve.meaning.intent import AskedModel, Judge, OfflineJudge, judged_report

    judge: Judge = OfflineJudge()
    if asked.judge == "model" and asked.client is not None:
        judge = AskedModel(asked.client, samples=asked.samples)

    def diff_of(pair: Pair) -> str:
        return diff_text(raw, {pair.old.module.path, pair.new.module.path})

    return judged_report(report, judge, diff_of)
