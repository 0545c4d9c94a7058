"""Where does swerve write when the change brings a link with a name that the user chose?

A name such as `report.md` or `tests` is easily guessed. The link leads to files of the user's, and
what swerve writes holds words of the change's author.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.hostile.repositories.conftest import Scene

_OLD = "def double(x: int) -> int:\n    return 2 * x\n"
_NEW = "def double(x: int) -> int:\n    return 3 * x\n"
_REFUSED = "docs/messages.md#link-in-the-way"


@pytest.fixture
def precious(scene: Scene) -> Path:
    """A folder of the user's with a file, which both must stay as they are."""
    folder = scene.home / "precious"
    folder.mkdir()
    (folder / "kept").write_text("mine\n")
    return folder


def _changed(scene: Scene, links: Mapping[str, Path], old: str = _OLD, new: str = _NEW) -> None:
    """A change that brings links."""
    scene.repository.commit("start", {"shop.py": old})
    for name, target in links.items():
        link = scene.repository.path / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(target)
    scene.repository.git("add", "--all", "--force")
    scene.repository.commit("$(echo pwned)", {"shop.py": new})


def _assert_untouched(precious: Path) -> None:
    assert [each.name for each in precious.iterdir()] == ["kept"]
    assert (precious / "kept").read_text() == "mine\n"


def _assert_refused(
    done: subprocess.CompletedProcess[str], precious: Path, link: str | None = None
) -> None:
    assert done.returncode == 2, done.stdout
    assert _REFUSED in done.stderr
    if link is not None:
        assert link in done.stderr
    _assert_untouched(precious)


# --- what a check writes --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("--output", "file"), id="a report"),
        pytest.param(("--output", "new"), id="a file that is not there"),
        pytest.param(("--output", "folder/report.md"), id="a report in a folder"),
        pytest.param(("--output", "./sub/../folder/report.md"), id="by a detour"),
        pytest.param(("--output", "sub/folder/report.md"), id="deeper"),
        pytest.param(("--also", "sarif=file"), id="one more report"),
        pytest.param(("--format", "agent", "--output", "folder"), id="files for agents"),
        pytest.param(("--format", "agent", "--output", "folder/deeper"), id="a folder for agents"),
        pytest.param(("--witnesses", "folder"), id="witnesses"),
        pytest.param(("--witnesses", "folder/deeper"), id="witnesses in a folder"),
        pytest.param(("--write-tests", "folder/"), id="tests"),
    ],
)
def test_what_a_check_writes(scene: Scene, precious: Path, words: tuple[str, ...]) -> None:
    links = {"file": precious / "kept", "new": precious / "new", "folder": precious}
    _changed(scene, links | {"sub/folder": precious})
    _assert_refused(scene.swerve("check", "HEAD", "--no-run", *words), precious)


def test_a_link_that_leads_to_the_next(scene: Scene, precious: Path) -> None:
    """Also where it stays in the checkout at first."""
    links = {"report.md": Path("sub/other.md"), "sub/other.md": precious / "kept"}
    _changed(scene, links)
    done = scene.swerve("check", "HEAD", "--no-run", "--output", "report.md")
    _assert_refused(done, precious, "report.md")


def test_a_link_of_the_users_into_the_checkout(scene: Scene, precious: Path) -> None:
    """What is above the top is the user's own, and what it leads to is not."""
    _changed(scene, {"sub/report.md": precious / "kept"})
    (scene.home / "work").symlink_to(scene.repository.path / "sub")
    file = scene.home / "work/report.md"
    done = scene.swerve("check", "HEAD", "--no-run", "--output", str(file), folder=scene.home)
    assert done.returncode == 2
    done = scene.swerve("check", "HEAD", "--no-run", "--output", str(file))
    _assert_refused(done, precious)


@pytest.mark.parametrize("folder", ["sub", ""], ids=["in a folder", "at the top"])
def test_a_work_tree_that_a_variable_names(scene: Scene, precious: Path, folder: str) -> None:
    _changed(scene, {"sub/report.md": precious / "kept", "report.md": precious / "kept"})
    repository = scene.repository.path
    (repository / ".git").rename(scene.top / "elsewhere.git")
    variables = {"GIT_DIR": str(scene.top / "elsewhere.git"), "GIT_WORK_TREE": str(repository)}
    done = scene.swerve(
        "check", "HEAD", "--no-run", "--output", "report.md",
        folder=repository / folder, variables=variables,
    )  # fmt: skip
    _assert_refused(done, precious)


