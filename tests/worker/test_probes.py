"""Which watched lines ran in a call, in every Python."""

from __future__ import annotations

from tests.worker.each_python import each_version, wrong_claims

_CLAIMS = "tests.worker.claims_about_probes"


@each_version
def test_watched_lines(version: str) -> None:
    assert not wrong_claims(_CLAIMS, version)
