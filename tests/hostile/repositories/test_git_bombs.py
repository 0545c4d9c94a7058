"""Does a small repository cost more than it weighs?"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import Repository
from tests.hostile.repositories.conftest import Scene, at

from swerve.model.errors import GitFailed, TreeTooLarge
from swerve.run.sandbox import Level
from swerve.source import GitTree, Selection, list_commits, list_tree, read_git
from swerve.source import _range as range_module
from swerve.source.git import git as git_module
from swerve.source.git._objects import Objects
from swerve.source.git.git import open_repository

_OLD = "def double(x):\n    return x + x\n"
_NEW = "def double(x):\n    return 2 * x\n"


def tree_bomb(repository: Repository, levels: int) -> str:
    """A tree of a thousand files in a thousand folders in ..., in a few objects."""
    blob = repository.git("hash-object", "-w", "--stdin", data=b"x = 1\n")
    lines = [f"100644 blob {blob}\tf{number:03}.py\n" for number in range(1000)]
    tree = repository.git("mktree", data="".join(lines).encode())
    for _ in range(levels):
        lines = [f"040000 tree {tree}\td{number:03}\n" for number in range(1000)]
        tree = repository.git("mktree", data="".join(lines).encode())
    return tree


def commit_tree(repository: Repository, files: dict[str, str], bomb: str = "") -> str:
    """Commit files and a folder that is not checked out."""
    lines = []
    for path, text in files.items():
        blob = repository.git("hash-object", "-w", "--stdin", data=text.encode())
        lines.append(f"100644 blob {blob}\t{path}\n")
    if bomb:
        lines.append(f"040000 tree {bomb}\tvendor\n")
    tree = repository.git("mktree", data="".join(lines).encode())
    parents = repository.git("rev-list", "--max-count=1", "--all").split()
    words = [word for parent in parents for word in ("-p", parent)]
    commit = repository.git("commit-tree", tree, *words, data=b"a commit")
    repository.git("update-ref", "HEAD", commit)
    return commit


def read(repository: Repository) -> None:
    read_git(repository.path, revisions="HEAD", staged=False, paths=(), selection=Selection())


@at(Level.PROCESS)
def test_a_tree_without_an_end_lies_beside_the_change(scene: Scene) -> None:
    bomb = tree_bomb(scene.repository, 3)
    commit_tree(scene.repository, {"shop.py": _OLD}, bomb)
    commit_tree(scene.repository, {"shop.py": _NEW}, bomb)
    assert "double" in scene.check("HEAD", "--no-run").stdout
    done = scene.check("HEAD")
    assert done.returncode == 2
    assert "git ls-tree was stopped" in done.stderr


def test_a_change_adds_a_tree_without_an_end(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """git collects all that differs before it says a word, so that its memory is the limit."""
    monkeypatch.setattr(git_module, "_MOST_MEMORY", 100 << 20)
    commit_tree(repository, {"shop.py": _OLD})
    commit_tree(repository, {"shop.py": _NEW}, tree_bomb(repository, 3))
    with pytest.raises(TreeTooLarge, match="git diff-tree was stopped: it needs"):
        read(repository)


@at(Level.PROCESS)
@pytest.mark.parametrize(
    ("file", "text"),
    [
        pytest.param("contracts/shop.py", "\n" * 990_000, id="empty lines"),
        pytest.param("other.py", "# " + "code generated " * 60_000, id="a comment"),
        pytest.param("pyproject.toml", ".".join(["a"] * 490_000) + " = 1", id="a dotted key"),
        pytest.param("setup.cfg", f"[x]\na{' ' * 990_000}b\n", id="blanks"),
        pytest.param(
            "contracts/shop.py",
            "from fractions import Fraction\nfrom swerve.meaning.contract import ensures\n\n\n"
            "def double(x):\n    ensures(Fraction('1e9999999999') > 1)\n",
            id="a large number",
        ),
    ],
)
def test_a_file_takes_the_square_of_its_length(scene: Scene, file: str, text: str) -> None:
    """Or more: to read one of them took minutes to hours."""
    scene.repository.commit("start", {"shop.py": _OLD})
    scene.repository.commit("change", {"shop.py": _NEW, file: text})
    assert "double" in scene.check("HEAD", "--effort", "quick").stdout


def test_a_listing_ends_when_it_is_too_long(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = commit_tree(repository, {}, tree_bomb(repository, 0))
    assert len(list_tree(GitTree(repository.path, commit)).places) == 1000
    monkeypatch.setattr(git_module, "_MOST_ENTRIES", 999)
    with pytest.raises(TreeTooLarge, match="999 entries"):
        list_tree(GitTree(repository.path, commit))


def test_a_command_ends_when_it_takes_too_long(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    repository.commit()
    slow = tmp_path / "slow/git"
    slow.parent.mkdir()
    slow.write_text("#!/bin/sh\nexec sleep 1000\n")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow.parent}:/usr/bin:/bin")
    monkeypatch.setattr(git_module, "_PATIENCE_S", 0.2)
    with pytest.raises(GitFailed, match="git config was stopped"):
        open_repository(repository.path)


def test_objects_after_one_that_is_too_large_are_read(repository: Repository) -> None:
    large, small = (
        repository.git("hash-object", "-w", "--stdin", data=data)
        for data in (bytes(40_000_000), b"small")
    )
    with Objects(open_repository(repository.path)) as objects:
        for _ in range(3):
            stored = objects.read(large, max_bytes=1000)
            assert stored is not None
            assert (stored.size, stored.data) == (40_000_000, None)
            stored = objects.read(small, max_bytes=1000)
            assert stored is not None
            assert stored.data == b"small"


@at(Level.PROCESS)
def test_a_message_of_a_commit_is_as_long_as_a_library(scene: Scene) -> None:
    scene.repository.commit("start", {"shop.py": _OLD})
    scene.repository.write("shop.py", _NEW)
    scene.repository.git("add", "--all")
    scene.repository.git("commit", "--quiet", "-F", "-", data=b"fix: words, words\n" * 500_000)
    done = scene.check("HEAD", "--no-run", "--format", "json")
    assert "double" in done.stdout
    assert len(done.stdout) < 200_000
    tree = scene.repository.git("rev-parse", "HEAD^{tree}")
    commit = scene.repository.git("commit-tree", "-p", "HEAD", tree, data=b"words\n" * 3_000_000)
    done = scene.check(commit, "--no-run")
    assert done.returncode == 2
    assert "larger than" in done.stderr


@at(Level.PROCESS)
def test_a_message_is_in_an_encoding_that_takes_for_ever(scene: Scene) -> None:
    """Python's `punycode` needs time that grows with the square of the length."""
    scene.repository.commit("start", {"shop.py": _OLD})
    scene.repository.write("shop.py", _NEW)
    scene.repository.git("add", "--all")
    words = ("-c", "i18n.commitEncoding=punycode", "commit", "--quiet", "-F", "-")
    scene.repository.git(*words, data=b"a" * 2_000_000 + b"-" + b"bcde" * 500_000)
    assert "double" in scene.check("HEAD", "--no-run").stdout


def test_a_range_of_very_many_commits_has_the_words_of_the_last(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit("start", {"shop.py": _OLD})
    stream = "".join(
        f"commit refs/heads/main\ncommitter A <a@b> {number} +0000\n"
        f"data <<.\nnumber {number}\n.\n" + ("" if number else "from refs/heads/main^0\n")
        for number in range(20)
    )
    repository.git("fast-import", "--quiet", data=stream.encode())
    monkeypatch.setattr(range_module, "_MOST_COMMITS", 5)
    change = read_git(
        repository.path, revisions="HEAD~20..HEAD", staged=False, paths=(), selection=Selection()
    )
    assert [words.text for words in change.intent.words] == [f"number {n}" for n in range(15, 20)]
    monkeypatch.setattr(git_module, "_MOST_ENTRIES", 10)
    with pytest.raises(TreeTooLarge, match="git log"):
        list_commits(repository.path, "HEAD~20..HEAD")
