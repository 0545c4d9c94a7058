"""What of the user's files does code of the change get to read?

Each change brings a module that reads a secret where it can, and then cannot be imported. Why not
is told in the report, so that a secret that came into the cell is told as well.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.hostile.repositories.conftest import Scene, at

from swerve.check.order import skippable
from swerve.run.sandbox import Level

_PYTHON = os.path.realpath(sys.executable)
_LIBRARY = f"lib/python{sys.version_info[0]}.{sys.version_info[1]}"
_OLD = "def look(name: str) -> str:\n    return 'nothing'\n"


def _reading(*files: Path) -> str:
    """A module that cannot be imported for what it finds in files."""
    return f"""
for file in {[str(file) for file in files]}:
    try:
        with open(file) as opened:
            raise RuntimeError(opened.read())
    except OSError:
        pass

def look(name: str) -> str:
    return 'much'
"""


def _words(scene: Scene) -> tuple[str, ...]:
    """To import is enough; engines take their time."""
    skipped = (word for name in skippable() for word in ("--skip", name))
    return ("--sandbox", scene.level.value, *skipped)


def _check(scene: Scene, variables: Mapping[str, str] | None = None) -> None:
    """Check the last commit; the module is imported, and finds nothing."""
    done = scene.swerve("check", "HEAD", *_words(scene), variables=variables)
    assert "imported 1 of 1 module with undecided functions" in " ".join(done.stdout.split())


def _environment(folder: Path, home: Path | str = Path(_PYTHON).parent) -> Path:
    """A virtual environment; returns its folder of packages."""
    packages = folder / _LIBRARY / "site-packages"
    packages.mkdir(parents=True)
    (folder / "bin").mkdir()
    (folder / "bin/python").symlink_to(_PYTHON)
    (folder / "pyvenv.cfg").write_text(f"home = {home}\n")
    return packages


def _installation(scene: Scene) -> Path:
    """A whole Python in the user's home, with the secret beside its library."""
    folder = scene.home / "miniconda3"
    library = folder / _LIBRARY
    for part in (library, folder / "bin", folder / "envs/work/etc"):
        part.mkdir(parents=True)
    for entry in (Path(_PYTHON).parent.parent / _LIBRARY).iterdir():
        (library / entry.name).symlink_to(entry)
    (folder / "bin/python").symlink_to(_PYTHON)
    (folder / "envs/work/etc/pip.conf").write_text(scene.secret)
    return folder


def _environment_of(installation: Path, folder: Path) -> None:
    _environment(folder, home=installation / "bin")
    (folder / "bin/python").unlink()
    (folder / "bin/python").symlink_to(installation / "bin/python")


def _liar(program: Path, *folders: Path) -> None:
    """A Python that says it imports from folders."""
    program.unlink(missing_ok=True)
    told = [list(sys.version_info[:3]), "cpython", [*sys.path[1:], *map(str, folders)]]
    program.write_text(
        "#!/bin/sh\n"
        f"""case "$*" in *swerve-probe*) echo 'swerve-probe:{json.dumps(told)}' ;;\n"""
        f"""*) exec {_PYTHON} "$@" ;; esac\n"""
    )
    program.chmod(0o755)


@pytest.fixture
def folders(scene: Scene) -> tuple[Path, Path]:
    """Two folders that are compared; the new one reads the secret."""
    old, new = scene.top / "unpacked/old", scene.top / "unpacked/new"
    for folder, text in ((old, _OLD), (new, _reading(scene.secret_file))):
        folder.mkdir(parents=True)
        (folder / "shop.py").write_text(text)
    return old, new


def _diff(scene: Scene, folders: tuple[Path, Path]) -> None:
    done = scene.swerve("diff", *map(str, folders), *_words(scene))
    assert "imported 1 of 1 module with undecided functions" in " ".join(done.stdout.split())


# --- compared folders -----------------------------------------------------------------------------


def test_a_compared_folder_ships_a_python_that_lies(
    scene: Scene, folders: tuple[Path, Path]
) -> None:
    _environment(folders[1] / ".venv")
    _liar(folders[1] / ".venv/bin/python", scene.secret_file.parent)
    _diff(scene, folders)


@pytest.mark.parametrize("file", ["sitecustomize.py", "start.pth"])
def test_a_compared_folder_ships_packages_that_lie(
    scene: Scene, folders: tuple[Path, Path], file: str
) -> None:
    packages = _environment(folders[1] / ".venv")
    line = f"import sys; sys.path.append({str(scene.secret_file.parent)!r})\n"
    (packages / file).write_text(line)
    _diff(scene, folders)


