"""Does `swerve serve` show what a store holds, to those who may look?"""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.tell.pages.browsing import watched
from tests.tell.pages.page_reports import campaign_entries

from swerve.apps.campaign import (
    Campaign,
    Cost,
    Done,
    Store,
    open_store,
    packed,
    unit_of,
)
from swerve.apps.campaign._claim import Claim, create_campaign
from swerve.apps.cli import main
from swerve.model import Settings
from swerve.tell.serving._slices import Slices

TOKEN = "a-token-that-nobody-guesses"  # noqa: S105 -- it opens nothing but what is made here


@dataclass
class Filled:
    """A store with a campaign whose results come in as a test says."""

    path: Path
    store: Store
    campaign: Campaign

    def add(self, count: int) -> None:
        """Let so many more units get their results."""
        with Claim(self.store, self.campaign) as claim:
            for unit in claim.waiting(0, count):
                at = int(unit.unit.new)
                claim.begin(unit)
                report = dict(campaign_entries(at + 1)[at].report)
                claim.record(unit, Done(packed(report), "", 0.5, Cost(0.1, 1)))


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[Filled]:
    path = tmp_path / "campaigns.db"
    with open_store(str(path), create=True) as store:
        units = [unit_of("/repo", "0", str(at), title=f"Unit {at} <b>") for at in range(8)]
        made = create_campaign(
            store, units, name="c<1>", source="test", settings=Settings(), deadline_s=60
        )
        yield Filled(path, store, made)


