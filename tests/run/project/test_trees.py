"""How does one side of a change become a folder?"""

from __future__ import annotations

import os
import pickle
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import Repository

from swerve.model.errors import SwerveError
from swerve.run.project._blobs import MTIME_NS
from swerve.run.project._contents import MAX_FILE_BYTES
from swerve.run.project._trees import Tree, materialise, open_store
from swerve.source import (
    Folder,
    GitTree,
    Index,
    RawChange,
    Selection,
    SingleFile,
    TreeSource,
    WorkTree,
    read_git,
    read_patch,
    read_paths,
)


def files_in(folder: Path) -> dict[str, bytes]:
    """Every file and link below a folder, a link as what it leads to."""
    found = {}
    for place, folders, names in os.walk(os.fsencode(folder)):
        for name in [*names, *(f for f in folders if os.path.islink(os.path.join(place, f)))]:
            path = os.path.join(place, name)
            relative = os.fsdecode(os.path.relpath(path, os.fsencode(folder)))
            link = os.path.islink(path)
            found[relative] = (
                b"-> " + os.readlink(path) if link else Path(os.fsdecode(path)).read_bytes()
            )
    return found


def reasons(tree: Tree) -> dict[str, str]:
    return {one.file: one.why for one in tree.left_out}


def trees_of(raw: RawChange) -> tuple[TreeSource, TreeSource]:
    assert raw.trees is not None
    return raw.trees


def change_in(
    repository: Repository, revisions: str | None = None, *, staged: bool = False
) -> RawChange:
    return read_git(
        repository.path, revisions=revisions, staged=staged, paths=(), selection=Selection()
    )


def head_tree(repository: Repository) -> GitTree:
    return GitTree(repository.path, repository.git("rev-parse", "HEAD"))


