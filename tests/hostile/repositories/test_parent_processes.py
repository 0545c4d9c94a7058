"""Does any interpreter of ours take modules from the checkout?"""

from __future__ import annotations

import sys

import pytest
from tests.hostile.repositories.conftest import SWERVE, Scene, at

from swerve.run.sandbox import Level

_OLD = "def double(x):\n    return x + x\n\n\ndef triple(x):\n    return x + x + x\n"
_NEW = _OLD.replace("return x", "return 1 + x")
#: Modules and packages of the library, what swerve depends on, and what Python itself looks for.
_SHADOWS = (
    *("multiprocessing/__init__.py", "json/__init__.py", "pickle.py", "click/__init__.py"),
    *("rich/__init__.py", "sitecustomize.py", "usercustomize.py"),
)


@pytest.fixture
def scene(scene: Scene) -> Scene:
    """The scene, with a process that starts as the user's does."""
    scene.starts = (str(SWERVE),)
    return scene


@at(Level.STRICT)
def test_a_commit_shadows_modules(scene: Scene) -> None:
    _commit_shadows(scene)
    assert "double" in scene.check("HEAD", "--jobs", "2").stdout


@at(Level.STRICT, Level.PROCESS)
def test_a_commit_shadows_modules_and_nothing_is_run(scene: Scene) -> None:
    _commit_shadows(scene)
    assert "double" in scene.check("HEAD", "--no-run", "--jobs", "2").stdout


@at(Level.STRICT, Level.PROCESS)
def test_swerve_is_started_as_a_module_in_the_checkout(scene: Scene) -> None:
    _commit_shadows(scene)
    words = ("check", "HEAD", "--no-run", "--jobs", "2")
    done = scene.swerve(*words, command=(sys.executable, "-m", "swerve"))
    assert "double" in done.stdout


def _commit_shadows(scene: Scene) -> None:
    scene.repository.commit("start", {"shop.py": _OLD})
    shadows = dict.fromkeys(_SHADOWS, scene.payload)
    scene.repository.commit("change", {"shop.py": _NEW, **shadows})


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


@at(Level.STRICT)
def test_the_project_is_installed_for_editing_beside_swerve(scene: Scene) -> None:
    """Its sources are on the path then, before what swerve looks for and may do without."""
    site = scene.top / "site"
    scene.repository.commit("start", {"src/shop.py": _OLD})
    optional = ("typing_extensions", "sqlalchemy", "z3", "psycopg")
    files = {f"src/{name}.py": scene.payload for name in optional}
    scene.repository.commit("change", {"src/shop.py": _NEW, **files})
    site.mkdir()
    (site / "project.pth").write_text(f"{scene.repository.path}/src\n")
    # As an environment does it that has swerve, its dependencies, and nothing that is optional.
    start = (
        f"import site, sys; site.addsitedir({str(site)!r}); sys.path.insert(0, sys.path.pop()); "
        "from swerve.__main__ import main; sys.exit(main())"
    )
    words = ("check", "HEAD", "--no-run", "--sandbox", scene.level.value)
    done = scene.swerve(*words, command=(sys.executable, "-I", "-c", start))
    assert "double" in done.stdout
    done = scene.swerve("campaign", "status", command=(sys.executable, "-I", "-c", start))
    assert done.returncode == 2


@at(Level.STRICT, Level.PROCESS)
def test_annotations_name_modules_that_do_something(scene: Scene) -> None:
    """`unittest.__main__` runs the tests that it finds, and ends the process."""
    modules = ("venv.__main__", "unittest.__main__", "antigravity", "idlelib")
    old = "def double{}(x):\n    return x + x\n"
    new = "import {} as m{}\n\n\ndef double{}(x: m{}.main):\n    return x + x\n"
    numbered = list(enumerate(modules))
    before = "".join(old.format(number) for number, _ in numbered)
    after = "".join(new.format(name, *[number] * 3) for number, name in numbered)
    scene.repository.commit("start", {"shop.py": before})
    scene.repository.commit("change", {"shop.py": after, "test_shop.py": scene.payload})
    assert "double3" in scene.check("HEAD", "--no-run").stdout
