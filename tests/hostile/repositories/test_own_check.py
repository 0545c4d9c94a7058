"""Does a change decide anything about its own check?

Each change here is one that `swerve check` objects to; what comes along with it would keep swerve
from looking, or from objecting. The exit status must be that of the bare change.
"""

from __future__ import annotations

import itertools
import json
import os
from pathlib import Path

import pytest
from tests.hostile.repositories.conftest import Scene

#: A default that changes is found without a run.
_OLD = "def price(x, rate=2):\n    return x * rate\n"
_NEW = "def price(x, rate=3):\n    return x * rate\n"
#: This takes one.
_OLD_BODY = "def price(x: int) -> int:\n    return x + 1\n"
_NEW_BODY = "def price(x: int) -> int:\n    return x + 100\n"
_BLESSING = "def price({}) -> None:\n    ensures(True)\n"
_PROMISE = "def price(x: int) -> None:\n    applies(RV)\n"
_PADDING = "#" * 1_100_000 + "\n"


def objected(scene: Scene, *words: str, folder: Path | None = None) -> str:
    """What is said by a check that runs nothing of the change, and has to object."""
    done = scene.check("--no-run", *words, folder=folder)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


def table(line: str) -> str:
    return f"[tool.swerve]\n{line}\n"


def test_the_bare_change_is_objected_to(scene: Scene) -> None:
    scene.repository.commit("start", {"shop.py": _OLD})
    scene.repository.commit("change", {"shop.py": _NEW})
    assert "Exit 1: 1 function changed" in objected(scene, "HEAD")


# --- settings -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        'exclude = ["shop.py"]',
        'include = ["other.py"]',
        "max-file-size = 1",
        'fail-on = "never"',
        'ignore = ["path:result"]\nexclude = ["*"]',
    ],
)
def test_a_commit_brings_settings(scene: Scene, line: str) -> None:
    scene.repository.commit("start", {"shop.py": _OLD})
    scene.repository.commit("change", {"shop.py": _NEW, "pyproject.toml": table(line)})
    said = objected(scene, "HEAD")
    assert "pyproject.toml" in said
    assert line.partition(" ")[0] in said


def test_a_commit_edits_the_settings_that_there_are(scene: Scene) -> None:
    before = table('exclude = ["docs/**"]\nfail-on = "changed"')
    scene.repository.commit("start", {"shop.py": _OLD, "pyproject.toml": before})
    after = table('exclude = ["**"]\nfail-on = "never"')
    scene.repository.commit("change", {"shop.py": _NEW, "pyproject.toml": after})
    assert "`exclude`, `fail-on`" in objected(scene, "HEAD")


def test_a_commit_brings_settings_of_a_folder(scene: Scene) -> None:
    scene.repository.commit("start", {"app/shop.py": _OLD, "pyproject.toml": table("seed = 1")})
    own = {"app/pyproject.toml": table('exclude = ["app/shop.py"]')}
    scene.repository.commit("change", {"app/shop.py": _NEW, **own})
    assert "app/pyproject.toml" in objected(scene, "HEAD", folder=scene.repository.path / "app")


def test_a_rule_that_comes_with_the_change_sets_nothing_aside(scene: Scene) -> None:
    scene.repository.commit("start", {"shop.py": _OLD_BODY})
    rules = table('ignore = ["path:result"]\ntolerance = 0.99\nmax-functions = 1')
    scene.repository.commit("change", {"shop.py": _NEW_BODY, "pyproject.toml": rules})
    done = scene.check("HEAD")
    assert done.returncode == 1, done.stdout


@pytest.mark.parametrize("how", ["staged", "work tree", "patch"])
def test_settings_are_not_those_of_what_is_no_commit_yet(scene: Scene, how: str) -> None:
    scene.repository.commit("start", {"shop.py": _OLD})
    scene.repository.write("shop.py", _NEW)
    scene.repository.write("pyproject.toml", table('exclude = ["shop.py"]\nfail-on = "never"'))
    words: tuple[str, ...] = ()
    if how != "work tree":
        scene.repository.git("add", "--all")
        words = ("--staged",)
    if how == "patch":
        patch = scene.top / "fix.patch"
        patch.write_text(scene.repository.git("diff", "--cached") + "\n")
        words = ("--patch", str(patch))
    assert "pyproject.toml" in objected(scene, *words)


