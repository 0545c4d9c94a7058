"""The server is confined to its root, whatever way leads out of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from swerve.apps.mcp._errand import confined
from swerve.apps.mcp._errand import repository as repository_in
from swerve.model.errors import OutsideRoot, PathMissing

if TYPE_CHECKING:
    from tests.conftest import Repository


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = tmp_path / "root"
    (made / "plain").mkdir(parents=True)
    (tmp_path / "root-2").mkdir()
    (made / "link").symlink_to(tmp_path / "root-2")
    (made / "inner").symlink_to(made / "plain")
    return made


@pytest.mark.parametrize(
    "name", ["..", "/etc", "link", "link/new", "plain/../../root-2", "../root-2", "inner/../../x"]
)
def test_what_leads_out_is_refused(root: Path, name: str) -> None:
    with pytest.raises(OutsideRoot) as raised:
        confined(root, name)
    assert str(root) in raised.value.message


@pytest.mark.parametrize("name", [".", "", "plain", "inner", "plain/new", "plain/.."])
def test_what_stays_inside_is_fine(root: Path, name: str) -> None:
    assert root in (confined(root, name), *confined(root, name).parents)


def test_what_is_no_path_is_said(root: Path) -> None:
    with pytest.raises(PathMissing):
        confined(root, "a\0b")


def test_a_repository_around_the_root_is_outside(repository: Repository) -> None:
    """Whose contracts and tests would be written beside it."""
    repository.commit("start", {"part/cart.py": "x = 1\n"})
    assert repository_in(repository.path, "part") == repository.path / "part"
    with pytest.raises(OutsideRoot):
        repository_in(repository.path / "part", ".")
