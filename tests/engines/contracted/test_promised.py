"""Does a promise in a commit message make a difference unintended?"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import Repository

from swerve.check.investigating import Plan, investigate
from swerve.check.pipeline import Silence
from swerve.check.running import prepare
from swerve.model import Effort, Settings
from swerve.source import Selection, pair_up, read_words


@pytest.mark.slow
@pytest.mark.parametrize("trailer", ["Behaviour: preserved", "Behaviour: preserved for price"])
def test_what_a_commit_message_promises_is_kept(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trailer: str
) -> None:
    monkeypatch.setenv("SWERVE_CACHE", str(tmp_path / "cache"))
    old = "def price(n: int) -> int:\n    return n * 2\n"
    repository.commit("one", {"app.py": old})
    repository.commit(f"tidy up\n\n{trailer}\n", {"app.py": old.replace("n * 2", "n * 2 or 1")})
    raw = read_words(repository.path, ("HEAD~1..HEAD",), staged=False, selection=Selection())
    pairs = pair_up(raw).pairs
    with prepare(raw, Settings(skip=("replay", "shadow", "guided")), pairs) as prepared:
        engines = prepared.stages[-1](pairs, Silence())
        report = investigate(pairs[0], Plan(engines, Effort.NORMAL))
    assert prepared.runtime.problems == ()
    assert {each.judgement for each in report.witnesses} == {"unintended"}
    assert "the contract says that nothing changes" in (report.witnesses[0].why or "")