def test_a_pull_request_that_is_checked_out_brings_settings(scene: Scene) -> None:
    base = scene.repository.commit("start", {"shop.py": _OLD})
    own = {"pyproject.toml": table('exclude = ["shop.py"]\nfail-on = "never"')}
    head = scene.repository.commit("change", {"shop.py": _NEW, **own})
    pull = {"number": 7, "title": "t", "base": base, "head": head}
    saved = scene.top / "pull.json"
    saved.write_text(json.dumps(pull))
    done = scene.swerve("pr", str(saved), "--no-run", "--sandbox", "strict")
    assert done.returncode == 1, done.stdout + done.stderr


def test_a_branch_begins_before_the_settings_that_hold_now(scene: Scene) -> None:
    scene.repository.commit(
        "start", {"shop.py": _OLD, "pyproject.toml": table('fail-on = "never"')}
    )
    scene.repository.git("switch", "--quiet", "-c", "branch")
    scene.repository.commit("change", {"shop.py": _NEW})
    scene.repository.git("switch", "--quiet", "main")
    scene.repository.commit("settings", {"pyproject.toml": table('fail-on = "changed"')})
    assert "brings" not in objected(scene, "main...branch")


@pytest.mark.parametrize("data", ["[tool.swerve\n", table("efort = 1"), "#" * 3_000_000])
def test_settings_of_the_change_cannot_be_read(scene: Scene, data: str) -> None:
    """Neither is that an error of the user's: the settings that hold are those from before."""
    scene.repository.commit("start", {"shop.py": _OLD, "pyproject.toml": table("seed = 1")})
    scene.repository.commit("change", {"shop.py": _NEW, "pyproject.toml": data})
    assert "pyproject.toml" in objected(scene, "HEAD")


@pytest.mark.parametrize("target", ["/dev/zero", "loose.toml", "pyproject.toml"])
def test_settings_of_the_change_are_a_link(scene: Scene, target: str) -> None:
    scene.repository.commit("start", {"shop.py": _OLD, "pyproject.toml": table("seed = 1")})
    scene.repository.write("loose.toml", table('fail-on = "never"\nexclude = ["**"]'))
    (scene.repository.path / "pyproject.toml").unlink()
    (scene.repository.path / "pyproject.toml").symlink_to(target)
    scene.repository.commit("change", {"shop.py": _NEW})
    assert "symbolic link" in objected(scene, "HEAD")


def test_a_folder_that_is_stood_in_brings_settings(scene: Scene) -> None:
    for name, code in (("old", _OLD), ("new", _NEW)):
        (scene.top / name).mkdir()
        (scene.top / name / "shop.py").write_text(code)
    (scene.top / "new/pyproject.toml").write_text(table('fail-on = "never"\nexclude = ["**"]'))
    words = ("diff", "../old", ".", "--no-run")
    done = scene.swerve(*words, folder=scene.top / "new")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "pyproject.toml" in done.stdout


def test_a_campaign_takes_settings_from_before_each_change(scene: Scene) -> None:
    scene.repository.commit("start", {"shop.py": _OLD})
    own = {"pyproject.toml": table('exclude = ["shop.py"]')}
    scene.repository.commit("change", {"shop.py": _NEW, **own})
    store = str(scene.top / "store.db")
    words = ("campaign", "run", "--range", "HEAD~1..HEAD", "--store", store, "--fail-on", "changed")
    done = scene.swerve(*words, "--no-run", "--jobs", "1")
    assert done.returncode == 1, done.stdout + done.stderr


def test_a_commit_chooses_the_python_that_it_is_run_with(scene: Scene) -> None:
    scene.repository.commit("start", {"shop.py": _OLD_BODY})
    scene.repository.commit(
        "change", {"shop.py": _NEW_BODY, "pyproject.toml": table('python = "3"')}
    )
    said = scene.check("--effort", "quick").stdout
    assert "3 ([tool.swerve]) is not used: the change itself sets it" in " ".join(said.split())


# --- stores of campaigns --------------------------------------------------------------------------


_STORE = ".swerve/campaign.db"
_BESIDE = ["", "-wal", "-shm", "-journal"]


def _begun(scene: Scene, *words: str) -> None:
    """A campaign that the user has run."""
    scene.repository.commit("start", {"shop.py": _OLD})
    scene.repository.commit("change", {"shop.py": _NEW})
    asked = ("campaign", "run", "--range", "HEAD~1..HEAD", "--no-run", "--jobs", "1")
    done = scene.swerve(*asked, *words)
    assert done.returncode == 0, done.stderr


def test_a_commit_brings_a_store_and_the_user_has_one(scene: Scene) -> None:
    """The store says how code is run, and what was found."""
    _begun(scene)
    for ending in _BESIDE:
        scene.repository.write(f"{_STORE}{ending}", b"not for swerve")
    scene.repository.git("add", "--force", ".swerve")
    scene.repository.commit("stores")
    done = scene.swerve("campaign", "resume")
    assert "1 of 1 done" in done.stdout, done.stderr


