"""Which repository does a folder belong to?"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
from pathlib import Path

import pytest
from tests.conftest import Repository

from swerve.model.errors import GitFailed, NotARepository, ObjectMissing, UnknownRevision
from swerve.source import (
    GitTree,
    RawChange,
    Selection,
    clone,
    is_tracked,
    list_tree,
    missing_commits,
    read_git,
    update,
)
from swerve.source.git.git import open_repository

OLD = "x = 1\n"
NEW = "x = 2\n"


def read(folder: Path, revisions: str | None = None, *, staged: bool = False) -> RawChange:
    return read_git(folder, revisions=revisions, staged=staged, paths=(), selection=Selection())


def files(change: RawChange) -> list[str]:
    return [file.path for file in change.files]


@pytest.fixture
def project(repository: Repository) -> Repository:
    repository.commit("one", {"src/a.py": OLD, "b.py": OLD})
    repository.commit("two", {"src/a.py": NEW})
    return repository


def test_a_linked_work_tree_is_one_of_its_own(project: Repository, tmp_path: Path) -> None:
    linked = Repository(tmp_path / "linked")
    project.git("worktree", "add", "--quiet", "-b", "topic", str(linked.path))
    linked.write("b.py", NEW)
    git = open_repository(linked.path / "src")
    assert (git.top, git.prefix) == (linked.path, "src/")
    assert files(read(linked.path)) == ["b.py"]
    assert files(read(project.path)) == ["src/a.py"], "the other one is clean"


def test_a_submodule_is_a_repository_of_its_own(project: Repository, tmp_path: Path) -> None:
    outer = Repository(tmp_path / "outer")
    outer.path.mkdir()
    outer.git("init", "--quiet", "--initial-branch=main")
    words = ("-c", "protocol.file.allow=always", "submodule", "--quiet", "add")
    outer.git(*words, project.path.as_uri(), "sub")
    outer.commit("a submodule", {"c.py": OLD})
    inner = Repository(outer.path / "sub")
    inner.write("b.py", NEW)
    assert (inner.path / ".git").is_file()
    assert open_repository(inner.path / "src").top == inner.path
    assert files(read(inner.path)) == ["b.py"]
    assert files(read(inner.path, "HEAD")) == ["src/a.py"]


@pytest.mark.parametrize("where", ["src", "."])
def test_a_hook_names_the_repository(
    project: Repository, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """A hook runs at the top of the work tree, with the index that is about to be committed."""
    project.write("b.py", NEW)
    project.git("add", "b.py")
    project.write("b.py", OLD)
    monkeypatch.chdir(project.path)
    monkeypatch.setenv("GIT_DIR", ".git")
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/index")
    assert files(read(project.path, staged=True)) == ["b.py"]
    assert files(read(project.path, "HEAD")) == ["src/a.py"]
    assert is_tracked(project.path / where / ("a.py" if where == "src" else "b.py"))


def test_a_real_hook_of_a_linked_work_tree(project: Repository, tmp_path: Path) -> None:
    linked = Repository(tmp_path / "linked")
    project.git("worktree", "add", "--quiet", "-b", "topic", str(linked.path))
    hook = project.path / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text('#!/bin/sh\nenv | grep ^GIT_ > "$(git rev-parse --git-common-dir)/said"\n')
    hook.chmod(0o755)
    linked.commit("three", {"b.py": NEW})
    said = (project.path / ".git/said").read_text()
    names = dict(line.partition("=")[::2] for line in said.splitlines())
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(linked.path)
        for name in ("GIT_DIR", "GIT_INDEX_FILE"):
            if name in names:
                patch.setenv(name, names[name])
        assert files(read(linked.path, "HEAD")) == ["b.py"]


def test_a_bare_repository_named_git_has_no_work_tree(project: Repository, tmp_path: Path) -> None:
    """How people keep several work trees beside one repository."""
    place = tmp_path / "place"
    project.git("clone", "--quiet", "--bare", project.path.as_uri(), str(place / ".git"))
    git = open_repository(place)
    assert (git.top, git.has_work_tree) == (place, False)
    change = read(place, "HEAD")
    assert files(change) == ["src/a.py"]
    assert change.trees is not None
    assert sorted(list_tree(change.trees[1]).places) == ["b.py", "src/a.py"]


class TestInsideAWorkTree:
    """A bare repository there may have come with the files."""

    def test_a_folder_like_a_bare_repository_is_a_folder(self, project: Repository) -> None:
        bare = project.path / "docs.git"
        project.git("clone", "--quiet", "--bare", project.path.as_uri(), str(bare))
        git = open_repository(bare)
        assert (git.top, git.prefix) == (project.path, "docs.git/")
        with pytest.raises(NotARepository):
            list_tree(GitTree(bare, "HEAD"))

    def test_the_user_may_name_it(
        self, project: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        bare = project.path / "docs.git"
        project.git("clone", "--quiet", "--bare", project.path.as_uri(), str(bare))
        project.commit("three", {"b.py": NEW})
        monkeypatch.setenv("GIT_DIR", str(bare))
        assert files(read(bare, "HEAD")) == ["src/a.py"]

    def test_a_clone_of_ours_is_one(self, project: Repository, tmp_path: Path) -> None:
        """The home of a user, where the cache is, may be a work tree itself."""
        home = Repository(tmp_path / "home")
        home.path.mkdir()
        home.git("init", "--quiet", "--initial-branch=main")
        before = home.commit("settings", {".profile": "x"})
        copy = home.path / "cache/copy"
        copy.parent.mkdir()
        clone(project.path.as_uri(), copy)
        last = project.commit("three", {"b.py": NEW})
        assert missing_commits(copy, (last,)) == (last,)
        update(copy, project.path.as_uri())
        assert missing_commits(copy, (last,)) == ()
        assert files(read(copy, last)) == ["b.py"]
        assert home.git("rev-parse", "main") == before

    def test_nothing_but_a_clone_of_ours_is_updated(
        self, project: Repository, tmp_path: Path
    ) -> None:
        other = project.clone(tmp_path / "other")
        other.git("branch", "mine")
        (other.path / "sub").mkdir()
        with pytest.raises(GitFailed):
            update(other.path / "sub", project.path.as_uri())
        other.git("rev-parse", "mine")


def test_a_file_in_large_file_storage_is_unchanged(project: Repository) -> None:
    """Without its filter git takes a file that was just checked out for a changed one."""
    content = b"large" * 1000
    pointer = (
        b"version https://git-lfs.github.com/spec/v1\n"
        b"oid sha256:%s\nsize 5000\n" % hashlib.sha256(content).hexdigest().encode()
    )
    project.commit("three", {"b.py": NEW, "data.bin": pointer})
    project.write("data.bin", content)
    assert files(read(project.path)) == ["b.py"], "the last commit, for nothing has changed"
    project.write("data.bin", content[::-1])
    assert read(project.path).new == "work tree"


def test_a_tree_is_named_by_its_id(project: Repository) -> None:
    for name in ("--name-only", "HEAD", ""):
        with pytest.raises(ObjectMissing):
            list_tree(GitTree(project.path, name))


class TestTracked:
    def test_what_the_index_has_is_tracked(self, project: Repository) -> None:
        (project.path / "own").mkdir()
        project.write("own/tool", "x")
        assert is_tracked(project.path / "b.py")
        assert is_tracked(project.path / "src")
        assert not is_tracked(project.path / "own")
        assert not is_tracked(project.path / "own/tool")
        assert not is_tracked(project.path / "nowhere/tool")

    def test_a_link_to_what_is_tracked_is_tracked(self, project: Repository) -> None:
        (project.path / "way").symlink_to("src")
        assert is_tracked(project.path / "way/a.py")

    def test_what_a_tracked_link_leads_to_is_tracked(
        self, project: Repository, tmp_path: Path
    ) -> None:
        (tmp_path / "outside").mkdir()
        (tmp_path / "outside/tool").write_text("x")
        (project.path / "way").symlink_to(tmp_path / "outside")
        assert not is_tracked(project.path / "way/tool")
        project.commit("a link")
        assert is_tracked(project.path / "way/tool")

    def test_outside_of_git_nothing_is(self, tmp_path: Path) -> None:
        (tmp_path / "tool").write_text("x")
        assert not is_tracked(tmp_path / "tool")


def test_settings_of_the_user_hold_for_fetching(
    project: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that only the user's own settings name is run."""
    settings = tmp_path / "settings"
    used = tmp_path / "used"
    command = f"sh -c 'echo \"$*\" > {used}; exit 1' ssh"
    subprocess.run(["git", "config", "--file", settings, "core.sshCommand", command], check=True)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    with pytest.raises(GitFailed, match="git clone failed"):
        clone("ssh://example.org/x", tmp_path / "copy")
    assert "example.org" in used.read_text()


