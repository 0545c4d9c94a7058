"""What becomes of units when parts of a Dask cluster die, hang, or are not what they should be?

The cluster is real: a scheduler and workers, each a process of its own, which the tests kill.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import cloudpickle  # type: ignore[import-untyped]
import pytest
from bench.fault_parts import Cluster, free_port, wait_for_port
from bench.faults import differences
from tests.conftest import Repository

from swerve.apps.campaign import (
    Done,
    Failed,
    LocalCrew,
    Lost,
    Outcome,
    Unit,
    unit_of,
    unpacked,
)
from swerve.apps.campaign import _cluster_link as link_module
from swerve.apps.campaign import _cluster_shift as shift_module
from swerve.apps.campaign._cluster import ClusterCrew
from swerve.model import Effort, Settings
from swerve.model.errors import ClusterLost, ClusterMismatch, ClusterUnreachable

# Workers do not have the tests: what is defined here travels to them as it is.
cloudpickle.register_pickle_by_value(sys.modules[__name__])

Act = Callable[[Unit, Outcome], None]


class Tended:
    """A cluster, parts of which are started again as they end."""

    def __init__(
        self,
        folder: Path,
        workers: int,
        threads: int = 1,
        *,
        scheduler_path: Path | None = None,
        worker_path: Path | None = None,
    ) -> None:
        self.cluster = Cluster(
            folder,
            workers,
            _environment(worker_path),
            threads=threads,
            scheduler_environment=_environment(scheduler_path),
        )
        self._lock = threading.Lock()
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._tend)
        self._thread.start()
        wait_for_port(self.cluster.port)
        logs = [folder / f"worker-{number}.log" for number in range(workers)]
        wait_until(lambda: all("Registered to" in log.read_text() for log in logs))

    @property
    def address(self) -> str:
        return self.cluster.address

    def kill_scheduler(self, away_s: float = 0.0) -> None:
        with self._lock:
            assert self.cluster.scheduler.kill(away_s)

    def kill_worker(self, pid: int) -> None:
        with self._lock:
            (part,) = (each for each in self.cluster.workers if each.pid == pid)
            assert part.kill()

    def close(self) -> None:
        self._is_closed.set()
        self._thread.join()
        self.cluster.end()

    def _tend(self) -> None:
        while not self._is_closed.wait(0.05):
            with self._lock:
                self.cluster.tend()


def _environment(path: Path | None) -> dict[str, str]:
    """Variables for a part that imports from here first."""
    return dict(os.environ) if path is None else {**os.environ, "PYTHONPATH": str(path)}


Starting = Callable[..., Tended]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Starting]:
    """Start a cluster."""
    started: list[Tended] = []

    def start_one(workers: int, threads: int = 1, **paths: Path) -> Tended:
        started.append(Tended(tmp_path, workers, threads, **paths))
        return started[-1]

    yield start_one
    for each in started:
        each.close()


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder in which units leave a note about each try."""
    folder = tmp_path / "notes"
    folder.mkdir()
    return folder


def units_named(*names: str) -> list[Unit]:
    return [unit_of("/nowhere", "", name) for name in names]


def tried(crew: ClusterCrew, units: list[Unit], act: Act | None = None) -> Counter[tuple[str, str]]:
    """Try units as a campaign does, and count how each ended: ("name", "Done")."""
    ends: Counter[tuple[str, str]] = Counter()
    waiting = list(units)

    def source() -> Iterator[Unit]:
        while waiting:
            yield waiting.pop(0)

    try:
        while waiting:
            for unit, outcome in crew.outcomes(source()):
                ends[unit.new, type(outcome).__name__] += 1
                print(unit.new, outcome)  # noqa: T201 (shown when a test fails)
                if isinstance(outcome, Lost) or (
                    isinstance(outcome, Failed) and ends[unit.new, "Failed"] < 3
                ):
                    waiting.append(unit)
                if act is not None:
                    act(unit, outcome)
    finally:
        crew.close()
    return ends


def work_with(
    monkeypatch: pytest.MonkeyPatch,
    notes: Path,
    *,
    seconds: float,
    slow: str = "",
    poison: str = "",
) -> None:
    """Have workers do something small with a unit: note their process, and wait."""

    def work(unit: Unit, deadline_s: float) -> Outcome:
        number = len(list(notes.glob(f"{unit.new}.*")))
        (notes / f"{unit.new}.{number}").write_text(str(os.getpid()))
        time.sleep(60.0 if unit.new == slow and not number else seconds)
        if unit.new == poison:
            os.kill(os.getpid(), signal.SIGKILL)
        return Done(b"", unit.new, seconds)

    monkeypatch.setattr(shift_module, "work", work)