@pytest.mark.parametrize("is_tracked", [True, False], ids=["tracked", "unpacked"])
def test_a_store_of_a_strangers_and_the_user_has_none(scene: Scene, is_tracked: bool) -> None:
    scene.repository.write(_STORE, b"not for swerve")
    if is_tracked:
        scene.repository.git("add", "--force", _STORE)
    done = scene.swerve("campaign", "resume")
    assert done.returncode == 2
    assert f"There is no store {scene.home}/.local/state/swerve/campaigns/" in done.stderr
    assert (f"`--store {_STORE}` opens it" in done.stderr) is not is_tracked


@pytest.mark.slow
def test_a_commit_brings_a_part_of_a_store_that_the_user_names(scene: Scene) -> None:
    """SQLite takes what lies beside a store for what was written last."""
    _begun(scene, "--store", _STORE)
    for ending, word in itertools.product(_BESIDE, ("resume", "status", "report", "export")):
        file = scene.repository.path / f"{_STORE}{ending}"
        before = file.read_bytes() if file.exists() else None
        scene.repository.write(f"{_STORE}{ending}", b"not for swerve")
        scene.repository.git("add", "--force", f"{_STORE}{ending}")
        done = scene.swerve("campaign", word, "--store", _STORE)
        assert done.returncode == 2
        assert f"`{_STORE}{ending}` is tracked by git: it came with the code" in done.stderr
        scene.repository.git("rm", "--quiet", "--cached", f"{_STORE}{ending}")
        file.unlink() if before is None else file.write_bytes(before)


# --- contracts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", ["contracts/shop.py", "shop.contract.py"])
def test_a_contract_that_comes_with_the_change_blesses_a_default(scene: Scene, file: str) -> None:
    scene.repository.commit("start", {"shop.py": _OLD})
    contract = _BLESSING.format("x: int, rate: int = 3")
    scene.repository.commit("change", {"shop.py": _NEW, file: contract})
    assert file in objected(scene, "HEAD")


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("ensures(True)", id="blesses"),
        pytest.param("ensures(result == prev(result) + 99)", id="says what was done"),
        pytest.param("ensures(1 / 0 == 1)", id="is faulty", marks=pytest.mark.slow),
        pytest.param(
            "ensures(sum(range(10**9)) >= 0)", id="takes for ever", marks=pytest.mark.slow
        ),
        pytest.param(
            "requires(x > 10**30)\n    ensures(False)",
            id="speaks of other calls",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_contract_that_comes_with_the_change(scene: Scene, body: str) -> None:
    scene.repository.commit("start", {"shop.py": _OLD_BODY})
    contract = f"def price(x: int) -> None:\n    {body}\n"
    own = {"contracts/shop.py": contract}
    scene.repository.commit("change", {"shop.py": _NEW_BODY, **own})
    done = scene.check("HEAD")
    assert done.returncode == 1, done.stdout
    assert "contracts/shop.py" in done.stdout


@pytest.mark.parametrize(
    "own",
    [
        pytest.param("", id="removed"),
        pytest.param(_BLESSING.format("x: int"), id="replaced", marks=pytest.mark.slow),
    ],
)
def test_a_change_takes_back_the_contract_that_forbids_it(scene: Scene, own: str) -> None:
    scene.repository.commit("start", {"shop.py": _OLD_BODY, "contracts/shop.py": _PROMISE})
    (scene.repository.path / "contracts/shop.py").unlink()
    more = {"contracts/shop.py": own} if own else {}
    scene.repository.commit("change", {"shop.py": _NEW_BODY, **more})
    words = ("HEAD", "--fail-on", "unintended", "--judge", "none")
    done = scene.check(*words)
    assert done.returncode == 1, done.stdout
    assert "contracts/shop.py" in done.stdout


def test_a_parameter_is_renamed_so_that_a_contract_fits_no_more(scene: Scene) -> None:
    scene.repository.commit("start", {"shop.py": _OLD_BODY, "contracts/shop.py": _PROMISE})
    renamed = _NEW_BODY.replace("x", "y")
    contract = "def price(y: int) -> None:\n    ensures(True)\n"
    scene.repository.commit("change", {"shop.py": renamed, "contracts/shop.py": contract})
    words = ("HEAD", "--fail-on", "unintended", "--judge", "none")
    assert scene.check(*words).returncode == 1


def test_a_contract_that_comes_with_the_change_is_proved(scene: Scene) -> None:
    pytest.importorskip("z3")
    scene.repository.commit("start", {"shop.py": _OLD_BODY})
    own = {"contracts/shop.py": _BLESSING.format("x: int")}
    scene.repository.commit("change", {"shop.py": _NEW_BODY, **own})
    done = scene.swerve("contract", "prove", "HEAD", "--sandbox", scene.level.value)
    assert done.returncode == 1, done.stdout


# --- files that are looked at no more -------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(_NEW + _PADDING, id="padded"),
        pytest.param(_NEW + "def\n", id="does not parse"),
        pytest.param(b"# \xff\n" + _NEW.encode(), id="no text"),
        pytest.param(b"# coding: rot13\n" + _NEW.encode(), id="in a strange code"),
        pytest.param(_NEW + "x = " + "(" * 300 + ")" * 300 + "\n", id="nested too deep"),
    ],
)
def test_a_file_is_made_one_that_is_not_looked_at(scene: Scene, data: str | bytes) -> None:
    scene.repository.commit("start", {"shop.py": _OLD})
    scene.repository.commit("change", {"shop.py": data})
    assert "shop.py" in objected(scene, "HEAD")


