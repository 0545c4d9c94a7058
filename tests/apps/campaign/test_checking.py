"""Is a unit checked as `swerve check` would check it in the repository?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.run.project.conftest import make_environment

from swerve.apps.campaign import unit_of, unpacked
from swerve.apps.campaign._unit_process import checked
from swerve.apps.cli import main
from swerve.model import Effort, Settings

if TYPE_CHECKING:
    from tests.conftest import Repository

OLD = "def f(x: int, y: int = 1) -> int:\n    return x + y\n"


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWERVE_CACHE", str(tmp_path / "cache"))


def report_on(repository: Repository, new: str) -> Any:
    ids = [repository.commit(files={"m.py": text}) for text in (OLD, new)]
    settings = Settings(effort=Effort.QUICK)
    return unpacked(checked(unit_of(str(repository.path), *ids, settings=settings)))


@pytest.mark.slow
def test_a_witness_of_a_campaign_is_known_by_its_id(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    report = report_on(repository, OLD.replace("x + y", "x - y"))
    [witness] = report["functions"][0]["witnesses"]
    assert main(["explain", witness["id"]]) == 0
    assert witness["id"] in capsys.readouterr().out
    assert witness["replay"] == f"swerve replay {witness['id']}"
    assert main(["replay", witness["id"]]) == 0


@pytest.mark.slow
def test_the_interpreter_is_that_of_the_repository_and_not_of_where_the_campaign_began(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list of repositories has several, and a worker of a cluster stands anywhere."""
    (repository.path / ".git" / "info" / "exclude").write_text(".venv\n")
    for folder in (repository.path, tmp_path / "elsewhere"):
        make_environment(folder / ".venv")
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    monkeypatch.chdir(tmp_path / "elsewhere")
    report = report_on(repository, OLD.replace("x + y", "x - y"))
    assert report["runtime"]["python"] == str(repository.path / ".venv" / "bin" / "python")
