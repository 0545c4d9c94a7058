"""Is what a project's code reads in its tests written down as it was?"""

from __future__ import annotations

import ast
import os
import sys
from pathlib import Path

import pytest
from tests.apps.collect.suites import (
    SHOP,
    Silent,
    collect_from,
    event_at,
    fingerprint,
    lay,
    recorded_in,
    wanted_from,
)
from tests.conftest import Repository

from swerve.apps.collect._collecting import Collected, collect
from swerve.facts.classes import CoarseClass, ValueClass
from swerve.model.errors import NoTests, PathMissing, ProjectExcluded, PytestMissing, SuiteFailed
from swerve.predict.training.events import read

_SITE = f"venv/lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"
#: Outside of it, so that it is read when the user says so.
_ELSEWHERE = str(Path(pytest.__file__).parents[1])


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay(tmp_path_factory.mktemp("shop") / "folder", SHOP)


@pytest.fixture(scope="module")
def collected(shop: Path) -> Collected:
    before = fingerprint(shop)
    found = collect_from(shop)
    assert fingerprint(shop) == before
    return found


def test_an_event_has_the_position_and_the_classes_of_what_was_read(collected: Collected) -> None:
    files = recorded_in(collected)
    discount = event_at(files["src/shop/__init__.py"], "name", "discount", 5)
    assert discount.place == (5, 7, 5, 15)
    assert discount.counts == {"none": 1, "positive int": 1}
    assert discount.fine is ValueClass.NONE  # of two seen as often, the first in order
    assert discount.coarse is CoarseClass.NONE
    prices = event_at(files["src/shop/prices.py"], "item", "prices", 3)
    assert prices.place == (3, 8, 3, 13)
    assert prices.counts == {"positive int": 3}
    assert event_at(files["src/shop/__init__.py"], "call", "total", 4).place == (4, 11, 4, 24)


