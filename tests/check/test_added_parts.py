"""Packages add engines, formats and rules; and only those of swerve's own environment do."""

from __future__ import annotations

import json
import shutil
import site
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.conftest import Repository

from swerve.check.order import ENGINES, skippable
from swerve.model import registry
from swerve.model.errors import BadPlugin
from swerve.observe.comparison import RULES, rules_from
from swerve.tell.formats import FORMATS

_ROOT = Path(__file__).parents[2]
_PACKAGE = Path(__file__).with_name("plugin_package")
_OLD = "def double(x):\n    return 2 * x\n\n\ndef paint(x):\n    return '#00ff00'\n"
_NEW = _OLD.replace("2 * x", "2 * x if x < 7 else 0").replace("#00ff00", "#ff0000")
#: Without them, what is found is found by the engine of the package.
_SKIPPED = [word for name in skippable() for word in ("--skip", name)]


# --- a package that is installed by pip ---------------------------------------------------------


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with swerve, what it needs, and the package."""
    pytest.importorskip("pip")
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "venv", with_pip=False, symlinks=True)
    python = folder / "venv" / "bin" / "python"
    package = shutil.copytree(_PACKAGE, folder / "package")
    (packages,) = (folder / "venv").glob("lib/python*/site-packages")
    folders = [str(_ROOT / "src"), *site.getsitepackages()]
    (packages / "swerve-of-the-test.pth").write_text("\n".join(folders) + "\n")
    words = ["--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", *words, package],
        check=True,
        capture_output=True,
    )
    return python


@pytest.fixture
def swerve(
    python: Path, repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., str]:
    monkeypatch.setenv("SWERVE_CACHE", str(tmp_path / "cache"))
    repository.commit("old", {"shop.py": _OLD})
    repository.commit("new", {"shop.py": _NEW})

    def run(*words: str) -> str:
        command = [str(python), "-I", "-m", "swerve", *words]
        done = subprocess.run(
            command, cwd=repository.path, capture_output=True, text=True, check=False
        )
        assert "Traceback" not in done.stderr
        return done.stdout or done.stderr

    return run


@pytest.mark.slow
def test_an_added_engine_takes_part_in_a_check(swerve: Callable[..., str]) -> None:
    told = swerve("check", "HEAD", "--format", "json", "--jobs", "2", *_SKIPPED)
    double, paint = json.loads(told)["functions"]
    assert double["verdict"] == "changed"
    (witness,) = double["witnesses"]
    assert (witness["engine"], witness["call"]) == ("numbers", "double(7)")
    assert "numbers" in {each["engine"] for each in paint["evidence"]}


def test_added_formats_and_rules_are_used(swerve: Callable[..., str]) -> None:
    told = swerve("check", "HEAD", "--format", "names", "--ignore", "colour", *_SKIPPED)
    assert told == "changed double\ninconclusive paint\n"


def test_added_parts_are_listed(swerve: Callable[..., str]) -> None:
    shown = " ".join(swerve("check", "--help").split())
    assert "|agent|names]" in shown
    assert "|guided|numbers]" in shown
    plugins = json.loads(swerve("doctor", "--json"))["plugins"]
    assert [(each["kind"], each["name"]) for each in plugins] == [
        ("engine", "numbers"),
        ("format", "names"),
        ("rule", "colour"),
    ]
    assert {each["package"] for each in plugins} == {"swerve-numbers 1.0"}


def test_an_added_engine_can_be_left_out(swerve: Callable[..., str]) -> None:
    told = swerve("check", "HEAD", "--format", "names", "--skip", "numbers", *_SKIPPED)
    assert told == "inconclusive double\ninconclusive paint\n"


# --- packages that cannot be used ---------------------------------------------------------------


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that stands for the packages of swerve's environment."""
    folder = tmp_path / "packages"
    folder.mkdir()
    monkeypatch.setattr(registry, "_folders", lambda: (str(folder),))
    monkeypatch.syspath_prepend(folder)
    registry._added.cache_clear()
    before = set(sys.modules)
    yield folder
    registry._added.cache_clear()
    for name in {*sys.modules} - before:
        del sys.modules[name]


def add(packages: Path, name: str, points: str, code: str = "", *, at: Path | None = None) -> None:
    """Install a package, whose code may be elsewhere."""
    info = packages / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(points)
    ((at or packages) / f"{name}.py").write_text(code)


def test_without_packages_there_is_what_swerve_has(packages: Path) -> None:
    assert ENGINES.added() == FORMATS.added() == RULES.added() == {}
    assert FORMATS.names() == tuple(FORMATS.own)


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("import nothing_of_that_name", id="missing"),
        pytest.param("raise SystemExit(3)", id="ends the process"),
        pytest.param("def (", id="no Python"),
        pytest.param("", id="no such attribute"),
        pytest.param("render = 'a text'", id="no format"),
    ],
)
def test_a_package_that_does_not_load_is_named(packages: Path, code: str) -> None:
    add(packages, "broken", "[swerve.formats]\nlines = broken:render\n", code)
    assert "lines" in FORMATS
    with pytest.raises(BadPlugin, match=r"The format `lines` of broken 1.0 failed: "):
        FORMATS.load("lines")
    assert callable(FORMATS.load("junit"))


def test_a_name_of_ours_stays_ours(packages: Path) -> None:
    add(packages, "taking", "[swerve.formats]\njunit = taking:render\n", "def render(): ...")
    with pytest.raises(BadPlugin, match=r"`junit` is claimed by swerve and taking 1.0"):
        FORMATS.load("junit")
    assert callable(FORMATS.load("sarif"))


def test_two_packages_cannot_share_a_name(packages: Path) -> None:
    for name in ("first", "second"):
        add(packages, name, f"[swerve.engines]\nsame = {name}:engine\n", "def engine(_): ...")
    with pytest.raises(BadPlugin, match=r"`same` is claimed by first 1.0 and second 1.0"):
        ENGINES.added()


def test_a_name_is_a_word(packages: Path) -> None:
    add(packages, "odd", "[swerve.rules]\nTwo words = odd:RULE\n")
    with pytest.raises(BadPlugin, match="not a valid name"):
        RULES.added()


def test_a_rule_that_cannot_be_read_is_the_fault_of_its_package(packages: Path) -> None:
    code = "from swerve.observe.comparison import Rule\nRULE = Rule('all', paths=('result[',))\n"
    add(packages, "bad", "[swerve.rules]\nbroken = bad:RULE\n", code)
    with pytest.raises(BadPlugin, match=r"The rule `broken` of bad 1.0 failed: BadPath"):
        rules_from(["broken"])


def test_code_that_is_in_a_checkout_is_not_imported(
    packages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after `pip install -e`: a change could bring any code there."""
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    monkeypatch.syspath_prepend(checkout)
    code = f"open({str(tmp_path / 'canary')!r}, 'w')\n"
    add(packages, "edited", "[swerve.engines]\nmine = edited:engine\n", code, at=checkout)
    with pytest.raises(BadPlugin, match="not in swerve's own environment"):
        ENGINES.load("mine")
    assert not (tmp_path / "canary").exists()


def test_what_a_checkout_says_about_itself_does_not_count(
    packages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    monkeypatch.syspath_prepend(checkout)
    add(checkout, "own", "[swerve.engines]\nmine = own:engine\n", "def engine(_): ...")
    assert ENGINES.added() == {}
