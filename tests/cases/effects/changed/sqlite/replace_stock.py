# The old stock is removed after the new one was inserted, and takes it along.
# function: StockStore.replace
# shows: StockStore(Path("shop.db")).replace("berlin", {"pen": 4, "ink": 1})
# effect: database shop.db table stock

import sqlite3
from pathlib import Path


class StockStore:
    def __init__(self, path: Path) -> None:
        self.path = path

    def replace(self, shop: str, counts: dict[str, int]) -> int:
        """Put the counts of one shop in the place of all that was known about it."""
        with sqlite3.connect(self.path) as connection:
            self._prepare(connection)
            connection.execute("DELETE FROM stock WHERE shop = ?", (shop,))
            for item, count in counts.items():
                connection.execute("INSERT INTO stock VALUES (?, ?, ?)", (shop, item, count))
        connection.close()
        return sum(counts.values())

    @staticmethod
    def _prepare(connection: sqlite3.Connection) -> None:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS stock (shop TEXT, item TEXT, count INTEGER)"
        )
# --- new ---
import sqlite3
from pathlib import Path


class StockStore:
    def __init__(self, path: Path) -> None:
        self.path = path

    def replace(self, shop: str, counts: dict[str, int]) -> int:
        """Put the counts of one shop in the place of all that was known about it."""
        with sqlite3.connect(self.path) as connection:
            self._prepare(connection)
            rows = [(shop, item, count) for item, count in counts.items()]
            connection.executemany("INSERT INTO stock VALUES (?, ?, ?)", rows)
            self._forget(connection, shop)
        connection.close()
        return sum(counts.values())

    @staticmethod
    def _prepare(connection: sqlite3.Connection) -> None:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS stock (shop TEXT, item TEXT, count INTEGER)"
        )

    @staticmethod
    def _forget(connection: sqlite3.Connection, shop: str) -> None:
        connection.execute("DELETE FROM stock WHERE shop = ?", (shop,))
