"""Are the generated parts of the docs what would be generated today?"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("script", ["command_line_reference.py", "settings_reference.py"])
def test_what_is_made_of_the_settings_is_up_to_date(script: str) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / script, "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_the_demo_runs_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever git was told to do by whoever runs it, a hook for example."""
    settings = tmp_path / "gitconfig"
    settings.write_text("[commit]\n\tgpgSign = true\n[core]\n\tautocrlf = true\n", "utf-8")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    ids = set()
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, ROOT / "demo" / "run.py"],
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        ids.add(tuple(re.findall(r"^[0-9a-f]{10}\.\.[0-9a-f]{10}", done.stdout, re.MULTILINE)))
    assert len(ids) == 1
    assert len(list(tmp_path.glob("swerve-demo-*/crawl/.git"))) == 2
