"""`swerve model collect` as a user types it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from tests.apps.collect.suites import SHOP, lay
from tests.forked import run_forked


def collect(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SWERVE_CACHE": str(folder.parent / "cache")}
    environment.pop("VIRTUAL_ENV", None)
    return run_forked(("model", "collect", *words), folder, environment, "", 120)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return lay(tmp_path / "shop", SHOP)


@pytest.mark.slow
def test_the_summary_tells_what_came_of_it(shop: Path) -> None:
    lay(shop, {"tests/test_odd.py": "import odd_module\n"})
    done = collect(shop)
    assert done.returncode == 0, done.stderr
    first, *lines, last = done.stdout.splitlines()
    assert first.startswith("Little.Shop 1.2  Python 3.")
    assert lines[0].startswith("events     ")
    assert lines[0].endswith(" in 3 files: swerve-events/Little.Shop-1.2.jsonl.gz")
    assert lines[1:3] == ["tests      2 passed", "suite      1 of 2 test files"]
    assert lines[3] == (
        "left out   tests/test_odd.py: ModuleNotFoundError: No module named 'odd_module'"
    )
    assert last.startswith("Complete. ")
    assert (shop / "swerve-events" / "Little.Shop-1.2.jsonl.gz").is_file()
    assert done.stderr == ""


def test_only_the_tests_that_are_named_run(shop: Path) -> None:
    lay(shop, {"tests/test_more.py": "import shop\ndef test_it(): shop.pay([])\n"})
    done = collect(shop, ".", "tests/test_more.py", "--out", "../events")
    assert "tests      1 passed\nsuite      1 of 1 test file\n" in done.stdout, done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere"], "There is no folder nowhere."),
        ([".", "nowhere.py"], "There is no `nowhere.py` in the project."),
        (["--python", "bin/nowhere"], "No Python interpreter `"),
    ],
)
def test_what_cannot_be_done_is_said_without_a_traceback(
    words: list[str], said: str, shop: Path
) -> None:
    done = collect(shop, *words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "hint:" in done.stderr
    assert said in done.stderr


def test_a_project_that_swerve_is_measured_with_is_refused(shop: Path) -> None:
    lay(shop, {"pyproject.toml": '[project]\nname = "pandas"\n'})
    done = collect(shop)
    assert done.returncode == 2
    assert "docs/messages.md#project-excluded" in done.stderr
