"""How do both sides of a change become something that code can be run from?"""

from __future__ import annotations

import os
import pickle
import socket
import subprocess
from pathlib import Path

import pytest
from tests.conftest import Repository
from tests.run.project.conftest import make_environment

from swerve.model import Side
from swerve.model.errors import SetupFailed
from swerve.run.project import (
    Beside,
    Install,
    NotInstallable,
    Own,
    cache_size,
    clean_cache,
    close_project,
    open_project,
)
from swerve.run.sandbox import Level, choose_level
from swerve.source import RawChange, Selection, read_git, read_patch, read_paths


@pytest.fixture(autouse=True)
def _no_active_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)


def change_in(repository: Repository, revisions: str | None = None) -> RawChange:
    return read_git(
        repository.path, revisions=revisions, staged=False, paths=(), selection=Selection()
    )


def said_by(words: list[str], folder: Path) -> str:
    done = subprocess.run(words, cwd=folder, capture_output=True, check=True, text=True)
    return done.stdout.strip()


class TestOpening:
    def test_both_sides_can_be_imported_from(self, repository: Repository) -> None:
        files: dict[str, str | bytes] = {
            "src/app/__init__.py": "",
            "src/app/price.py": "RATE = 1\n",
            "pyproject.toml": '[project]\ndependencies = ["PyYAML"]\n',
        }
        repository.commit("one", files)
        repository.commit("two", {"src/app/price.py": "RATE = 2\n"})
        project = open_project(change_in(repository, "HEAD"), folder=repository.path)
        for side, rate in ((Side.OLD, "1"), (Side.NEW, "2")):
            checkout = project.side(side)
            assert checkout.roots == ("src", "")
            name = checkout.module_name("src/app/price.py")
            assert name == "app.price"
            code = f"import sys; sys.path[:0] = {checkout.roots}; import {name}; print({name}.RATE)"
            words = [str(project.interpreter.executable), "-B", "-c", code]
            assert said_by(words, checkout.tree.path) == rate
        assert project.remedy_for("yaml", Side.NEW) == Install("PyYAML", is_sure=True)
        assert project.notes == ()
        assert pickle.loads(pickle.dumps(project)) == project  # noqa: S301

    def test_a_move_to_another_layout_gives_each_side_its_roots(
        self, repository: Repository
    ) -> None:
        repository.commit("flat", {"app/__init__.py": "", "app/x.py": "y = 1\n"})
        (repository.path / "src").mkdir()
        repository.git("mv", "app", "src/app")
        repository.commit("src layout", {"src/app/x.py": "y = 2\n"})
        project = open_project(change_in(repository, "HEAD"), folder=repository.path)
        assert project.old.module_name("app/x.py") == "app.x"
        assert project.new.module_name("src/app/x.py") == "app.x"

    def test_built_things_are_in_both_trees_and_it_is_said(self, repository: Repository) -> None:
        repository.commit("one", {".gitignore": "*.so\n", "app/__init__.py": "x = 1\n"})
        repository.commit("two", {"app/__init__.py": "x = 2\n"})
        repository.write("app/_fast.abi3.so", "native")
        project = open_project(change_in(repository, "HEAD"), folder=repository.path)
        for checkout in (project.old, project.new):
            assert (checkout.tree.path / "app/_fast.abi3.so").read_text() == "native"
        assert project.notes == (
            "built files taken from the work tree, the same for both sides: app/_fast.abi3.so",
        )

    def test_only_what_can_be_imported_is_said_to_be_taken(self, repository: Repository) -> None:
        ignored = "*.so\n*.egg-info/\n*_pb2.pyi\n"
        repository.commit("one", {".gitignore": ignored, "app/__init__.py": "x = 1\n"})
        repository.commit("two", {"app/__init__.py": "x = 2\n"})
        for name in ("PKG-INFO", "SOURCES.txt", "top_level.txt", "made.py"):
            repository.write(f"app.egg-info/{name}", "")
        repository.write("app/x_pb2.pyi", "")
        raw = change_in(repository, "HEAD")
        project = open_project(raw, folder=repository.path)
        assert "app.egg-info/PKG-INFO" in project.new.borrowed
        assert project.notes == ()
        repository.write("app/_fast.so", "native")
        assert open_project(raw, folder=repository.path).notes == (
            "built files taken from the work tree, the same for both sides: app/_fast.so",
        )

    def test_what_is_missing_is_said_once(self, repository: Repository) -> None:
        (repository.path / "link").symlink_to("/etc/hostname")
        repository.commit("one", {"a.py": "x = 1\n"})
        repository.commit("two", {"a.py": "x = 2\n"})
        project = open_project(change_in(repository, "HEAD"), folder=repository.path)
        assert project.notes == (
            "left out of the copies that code runs in: link (a link that points outside the tree)",
        )

    def test_two_files_two_folders_and_patches(
        self, repository: Repository, tmp_path: Path
    ) -> None:
        repository.commit("one", {"a.py": "x = 1\n"})
        repository.write("a.py", "x = 2\n")
        patch = repository.git("diff").encode() + b"\n"
        (tmp_path / "old.py").write_text("x = 1\n")
        (tmp_path / "a.py").write_text("x = 2\n")
        for folder, value in (("before", 1), ("after", 2)):
            (tmp_path / folder).mkdir()
            (tmp_path / folder / "a.py").write_text(f"x = {value}\n")
        changes = [
            change_in(repository),
            read_patch(repository.path, patch, "fix", Selection()),
            read_paths(tmp_path / "old.py", tmp_path / "a.py", Selection()),
            read_paths(tmp_path / "before", tmp_path / "after", Selection()),
        ]
        keys = set()
        for raw in changes:
            project = open_project(raw, folder=tmp_path)
            keys.add((project.old.tree.key, project.new.tree.key))
            assert project.new.module_name("a.py") == "a"
        assert len(keys) == 1

    def test_a_change_without_trees_is_a_mistake(self) -> None:
        with pytest.raises(ValueError, match="trees"):
            open_project(RawChange("a", "b", ()))

    def test_closing_lets_the_cache_take_the_trees(self, repository: Repository) -> None:
        repository.commit("one", {"a.py": "x = 1\n"})
        project = open_project(change_in(repository, "HEAD"), folder=repository.path)
        assert clean_cache().trees == 2
        close_project(project)
        assert clean_cache().trees == 0


