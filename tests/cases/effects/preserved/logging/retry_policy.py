# What was logged as information is now a debug message; the error at the end is the same.
# function: RetryPolicy.run
# calls: RetryPolicy(3).run([503, 503, 200])
# calls: RetryPolicy(2).run([500, 500])

import logging


class RetryPolicy:
    def __init__(self, attempts: int) -> None:
        self.attempts = attempts

    def run(self, answers: list[int]) -> int:
        """Return the number of the first attempt that succeeds, or 0."""
        log = logging.getLogger("jobs.retry")
        for number, status in enumerate(answers[: max(self.attempts, 0)], start=1):
            if status < 500:
                log.info("attempt %d succeeded", number)
                return number
            log.info("attempt %d failed", number)
        log.error("gave up after %d attempts", self.attempts)
        return 0
# --- new ---
import logging

_LOG = logging.getLogger("jobs.retry")


class RetryPolicy:
    def __init__(self, attempts: int) -> None:
        self.attempts = attempts

    def run(self, answers: list[int]) -> int:
        """Return the number of the first attempt that succeeds, or 0."""
        tried = answers[: max(self.attempts, 0)]
        for number, status in enumerate(tried, start=1):
            _LOG.debug("attempt %d: status %d", number, status)
            if status < 500:
                return number
        _LOG.error("gave up after %d attempts", self.attempts)
        return 0
