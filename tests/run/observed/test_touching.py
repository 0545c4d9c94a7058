"""Are the test files that may reach a change found, nearest first?"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.run.observed.projects import lay

from swerve.model import Function, Module
from swerve.run.observed._touching import nearest
from swerve.run.project import Checkout, Tree, roots_of


def _nearest(folder: Path, files: dict[str, str], name: str = "f", target: str = "") -> list[str]:
    tree = lay(folder, files)
    checkout = Checkout(Tree(path=tree, key="key"), roots_of(tree))
    target = target or "pkg/core.py"
    function = Function(name, Module(target, files[target]), 1, 2, 1)
    tests = sorted(file for file in files if "test_" in file)
    return [near.file for near in nearest(checkout, tests, [function])]


CORE = {"pkg/__init__.py": "", "pkg/core.py": "def f():\n    pass\n"}


def test_who_names_the_function_comes_first_and_who_reaches_it_through_others_last(
    tmp_path: Path,
) -> None:
    files = {
        **CORE,
        "pkg/api.py": "from .core import f\n",
        "pkg/app.py": "from pkg import (\n    api,  # the rest\n)\n",
        "tests/test_far.py": "import pkg.app\n",
        "tests/test_near.py": "from pkg import api\n",
        "tests/test_direct.py": "import pkg.core\n",
        "tests/test_names.py": "from pkg.core import f\n",
        "tests/test_other.py": "import json\n",
    }
    assert _nearest(tmp_path, files) == [
        "tests/test_names.py",
        "tests/test_direct.py",
        "tests/test_near.py",
        "tests/test_far.py",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "import pkg.core",
        "import json, pkg.core as c",
        "from pkg import core",
        "from pkg import (\n    core,\n)",
        "    from pkg.core import *",
        "from pkg.core import x; y = 1",
    ],
)
def test_imports_are_read_however_they_are_written(tmp_path: Path, line: str) -> None:
    files = {**CORE, "test_a.py": f"if True:\n    pass\n{line}\n"}
    assert _nearest(tmp_path, files) == ["test_a.py"]


def test_a_package_imports_what_its_init_imports(tmp_path: Path) -> None:
    files = {**CORE, "pkg/__init__.py": "from . import core\n", "pkg/other.py": ""}
    files["test_a.py"] = "import pkg.other\n"
    assert _nearest(tmp_path, files) == ["test_a.py"]


def test_fixtures_bring_their_imports(tmp_path: Path) -> None:
    files = {**CORE, "conftest.py": "import pkg.core\n", "tests/deep/test_a.py": "x = 1\n"}
    assert _nearest(tmp_path, files) == ["tests/deep/test_a.py"]


def test_helpers_beside_tests_are_followed(tmp_path: Path) -> None:
    files = {**CORE, "tests/helper.py": "import pkg.core\n", "tests/test_a.py": "import helper\n"}
    assert _nearest(tmp_path, files) == ["tests/test_a.py"]


def test_folders_below_a_root_are_known_by_their_names(tmp_path: Path) -> None:
    files = {
        "pyproject.toml": "[project]\nname = 'p'\n",
        "src/pkg/__init__.py": "",
        "src/pkg/core.py": "def f():\n    pass\n",
        "tests/test_a.py": "from pkg.core import g\n",
    }
    assert _nearest(tmp_path, files, target="src/pkg/core.py") == ["tests/test_a.py"]
