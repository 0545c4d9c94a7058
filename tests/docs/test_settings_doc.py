"""Does docs/settings.md tell of the settings that there are?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from swerve.model.pyproject import read_settings

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("page", ["README.md", "docs/settings.md"])
def test_the_example_is_accepted(page: str, tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)
    assert example is not None
    (tmp_path / "pyproject.toml").write_text(example[1], "utf-8")
    assert set(read_settings(tmp_path)) == {"exclude", "fail_on"}