class TestSettingsOfTheRepository:
    """git sees the harmless ones, and all else of the repository."""

    def test_files_that_are_elsewhere_are_refused(self, project: Repository) -> None:
        project.git("config", "core.worktree", "../..")
        with pytest.raises(NotARepository, match="are in"):
            read(project.path)
        project.git("config", "core.worktree", "..")
        assert files(read(project.path)) == ["src/a.py"]

    def test_whoever_names_the_repository_gets_its_files(
        self, project: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kept = tmp_path / "kept.git"
        project.git("config", "core.worktree", str(project.path))
        (project.path / ".git").rename(kept)
        project.write("b.py", NEW)
        monkeypatch.setenv("GIT_DIR", str(kept))
        assert files(read(project.path / "src")) == ["b.py"]

    def test_they_may_change_meanwhile(self, project: Repository) -> None:
        first = project.git("rev-parse", "HEAD~1")
        project.git("update-ref", "refs/remotes/origin/main", first)
        with pytest.raises(UnknownRevision):
            read(project.path, "@{upstream}..HEAD")
        project.git("config", "remote.origin.url", "https://example.org/x")
        project.git("config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*")
        project.git("config", "branch.main.remote", "origin")
        project.git("config", "branch.main.merge", "refs/heads/main")
        assert files(read(project.path, "@{upstream}..HEAD")) == ["src/a.py"]

    def test_a_sparse_work_tree_lacks_nothing(self, project: Repository) -> None:
        project.git("sparse-checkout", "set", "--no-cone", "/src/")
        assert not (project.path / "b.py").exists()
        project.write("src/a.py", OLD)
        assert files(read(project.path)) == ["src/a.py"]

    def test_ends_of_lines_are_no_difference(self, project: Repository) -> None:
        project.git("config", "core.autocrlf", "true")
        (project.path / "b.py").unlink()
        project.git("checkout", "--", "b.py")
        project.write("b.py", OLD.replace("\n", "\r\n"))
        project.write("src/a.py", "x = 3\r\n")
        assert files(read(project.path)) == ["src/a.py"]

    def test_objects_are_borrowed_by_a_relative_path(
        self, project: Repository, tmp_path: Path
    ) -> None:
        borrower = project.clone(tmp_path / "borrower", "--shared")
        objects = "../../../repository/.git/objects\n"
        (borrower.path / ".git/objects/info/alternates").write_text(objects)
        assert files(read(borrower.path, "HEAD")) == ["src/a.py"]

    def test_those_that_cannot_be_read_are_named(self, project: Repository) -> None:
        (project.path / ".git/config").write_text("[core\n")
        with pytest.raises(GitFailed, match="bad config line 1") as caught:
            read(project.path)
        assert str(project.path / ".git/config") in caught.value.hint
        assert not is_tracked(project.path / "b.py")

    def test_what_git_complains_of_is_named_as_the_user_knows_it(self, project: Repository) -> None:
        project.git("config", "push.default", "everything")
        with pytest.raises(GitFailed, match=re.escape(f"{project.path}/.git/config")):
            read(project.path)

    def test_asking_often_leaves_no_file_open(self, project: Repository) -> None:
        open_repository(project.path)
        before = len(os.listdir("/dev/fd"))
        open_repository(project.path)
        assert len(os.listdir("/dev/fd")) == before
