"""What is read from a git repository, for each way to name a change?"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from swerve.model import LeftOut, Side
from swerve.model.errors import BadUsage, PathMissing
from swerve.source._range import read_git
from swerve.source._raw import FileVersions, RawChange
from swerve.source._selection import Selection

if TYPE_CHECKING:
    from tests.conftest import Repository

OLD = b"def f():\n    return 1\n"
NEW = b"def f():\n    return 2\n"


def read(
    repository: Repository,
    revisions: str | None = None,
    *,
    staged: bool = False,
    paths: tuple[str, ...] = (),
    selection: Selection | None = None,
    folder: str = ".",
) -> RawChange:
    """Read a change, and make sure that nothing was written meanwhile."""
    before = repository.fingerprint()
    change = read_git(
        repository.path / folder,
        revisions=revisions,
        staged=staged,
        paths=paths,
        selection=selection or Selection(),
    )
    assert repository.fingerprint() == before
    return change


def names(change: RawChange) -> list[str]:
    return [file.path for file in change.files]


def no_longer_checked(change: RawChange) -> list[str]:
    return [each.file for each in change.problems if each.code == "no-longer-checked"]


def messages(change: RawChange) -> list[str]:
    return [words.text for words in change.intent.words]


class TestWorkTree:
    def test_edited_added_and_deleted_files_are_read(self, repository: Repository) -> None:
        head = repository.commit(files={"edited.py": OLD, "deleted.py": OLD, "same.py": OLD})
        repository.write("edited.py", NEW)
        repository.write("new/added.py", NEW)
        (repository.path / "deleted.py").unlink()
        change = read(repository)
        assert (change.old, change.new) == (head[:10], "work tree")
        assert change.files == (
            FileVersions("deleted.py", OLD, None),
            FileVersions("edited.py", OLD, NEW),
            FileVersions("new/added.py", None, NEW),
        )
        assert change.intent.words == ()

    def test_staged_and_unstaged_edits_count_together(self, repository: Repository) -> None:
        repository.commit(files={"a.py": OLD})
        repository.write("a.py", b"staged = 1\n")
        repository.git("add", "a.py")
        repository.write("a.py", NEW)
        assert read(repository).files == (FileVersions("a.py", OLD, NEW),)

    def test_an_edit_that_was_staged_and_taken_back_is_no_change(
        self, repository: Repository
    ) -> None:
        repository.commit(files={"a.py": OLD})
        repository.write("a.py", NEW)
        repository.git("add", "a.py")
        repository.write("a.py", OLD)
        assert read(repository).files == ()

    def test_a_file_taken_out_of_the_index_only_is_no_change(self, repository: Repository) -> None:
        repository.commit(files={"a.py": OLD})
        repository.git("rm", "--quiet", "--cached", "a.py")
        change = read(repository)
        assert (change.new, change.files) == ("work tree", ())

    def test_ignored_files_are_not_read(self, repository: Repository) -> None:
        repository.commit(files={".gitignore": "made.py\n", "a.py": OLD})
        repository.write("a.py", NEW)
        repository.write("made.py", NEW)
        assert names(read(repository)) == ["a.py"]

    def test_files_other_than_python_are_passed_over(self, repository: Repository) -> None:
        repository.commit(files={"a.py": OLD, "README.md": "old"})
        repository.write("README.md", "new")
        change = read(repository)
        assert (change.new, change.files, change.left_out) == ("work tree", (), ())

    def test_from_a_subfolder_the_whole_tree_is_read(self, repository: Repository) -> None:
        repository.commit(files={"a.py": OLD, "sub/b.py": OLD})
        repository.write("a.py", NEW)
        assert names(read(repository, folder="sub")) == ["a.py"]

    def test_an_unfinished_merge_is_compared_with_our_side(self, repository: Repository) -> None:
        make_conflict(repository)
        (file,) = read(repository).files
        assert file.old == b"ours = 1\n"
        assert file.new is not None
        assert b"<<<<<<<" in file.new

    def test_a_file_that_cannot_be_read_is_a_problem_of_its_own(
        self, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        repository.commit(files={"a.py": OLD, "b.py": OLD})
        locked = repository.write("a.py", NEW)
        repository.write("b.py", NEW)
        refuse_to_open(monkeypatch, locked)
        change = read_git(
            repository.path, revisions=None, staged=False, paths=(), selection=Selection()
        )
        assert names(change) == ["b.py"]
        (problem,) = change.problems
        assert (problem.code, problem.file, problem.side) == ("file-unreadable", "a.py", Side.NEW)

    def test_a_file_that_disappears_meanwhile_counts_as_deleted(
        self, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        repository.commit(files={"a.py": OLD})
        edited = repository.write("a.py", NEW)
        added = repository.write("b.py", NEW)
        refuse_to_open(monkeypatch, edited, added, error=FileNotFoundError(2, "gone"))
        change = read_git(
            repository.path, revisions=None, staged=False, paths=(), selection=Selection()
        )
        assert change.files == (FileVersions("a.py", OLD, None),)

    def test_line_endings_that_git_translates_do_not_make_it_dirty(
        self, repository: Repository
    ) -> None:
        repository.commit("before", {"a.py": OLD})
        last = repository.commit("after", {"a.py": NEW})
        repository.git("config", "core.autocrlf", "true")
        (repository.path / "a.py").unlink()
        repository.git("checkout", "--quiet", "a.py")
        assert (repository.path / "a.py").read_bytes() == NEW.replace(b"\n", b"\r\n")
        os.utime(repository.path / "a.py", (1, 1))
        assert read(repository).new == last[:10]


class TestCleanWorkTree:
    def test_the_last_commit_is_read(self, repository: Repository) -> None:
        parent = repository.commit("Begin", {"a.py": OLD})
        last = repository.commit("Return 2\n\nBecause.", {"a.py": NEW})
        change = read(repository)
        assert (change.old, change.new) == (parent[:10], last[:10])
        assert change.files == (FileVersions("a.py", OLD, NEW),)
        assert messages(change) == ["Return 2\n\nBecause."]
        assert change.intent.words[0].source == f"commit {last[:10]}"

    def test_a_root_commit_is_compared_with_nothing(self, repository: Repository) -> None:
        root = repository.commit(files={"a.py": OLD})
        change = read(repository)
        assert (change.old, change.new) == ("empty tree", root[:10])
        assert change.files == (FileVersions("a.py", None, OLD),)

    def test_a_stray_untracked_file_leaves_it_clean(self, repository: Repository) -> None:
        last = repository.commit(files={"a.py": OLD})
        repository.write("notes.txt", "buy milk")
        assert read(repository).new == last[:10]

    def test_new_time_stamps_leave_it_clean(self, repository: Repository) -> None:
        last = repository.commit(files={"a.py": OLD})
        os.utime(repository.path / "a.py", (1, 1))
        assert read(repository).new == last[:10]

    def test_it_is_judged_as_a_whole_when_paths_are_given(self, repository: Repository) -> None:
        repository.commit(files={"a.py": OLD, "b.py": OLD})
        repository.write("b.py", NEW)
        change = read(repository, paths=("a.py",))
        assert (change.new, change.files) == ("work tree", ())

    def test_an_empty_commit_is_an_empty_change(self, repository: Repository) -> None:
        repository.commit(files={"a.py": OLD})
        last = repository.commit("")
        change = read(repository)
        assert (change.new, change.files, change.intent.words) == (last[:10], (), ())


class TestIndex:
    def test_only_what_is_staged_is_read(self, repository: Repository) -> None:
        head = repository.commit(files={"a.py": OLD, "b.py": OLD})
        repository.write("a.py", NEW)
        repository.git("add", "a.py")
        repository.write("a.py", b"not staged")
        repository.write("b.py", b"not staged")
        change = read(repository, staged=True)
        assert (change.old, change.new) == (head[:10], "index")
        assert change.files == (FileVersions("a.py", OLD, NEW),)

    def test_nothing_staged_is_an_empty_change(self, repository: Repository) -> None:
        repository.commit(files={"a.py": OLD})
        assert read(repository, staged=True).files == ()

    def test_an_unmerged_file_is_a_problem(self, repository: Repository) -> None:
        make_conflict(repository)
        (problem,) = read(repository, staged=True).problems
        assert (problem.code, problem.file) == ("unmerged-file", "a.py")

    def test_a_range_beside_it_is_refused(self, repository: Repository) -> None:
        repository.commit()
        with pytest.raises(BadUsage, match="HEAD"):
            read(repository, "HEAD", staged=True)


@pytest.fixture
def forked(repository: Repository) -> Repository:
    """Return a history that forks after `base` into `main` (on.py) and `topic` (off.py)."""
    repository.commit("Begin", {"on.py": OLD, "off.py": OLD})
    repository.git("tag", "base")
    repository.git("checkout", "--quiet", "-b", "topic")
    repository.commit("First step", {"off.py": b"half = 1\n"})
    repository.commit("Second step", {"off.py": NEW})
    repository.git("checkout", "--quiet", "main")
    repository.commit("Go on", {"on.py": NEW})
    return repository


class TestRanges:
    @pytest.mark.parametrize(
        ("revisions", "files", "said"),
        [
            pytest.param("base..topic", ["off.py"], ["First step", "Second step"], id="A..B"),
            pytest.param(
                "main..topic", ["off.py", "on.py"], ["First step", "Second step"], id="fork"
            ),
            pytest.param("main...topic", ["off.py"], ["First step", "Second step"], id="A...B"),
            pytest.param("base..", ["on.py"], ["Go on"], id="A.."),
            pytest.param("..topic", ["off.py", "on.py"], ["First step", "Second step"], id="..B"),
            pytest.param("topic...", ["on.py"], ["Go on"], id="A..."),
            pytest.param("topic", ["off.py"], ["Second step"], id="one branch"),
            pytest.param("topic~1", ["off.py"], ["First step"], id="one ancestor"),
            pytest.param("base", ["off.py", "on.py"], ["Begin"], id="one root commit"),
            pytest.param(":/Second", ["off.py"], ["Second step"], id="by message"),
            pytest.param("main..main", [], [], id="nothing"),
        ],
    )
    def test_each_spelling_means_what_git_means(
        self, forked: Repository, revisions: str, files: list[str], said: list[str]
    ) -> None:
        change = read(forked, revisions)
        assert names(change) == files
        assert messages(change) == said

    def test_labels_are_the_short_ids_of_what_was_compared(self, forked: Repository) -> None:
        change = read(forked, "main...topic")
        assert change.old == forked.git("rev-parse", "base")[:10]
        assert change.new == forked.git("rev-parse", "topic")[:10]

    def test_a_merge_brings_the_words_of_what_it_merged(self, forked: Repository) -> None:
        forked.git("merge", "--quiet", "--no-ff", "-m", "Merge topic", "topic")
        change = read(forked, "HEAD")
        assert names(change) == ["off.py"]
        assert messages(change) == ["First step", "Second step", "Merge topic"]

    def test_a_dirty_work_tree_does_not_matter(self, forked: Repository) -> None:
        forked.write("off.py", "broken(")
        assert read(forked, "topic").files[0].new == NEW

    def test_a_bare_repository_will_do(self, forked: Repository, tmp_path: Path) -> None:
        bare = forked.clone(tmp_path / "bare.git", "--bare")
        assert names(read(bare, "base..topic")) == ["off.py"]

    def test_a_new_mode_is_no_change(self, repository: Repository) -> None:
        repository.commit(files={"a.py": OLD})
        (repository.path / "a.py").chmod(0o755)
        repository.commit()
        assert read(repository, "HEAD").files == ()

    def test_a_renamed_file_is_one_deleted_and_one_added(self, repository: Repository) -> None:
        repository.commit(files={"a.py": OLD})
        repository.git("mv", "a.py", "b.py")
        repository.commit()
        assert read(repository, "HEAD").files == (
            FileVersions("a.py", OLD, None),
            FileVersions("b.py", None, OLD),
        )

    def test_a_message_in_another_encoding_is_decoded(self, repository: Repository) -> None:
        repository.git("config", "i18n.commitEncoding", "latin-1")
        repository.git("commit", "--allow-empty", "-F", "-", data="Größe".encode("latin-1"))
        assert messages(read(repository, "HEAD")) == ["Größe"]


class TestPaths:
    @pytest.mark.parametrize(
        ("paths", "folder", "expected"),
        [
            pytest.param(("a.py",), ".", ["a.py"], id="file"),
            pytest.param(("pkg",), ".", ["pkg/b.py", "pkg/sub/c.py"], id="folder"),
            pytest.param(("pkg/",), ".", ["pkg/b.py", "pkg/sub/c.py"], id="folder with slash"),
            pytest.param(("./a.py", "pkg/sub"), ".", ["a.py", "pkg/sub/c.py"], id="two"),
            pytest.param(("b.py",), "pkg", ["pkg/b.py"], id="relative to the folder"),
            pytest.param(("../a.py",), "pkg", ["a.py"], id="above the folder"),
            pytest.param((".",), "pkg", ["pkg/b.py", "pkg/sub/c.py"], id="the folder itself"),
            pytest.param((".",), ".", ["a.py", "pkg/b.py", "pkg/sub/c.py"], id="everything"),
        ],
    )
    @pytest.mark.parametrize("revisions", [None, "HEAD~1..HEAD"])
    def test_only_what_lies_there_is_read(
        self,
        repository: Repository,
        revisions: str | None,
        paths: tuple[str, ...],
        folder: str,
        expected: list[str],
    ) -> None:
        files = ("a.py", "pkg/b.py", "pkg/sub/c.py")
        repository.commit(files=dict.fromkeys(files, OLD))
        repository.commit(files=dict.fromkeys(files, NEW))
        for path in files if revisions is None else ():
            repository.write(path, b"in the work tree")
        assert names(read(repository, revisions, paths=paths, folder=folder)) == expected

    def test_an_absolute_path_will_do(self, repository: Repository) -> None:
        repository.commit(files={"a.py": OLD, "b.py": OLD})
        path = str(repository.path / "b.py")
        assert names(read(repository, "HEAD", paths=(path,))) == ["b.py"]

    def test_a_star_is_a_star(self, repository: Repository) -> None:
        repository.commit(files={"*.py": OLD, "a.py": OLD})
        assert names(read(repository, "HEAD", paths=("*.py",))) == ["*.py"]

    @pytest.mark.parametrize("revisions", [None, "HEAD"])
    def test_a_deleted_file_can_be_named(
        self, repository: Repository, revisions: str | None
    ) -> None:
        repository.commit(files={"a.py": OLD, "b.py": OLD})
        (repository.path / "a.py").unlink()
        if revisions:
            repository.commit()
        assert names(read(repository, revisions, paths=("a.py",))) == ["a.py"]

    @pytest.mark.parametrize("revisions", [None, "HEAD"])
    def test_one_that_neither_side_has_is_refused_with_a_near_one(
        self, repository: Repository, revisions: str | None
    ) -> None:
        repository.commit(files={"pkg/module.py": OLD})
        with pytest.raises(PathMissing, match="pkg/modul") as caught:
            read(repository, revisions, paths=("pkg/modul.py",))
        assert "`pkg/module.py`" in caught.value.hint

    def test_one_outside_the_repository_is_refused(self, repository: Repository) -> None:
        repository.commit()
        with pytest.raises(PathMissing, match="outside"):
            read(repository, paths=("../elsewhere.py",))

    def test_naming_test_code_is_asking_for_it(self, repository: Repository) -> None:
        repository.commit(files={"tests/test_a.py": OLD, "pkg/tests/test_b.py": OLD})
        assert names(read(repository, "HEAD", paths=("tests",))) == ["tests/test_a.py"]
        assert names(read(repository, "HEAD", paths=("pkg/tests/test_b.py",))) == [
            "pkg/tests/test_b.py"
        ]
        assert read(repository, "HEAD", paths=("pkg",)).left_out == (
            LeftOut("pkg/tests/test_b.py", "test code"),
        )


class TestOddFiles:
    @pytest.mark.parametrize(
        "path",
        [
            pytest.param("a b.py", id="space"),
            pytest.param("grüße/模块.py", id="unicode"),
            pytest.param("line\nbreak.py", id="newline"),
            pytest.param('"quoted"\t.py', id="quotes and a tab"),
            pytest.param(" -x.py", id="leading space"),
            pytest.param("-x.py", id="leading dash"),
            pytest.param(os.fsdecode(b"caf\xe9.py"), id="bytes that are not UTF-8"),
        ],
    )
    def test_any_path_is_read_from_each_place(self, repository: Repository, path: str) -> None:
        repository.commit(files={"other": ""})
        repository.write(path, OLD)
        assert read(repository).files == (FileVersions(path, None, OLD),)
        repository.commit()
        assert read(repository, "HEAD", paths=(path,)).files == (FileVersions(path, None, OLD),)
        repository.write(path, NEW)
        assert read(repository).files == (FileVersions(path, OLD, NEW),)
        repository.git("add", "--all")
        assert read(repository, staged=True).files == (FileVersions(path, OLD, NEW),)

    def test_links_are_left_out(self, repository: Repository) -> None:
        repository.commit(files={"a.py": OLD, "b.py": OLD})
        (repository.path / "committed.py").symlink_to("a.py")
        (repository.path / "folder").symlink_to(".")
        repository.commit()
        assert read(repository, "HEAD").left_out == (LeftOut("committed.py", "symbolic link"),)
        (repository.path / "untracked.py").symlink_to("/etc/passwd")
        (repository.path / "b.py").unlink()
        (repository.path / "b.py").symlink_to("a.py")
        change = read(repository)
        assert change.files == ()
        assert change.left_out == (LeftOut("untracked.py", "symbolic link"),)
        assert no_longer_checked(change) == ["b.py"]

    def test_a_folder_that_became_a_link_is_not_followed(self, repository: Repository) -> None:
        repository.commit(files={"pkg/a.py": OLD, "other/a.py": NEW})
        (repository.path / "pkg/a.py").unlink()
        (repository.path / "pkg").rmdir()
        (repository.path / "pkg").symlink_to("other")
        assert read(repository).files == (FileVersions("pkg/a.py", OLD, None),)

    def test_a_pipe_in_the_place_of_a_file_is_left_out(self, repository: Repository) -> None:
        repository.commit(files={"a.py": OLD})
        (repository.path / "a.py").unlink()
        os.mkfifo(repository.path / "a.py")
        assert no_longer_checked(read(repository)) == ["a.py"]

    def test_submodules_are_left_out(self, repository: Repository, tmp_path: Path) -> None:
        library = tmp_path / "library"
        repository.commit(files={"a.py": OLD})
        other = repository.clone(library)
        repository.git(
            *("-c", "protocol.file.allow=always", "submodule", "--quiet", "add"),
            *(other.path.as_uri(), "library"),
        )
        repository.commit()
        assert read(repository, "HEAD").left_out == (LeftOut("library", "submodule"),)
        repository.git("-C", "library", "commit", "--quiet", "--allow-empty", "-m", "go on")
        change = read(repository)
        assert (change.new, change.files) == ("work tree", ())
        assert change.left_out == (LeftOut("library", "submodule"),)

    def test_a_repository_inside_the_repository_is_passed_over(
        self, repository: Repository
    ) -> None:
        last = repository.commit(files={"a.py": OLD})
        repository.git("init", "--quiet", "inner.py")
        repository.write("inner.py/b.py", NEW)
        assert read(repository).new == last[:10]

    @pytest.mark.parametrize("revisions", [None, "HEAD"])
    def test_a_large_file_is_left_out_and_the_others_are_read(
        self, repository: Repository, revisions: str | None
    ) -> None:
        repository.commit(files={"a.py": OLD, "large.py": OLD})
        repository.write("a.py", NEW)
        repository.write("large.py", b"x = 1\n" * 900_000)
        if revisions:
            repository.commit()
        change = read(repository, revisions)
        assert names(change) == ["a.py"]
        assert no_longer_checked(change) == ["large.py"]
        assert "larger than 1.0 MB, see --max-file-size" in change.problems[0].message

    def test_a_file_that_was_large_on_the_old_side_is_left_out_too(
        self, repository: Repository
    ) -> None:
        repository.commit(files={"large.py": b"x = 1\n" * 100, "z.py": OLD})
        repository.commit(files={"large.py": OLD, "z.py": NEW})
        change = read(repository, "HEAD", selection=Selection(max_bytes=100))
        assert names(change) == ["z.py"]
        assert change.left_out == (
            LeftOut("large.py", "larger than 100 bytes, see --max-file-size"),
        )

    def test_default_exclusions_are_listed(self, repository: Repository) -> None:
        repository.commit(
            files={
                "a.py": OLD,
                "api_pb2.py": OLD,
                "tables.py": b"# This file was automatically generated by tables.sh\n" + OLD,
                "tests/test_a.py": OLD,
                "vendor/six.py": OLD,
            }
        )
        change = read(repository, "HEAD")
        assert names(change) == ["a.py"]
        assert change.left_out == (
            LeftOut("api_pb2.py", "generated code"),
            LeftOut("tables.py", "generated code"),
            LeftOut("tests/test_a.py", "test code"),
            LeftOut("vendor/six.py", "vendored code"),
        )


def make_conflict(repository: Repository) -> None:
    """Leave `a.py` in the middle of a merge."""
    repository.commit(files={"a.py": OLD})
    repository.git("checkout", "--quiet", "-b", "theirs")
    repository.commit(files={"a.py": b"theirs = 1\n"})
    repository.git("checkout", "--quiet", "main")
    repository.commit(files={"a.py": b"ours = 1\n"})
    repository.git("-c", "alias.try=!git merge theirs || true", "try")


def refuse_to_open(
    monkeypatch: pytest.MonkeyPatch, *files: Path, error: OSError | None = None
) -> None:
    """Make files fail to open, which permissions do not do for root."""
    real_open = os.open

    def open_or_refuse(path: str, flags: int) -> int:
        if Path(path) in files:
            raise error or PermissionError(13, "Permission denied")
        return real_open(path, flags)

    monkeypatch.setattr("swerve.source.disk.os.open", open_or_refuse)
