"""Where files are written, and that nothing else opens them."""

from __future__ import annotations

import ast
import os
import stat
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from swerve.model.errors import LinkInTheWay
from swerve.model.writing import make_folder, need_no_link, opened_bytes, opened_text, write_file
from swerve.source.syntax import last_name

SOURCE = Path(__file__).resolve().parents[2] / "src" / "swerve"
#: What writes only below folders that swerve makes itself: its cache, cells, temporary folders.
_OWN_PLACES = {
    "check/promises.py", "apps/campaign/_clones.py", "apps/campaign/_unit_process.py",
    "source/_patch.py", "source/git/_stand_in.py", "apps/mcp/_errand.py", "apps/mcp/_server.py",
    "run/recording/_kept.py", "source/cache.py", "source/store.py", "witness/tests/_verifying.py",
}  # fmt: skip
_OWN_PARTS = ("engines/", "run/observed/", "run/project/", "run/sandbox/", "worker/", "run/host/")
_WRITERS = {"write_text", "write_bytes", "mkdir", "makedirs", "touch", "mkstemp", "savez", "save"}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The top of a work tree."""
    (tmp_path / "tree/.git").mkdir(parents=True)
    return tmp_path / "tree"


def _mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_a_new_file_has_the_mode_of_the_user_and_an_old_one_keeps_its_own(tree: Path) -> None:
    mask = os.umask(0o027)
    try:
        write_file(tree / "a/b/new", "tea\n")
        assert _mode(tree / "a/b/new") == 0o640
        (tree / "a/b/new").chmod(0o600)
        write_file(tree / "a/b/new", b"milk\n")
        make_folder(tree / "c/d", 0o700)
    finally:
        os.umask(mask)
    assert _mode(tree / "a/b/new") == 0o600
    assert (tree / "a/b/new").read_bytes() == b"milk\n"
    assert (_mode(tree / "c"), _mode(tree / "c/d")) == (0o750, 0o700)


def test_a_file_stays_as_it_was_until_the_new_one_is_whole(tree: Path) -> None:
    write_file(tree / "file", "before\n")
    with suppress(KeyError), opened_text(tree / "file") as stream:
        stream.write("half")
        stream.flush()
        raise KeyError
    assert [each.name for each in tree.iterdir() if each.name != ".git"] == ["file"]
    assert (tree / "file").read_text() == "before\n"


@pytest.mark.parametrize(
    "path", ["in/file", "file", "gone", "in", "sub/../in/new/deep", "a/b/file"]
)
def test_no_link_below_the_top_is_followed(tree: Path, tmp_path: Path, path: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "file").write_text("mine")
    (tree / "sub").mkdir()
    (tree / "a").mkdir()
    (tree / "a/.git").write_text("gitdir: ../.git/modules/a\n")
    for name, target in (("in", out), ("file", out / "file"), ("gone", out / "x"), ("a/b", out)):
        (tree / name).symlink_to(target)
    for write in (lambda file: write_file(file, "theirs"), need_no_link, make_folder):
        with pytest.raises(LinkInTheWay, match="is a link"):
            write(tree / path)
    assert [each.name for each in out.iterdir()] == ["file"]
    assert (out / "file").read_text() == "mine"


def test_links_around_the_top_are_followed(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "short").symlink_to("tree")
    (tmp_path / "round").symlink_to(tmp_path / "round")
    write_file(tmp_path / "short/new/file", "tea")
    assert (tree / "new/file").read_text() == "tea"
    write_file(tree / "../beside", "tea")
    assert (tmp_path / "beside").read_text() == "tea"
    with pytest.raises(OSError, match="symbolic links"):
        write_file(tmp_path / "round/file", "tea")


def test_what_is_no_plain_file_is_written_to_as_it_is(tree: Path) -> None:
    os.mkfifo(tree / "pipe")
    heard: list[bytes] = []
    reader = threading.Thread(target=lambda: heard.append((tree / "pipe").read_bytes()))
    reader.start()
    with opened_bytes(tree / "pipe") as stream:
        stream.write(b"tea")
    reader.join(10)
    assert heard == [b"tea"]
    ours, theirs = os.pipe()
    with opened_bytes(Path(f"/proc/self/fd/{theirs}")) as stream:
        stream.write(b"milk")
    assert os.read(ours, 9) == b"milk"
    for descriptor in (ours, theirs):
        os.close(descriptor)
    with pytest.raises(IsADirectoryError), opened_text(tree):
        pass


def test_nothing_else_opens_files_for_writing() -> None:
    """A file that a user names, or that lies in a work tree, is opened in one place."""
    found = {
        f"{name}:{line}"
        for file in sorted(SOURCE.rglob("*.py"))
        if (name := file.relative_to(SOURCE).as_posix()) != "model/writing.py"
        and name not in _OWN_PLACES
        and not name.startswith(_OWN_PARTS)
        for line in _writes(ast.parse(file.read_text("utf-8")))
    }
    # To a stream that was opened there.
    assert {place.partition(":")[0] for place in found} <= {"predict/training/train/training.py"}


def _writes(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = last_name(node)
            modes = [*node.args[:2], *(word.value for word in node.keywords if word.arg == "mode")]
            opens = name == "open" and any(
                isinstance(mode, ast.Constant) and str(mode.value)[:1] in ("w", "a", "x")
                for mode in modes
            )
            creates = name == "open" and any("O_CREAT" in ast.dump(each) for each in node.args)
            if name in _WRITERS or opens or creates:
                yield node.lineno
