"""What does the browser ask a store of campaigns for? `swerve.apps.campaign` has one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from swerve.model.campaign import Campaign, Status, StoredResult


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