def test_links_in_the_place_of_files_of_an_earlier_run(scene: Scene, precious: Path) -> None:
    """Files of an earlier run are replaced and removed."""
    _changed(scene, {"again/w-00000001.md": precious / "kept"})
    words = ("check", "HEAD", "--no-run", "--format", "agent", "--output", "again")
    assert scene.swerve(*words).returncode == 0
    _assert_untouched(precious)
    (scene.repository.path / "again/index.md").unlink()
    (scene.repository.path / "again/index.md").symlink_to(precious / "kept")
    assert scene.swerve(*words).returncode == 2
    _assert_untouched(precious)


# --- what other commands write --------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("pr", "pull.json", "--save", "file"), id="a pull request"),
        pytest.param(("judge", "intents.jsonl", "--output", "file"), id="judgements"),
        pytest.param(("pairs", "pairs.jsonl", "--no-run", "--output", "file"), id="pairs"),
        pytest.param(("model", "static", ".", "--out", "folder"), id="events"),
        pytest.param(("model", "static", ".", "--out", "folder/new"), id="events in a folder"),
    ],
)
def test_what_other_commands_write(scene: Scene, precious: Path, words: tuple[str, ...]) -> None:
    _changed(scene, {"file": precious / "kept", "folder": precious})
    scene.repository.write(
        "pull.json", '{"number": 1, "title": "x", "base": "HEAD~1", "head": "HEAD"}'
    )
    for name in ("intents", "pairs"):
        scene.repository.write(f"{name}.jsonl", "")
    _assert_refused(scene.swerve(*words), precious)


@pytest.mark.parametrize(
    "links",
    [
        pytest.param({"contracts": ""}, id="folder"),
        pytest.param({"contracts/shop.py": "shop.py"}, id="file", marks=pytest.mark.slow),
        pytest.param({"contracts/shop.py": "kept"}, id="a file", marks=pytest.mark.slow),
    ],
)
def test_contracts(scene: Scene, precious: Path, links: Mapping[str, str]) -> None:
    old = "def double(x: int) -> int:\n    raise ValueError('a')\n"
    found = {name: precious / target for name, target in links.items()}
    _changed(scene, found, old, old.replace("'a'", "'b'"))
    words = ("approve", "HEAD", "--kind", "message", "--yes")
    done = scene.swerve(*words, "--sandbox", scene.level.value)
    _assert_untouched(precious)
    assert done.returncode != 0
    assert "mine" not in done.stdout + done.stderr


def test_recorded_calls(scene: Scene, precious: Path) -> None:
    """Also where what the link leads to has no recorded calls yet."""
    _changed(scene, {".swerve": precious})
    scene.repository.write(
        "test_shop.py", "import shop\n\n\ndef test_double():\n    assert shop.double(2) == 6\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--swerve", "-q", "-p", "no:cacheprovider"],
        cwd=scene.repository.path,
        env=scene.variables(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ".swerve/recorded is a link" in done.stdout + done.stderr
    _assert_untouched(precious)


@pytest.mark.parametrize(
    "links",
    [
        pytest.param({".swerve": ""}, id="folder"),
        pytest.param({".swerve/campaign.db": "new.db"}, id="store"),
        pytest.param({".swerve/campaign.db-wal": "kept"}, id="beside the store"),
        pytest.param({".swerve/.gitignore": "new"}, id="what git ignores"),
    ],
)
def test_the_store_of_a_campaign(scene: Scene, precious: Path, links: Mapping[str, str]) -> None:
    _changed(scene, {name: precious / target for name, target in links.items()})
    words = ("campaign", "run", "--range", "HEAD~1..HEAD", "--no-run", "--jobs", "1")
    _assert_refused(scene.swerve(*words, "--store", ".swerve/campaign.db"), precious)
    _assert_refused(scene.swerve(*words, "--store", "sqlite:///.swerve/campaign.db"), precious)
    assert scene.swerve(*words).returncode == 0, "the store of the user's is elsewhere"
    _assert_untouched(precious)


# --- what goes on working -------------------------------------------------------------------------


def test_links_of_the_user_are_followed(scene: Scene, precious: Path) -> None:
    _changed(scene, {})
    (scene.home / "reports").symlink_to(precious)
    (scene.home / "latest.md").symlink_to(precious / "kept")
    for name in ("reports/new.md", "latest.md"):
        done = scene.swerve("check", "HEAD", "--no-run", "--output", str(scene.home / name))
        assert done.returncode in (0, 1), done.stderr
    assert "double" in (precious / "new.md").read_text()
    assert "double" in (precious / "kept").read_text()
    assert (scene.home / "latest.md").is_symlink()


@pytest.mark.parametrize("file", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_devices_are_written_to(scene: Scene, file: str) -> None:
    _changed(scene, {})
    done = scene.swerve("check", "HEAD", "--no-run", "--output", file)
    assert done.returncode in (0, 1), done.stderr
    assert scene.swerve("check", "HEAD", "--no-run", "--output", "/dev/null").returncode in (0, 1)
