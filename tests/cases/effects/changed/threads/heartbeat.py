# The heartbeat goes on after an error, as it is only stopped where all went well.
# function: run_with_heartbeat
# shows: run_with_heartbeat([3, 0, 2])
# effect: thread

import threading


def _beat(stop: threading.Event, pause: float) -> None:
    while not stop.wait(pause):
        pass


def run_with_heartbeat(divisors: list[int], pause: float = 0.05) -> list[int]:
    stop = threading.Event()
    heart = threading.Thread(target=_beat, args=(stop, pause), name="heartbeat", daemon=True)
    heart.start()
    try:
        return [100 // divisor for divisor in divisors]
    finally:
        stop.set()
        heart.join()
# --- new ---
import threading


class Heartbeat(threading.Thread):
    def __init__(self, pause: float) -> None:
        super().__init__(name="heartbeat", daemon=True)
        self.pause = pause
        self.stopped = threading.Event()

    def run(self) -> None:
        while not self.stopped.wait(self.pause):
            pass

    def stop(self) -> None:
        self.stopped.set()
        self.join()


def run_with_heartbeat(divisors: list[int], pause: float = 0.05) -> list[int]:
    heart = Heartbeat(pause)
    heart.start()
    quotients = [100 // divisor for divisor in divisors]
    heart.stop()
    return quotients
