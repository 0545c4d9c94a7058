"""What is fetched next?"""

from collections import deque


class Frontier:
    """Addresses that wait, each at most once."""

    def __init__(self):
        self.waiting = deque()
        self.seen = set()

    def add(self, url, first=False):
        """Put an address in line; `first` puts it first."""
        if url in self.seen:
            return False
        self.seen.add(url)
        if first:
            self.waiting.appendleft(url)
        else:
            self.waiting.append(url)
        return True

    def next(self):
        """The next address, or None."""
        return self.waiting.popleft() if self.waiting else None
