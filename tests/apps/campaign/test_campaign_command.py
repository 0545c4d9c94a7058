"""`swerve campaign` as a user runs it: real repositories, real processes."""

from __future__ import annotations

import io
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from rich.cells import cell_len
from tests.apps.campaign import made

from swerve.apps.campaign import (
    Failed,
    Lost,
    Outcome,
    Status,
    Unit,
    open_store,
    unit_of,
)
from swerve.apps.campaign._claim import Claim, create_campaign
from swerve.apps.campaign._clones import folder_of
from swerve.apps.campaign._running import Run
from swerve.apps.campaign._sources import read_pull_requests
from swerve.apps.cli import main
from swerve.apps.cli._campaign_run import (
    CampaignProgress,
    _interruptible,
    _resume_command,
    check_sandbox,
)
from swerve.apps.cli._progress import Line
from swerve.model import FailOn, Settings
from swerve.model.errors import ShallowHistory
from swerve.source import list_commits, missing_commits

if TYPE_CHECKING:
    from tests.conftest import Repository

QUICK = ("--no-run", "--effort", "quick", "--jobs", "1")


@pytest.fixture
def shop(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.chdir(repository.path)
    return repository


def commits(repository: Repository, count: int) -> list[str]:
    """So many small changes: renamed locals, and each fifth one that changes what comes out."""
    ids = [repository.commit("start", {"m.py": source(0)})]
    lines: list[str] = []
    for number in range(1, count + 1):
        text = f"change {number}"
        mark = f"commit refs/heads/main\nmark :{number}\ncommitter A <a@b> 1700000000 +0000\n"
        lines.append(f"{mark}data {len(text)}\n{text}\n")
        lines.append(f"from {ids[0]}\n" if number == 1 else f"from :{number - 1}\n")
        data = source(number)
        lines.append(f"M 100644 inline m.py\ndata {len(data)}\n{data}\n")
    repository.git("fast-import", "--quiet", "--force", data="".join(lines).encode())
    repository.git("reset", "--quiet", "--hard")
    return [*ids, *repository.git("rev-list", "--reverse", f"{ids[0]}..main").split()]


def source(number: int) -> str:
    local, result = f"local_{number}", number // 5
    return f"def f(x, y={result}):\n    {local} = x + y\n    return {local}\n"


def printed(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def without_times(value: object) -> object:
    """A report without what no two runs have in common."""
    if isinstance(value, dict):
        return {key: without_times(item) for key, item in value.items() if key != "seconds"}
    return [without_times(item) for item in value] if isinstance(value, list) else value


def reports(store: str, name: str | None = None) -> dict[str, object]:
    with open_store(store) as opened:
        number = opened.campaign(name).number
        found = list(opened.results(number))
        assert len({each.unit.id for each in found}) == len(found)
        return {each.unit.id: without_times(each.report) for each in found}


@pytest.mark.slow
def test_a_range_from_beginning_to_report(
    shop: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = commits(shop, 6)
    assert main(["campaign", "run", "--range", f"{ids[0]}..main", *QUICK]) == 0
    out = capsys.readouterr().out
    assert "6 of 6 done" in out
    assert "1 changed · 5 preserved" in out
    assert shop.git("status", "--porcelain") == "", "the repository is not disturbed"

    assert main(["campaign", "report"]) == 0
    out = capsys.readouterr().out
    assert f"✗  {ids[5][:10]}        1" in out
    assert ids[4][:10] not in out
    assert "5 other changes preserve all" in out
    assert main(["campaign", "report", "--all"]) == 0
    assert f"✓  {ids[4][:10]}        0" in capsys.readouterr().out
    assert main(["campaign", "report", "--format", "json"]) == 0
    units = printed(capsys)["units"]
    assert [each["new"] for each in units] == ids[1:], "in the order of the history"
    assert [each["summary"]["changed"] for each in units] == [0, 0, 0, 0, 1, 0]

    assert main(["campaign", "status", "--format", "json"]) == 0
    told = printed(capsys)
    assert told["finished"] is True
    assert told["states"] == {"waiting": 0, "running": 0, "done": 6, "set-aside": 0}

    assert main(["campaign", "export"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {each["unit"]["new"] for each in lines} == set(ids[1:])
    [changed] = [each for each in lines if each["unit"]["new"] == ids[5]]
    assert changed["report"]["functions"][0]["source"]["new"] == source(5).rstrip()
    assert main(["campaign", "export", "--after", str(lines[3]["number"])]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2

    assert main(["campaign", "report", "--format", "html", "--output", "page.html"]) == 0
    page = (shop.path / "page.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert "change 5" in page

    assert main(["campaign", "resume"]) == 0, "there is nothing left to do"
    assert "6 of 6 done" in capsys.readouterr().out


@pytest.mark.slow
def test_pull_requests_in_a_file(
    shop: Repository, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    ids = commits(shop, 5)
    first = {"number": 7, "title": "Refactor f", "base": ids[3], "head": ids[4]}
    second = {"title": "Add\x1b[31m one", "base": ids[4], "head": ids[5]}
    gone = {"number": 9, "title": "Gone", "base": ids[0], "head": "f" * 40}
    shop.write("pulls/second.json", json.dumps(second))
    shop.write("pulls/all.jsonl", f"{json.dumps(first)}\nsecond.json\n{json.dumps(gone)}\n")
    assert main(["campaign", "run", "--prs", "pulls/all.jsonl", "--store", "s.db", *QUICK]) == 0
    captured = capsys.readouterr()
    assert "does not have the commits of #9" in captured.err
    assert "2 of 3 done · 1 set aside" in captured.out
    assert main(["campaign", "report", "--all", "--store", "s.db"]) == 0
    out = capsys.readouterr().out
    assert "#7 Refactor f" in out
    assert "\x1b" not in out
    assert "set aside: There is no commit `ffffffff" in out
    assert main(["campaign", "status", "--log", "--store", "s.db"]) == 0
    out = capsys.readouterr().out
    assert out.count("failed: There is no commit") == 3
    assert "| " in out
    assert "code: unknown-revision" in out
    words = [
        each["text"]
        for report in reports("s.db").values()
        for each in report["intent"]["words"]  # type: ignore[index] # it is an object
    ]
    assert "Refactor f" in words
    listed = json.dumps([first, "pulls/second.json"]).encode()
    assert [pull.base for pull in read_pull_requests(listed, shop.path)] == [ids[3], ids[4]]


@pytest.mark.slow
def test_repositories_by_path_and_by_url(
    shop: Repository,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SWERVE_CACHE", str(tmp_path / "cache"))
    ids = commits(shop, 5)
    shop.clone(tmp_path / "other place")
    kept = str(tmp_path / "s.db")  # not in the repository, which gets another commit
    shop.git("tag", "v1", ids[2])
    lines = [
        "# two of them",
        "../other place HEAD~2..HEAD",
        "",
        f"{shop.path.as_uri()} v1..main",
    ]
    shop.write("repos.txt", "\n".join(lines))
    assert main(["campaign", "run", "--repos", "repos.txt", "--store", kept, *QUICK]) == 0
    assert "5 of 5 done" in capsys.readouterr().out
    with open_store(kept) as store:
        found = [each.unit.repository for each in store.units(1)]
    assert found == [str(tmp_path / "other place")] * 2 + [shop.path.as_uri()] * 3
    later = shop.commit("later", {"m.py": source(50)})
    shop.write("repos.txt", f"{shop.path.as_uri()} main~1..main\n")
    assert main(["campaign", "run", "--repos", "repos.txt", "--store", kept, *QUICK]) == 0
    with open_store(kept) as store:
        assert [each.unit.new for each in store.units(2)] == [later], "the clone is brought up"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param([], "--repos, not 0", id="nothing to check"),
        pytest.param(["--range", "a..b", "--prs", "x"], "--repos, not 2", id="two sources"),
        pytest.param(["--range", "HEAD"], "not a range", id="one commit"),
        pytest.param(["--range", "HEAD..HEAD"], "no change to check", id="empty range"),
        pytest.param(["--range", "nope..HEAD"], "no commit `nope`", id="unknown revision"),
        pytest.param(["--range", "HEAD..", "--fetch"], "without `--prs`", id="fetch of a range"),
        pytest.param(["--prs", "missing"], "cannot be read", id="no such file"),
        pytest.param(["--repos", "bad.txt"], "Line 1 is not a repo", id="no range in a line"),
        pytest.param(["--repos", "ext.txt"], "There is no folder", id="a URL that runs programs"),
        pytest.param(["--repos", "ftp.txt"], "cannot be cloned", id="another kind of URL"),
        pytest.param(["--repos", "secret.txt"], "or password", id="a password in a URL"),
        pytest.param(["--repos", "token.txt"], "or password", id="a token in a URL"),
        pytest.param(["--repos", "nobody.txt"], "There is no folder", id="a user who is not there"),
        pytest.param(["--range", "HEAD~1..", "--deadline", "inf"], "at most", id="no deadline"),
        pytest.param(["--range", "HEAD~1..", "--deadline", "nan"], "at most", id="no number"),
        pytest.param(["--range", "HEAD~1..", "--name=-x"], "start with", id="an option as name"),
        pytest.param(
            ["--range", "HEAD~1..", "--store", "mysql://a/b"],
            "`mysql` are not supported",
            id="store",
        ),
        pytest.param(
            ["--range", "HEAD~1..", "--cluster", "tcp://a:1", "--jobs", "2"],
            "`--jobs` cannot be combined",
            id="jobs and cluster",
        ),
    ],
)
def test_what_makes_no_sense_is_said(
    shop: Repository, state: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    commits(shop, 1)
    shop.write("bad.txt", "here\n")
    shop.write("ext.txt", "ext::sh%20-c%20date a..b\n")
    shop.write("ftp.txt", "ftp://example.org/x a..b\n")
    shop.write("secret.txt", "https://a:geheim@example.org/x a..b\n")
    shop.write("token.txt", "https://geheim@example.org/x a..b\n")
    shop.write("nobody.txt", "~nobody-of-that-name/x a..b\n")
    assert main(["campaign", "run", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert "geheim" not in error
    assert not state.exists()


def test_what_is_not_installed_is_named(
    shop: Repository, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commits(shop, 1)
    for name in [*sys.modules]:
        if name in (
            "swerve.apps.campaign._claim",
            "swerve.apps.campaign._store",
            "swerve.apps.campaign._tables",
        ):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("swerve.apps.campaign._store")
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    assert main(["campaign", "run", "--range", "HEAD~1..", "--no-run"]) == 2
    assert "pip install 'swerve[campaign]'" in capsys.readouterr().err


def test_a_weaker_sandbox_is_told_and_not_accepted_where_it_must_be_strict(
    shop: Repository,
    state: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every change would be set aside, one after the other."""
    commits(shop, 1)
    monkeypatch.setattr("swerve.run.sandbox._bubblewrap.find_bubblewrap", lambda: None)
    words = ["campaign", "run", "--range", "HEAD~1.."]
    assert main([*words, "--sandbox", "strict"]) == 2
    assert "level strict does not work" in capsys.readouterr().err
    assert not state.exists()
    check_sandbox(Settings(), None)
    assert "swerve: sandbox level process: bubblewrap" in capsys.readouterr().err


def test_a_history_that_was_cut_off_is_not_taken_for_its_beginning(
    shop: Repository, tmp_path: Path
) -> None:
    ids = commits(shop, 5)
    clone = shop.clone(tmp_path / "shallow", "--depth", "2")
    clone.git("fetch", "--quiet", "--depth", "1", "origin", ids[1])
    with pytest.raises(ShallowHistory, match=f"The commit before {ids[4][:10]}"):
        list_commits(clone.path, f"{ids[1]}..HEAD")
    assert [each.id for each in list_commits(clone.path, "HEAD~1..HEAD")[1]] == [ids[5]]


def test_a_clone_is_mended_and_goes_when_nobody_used_it_for_long(
    shop: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SWERVE_CACHE", str(tmp_path / "cache"))
    url = shop.path.as_uri()
    commits(shop, 1)
    folder = folder_of(url)
    later = shop.commit("later", {"m.py": source(50)})
    (folder / ".git/refs/heads/main.lock").touch()  # as git leaves it when it is killed
    assert missing_commits(folder_of(url, later), (later,)) == ()

    other = shop.clone(tmp_path / "other").path.as_uri()
    folder_of(other)
    assert folder.is_dir(), "it was used a moment ago"
    os.utime(folder, (0, 0))
    shutil.rmtree(folder_of(other))
    folder_of(other)
    assert not folder.exists()
    names = {each.suffix for each in folder.parent.iterdir()}
    assert names == {".git", ".lock"}, "nothing is left over"


@contextmanager
def finished_store(tmp_path: Path, *outcomes: Outcome) -> Iterator[str]:
    """A store with a campaign whose units ended so."""
    url = str(tmp_path / "finished.db")
    with open_store(url, create=True) as store:
        with Claim(store, made.campaign(store, len(outcomes))) as claim:
            for unit, outcome in zip(claim.waiting(0, len(outcomes)), outcomes, strict=True):
                claim.begin(unit)
                claim.record(unit, outcome)
        yield url


@pytest.mark.parametrize(
    ("counts", "levels"),
    [
        ({"unintended": 1, "changed": 1}, ["unintended", "changed", "inconclusive"]),
        ({"changed": 1}, ["changed", "inconclusive"]),
        ({"breaking": 1}, ["changed", "inconclusive"]),
        ({"inconclusive": 1}, ["inconclusive"]),
        ({"problems": 1}, ["inconclusive"]),
        ({"preserved": 1}, []),
    ],
)
def test_what_was_found_may_make_the_exit_status_1(
    tmp_path: Path, counts: dict[str, int], levels: list[str]
) -> None:
    with finished_store(tmp_path, made.done(counts=counts)) as store:
        words = ["campaign", "resume", "--store", store, "--fail-on"]
        found = [level.value for level in FailOn if main([*words, level.value]) == 1]
    assert found == levels


def test_a_narrow_page_has_room_for_titles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    title = "Refuse a discount of more than the price"
    wide = "\u5272\u5f15" * 40
    unit = unit_of("/nowhere", "a" * 40, "b" * 40, title=title)
    other = unit_of("/nowhere", "b" * 40, "c" * 40, title=wide)
    url = str(tmp_path / "s.db")
    with open_store(url, create=True) as store:
        campaign = create_campaign(
            store, [unit, other], name="x", source="", settings=Settings(), deadline_s=1.0
        )
        with Claim(store, campaign) as claim:
            for each in claim.waiting(0, 2):
                claim.begin(each)
                claim.record(each, made.done(counts={"breaking": 1}))
    assert main(["campaign", "report", "--store", url]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert title[:15] in "\n".join(lines)
    assert "breaking" in next(line for line in lines if "unintended" in line and "title" in line)
    assert max(map(cell_len, lines)) <= 80


def test_a_change_that_could_not_be_read_is_not_said_to_preserve_anything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with finished_store(tmp_path, made.done(counts={"problems": 2})) as store:
        assert main(["campaign", "report", "--store", store]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "problems" in next(line for line in lines if "title" in line)
    assert lines[-1].startswith("?  new0")


def test_a_lost_try_is_no_failed_one() -> None:
    """How long it takes is said while nobody knows how long it will."""
    stream = io.StringIO()
    counts = {"waiting": 2, "running": 0, "done": 0, "set-aside": 0}
    progress = CampaignProgress(Status(counts, 0.0, 0.0, None, None), stream)
    for outcome in (Lost("gone"), Lost("gone"), Failed("it broke")):
        progress.ended(made.units(1)[0], outcome, "waiting")
    progress._draw()
    progress.close()
    assert "1 failed attempt · 2 lost attempts · 1 s\n" in stream.getvalue()


def test_what_a_server_says_is_not_obeyed() -> None:
    stream = io.StringIO()
    Line(stream).tell("pull request #3: git fetch failed: remote: \x1b[2J")
    assert stream.getvalue() == ("swerve: pull request #3: git fetch failed: remote: \\x1b[2J\n")


class _NobodyThere:
    """A crew that waits for somebody to do the work."""

    def outcomes(self, units: Iterable[Unit]) -> Iterator[tuple[Unit, Outcome]]:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(60)
        yield from ()

    def close(self) -> None:
        pass


def test_one_ctrl_c_is_enough_while_nothing_is_tried(tmp_path: Path) -> None:
    """A scheduler that went away is waited for as long as five minutes."""
    with open_store(str(tmp_path / "s.db"), create=True) as store:
        campaign = made.campaign(store, 1)
        progress = CampaignProgress(store.status(campaign.number), io.StringIO())
        started_at = time.monotonic()
        with Claim(store, campaign) as claim:
            run = Run(claim, _NobodyThere(), progress)
            interruptible = _interruptible(run, progress, threading.Event(), is_local=False)
            with pytest.raises(KeyboardInterrupt), interruptible:
                run.go()
        progress.close()
    assert time.monotonic() - started_at < 200


def test_the_command_that_goes_on_can_be_pasted(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "s.db"), create=True) as store:
        campaign = made.campaign(store, 1, "it's mine")
        command = _resume_command(store, campaign)
        assert shlex.split(command)[3:] == ["it's mine", "--store", store.name]


@contextmanager
def started(*words: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    program = "import sys; from swerve.apps.cli import main; sys.exit(main())"
    client = subprocess.Popen(
        [sys.executable, "-c", program, "campaign", *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield client
    finally:
        client.kill()
        client.communicate()


def wait_until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it takes too long"
        time.sleep(0.05)


def wait_for_results(store: str, count: int) -> None:
    """Wait until the first campaign of a store that comes to be has so many results."""
    if "://" not in store:
        wait_until(Path(store).exists)
    with open_store(store, create=True) as opened:
        wait_until(lambda: bool(opened.campaigns()))
        wait_until(lambda: opened.status(1).counts["done"] >= count)


@pytest.mark.slow
def test_a_killed_client_loses_and_doubles_nothing(shop: Repository, store_url: str) -> None:
    ids = commits(shop, 25)
    words = ("--range", f"{ids[0]}..main", "--store", store_url, *QUICK)
    with started("run", *words, "--jobs", "2", folder=shop.path):
        wait_for_results(store_url, 5)
    before = reports(store_url)
    assert 5 <= len(before) < 25, "it was killed in the middle"
    assert main(["campaign", "resume", "--store", store_url, "--jobs", "2"]) == 0
    after = reports(store_url)
    assert len(after) == 25
    assert before.items() <= after.items()
    assert main(["campaign", "run", *words, "--name", "calm"]) == 0
    assert reports(store_url, "calm") == after


@pytest.mark.slow
def test_ctrl_c_finishes_what_was_begun(shop: Repository) -> None:
    ids = commits(shop, 60)
    store = str(shop.path / "s.db")
    words = ("--range", f"{ids[0]}..main", "--store", store, *QUICK)
    with started("run", *words, folder=shop.path) as client:
        wait_for_results(store, 3)
        client.send_signal(signal.SIGINT)
        out, error = client.communicate(timeout=60)
    assert client.returncode == 130, error
    assert "Ctrl-C again stops at once" in error
    assert "`swerve campaign resume campaign-1 --store" in error
    assert "waiting" in out
    with open_store(store) as opened:
        assert {each.outcome for each in opened.attempts(1)} == {"done"}
        assert 3 <= opened.status(1).counts["done"] < 60


@pytest.mark.slow
def test_ctrl_c_in_the_last_change_leaves_nothing_to_resume(shop: Repository) -> None:
    shop.commit("one", {"m.py": source(1)})
    shop.commit("two", {"m.py": source(1).replace("+", "-")})
    store = str(shop.path / "s.db")
    seconds = f"2.7655{os.getpid()}"  # what was set up once is kept
    slow = ("--setup", f"sleep {seconds}", "--sandbox", "process", "--store", store)
    with started("run", "--range", "main~1..main", *slow, folder=shop.path) as client:
        wait_until(lambda: bool(_sleepers(seconds.encode())))
        client.send_signal(signal.SIGINT)
        out, error = client.communicate(timeout=60)
    assert "finished" in out
    assert "continues it" not in error
    assert client.returncode == 0, error


@pytest.mark.slow
def test_a_second_ctrl_c_does_not_wait(shop: Repository) -> None:
    shop.commit("one", {"m.py": source(1)})
    shop.commit("two", {"m.py": source(1).replace("+", "-")})
    shop.commit("three", {"m.py": source(1).replace("+", "*")})
    store = str(shop.path / "s.db")
    slow = ("--setup", "sleep 7655.1", "--sandbox", "process", "--jobs", "2", "--store", store)
    with started("run", "--range", "main~2..main", *slow, folder=shop.path) as client:
        wait_until(lambda: bool(_sleepers()))
        client.send_signal(signal.SIGINT)
        time.sleep(0.5)
        assert client.poll() is None
        client.send_signal(signal.SIGINT)
        _, error = client.communicate(timeout=20)
    assert client.returncode == 130, error
    assert "Traceback" not in error
    assert "`swerve campaign resume campaign-1 --store" in error
    assert not _sleepers()
    with open_store(store) as opened:
        counts = opened.status(1)
        assert counts.counts["running"] == 0
        assert counts.claimed_on is None
        assert "lost" in {each.outcome for each in opened.attempts(1)}


def _sleepers(seconds: bytes = b"7655.1") -> list[str]:
    found = []
    for folder in Path("/proc").iterdir():
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if words[:2] == [b"sleep", seconds]:
            found.append(folder.name)
    return found


@pytest.mark.slow
def test_two_clients_do_not_get_in_each_others_way(
    shop: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = commits(shop, 40)
    store = str(shop.path / "s.db")
    words = ("--range", f"{ids[0]}..main", "--store", store, *QUICK)
    with started("run", *words, folder=shop.path) as client:
        wait_for_results(store, 1)
        assert main(["campaign", "resume", "--store", store]) == 2
        assert f"Process {client.pid} on" in capsys.readouterr().err
        assert main(["campaign", "status", "--store", store]) == 0
        assert "is working on it" in capsys.readouterr().out
        client.communicate(timeout=60)
    assert client.returncode == 0
    assert len(reports(store)) == 40


def test_nothing_of_the_environment_that_is_secret_reaches_units(
    shop: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    from swerve.apps.campaign import dismiss, unit_of, work
    from swerve.worker.core.descendants import descendants

    dismiss()
    monkeypatch.setenv("GITHUB_TOKEN", "geheim")
    monkeypatch.setenv("SWERVE_STORE", "postgresql://a:geheim@b/c")
    ids = commits(shop, 1)
    work(unit_of(str(shop.path), ids[0], ids[1]), 60.0)
    found = [Path(f"/proc/{pid}/environ").read_bytes() for pid in descendants(os.getpid())]
    dismiss()
    assert found
    assert not any(b"geheim" in each for each in found)
