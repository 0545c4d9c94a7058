# The count of all workers is kept in the one worker instead of in the class.
# function: Worker.run
# shows: Worker("mailer").run(["a", "b"])
# effect: state Worker.processed

class Worker:
    processed = 0

    def __init__(self, name: str) -> None:
        self.name = name

    def run(self, jobs: list[str]) -> list[str]:
        results = []
        for job in jobs:
            results.append(f"{self.name}:{job.strip()}")
            Worker.processed += 1
        return results

    @classmethod
    def report(cls) -> str:
        return f"{cls.processed} jobs"
# --- new ---
class Worker:
    processed = 0

    def __init__(self, name: str) -> None:
        self.name = name

    def run(self, jobs: list[str]) -> list[str]:
        results = [self._run_one(job) for job in jobs]
        self.processed += len(results)
        return results

    def _run_one(self, job: str) -> str:
        return f"{self.name}:{job.strip()}"

    @classmethod
    def report(cls) -> str:
        return f"{cls.processed} jobs"
