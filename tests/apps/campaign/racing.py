"""What do clients in several processes say that make the same stores at the same time?"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

#: In each process two threads, which interrupt each other where processes hardly do.
_CLIENTS = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
from swerve.apps.campaign import open_store

def problem(path):
    try:
        open_store(path, create=True).close()
    except Exception as error:
        return repr(error)

with ThreadPoolExecutor(2) as pool:
    for line in sys.stdin:
        print(json.dumps(list(filter(None, pool.map(problem, 2 * [json.loads(line)])))), flush=True)
"""


def problems_of_racing_clients(folder: Path, stores: int, processes: int) -> list[str]:
    """Let every process make each of the stores, and return what went wrong."""
    clients = [
        subprocess.Popen(
            [sys.executable, "-c", _CLIENTS],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        for _ in range(processes)
    ]
    problems: list[str] = []
    for number in range(stores):
        for client in clients:
            assert client.stdin is not None
            client.stdin.write(json.dumps(store_in(folder, number)).encode() + b"\n")
        for client in clients:
            assert client.stdout is not None
            problems += json.loads(client.stdout.readline())
    for client in clients:
        client.communicate()
    return problems


def store_in(folder: Path, number: int) -> str:
    """Where clients make a store; its folder is not there yet, either."""
    return str(folder / str(number) / "campaign.db")
