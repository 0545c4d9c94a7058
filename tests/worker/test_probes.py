"""Which watched lines ran in a call, in every Python."""

from __future__ import annotations

from tests.worker.each_python import check, each_claim

_CLAIMS = "tests.worker.claims_about_probes"


@each_claim(_CLAIMS)
def test_watched_lines(version: str, claim: str) -> None:
    check(_CLAIMS, version, claim)
