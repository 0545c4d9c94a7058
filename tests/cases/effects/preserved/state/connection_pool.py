# The pool and its count are changed by class methods instead of by the name of the class.
# function: Pool.borrow
# calls: Pool("db1").borrow(2)
# calls: Pool("db2").borrow(9)

class Pool:
    free = 4
    lent: list[str] = []

    def __init__(self, host: str) -> None:
        self.host = host

    def borrow(self, count: int) -> list[str]:
        """Lend as many connections as there are, and not more than wanted."""
        names = []
        while Pool.free > 0 and len(names) < count:
            name = "%s#%d" % (self.host, Pool.free)
            Pool.free -= 1
            Pool.lent.append(name)
            names.append(name)
        return names
# --- new ---
class Pool:
    free = 4
    lent: list[str] = []

    def __init__(self, host: str) -> None:
        self.host = host

    @classmethod
    def _take(cls, host: str) -> str:
        name = f"{host}#{cls.free}"
        cls.free -= 1
        cls.lent.append(name)
        return name

    def borrow(self, count: int) -> list[str]:
        """Lend as many connections as there are, and not more than wanted."""
        count = max(min(count, self.free), 0)
        return [self._take(self.host) for _ in range(count)]
