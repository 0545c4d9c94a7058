"""What does a user hear when git cannot give what was asked for?"""

from __future__ import annotations

import os
import subprocess
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from swerve.model import Side
from swerve.model.errors import (
    AmbiguousRevision,
    GitMissing,
    NoCommits,
    NoCommonAncestor,
    NotARepository,
    NoWorkTree,
    ObjectMissing,
    PathMissing,
    ShallowHistory,
    UnknownRevision,
)
from swerve.source._range import _split, read_git
from swerve.source._raw import RawChange
from swerve.source._selection import Selection
from swerve.source.git._objects import Objects
from swerve.source.git.git import open_repository

if TYPE_CHECKING:
    from tests.conftest import Repository

OLD = b"x = 1\n"
NEW = b"x = 2\n"


def read(folder: Path, revisions: str | None = None, *, staged: bool = False) -> RawChange:
    return read_git(folder, revisions=revisions, staged=staged, paths=(), selection=Selection())


def split_arguments(folder: Path, words: tuple[str, ...]) -> tuple[str | None, tuple[str, ...]]:
    """Return the word that was taken for a range, and the paths."""
    git = open_repository(folder)
    with Objects(git) as objects:
        span, paths = _split(git, objects, words)
    return (None if span is None else words[0]), paths


class TestRepository:
    def test_a_folder_outside_any_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(NotARepository, match="not inside a git repository") as caught:
            read(tmp_path)
        assert "swerve diff" in caught.value.hint

    def test_a_folder_that_is_not_there_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(PathMissing, match="nowhere"):
            read(tmp_path / "nowhere")

    def test_one_that_git_does_not_trust_names_the_command(
        self, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        repository.commit()
        monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
        with pytest.raises(NotARepository, match="another user") as caught:
            read(repository.path)
        assert "git config --global --add safe.directory" in caught.value.hint
        assert str(repository.path) in caught.value.hint

    def test_without_git_the_user_is_told_to_install_it(
        self, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PATH", "/nowhere")
        with pytest.raises(GitMissing):
            read(repository.path)

    @pytest.mark.parametrize("staged", [False, True])
    def test_one_without_commits_has_no_old_side(
        self, repository: Repository, staged: bool
    ) -> None:
        repository.write("a.py", OLD)
        with pytest.raises(NoCommits):
            read(repository.path, staged=staged)
        with pytest.raises(NoCommits):
            read(repository.path, "main")

    def test_a_bare_one_has_no_work_tree(self, repository: Repository, tmp_path: Path) -> None:
        repository.commit()
        bare = repository.clone(tmp_path / "bare.git", "--bare")
        with pytest.raises(NoWorkTree, match=r"bare\.git"):
            read(bare.path)


class TestRevisions:
    @pytest.mark.parametrize(
        ("name", "near"),
        [
            pytest.param("mian", "`main`", id="branch"),
            pytest.param("mian~2", "`main`", id="branch with steps"),
            pytest.param("v1.O", "`v1.0`", id="tag"),
            pytest.param("base..fix-parsr", "`fix-parser`", id="right side"),
            pytest.param("fix-parsr...HEAD", "`fix-parser`", id="left side"),
            pytest.param("only-there", "`origin/only-there`", id="remote branch"),
            pytest.param("Head1", "`HEAD`", id="head"),
        ],
    )
    def test_an_unknown_one_brings_near_names(
        self, repository: Repository, name: str, near: str
    ) -> None:
        repository.commit()
        repository.git("tag", "v1.0")
        repository.git("tag", "base")
        repository.git("branch", "fix-parser")
        repository.git("update-ref", "refs/remotes/origin/only-there", "HEAD")
        with pytest.raises(UnknownRevision, match="There is no commit") as caught:
            read(repository.path, name)
        assert near in caught.value.hint

    @pytest.mark.parametrize(
        "name",
        [
            *("", " ", "0" * 40, "deadbeef", "--all", "--output=/tmp/x", "-h", "a b", "grüße"),
            *("x\ny", "a..b..c", "....", "..--all", "HEAD^{", "@{", ":", ":/nothing", "\udce9"),
        ],
    )
    def test_any_string_is_answered_with_a_message(self, repository: Repository, name: str) -> None:
        """Nothing a user types may be read as an option of git, or end in a traceback."""
        repository.commit()
        with pytest.raises(UnknownRevision) as caught:
            read(repository.path, name)
        caught.value.message.encode("utf-8")

    def test_one_that_is_no_commit_is_refused(self, repository: Repository) -> None:
        repository.commit(files={"a.py": OLD})
        with pytest.raises(UnknownRevision, match="is not a commit"):
            read(repository.path, "HEAD:a.py")

    def test_history_that_ends_earlier_is_explained(self, repository: Repository) -> None:
        repository.commit()
        with pytest.raises(UnknownRevision) as caught:
            read(repository.path, "HEAD~5")
        assert "does not go back that far" in caught.value.hint

    def test_a_short_id_with_several_candidates_lists_them(self, repository: Repository) -> None:
        """Among a thousand commits some share their first four digits."""
        stream = "".join(
            f"commit refs/heads/c{number}\ncommitter A <a@b> {number} +0000\ndata 0\n"
            for number in range(1, 1000)
        )
        repository.git("fast-import", "--quiet", data=stream.encode())
        ids = repository.git("for-each-ref", "--format=%(objectname)").split()
        prefix, count = Counter(oid[:4] for oid in ids).most_common(1)[0]
        assert count > 1
        candidates = [oid[:12] for oid in ids if oid.startswith(prefix)]
        repository.git("checkout", "--quiet", "-b", "main", ids[0])
        with pytest.raises(AmbiguousRevision, match="several commits") as caught:
            read(repository.path, prefix)
        assert all(f"`{oid}`" in caught.value.message for oid in candidates)

    def test_a_branch_and_a_tag_of_one_name_are_told_apart(self, repository: Repository) -> None:
        repository.commit()
        repository.git("tag", "release")
        repository.commit("another")
        repository.git("branch", "release")
        with pytest.raises(AmbiguousRevision, match="`refs/heads/release` and `refs/tags/release`"):
            read(repository.path, "release")
        assert read(repository.path, "refs/tags/release").old == "empty tree"

    def test_a_branch_and_a_tag_on_one_commit_are_fine(self, repository: Repository) -> None:
        last = repository.commit()
        repository.git("tag", "release")
        repository.git("branch", "release")
        assert read(repository.path, "release").new == last[:10]

    def test_histories_without_a_common_commit_are_refused(self, repository: Repository) -> None:
        repository.commit()
        repository.git("checkout", "--quiet", "--orphan", "other")
        repository.commit("another beginning")
        with pytest.raises(NoCommonAncestor, match="`main` and `other`") as caught:
            read(repository.path, "main...other")
        assert "`main..other`" in caught.value.hint


class TestShallowClone:
    @pytest.fixture
    def shallow(self, repository: Repository, tmp_path: Path) -> Repository:
        for number in range(4):
            repository.commit(f"number {number}", {"a.py": f"x = {number}\n"})
        return repository.clone(tmp_path / "shallow", "--depth=1")

    @pytest.mark.parametrize(
        ("revisions", "depth"),
        [
            pytest.param(None, 1, id="clean work tree"),
            pytest.param("HEAD", 1, id="one revision"),
            pytest.param("HEAD~1..HEAD", 1, id="range"),
            pytest.param("HEAD~2..", 2, id="two back"),
            pytest.param("main^", 2, id="one revision before it"),
        ],
    )
    def test_the_command_that_is_named_helps(
        self, shallow: Repository, revisions: str | None, depth: int
    ) -> None:
        with pytest.raises(ShallowHistory, match="shallow") as caught:
            read(shallow.path, revisions)
        command = f"git fetch --deepen={depth}"
        assert f"`{command}`" in caught.value.hint
        shallow.git(*command.split()[1:])
        assert [file.path for file in read(shallow.path, revisions).files] == ["a.py"]

    def test_a_merge_base_out_of_reach_asks_for_everything(
        self, shallow: Repository, repository: Repository
    ) -> None:
        repository.git("checkout", "--quiet", "-b", "topic", "HEAD~2")
        repository.commit("aside")
        shallow.git("fetch", "--quiet", "--depth=1", "origin", "topic:topic")
        with pytest.raises(ShallowHistory) as caught:
            read(shallow.path, "main...topic")
        assert "`git fetch --unshallow`" in caught.value.hint

    def test_changes_that_do_not_need_the_history_are_read(self, shallow: Repository) -> None:
        shallow.write("a.py", NEW)
        assert len(read(shallow.path).files) == 1

    def test_an_unknown_name_mentions_that_it_is_shallow(self, shallow: Repository) -> None:
        with pytest.raises(UnknownRevision) as caught:
            read(shallow.path, "f" * 40)
        assert "--unshallow" in caught.value.hint


class TestMissingObjects:
    def test_a_partial_clone_fetches_nothing_and_names_the_files(
        self, repository: Repository, tmp_path: Path
    ) -> None:
        repository.git("config", "uploadpack.allowFilter", "true")
        repository.commit(files={"a.py": OLD, "b.py": OLD})
        repository.commit(files={"a.py": NEW, "b.py": NEW})
        partial = repository.clone(tmp_path / "partial", "--filter=blob:none")
        before = partial.fingerprint()
        change = read(partial.path, "HEAD")
        assert partial.fingerprint() == before
        assert [(each.code, each.file, each.side) for each in change.problems] == [
            ("object-missing", "a.py", Side.OLD),
            ("object-missing", "b.py", Side.OLD),
        ]
        assert "git diff" in change.problems[0].hint

    def test_without_trees_nothing_can_be_compared(
        self, repository: Repository, tmp_path: Path
    ) -> None:
        repository.git("config", "uploadpack.allowFilter", "true")
        repository.commit(files={"a.py": OLD})
        partial = repository.clone(tmp_path / "partial", "--filter=tree:0", "--no-checkout")
        for paths in ((), ("a.py",)):
            with pytest.raises(ObjectMissing, match="not in this clone") as caught:
                read_git(
                    partial.path, revisions="HEAD", staged=False, paths=paths, selection=Selection()
                )
            assert "git diff" in caught.value.hint

    def test_a_damaged_database_costs_one_file_only(self, repository: Repository) -> None:
        repository.commit(files={"a.py": OLD, "b.py": OLD})
        repository.commit(files={"a.py": NEW, "b.py": b"x = 3\n"})
        oid = repository.git("rev-parse", "HEAD:a.py")
        (repository.path / ".git/objects" / oid[:2] / oid[2:]).unlink()
        change = read(repository.path, "HEAD")
        assert [file.path for file in change.files] == ["b.py"]
        assert [each.file for each in change.problems] == ["a.py"]


class TestObjects:
    def test_many_and_large_objects_come_from_one_process(self, repository: Repository) -> None:
        contents = [b"x" * size for size in (0, 1, 100_000, 3_000_000, 2)] * 3
        for number, content in enumerate(contents):
            repository.write(f"{number}.bin", content)
        repository.commit()
        with Objects(open_repository(repository.path)) as objects:
            for number, content in enumerate(contents):
                oid = repository.git("rev-parse", f"HEAD:{number}.bin")
                stored = objects.read(oid, max_bytes=1_000_000)
                assert stored is not None
                assert stored.size == len(content)
                assert stored.data == (content if len(content) <= 1_000_000 else None)
                assert objects.read("1" * 40, 1000) is None

    def test_a_process_that_died_is_replaced(self, repository: Repository) -> None:
        commit = repository.commit("still there")
        with Objects(open_repository(repository.path)) as objects:
            assert objects.commit(commit).message == "still there"
            process = objects._process
            assert process is not None
            process.kill()
            process.wait()
            assert objects.read(commit, 1000) is None
            assert objects.commit(commit).message == "still there"

    def test_closing_leaves_no_process_behind(self, repository: Repository) -> None:
        commit = repository.commit()
        with Objects(open_repository(repository.path)) as objects:
            objects.read(commit, 1000)
            process = objects._process
        assert isinstance(process, subprocess.Popen)
        assert process.returncode is not None


class TestArguments:
    @pytest.fixture
    def project(self, repository: Repository) -> Repository:
        repository.commit(files={"src/a.py": OLD, "docs": "a file", "gone.py": OLD})
        repository.git("branch", "topic")
        repository.git("branch", "docs")
        (repository.path / "gone.py").unlink()
        return repository

    @pytest.mark.parametrize(
        ("arguments", "expected"),
        [
            pytest.param((), (None, ()), id="nothing"),
            pytest.param(("topic",), ("topic", ()), id="revision"),
            pytest.param(("topic..", "src"), ("topic..", ("src",)), id="range and path"),
            pytest.param(("src", "docs"), (None, ("src", "docs")), id="paths"),
            pytest.param(("./docs",), (None, ("./docs",)), id="path that is also a branch"),
            pytest.param(("refs/heads/docs",), ("refs/heads/docs", ()), id="the branch"),
            pytest.param(("gone.py",), (None, ("gone.py",)), id="deleted file"),
            pytest.param((".",), (None, (".",)), id="this folder"),
            pytest.param(("..",), (None, ("..",)), id="the folder above"),
        ],
    )
    def test_a_range_is_told_from_paths(
        self,
        project: Repository,
        arguments: tuple[str, ...],
        expected: tuple[str | None, tuple[str, ...]],
    ) -> None:
        assert split_arguments(project.path, arguments) == expected

    def test_paths_are_relative_to_the_folder(self, project: Repository) -> None:
        assert split_arguments(project.path / "src", ("a.py",)) == (None, ("a.py",))
        assert split_arguments(project.path / "src", ("../docs",)) == (None, ("../docs",))

    def test_a_word_that_is_both_must_be_made_clear(self, project: Repository) -> None:
        with pytest.raises(AmbiguousRevision, match="both a revision and a path") as caught:
            split_arguments(project.path, ("docs",))
        assert "`./docs`" in caught.value.hint
        assert "`refs/heads/docs`" in caught.value.hint

    @pytest.mark.parametrize(("word", "near"), [("topik", "`topic`"), ("scr", "`src`")])
    def test_a_word_that_is_neither_brings_near_names(
        self, project: Repository, word: str, near: str
    ) -> None:
        with pytest.raises(UnknownRevision, match="neither a revision nor a path") as caught:
            split_arguments(project.path, (word,))
        assert near in caught.value.hint

    def test_a_range_with_a_bad_end_speaks_of_that_end(self, project: Repository) -> None:
        with pytest.raises(UnknownRevision, match="no commit `topik`"):
            split_arguments(project.path, ("main..topik",))

    def test_a_shallow_history_is_not_taken_for_a_misspelling(
        self, repository: Repository, tmp_path: Path
    ) -> None:
        repository.commit()
        repository.commit()
        shallow = repository.clone(tmp_path / "shallow", "--depth=1")
        with pytest.raises(ShallowHistory):
            split_arguments(shallow.path, ("HEAD~1",))

    def test_a_bare_repository_has_no_paths(self, project: Repository, tmp_path: Path) -> None:
        bare = project.clone(tmp_path / "bare.git", "--bare")
        assert split_arguments(bare.path, ("HEAD",)) == ("HEAD", ())


def test_settings_of_the_user_do_not_change_what_is_read(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit(files={"a.py": OLD})
    repository.commit(files={"a.py": NEW, "sub/ü.py": NEW})
    expected = read(repository.path, "HEAD")
    for setting in (
        *("diff.renames=copies", "core.quotepath=true", "core.abbrev=4", "color.ui=always"),
        *("diff.noprefix=true", "log.showSignature=true", "status.showUntrackedFiles=no"),
        *("diff.external=false", "core.splitIndex=true", "diff.relative=true"),
    ):
        repository.git("config", *setting.split("="))
    monkeypatch.setenv("GIT_GLOB_PATHSPECS", "1")
    monkeypatch.setenv("GIT_TRACE", "1")
    monkeypatch.setenv("GIT_PAGER", "false")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert read(repository.path / "sub", "HEAD") == expected
    repository.write("new.py", NEW)
    assert [file.path for file in read(repository.path).files] == ["new.py"]
    assert os.environ["GIT_TRACE"] == "1"