class TestSources:
    def test_a_range_has_the_files_of_both_commits(self, repository: Repository) -> None:
        repository.commit("one", {"a.py": "x = 1\n", "data/words.txt": "old"})
        repository.commit("two", {"a.py": "x = 2\n", "b.py": "", "data/words.txt": "new"})
        old, new = map(materialise, trees_of(change_in(repository, "HEAD~1..HEAD")))
        assert files_in(old.path) == {"a.py": b"x = 1\n", "data/words.txt": b"old"}
        assert files_in(new.path) == {"a.py": b"x = 2\n", "b.py": b"", "data/words.txt": b"new"}

    def test_before_a_root_commit_there_is_nothing(self, repository: Repository) -> None:
        repository.commit("one", {"a.py": "x = 1\n"})
        old, _ = map(materialise, trees_of(change_in(repository, "HEAD")))
        assert files_in(old.path) == {}

    def test_the_work_tree_has_what_is_on_disk_and_not_ignored(
        self, repository: Repository
    ) -> None:
        repository.commit(
            "one", {"a.py": "x = 1\n", "gone.py": "", "same.txt": "s", ".gitignore": "*.log\n"}
        )
        repository.write("a.py", "x = 2\n")
        repository.write("fresh/data.bin", b"\0\1")
        repository.write("noise.log", "noise")
        (repository.path / "gone.py").unlink()
        old, new = map(materialise, trees_of(change_in(repository)))
        assert files_in(new.path) == {
            ".gitignore": b"*.log\n",
            "a.py": b"x = 2\n",
            "fresh/data.bin": b"\0\1",
            "same.txt": b"s",
        }
        assert files_in(old.path)["a.py"] == b"x = 1\n"

    def test_staged_changes_are_there_and_unstaged_ones_are_not(
        self, repository: Repository
    ) -> None:
        repository.commit("one", {"a.py": "x = 1\n", "b.py": "y = 1\n"})
        repository.write("a.py", "x = 2\n")
        repository.git("add", "a.py")
        repository.write("a.py", "x = 3\n")
        repository.write("b.py", "y = 3\n")
        _, new = map(materialise, trees_of(change_in(repository, staged=True)))
        assert files_in(new.path) == {"a.py": b"x = 2\n", "b.py": b"y = 1\n"}

    def test_in_the_middle_of_a_merge_the_index_has_our_side(self, repository: Repository) -> None:
        repository.commit("base", {"a.py": "x = 0\n"})
        repository.git("checkout", "-q", "-b", "theirs")
        repository.commit("theirs", {"a.py": "x = 1\n"})
        repository.git("checkout", "-q", "main")
        repository.commit("ours", {"a.py": "x = 2\n"})
        subprocess.run(
            ["git", "merge", "-q", "theirs"], cwd=repository.path, capture_output=True, check=False
        )
        assert files_in(materialise(Index(repository.path)).path) == {"a.py": b"x = 2\n"}

    def test_a_patch_brings_all_that_it_changes(self, repository: Repository) -> None:
        repository.commit("one", {"a.py": "x = 1\n", "words.txt": "old\n", "gone.py": "z\n"})
        repository.commit("two", {"a.py": "x = 2\n", "words.txt": "new\n"})
        repository.git("rm", "-q", "gone.py")
        (repository.path / "link").symlink_to("a.py")
        repository.commit("three")
        patch = repository.git("diff", "HEAD~2", "HEAD").encode() + b"\n"
        repository.git("checkout", "-q", "HEAD~2")
        before = repository.fingerprint()
        raw = read_patch(repository.path, patch, "fix.patch", Selection(), ("a.py",))
        old, new = map(materialise, trees_of(raw))
        assert files_in(old.path) == {"a.py": b"x = 1\n", "words.txt": b"old\n", "gone.py": b"z\n"}
        assert files_in(new.path) == {
            "a.py": b"x = 2\n",
            "words.txt": b"new\n",
            "link": b"-> a.py",
        }
        assert repository.fingerprint() == before

    def test_a_folder_is_copied_without_what_tools_put_there(self, tmp_path: Path) -> None:
        for name in (
            *("a.py", "data/x.json", ".git/config", "node_modules/x.js", ".venv/bin/python"),
            *("__pycache__/a.cpython-311.pyc", "env/pyvenv.cfg", "env/lib/x.py"),
            *("kept/CACHEDIR.TAG", "kept/x.py"),
        ):
            file = tmp_path / "old" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(name)
        tree = materialise(Folder(tmp_path / "old"))
        assert files_in(tree.path) == {"a.py": b"a.py", "data/x.json": b"data/x.json"}

    def test_two_files_become_trees_of_one_file_of_the_same_name(self, tmp_path: Path) -> None:
        (tmp_path / "before.py").write_text("x = 1\n")
        (tmp_path / "app.py").write_text("x = 2\n")
        raw = read_paths(tmp_path / "before.py", tmp_path / "app.py", Selection())
        old, new = map(materialise, trees_of(raw))
        assert files_in(old.path) == {"app.py": b"x = 1\n"}
        assert files_in(new.path) == {"app.py": b"x = 2\n"}

    def test_a_bare_repository_has_trees_too(self, repository: Repository, tmp_path: Path) -> None:
        commit = repository.commit("one", {"a.py": "x = 1\n"})
        bare = repository.clone(tmp_path / "bare", "--bare")
        assert files_in(materialise(GitTree(bare.path, commit)).path) == {"a.py": b"x = 1\n"}

    def test_a_repository_with_sha256_ids_works(self, tmp_path: Path) -> None:
        path = tmp_path / "sha256"
        path.mkdir()
        newer = Repository(path)
        newer.git("init", "-q", "--object-format=sha256")
        newer.commit("one", {"a.py": "x = 1\n"})
        for _ in range(2):
            assert files_in(materialise(head_tree(newer)).path) == {"a.py": b"x = 1\n"}

    def test_what_a_sparse_checkout_leaves_out_is_in_the_tree(self, repository: Repository) -> None:
        commit = repository.commit("one", {"a/x.py": "x\n", "b/y.py": "y\n"})
        repository.git("sparse-checkout", "set", "a")
        assert not (repository.path / "b").exists()
        repository.write("a/x.py", "changed\n")
        tree = materialise(WorkTree(repository.path, commit))
        assert files_in(tree.path) == {"a/x.py": b"changed\n", "b/y.py": b"y\n"}

    def test_contents_missing_from_a_partial_clone_are_named_and_come_later(
        self, repository: Repository, tmp_path: Path
    ) -> None:
        repository.git("config", "uploadpack.allowFilter", "true")
        repository.commit("one", {"a.py": "x = 1\n", "b.py": "y = 1\n"})
        clone = repository.clone(tmp_path / "clone", "--filter=blob:none", "--no-checkout")
        source = head_tree(clone)
        tree = materialise(source)
        assert reasons(tree) == {
            "a.py": "its content is not in this clone",
            "b.py": "its content is not in this clone",
        }
        clone.git("checkout", "-q", "HEAD", "--", "a.py", "b.py")
        assert set(files_in(materialise(source).path)) == {"a.py", "b.py"}

    def test_sources_and_trees_pickle(self, repository: Repository) -> None:
        repository.commit("one", {"a.py": "x = 1\n"})
        raw = change_in(repository)
        assert pickle.loads(pickle.dumps(raw)) == raw  # noqa: S301
        tree = materialise(trees_of(raw)[0])
        assert pickle.loads(pickle.dumps(tree)) == tree  # noqa: S301


