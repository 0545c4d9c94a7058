"""What differs between two files, or two folders?"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from swerve.model import LeftOut, Side
from swerve.model.errors import PathMismatch, PathMissing
from swerve.source._paths import read_paths
from swerve.source._raw import FileVersions, RawChange
from swerve.source._selection import Selection

OLD = b"x = 1\n"
NEW = b"x = 2\n"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    folder = tmp_path / "old"
    folder.mkdir()
    return folder


@pytest.fixture
def new(tmp_path: Path) -> Path:
    folder = tmp_path / "new"
    folder.mkdir()
    return folder


def write(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)


def read(old: Path, new: Path, selection: Selection | None = None) -> RawChange:
    return read_paths(old, new, selection or Selection())


class TestFiles:
    @pytest.mark.parametrize("name", ["b.py", "script", "test_b.py", "b_pb2.py", "b.txt", "a\nb"])
    def test_two_are_compared_whatever_their_names(self, tmp_path: Path, name: str) -> None:
        write(tmp_path, {"a.py": OLD, name: NEW})
        change = read(tmp_path / "a.py", tmp_path / name)
        assert change.files == (FileVersions(name, OLD, NEW),)
        assert (change.old, change.new) == (str(tmp_path / "a.py"), str(tmp_path / name))

    def test_equal_ones_are_no_change(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.py": OLD, "b.py": OLD})
        change = read(tmp_path / "a.py", tmp_path / "b.py")
        assert (change.files, change.left_out) == ((), ())

    def test_generated_ones_are_compared_when_named(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.py": b"# @generated\n" + OLD, "b.py": b"# @generated\n" + NEW})
        assert len(read(tmp_path / "a.py", tmp_path / "b.py").files) == 1

    def test_a_link_that_was_named_is_followed(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.py": OLD, "b.py": NEW})
        (tmp_path / "link.py").symlink_to("b.py")
        assert read(tmp_path / "a.py", tmp_path / "link.py").files[0].new == NEW

    def test_nothing_can_be_compared_with(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.py": OLD})
        change = read(Path(os.devnull), tmp_path / "a.py")
        assert change.files == (FileVersions("a.py", b"", OLD),)

    def test_a_pipe_is_read(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.py": NEW})
        reading, writing = os.pipe()
        os.write(writing, OLD)
        os.close(writing)
        change = read(Path(f"/dev/fd/{reading}"), tmp_path / "a.py")
        os.close(reading)
        assert change.files == (FileVersions("a.py", OLD, NEW),)

    def test_a_large_one_is_left_out(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.py": OLD, "b.py": OLD * 900_000})
        change = read(tmp_path / "a.py", tmp_path / "b.py")
        assert change.left_out == (LeftOut("b.py", "larger than 1.0 MB, see --max-file-size"),)

    def test_one_that_is_missing_is_refused(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.py": OLD})
        for pair in (("a.py", "no.py"), ("no.py", "a.py"), ("a.py/x", "a.py"), ("a\0", "a.py")):
            with pytest.raises(PathMissing):
                read(tmp_path / pair[0], tmp_path / pair[1])

    def test_a_file_and_a_folder_are_refused(self, tmp_path: Path, old: Path) -> None:
        write(tmp_path, {"a.py": OLD})
        for pair in ((tmp_path / "a.py", old), (old, tmp_path / "a.py")):
            with pytest.raises(PathMismatch, match=r"old` is a folder, and .*a\.py` is a file"):
                read(*pair)


class TestFolders:
    def test_edited_added_and_deleted_files_are_read_in_order(self, old: Path, new: Path) -> None:
        write(old, {"same.py": OLD, "b/edited.py": OLD, "deleted.py": OLD, "x.txt": OLD})
        write(new, {"same.py": OLD, "b/edited.py": NEW, "a/added.py": NEW, "x.txt": NEW})
        change = read(old, new)
        assert change.files == (
            FileVersions("a/added.py", None, NEW),
            FileVersions("b/edited.py", OLD, NEW),
            FileVersions("deleted.py", OLD, None),
        )

    def test_a_folder_does_not_differ_from_itself(self, old: Path) -> None:
        write(old, {"a.py": OLD, "b/c.py": NEW})
        assert read(old, old).files == ()

    @pytest.mark.parametrize(
        "name",
        [".git/hooks/a.py", ".venv/a.py", "node_modules/a.py", "__pycache__/a.py", "b/.tox/a.py"],
    )
    def test_what_is_never_the_project_is_skipped(self, old: Path, new: Path, name: str) -> None:
        write(new, {name: NEW})
        change = read(old, new)
        assert (change.files, change.left_out) == ((), ())

    @pytest.mark.parametrize("name", ["build/a.py", "dist/a.py", "venv/a.py", "env/a.py"])
    def test_names_that_packages_have_too_are_read(self, old: Path, new: Path, name: str) -> None:
        write(new, {name: NEW})
        assert [file.path for file in read(old, new).files] == [name]

    def test_a_virtual_environment_is_known_by_its_mark(self, old: Path, new: Path) -> None:
        write(new, {"env/pyvenv.cfg": b"", "env/lib/a.py": NEW})
        assert read(old, new).files == ()

    def test_only_changed_files_are_listed_as_left_out(self, old: Path, new: Path) -> None:
        write(old, {"tests/test_a.py": OLD, "tests/test_b.py": OLD, "large.py": OLD * 99})
        write(new, {"tests/test_a.py": OLD, "tests/test_b.py": NEW, "large.py": OLD * 99})
        change = read(old, new, Selection(max_bytes=100))
        assert change.left_out == (LeftOut("tests/test_b.py", "test code"),)

    def test_links_are_not_followed(self, old: Path, new: Path) -> None:
        write(old, {"a.py": OLD})
        write(new, {"a.py": OLD})
        for folder in (old, new):
            (folder / "same.py").symlink_to("a.py")
            (folder / "up").symlink_to("..")
        (old / "moved.py").symlink_to("a.py")
        (new / "moved.py").symlink_to("/etc/passwd")
        change = read(old, new)
        assert change.files == ()
        assert change.left_out == (LeftOut("moved.py", "symbolic link"),)

    def test_a_pipe_is_not_waited_for(self, old: Path, new: Path) -> None:
        write(old, {"a.py": OLD})
        os.mkfifo(new / "a.py")
        assert read(old, new).left_out == (LeftOut("a.py", "not a regular file"),)

    @pytest.mark.parametrize("name", ["a b.py", "grüße.py", "a\nb.py", os.fsdecode(b"\xe9.py")])
    def test_any_path_is_read(self, old: Path, new: Path, name: str) -> None:
        write(old, {name: OLD})
        write(new, {name: NEW})
        assert read(old, new).files == (FileVersions(name, OLD, NEW),)

    def test_what_cannot_be_read_is_a_problem_of_its_own(
        self, old: Path, new: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(old, {"a.py": OLD, "b.py": OLD, "closed/c.py": OLD})
        write(new, {"a.py": NEW, "b.py": NEW, "closed/c.py": NEW})
        real_open, real_scandir = os.open, os.scandir

        def open_or_refuse(path: str, flags: int) -> int:
            if path == str(new / "a.py"):
                raise PermissionError(13, "Permission denied")
            return real_open(path, flags)

        def scan_or_refuse(path: str) -> object:
            if path == str(old / "closed"):
                raise PermissionError(13, "Permission denied")
            return real_scandir(path)

        monkeypatch.setattr("swerve.source.disk.os.open", open_or_refuse)
        monkeypatch.setattr("swerve.source._paths.os.scandir", scan_or_refuse)
        change = read(old, new)
        assert [file.path for file in change.files] == ["b.py"]
        assert [(each.code, each.file, each.side) for each in change.problems] == [
            ("file-unreadable", "closed", Side.OLD),
            ("file-unreadable", "a.py", Side.NEW),
        ]
