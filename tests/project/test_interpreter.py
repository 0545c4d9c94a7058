"""Which interpreter does the project run in?"""

from __future__ import annotations

import os
import pickle
import re
import sys
from pathlib import Path

import pytest
from tests.conftest import Repository

from swerve.errors import PythonBroken, PythonMissing, PythonUnsupported, SwerveError
from swerve.project import Interpreter, find_interpreter
from swerve.project._readable import layout_of, paths_named_in, readable_for
from swerve.sandbox import Level, choose_level

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


def make_environment(folder: Path, home: Path | None = None) -> Path:
    """A virtual environment, as small as they get; returns its executable."""
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    (folder / "lib" / version / "site-packages").mkdir(parents=True)
    (folder / "bin").mkdir()
    executable = folder / "bin" / "python"
    executable.symlink_to(os.path.realpath(sys.executable))
    (folder / "pyvenv.cfg").write_text(f"home = {home or _BASE / 'bin'}\nversion = 3\n")
    return executable


def packages_of(environment: Path) -> Path:
    return next((environment / "lib").iterdir()) / "site-packages"


def make_program(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


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
        with pytest.raises(PythonBroken):
            find_interpreter(None, project)
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

    def test_other_projects_installed_for_editing_are_readable_and_this_one_is_not(
        self, project: Path, tmp_path: Path
    ) -> None:
        """The trees take the place of the project: its work tree must not be imported."""
        make_environment(project / ".venv")
        (project / "pyproject.toml").write_text("")
        for folder in (project / "src", tmp_path / "other" / "src"):
            folder.mkdir(parents=True)
            (folder / "module.py").write_text("")
        paths = f"import sys\n{project / 'src'}\n{tmp_path / 'other' / 'src'}\n"
        (packages_of(project / ".venv") / "editable.pth").write_text(paths)
        for level in {choose_level().level, Level.PROCESS}:
            found = find_interpreter(None, project, level=level)
            assert str(tmp_path / "other/src") in found.sys_path
            assert tmp_path / "other/src" in found.readable
            assert str(project / "src") not in found.sys_path

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
        with pytest.raises(PythonBroken, match=r"\.venv") as caught:
            find_interpreter(None, project)
        assert "--python" in caught.value.hint

    @pytest.mark.parametrize(
        ("script", "message"),
        [
            ("exit 3", "exit status 3"),
            ("echo 'no such thing' >&2; exit 1", "no such thing"),
            ("echo swerve-probe:nonsense", "does not work as a Python"),
            ("echo 'swerve-probe:[[3,11,true],\"x\",[]]'", "does not work as a Python"),
            ("echo 'swerve-probe:[[3,11,1],\"x\",{}]'", "does not work as a Python"),
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

    def test_a_python_two(self, tmp_path: Path, project: Path) -> None:
        program = make_program(
            tmp_path / "bin/python", "#!/bin/sh\necho 'Unknown option: -I' >&2\nexit 2\n"
        )
        with pytest.raises(PythonUnsupported, match="Python 2"):
            find_interpreter(str(program), project)

    def test_every_trouble_is_for_the_user_to_act_on(self) -> None:
        for error in (PythonBroken, PythonMissing, PythonUnsupported):
            assert issubclass(error, SwerveError)