class TestOnlyReading:
    def test_nothing_in_the_repository_changes(self, repository: Repository) -> None:
        repository.commit("one", {"a.py": "x = 1\n", "b.py": "y = 1\n"})
        repository.write("a.py", "x = 2\n")
        repository.git("add", "a.py")
        repository.write("b.py", "y = 2\n")
        repository.write("fresh.py", "")
        before = repository.fingerprint()
        for source in (
            *trees_of(change_in(repository)),
            *trees_of(change_in(repository, staged=True)),
        ):
            materialise(source)
        assert repository.fingerprint() == before

    def test_filters_and_attributes_do_nothing(self, repository: Repository) -> None:
        """They may run programs, and both sides must get the bytes that are in the commit."""
        ran = repository.path.parent / "ran"
        attributes = "*.txt filter=spy\n*.py export-subst text eol=crlf\n"
        repository.commit(
            "one", {".gitattributes": attributes, "a.txt": "raw\n", "a.py": "# $Format:%H$\n"}
        )
        repository.git("config", "filter.spy.smudge", f"touch {ran}; cat")
        repository.git("config", "filter.spy.clean", f"touch {ran}; cat")
        tree = materialise(head_tree(repository))
        assert files_in(tree.path)["a.txt"] == b"raw\n"
        assert files_in(tree.path)["a.py"] == b"# $Format:%H$\n"
        assert not ran.exists()

    def test_pointers_to_large_files_stay_pointers(self, repository: Repository) -> None:
        pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 12\n"
        files: dict[str, str | bytes] = {
            "model.bin": pointer,
            ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n",
        }
        repository.commit("one", files)
        assert files_in(materialise(head_tree(repository)).path)["model.bin"] == pointer.encode()

    def test_a_file_edited_meanwhile_is_in_the_tree_as_it_was_judged(
        self, repository: Repository
    ) -> None:
        repository.commit("one", {"a.py": "x = 1\n", "b.py": "y = 1\n"})
        repository.write("a.py", "x = 2\n")
        repository.write("new.py", "n = 1\n")
        raw = change_in(repository)
        repository.write("a.py", "x = 3\n")
        (repository.path / "new.py").unlink()
        seen = [(file.path, file.new) for file in raw.files]
        tree = materialise(trees_of(raw)[1], seen=seen)
        assert files_in(tree.path) == {"a.py": b"x = 2\n", "b.py": b"y = 1\n", "new.py": b"n = 1\n"}


