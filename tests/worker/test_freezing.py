"""Equal surroundings for both sides, in every Python."""

from __future__ import annotations

from tests.worker.each_python import each_version, wrong_claims

_CLAIMS = "tests.worker.claims_about_freezing"


@each_version
def test_frozen_surroundings(version: str) -> None:
    assert not wrong_claims(_CLAIMS, version)
