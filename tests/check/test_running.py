"""Both sides are made runnable, and what cannot be imported is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from swerve.check.investigating import Plan
from swerve.check.pipeline import check
from swerve.check.running import prepare
from swerve.model import FailOn, Report, Runtime, Settings, Side, Verdict, modules_of
from swerve.source import FileVersions, RawChange, Selection, pair_up, read_paths
from swerve.tell import exit_status


def prepared(folder: Path, old: dict[str, str], new: dict[str, str]) -> Runtime:
    """What the change between two folders runs in."""
    for side, files in (("old", old), ("new", new)):
        for name, text in files.items():
            file = folder / side / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
    raw = read_paths(folder / "old", folder / "new", Selection())
    with prepare(raw, Settings(), pair_up(raw).pairs) as ready:
        return ready.runtime


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWERVE_CACHE", str(tmp_path / "cache"))


def test_modules_are_imported_by_the_names_they_have_in_their_project(tmp_path: Path) -> None:
    runtime = prepared(
        tmp_path,
        {"src/shop/__init__.py": "", "src/shop/cart.py": "def f():\n    return 1\n"},
        {"src/shop/__init__.py": "", "src/shop/cart.py": "def f():\n    return 2\n"},
    )
    (module,) = runtime.modules
    assert (module.file, module.old, module.new) == ("src/shop/cart.py", "shop.cart", "shop.cart")
    assert module.works
    assert runtime.problems == ()


PORT = """\
def port(url):
    if url.startswith("https"):
        return 443
    return {"http": 80}.get(url.partition(":")[0])
