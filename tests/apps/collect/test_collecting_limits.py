"""Does a collection stay within its limits, lose nothing of the user's and little of its own?"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.apps.collect.suites import (
    SHOP,
    Silent,
    collect_from,
    event_at,
    fingerprint,
    lay,
    needs_strict,
    recorded_in,
    wanted_from,
)

from swerve.apps.collect._chunk import Ran
from swerve.apps.collect._collecting import collect
from swerve.predict.training.events import read

pytestmark = pytest.mark.slow


def _test_of(line: str, name: str = "it") -> str:
    return f"import os, shop, signal, time\ndef test_{name}():\n    shop.pay([1])\n    {line}\n"


class Stop(Silent):
    """Interrupts a collection, as a person does, once some test files are done."""

    def __init__(self, done: int) -> None:
        super().__init__()
        self._done = done

    def ran(self, done: int, total: int, tests: int, events: int) -> None:
        super().ran(done, total, tests, events)
        if done >= self._done:
            raise KeyboardInterrupt


def test_a_second_call_goes_on_where_the_first_was_stopped(tmp_path: Path) -> None:
    more = {f"tests/test_{n}.py": _test_of("pass") for n in range(4)}
    folder = lay(tmp_path / "p", {**SHOP, **more})
    with pytest.raises(KeyboardInterrupt):
        collect(wanted_from(folder, chunk=2), Stop(3))
    header = read(next((tmp_path / "events").glob("*.gz")))[0]
    assert 2 <= sum(header.tests.values()) < 6
    listener = Silent()
    found = collect(wanted_from(folder, chunk=2), listener)
    assert min(done for done, *_ in listener.heard) >= 2
    assert found.header.tests == {"passed": 6}
    assert (found.done, found.total, found.waiting) == (5, 5, 0)
    in_one_go = collect_from(folder, out=tmp_path / "other")
    assert recorded_in(found) == recorded_in(in_one_go)
    # Nothing is left: nothing runs. With `again`, everything does, and counts once.
    assert collect_from(folder).header == found.header
    assert collect_from(folder, again=True).header == found.header


def test_a_project_that_has_changed_is_collected_anew(tmp_path: Path) -> None:
    folder = lay(tmp_path / "p", SHOP)
    collect_from(folder)
    lay(folder, {"tests/test_pay.py": f"\n{SHOP['tests/test_pay.py']}"})
    found = collect_from(folder)
    assert found.header.tests == {"passed": 2}
    assert any("has changed" in note for note in found.notes)
    assert event_at(recorded_in(found)["tests/test_pay.py"], "call", "pay", 5)


def test_events_in_the_project_itself_are_no_part_of_it(tmp_path: Path) -> None:
    folder = lay(tmp_path / "p", SHOP)
    first = collect_from(folder, out=folder / "events")
    assert collect_from(folder, out=folder / "events").notes == first.notes == ()


def test_no_more_places_are_taken_in_than_asked_for(tmp_path: Path) -> None:
    more = {f"tests/test_{n}.py": _test_of("pass") for n in range(3)}
    folder = lay(tmp_path / "p", {**SHOP, **more})
    found = collect_from(folder, max_events=7, chunk=1)
    assert found.is_full
    assert found.header.events == sum(len(f.events) for f in recorded_in(found).values()) == 7
    assert found.done < found.total


def test_the_time_of_all_is_kept_and_the_rest_is_for_the_next_call(tmp_path: Path) -> None:
    slow = "\n".join(_test_of("time.sleep(0.4)", str(n)) for n in range(20))
    folder = lay(tmp_path / "p", {**SHOP, "tests/test_slow.py": slow})
    found = collect_from(folder, seconds=2.0)
    assert found.waiting
    assert "tests/test_slow.py" in [each.file for each in found.left_out if "time" in each.why]
    assert recorded_in(found)


def test_a_test_that_takes_too_long_fails_and_the_next_one_runs(tmp_path: Path) -> None:
    text = _test_of("time.sleep(60)", "a") + _test_of("pass", "b")
    folder = lay(tmp_path / "p", {**SHOP, "tests/test_pay.py": text})
    found = collect_from(folder, test_seconds=0.5)
    assert found.header.tests == {"failed": 1, "passed": 1}
    assert found.left_out == ()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("os._exit(3)", "ended the process in test_b (status 3)"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "ended the process in test_b"),
        (
            "signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM}); time.sleep(600)",
            "hung in test_b",
        ),
    ],
)
def test_a_file_that_ends_the_process_takes_no_other_with_it(
    line: str, why: str, tmp_path: Path
) -> None:
    text = f"{_test_of('time.sleep(1.2)', 'a')}\n{_test_of(line, 'b')}\n{_test_of('pass', 'c')}"
    more = {f"tests/test_{n}.py": _test_of("pass") for n in range(3)}
    folder = lay(tmp_path / "p", {**SHOP, **more, "tests/test_bad.py": text})
    found = collect_from(folder, test_seconds=1.5)
    assert [each.file for each in found.left_out] == ["tests/test_bad.py"]
    assert found.left_out[0].why.startswith(why)
    assert (found.done, found.total) == (4, 5)
    assert set(recorded_in(found)) >= {*more, "tests/test_pay.py", "src/shop/prices.py"}
    # What was seen a while before the end is kept.
    assert event_at(recorded_in(found)["tests/test_bad.py"], "call", "pay", 3)


def test_a_file_that_ends_the_process_when_imported_takes_no_other_with_it(tmp_path: Path) -> None:
    more = {"tests/test_exit.py": "import os\nos._exit(0)\n", "tests/test_quit.py": "exit(1)\n"}
    found = collect_from(lay(tmp_path / "p", {**SHOP, **more}))
    assert {each.file for each in found.left_out} == set(more)
    assert found.header.tests == {"passed": 2}


def test_tests_work_on_a_copy(tmp_path: Path) -> None:
    """They may do to it what they like: the next chunk has another."""
    text = """\
