# The thread that goes on polling is a class of its own; it is started and left running as before.
# function: start_poller
# calls: start_poller("inbox", 30.0)
# calls: start_poller("outbox")

import threading

POLLS: list[str] = []


def _poll(box: str, pause: float, stop: threading.Event) -> None:
    while not stop.wait(pause):
        POLLS.append(box)


def start_poller(box: str, pause: float = 60.0) -> str:
    """Look into a box again and again until the program ends."""
    stop = threading.Event()
    thread = threading.Thread(
        target=_poll, args=(box, min(3600.0, max(30.0, pause)), stop), name="poller", daemon=True
    )
    thread.start()
    return thread.name
# --- new ---
import threading

POLLS: list[str] = []


class _Poller(threading.Thread):
    def __init__(self, box: str, pause: float) -> None:
        super().__init__(name="poller", daemon=True)
        self.box = box
        self.pause = min(3600.0, max(30.0, pause))
        self.stopped = threading.Event()

    def run(self) -> None:
        while not self.stopped.wait(self.pause):
            POLLS.append(self.box)


def start_poller(box: str, pause: float = 60.0) -> str:
    """Look into a box again and again until the program ends."""
    poller = _Poller(box, pause)
    poller.start()
    return poller.name
