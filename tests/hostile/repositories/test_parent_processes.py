"""Does any interpreter of ours take modules from the checkout?"""

from __future__ import annotations

import sys

import pytest
from tests.hostile.repositories.conftest import Scene, at

from swerve.sandbox import Level

_OLD = "def double(x):\n    return x + x\n\n\ndef triple(x):\n    return x + x + x\n"
_NEW = "def double(x):\n    return 2 * x\n\n\ndef triple(x):\n    return 3 * x\n"


@pytest.mark.parametrize(
    "file",
    [
        pytest.param("multiprocessing/__init__.py", id="a package of the library"),
        pytest.param("pickle.py", id="a module of the library"),
        pytest.param("click/__init__.py", id="a dependency of swerve"),
        pytest.param("sitecustomize.py", id="sitecustomize"),
        pytest.param("usercustomize.py", id="usercustomize"),
    ],
)
@at(Level.STRICT)
def test_a_commit_shadows_a_module(scene: Scene, file: str) -> None:
    scene.repository.commit("start", {"shop.py": _OLD})
    scene.repository.commit("change", {"shop.py": _NEW, file: scene.payload})
    done = scene.check("HEAD", "--jobs", "2")
    assert "double" in done.stdout


@pytest.mark.parametrize("file", ["multiprocessing/__init__.py", "pickle.py"])
@at(Level.STRICT, Level.PROCESS)
def test_a_commit_shadows_a_module_and_nothing_is_run(scene: Scene, file: str) -> None:
    scene.repository.commit("start", {"shop.py": _OLD})
    scene.repository.commit("change", {"shop.py": _NEW, file: scene.payload})
    done = scene.check("HEAD", "--no-run", "--jobs", "2")
    assert "double" in done.stdout


@pytest.mark.parametrize("file", ["click/__init__.py", "json/__init__.py", "rich/__init__.py"])
@at(Level.STRICT, Level.PROCESS)
def test_swerve_is_started_as_a_module_in_the_checkout(scene: Scene, file: str) -> None:
    scene.repository.commit("start", {"shop.py": _OLD})
    scene.repository.commit("change", {"shop.py": _NEW, file: scene.payload})
    words = ("check", "HEAD", "--no-run", "--jobs", "2")
    done = scene.swerve(*words, command=(sys.executable, "-m", "swerve"))
    assert "double" in done.stdout


@pytest.mark.parametrize("variable", [".", "", "src"])
@at(Level.STRICT)
def test_the_python_path_leads_into_the_checkout(scene: Scene, variable: str) -> None:
    """As in CI jobs that set PYTHONPATH for the tests of the project."""
    scene.repository.commit("start", {"shop.py": _OLD})
    files = {f"{folder}/rich/__init__.py": scene.payload for folder in (".", "src")}
    scene.repository.commit("change", {"shop.py": _NEW, **files})
    words = ("check", "HEAD", "--no-run", "--jobs", "2", "--sandbox", scene.level.value)
    done = scene.swerve(*words, variables={"PYTHONPATH": f"{variable}:/nowhere"})
    assert "double" in done.stdout


@pytest.mark.parametrize("module", ["venv.__main__", "unittest.__main__", "antigravity", "idlelib"])
@at(Level.STRICT, Level.PROCESS)
def test_an_annotation_names_a_module_that_does_something(scene: Scene, module: str) -> None:
    """`unittest.__main__` runs the tests that it finds, and ends the process."""
    old = "def double(x):\n    return x + x\n"
    new = f"import {module} as m\n\n\ndef double(x: m.main):\n    return x + x\n"
    scene.repository.commit("start", {"shop.py": old})
    scene.repository.commit("change", {"shop.py": new, "test_shop.py": scene.payload})
    done = scene.check("HEAD", "--no-run")
    assert "double" in done.stdout