import os, shop, shutil, pathlib
def test_it():
    shop.pay([1])
    folder = pathlib.Path(__file__).parents[1]
    assert (folder / "pyproject.toml").exists()
    (folder / "src/shop/prices.py").write_text("")
    shutil.rmtree(folder)
    assert not folder.exists()
"""
    more = {f"tests/test_{n}.py": text for n in range(2)}
    folder = lay(tmp_path / "p", {**SHOP, **more})
    before = fingerprint(tmp_path / "p")
    found = collect_from(folder, chunk=1)
    assert found.header.tests == {"passed": 4}
    assert fingerprint(folder) == before


@needs_strict
def test_nothing_outside_can_be_touched(tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("mine")
    text = f"""\
import os, pathlib, pytest, shop, shutil, socket
PLACES = {[str(tmp_path), str(tmp_path / "p"), os.environ["SWERVE_CACHE"], "/srv/u/project"]}
def test_it():
    shop.pay([1])
    for place in PLACES:
        shutil.rmtree(place, ignore_errors=True)
        with pytest.raises(OSError):
            pathlib.Path(place, "x").write_text("x")
def test_network():
    shop.pay([1])
    with pytest.raises(OSError):
        socket.create_connection(("1.1.1.1", 53), 1)
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname(), 1).close()
"""
    folder = lay(tmp_path / "p", {**SHOP, "tests/test_bad.py": text})
    before = fingerprint(tmp_path)
    found = collect_from(folder, out=tmp_path.parent / f"{tmp_path.name}-events")
    assert found.header.tests == {"passed": 4}
    assert fingerprint(tmp_path) == before


def test_lies_about_what_was_seen_do_no_harm(tmp_path: Path) -> None:
    """Tests run in the process that tells: they can say anything, and it stays data."""
    text = """\
import os, shop
LINES = [
    b"x", b"[", b"{}", b"[" * 100000, b'["events"]', b'["ready", 1]', b'["over", "x", 1]',
    b'["events", "../../etc/passwd", 1, [["name", "x", 1, 0, 1, 1, {"none": 1}]]]',
    b'["events", "/etc/passwd", 1, [["name", "x", 1, 0, 1, 1, {"none": 1}]]]',
    b'["events", "src/shop/prices.py", 1, [["name", 1], ["name", "x", 1, 0, 1, 1, {"odd": 1}]]]',
    b'["outcomes", {"passed": "many"}]', b'["outcomes", 3]', b'["finished", 4]',
]
def test_it():
    shop.pay([1])
    for number in range(3, 1024):
        try:
            os.write(number, b"\\n" + b"\\n".join(LINES) + b"\\n")
        except OSError:
            pass
"""
    found = collect_from(lay(tmp_path / "p", {**SHOP, "tests/test_lies.py": text}))
    assert set(recorded_in(found)) <= {*SHOP, "tests/test_lies.py"}
    assert found.header.tests["passed"] == 3


def test_a_run_that_blames_nobody_ends() -> None:
    from swerve.apps.collect._chunk import SuiteState
    from swerve.run.suites import Ending

    state = SuiteState("key")
    ran = Ran(ending=Ending.BROKEN_OFF, why="ended the process", last_file="elsewhere.py")
    assert state.note(["a.py", "b.py"], ran) == []
    assert state.trouble(["a.py", "b.py"]) == dict.fromkeys(["a.py", "b.py"], "ended the process")