def make_sides(folder: Path, inner: str, files: dict[str, str]) -> tuple[Path, Path]:
    """Two folders `inner` with the same files, but for a `value.py`."""
    sides = []
    for side in ("old", "new"):
        for name, text in {**files, "value.py": f"x = '{side}'\n"}.items():
            (folder / side / inner / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / side / inner / name).write_text(text)
        sides.append(folder / side / inner)
    return sides[0], sides[1]


class TestFolders:
    def test_the_environment_of_the_new_one_is_used(self, tmp_path: Path) -> None:
        old, new = make_sides(tmp_path, "app", {"pyproject.toml": ""})
        (tmp_path / "here").mkdir()
        for place in (tmp_path / "here", old, new):
            make_environment(place / ".venv")
        project = open_project(read_paths(old, new, Selection()), folder=tmp_path / "here")
        assert project.interpreter.executable == new / ".venv/bin/python"

    @pytest.mark.parametrize(
        "files",
        [
            {"__init__.py": ""},
            {"__init__.py": "from .value import x\n"},
            {"__init__.py": "", "user.py": "from app.value import x\n"},
        ],
    )
    def test_a_package_is_imported_by_its_name(self, tmp_path: Path, files: dict[str, str]) -> None:
        project = open_project(
            read_paths(*make_sides(tmp_path, "app", files), Selection()), folder=tmp_path
        )
        for checkout in (project.old, project.new):
            assert checkout.roots == ("",)
            assert checkout.module_name("value.py") == "app.value"
            assert (checkout.tree.path / "app/value.py").is_file()
            assert checkout.in_tree("value.py") == "app/value.py"
            assert checkout.in_change("app/value.py") == "value.py"
        words = [
            str(project.interpreter.executable),
            "-B",
            "-c",
            "import app.value as v; print(v.x)",
        ]
        assert said_by(words, project.old.tree.path) == "old"
        assert said_by(words, project.new.tree.path) == "new"

    def test_a_package_in_packages_has_its_whole_name(self, tmp_path: Path) -> None:
        old, new = make_sides(tmp_path, "app/core", {"__init__.py": ""})
        for side in (old, new):
            (side.parent / "__init__.py").write_text("")
        project = open_project(read_paths(old, new, Selection()), folder=tmp_path)
        assert project.new.module_name("value.py") == "app.core.value"
        assert project.remedy_for("app.util", Side.NEW) == Beside("app.util")

    def test_other_names_for_the_same_package(self, tmp_path: Path) -> None:
        """Relative imports need a name, and whichever the code uses itself is right."""
        files = {"__init__.py": "", "user.py": "from .value import x\nimport app\n"}
        old, new = make_sides(tmp_path, "app", files)
        new = new.rename(tmp_path / "new/app-fixed")
        project = open_project(read_paths(old, new, Selection()), folder=tmp_path)
        assert project.new.module_name("value.py") == "app.value"

    def test_packages_without_any_possible_name_are_said_to_be(self, tmp_path: Path) -> None:
        files = {"__init__.py": "", "user.py": "from .value import x\n"}
        old, new = make_sides(tmp_path, "app", files)
        old, new = old.rename(tmp_path / "app-1"), new.rename(tmp_path / "app-2")
        project = open_project(read_paths(old, new, Selection()), folder=tmp_path)
        assert project.new.module_name("value.py") == "value"
        assert project.notes == (
            "app-1 and app-2 are one package under a name that Python cannot import: compare "
            "folders in which it has its own name",
        )

    @pytest.mark.parametrize(
        "files",
        [
            {"user.py": "import value\n"},
            {"__init__.py": "", "user.py": "import value\n"},
            {"__init__.py": "", "pyproject.toml": ""},
        ],
    )
    def test_scripts_and_projects_are_no_package(
        self, tmp_path: Path, files: dict[str, str]
    ) -> None:
        project = open_project(
            read_paths(*make_sides(tmp_path, "app", files), Selection()), folder=tmp_path
        )
        assert project.new.module_name("value.py") == "value"
        assert project.new.in_tree("value.py") == "value.py"


