"""Are the files with tests found, and named after the right project?"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.apps.collect.suites import lay

from swerve.model.errors import NoTests
from swerve.predict.training.events import identity_of, is_excluded
from swerve.run.suites._test_files import conventions_of, files_with_tests, is_test, take_chunk


def _found(folder: Path, *names: str, settings: str = "", wanted: tuple[str, ...] = ()) -> set[str]:
    lay(folder, {**dict.fromkeys(names, ""), "pytest.ini": f"[pytest]\n{settings}"})
    return set(files_with_tests(folder, conventions_of(folder), wanted))


def test_tests_are_found_by_what_people_call_them(tmp_path: Path) -> None:
    tests = {"test_a.py", "pkg/tests/testb.py", "tests/c_test.py", "app/tests.py"}
    others = {
        "pkg/a.py",
        "tests/helper.py",
        "tests/data/test_d.py",
        ".venv/test_e.py",
        "conftest.py",
    }
    assert _found(tmp_path, *tests, *others) == tests


def test_what_the_project_says_about_its_tests_counts(tmp_path: Path) -> None:
    settings = "python_files = check_*.py\ntestpaths = checks\n"
    found = _found(
        tmp_path, "checks/check_a.py", "checks/test_b.py", "test_c.py", settings=settings
    )
    assert found == {"checks/check_a.py", "checks/test_b.py"}


def test_a_file_that_is_named_may_have_any_name(tmp_path: Path) -> None:
    names = ("tests/odd.py", "tests/test_a.py", "more/test_b.py")
    assert _found(tmp_path, *names, wanted=("tests/odd.py", "more")) == {
        "tests/odd.py",
        "more/test_b.py",
    }
    with pytest.raises(NoTests, match="src"):
        _found(tmp_path, "src/a.py", wanted=("src",))


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("pytest.ini", "[pytest]\naddopts = -n 4 --import-mode=importlib\n  -p pytester -p gone\n"),
        (
            "pyproject.toml",
            "[tool.pytest.ini_options]\naddopts = "
            '["--cov", "--import-mode", "importlib", "-ppytester"]\n',
        ),
        ("tox.ini", "[pytest]\naddopts = --import-mode=importlib -p pytester -p no:x\n"),
        ("setup.cfg", "[tool:pytest]\naddopts = --import-mode=importlib -p pytester\n"),
    ],
)
def test_only_options_about_imports_are_kept(file: str, text: str, tmp_path: Path) -> None:
    lay(tmp_path, {file: text})
    kept = " ".join(conventions_of(tmp_path).options).replace("-ppytester", "-p pytester")
    assert kept == "--import-mode=importlib -p pytester"


def test_plugins_of_the_project_are_kept(tmp_path: Path) -> None:
    lay(tmp_path, {"pytest.ini": "[pytest]\naddopts = -p tests.plugin\n", "tests/plugin.py": ""})
    assert conventions_of(tmp_path).options == ("-p", "tests.plugin")


def test_chunks_take_every_file_once(tmp_path: Path) -> None:
    files = [f"tests/{folder}/test_{n}.py" for folder in "abc" for n in range(5)]
    lay(tmp_path, {**dict.fromkeys(files, ""), "tests/c/__init__.py": ""})
    waiting, taken = list(files), []
    while waiting:
        chunk = take_chunk(waiting, 6, tmp_path)
        loose = [Path(file).name for file in chunk if "/c/" not in file]
        assert len(loose) == len(set(loose))
        assert 0 < len(chunk) <= 6
        taken += chunk
    assert sorted(taken) == sorted(files)


@pytest.mark.parametrize(
    ("file", "answer"),
    [
        ("tests/helper.py", True),
        ("pkg/test_a.py", True),
        ("conftest.py", True),
        ("pkg/latest.py", False),
        ("pkg/contest/a.py", False),
    ],
)
def test_tests_are_told_from_code(file: str, answer: bool) -> None:
    assert is_test(file) is answer


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "name", "version"),
    [
        ({"PKG-INFO": "Name: a\nVersion: 1\n\nName: b\n"}, "a", "1"),
        ({"pyproject.toml": '[project]\nname = "a"\nversion = "1"\n'}, "a", "1"),
        ({"pyproject.toml": '[tool.poetry]\nname = "a"\nversion = "1"\n'}, "a", "1"),
        ({"pyproject.toml": '[project]\nname = "a"\ndynamic = ["version"]\n'}, "a", ""),
        ({"setup.cfg": "[metadata]\nname = a\nversion = attr: a.v\n"}, "a", ""),
        ({"setup.py": "from setuptools import setup\nsetup(name='a', version='1')\n"}, "a", "1"),
        ({"src/a.egg-info/PKG-INFO": "Name: a\nVersion: 1\n"}, "a", "1"),
        ({"x.py": ""}, "folder", ""),
    ],
)
def test_a_project_has_the_name_it_gives_itself(
    files: dict[str, str], name: str, version: str, tmp_path: Path
) -> None:
    folder = lay(tmp_path / "folder", files)
    found = identity_of(folder, folder, ("src", ""))
    assert (found.name, found.version) == (name, version)
    assert found.is_declared is (name != "folder")


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("Scikit_Learn", True),
        ("apache.airflow-providers-http", True),
        ("poetry-core", True),
        ("TheAlgorithms", True),
        ("flask-login", False),
        ("blacken", False),
    ],
)
def test_excluded_projects_are_known_however_they_are_spelled(name: str, answer: bool) -> None:
    assert is_excluded(name) is answer
