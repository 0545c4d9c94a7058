"""Does `pytest --swerve` record calls that `swerve check` makes again?"""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import Repository
from tests.integrations.actions import ROOT, plain_environment

_CART = '''\
class Voucher:
    """What only the tests make: no constructor leads here."""

    def __init__(self, book, number):
        self.worth = book.pop(number)
        self.stamps = []


def total(prices, voucher):
    if voucher.stamps == ["north", "gate"] and voucher.holder == ("zebra", 77):
        return sum(prices) - voucher.worth
    return sum(prices)
'''
_TEST = """\
from shop.cart import Voucher, total


def test_total():
    voucher = Voucher({7: 5}, 7)
    voucher.stamps += ["north", "gate"]
    voucher.holder = ("zebra", 77)
    assert total([4, 4], voucher) < 8


def test_that_fails():
    voucher = Voucher({1: 9}, 1)
    total([1000], voucher)
    assert False
"""
_FILES: dict[str, str | bytes] = {
    "shop/__init__.py": "",
    "shop/cart.py": _CART,
    "tests/test_cart.py": _TEST,
}


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder that makes the plugin known to pytest, as installing swerve does."""
    folder = tmp_path / "installed"
    info = folder / "swerve_plugin-0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: swerve-plugin\nVersion: 0\n")
    (info / "entry_points.txt").write_text("[pytest11]\nswerve = swerve.apps.pytest_plugin\n")
    return folder


@pytest.fixture
def environment(installed: Path, tmp_path: Path) -> dict[str, str]:
    return plain_environment(
        PYTHONPATH=os.pathsep.join((str(installed), str(ROOT / "src"))),
        PYTHONDONTWRITEBYTECODE="1",
        SWERVE_CACHE=str(tmp_path / "cache"),
    )


def run_pytest(
    repository: Repository, environment: dict[str, str], *words: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words],
        cwd=repository.path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def check(
    repository: Repository, environment: dict[str, str], *words: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "swerve", "check", "--format", "json", *words],
        cwd=repository.path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_a_recorded_call_is_the_witness_and_no_test_runs_again(
    repository: Repository, environment: dict[str, str], tmp_path: Path
) -> None:
    repository.commit("as it was", _FILES)
    done = run_pytest(repository, environment, "--swerve")
    assert "1 failed, 1 passed" in done.stdout
    assert "recorded 2 calls to 2 functions in .swerve/recorded" in done.stdout, done.stdout
    assert repository.git("status", "--short") == ""
    folder = repository.path / ".swerve" / "recorded"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}
    assert "1000" not in "".join(file.read_text() for file in folder.glob("*.json"))

    # A test that runs again would say so; what it imports is not there any more.
    repository.write("shop/cart.py", _CART.replace("- voucher.worth", "- voucher.worth - 1"))
    ran = tmp_path / "ran"
    repository.write("tests/conftest.py", f"open({str(ran)!r}, 'w')\nraise SystemExit(3)\n")
    found = check(repository, environment, "--sandbox", "process")
    assert found.returncode == 1, found.stderr
    (function,) = json.loads(found.stdout)["functions"]
    witness = function["witnesses"][0]
    assert (witness["engine"], witness["realism"]) == ("replay", "observed")
    assert (witness["old"], witness["new"]) == ("3", "2")
    assert '("zebra", 77)' in witness["call"]
    assert witness["test"] == "tests/test_cart.py::test_total"
    assert not ran.exists()


@pytest.mark.slow
def test_calls_of_another_version_are_no_calls_of_this_one(
    repository: Repository, environment: dict[str, str]
) -> None:
    repository.commit("as it was", _FILES)
    run_pytest(repository, environment, "--swerve")
    newer = _CART.replace("return sum(prices)\n", "return sum(prices) + 0\n")
    repository.commit("another version", {"shop/cart.py": newer})
    repository.write(
        "shop/cart.py", newer.replace("sum(prices) - voucher.worth", "sum(prices, -voucher.worth)")
    )
    skipped = [f"--skip={each}" for each in ("generate", "guided", "prove", "shadow")]
    found = check(repository, environment, *skipped)
    (function,) = json.loads(found.stdout)["functions"]
    (note,) = [each["note"] for each in function["evidence"] if each["engine"] == "replay"]
    assert note.startswith("no difference in 1 call that one test made")
    assert note.endswith("record this one with `pytest --swerve`")


@pytest.mark.slow
def test_nothing_is_added_to_what_others_may_read(
    repository: Repository, environment: dict[str, str]
) -> None:
    repository.commit("as it was", _FILES)
    folder = repository.path / ".swerve" / "recorded"
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    done = run_pytest(repository, environment, "--swerve")
    assert done.returncode == 4
    assert "other users can read .swerve/recorded" in done.stderr


@pytest.mark.slow
def test_workers_of_xdist_record_too(repository: Repository, environment: dict[str, str]) -> None:

    files = dict(_FILES)
    files["tests/test_more.py"] = (
        "from shop.cart import Voucher, total\n\n\n"
        "def test_more():\n    assert total([2], Voucher({0: 0}, 0)) == 2\n"
    )
    repository.commit("as it was", files)
    done = run_pytest(repository, environment, "--swerve", "-n", "2", "--dist", "loadfile")
    assert "to 2 functions in .swerve/recorded" in done.stdout, done.stdout
    calls = [
        call["test"]
        for file in (repository.path / ".swerve" / "recorded").glob("*.json")
        for call in json.loads(file.read_text())["calls"]
    ]
    assert set(calls) == {"tests/test_cart.py::test_total", "tests/test_more.py::test_more"}


@pytest.mark.slow
def test_a_run_that_records_nothing_loads_nothing_and_writes_nothing(
    repository: Repository, environment: dict[str, str]
) -> None:
    conftest = (
        "import sys\n\n\ndef pytest_sessionfinish():\n"
        "    found = [name for name in sys.modules if name.startswith('swerve')]\n"
        "    ours = {'apps', 'apps.pytest_plugin', 'worker', 'worker.version'}\n"
        "    assert set(found) == {'swerve', *map('swerve.{}'.format, ours)}, found\n"
    )
    repository.commit("as it was", {**_FILES, "conftest.py": conftest})
    done = run_pytest(repository, environment, "-k", "test_total")
    assert done.returncode == 0, done.stdout + done.stderr
    assert not (repository.path / ".swerve").exists()


_INTERRUPTED = """\
import pytest
from shop.cart import reading, working


def test_in_a_folder_that_goes_away(tmp_path, monkeypatch):
    place = tmp_path / "gone"
    place.mkdir()
    monkeypatch.chdir(place)
    place.rmdir()
    names = {}
    exec(compile("def made(): return 7", "<made here>", "exec"), names)
    assert names["made"]() == 7


@pytest.mark.xfail
def test_that_is_known_to_fail():
    working([3])
    assert False


def test_that_is_interrupted():
    working([1])
    reading([2])
"""
_WORK = """\
def working(n):
    return n


def reading(n):
    raise KeyboardInterrupt
"""


@pytest.mark.slow
def test_recording_gets_in_nobodys_way(repository: Repository, environment: dict[str, str]) -> None:
    """Of a test without a current folder; and what failed or was cut short is no example."""
    files = {**_FILES, "shop/cart.py": _WORK, "tests/test_cart.py": _INTERRUPTED}
    repository.commit("as it was", files)
    done = run_pytest(repository, environment, "--swerve")
    assert done.returncode == 2, done.stdout + done.stderr
    assert "1 passed" in done.stdout
    assert "no call was recorded" in done.stdout
