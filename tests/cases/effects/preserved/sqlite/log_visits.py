# executemany inserts the rows that the loop inserted one by one.
# function: log_visits
# calls: log_visits("visits.db", [("/", 200), ("/about", 404)])
# calls: log_visits("visits.db", [])

import sqlite3


def log_visits(path: str, visits: list[tuple[str, int]]) -> int:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE IF NOT EXISTS visits (page TEXT, status INTEGER)")
    errors = 0
    for page, status in visits:
        connection.execute("INSERT INTO visits VALUES (?, ?)", (page, status))
        if status >= 400:
            errors += 1
    connection.commit()
    connection.close()
    return errors
# --- new ---
import sqlite3


def log_visits(path: str, visits: list[tuple[str, int]]) -> int:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE IF NOT EXISTS visits (page TEXT, status INTEGER)")
    connection.executemany("INSERT INTO visits VALUES (?, ?)", visits)
    connection.commit()
    connection.close()
    return sum(status >= 400 for _, status in visits)
