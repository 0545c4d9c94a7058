"""Does a store lose nothing, double nothing, and let one client at a time work on a campaign?"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import text, update
from tests.apps.campaign import made
from tests.apps.campaign.postgres import Postgres
from tests.apps.campaign.racing import problems_of_racing_clients, store_in

from swerve.apps.campaign import Failed, Lost, Store, open_store, unit_of
from swerve.apps.campaign import _tables as tables
from swerve.apps.campaign._claim import MOST_FAILURES, MOST_LOSSES, Claim, create_campaign
from swerve.apps.campaign._unit import settings_from_json, settings_to_json
from swerve.model import Effort, Settings
from swerve.model.campaign import StoredUnit
from swerve.model.errors import BadStore, CampaignTaken, StoreUnreachable, UnknownCampaign

from collections.abc import Iterator  # isort: skip


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    with open_store(store_url, create=True) as opened:
        yield opened


def rows(store: Store, query: str) -> list[tuple[object, ...]]:
    return store.database.read(
        lambda connection: [tuple(r) for r in connection.execute(text(query))]
    )


def first(claim: Claim) -> StoredUnit:
    return claim.waiting(0, 1)[0]


def test_settings_survive_the_store() -> None:
    settings = Settings(
        effort=Effort.QUICK,
        judge="none",
        seed=3,
        sandbox="strict",
        skip=("guided",),
        tolerance=0.5,
        include=("*.py",),
        max_file_size=7,
        max_files=2,
        given=frozenset({"effort"}),
    )
    assert settings_from_json(settings_to_json(settings)) == settings


def test_settings_of_an_earlier_version_are_read() -> None:
    parts = {
        "effort": "quick",
        "judge": "none",
        "seed": 3,
        "wishes": {"sandbox": "strict", "skip": ["guided"], "context": False, "seed": 3},
        "selection": {"include": ["*.py"], "exclude": [], "max_bytes": 7, "named": []},
        "limits": {"files": 2, "functions": None},
        "open": ["ignore"],
    }
    settings = settings_from_json(json.dumps(parts))
    assert (settings.effort, settings.judge, settings.seed) == (Effort.QUICK, "none", 3)
    assert (settings.sandbox, settings.skip, settings.context) == ("strict", ("guided",), "none")
    assert (settings.include, settings.max_file_size, settings.max_files) == (("*.py",), 7, 2)
    assert "ignore" not in settings.given
    assert "tolerance" in settings.given
    with pytest.raises(BadStore, match="frobnicate"):
        settings_from_json(json.dumps({"frobnicate": 1, "given": []}))


def test_the_same_change_is_the_same_unit(store: Store) -> None:
    twice = [*made.units(3), *made.units(2)]
    found = create_campaign(store, twice, name="a", source="", settings=Settings(), deadline_s=1.0)
    assert [each.unit.title for each in store.units(found.number)] == ["c0", "c1", "c2"]
    assert unit_of("/a", "1", "2").id != unit_of("/b", "1", "2").id


def test_a_unit_from_waiting_to_its_result(store: Store) -> None:
    campaign = made.campaign(store, 2)
    with Claim(store, campaign) as claim:
        unit = first(claim)
        claim.begin(unit)
        counts = store.status(campaign.number).counts
        assert counts == {"waiting": 1, "running": 1, "done": 0, "set-aside": 0}
        [attempt] = store.attempts(campaign.number)
        assert (attempt.outcome, attempt.finished_at) == (None, None), "recorded before"
        assert claim.record(unit, made.done()) == "done"
    [attempt] = store.attempts(campaign.number)
    assert (attempt.outcome, attempt.log, attempt.cpu_s) == ("done", "a log", 1.25)
    [result] = store.results(campaign.number)
    assert result.unit == made.units(2)[0]
    assert result.seconds == 1.5
    assert result.report["summary"] == {**store.totals(campaign.number)}
    assert rows(store, "SELECT id, function, judgement FROM witnesses") == [
        ("w-1a2b3c4d", "f", "unintended")
    ]
    assert rows(store, "SELECT engine, runs, reached_new FROM evidence") == [("generate", 7, 1)]
    assert rows(store, "SELECT name, verdict FROM functions") == [("f", "changed")]
    assert store.status(campaign.number).claimed_on is None


def test_a_second_result_of_a_unit_changes_nothing(store: Store) -> None:
    """The answer to a commit can get lost; then it is done again."""
    campaign = made.campaign(store, 1)
    with Claim(store, campaign) as claim:
        unit = first(claim)
        claim.begin(unit)
        claim.begin(unit)
        claim.record(unit, made.done("first"))
        claim.record(unit, made.done("second"))
        claim.record(unit, Failed("too late"))
        claim.begin(unit)
    assert [each.report["functions"] for each in store.results(campaign.number)] == [
        made_functions("first")
    ]
    assert store.status(campaign.number).counts["done"] == 1
    assert rows(store, "SELECT count(*) FROM witnesses") == [(1,)]


def made_functions(name: str) -> object:
    from swerve.apps.campaign import unpacked

    return unpacked(made.done(name).report)["functions"]


@pytest.mark.parametrize(
    ("outcome", "most"),
    [(Failed("it broke", "the log"), MOST_FAILURES), (Lost("gone"), MOST_LOSSES)],
)
def test_a_unit_is_set_aside_with_its_reason(
    store: Store, outcome: Failed | Lost, most: int
) -> None:
    campaign = made.campaign(store, 1)
    with Claim(store, campaign) as claim:
        states = []
        for _ in range(most):
            unit = first(claim)
            claim.begin(unit)
            states.append(claim.record(unit, outcome))
        assert states == ["waiting"] * (most - 1) + ["set-aside"]
        assert not claim.waiting(0, 1)
    [outline] = store.outlines(campaign.number)
    assert (outline.state, outline.attempts, outline.why) == ("set-aside", most, outcome.why)
    assert [each.log for each in store.attempts(campaign.number)] == [outcome.log] * most
    with Claim(store, campaign) as claim:
        claim.reconsider()
        unit = first(claim)
        claim.begin(unit)
        assert claim.record(unit, made.done()) == "done"


def test_a_lost_try_is_not_held_against_a_unit_that_is_reconsidered(store: Store) -> None:
    campaign = made.campaign(store, 1)
    outcomes: list[Failed | Lost] = [Failed("it broke")] * MOST_FAILURES
    with Claim(store, campaign) as claim:
        for outcome in (*outcomes, Lost("gone")):
            claim.reconsider()
            unit = first(claim)
            claim.begin(unit)
            state = claim.record(unit, outcome)
    assert state == "waiting"


def test_two_clients_do_not_work_on_one_campaign(store: Store) -> None:
    campaign, other = made.campaign(store, 1, "a"), made.campaign(store, 1, "b")
    with Claim(store, campaign):
        with pytest.raises(CampaignTaken, match=f"Process {os.getpid()} on"):
            Claim(store, campaign)
        Claim(store, other).close()
    Claim(store, campaign).close()


def test_a_client_that_died_is_noticed_at_once(store: Store, store_url: str) -> None:
    campaign = made.campaign(store, 2)
    program = (
        "import os, sys; from swerve.apps.campaign import open_store\n"
        "from swerve.apps.campaign._claim import Claim\n"
        "store = open_store(sys.argv[1]); claim = Claim(store, store.campaign())\n"
        "claim.begin(claim.waiting(0, 1)[0]); os._exit(1)"
    )
    subprocess.run([sys.executable, "-c", program, store_url], check=False, timeout=60)
    status = store.status(campaign.number)
    assert (status.counts["running"], status.claimed_on) == (1, None)
    with Claim(store, campaign) as claim:
        assert store.status(campaign.number).claimed_on == socket.gethostname()
        assert [each.attempts for each in claim.waiting(0, 9)] == [1, 0]
    [attempt] = store.attempts(campaign.number)
    assert (attempt.outcome, attempt.why) == ("lost", "the client ended")


def test_a_client_that_was_taken_for_dead_writes_nothing_more(store: Store) -> None:
    campaign = made.campaign(store, 1)
    claim = Claim(store, campaign)
    unit = first(claim)
    claim.begin(unit)
    # As if it ran on another machine, and had not been heard of.
    silence = update(tables.campaigns).values(claimed_where="elsewhere", seen_at=0.0)
    store.database.write(lambda connection: connection.execute(silence))
    with Claim(store, campaign) as other:
        with pytest.raises(CampaignTaken, match="taken over"):
            claim.record(unit, made.done())
        claim.close()
        again = first(other)
        assert again.attempts == 1
        other.begin(again)
        other.record(again, made.done())
    assert len(list(store.results(campaign.number))) == 1


def test_two_clients_make_a_store_at_once(store_url: str) -> None:
    problems: list[BaseException] = []

    def client(name: str) -> None:
        try:
            with open_store(store_url, create=True) as store:
                made.campaign(store, 20, name)
        except BaseException as error:
            problems.append(error)

    threads = [threading.Thread(target=client, args=(f"c{each}",)) for each in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems
    with open_store(store_url) as store:
        assert sorted(each.name for each in store.campaigns()) == ["c0", "c1", "c2", "c3"]


@pytest.mark.parametrize(
    ("stores", "processes"),
    [pytest.param(10, 2, id="few"), pytest.param(500, 8, id="many", marks=pytest.mark.slow)],
)
def test_processes_make_stores_at_once(tmp_path: Path, stores: int, processes: int) -> None:
    assert problems_of_racing_clients(tmp_path, stores, processes) == []
    for number in range(stores):
        with open_store(store_in(tmp_path, number)) as store:
            assert store.campaigns() == ()


def test_a_store_that_appears_while_it_is_looked_for_is_not_taken_for_a_read_only_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The race, step by step: another client makes the folder between two of our questions."""
    path = tmp_path / "store" / "campaign.db"
    questions = 0

    def then_another_makes_it(answer: bool) -> bool:
        nonlocal questions
        questions += 1
        if questions == 1:
            open_store(str(path), create=True).close()
        return answer

    access, is_file = os.access, Path.is_file
    monkeypatch.setattr(os, "access", lambda *args: then_another_makes_it(access(*args)))
    monkeypatch.setattr(Path, "is_file", lambda self: then_another_makes_it(is_file(self)))
    with open_store(str(path), create=True) as store:
        made.campaign(store, 1)
    assert questions > 1


