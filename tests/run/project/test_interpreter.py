"""Which interpreter does the project run in?"""

from __future__ import annotations

import os
import pickle
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.conftest import Repository
from tests.run.project.conftest import make_environment

from swerve.model.errors import (
    BadUsage,
    PathMissing,
    PythonBroken,
    PythonMissing,
    PythonUnsupported,
    SwerveError,
)
from swerve.run.project import Interpreter, find_interpreter, own_readable
from swerve.run.project._candidates import Candidate, candidates
from swerve.run.project._readable import is_system, layout_of, paths_named_in, readable_for
from swerve.run.sandbox import Level, choose_level

_BASE = Path(sys.base_prefix)
#: Where the interpreters of pyenv lie side by side.
_OTHER = sorted(_BASE.parent.glob("3.*/bin/python"))


@pytest.fixture(autouse=True)
def _no_active_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


def packages_of(environment: Path) -> Path:
    return next((environment / "lib").iterdir()) / "site-packages"


def make_program(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


@contextmanager
def as_nobody(tmp_path: Path) -> Iterator[None]:
    """Be a user who may look at the test's files, and not everywhere."""
    if os.geteuid() != 0:
        pytest.skip("needs root, to become somebody else")
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_mode & 0o055 != 0o055 and "pytest-" in str(folder):
            folder.chmod(folder.stat().st_mode | 0o055)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


class TestOrder:
    def test_without_anything_it_is_the_running_one(self, project: Path) -> None:
        found = find_interpreter(None, project)
        assert (found.executable, found.found_by) == (Path(sys.executable), "running")
        assert found.version == sys.version_info[:3]
        assert found.implementation == sys.implementation.name

    def test_each_place_wins_over_those_after_it(
        self, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        found = []
        plain = make_environment(project / "venv")
        found.append(find_interpreter(None, project))
        hidden = make_environment(project / ".venv")
        found.append(find_interpreter(None, project))
        active = make_environment(tmp_path / "active")
        monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "active"))
        found.append(find_interpreter(None, project))
        configured = make_environment(tmp_path / "configured")
        (project / "pyproject.toml").write_text('[tool.swerve]\npython = "../configured"\n')
        found.append(find_interpreter(None, project))
        asked = make_environment(tmp_path / "asked")
        found.append(find_interpreter("../asked/bin/python", project))
        assert [(one.executable, one.found_by) for one in found] == [
            (plain, "venv"),
            (hidden, ".venv"),
            (active, "VIRTUAL_ENV"),
            (configured, "[tool.swerve]"),
            (asked, "--python"),
        ]

    def test_the_environment_of_the_project_is_found_from_below(
        self, repository: Repository
    ) -> None:
        executable = make_environment(repository.path / ".venv")
        (repository.path / "src/app").mkdir(parents=True)
        assert find_interpreter(None, repository.path / "src/app").executable == executable

    def test_one_above_the_project_is_none_of_its_business(self, repository: Repository) -> None:
        make_environment(repository.path.parent / ".venv")
        assert find_interpreter(None, repository.path).found_by == "running"

    def test_an_active_environment_that_is_gone_does_not_count(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("VIRTUAL_ENV", "/gone")
        assert find_interpreter(None, project).found_by == "running"

    def test_a_name_is_looked_up_on_the_path(
        self, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        programs = make_environment(tmp_path / "there").parent
        (programs / "python3.77").symlink_to("python")
        monkeypatch.setenv("PATH", f".:{programs}:{os.environ['PATH']}")
        make_program(project / "python3.77", "#!/bin/sh\nexit 1\n")
        monkeypatch.chdir(project)
        for name in ("python3.77", "3.77"):
            assert find_interpreter(name, project).executable == programs / "python3.77"

    def test_scripts_of_pyenv_are_seen_through(
        self, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shim = make_program(tmp_path / "pyenv/shims/python3", "#!/bin/sh\nexit 1\n")
        for version in ("3.9.1", "3.11.2"):
            programs = tmp_path / "pyenv/versions" / version / "bin"
            programs.mkdir(parents=True)
            (programs / "python3").symlink_to(sys.executable)
        monkeypatch.setenv("PATH", f"{shim.parent}:{os.environ['PATH']}")
        monkeypatch.delenv("PYENV_VERSION", raising=False)
        assert "3.11.2" in str(find_interpreter("python3", project).executable)
        (project / ".python-version").write_text("3.9.1\n")
        assert "3.9.1" in str(find_interpreter("python3", project).executable)


class TestPassedOver:
    """What nobody asked for by name does not stop a run when it cannot be used."""

    def test_a_link_that_leads_nowhere(self, project: Path) -> None:
        make_environment(project / ".venv").unlink()
        (project / ".venv/bin/python").symlink_to("/gone/bin/python3")
        executable = make_environment(project / "venv")
        found = find_interpreter(None, project)
        assert found.executable == executable
        why = "bin/python is a link to /gone/bin/python3, which does not exist"
        assert found.note == f"{project}/.venv is not used: {why}"

    def test_a_version_that_is_too_old(self, project: Path) -> None:
        old = [path for path in _OTHER if path.parts[-3].startswith("3.8.")]
        if not old:
            pytest.skip("needs Python 3.8")
        make_environment(project / ".venv").unlink()
        (project / ".venv/bin/python").symlink_to(old[0])
        found = find_interpreter(None, project)
        assert found.found_by == "running"
        assert re.search(r"\.venv is not used: it is Python 3\.8\.\d+, but 3\.9", found.note)

    def test_a_program_that_is_no_python(self, project: Path, tmp_path: Path) -> None:
        make_environment(project / ".venv").unlink()
        program = make_program(tmp_path / "bin/python", "#!/bin/sh\nexit 3\n")
        (project / ".venv/bin/python").symlink_to(program)
        found = find_interpreter(None, project)
        assert found.found_by == "running"
        assert "exit status 3" in found.note

    def test_a_program_that_came_with_the_code(self, project: Path) -> None:
        make_environment(project / ".venv").unlink()
        make_program(project / ".venv/bin/python", "#!/bin/sh\nexit 3\n")
        found = find_interpreter(None, project)
        assert found.found_by == "running"
        assert found.note.endswith("is not used: it is a program that came with the code")

    def test_an_active_environment_that_is_gone(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("VIRTUAL_ENV", "/gone")
        found = find_interpreter(None, project)
        assert found.found_by == "running"
        assert found.note == "/gone (VIRTUAL_ENV) is not used: it does not exist"

    def test_settings_that_name_nothing(self, project: Path) -> None:
        (project / "pyproject.toml").write_text('[tool.swerve]\npython = "gone/bin/python"\n')
        executable = make_environment(project / ".venv")
        found = find_interpreter(None, project)
        assert found.executable == executable
        assert "gone/bin/python ([tool.swerve]) is not used" in found.note

    def test_all_that_was_passed_over_is_said(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("VIRTUAL_ENV", "/gone")
        make_environment(project / ".venv").unlink()
        assert find_interpreter(None, project).note.count("not used") == 2

    def test_places_that_may_not_be_entered(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        project = tmp_path / "closed"
        project.mkdir()
        make_environment(project / ".venv")
        (project / ".venv").chmod(0o700)
        (project / "pyproject.toml").write_text('[tool.swerve]\npython = "/root/y/bin/python"\n')
        monkeypatch.setenv("VIRTUAL_ENV", "/root/x")
        with as_nobody(tmp_path):
            found = list(candidates(project))
        notes = [one for one in found if isinstance(one, str)]
        assert [one.found_by for one in found if isinstance(one, Candidate)] == ["running"]
        for place, note in zip(
            ("/root/y/bin/python", "/root/x", f"{project}/.venv"), notes, strict=True
        ):
            assert re.fullmatch(rf"{place}.* is not used: .*Permission denied.*", note)


class TestOwnEnvironment:
    def test_the_one_that_swerve_runs_in_comes_after_that_of_the_project(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        if sys.prefix == sys.base_prefix:
            pytest.skip("needs to run in a virtual environment")
        monkeypatch.setenv("VIRTUAL_ENV", sys.prefix)
        assert find_interpreter(None, project).found_by == "VIRTUAL_ENV"
        executable = make_environment(project / ".venv")
        assert find_interpreter(None, project).executable == executable

    def test_it_is_known_through_links(
        self, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "link").symlink_to(sys.prefix)
        monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "link"))
        executable = make_environment(project / ".venv")
        assert find_interpreter(None, project).executable == executable


class TestFirstPlaces:
    def test_they_come_before_the_folder(self, project: Path, tmp_path: Path) -> None:
        make_environment(project / ".venv")
        old, new = tmp_path / "old", tmp_path / "new"
        (new / "src").mkdir(parents=True)
        (new / "pyproject.toml").write_text("")
        in_old = make_environment(old / "venv")
        assert find_interpreter(None, project, first=(new / "src", old)).executable == in_old
        in_new = make_environment(new / ".venv")
        assert find_interpreter(None, project, first=(new / "src", old)).executable == in_new

    def test_what_is_compared_is_not_imported_from_where_it_lies(
        self, project: Path, tmp_path: Path
    ) -> None:
        new = tmp_path / "new"
        make_environment(new / ".venv")
        (new / "src").mkdir()
        (new / "src/module.py").write_text("")
        (packages_of(new / ".venv") / "editable.pth").write_text(f"{new / 'src'}\n")
        found = find_interpreter(None, project, first=(new,))
        assert found.found_by == ".venv"
        assert str(new / "src") not in found.sys_path
        assert new / "src" not in found.readable


class TestTrust:
    def test_an_environment_that_came_with_the_code_is_not_used(
        self, repository: Repository, tmp_path: Path
    ) -> None:
        """It is a part of the change: its python could be any program."""
        make_environment(repository.path / ".venv")
        repository.commit("with an environment")
        found = find_interpreter(None, repository.path)
        assert found.found_by == "running"
        assert "tracked by git" in found.note

    def test_a_link_to_an_environment_that_came_with_the_code_is_not_used(
        self, repository: Repository, tmp_path: Path
    ) -> None:
        make_environment(tmp_path / "elsewhere")
        (repository.path / ".venv").symlink_to(tmp_path / "elsewhere")
        repository.commit("with a link")
        assert find_interpreter(None, repository.path).found_by == "running"

    def test_settings_cannot_name_a_program_that_came_with_the_code(
        self, repository: Repository
    ) -> None:
        make_program(repository.path / "tools/python", "#!/bin/sh\nexit 1\n")
        repository.write("pyproject.toml", '[tool.swerve]\npython = "tools/python"\n')
        repository.commit("hostile")
        found = find_interpreter(None, repository.path)
        assert found.found_by == "running"
        assert "tracked by git" in found.note

    def test_nothing_of_the_environment_runs_outside_a_cell(
        self, project: Path, tmp_path: Path
    ) -> None:
        if choose_level().level is not Level.STRICT:
            pytest.skip("needs bubblewrap")
        trace = tmp_path / "trace"
        executable = make_program(
            project / ".venv/bin/python", f"#!/bin/sh\necho here > {trace}\nexit 1\n"
        )
        (project / ".venv/pyvenv.cfg").write_text(f"home = {executable.parent}\n")
        assert find_interpreter(None, project).found_by == "running"
        with pytest.raises(PythonBroken):
            find_interpreter(".venv", project)
        assert not trace.exists()

    def test_a_configuration_cannot_open_other_folders(
        self, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        home = tmp_path / "home"
        (home / ".ssh").mkdir(parents=True)
        monkeypatch.setenv("HOME", str(home))
        executable = make_environment(project / ".venv", home=home / ".ssh")
        packages = packages_of(project / ".venv")
        (packages / "x.pth").write_text(f"{home}\n{home / '.ssh'}\n/\n{tmp_path}\n{project}\n")
        (home / "mine.py").write_text("")
        readable = readable_for(layout_of(executable), project)
        assert not any(home in (path, *path.parents) for path in readable)
        assert list(paths_named_in(packages, project)) == []

    def test_links_open_no_other_folders(self, project: Path, tmp_path: Path) -> None:
        """A mount follows links, so that each has to be followed before."""
        (tmp_path / "secrets").mkdir()
        executable = make_environment(project)
        for name in ("lib/python3.99", "lib64", "include/python3.99"):
            (project / name).parent.mkdir(exist_ok=True)
            (project / name).symlink_to(tmp_path / "secrets")
        (project / "lib/python3.98").symlink_to("python3.98")
        readable = readable_for(layout_of(executable, project), project)
        assert project / "pyvenv.cfg" in readable
        assert tmp_path / "secrets" not in map(Path.resolve, readable)

    def test_a_tree_is_no_library_of_the_folder_around_it(self, tmp_path: Path) -> None:
        """A clone called libshop would make an installation of all that lies beside it."""
        tree = tmp_path / "libshop"
        (tree / "python3.11").mkdir(parents=True)
        (tree / "python3.11/os.py").write_text("")
        executable = make_environment(tree / ".venv", home=tmp_path / "bin")
        assert tmp_path in layout_of(executable).bases
        assert tmp_path not in layout_of(executable, tree).bases


class TestWhatItReads:
    def test_the_environment_and_what_it_was_made_from(self, project: Path) -> None:
        make_environment(project / ".venv")
        found = find_interpreter(None, project)
        assert project / ".venv" in found.readable
        assert str(packages_of(project / ".venv")) in found.sys_path
        assert any(_BASE.resolve() in (p.resolve(), *p.resolve().parents) for p in found.readable)

    def test_an_environment_that_is_the_project_opens_only_its_packages(
        self, project: Path
    ) -> None:
        executable = make_environment(project)
        (project / ".env").write_text("password")
        found = find_interpreter("bin/python", project)
        assert found.executable == executable
        assert project not in found.readable
        assert not any((path / ".env").exists() for path in found.readable)
        assert str(packages_of(project)) in found.sys_path

    def test_other_projects_installed_for_editing_are_for_the_user_to_open(
        self, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """And this one is none: the trees take the place of its work tree."""
        make_environment(project / ".venv")
        (project / "pyproject.toml").write_text("")
        for folder in (project / "src", tmp_path / "other" / "src"):
            folder.mkdir(parents=True)
            (folder / "module.py").write_text("")
        paths = f"import sys\n{project / 'src'}\n{tmp_path / 'other' / 'src'}\n"
        (packages_of(project / ".venv") / "editable.pth").write_text(paths)
        for level in {choose_level().level, Level.PROCESS}:
            found = find_interpreter(None, project, level=level)
            is_closed = level is Level.STRICT
            assert (str(tmp_path / "other/src") not in found.sys_path) == is_closed
            assert (f"{tmp_path}/other/src is on the import path" in found.note) == is_closed
            assert tmp_path / "other/src" not in found.readable
            monkeypatch.setenv("SWERVE_READABLE", f"{tmp_path}/other")
            for readable in ((), (f"{tmp_path}/other",)):
                found = find_interpreter(None, project, level=level, readable=readable)
                assert str(tmp_path / "other/src") in found.sys_path
                assert tmp_path / "other" in found.readable
                assert str(project / "src") not in found.sys_path
                assert not found.note
                monkeypatch.delenv("SWERVE_READABLE", raising=False)
            assert str(project / "src") not in found.sys_path

    @pytest.mark.parametrize(("path", "error"), [("/", BadUsage), ("/nowhere", PathMissing)])
    def test_what_cannot_be_opened_is_said(
        self, project: Path, path: str, error: type[SwerveError]
    ) -> None:
        with pytest.raises(error):
            find_interpreter(None, project, readable=(path,))

    def test_a_copy_of_an_installed_program_works_in_the_tree(self, project: Path) -> None:
        """As `venv --copies` makes it; another program in its place is the change's own."""
        executable = make_environment(project / ".venv")
        executable.unlink()
        shutil.copy(os.path.realpath(sys.executable), executable)
        found = find_interpreter(None, project)
        assert (found.executable, found.found_by) == (executable, ".venv")
        executable.write_bytes(executable.read_bytes() + b"more")
        found = find_interpreter(None, project)
        assert found.found_by == "running"
        assert "came with the code" in found.note

    def test_an_installation_in_the_home_works_for_an_environment_in_the_tree(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As those of pyenv, uv and conda do."""
        if is_system(_BASE):
            pytest.skip("needs a Python of its own")
        monkeypatch.setenv("HOME", str(_BASE.parent.parent))
        make_environment(project / ".venv")
        found = find_interpreter(None, project)
        assert found.found_by == ".venv"
        assert not found.note
        readable = [*map(Path.resolve, found.readable)]
        assert _BASE.resolve() not in readable, "other things may lie in it"
        version = ".".join(map(str, sys.version_info[:2]))
        assert _BASE.resolve() / f"lib/python{version}" in readable

    def test_a_project_around_the_home_is_the_users_own(
        self, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Whoever keeps settings in a repository has installations in it, too."""
        executable = make_environment(project / ".venv")
        executable.unlink()
        shutil.copy(os.path.realpath(sys.executable), executable)
        executable.write_bytes(executable.read_bytes() + b"more")
        (tmp_path / "pyproject.toml").write_text("")
        assert find_interpreter(None, project).found_by == "running"
        monkeypatch.setenv("HOME", str(tmp_path))
        assert find_interpreter(None, project).found_by == ".venv"

    def test_where_swerve_runs_in_the_environment_that_is_the_project(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Code that runs alone, without a project, is not to read this one."""
        monkeypatch.setattr(sys, "executable", str(make_environment(project)))
        monkeypatch.chdir(project)
        assert project / "pyvenv.cfg" in own_readable()
        assert project not in own_readable()

    def test_it_pickles(self, project: Path) -> None:
        found = find_interpreter(None, project)
        assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301
        assert isinstance(found, Interpreter)

    @pytest.mark.parametrize("executable", _OTHER, ids=lambda path: path.parts[-3])
    def test_other_versions_work(self, project: Path, executable: Path) -> None:
        version = executable.parts[-3]
        if int(version.split(".")[1]) < 9:
            with pytest.raises(PythonUnsupported, match=re.escape(version)):
                find_interpreter(str(executable), project)
        else:
            assert find_interpreter(str(executable), project).version_text == version


class TestTrouble:
    @pytest.mark.parametrize("name", ["nothing/here", "no-such-python", "4.77"])
    def test_a_python_that_is_not_there(self, project: Path, name: str) -> None:
        with pytest.raises(PythonMissing, match=name):
            find_interpreter(name, project)

    def test_an_environment_whose_python_was_removed(self, project: Path) -> None:
        executable = make_environment(project / ".venv")
        executable.unlink()
        executable.symlink_to("/gone/bin/python3")
        with pytest.raises(PythonMissing, match=r"\.venv.*/gone/bin/python3"):
            find_interpreter(".venv", project)

    @pytest.mark.parametrize(
        ("script", "message"),
        [
            ("exit 3", "exit status 3"),
            ("echo 'no such thing' >&2; exit 1", "no such thing"),
            ("echo swerve-probe:nonsense", "is not a working Python"),
            ("echo 'swerve-probe:[[3,11,true],\"x\",[]]'", "is not a working Python"),
            ("echo 'swerve-probe:[[3,11,1],\"x\",{}]'", "is not a working Python"),
            ("kill -9 $$", "exit status"),
        ],
    )
    def test_a_program_that_is_no_python(
        self, tmp_path: Path, project: Path, script: str, message: str
    ) -> None:
        program = make_program(tmp_path / "bin/python", f"#!/bin/sh\n{script}\n")
        with pytest.raises(PythonBroken, match=message) as caught:
            find_interpreter(str(program), project)
        assert "script" in caught.value.hint

    @pytest.mark.parametrize("program", ["/bin/ls", "/bin/cat", "/bin/echo", "/usr/bin/perl"])
    @pytest.mark.parametrize("level", [Level.STRICT, Level.PROCESS])
    def test_the_question_is_not_quoted(self, project: Path, program: str, level: Level) -> None:
        if level is Level.STRICT and choose_level().level is not Level.STRICT:
            pytest.skip("needs bubblewrap")
        if not Path(program).exists():
            pytest.skip(f"needs {program}")
        with pytest.raises(PythonBroken, match=f"`{program}` .* Python") as caught:
            find_interpreter(program, project, level=level)
        for words in ("import", "json", "implementation", "swerve-probe", "\n"):
            assert words not in caught.value.message

    def test_a_file_that_is_no_program(self, project: Path) -> None:
        (project / "notes.txt").write_text("")
        with pytest.raises(PythonMissing, match=r"notes\.txt.*a file that cannot be executed"):
            find_interpreter("./notes.txt", project)
        with pytest.raises(PythonMissing, match=r"/etc/passwd.*a file that cannot be executed"):
            find_interpreter("/etc/passwd", project)

    def test_a_folder_without_a_python(self, project: Path) -> None:
        (project / "docs").mkdir()
        with pytest.raises(PythonMissing, match=r"docs.*a folder without bin/python"):
            find_interpreter("docs", project)

    def test_a_folder_whose_python_has_its_number(self, project: Path) -> None:
        executable = make_environment(project / "odd")
        numbered = executable.rename(executable.with_name("python3"))
        assert find_interpreter("odd", project).executable == numbered

    def test_a_place_that_may_not_be_entered(self, tmp_path: Path) -> None:
        for name in ("/root/x", "/root/x/bin/python"):
            with as_nobody(tmp_path), pytest.raises(PythonMissing, match=r"/root/x.*Permission"):
                find_interpreter(name, tmp_path)

    def test_a_python_two(self, tmp_path: Path, project: Path) -> None:
        program = make_program(
            tmp_path / "bin/python", "#!/bin/sh\necho 'Unknown option: -I' >&2\nexit 2\n"
        )
        with pytest.raises(PythonUnsupported, match="Python 2"):
            find_interpreter(str(program), project)

    def test_every_trouble_is_for_the_user_to_act_on(self) -> None:
        for error in (PythonBroken, PythonMissing, PythonUnsupported):
            assert issubclass(error, SwerveError)
