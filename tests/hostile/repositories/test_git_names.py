"""Do names, links and refs of the change lead anywhere but to themselves?"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import pytest
from tests.conftest import Repository
from tests.hostile.repositories.conftest import Scene, at

from swerve.check.promises import _data
from swerve.model.errors import SwerveError
from swerve.run.sandbox import Level
from swerve.source import Folder, Selection, list_tree, read_git

_OLD = "def double(x):\n    return x + x\n"
_NEW = "def double(x):\n    return 2 * x\n"
_OTHER = "def double(x):\n    return x * 3\n"

any_level = at(Level.PROCESS)


def differing(
    repository: Repository,
    revisions: str | None = None,
    *,
    paths: tuple[str, ...] = (),
    staged: bool = False,
) -> list[str]:
    """The files that a check would look at."""
    change = read_git(
        repository.path, revisions=revisions, staged=staged, paths=paths, selection=Selection()
    )
    return [file.path for file in change.files]


class TestLinks:
    """A link of the change is a link, and what it leads to is not looked at."""

    @any_level
    def test_files_become_links_to_a_secret(self, scene: Scene) -> None:
        names = ("shop.py", "pyproject.toml", "CHANGELOG.md", "setup.cfg", "contracts/shop.py")
        scene.repository.commit("start", {"other.py": _OLD, **dict.fromkeys(names, "x = 1\n")})
        for name in names:
            (scene.repository.path / name).unlink()
            (scene.repository.path / name).symlink_to(scene.secret_file)
        scene.repository.write("other.py", _NEW)
        scene.check("--no-run", "--format", "json")
        scene.repository.commit("links")
        scene.check("--no-run", "--format", "json", "HEAD")

    @any_level
    def test_a_folder_becomes_a_link_to_the_home(self, scene: Scene) -> None:
        scene.repository.commit("start", {"shop.py": _OLD, "sub/id_ed25519": "x", "sub/m.py": _OLD})
        for name in ("id_ed25519", "m.py"):
            (scene.repository.path / "sub" / name).unlink()
        (scene.repository.path / "sub").rmdir()
        (scene.home / ".ssh/m.py").write_text(f"SECRET = '{scene.secret}'\n{_NEW}")
        (scene.repository.path / "sub").symlink_to(scene.home / ".ssh")
        scene.repository.write("shop.py", _NEW)
        scene.check("--no-run", "--format", "json")
        scene.check("--no-run", "--format", "json", "sub/m.py")
        scene.repository.commit("a link")
        scene.check("--no-run", "--format", "json", "HEAD")

    @at(Level.STRICT)
    def test_modules_are_links_out_of_the_tree(self, scene: Scene) -> None:
        reads = f"def double(x):\n    return [x, open({str(scene.secret_file)!r}).read()]\n"
        scene.repository.commit("start", {"shop.py": _OLD})
        for name, target in (("keys", scene.home / ".ssh"), ("up", Path("../../home/.ssh"))):
            (scene.repository.path / name).symlink_to(target)
        scene.repository.commit("change", {"shop.py": reads})
        scene.check("HEAD")

    def test_a_contract_is_a_link_to_a_secret(self, tmp_path: Path) -> None:
        secret = tmp_path / "secret"
        secret.write_text("def double(x):\n    ensures(True)\n")
        (tmp_path / "new/contracts").mkdir(parents=True)
        (tmp_path / "new/contracts/shop.py").symlink_to(secret)
        listing = list_tree(Folder(tmp_path / "new"))
        assert _data(listing, "contracts/shop.py", listing.places["contracts/shop.py"]) is None


class TestNames:
    """Whatever a file is called, it is a file."""

    NAMES = (
        *("--output=x.py", "-c core.pager=x.py", ":(exclude)*.py", "a\n1 .M x.py"),
        *('a\tb\\n"c.py', "\x1b]0;title\x07.py", "caf\udce9.py"),
    )

    @any_level
    def test_names_look_like_something_else(self, scene: Scene) -> None:
        scene.repository.commit("start", dict.fromkeys(self.NAMES, _OLD))
        scene.repository.commit("change", dict.fromkeys(self.NAMES, _NEW))
        for words in (("HEAD", "--", *self.NAMES), ("HEAD", "--format", "json")):
            done = scene.check("--no-run", *words)
            assert done.stdout.count("double") >= len(self.NAMES)
            assert "\x1b]" not in done.stdout
        for name in self.NAMES:
            scene.repository.write(name, _OTHER)
        assert sorted(differing(scene.repository)) == sorted(self.NAMES)
        assert sorted(differing(scene.repository, paths=self.NAMES)) == sorted(self.NAMES)
        assert not (scene.repository.path / "x.py").exists()

    @at(Level.STRICT)
    def test_names_differ_in_case_or_in_spelling_only(self, scene: Scene) -> None:
        names = ("shop.py", "SHOP.py", "caf\u00e9.py", "cafe\u0301.py")
        scene.repository.commit("start", dict.fromkeys(names, _OLD))
        scene.repository.commit("change", dict.fromkeys(names, _OTHER))
        done = scene.check("HEAD")
        assert done.returncode == 1
        assert done.stdout.count("changed") >= len(names)


class TestRefs:
    """A word on the command line means what it says."""

    @pytest.mark.parametrize(
        "name",
        [
            *("--upload-pack=x", "-c", "--output=x", "--exec-path=.", "--git-dir=docs"),
            *("HEAD..--output=x", "--all...HEAD", "^HEAD", "HEAD^@", "HEAD^!", "@{-1}", ":!x"),
        ],
    )
    def test_a_revision_looks_like_an_option(self, repository: Repository, name: str) -> None:
        repository.commit("start", {"shop.py": _OLD})
        head = repository.commit("change", {"shop.py": _NEW})
        for ref in ("--upload-pack=x", "-c"):
            (repository.path / ".git/refs/heads" / ref).write_text(f"{head}\n")
        with suppress(SwerveError):
            assert differing(repository, name) == ["shop.py"]
        assert not (repository.path / "x").exists()

    @any_level
    def test_a_tag_has_the_name_of_a_short_id(self, scene: Scene) -> None:
        """git takes the tag, which may point to where nothing has changed."""
        base = scene.repository.commit("start", {"shop.py": _OLD})
        scene.repository.commit("change", {"shop.py": _OTHER})
        scene.repository.git("tag", base[:8])
        done = scene.check("--no-run", f"{base[:8]}..HEAD")
        assert done.returncode == 2
        assert "different commits" in done.stderr

    @any_level
    def test_a_ref_replaces_the_change(self, scene: Scene) -> None:
        """Mirrors have such refs from where they were cloned."""
        old = scene.repository.commit("start", {"shop.py": _OLD})
        new = scene.repository.commit("change", {"shop.py": _OTHER})
        scene.repository.git("replace", new, old)
        assert "double" in scene.check("--no-run", f"{old}..{new}").stdout

    @any_level
    def test_submodules_say_that_they_are_to_be_ignored(self, scene: Scene) -> None:
        modules = '[submodule "sub"]\n\tpath = sub\n\turl = x\n\tignore = all\n'
        first = scene.repository.commit("start", {"shop.py": _OLD, ".gitmodules": modules})
        scene.repository.git("update-index", "--add", "--cacheinfo", f"160000,{first},sub")
        scene.repository.git("commit", "--quiet", "-m", "a submodule")
        second = scene.repository.git("rev-parse", "HEAD")
        scene.repository.git("update-index", "--cacheinfo", f"160000,{second},sub")
        assert "submodule" in scene.check("--no-run", "--staged").stdout
        scene.repository.git("commit", "--quiet", "-m", "another")
        assert "submodule" in scene.check("--no-run", "HEAD").stdout


class TestAttributes:
    """What is compared is what is stored."""

    @pytest.mark.parametrize(
        "attributes",
        [
            pytest.param("*.py working-tree-encoding=UTF-16", id="encoding"),
            pytest.param("*.py export-ignore export-subst ident", id="archives"),
            pytest.param("*.py binary -diff linguist-generated", id="no differences"),
            pytest.param("*.py text eol=crlf", id="line ends"),
            pytest.param("*.py filter=nothing diff=nothing merge=nothing", id="drivers"),
        ],
    )
    def test_attributes_say_that_nothing_differs(
        self, repository: Repository, attributes: str
    ) -> None:
        repository.commit("start", {"shop.py": _OLD})
        repository.write(".gitattributes", f"{attributes}\n")
        blob = repository.git("hash-object", "-w", "--stdin", data=_OTHER.encode())
        repository.git("add", ".gitattributes")
        repository.git("update-index", "--cacheinfo", f"100644,{blob},shop.py")
        assert differing(repository, staged=True) == ["shop.py"]
        repository.git("commit", "--quiet", "-m", "change")
        assert differing(repository, "HEAD") == ["shop.py"]


def test_a_parent_of_a_commit_is_no_id(repository: Repository) -> None:
    first = repository.commit("start", {"shop.py": _OLD})
    data = os.fsencode(repository.git("cat-file", "commit", first)) + b"\n"
    for parent in (b"\xff" * 40, b"--all", b"0" * 40, b"HEAD", b""):
        broken = data.replace(b"author", b"parent " + parent + b"\nauthor", 1)
        words = ("hash-object", "-t", "commit", "-w", "--literally", "--stdin")
        commit = repository.git(*words, data=broken)
        with pytest.raises(SwerveError):
            differing(repository, commit)
