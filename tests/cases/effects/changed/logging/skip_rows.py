# The skipped rows are told of once, with the first of them, where each of them had a warning.
# function: RowLoader.load
# shows: RowLoader("people.csv").load(["ada;36", "bob", "eve"])
# effect: log loader.rows

import logging


class RowLoader:
    log = logging.getLogger("loader.rows")

    def __init__(self, source: str) -> None:
        self.source = source

    def load(self, lines: list[str]) -> dict[str, int]:
        people = {}
        for number, line in enumerate(lines, start=1):
            name, _, age = line.partition(";")
            if not age.isdecimal():
                self.log.warning("%s:%d: no age in %r", self.source, number, line)
                continue
            people[name] = int(age)
        return people
# --- new ---
import logging


class RowLoader:
    log = logging.getLogger("loader.rows")

    def __init__(self, source: str) -> None:
        self.source = source

    def load(self, lines: list[str]) -> dict[str, int]:
        people = {}
        bad: list[tuple[int, str]] = []
        for number, line in enumerate(lines, start=1):
            name, _, age = line.partition(";")
            if age.isdecimal():
                people[name] = int(age)
            else:
                bad.append((number, line))
        if bad:
            self.log.warning("%s:%d: no age in %r", self.source, *bad[0])
        return people
