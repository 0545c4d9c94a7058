"""Is a folder seen as it is, whatever lies there?"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from swerve.worker.effects._files import FOLDER, MOST_ENTRIES, OTHER, Contents, Thing
from swerve.worker.snapshot._parts import Digested, Unseen

_MASK = 0o022


@pytest.fixture(autouse=True)
def usual_mask() -> object:
    before = os.umask(_MASK)
    yield
    os.umask(before)


def contents(folder: Path, *given: str, shown: str = "") -> Contents:
    found = Contents(lambda path: path in given)
    found.add_folder(str(folder), shown, _MASK)
    return found


def test_files_are_shown_by_path_with_what_they_hold(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "text").write_text("ü")
    (tmp_path / "a" / "data").write_bytes(b"\xff")
    (tmp_path / "given").write_text("")
    found = contents(tmp_path, "given")
    assert found.files == {"a/text": "ü", "a/data": b"\xff", "a/b": FOLDER}
    assert found.modes == {}


def test_unusual_modes_are_shown(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir(mode=0o700)
    (tmp_path / "file").write_text("")
    (tmp_path / "file").chmod(0o600)
    assert contents(tmp_path).modes == {"folder": "0o700", "file": "0o600"}


def test_links_are_not_followed_and_pipes_are_not_opened(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "out").symlink_to("/")
    os.mkfifo(tmp_path / "pipe")
    files = contents(tmp_path).files
    assert files.pop("pipe") is OTHER
    words = {name: each.words for name, each in files.items() if isinstance(each, Thing)}
    assert words == {"loop": "a link to loop", "out": "a link to /"}


def test_a_folder_with_the_name_of_the_home_folder_is_not_taken_for_it(tmp_path: Path) -> None:
    (tmp_path / "~").mkdir()
    (tmp_path / "~" / "file").write_text("")
    assert list(contents(tmp_path).files) == ["./~/file"]
    assert list(contents(tmp_path, shown="~/").files) == ["~/~/file"]


def test_files_that_are_too_many_are_said_to_be_missing(tmp_path: Path) -> None:
    for number in range(MOST_ENTRIES + 1):
        (tmp_path / f"{number:04}").touch()
    files = contents(tmp_path).files
    assert len(files) == MOST_ENTRIES + 1
    assert isinstance(files[""], Unseen)


def test_what_no_path_leads_to_is_said_to_be_missing(tmp_path: Path) -> None:
    before = Path.cwd()
    os.chdir(tmp_path)
    try:
        for _ in range(30):
            os.mkdir("d" * 200)
            os.chdir("d" * 200)
        Path("file").touch()
    finally:
        os.chdir(before)
    assert any(isinstance(each, Unseen) for each in contents(tmp_path).files.values())


def test_large_files_are_digested_and_huge_ones_said_to_be_missing(tmp_path: Path) -> None:
    for name, size in (("large", 1 << 20), ("huge", 1 << 30)):
        with (tmp_path / name).open("wb") as file:
            file.truncate(size)
    files = contents(tmp_path).files
    assert isinstance(files["large"], Digested)
    assert files["huge"] == Unseen("file", f"it has {1 << 30} bytes")


def test_a_locked_file_is_read_and_stays_locked(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("locked")
    (tmp_path / "file").chmod(0)
    found = contents(tmp_path)
    assert found.files == {"file": "locked"}
    assert found.modes == {"file": "0o0"}
    assert not (tmp_path / "file").stat().st_mode & 0o777


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="names there are text")
def test_names_that_are_no_text_are_kept(tmp_path: Path) -> None:
    os.mkdir(os.fsencode(tmp_path) + b"/\xff")
    assert list(contents(tmp_path).files) == ["\udcff"]
