"""What does the browser ask a store of campaigns for? `swerve.apps.campaign` has one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol


class Campaign(Protocol):
    """Many changes checked as one piece of work."""

    @property
    def number(self) -> int:
        """By which it is asked for."""

    @property
    def name(self) -> str:
        """For people."""

    @property
    def source(self) -> str:
        """What was asked for."""


class Status(Protocol):
    """How far a campaign is."""

    @property
    def counts(self) -> Mapping[str, int]:
        """State -> how many changes; every state is there."""

    @property
    def total(self) -> int:
        """How many changes there are."""

    @property
    def seconds(self) -> float:
        """That were worked on it."""


class Titled(Protocol):
    """One change of a campaign."""

    @property
    def title(self) -> str:
        """One line for people."""


class StoredResult(Protocol):
    """The report of a change."""

    @property
    def number(self) -> int:
        """Grows with every result of the store."""

    @property
    def unit(self) -> Titled:
        """What it is about."""

    @property
    def finished_at(self) -> float:
        """Seconds since 1970."""

    @property
    def report(self) -> dict[str, object]:
        """`swerve/1`, with the source of each function."""


class Store(Protocol):
    """Campaigns and their results."""

    def campaigns(self) -> tuple[Campaign, ...]:
        """Every campaign, oldest first."""

    def status(self, campaign: int) -> Status:
        """How far a campaign is."""

    def results(
        self, campaign: int, after: int | None = None, limit: int | None = None
    ) -> Iterator[StoredResult]:
        """Results in the order in which they came in, those with a higher number than `after`."""