class TestRemedies:
    def test_the_line_that_failed_has_the_whole_name(self, repository: Repository) -> None:
        repository.commit("one", {"a.py": "x = 1\n"})
        repository.commit("two", {"a.py": "x = 1\nfrom google.cloud import storage\n"})
        project = open_project(change_in(repository, "HEAD"), folder=repository.path)
        remedy = project.remedy_for("google", Side.NEW, "a.py", 2)
        assert remedy == Install("google-cloud-storage", is_sure=True)
        assert isinstance(project.remedy_for("google", Side.NEW), NotInstallable)

    def test_what_the_project_declares_is_sure(self, repository: Repository) -> None:
        pyproject = '[project]\nname = "Fast.Thing"\ndependencies = ["fancy-lib"]\n'
        repository.commit("one", {"a.py": "x = 1\n", "pyproject.toml": pyproject})
        project = open_project(change_in(repository, "HEAD"), folder=repository.path)
        assert project.remedy_for("fancy_lib", Side.NEW) == Install("fancy-lib", is_sure=True)
        assert project.remedy_for("fancy_dot", Side.NEW) == Install("fancy-dot", is_sure=False)
        assert project.remedy_for("fast_thing", Side.NEW) == Own("fast_thing")

    def test_what_the_tree_holds_is_never_to_be_installed(self, repository: Repository) -> None:
        files: dict[str, str | bytes] = {
            "src/yaml/__init__.py": "",
            "src/_native.pyx": "",
            "src/google/cloud/mine/__init__.py": "",
            "src/spaced/inner/deep.py": "",
            "redis/redis.conf": "",
            "tools/deep/helper.py": "",
            "a.py": "",
            "pyproject.toml": '[tool.setuptools]\npackage-dir = {"" = "src"}\n',
        }
        repository.commit("one", files)
        project = open_project(change_in(repository, "HEAD"), folder=repository.path)
        for own in ("yaml._yaml", "_native", "google.cloud.mine.x", "spaced.other", "a.b"):
            assert project.remedy_for(own, Side.NEW) == Own(own)
        storage = Install("google-cloud-storage", is_sure=True)
        assert project.remedy_for("google.cloud.storage", Side.NEW) == storage
        assert project.remedy_for("redis.client", Side.NEW) == Install("redis", is_sure=True)
        assert project.remedy_for("helper", Side.NEW) == Own("helper", "tools/deep/helper.py")

    def test_what_lies_beside_a_file(self, tmp_path: Path) -> None:
        folder = tmp_path / "app"
        folder.mkdir()
        for name in ("__init__.py", "helper.py", "yaml.py"):
            (folder / name).write_text("")
        (folder / "loose").mkdir()
        (folder / "loose/part.py").write_text("")
        (folder / "old.py").write_text("x = 1\n")
        (folder / "new.py").write_text("x = 2\n")
        raw = read_paths(folder / "old.py", folder / "new.py", Selection())
        project = open_project(raw, folder=tmp_path)
        for name in ("helper", "yaml", "app.helper", "app", "loose.other"):
            assert project.remedy_for(name, Side.NEW) == Beside(name)
        assert project.remedy_for("numpy", Side.NEW) == Install("numpy", is_sure=True)

    def test_they_pickle(self) -> None:
        for remedy in (Install("a", True), Own("a"), Beside("a"), NotInstallable("a")):
            assert pickle.loads(pickle.dumps(remedy)) == remedy  # noqa: S301