def test_a_compared_folder_names_another_project_of_the_user(
    scene: Scene, folders: tuple[Path, Path]
) -> None:
    other = scene.home / "work/other"
    other.mkdir(parents=True)
    (other / "keys.py").write_text(f"KEY = {scene.secret!r}\n")
    (folders[1] / "shop.py").write_text(_reading(other / "keys.py"))
    (_environment(folders[1] / ".venv") / "editable.pth").write_text(f"{other}\n")
    _diff(scene, folders)


def test_a_compared_folder_links_to_another_environment_of_the_user(
    scene: Scene, folders: tuple[Path, Path]
) -> None:
    packages = _environment(scene.home / "work/environment")
    (packages / "keys.py").write_text(f"KEY = {scene.secret!r}\n")
    (folders[1] / ".venv").symlink_to(scene.home / "work/environment")
    via = folders[1] / ".venv" / _LIBRARY / "site-packages/keys.py"
    (folders[1] / "shop.py").write_text(_reading(packages / "keys.py", via))
    _diff(scene, folders)


def test_a_compared_folder_is_an_environment_with_links_to_the_user(
    scene: Scene, folders: tuple[Path, Path]
) -> None:
    new = folders[1]
    _environment(new)
    (new / "lib/python3.99").symlink_to(scene.secret_file.parent)
    (new / ".venv").symlink_to(".")
    seen = [folder / f"lib/python3.99/{scene.secret_file.name}" for folder in (new, new / ".venv")]
    (new / "shop.py").write_text(_reading(*seen))
    _diff(scene, folders)


def test_a_compared_folder_says_that_it_is_an_installation(
    scene: Scene, folders: tuple[Path, Path]
) -> None:
    new = folders[1]
    _environment(new / ".venv", home=new / "bin")
    (new / "lib/python3.98").mkdir(parents=True)
    (new / "lib/python3.98/os.py").write_text("")
    (new / "lib/python3.99").symlink_to(scene.secret_file.parent)
    (new / "shop.py").write_text(_reading(new / f"lib/python3.99/{scene.secret_file.name}"))
    _diff(scene, folders)


def test_a_compared_folder_names_an_installation_of_the_user(
    scene: Scene, folders: tuple[Path, Path]
) -> None:
    installation = _installation(scene)
    _environment_of(installation, folders[1] / ".venv")
    (folders[1] / "shop.py").write_text(_reading(installation / "envs/work/etc/pip.conf"))
    _diff(scene, folders)
    assert "is not used" not in scene.said[0], "it works as long as it reads itself alone"


@at(Level.STRICT)
def test_a_compared_folder_holds_more_than_files(scene: Scene, folders: tuple[Path, Path]) -> None:
    """Whoever opens a pipe waits for ever."""
    new = folders[1]
    for pipe in ("pipe.py", "conftest.py", "pyproject.toml", ".env"):
        os.mkfifo(new / pipe)
    (new / "keys.py").symlink_to(scene.secret_file)
    (new / "keys").symlink_to(scene.secret_file.parent)
    (new / "endless.py").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as listening:
        folder = os.open(new, os.O_RDONLY)  # names of sockets are short, those of folders are not
        listening.bind(f"/proc/self/fd/{folder}/socket.py")
        os.close(folder)
    (new / "shop.py").write_text(_reading(Path("keys.py"), Path("keys/id_ed25519")))
    _diff(scene, folders)


# --- repositories ---------------------------------------------------------------------------------


@pytest.mark.parametrize("is_bare", [False, True], ids=["plain", "in what looks like a repository"])
def test_settings_name_a_python_of_the_change(scene: Scene, is_bare: bool) -> None:
    repository = scene.repository
    repository.commit("start", {"shop.py": _OLD})
    repository.write("tool/pyvenv.cfg", f"home = {Path(_PYTHON).parent}\n")
    repository.write("tool/bin/python", "")
    _liar(repository.path / "tool/bin/python", scene.secret_file.parent)
    if is_bare:
        repository.write("tool/HEAD", "ref: refs/heads/main\n")
        repository.write("tool/config", "[core]\n\tbare = true\n")
        for folder in ("objects", "refs"):
            repository.write(f"tool/{folder}/kept", "")
    repository.commit(
        "change",
        {
            "shop.py": _reading(scene.secret_file),
            "pyproject.toml": '[tool.swerve]\npython = "tool/bin/python"\n',
        },
    )
    _check(scene)


def test_settings_name_another_environment_of_the_user(scene: Scene) -> None:
    packages = _environment(scene.home / "work/environment")
    (packages / "keys.py").write_text(f"KEY = {scene.secret!r}\n")
    scene.repository.commit("start", {"shop.py": _OLD})
    settings = '[tool.swerve]\npython = "~/work/environment"\n'
    scene.repository.commit(
        "change", {"shop.py": _reading(packages / "keys.py"), "pyproject.toml": settings}
    )
    _check(scene)


