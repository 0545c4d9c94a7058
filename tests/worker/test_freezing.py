"""Equal surroundings for both sides, in every Python."""

from __future__ import annotations

from tests.worker.each_python import check, each_claim

_CLAIMS = "tests.worker.claims_about_freezing"


@each_claim(_CLAIMS)
def test_frozen_surroundings(version: str, claim: str) -> None:
    check(_CLAIMS, version, claim)