@pytest.mark.parametrize("is_folder", [False, True])
def test_a_file_is_made_a_link(scene: Scene, is_folder: bool) -> None:
    scene.repository.commit("start", {"app/shop.py": _OLD})
    scene.repository.write("other/shop.txt", _NEW)
    (scene.repository.path / "app/shop.py").unlink()
    target = "../other/shop.txt"
    place = scene.repository.path / "app/shop.py"
    if is_folder:
        place, target = scene.repository.path / "app", "other"
        place.rmdir()
    place.symlink_to(target)
    scene.repository.commit("change")
    assert "app/shop.py" in objected(scene, "HEAD")


def test_a_file_is_made_a_link_in_the_work_tree(scene: Scene) -> None:
    scene.repository.commit("start", {"shop.py": _OLD})
    (scene.repository.path / "shop.py").unlink()
    (scene.repository.path / "shop.py").symlink_to(os.devnull)
    assert "symbolic link" in objected(scene)


def test_a_file_is_made_a_submodule(scene: Scene) -> None:
    start = scene.repository.commit("start", {"shop.py": _OLD})
    scene.repository.git("rm", "--quiet", "--cached", "shop.py")
    entry = f"160000,{start},shop.py"
    scene.repository.git("update-index", "--add", "--cacheinfo", entry)
    scene.repository.git("commit", "--quiet", "-m", "change")
    assert "submodule" in objected(scene, "HEAD")


@pytest.mark.parametrize(
    "place",
    ["tests/impl.py", "vendor/impl.py", "impl_pb2.py", "conftest.py", "shop.contract.py"],
)
def test_functions_move_to_where_nobody_looks(scene: Scene, place: str) -> None:
    """Private ones: nobody would miss them as a part of the interface."""
    old, new = (code.replace("price", "_price") for code in (_OLD, _NEW))
    scene.repository.commit("start", {"impl.py": old, "shop.py": "import impl\n"})
    (scene.repository.path / "impl.py").unlink()
    scene.repository.commit("change", {place: new, "shop.py": "import importlib\n"})
    assert place in objected(scene, "HEAD", "--fail-on", "inconclusive")


def test_functions_move_to_where_the_project_does_not_look(scene: Scene) -> None:
    settings = {"pyproject.toml": table('exclude = ["tools/**"]')}
    old = _OLD.replace("price", "_price")
    scene.repository.commit("start", {"shop.py": old, **settings})
    (scene.repository.path / "shop.py").unlink()
    scene.repository.commit("change", {"tools/shop.py": old.replace("2", "3")})
    assert "tools/shop.py" in objected(scene, "HEAD", "--fail-on", "inconclusive")


def test_a_package_hides_the_module(scene: Scene) -> None:
    scene.repository.commit("start", {"shop.py": _OLD})
    scene.repository.commit("change", {"shop/__init__.py": _NEW})
    assert "hides shop.py" in objected(scene, "HEAD")


@pytest.mark.parametrize(
    "line",
    ["RATES = {}\n_q = RATES\n_q['a'] = 1\n", "raise SystemExit\n", "best = lambda x: x\n"],
    ids=["reaches by another name", "ends the process", "binds a lambda"],
)
def test_what_differs_outside_functions_is_not_passed_over(scene: Scene, line: str) -> None:
    scene.repository.commit("start", {"shop.py": _OLD})
    scene.repository.commit("change", {"shop.py": _OLD + line})
    assert "outside functions" in objected(scene, "HEAD", "--fail-on", "inconclusive")
