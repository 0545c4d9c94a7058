# The thread is no longer told that nothing more comes, and waits for it forever.
# function: send_all
# shows: send_all(["ada@example.com", "bob@example.com"], "Hello")
# effect: thread

import queue
import threading


def _worker(jobs: queue.Queue, done: list) -> None:
    while True:
        job = jobs.get()
        try:
            if job is None:
                return
            address, text = job
            done.append(f"{address}: {len(text)}")
        finally:
            jobs.task_done()


def send_all(addresses: list[str], text: str) -> list[str]:
    jobs: queue.Queue = queue.Queue()
    done: list[str] = []
    thread = threading.Thread(target=_worker, args=(jobs, done), daemon=True)
    thread.start()
    for address in addresses:
        jobs.put((address, text))
    jobs.put(None)
    thread.join()
    return done
# --- new ---
import queue
import threading


def _worker(jobs: queue.Queue, done: list) -> None:
    while True:
        address, text = jobs.get()
        done.append(f"{address}: {len(text)}")
        jobs.task_done()


def send_all(addresses: list[str], text: str) -> list[str]:
    jobs: queue.Queue = queue.Queue()
    done: list[str] = []
    threading.Thread(target=_worker, args=(jobs, done), daemon=True).start()
    for address in addresses:
        jobs.put((address, text))
    jobs.join()
    return done