class TestOddThings:
    def test_links_inside_stay_and_links_outside_are_left_out(
        self, repository: Repository, tmp_path: Path
    ) -> None:
        repository.write("pkg/data/words.txt", "w")
        repository.write("a.py", "")
        links = {
            "inside": "a.py",
            "pkg/up": "../a.py",
            "pkg/folder": "data",
            "dangling": "nothing",
            "absolute": "/etc/passwd",
            "above": "../secret",
            "pkg/above": "../../secret",
            "zigzag": "pkg/folder/../../../secret",
            "tricky": "pkg/../a.py",
        }
        for name, target in links.items():
            (repository.path / name).symlink_to(target)
        repository.commit("links")
        kept = {"inside", "pkg/up", "pkg/folder", "dangling"}
        for source in (head_tree(repository), Folder(repository.path)):
            tree = materialise(source)
            assert {p for p, d in files_in(tree.path).items() if d.startswith(b"-> ")} == kept
            assert set(reasons(tree)) == links.keys() - kept
            assert set(reasons(tree).values()) == {"a link that points outside the tree"}

    @pytest.mark.parametrize(
        "name",
        [
            "a b.py",
            "\udcff\udcfe.py",
            "naïve.py",
            "new\nline.py",
            "-rf",
            'quo"te',
            "ta\tb",
            "x" * 255,
        ],
    )
    def test_odd_names_survive(self, repository: Repository, name: str) -> None:
        repository.commit("one", {f"folder/{name}": "content"})
        assert files_in(materialise(head_tree(repository)).path) == {f"folder/{name}": b"content"}
        assert files_in(materialise(Folder(repository.path)).path) == {f"folder/{name}": b"content"}

    def test_permissions_are_the_usual_ones_whatever_the_umask(
        self, repository: Repository, cache_folder: Path
    ) -> None:
        repository.write("run.sh", "#!/bin/sh\n").chmod(0o700)
        repository.write("twin", "#!/bin/sh\n").chmod(0o600)
        repository.commit("one")
        umask = os.umask(0o077)
        try:
            tree = materialise(head_tree(repository))
        finally:
            os.umask(umask)
        modes = {p.name: stat.S_IMODE(p.stat().st_mode) for p in tree.path.iterdir()}
        assert modes == {"run.sh": 0o755, "twin": 0o644}
        assert stat.S_IMODE(tree.path.stat().st_mode) == 0o755
        assert stat.S_IMODE((cache_folder / "trees-1").stat().st_mode) == 0o700
        assert {p.stat().st_mtime_ns for p in tree.path.iterdir()} == {MTIME_NS}

    def test_a_submodule_is_an_empty_folder(self, repository: Repository, tmp_path: Path) -> None:
        inner = tmp_path / "inner"
        inner.mkdir()
        other = Repository(inner)
        other.git("init", "-q")
        other.commit("inner", {"x.py": ""})
        repository.git(
            "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "lib/sub"
        )
        repository.commit("with a submodule", {"a.py": ""})
        tree = materialise(head_tree(repository))
        assert (tree.path / "lib/sub").is_dir()
        assert set(files_in(tree.path)) == {".gitmodules", "a.py"}
        assert tree.is_untouched()

    def test_very_large_files_are_left_out_on_both_kinds_of_sides(
        self, repository: Repository, tmp_path: Path
    ) -> None:
        large = repository.write("model.bin", "")
        os.truncate(large, MAX_FILE_BYTES + 1)
        repository.write("a.py", "")
        expected = {"model.bin": "larger than 64 MB"}
        assert reasons(materialise(Folder(repository.path))) == expected
        repository.git("-c", "core.compression=1", "add", "--all")
        repository.commit("large")
        assert reasons(materialise(head_tree(repository))) == expected

    def test_compiled_code_in_git_is_not_believed(self, repository: Repository) -> None:
        repository.commit("one", {"a.py": "", "__pycache__/a.cpython-311.pyc": b"\0"})
        assert set(files_in(materialise(head_tree(repository)).path)) == {"a.py"}

    def test_a_pipe_in_a_folder_is_not_waited_for(self, tmp_path: Path) -> None:
        folder = tmp_path / "folder"
        folder.mkdir()
        os.mkfifo(folder / "pipe")
        assert reasons(materialise(Folder(folder))) == {"pipe": "not a regular file"}

    def test_names_made_by_hand_lead_nowhere(self, repository: Repository, tmp_path: Path) -> None:
        """git itself makes no such tree, but a hostile server or archive can hold one."""
        blob = repository.git("hash-object", "-w", "--stdin", data=b"evil")
        inner = repository.git("mktree", data=f"100644 blob {blob}\tescaped.py\n".encode())
        link = repository.git("hash-object", "-w", "--stdin", data=os.fsencode(tmp_path))
        rows = [
            (b"120000", b"a", link),
            (b"40000", b"a", inner),
            (b"40000", b"..", inner),
            (b"40000", b".GIT", inner),
            (b"100644", b"ok.py", blob),
        ]
        data = b"".join(mode + b" " + name + b"\0" + bytes.fromhex(oid) for mode, name, oid in rows)
        made = repository.git(
            "hash-object", "-t", "tree", "-w", "--literally", "--stdin", data=data
        )
        tree = materialise(GitTree(repository.path, made))
        assert set(files_in(tree.path)) == {"a/escaped.py", "ok.py"}
        assert set(reasons(tree)) == {"a", "../escaped.py", ".GIT/escaped.py"}
        assert not (tmp_path / "escaped.py").exists()

    def test_an_object_that_is_not_what_its_name_says_is_not_believed(
        self, repository: Repository, tmp_path: Path
    ) -> None:
        """Else a repository from a stranger could plant contents for all others in the cache."""
        repository.commit("one", {"a.py": "x = 1\n", "b.py": "evil\n"})
        sound = repository.clone(tmp_path / "sound")
        names = [repository.git("rev-parse", f"HEAD:{name}") for name in ("a.py", "b.py")]
        paths = [repository.path / ".git/objects" / name[:2] / name[2:] for name in names]
        paths[0].chmod(0o600)
        shutil.copy(paths[1], paths[0])
        tree = materialise(head_tree(repository))
        assert set(files_in(tree.path)) == {"b.py"}
        assert set(reasons(tree)) == {"a.py"}
        honest = materialise(head_tree(sound))
        assert honest.key == tree.key
        assert files_in(honest.path) == {"a.py": b"x = 1\n", "b.py": b"evil\n"}

    def test_names_that_a_file_system_cannot_tell_apart_do_not_stop_it(
        self, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        link = os.link

        def fold_case(source: str, target: str) -> None:
            folder, name = os.path.split(target)
            if name.lower() in map(str.lower, os.listdir(folder)):
                raise FileExistsError(17, "File exists")
            link(source, target)

        repository.commit("one", {"Cart.py": "x = 1\n", "cart.py": "x = 2\n"})
        monkeypatch.setattr(os, "link", fold_case)
        for _ in range(2):
            tree = materialise(head_tree(repository))
            assert set(files_in(tree.path)) == {"Cart.py"}
            assert reasons(tree) == {"cart.py": "its name differs from another only in case"}


class TestSharing:
    def test_equal_trees_are_one_whatever_their_source(
        self, repository: Repository, tmp_path: Path
    ) -> None:
        commit = repository.commit("one", {"a.py": "x = 1\n", "b/c.txt": "c"})
        copy = shutil.copytree(repository.path, tmp_path / "copy")
        sources: list[TreeSource] = [
            GitTree(repository.path, commit),
            Index(repository.path),
            WorkTree(repository.path, commit),
            Folder(copy),
        ]
        assert len({materialise(source).key for source in sources}) == 1

    def test_what_one_source_leaves_out_is_not_said_of_another(self, tmp_path: Path) -> None:
        for name in ("with", "without"):
            (tmp_path / name).mkdir()
            (tmp_path / name / "a.py").write_text("x = 1\n")
        os.mkfifo(tmp_path / "with" / "pipe")
        first, second = (materialise(Folder(tmp_path / name)) for name in ("with", "without"))
        assert first.key == second.key
        assert (set(reasons(first)), set(reasons(second))) == ({"pipe"}, set())

    def test_files_that_did_not_change_are_stored_once(self, repository: Repository) -> None:
        repository.commit("one", {"a.py": "x = 1\n", "same.py": "s\n"})
        repository.commit("two", {"a.py": "x = 2\n"})
        old, new = map(materialise, trees_of(change_in(repository, "HEAD")))
        assert (old.path / "same.py").samefile(new.path / "same.py")
        assert not (old.path / "a.py").samefile(new.path / "a.py")

    def test_executable_twins_do_not_share_their_permissions(self, tmp_path: Path) -> None:
        folder = tmp_path / "folder"
        folder.mkdir()
        (folder / "a").write_text("same")
        (folder / "b").write_text("same")
        (folder / "b").chmod(0o755)
        tree = materialise(Folder(folder))
        assert os.access(tree.path / "b", os.X_OK)
        assert not (tree.path / "a").stat().st_mode & stat.S_IXUSR

    def test_many_processes_make_the_same_tree_at_once(
        self, repository: Repository, cache_folder: Path
    ) -> None:
        files: dict[str, str | bytes] = {f"p{n % 7}/m{n}.py": f"x = {n}\n" for n in range(200)}
        commit = repository.commit("one", files)
        code = (
            "import sys; from pathlib import Path; from swerve.source import GitTree\n"
            "from swerve.run.project._trees import materialise\n"
            "tree = materialise(GitTree(Path(sys.argv[1]), sys.argv[2]))\n"
            "print(len([p for p in tree.path.rglob('*.py')]), tree.is_untouched(), tree.key)\n"
        )
        words = [sys.executable, "-c", code, str(repository.path), commit]
        running = [
            subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for _ in range(4)
        ]
        answers = {process.communicate() for process in running}
        assert len(answers) == 1, answers
        assert answers.pop()[0].startswith(b"200 True ")
        assert len(list((cache_folder / "trees-1/trees").iterdir())) == 1
        assert list((cache_folder / "trees-1/sessions").iterdir()) == []

    def test_without_hard_links_files_are_copied(
        self, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_: object) -> None:
            raise PermissionError(1, "Operation not permitted")

        repository.commit("one", {"a.py": "x = 1\n"})
        monkeypatch.setattr(os, "link", refuse)
        tree = materialise(head_tree(repository))
        assert files_in(tree.path) == {"a.py": b"x = 1\n"}
        assert tree.is_untouched()


class TestDamage:
    @pytest.mark.parametrize(
        "damage",
        [
            pytest.param(lambda top: (top / "a.py").write_text("x = 9\n"), id="a file overwritten"),
            pytest.param(lambda top: (top / "a.py").unlink(), id="a file deleted"),
            pytest.param(lambda top: (top / "typing.py").write_text(""), id="a file added"),
            pytest.param(lambda top: (top / "extra").mkdir(), id="a folder added"),
            pytest.param(lambda top: (top / "b/c.py").chmod(0o777), id="permissions"),
            pytest.param(lambda top: shutil.rmtree(top), id="everything gone"),
            pytest.param(lambda top: (top.parent / "manifest").write_text("{"), id="the manifest"),
        ],
    )
    def test_a_tree_that_was_written_to_is_made_anew(
        self, repository: Repository, damage: object
    ) -> None:
        repository.commit("one", {"a.py": "x = 1\n", "b/c.py": "y = 1\n"})
        source = head_tree(repository)
        tree = materialise(source)
        assert tree.is_untouched()
        assert callable(damage)
        damage(tree.path)
        assert not tree.is_untouched()
        again = materialise(source)
        assert again == tree
        assert files_in(again.path) == {"a.py": b"x = 1\n", "b/c.py": b"y = 1\n"}
        assert again.is_untouched()

    def test_a_file_overwritten_in_one_tree_does_not_reach_another(
        self, repository: Repository
    ) -> None:
        """They share the file, so code that rewrites its own source rewrites it for all."""
        repository.commit("one", {"a.py": "x = 1\n", "same.py": "right\n"})
        first = materialise(head_tree(repository))
        with open(first.path / "same.py", "w") as file:
            file.write("wrong\n")
        os.utime(first.path / "same.py", ns=(MTIME_NS, MTIME_NS))
        repository.commit("two", {"a.py": "x = 2\n"})
        second = materialise(head_tree(repository))
        assert files_in(second.path)["same.py"] == b"right\n"

    def test_contents_that_disappear_are_fetched_again(
        self, repository: Repository, cache_folder: Path, tmp_path: Path
    ) -> None:
        repository.commit("one", {"a.py": "x = 1\n"})
        store = open_store()
        materialise(head_tree(repository), store=store)
        materialise(Folder(repository.path), store=store)
        for part in ("blobs", "trees"):
            shutil.rmtree(cache_folder / "trees-1" / part)
            (cache_folder / "trees-1" / part).mkdir()
        assert files_in(materialise(Folder(repository.path), store=store).path) == {
            "a.py": b"x = 1\n"
        }

    def test_half_built_trees_of_dead_processes_go_away(
        self, repository: Repository, cache_folder: Path
    ) -> None:
        repository.commit("one", {"a.py": "x = 1\n"})
        code = (
            "import os; from swerve.run.project._trees import open_store\n"
            "store = open_store(); os.makedirs(store.session.new_path() + '/tree')\n"
            "os.kill(os.getpid(), 9)\n"
        )
        subprocess.run([sys.executable, "-c", code], check=False)
        left = list((cache_folder / "trees-1/sessions").iterdir())
        assert len(left) == 1
        materialise(head_tree(repository))
        assert left[0] not in list((cache_folder / "trees-1/sessions").iterdir())


class TestWhere:
    def test_single_files_need_no_git(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", "/nowhere")
        assert files_in(materialise(SingleFile("a.py", b"x")).path) == {"a.py": b"x"}

    def test_a_cache_that_cannot_be_used_is_replaced_by_a_temporary_one(
        self, repository: Repository, cache_folder: Path
    ) -> None:
        repository.commit("one", {"a.py": "x = 1\n"})
        cache_folder.write_text("in the way")
        store = open_store()
        assert "cannot be used as a cache" in store.cache.note
        tree = materialise(head_tree(repository), store=store)
        assert files_in(tree.path) == {"a.py": b"x = 1\n"}
        assert cache_folder not in tree.path.parents

    def test_the_temporary_one_goes_with_the_process(
        self, cache_folder: Path, tmp_path: Path
    ) -> None:
        cache_folder.write_text("in the way")
        code = (
            "from swerve.source import SingleFile\n"
            "from swerve.run.project._trees import materialise\n"
            "print(materialise(SingleFile('a.py', b'')).path)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
        path = Path(os.fsdecode(done.stdout.strip()))
        assert path.parts[-1] == "tree"
        assert not path.parents[3].exists()

    def test_a_folder_open_to_others_is_closed(self, cache_folder: Path) -> None:
        (cache_folder / "trees-1").mkdir(parents=True)
        (cache_folder / "trees-1").chmod(0o777)
        materialise(SingleFile("a.py", b""))
        assert stat.S_IMODE((cache_folder / "trees-1").stat().st_mode) == 0o700

    def test_one_inside_the_work_tree_is_not_a_part_of_it(
        self, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        commit = repository.commit("one", {"a.py": "x = 1\n"})
        monkeypatch.setenv("SWERVE_CACHE", str(repository.path / "cache"))
        for source in (WorkTree(repository.path, commit), Folder(repository.path)):
            materialise(source)
            assert set(files_in(materialise(source).path)) == {"a.py"}

    def test_a_link_in_its_place_is_not_followed(self, cache_folder: Path, tmp_path: Path) -> None:
        (tmp_path / "elsewhere").mkdir()
        cache_folder.mkdir()
        (cache_folder / "trees-1").symlink_to(tmp_path / "elsewhere")
        materialise(SingleFile("a.py", b""))
        assert list((tmp_path / "elsewhere").iterdir()) == []

    def test_a_full_disk_is_a_message(
        self, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_: object) -> None:
            raise OSError(28, "No space left on device")

        repository.commit("one", {"a.py": "x = 1\n"})
        monkeypatch.setattr(os, "link", refuse)
        with pytest.raises(SwerveError, match="No space left on device") as caught:
            materialise(head_tree(repository))
        assert "SWERVE_CACHE" in caught.value.hint