"""


def test_a_function_that_moved_is_found_beside_one_that_did_not(tmp_path: Path) -> None:
    shown = "def shown(url, n):\n    return f'{port(url)}/{n}'\n"
    old = {"a.py": PORT, "b.py": f"from a import port\n\n\n{shown}"}
    new = {"a.py": "", "b.py": f"{PORT.replace('.get', '.pop')}\n\n{shown.replace('/', ':')}"}
    for side, files in (("old", old), ("new", new)):
        (tmp_path / side).mkdir()
        for name, text in files.items():
            (tmp_path / side / name).write_text(text)
    raw = read_paths(tmp_path / "old", tmp_path / "new", Selection())
    with prepare(raw, Settings(), pair_up(raw).pairs) as ready:
        modules = ready.runtime.modules
    found = {pair.name: modules_of(pair, modules) for pair in pair_up(raw).pairs}
    assert found == {"port": ("a", "b"), "shown": ("b", "b")}


def test_a_function_that_moved_to_where_it_was_imported_is_preserved(tmp_path: Path) -> None:
    old = (
        FileVersions("a.py", PORT.encode(), b""),
        FileVersions("b.py", b"from a import port\n", PORT.replace("port", "_port").encode()),
    )
    (report,) = check(pair_up(RawChange("old", "new", old)), Plan()).functions
    assert report.verdict is Verdict.PRESERVED, report.reason


def test_a_missing_distribution_is_named_once_for_both_sides(tmp_path: Path) -> None:
    source = "import serial\n\ndef f():\n    return {}\n"
    runtime = prepared(
        tmp_path, {"app.py": source.replace("{}", "1")}, {"app.py": source.replace("{}", "2")}
    )
    (problem,) = runtime.problems
    assert problem.code == "cannot-import"
    assert problem.side is None
    assert (problem.file, problem.line) == ("app.py", 1)
    assert "`serial`" in problem.message
    assert "pip install pyserial" in problem.hint
    assert not runtime.modules[0].works


def test_an_import_that_only_the_new_side_breaks_is_told_for_that_side(tmp_path: Path) -> None:
    runtime = prepared(
        tmp_path,
        {"app.py": "def f():\n    return 1\n"},
        {"app.py": "def f():\n    return 2\n\nraise RuntimeError('no')\n"},
    )
    (problem,) = runtime.problems
    assert problem.side is Side.NEW
    assert "can no longer be imported: RuntimeError: no" in problem.message
    assert problem.line == 4


def checked(folder: Path, old: str, new: str) -> Report:
    """What a check says of one file."""
    for side, text in (("old", old), ("new", new)):
        (folder / side).mkdir()
        (folder / side / "app.py").write_text(text)
    raw = read_paths(folder / "old", folder / "new", Selection())
    return check(pair_up(raw), Plan(), None, lambda pairs: prepare(raw, Settings(), pairs))


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("X = undefined", id="name"),
        pytest.param("from os import nothing_like_it", id="import"),
        pytest.param("def g(x: undefined): ...", id="annotation"),
        pytest.param("import nothing_like_it", id="missing"),
    ],
)
def test_nothing_is_preserved_in_a_module_that_can_no_longer_be_imported(
    tmp_path: Path, line: str
) -> None:
    report = checked(tmp_path, "def f(): return 1\n", f"def f(): return 1  # one\n{line}\n")
    (function,) = report.functions
    assert function.verdict is Verdict.INCONCLUSIVE
    assert "can no longer be imported" in function.reason
    is_missing = line.startswith("import")
    assert report.problems[0].code == ("cannot-import" if is_missing else "broken-import")
    assert exit_status(report, FailOn.CHANGED) == (0 if is_missing else 1)


def test_a_module_that_can_still_be_imported_is_not_told_of(tmp_path: Path) -> None:
    report = checked(tmp_path, "def f(): return 1\n", "import os\ndef f(): return 1  # one\n")
    assert [each.verdict for each in report.functions] == [Verdict.PRESERVED]
    assert report.runtime is not None
    assert report.runtime.modules == ()


def test_a_module_that_dies_when_imported_does_not_hide_the_others(tmp_path: Path) -> None:
    good, bad = "def f():\n    return 1\n", "import os\n\ndef f():\n    return 1\n\nos._exit(3)\n"
    runtime = prepared(
        tmp_path,
        {"good.py": good, "bad.py": bad},
        {"good.py": good.replace("1", "2"), "bad.py": bad.replace("1", "2")},
    )
    assert {module.file: module.works for module in runtime.modules} == {
        "good.py": True,
        "bad.py": False,
    }
    (problem,) = runtime.problems
    assert problem.file == "bad.py"


def test_imports_cannot_write_into_the_tree_they_came_from(tmp_path: Path) -> None:
    source = "open(__file__, 'w').write('')\n\ndef f():\n    return 1\n"
    runtime = prepared(tmp_path, {"app.py": source}, {"app.py": source.replace("1\n", "2\n")})
    assert (tmp_path / "old" / "app.py").read_text() == source
    if runtime.sandbox == "strict":
        assert "OSError" in runtime.problems[0].message


def test_a_module_whose_name_is_taken_is_not_taken_for_the_other(tmp_path: Path) -> None:
    source = "def f():\n    return {}\n"
    runtime = prepared(
        tmp_path,
        {"types.py": source.replace("{}", "1"), "wave.py": source.replace("{}", "1")},
        {"types.py": source.replace("{}", "2"), "wave.py": source.replace("{}", "2")},
    )
    assert {module.file: module.works for module in runtime.modules} == {
        "types.py": False,
        "wave.py": True,
    }
    assert "types.py instead" in runtime.problems[0].message


def test_one_missing_thing_is_one_problem_for_all_that_need_it(tmp_path: Path) -> None:
    source = "import serial\n\ndef f():\n    return {}\n"
    names = [f"m{number}.py" for number in range(8)]
    runtime = prepared(
        tmp_path,
        {name: source.replace("{}", "1") for name in names},
        {name: source.replace("{}", "2") for name in names},
    )
    (problem,) = runtime.problems
    assert problem.message.startswith("`m0`, `m1`, `m2`, `m3`, `m4` and 3 more cannot be imported")
    assert {module.why for module in runtime.modules} == {"`serial` was not found"}


def test_a_module_that_could_be_imported_before_is_told_apart(tmp_path: Path) -> None:
    runtime = prepared(
        tmp_path,
        {"app.py": "def f():\n    return 1\n"},
        {"app.py": "open('/no/such/file')\n\ndef f():\n    return 2\n"},
    )
    (problem,) = runtime.problems
    assert "`app` can no longer be imported: FileNotFoundError" in problem.message
    assert "No such file or directory: '/no/such/file'" in problem.message
