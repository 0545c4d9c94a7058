"""What do clients in several processes say that make the same stores at the same time?"""

from __future__ import annotations

import multiprocessing
import threading
from multiprocessing.synchronize import Barrier
from pathlib import Path

from swerve.campaign import open_store

#: Threads of one process interrupt each other where processes hardly do.
_THREADS = 2
#: Seconds; only to end a test whose clients have died.
_PATIENCE_S = 300.0


def problems_of_racing_clients(folder: Path, stores: int, processes: int) -> list[str]:
    """Let every process make each of the stores, and return what went wrong."""
    context = multiprocessing.get_context("spawn")
    start, said = context.Barrier(processes * _THREADS), context.SimpleQueue()
    clients = [
        context.Process(target=_process, args=(folder, stores, start, said))
        for _ in range(processes)
    ]
    for client in clients:
        client.start()
    problems = [problem for _ in clients for problem in said.get()]
    for client in clients:
        client.join()
    return problems


def store_in(folder: Path, number: int) -> str:
    """Where clients make a store; its folder is not there yet, either."""
    return str(folder / str(number) / "campaign.db")


def _process(
    folder: Path, stores: int, start: Barrier, said: multiprocessing.SimpleQueue[list[str]]
) -> None:
    problems: list[str] = []

    def client() -> None:
        for number in range(stores):
            start.wait(_PATIENCE_S)
            try:
                open_store(store_in(folder, number), create=True).close()
            except Exception as error:
                problems.append(f"{number}: {error!r}")

    threads = [threading.Thread(target=client) for _ in range(_THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    said.put(problems)
