"""Does docs/settings.md tell of the settings that there are?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from swerve.model.settings import _KEYS, read_settings

ROOT = Path(__file__).resolve().parents[2]


def _page() -> str:
    return (ROOT / "docs" / "settings.md").read_text("utf-8")


def _rows() -> dict[str, str]:
    return dict(re.findall(r"^\| `([a-z-]+)` \| (.+?) \|", _page(), re.MULTILINE))


def test_every_key_is_described() -> None:
    assert list(_rows()) == list(_KEYS)


def test_the_words_a_key_takes_are_those_in_the_table() -> None:
    for key, wanted in _KEYS.items():
        if isinstance(wanted, tuple):
            assert re.findall(r'"(\w+)"', _rows()[key]) == list(wanted), key


@pytest.mark.parametrize("page", ["README.md", "docs/settings.md"])
def test_the_example_is_accepted(page: str, tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)
    assert example is not None
    (tmp_path / "pyproject.toml").write_text(example[1], "utf-8")
    assert set(read_settings(tmp_path)) == {"exclude", "fail_on"}
