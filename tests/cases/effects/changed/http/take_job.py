# The server is no longer told that the job was taken.
# function: take_job
# shows: take_job("https://queue.example.com", "worker-1")
# effect: request POST https://queue.example.com/ack

from urllib.parse import urljoin

import requests

TIMEOUT = 3.0


def take_job(server: str, worker: str) -> dict:
    """Ask for the next job and say that this worker has it."""
    answer = requests.post(urljoin(server, "/next"), json={"worker": worker}, timeout=TIMEOUT)
    answer.raise_for_status()
    job = answer.json()
    done = {"worker": worker, "job": job.get("id", "")}
    requests.post(urljoin(server, "/ack"), json=done, timeout=TIMEOUT).raise_for_status()
    return {"id": job.get("id", ""), "args": job.get("args", [])}
# --- new ---
from urllib.parse import urljoin

import requests

TIMEOUT = 3.0


def _post(server: str, path: str, body: dict) -> dict:
    answer = requests.post(urljoin(server, path), json=body, timeout=TIMEOUT)
    answer.raise_for_status()
    return answer.json()


def take_job(server: str, worker: str) -> dict:
    """Ask for the next job and say that this worker has it."""
    job = _post(server, "/next", {"worker": worker})
    number = job.get("id")
    if number:
        _post(server, "/ack", {"worker": worker, "job": number})
    return {"id": job.get("id", ""), "args": job.get("args", [])}
