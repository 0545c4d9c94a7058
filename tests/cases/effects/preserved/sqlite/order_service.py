# The with of the connection commits and rolls back as the explicit calls did.
# function: OrderService.place
# calls: OrderService("orders.db").place("ada", [("pen", 2), ("ink", 1)])
# calls: OrderService("orders.db").place("bob", [("pen", 1), ("ink", 0)])

import sqlite3


class OrderService:
    def __init__(self, path: str) -> None:
        self.path = path

    def place(self, customer: str, lines: list[tuple[str, int]]) -> int:
        db = sqlite3.connect(self.path)
        try:
            db.execute("CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY, customer TEXT)")
            db.execute("CREATE TABLE IF NOT EXISTS lines (order_id INT, item TEXT, count INT)")
            try:
                cursor = db.execute("INSERT INTO orders (customer) VALUES (?)", (customer,))
                number = cursor.lastrowid
                for item, count in lines:
                    if count < 1:
                        raise ValueError(f"no {item} ordered")
                    db.execute("INSERT INTO lines VALUES (?, ?, ?)", (number, item, count))
            except Exception:
                db.rollback()
                raise
            db.commit()
        finally:
            db.close()
        return number
# --- new ---
import sqlite3
from contextlib import closing


class OrderService:
    def __init__(self, path: str) -> None:
        self.path = path

    def place(self, customer: str, lines: list[tuple[str, int]]) -> int:
        with closing(sqlite3.connect(self.path)) as db:
            self._create_tables(db)
            with db:
                cursor = db.execute("INSERT INTO orders (customer) VALUES (?)", (customer,))
                number = cursor.lastrowid
                for item, count in lines:
                    if count < 1:
                        raise ValueError(f"no {item} ordered")
                    db.execute("INSERT INTO lines VALUES (?, ?, ?)", (number, item, count))
        return number

    @staticmethod
    def _create_tables(db: sqlite3.Connection) -> None:
        db.execute("CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY, customer TEXT)")
        db.execute("CREATE TABLE IF NOT EXISTS lines (order_id INT, item TEXT, count INT)")