def begun(notes: Path, name: str) -> int:
    """Wait until a unit is being tried, and return by which process."""
    note = notes / f"{name}.0"
    wait_until(lambda: note.is_file() and note.read_text() != "")
    return int(note.read_text())


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for what happens soon, unless something is wrong."""
    until = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.parametrize(
    "address",
    [
        *("http://a:1", "tcp://", "tcp://127.0.0.1:port", "tcp://a b:1"),
        *("tcp://127.0.0.1:99999", "tcp://::1:8786"),
    ],
)
def test_what_is_no_address_is_said_to_be_none(address: str) -> None:
    with pytest.raises(ClusterUnreachable):
        tried(ClusterCrew(address, 60.0), units_named("a"))


def test_where_nobody_listens_is_said_at_once(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(link_module, "_CONNECT_S", 0.5)
    with pytest.raises(ClusterUnreachable, match="No Dask scheduler answers at tcp://127"):
        tried(ClusterCrew(f"tcp://127.0.0.1:{free_port()}", 60.0), units_named("a"))
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("scheme", "said"), [("tcp", "No Dask scheduler answers"), ("tls", "needs certificates")]
)
def test_whoever_does_not_speak_the_language_of_dask_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], scheme: str, said: str
) -> None:
    monkeypatch.setattr(link_module, "_CONNECT_S", 0.1)
    monkeypatch.setattr(link_module, "_CLOSE_S", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"{scheme}://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ClusterUnreachable, match=said):
            tried(ClusterCrew(address, 60.0), units_named("a"))
    gc.collect()
    assert capfd.readouterr().err == ""


@pytest.mark.slow
def test_a_cluster_finds_what_one_process_finds(repository: Repository, start: Starting) -> None:
    cluster = start(2)
    ids = [
        repository.commit(files={"a.py": f"def f(x: int) -> int:\n    return x + {number}\n"})
        for number in range(4)
    ]
    settings = Settings(effort=Effort.NORMAL)
    units = [
        unit_of(str(repository.path), old, new, settings=settings) for old, new in pairwise(ids)
    ]
    found: list[list[tuple[str, object]]] = []
    for crew in (ClusterCrew(cluster.address, 120.0), LocalCrew(1, 120.0)):
        outcomes = list(crew.outcomes(units))
        crew.close()
        done = [(unit.id, each) for unit, each in outcomes if isinstance(each, Done)]
        assert len(done) == len(outcomes) == len(units)
        found.append([(unit, unpacked(each.report)) for unit, each in done])
    assert differences(*found) == []


@pytest.mark.slow
def test_a_lost_worker_costs_its_unit_one_try(
    monkeypatch: pytest.MonkeyPatch, start: Starting, notes: Path
) -> None:
    cluster = start(2)
    work_with(monkeypatch, notes, seconds=1.0)
    names = [f"unit-{number}" for number in range(6)]
    threading.Thread(target=lambda: cluster.kill_worker(begun(notes, "unit-2"))).start()
    ends = tried(ClusterCrew(cluster.address, 60.0), units_named(*names))
    assert ends == {**{(name, "Done"): 1 for name in names}, ("unit-2", "Failed"): 1}


@pytest.mark.slow
def test_a_scheduler_that_comes_back_costs_no_unit_a_try(
    monkeypatch: pytest.MonkeyPatch,
    start: Starting,
    notes: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    cluster = start(2)
    work_with(monkeypatch, notes, seconds=1.0)
    names = [f"unit-{number}" for number in range(6)]

    def kill() -> None:
        begun(notes, "unit-2")
        cluster.kill_scheduler(away_s=2.0)

    threading.Thread(target=kill).start()
    ends = tried(ClusterCrew(cluster.address, 60.0), units_named(*names))
    assert {name: ends[name, "Done"] for name in names} == dict.fromkeys(names, 1)
    assert ends["unit-2", "Lost"] == 1
    assert not [name for name in names if ends[name, "Failed"]]
    assert capfd.readouterr().err == ""


@pytest.mark.slow
def test_a_scheduler_that_stays_away_ends_the_campaign_with_a_message(
    monkeypatch: pytest.MonkeyPatch,
    start: Starting,
    notes: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    cluster = start(1)
    monkeypatch.setattr(link_module, "_CONNECT_S", 2.0)
    work_with(monkeypatch, notes, seconds=1.0)
    crew = ClusterCrew(cluster.address, 60.0, patience_s=10.0)

    def kill(unit: Unit, outcome: Outcome) -> None:
        if isinstance(outcome, Done):
            cluster.kill_scheduler(away_s=600.0)

    with pytest.raises(ClusterLost, match="did not come back"):
        tried(crew, units_named("a", "b"), kill)
    assert capfd.readouterr().err == ""


@pytest.mark.slow
def test_no_workers_end_the_campaign_with_a_message(start: Starting) -> None:
    with pytest.raises(ClusterLost, match="No worker accepted a change"):
        tried(ClusterCrew(start(0).address, 60.0, patience_s=1.0), units_named("a"))


@pytest.mark.slow
def test_a_unit_that_kills_its_worker_is_found_out_and_its_neighbours_are_not_blamed(
    monkeypatch: pytest.MonkeyPatch, start: Starting, notes: Path
) -> None:
    """Workers have four threads: what kills one takes three others with it."""
    cluster = start(1, threads=4)
    work_with(monkeypatch, notes, seconds=0.5, poison="poison")
    names = ["unit-0", "unit-1", "poison", "unit-2", "unit-3", "unit-4"]
    ends = tried(ClusterCrew(cluster.address, 60.0), units_named(*names))
    assert {name: ends[name, "Done"] for name in names} == {
        name: int(name != "poison") for name in names
    }
    failed = {name: count for (name, end), count in ends.items() if end == "Failed"}
    assert failed == {"poison": 3}
    assert len(list(notes.glob("poison.*"))) == 4  # once beside others, three times alone


@pytest.mark.slow
def test_a_worker_that_hangs_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, start: Starting, notes: Path
) -> None:
    cluster = start(2)
    monkeypatch.setattr(shift_module, "_GRACE_S", 1.0)
    work_with(monkeypatch, notes, seconds=0.1, slow="unit-1")
    names = [f"unit-{number}" for number in range(6)]
    stopped: list[int] = []

    def stop() -> None:
        stopped.append(begun(notes, "unit-1"))
        os.kill(stopped[0], signal.SIGSTOP)

    threading.Thread(target=stop).start()
    try:
        ends = tried(ClusterCrew(cluster.address, 5.0), units_named(*names))
    finally:
        os.kill(stopped[0], signal.SIGCONT)
    assert ends == {**{(name, "Done"): 1 for name in names}, ("unit-1", "Failed"): 1}


@pytest.mark.slow
def test_workers_with_another_swerve_are_refused(
    monkeypatch: pytest.MonkeyPatch, start: Starting
) -> None:
    cluster = start(1)
    monkeypatch.setattr("swerve.apps.campaign._cluster_link.__version__", "99.0")
    with pytest.raises(ClusterMismatch, match=r"runs swerve .*, not 99\.0"):
        tried(ClusterCrew(cluster.address, 60.0), units_named("a"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "said"), [("worker", "The worker .* swerve"), ("scheduler", "Scheduler .* swerve")]
)
def test_a_part_without_swerve_is_refused_and_survives_it(
    monkeypatch: pytest.MonkeyPatch, start: Starting, tmp_path: Path, part: str, said: str
) -> None:
    stub = tmp_path / "stub"
    (stub / "swerve").mkdir(parents=True)
    (stub / "swerve" / "__init__.py").write_text("raise ImportError('no swerve here')")
    cluster = start(1, **{f"{part}_path": stub})
    with pytest.raises(ClusterMismatch, match=said):
        tried(ClusterCrew(cluster.address, 60.0), units_named("a"))
    pids = cluster.cluster.scheduler.pid, cluster.cluster.workers[0].pid
    time.sleep(1.0)
    assert pids == (cluster.cluster.scheduler.pid, cluster.cluster.workers[0].pid)


@pytest.mark.slow
def test_a_scheduler_with_another_dask_is_refused(
    monkeypatch: pytest.MonkeyPatch, start: Starting
) -> None:
    cluster = start(0)
    monkeypatch.setattr(link_module, "version", lambda _: "1999.1.0")
    with pytest.raises(ClusterMismatch, match=r"runs distributed .*, not 1999\.1\.0"):
        tried(ClusterCrew(cluster.address, 60.0), units_named("a"))