@contextmanager
def served(store: Path, *words: str, token: str = "") -> Iterator[str]:
    """The address of a server on that store; it ends cleanly when interrupted."""
    environment = {**os.environ, "SWERVE_SERVE_TOKEN": token}
    process = subprocess.Popen(
        [sys.executable, "-m", "swerve", "serve", "--store", str(store), "--port", "0", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    address = re.search(r"http://\S+:\d+/", line)
    try:
        assert address is not None, line + process.communicate()[1]
        yield address[0]
    finally:
        process.send_signal(signal.SIGINT)
        output = process.communicate(timeout=20)
        assert output == ("", "")
        assert process.returncode == 0


def asked(
    address: str, path: str = "/", method: str = "GET", body: str = "", **headers: str
) -> tuple[int, dict[str, str], str]:
    """Status, headers and text of an answer."""
    found = re.fullmatch(r"http://([^/]+):(\d+)/", address)
    assert found is not None
    connection = http.client.HTTPConnection("127.0.0.1", int(found[2]), timeout=20)
    connection.request(method, path, body or None, headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, {key.lower(): value for key, value in answer.getheaders()}, text


@pytest.mark.slow
def test_results_appear_while_a_campaign_runs(browser: Browser, filled: Filled) -> None:
    filled.add(2)
    with served(filled.path) as address, watched(browser) as seen:
        page = seen.page
        page.goto(address)
        assert "2 of 8 changes" in page.locator("main, body").first.inner_text()
        page.get_by_role("link", name="c<1>").click()
        expect(page.locator("h1")).to_have_text("c<1>")
        expect(page.locator("#progress")).to_contain_text("2 of 8 changes")
        expect(page.locator("#change-list > li")).to_have_count(2)
        expect(page.locator("#function-list > li")).to_have_count(6)
        assert "Unit 0 <b>" in page.locator("#change-list").inner_text()

        detail = seen.opened("pay_0")
        expect(detail.locator(".value.new pre")).to_have_text("0.0")
        expect(detail.locator(".code-row").first).to_be_visible()

        filled.add(2)
        # Somebody reads: what is new waits until it is asked for.
        fresh = page.get_by_role("button", name="Show 4 new functions")
        fresh.click()
        expect(page.locator("#function-list > li")).to_have_count(10)
        assert detail.is_visible()
        expect(page.locator("#progress")).to_contain_text("4 of 8 changes")
        page.locator(".item.open .row").click()
        page.locator("h1").click()  # nobody reads: what is new is shown at once

        filled.add(4)
        expect(page.locator("#change-list > li")).to_have_count(8)
        expect(page.locator("#function-list > li")).to_have_count(20)
        assert "Unit 7" in page.locator("#change-list > li").first.inner_text()
        assert page.locator(".chart").count() == 3
        seen.opened("pay_0")
        page.reload()  # what is open stands in the address, for others too
        expect(page.locator("#function-list .item.open .name")).to_contain_text("pay_0")
        assert seen.complaints == []
        assert {url for url in seen.requests if not url.startswith(address)} == set()


@pytest.mark.slow
def test_slices_tell_all_of_a_campaign_once(filled: Filled) -> None:
    filled.add(8)
    with served(filled.path) as address:
        number = filled.campaign.number
        _, _, text = asked(address, f"/api/campaigns/{number}/changes?after=0")
        first = json.loads(text)
        assert [change["title"] for change in first["changes"]] == [
            f"Unit {at} <b>" for at in range(8)
        ]
        assert first["status"]["done"] == first["digest"]["changes"] == 8
        assert "def pay_0" not in text
        status, _, text = asked(
            address, f"/api/campaigns/{number}/changes/{first['changes'][5]['number']}"
        )
        assert (status, "def pay_5" in text) == (200, True)
        after = first["last"]
        _, _, text = asked(address, f"/api/campaigns/{number}/changes?after={after}")
        assert json.loads(text)["changes"] == []


def test_figures_are_those_of_all_results_wherever_a_page_begins(filled: Filled) -> None:
    """A server that was started anew is asked by pages that know the first results already."""
    filled.add(5)
    slices = Slices(filled.store)
    number = filled.campaign.number
    last = max(result.number for result in filled.store.results(number))
    assert slices.changes(number, last)["digest"]["changes"] == 5
    filled.add(2)
    for _ in range(2):
        assert slices.changes(number, last)["digest"]["changes"] == 7
    assert slices.changes(number, 0)["digest"]["changes"] == 7


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nowhere", 404),
        ("/campaigns/99", 404),
        ("/api/campaigns/99/changes", 404),
        ("/api/campaigns/1/changes/99", 404),
        ("/api/campaigns/1/changes?after=x", 400),
        ("/api/campaigns/1/changes?after=-1", 400),
        ("/../../etc/passwd", 404),
        (f"/campaigns/{'9' * 5000}", 404),
        (f"/api/campaigns/{'9' * 19}/changes", 404),
        (f"/api/campaigns/1/changes/{'9' * 19}", 404),
    ],
)
def test_what_is_not_there(shared: str, path: str, status: int) -> None:
    assert asked(shared, path)[0] == status


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server for tests that change nothing."""
    path = tmp_path_factory.mktemp("shared") / "campaigns.db"
    with open_store(str(path), create=True) as store:
        units = [unit_of("/repo", "0", "1")]
        create_campaign(store, units, name="one", source="test", settings=Settings(), deadline_s=60)
    with served(path) as address:
        yield address


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8365", 200),
        ("127.0.0.1", 200),
        ("[::1]:80", 200),
        ("LOCALHOST.", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("localhost.evil.example:8365", 421),
        ("192.0.2.7", 421),
        ("", 421),
    ],
)
def test_a_foreign_name_is_refused(shared: str, host: str, status: int) -> None:
    """A page elsewhere could have its own name point here, and read the answers as its own."""
    assert asked(shared, Host=host)[0] == status
    assert asked(shared, "/api/campaigns/1/changes", Host=host)[0] == status


def test_answers_say_what_a_browser_may_do(shared: str) -> None:
    for path in ("/", "/campaigns/1", "/nowhere"):
        _, headers, _ = asked(shared, path)
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


@pytest.mark.slow
def test_whoever_comes_from_elsewhere_needs_the_token(browser: Browser, filled: Filled) -> None:
    filled.add(1)
    number = filled.campaign.number
    api = f"/api/campaigns/{number}/changes"
    with served(filled.path, "--host", "0.0.0.0", token=TOKEN) as told, watched(browser) as seen:  # noqa: S104
        address = told.replace("0.0.0.0", "127.0.0.1")  # noqa: S104
        for path in ("/", f"/campaigns/{number}", "/nowhere", api):
            status, _, text = asked(address, path)
            assert (status, "c&lt;1&gt;" in text or "Unit" in text) == (401, False)
        wrong = ["Bearer x", f"Bearer {TOKEN}x", f"Basic {TOKEN}", "Bearer", "Bearer "]
        assert {asked(address, api, Authorization=each)[0] for each in wrong} == {401}
        assert asked(address, api, Authorization=f"Bearer {TOKEN}")[0] == 200
        assert asked(address, api, Cookie=f"swerve={TOKEN}")[0] == 401
        assert asked(address, f"{api}?token={TOKEN}")[0] == 401
        assert asked(address, api, Authorization=f"Bearer {TOKEN}", Host="evil.example")[0] == 421
        assert asked(address, "/token", "POST", "token=" + "x" * 9000)[0] == 413

        page = seen.page
        page.goto(address)
        page.get_by_label("Token").fill("not this one at all")
        page.get_by_role("button", name="Open").click()
        expect(page.get_by_text("That token is wrong.")).to_be_visible()
        page.get_by_label("Token").fill(TOKEN)
        page.get_by_role("button", name="Open").click()
        page.get_by_role("link", name="c<1>").click()
        expect(page.locator("#change-list > li")).to_have_count(1)
        (cookie,) = page.context.cookies()
        assert TOKEN not in str(cookie)
        assert cookie.get("httpOnly")
        assert cookie.get("sameSite") == "Strict"
        assert not any(TOKEN in url for url in seen.requests)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--host", "0.0.0.0"], "Anyone who can reach 0.0.0.0 could read the results."),  # noqa: S104
        (["--host", "::"], "Anyone who can reach :: could read the results."),
        (["--token", "short"], "The token is too short: 5 characters."),
        (["--host", "192.0.2.1", "--token", TOKEN], "The server cannot listen at 192.0.2.1"),
    ],
)
def test_what_would_be_unsafe_or_cannot_be_is_refused(
    filled: Filled, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--store", str(filled.path), *words]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert TOKEN not in told.err
    assert told.out == ""


def test_a_port_that_is_taken_is_said(filled: Filled, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--store", str(filled.path), "--port", str(port)]) == 2
    assert "cannot-listen" in capsys.readouterr().err


def test_there_is_no_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--store", str(tmp_path / "none.db")]) == 2
    assert "There is no store" in capsys.readouterr().err
