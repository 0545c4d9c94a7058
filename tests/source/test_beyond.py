"""What files that a change adds, or that are no Python, mean for code that stays the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import Repository

from swerve.check.investigating import Plan
from swerve.check.pipeline import check
from swerve.source import RawChange, Selection, pair_up, read_git, read_paths

Files = dict[str, str]

F = "def f():\n    return 1  # {}\n"
TOOL = "def tool():\n    return 1\n"
PATCHES = "import sys\nsys.modules['m'].K = 2\n"
USES = "import difflib\n" + F


def verdicts(raw: RawChange) -> dict[str, str]:
    report = check(pair_up(raw), Plan())
    return {each.pair.name: each.verdict.value for each in report.functions}


def of_commits(repository: Repository, old: Files, new: Files) -> dict[str, str]:
    """The verdicts on a change; `{}` in a text is what is said of a version in a comment."""
    for words, files in (("old", old), ("new", {**old, **new})):
        repository.commit(words, {path: text.replace("{}", words) for path, text in files.items()})
    selection = Selection()
    return verdicts(
        read_git(repository.path, revisions="HEAD", staged=False, paths=(), selection=selection)
    )


SHADOWED = [
    ({"pkg/__init__.py": TOOL}, {"pkg/__init__.py": TOOL + "from .tool import helper\n"}),
    ({"pkg/__init__.py": TOOL}, {"pkg/__init__.py": TOOL + "import pkg.tool\n"}),
    (
        {"pkg/__init__.py": TOOL + "from . import other\n", "pkg/other.py": "X = 1\n"},
        {"pkg/other.py": "X = 1\nfrom .tool import helper\n"},
    ),
]


@pytest.mark.parametrize(("old", "new"), SHADOWED)
def test_a_submodule_takes_the_name_of_a_function(
    repository: Repository, old: Files, new: Files
) -> None:
    new = {"pkg/tool.py": "def helper(): return 1\n", **new}
    assert of_commits(repository, old, new) == {"tool": "inconclusive"}


@pytest.mark.parametrize(
    ("bound", "expected"),
    [
        ("from ._impl import tool", "inconclusive"),
        ("tool = len", "inconclusive"),
        ("from .tool import tool", "preserved"),
        ("from pkg.tool import other, tool", "preserved"),
        ("from . import tool", "preserved"),
        ("other = len", "preserved"),
    ],
)
def test_a_submodule_takes_a_name(repository: Repository, bound: str, expected: str) -> None:
    old = {"pkg/__init__.py": f"{bound}\n", "pkg/_impl.py": TOOL, "m.py": F}
    new = {"pkg/tool.py": TOOL}
    assert of_commits(repository, old, new)["f"] == expected


@pytest.mark.parametrize(
    ("old", "added", "expected"),
    [
        ("m.py", "heapq.py", "inconclusive"),
        ("m.py", "heapq/__init__.py", "inconclusive"),
        ("src/m.py", "src/heapq.py", "inconclusive"),
        ("app/main.py", "app/heapq.py", "inconclusive"),
        ("m.py", "markupsafe.py", "inconclusive"),  # in the environment
        ("m.py", "quite_new.py", "preserved"),
        ("m.py", "heapq/data.py", "preserved"),  # Python prefers a package with `__init__.py`
        ("pkg/m.py", "pkg/heapq.py", "preserved"),
        ("pkg/m.py", "pkg/markupsafe.py", "preserved"),
    ],
)
def test_a_new_module_hides_another(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, old: str, added: str, expected: str
) -> None:
    packages = repository.path.parent / "env/lib/python3.11/site-packages"
    (packages / "markupsafe").mkdir(parents=True)
    monkeypatch.setenv("VIRTUAL_ENV", str(packages.parents[2]))
    before = {old: USES, "pkg/__init__.py": ""}
    assert of_commits(repository, before, {added: "X = 1\n"}) == {"f": expected}


def test_a_new_package_has_modules_of_any_name(repository: Repository) -> None:
    new = {"fresh/__init__.py": "", "fresh/types.py": "X = 1\n"}
    assert of_commits(repository, {"m.py": F}, new) == {"f": "preserved"}


def test_a_folder_with_scripts_becomes_a_package(repository: Repository) -> None:
    new = {"app/__init__.py": "", "app/heapq.py": "X = 1\n"}
    assert of_commits(repository, {"app/main.py": USES}, new) == {"f": "inconclusive"}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"patches.py": PATCHES}, {"m.py": "import patches"}, "inconclusive"),
        (
            {"patches.py": PATCHES},
            {"m.py": "import patches", "tools/patches.py": "X = 1\n"},
            "inconclusive",
        ),
        (
            {"lib/patches.py": PATCHES},
            {"m.py": "import patches", "tools/patches.py": "X = 1\n"},
            "inconclusive",
        ),
        (
            {"patches.py": PATCHES},
            {"m.py": "import fresh, patches", "fresh.py": "X = 1\n"},
            "inconclusive",
        ),
        (
            {"tools/patches.py": PATCHES},
            {"m.py": "import tools.patches", "tools/__init__.py": ""},
            "inconclusive",
        ),
        (
            {"pkg/__init__.py": PATCHES},
            {"m.py": "import pkg.fresh", "pkg/fresh.py": "X = 1\n"},
            "inconclusive",
        ),
        (
            {"patches.py": PATCHES, "m.py": "if __debug__ < 0:\n    import patches"},
            {"m.py": "import patches, fresh", "fresh.py": "X = 1\n"},
            "inconclusive",
        ),
        ({}, {"m.py": "import fresh", "fresh.py": "X = 1\n"}, "preserved"),
        ({}, {"m.py": "from fresh.a import b", "src/fresh/a.py": "b = 1\n"}, "preserved"),
        (
            {"pkg/__init__.py": '"""A package."""\n'},
            {"m.py": "import pkg.fresh", "pkg/fresh.py": "X = 1\n"},
            "preserved",
        ),
    ],
)
def test_an_import_that_the_change_brings(
    repository: Repository, old: Files, new: Files, expected: str
) -> None:
    old, new = ({**each, "m.py": f"{F}{each.get('m.py', '')}\n"} for each in (old, new))
    assert of_commits(repository, old, new) == {"f": expected}


def test_an_import_in_a_package_of_what_it_adds(repository: Repository) -> None:
    old = {"pkg/__init__.py": PATCHES, "pkg/m.py": F}
    new = {"pkg/m.py": "from .fresh import x\nfrom pkg.fresh import y\n" + F}
    new["pkg/fresh.py"] = "x = y = 1\n"
    assert of_commits(repository, old, new) == {"f": "preserved"}


DOCUMENTS = [
    ("greet.md", "name + '.md'", "inconclusive"),
    ("greet.md", "f'{name}.md'", "inconclusive"),
    ("greet.md", "'%s.md' % name", "inconclusive"),
    ("greet.md", "'greet' + name", "inconclusive"),
    ("greet.lock", "name + '.lock'", "inconclusive"),
    ("pkg/greet.rst", "name + '.rst'", "inconclusive"),
    ("examples/x.json", "'examples/' + name", "inconclusive"),
    ("docs/x.html", "name + '.html'", "inconclusive"),
    ("README.md", "'README.md'", "inconclusive"),
    ("README.md", "name + '.md'", "preserved"),
    ("tests/test_m.py", "name + '.py'", "preserved"),
    ("CHANGELOG.md", "name + '.md'", "preserved"),
    ("uv.lock", "name + '.lock'", "preserved"),
    ("greet.md", "name + '.txt'", "preserved"),
    ("greet.md", "'NOTES.md'", "preserved"),
    ("docs/name.md", "'name'", "preserved"),
    ("docs/dev/x.md", "'/dev/null'", "preserved"),
]


@pytest.mark.parametrize(("path", "opened", "expected"), DOCUMENTS)
def test_a_document_that_code_may_read(
    repository: Repository, path: str, opened: str, expected: str
) -> None:
    code = f"def f(name):\n    return open({opened}).read()"
    found = of_commits(
        repository, {"m.py": f"{code}\n", path: "old"}, {"m.py": f"{code}  # note\n", path: "new"}
    )
    assert found == {"f": expected}


def test_a_document_beside_code_that_opens_nothing(repository: Repository) -> None:
    code = "def f(name):\n    return name + '.md'"
    new = {"m.py": f"{code}  # note\n", "greet.md": "new"}
    assert of_commits(repository, {"m.py": f"{code}\n", "greet.md": "old"}, new) == {
        "f": "preserved"
    }


def test_a_document_in_folders(tmp_path: Path) -> None:
    for side in ("old", "new"):
        (tmp_path / side).mkdir()
        (tmp_path / side / "greet.md").write_text(side)
        code = f"def f(name):\n    return open(name + '.md').read()  # {side}\n"
        (tmp_path / side / "m.py").write_text(code)
    raw = read_paths(tmp_path / "old", tmp_path / "new", Selection())
    assert verdicts(raw) == {"f": "inconclusive"}
