"""How is told that a change is not looked into as far as others?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from swerve.apps.cli import main

if TYPE_CHECKING:
    from tests.conftest import Repository

FILES: dict[str, str | bytes] = {f"{name}.py": "def f(n):\n    return n\n" for name in "ab"}
EDITED: dict[str, str | bytes] = {f"{name}.py": "def f(n):\n    return -n\n" for name in "ab"}


@pytest.fixture
def shop(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.chdir(repository.path)
    repository.commit("start", FILES)
    return repository


def test_a_large_change_is_not_run_and_not_called_fine(
    shop: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.commit("next", EDITED)
    assert main(["check", "HEAD", "--max-files", "1", "--fail-on", "inconclusive"]) == 1
    text = " ".join(capsys.readouterr().out.split())
    assert "set aside, too-many-files: 2 Python files differ, more than --max-files 1" in text
    assert "2 inconclusive" in text


def test_the_limit_may_be_a_setting(shop: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    shop.commit("settings", {"pyproject.toml": "[tool.swerve]\nmax-functions = 1\n"})
    shop.commit("next", EDITED)
    main(["check", "HEAD", "--format", "json"])
    (aside,) = json.loads(capsys.readouterr().out)["set_aside"]
    assert aside["kind"] == "too-many-functions"
    assert main(["check", "HEAD", "--max-functions", "0"]) == 2


def test_documentation_is_told_from_code(
    shop: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.commit(
        "next", {"a.py": '"""About."""\n\n# more\ndef f(n):\n    """Do."""\n    return n\n'}
    )
    assert main(["check", "HEAD"]) == 0
    text = capsys.readouterr().out
    assert "set aside, documentation-only" in text
    assert "✓ preserved" in text


READERS = """\
class Plan:
    \"\"\"Old.\"\"\"

    size = 1
    \"\"\"Old size.\"\"\"

    def words(self):
        return self.__doc__


def told(plan):
    \"\"\"Old told.\"\"\"
    return plan.words()


def half(plan):
    \"\"\"Old half.\"\"\"
    return plan.size / 2
"""


def test_what_reads_documentation_runs(
    shop: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.commit("start", {"a.py": READERS})
    shop.commit("next", {"a.py": READERS.replace("Old", "New")})
    main(["check", "HEAD", "--format", "json"])
    found = json.loads(capsys.readouterr().out)
    assert [aside["kind"] for aside in found["set_aside"]] == ["documentation-only"]
    verdicts = {each["name"]: each["verdict"] for each in found["functions"]}
    assert verdicts["told"] == "changed"
    assert verdicts["half"] in ("preserved", "likely-preserved")


def test_a_change_of_tests_alone_says_so(
    shop: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.commit("next", {"tests/test_a.py": "def test_f():\n    assert True\n"})
    main(["check", "HEAD", "--format", "json"])
    (aside,) = json.loads(capsys.readouterr().out)["set_aside"]
    assert aside == {
        "kind": "no-source",
        "why": "every Python file that differs was left out: test code",
    }
