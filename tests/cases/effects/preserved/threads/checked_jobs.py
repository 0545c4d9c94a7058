# The results come from a queue instead of a list with a lock, and are sorted in both.
# function: JobRunner.run
# calls: JobRunner("nightly").run([4, -1, 9])
# calls: JobRunner("nightly").run([])

import logging
import threading

log = logging.getLogger("jobs")


class JobRunner:
    def __init__(self, label: str) -> None:
        self.label = label

    def run(self, sizes: list[int]) -> list[int]:
        results: list[int] = []
        lock = threading.Lock()

        def work(size: int) -> None:
            with lock:
                results.append(size * 2)

        good = [size for size in sizes if size >= 0]
        threads = [threading.Thread(target=work, args=(size,)) for size in good]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if len(good) < len(sizes):
            log.warning("%s: %d jobs skipped", self.label, len(sizes) - len(good))
        return sorted(results)
# --- new ---
import logging
import queue
import threading

log = logging.getLogger("jobs")


class JobRunner:
    def __init__(self, label: str) -> None:
        self.label = label

    def run(self, sizes: list[int]) -> list[int]:
        results: queue.Queue[int] = queue.Queue()
        threads = [
            threading.Thread(target=self._work, args=(size, results))
            for size in sizes
            if size >= 0
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        skipped = len(sizes) - len(threads)
        if skipped:
            log.warning("%s: %d jobs skipped", self.label, skipped)
        return sorted(results.get() for _ in threads)

    @staticmethod
    def _work(size: int, results: queue.Queue) -> None:
        results.put(size * 2)