def test_every_place_is_one_of_the_source_that_comes_along(collected: Collected) -> None:
    for recorded in recorded_in(collected).values():
        nodes = {
            (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
            for node in ast.walk(ast.parse(recorded.source))
            if isinstance(node, ast.expr)
        }
        assert {event.place for event in recorded.events} <= nodes


def test_tests_are_told_from_what_they_test(collected: Collected) -> None:
    assert {name: file.is_test for name, file in recorded_in(collected).items()} == {
        "src/shop/__init__.py": False,
        "src/shop/prices.py": False,
        "tests/test_pay.py": True,
    }


def test_the_header_tells_where_the_events_are_from(collected: Collected) -> None:
    header = read(collected.file)[0]
    assert collected.file.name == "Little.Shop-1.2.jsonl.gz"
    assert (header.project, header.version, header.origin) == ("Little.Shop", "1.2", "observed")
    assert header.tests == {"passed": 2}
    files = recorded_in(collected).values()
    assert (header.files, header.events) == (3, sum(len(file.events) for file in files))
    assert (collected.done, collected.total, collected.waiting) == (1, 1, 0)


def test_files_that_git_ignores_do_not_come_along(repository: Repository) -> None:
    repository.commit(files={**SHOP, ".gitignore": "secret.txt\n"})
    repository.write("secret.txt", "x")
    repository.write(
        "tests/test_secret.py",
        "import os, shop\ndef test_it():\n    assert not os.path.exists('secret.txt')\n",
    )
    before = repository.fingerprint()
    assert collect_from(repository.path).header.tests == {"passed": 3}
    assert repository.fingerprint() == before


def test_an_installed_package_is_recorded_where_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a build makes is only there, and single modules count too."""
    made = {
        f"{_SITE}/lonely.py": "def f(x):\n    return x\n",
        f"{_SITE}/lonely-3.dist-info/METADATA": "Name: lonely\nVersion: 3\n",
        f"{_SITE}/lonely-3.dist-info/RECORD": "lonely.py,,\nlonely-3.dist-info/METADATA,,\n",
        f"{_SITE}/lonely_test.py": "",
        "project/setup.cfg": "[metadata]\nname = lonely\nversion = attr: lonely.__version__\n",
        "project/tests/test_f.py": "import lonely\ndef test_f():\n    assert lonely.f('a')\n",
    }
    lay(tmp_path, made)
    python = _environment_of_this_one(tmp_path / "venv")
    monkeypatch.setenv("SWERVE_READABLE", _ELSEWHERE)
    found = collect_from(tmp_path / "project", python=str(python))
    assert found.file.name == "lonely-3.jsonl.gz"
    files = recorded_in(found)
    assert event_at(files["lonely.py"], "name", "x", 2).counts == {"string": 1}


def test_tests_that_are_installed_run_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = {
        f"{_SITE}/inner/__init__.py": "def f(x):\n    return x\n",
        f"{_SITE}/inner/tests/test_f.py": "import inner\ndef test_f():\n    assert inner.f(1)\n",
        f"{_SITE}/inner-3.dist-info/METADATA": "Name: inner\nVersion: 3\n",
        f"{_SITE}/inner-3.dist-info/RECORD": "inner/__init__.py,,\ninner/tests/test_f.py,,\n",
        "project/setup.cfg": "[metadata]\nname = inner\n",
        "project/inner/__init__.py": "raise ImportError('not built')\n",
        "project/inner/tests/test_f.py": "import inner\n",
    }
    lay(tmp_path, made)
    python = _environment_of_this_one(tmp_path / "venv")
    monkeypatch.setenv("SWERVE_READABLE", _ELSEWHERE)
    found = collect_from(tmp_path / "project", python=str(python), installed=True)
    assert found.header.tests == {"passed": 1}
    assert set(recorded_in(found)) == {"inner/__init__.py", "inner/tests/test_f.py"}


def _environment_of_this_one(folder: Path) -> Path:
    """A virtual environment that finds pytest where these tests have it."""
    (folder / "bin").mkdir(exist_ok=True)
    (folder / "bin" / "python").symlink_to(os.path.realpath(sys.executable))
    home = Path(sys.base_prefix, "bin")
    settings = f"home = {home}\ninclude-system-site-packages = false\nversion = 3\n"
    (folder / "pyvenv.cfg").write_text(settings)
    site = next(folder.glob("lib/*/site-packages"))
    (site / "more.pth").write_text(_ELSEWHERE)
    return folder / "bin" / "python"


@pytest.mark.slow
def test_modules_of_the_same_name_run_apart(tmp_path: Path) -> None:
    text = "import shop\ndef test_it(): assert shop.pay([1]) == 1\n"
    lay(tmp_path / "p", {**SHOP, "tests/a/test_same.py": text, "tests/b/test_same.py": text})
    assert collect_from(tmp_path / "p").header.tests == {"passed": 4}


def test_loaders_made_by_hand_record_too(tmp_path: Path) -> None:
    """As pytest makes them with `--import-mode=importlib`."""
    files = {**SHOP, "pytest.ini": "[pytest]\naddopts = --import-mode importlib --nonsense\n"}
    found = collect_from(lay(tmp_path / "p", files))
    assert found.header.tests == {"passed": 2}
    assert "tests/test_pay.py" in recorded_in(found)


def test_what_the_tests_make_or_change_themselves_is_dropped(tmp_path: Path) -> None:
    text = """\
import pathlib
pathlib.Path("made.py").write_text("x = 1\\ny = x\\n")
pathlib.Path("src/shop/prices.py").write_text("def total(prices):\\n    return prices[0]\\n")
import made, shop

def test_it(): assert shop.pay([1, 2]) == 1
"""
    folder = lay(tmp_path / "p", {**SHOP, "tests/test_pay.py": text})
    found = collect_from(folder)
    assert set(recorded_in(found)) == {"src/shop/__init__.py", "tests/test_pay.py"}
    assert {each.file: each.why for each in found.left_out} == {
        "made.py": "the tests created it",
        "src/shop/prices.py": "the tests changed it",
    }


def test_a_listener_hears_how_far_it_is(shop: Path, tmp_path: Path) -> None:
    listener = Silent()
    collect(wanted_from(shop, out=tmp_path), listener)
    assert listener.heard[-1][:3] == (1, 1, 2)
    assert listener.heard[-1][3] > 10


# --- what goes wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ({"pyproject.toml": '[project]\nname = "Scikit_Learn"\n'}, "Scikit_Learn"),
        ({"PKG-INFO": "Metadata-Version: 2.1\nName: apache-airflow-core\n"}, "apache-airflow-core"),
        ({"setup.py": "from setuptools import setup\nsetup(name='black')\n"}, "black"),
        ({"flask/__init__.py": ""}, "flask"),
    ],
)
def test_what_swerve_is_measured_with_is_refused(
    files: dict[str, str], name: str, tmp_path: Path
) -> None:
    folder = lay(tmp_path / "p", {"tests/test_a.py": "def test_a(): pass\n", **files})
    with pytest.raises(ProjectExcluded, match=name):
        collect_from(folder)
    assert not (tmp_path / "events").exists()


def test_a_project_without_tests_is_told_so(tmp_path: Path) -> None:
    lay(tmp_path / "p", {"a.py": "x = 1\n"})
    with pytest.raises(NoTests, match="no tests in the project"):
        collect_from(tmp_path / "p")


def test_tests_that_are_not_there_are_told_so(shop: Path, tmp_path: Path) -> None:
    with pytest.raises(PathMissing, match="test_missing"):
        collect_from(shop, tests=("tests/test_missing.py",), out=tmp_path)


def test_an_interpreter_without_pytest_is_told_with_what_to_do(shop: Path, tmp_path: Path) -> None:
    lay(tmp_path, {f"{_SITE}/x.py": ""})
    python = _environment_of_this_one(tmp_path / "venv")
    next((tmp_path / "venv").rglob("more.pth")).unlink()
    with pytest.raises(PytestMissing) as caught:
        collect_from(shop, python=str(python), out=tmp_path / "events")
    assert str(python) in caught.value.message
    assert f"{python} -m pip install pytest" in caught.value.hint


def test_a_suite_that_cannot_be_imported_is_told_with_what_is_missing(tmp_path: Path) -> None:
    text = "import yaml_that_is_not_there\ndef test_a(): pass\n"
    folder = lay(tmp_path / "p", {"tests/test_a.py": text, "tests/test_b.py": text})
    with pytest.raises(SuiteFailed) as caught:
        collect_from(folder)
    assert "No module named 'yaml_that_is_not_there'" in caught.value.message
    assert "pip install yaml-that-is-not-there" in caught.value.hint
    assert not list((tmp_path / "events").glob("*.gz"))


@pytest.mark.slow
def test_a_broken_conftest_takes_only_its_own_folder_down(tmp_path: Path) -> None:
    more = {"other/conftest.py": "raise RuntimeError('no')\n", "other/test_o.py": "import shop\n"}
    found = collect_from(lay(tmp_path / "p", {**SHOP, **more}))
    assert found.header.tests == {"passed": 2}
    assert [each.file for each in found.left_out] == ["other/test_o.py"]
    assert "RuntimeError" in found.left_out[0].why


def test_a_file_that_cannot_be_imported_is_named_beside_the_others(tmp_path: Path) -> None:
    folder = lay(tmp_path / "p", {**SHOP, "tests/test_more.py": "import shop\nshop.nothing\n"})
    found = collect_from(folder)
    assert [(each.file, each.why) for each in found.left_out] == [
        ("tests/test_more.py", "AttributeError: module 'shop' has no attribute 'nothing'")
    ]
    assert (found.done, found.total) == (1, 2)
