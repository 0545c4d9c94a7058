"""Can a folder be emptied whatever hostile code has put there?"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.costs import need_cheap

from swerve.worker.core.emptying import empty_folder, remove_folder
from swerve.worker.core.scratch import Scratch


def test_files_folders_and_special_files_go(tmp_path: Path) -> None:
    top = tmp_path / "top"
    (top / "a" / "b").mkdir(parents=True)
    (top / "a" / "file").write_text("x")
    os.mkfifo(top / "a" / "fifo")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(top / "socket"))
    (top / "a\nb \udcff").write_text("an odd name")
    assert empty_folder(str(top))
    assert list(top.iterdir()) == []


def test_links_are_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.mkdir(mode=0o750)
    (victim / "precious").write_text("x")
    top = tmp_path / "top"
    (top / "deep").mkdir(parents=True)
    (top / "link").symlink_to(victim)
    (top / "deep" / "link").symlink_to(victim / "precious")
    (top / "dangling").symlink_to(tmp_path / "nowhere")
    assert remove_folder(str(top))
    assert (victim / "precious").read_text() == "x"
    assert victim.stat().st_mode & 0o777 == 0o750


def test_the_folder_itself_may_not_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "victim").mkdir()
    (tmp_path / "victim" / "precious").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "victim")
    assert not remove_folder(str(tmp_path / "link"))
    assert (tmp_path / "victim" / "precious").exists()


@pytest.mark.slow
def test_a_chain_of_thousands_of_folders_goes(tmp_path: Path) -> None:
    """Too deep for recursion, and its path too long for the kernel."""
    top = tmp_path / "top"

    def make_and_remove() -> bool:
        top.mkdir()
        here = os.open(top, os.O_RDONLY)
        for _ in range(5000):
            os.mkdir("d" * 20, dir_fd=here)
            below = os.open("d" * 20, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = below
        os.close(here)
        return remove_folder(str(top))

    assert need_cheap(make_and_remove, 5)


def test_folders_without_permissions_go(tmp_path: Path) -> None:
    top = tmp_path / "top"
    (top / "closed" / "inner").mkdir(parents=True)
    (top / "closed" / "inner" / "file").write_text("x")
    (top / "closed" / "inner").chmod(0)
    (top / "closed").chmod(0)
    top.chmod(0o500)
    assert remove_folder(str(top))
    assert not top.exists()


def test_names_that_are_in_the_way_are_no_obstacle(tmp_path: Path) -> None:
    top = tmp_path / "top"
    for number in range(5):
        (top / "a" / f".aside-{number}" / "x").mkdir(parents=True)
        (top / f".aside-{number}").mkdir()
    assert remove_folder(str(top))


def test_a_folder_that_is_gone_is_removed(tmp_path: Path) -> None:
    assert remove_folder(str(tmp_path / "missing"))


def test_scratch_is_laid_out_anew(tmp_path: Path) -> None:
    scratch = Scratch(str(tmp_path))
    home, tmp = tmp_path / "home", tmp_path / "tmp"
    assert scratch.environment() == {"HOME": str(home), "TMPDIR": str(tmp)}

    def replace_by_a_link() -> None:
        tmp.rmdir()
        tmp.symlink_to("/")

    spoiling: list[Callable[[], None]] = [(tmp / "file").touch, home.rmdir, replace_by_a_link]
    for spoil in spoiling:
        spoil()
        scratch.clear()
        assert sorted(os.listdir(tmp_path)) == ["home", "tmp"]
        assert not (tmp_path / "tmp").is_symlink()
        assert not any(os.listdir(tmp_path / name) for name in ("home", "tmp"))


@pytest.mark.parametrize("count", [0, 3])
def test_an_empty_scratch_costs_next_to_nothing(tmp_path: Path, count: int) -> None:
    """Counted in the time of this process: a busy disk or machine is not what it is about."""
    scratch = Scratch(str(tmp_path))

    def fill_and_clear() -> None:
        for _ in range(100):
            for number in range(count):
                (tmp_path / "tmp" / str(number)).touch()
            scratch.clear()

    need_cheap(fill_and_clear, 100 * 0.01)