@pytest.mark.parametrize("is_active", [True, False], ids=["active", "found"])
def test_an_environment_in_the_checkout_names_an_installation_of_the_user(
    scene: Scene, is_active: bool
) -> None:
    installation = _installation(scene)
    secret = installation / "envs/work/etc/pip.conf"
    scene.repository.write(".gitignore", "*env/\n")
    scene.repository.commit("start", {"shop.py": _OLD})
    environment = scene.repository.path / ("env" if is_active else ".venv")
    _environment_of(installation, environment)
    scene.repository.commit("change", {"shop.py": _reading(secret)})
    _check(scene, {"VIRTUAL_ENV": str(environment)} if is_active else {})
    assert "is not used" not in scene.said[0]


def test_settings_name_an_installation_of_the_user(scene: Scene) -> None:
    installation = _installation(scene)
    secret = installation / "envs/work/etc/pip.conf"
    settings = '[tool.swerve]\npython = "~/miniconda3/bin/python"\n'
    scene.repository.commit("start", {"shop.py": _OLD, "pyproject.toml": settings})
    scene.repository.commit("change", {"shop.py": _reading(secret)})
    _check(scene)


@pytest.mark.parametrize("way", ["settings", "link"])
def test_an_environment_outside_of_the_project_holds_secrets(scene: Scene, way: str) -> None:
    """Not in the home folder, which is closed anyway. The packages in it are all that is read."""
    other = scene.top / "srv/env"
    _environment(other)
    secret = other / "settings.ini"
    secret.write_text(scene.secret)
    files: dict[str, str | bytes] = {"shop.py": _OLD, ".gitignore": ".venv\n"}
    if way == "settings":
        files["pyproject.toml"] = f'[tool.swerve]\npython = "{other}/bin/python"\n'
    scene.repository.commit("start", files)
    scene.repository.commit("change", {"shop.py": _reading(secret)})
    if way == "link":
        (scene.repository.path / ".venv").symlink_to(other)
    _check(scene)


def test_an_active_environment_lies_in_the_checkout(scene: Scene) -> None:
    repository = scene.repository
    repository.commit("start", {"shop.py": _OLD})
    _environment(repository.path / "env")
    _liar(repository.path / "env/bin/python", scene.secret_file.parent)
    repository.commit("change", {"shop.py": _reading(scene.secret_file)})
    variables = {"VIRTUAL_ENV": str(repository.path / "env")}
    _check(scene, variables)


def test_a_python_on_the_path_lies_in_the_checkout(scene: Scene) -> None:
    repository = scene.repository
    repository.commit("start", {"shop.py": _OLD})
    repository.write("bin/python3.77", "")
    _liar(repository.path / "bin/python3.77", scene.secret_file.parent)
    settings = '[tool.swerve]\npython = "3.77"\n'
    repository.commit(
        "change", {"shop.py": _reading(scene.secret_file), "pyproject.toml": settings}
    )
    variables = {"PATH": f"{repository.path}/bin:{os.environ['PATH']}"}
    _check(scene, variables)


def test_the_build_file_has_no_end(scene: Scene) -> None:
    scene.repository.commit("start", {"shop.py": _OLD})
    (scene.repository.path / "pyproject.toml").symlink_to("/dev/zero")
    scene.repository.commit("change", {"shop.py": _reading(scene.secret_file)})
    _check(scene)


@at(Level.STRICT)
def test_files_that_other_tools_run(scene: Scene) -> None:
    """Build files, plugins and customizations come to nothing outside of the cell."""
    scene.repository.commit("start", {"shop.py": _OLD})
    entry_points = "[pytest11]\nevil = evil\n[console_scripts]\npython = evil:main\n"
    scene.repository.commit(
        "change",
        {
            "shop.py": _reading(scene.secret_file),
            "test_shop.py": "import shop\n\n\ndef test_look():\n    assert shop.look('x')\n",
            **dict.fromkeys(
                ("setup.py", "conftest.py", "evil.py", "sitecustomize.py", "usercustomize.py"),
                scene.payload,
            ),
            "evil.egg-info/entry_points.txt": entry_points,
            "evil-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: evil\nVersion: 1.0\n",
            "evil-1.0.dist-info/entry_points.txt": entry_points,
            "start.pth": "import evil\n",
            ".env": "PYTHONSTARTUP=evil.py\nPYTHONPATH=.\nPYTHONHOME=.\nSWERVE_READABLE=/\n",
            "pyproject.toml": "[build-system]\nrequires = []\nbuild-backend = 'evil'\n"
            "backend-path = ['.']\n[tool.pytest.ini_options]\naddopts = '-p evil'\n",
        },
    )
    assert "look" in scene.check("HEAD").stdout