class TestSetup:
    def test_it_runs_once_in_a_copy_of_each_tree(self, repository: Repository) -> None:
        repository.commit("one", {"a.py": "x = 1\n", "app/data": "1"})
        repository.commit("two", {"a.py": "x = 2\n"})
        raw = change_in(repository, "HEAD")
        before = repository.fingerprint()
        command = (
            "python -c \"import random; open('made.py', 'w').write(str(random.random()))\" "
            "&& cp a.py app/copy.py && ln -s made.py link && ln -s / out"
        )
        first = open_project(raw, setup=command, folder=repository.path)
        again = open_project(raw, setup=command, folder=repository.path)
        assert repository.fingerprint() == before
        assert (first.old.tree, first.new.tree) == (again.old.tree, again.new.tree)
        assert (first.old.tree.path / "app/copy.py").read_text() == "x = 1\n"
        assert (first.new.tree.path / "app/copy.py").read_text() == "x = 2\n"
        assert os.readlink(first.new.tree.path / "link") == "made.py"
        assert not (first.new.tree.path / "out").is_symlink()
        assert first.new.tree.is_untouched()
        other = open_project(raw, setup=f"{command} && true", folder=repository.path)
        assert other.new.tree.key != first.new.tree.key

    def test_what_it_changes_stays_out_of_other_trees(self, repository: Repository) -> None:
        """Trees share files, and a setup that writes to one writes to a copy."""
        repository.commit("one", {"a.py": "x = 1\n", "same.py": "right\n"})
        repository.commit("two", {"a.py": "x = 2\n"})
        raw = change_in(repository, "HEAD")
        plain = open_project(raw, folder=repository.path)
        made = open_project(raw, setup="echo wrong > same.py", folder=repository.path)
        assert (made.new.tree.path / "same.py").read_text() == "wrong\n"
        assert (plain.new.tree.path / "same.py").read_text() == "right\n"
        assert plain.new.tree.is_untouched()

    def test_built_things_are_not_borrowed_for_it(self, repository: Repository) -> None:
        repository.commit("one", {".gitignore": "*.so\n", "app/__init__.py": ""})
        repository.commit("two", {"app/__init__.py": "x = 2\n"})
        repository.write("app/_fast.so", "stale")
        raw = change_in(repository, "HEAD")
        project = open_project(raw, setup="test ! -e app/_fast.so", folder=repository.path)
        assert project.new.borrowed == ()

    def test_a_failure_tells_which_side_and_what_was_said(self, repository: Repository) -> None:
        repository.commit("one", {"a.py": "x = 1\n"})
        repository.commit("two", {"a.py": "x = 2\n", "Makefile": "all:\n"})
        raw = change_in(repository, "HEAD")
        before = cache_size().trees
        with pytest.raises(SetupFailed, match=r"(?s)on the old side.*Makefile") as caught:
            open_project(raw, setup="cat Makefile", folder=repository.path)
        assert "network" in caught.value.hint
        assert cache_size().trees <= before + 2

    def test_a_failure_shows_the_end_of_what_was_said(self, repository: Repository) -> None:
        repository.commit("one", {"a.py": "x = 1\n"})
        with pytest.raises(SetupFailed) as caught:
            open_project(
                change_in(repository, "HEAD"), setup="seq 100; exit 1", folder=repository.path
            )
        first, *lines = caught.value.message.splitlines()
        assert first == "`seq 100; exit 1` failed (1) on the old side. The end of its output:"
        assert lines == [f"    {number}" for number in range(81, 101)]

    def test_it_reaches_neither_network_nor_home(
        self, repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        if choose_level().level is not Level.STRICT:
            pytest.skip("needs bubblewrap")
        (tmp_path / "home").mkdir()
        (tmp_path / "home/secret").write_text("s3cret")
        monkeypatch.setenv("HOME", str(tmp_path / "home"))
        monkeypatch.setenv("TOKEN", "s3cret")
        repository.commit("one", {"a.py": "x = 1\n"})
        repository.commit("two", {"a.py": "x = 2\n"})
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
            code = f"import socket; socket.create_connection(('127.0.0.1', {port}), 1)"
            project = open_project(
                change_in(repository, "HEAD"),
                setup=f"(cat {tmp_path}/home/secret; env; ls {tmp_path}) > seen.txt 2>&1; "
                f'python -c "{code}" >> seen.txt 2>&1; true',
                folder=repository.path,
            )
            server.setblocking(False)
            with pytest.raises(BlockingIOError):
                server.accept()
        seen = (project.new.tree.path / "seen.txt").read_text()
        assert "s3cret" not in seen
        assert "repository" not in seen
