"""From which folders does a tree's code import itself?"""

from __future__ import annotations

from pathlib import Path

import pytest

from swerve.run.project._roots import module_name, roots_of


def make(tree: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        file = tree / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tree


def package(name: str) -> dict[str, str]:
    return {f"{name}/__init__.py": "", f"{name}/core.py": ""}


SETUPTOOLS = '[build-system]\nbuild-backend = "setuptools.build_meta"\n'


@pytest.mark.parametrize(
    ("files", "roots"),
    [
        pytest.param({"app.py": ""}, ("",), id="a single module"),
        pytest.param(package("app"), ("",), id="flat, no build files"),
        pytest.param(package("src/app"), ("src", ""), id="src, no build files"),
        pytest.param(package("lib/app"), ("lib", ""), id="lib, no build files"),
        pytest.param({"lib/helper.py": ""}, ("",), id="lib with loose modules is a folder"),
        pytest.param({"src/app.py": ""}, ("src", ""), id="src with a module"),
        pytest.param({"src/google/thing/x.py": ""}, ("src", ""), id="src with a namespace"),
        pytest.param({"src/main.c": ""}, ("",), id="src with other languages"),
        pytest.param(package("src"), ("",), id="src is a package"),
        pytest.param(
            {"src/app.py": "", "main.py": "from src.app import x\n"}, ("",), id="src is imported"
        ),
        pytest.param(
            {
                **package("code/app"),
                "pyproject.toml": '[tool.setuptools]\npackage-dir = {"" = "code"}',
            },
            ("code", ""),
            id="setuptools: package-dir",
        ),
        pytest.param(
            {
                **package("code/app"),
                "pyproject.toml": '[tool.setuptools.package-dir]\napp = "code/app"',
            },
            ("code", ""),
            id="setuptools: package-dir of one package",
        ),
        pytest.param(
            {
                **package("code/app"),
                **package("more/other"),
                "pyproject.toml": '[tool.setuptools.packages.find]\nwhere = ["code", "more"]',
            },
            ("code", "more", ""),
            id="setuptools: find where",
        ),
        pytest.param(
            {
                **package("app"),
                **package("src/x"),
                "pyproject.toml": '[tool.setuptools]\npackages = ["app"]',
            },
            ("",),
            id="setuptools: packages named",
        ),
        pytest.param(
            {**package("code/app"), "setup.cfg": "[options]\npackage_dir =\n    = code\n"},
            ("code", ""),
            id="setup.cfg: package_dir",
        ),
        pytest.param(
            {
                **package("code/app"),
                "setup.cfg": "[options]\npackages = find:\n[options.packages.find]\nwhere = code\n",
            },
            ("code", ""),
            id="setup.cfg: find where",
        ),
        pytest.param(
            {
                **package("code/app"),
                "setup.py": "from setuptools import *\nsetup(package_dir={'': 'code'})\n",
            },
            ("code", ""),
            id="setup.py: package_dir",
        ),
        pytest.param(
            {
                **package("code/app"),
                "setup.py": "import setuptools\nWHERE = 'code'\nif True:\n"
                "    setuptools.setup(packages=setuptools.find_packages(where=WHERE) + ['x'])\n",
            },
            ("code", ""),
            id="setup.py: find_packages",
        ),
        pytest.param(
            {
                **package("code/app"),
                "setup.py": "kwargs = dict(name='app')\nkwargs['package_dir'] = {'': 'code'}\n"
                "def main():\n    setup(**kwargs)\nmain()\n",
            },
            ("code", ""),
            id="setup.py: keyword arguments made before",
        ),
        pytest.param(
            {**package("src/app"), "setup.py": "this is not Python\n"},
            ("src", ""),
            id="setup.py that does not parse",
        ),
        pytest.param(
            {**package("src/app"), "pyproject.toml": "not [toml"}, ("src", ""), id="broken TOML"
        ),
        pytest.param(
            {
                **package("code/app"),
                "pyproject.toml": '[tool.hatch.build.targets.wheel]\npackages = ["code/app"]',
            },
            ("code", ""),
            id="hatch: packages",
        ),
        pytest.param(
            {
                **package("code/app"),
                "pyproject.toml": '[tool.hatch.build.targets.wheel.sources]\n"code/app" = "app"',
            },
            ("code", ""),
            id="hatch: sources",
        ),
        pytest.param(
            {
                **package("code/app"),
                "pyproject.toml": '[tool.poetry]\npackages = [{include = "app", from = "code"}]',
            },
            ("code", ""),
            id="poetry: packages from",
        ),
        pytest.param(
            {**package("src/app"), "pyproject.toml": '[tool.flit.module]\nname = "app"'},
            ("src", ""),
            id="flit",
        ),
        pytest.param(
            {**package("code/app"), "pyproject.toml": '[tool.pdm.build]\npackage-dir = "code"'},
            ("code", ""),
            id="pdm: package-dir",
        ),
        pytest.param(
            {
                **package("code/app"),
                "pyproject.toml": '[tool.uv.build-backend]\nmodule-root = "code"',
            },
            ("code", ""),
            id="uv: module-root",
        ),
        pytest.param(
            {**package("py/app"), "pyproject.toml": '[tool.maturin]\npython-source = "py"'},
            ("py", ""),
            id="maturin: python-source",
        ),
        pytest.param(
            {"app/x.py": "", "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = "app"'},
            ("app", ""),
            id="pytest: pythonpath",
        ),
        pytest.param(
            {
                **package("app"),
                "pyproject.toml": SETUPTOOLS + '[tool.pdm.build]\npackage-dir = "../up"',
            },
            ("",),
            id="a folder outside the tree",
        ),
        pytest.param(
            {**package("app"), "pyproject.toml": '[tool.pdm.build]\npackage-dir = "gone"'},
            ("",),
            id="a folder that is not there",
        ),
        pytest.param(
            {
                **package("libs/one/src/one"),
                **package("libs/two/two"),
                "libs/one/pyproject.toml": "",
                "libs/two/setup.py": "",
                "tests/data/project/setup.py": "",
            },
            ("", "libs/one/src", "libs/one", "libs/two"),
            id="several projects, and one that tests use",
        ),
        pytest.param(
            {**package("site/shop"), "site/manage.py": ""}, ("", "site"), id="a Django project"
        ),
    ],
)
def test_roots(tmp_path: Path, files: dict[str, str], roots: tuple[str, ...]) -> None:
    assert roots_of(make(tmp_path, files)) == roots


class TestRootsForFiles:
    def test_the_project_that_holds_them_comes_first(self, tmp_path: Path) -> None:
        make(tmp_path, {**package("app"), **package("libs/one/one"), "libs/one/setup.py": ""})
        assert roots_of(tmp_path, ["libs/one/one/core.py"]) == ("libs/one", "")

    def test_also_where_projects_are_not_looked_for(self, tmp_path: Path) -> None:
        make(tmp_path, {**package("examples/deep/er/one"), "examples/deep/er/setup.py": ""})
        assert roots_of(tmp_path, ["examples/deep/er/one/core.py"]) == ("examples/deep/er", "")

    def test_scripts_that_import_their_neighbours_do_so_by_bare_names(self, tmp_path: Path) -> None:
        make(tmp_path, {"tools/run.py": "import common\n", "tools/common.py": ""})
        roots = roots_of(tmp_path, ["tools/run.py"])
        assert roots == ("", "tools")
        assert module_name("tools/run.py", roots) == "run"

    def test_folders_without_init_are_namespaces_otherwise(self, tmp_path: Path) -> None:
        make(tmp_path, {"tools/run.py": "import json\n", "tools/common.py": ""})
        roots = roots_of(tmp_path, ["tools/run.py"])
        assert roots == ("",)
        assert module_name("tools/run.py", roots) == "tools.run"

    def test_folders_that_no_import_can_name_are_roots(self, tmp_path: Path) -> None:
        make(tmp_path, {"cloud-functions/resize/main.py": ""})
        roots = roots_of(tmp_path, ["cloud-functions/resize/main.py"])
        assert module_name("cloud-functions/resize/main.py", roots) == "main"

    def test_files_that_only_the_other_side_has_do_no_harm(self, tmp_path: Path) -> None:
        make(tmp_path, package("app"))
        assert roots_of(tmp_path, ["gone/away.py", "app/new.py"]) == ("",)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("src/app/core.py", "app.core"),
        ("src/app/__init__.py", "app"),
        ("src/app/__main__.py", "app.__main__"),
        ("src/module.py", "module"),
        ("tests/test_app.py", "tests.test_app"),
        ("setup.py", "setup"),
        ("srcs/app.py", "srcs.app"),
        ("__init__.py", None),
        ("my-script.py", None),
        ("src/app/class.py", None),
        ("src/app/core.pyi", None),
        ("src/app/2to3.py", None),
        ("src/app/\udcff.py", None),
    ],
)
def test_module_names(path: str, name: str | None) -> None:
    assert module_name(path, ("src", "")) == name


def test_a_tree_with_links_in_circles_ends(tmp_path: Path) -> None:
    make(tmp_path, package("src/app"))
    (tmp_path / "src" / "again").symlink_to("../src")
    assert roots_of(tmp_path, ["src/app/core.py"]) == ("src", "")