def test_threads_make_different_stores_at_once(tmp_path: Path) -> None:
    """Alembic is not made for threads."""
    problems: list[BaseException] = []

    def client(number: int) -> None:
        try:
            open_store(store_in(tmp_path, number), create=True).close()
        except BaseException as error:
            problems.append(error)

    threads = [threading.Thread(target=client, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []


def test_results_come_page_by_page(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = made.campaign(store, 25)
    with Claim(store, campaign) as claim:
        for unit in claim.waiting(0, 25):
            claim.begin(unit)
            claim.record(unit, made.done())
    monkeypatch.setattr("swerve.apps.campaign._store._PAGE", 10)
    found = [each.number for each in store.results(campaign.number)]
    assert len(found) == len(set(found)) == 25
    assert found == sorted(found)
    assert [each.number for each in store.results(campaign.number, after=found[19])] == found[20:]
    assert [each.number for each in store.results(campaign.number, limit=17)] == found[:17]
    assert [each.number for each in store.results(campaign.number, limit=10)] == found[:10]


def test_hostile_text_is_kept(store: Store) -> None:
    """PostgreSQL takes no NUL, and no database takes half a surrogate."""
    bad = "a\0b\udc80'; DROP TABLE units; --"
    campaign = create_campaign(
        store,
        [unit_of("/no\0where", "1", "2", title=bad)],
        name="x",
        source=bad,
        settings=Settings(),
        deadline_s=1.0,
    )
    with Claim(store, campaign) as claim:
        unit = first(claim)
        claim.begin(unit)
        claim.record(unit, Failed(bad, bad))
    [attempt] = store.attempts(campaign.number)
    assert attempt.why == "a\\x00b\\udc80'; DROP TABLE units; --"


def test_a_name_is_taken_once(store: Store) -> None:
    made.campaign(store, 1, "a")
    with pytest.raises(UnknownCampaign, match="already a campaign `a`"):
        made.campaign(store, 1, "a")
    assert [made.campaign(store, 1).name for _ in range(2)] == ["campaign-2", "campaign-3"]


@pytest.mark.parametrize(
    "word",
    [
        *("mysql://a/b", "sqlite://", "://", "postgresql+asyncpg:///x y"),
        *("postgresql://ada:geheim@host:port/db", "postgresql://ada:a@geheim@host/db"),
    ],
)
def test_what_is_no_store(word: str) -> None:
    with pytest.raises((BadStore, StoreUnreachable)) as error:
        open_store(word, patience_s=0.1)
    assert "geheim" not in error.value.message + error.value.hint


def test_another_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("not a database, but long enough to look like one" * 20)
    before = file.read_bytes()
    with pytest.raises((BadStore, StoreUnreachable)):
        open_store(str(file), create=True)
    assert file.read_bytes() == before
    with pytest.raises(BadStore, match="There is no store"):
        open_store(str(tmp_path / "missing.db"))


def test_a_store_is_read_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that was kept by CI, on a disk that is mounted so."""
    file = tmp_path / "a b%20?" / "s.db"
    with open_store(str(file), create=True) as store:
        made.campaign(store, 2, "a")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everywhere
    with open_store(str(file)) as store:
        assert store.status(store.campaign("a").number).counts["waiting"] == 2
        assert {each.name for each in file.parent.iterdir()} == {"s.db", ".gitignore"}
        with pytest.raises(StoreUnreachable, match="readonly"):
            Claim(store, store.campaign("a"))


def test_git_does_not_see_the_folder_that_was_made(tmp_path: Path) -> None:
    open_store(str(tmp_path / ".swerve" / "campaign.db"), create=True).close()
    assert (tmp_path / ".swerve" / ".gitignore").read_text() == "*\n"
    open_store(str(tmp_path / "campaign.db"), create=True).close()
    assert not (tmp_path / ".gitignore").exists()


def test_git_does_not_see_a_store_beside_recorded_calls(tmp_path: Path) -> None:
    (tmp_path / ".swerve" / "recorded").mkdir(parents=True)
    open_store(str(tmp_path / ".swerve" / "campaign.db"), create=True).close()
    assert (tmp_path / ".swerve" / ".gitignore").read_text() == "*\n"


def test_a_password_among_the_options_of_a_url_is_not_shown() -> None:
    url = "postgresql://ada:secret@127.0.0.1:1/db?host=127.0.0.1&password=secret&sslpassword=secret"
    with pytest.raises(StoreUnreachable) as error:
        open_store(url, patience_s=0.0)
    assert "secret" not in error.value.message
    assert "host=127.0.0.1" in error.value.message


@pytest.mark.slow
def test_a_connection_that_dies_is_made_again(postgres: Postgres) -> None:
    url = postgres.url("dying")
    with open_store(url, create=True) as store:
        campaign = made.campaign(store, 30)
        with Claim(store, campaign) as claim:
            for number, unit in enumerate(claim.waiting(0, 30)):
                claim.begin(unit)
                if number % 3 == 0:
                    postgres.kill_connections()
                claim.record(unit, made.done())
            postgres.stop()
            threading.Timer(1.0, postgres.start).start()
            assert store.status(campaign.number).counts["done"] == 30
        assert len(list(store.results(campaign.number))) == 30


@pytest.mark.slow
def test_a_password_is_not_shown(postgres: Postgres) -> None:
    url = postgres.url("closed").replace("swerve@", "nobody:geheim@")
    with pytest.raises(StoreUnreachable) as error:
        open_store(url, patience_s=1.0)
    assert "geheim" not in error.value.message + error.value.hint
