# The first value of a name is kept where the last one replaced it.
# function: save_settings
# shows: save_settings([("theme", "light"), ("lang", "de"), ("theme", "dark")], "settings.db")
# effect: database settings.db table settings

import sqlite3


def save_settings(pairs, path):
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT)")
    for name, value in pairs:
        db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name.lower(), value))
    db.commit()
    db.close()
    return sorted({name.lower() for name, _ in pairs})
# --- new ---
import sqlite3


def save_settings(pairs, path):
    rows = [(name.lower(), value) for name, value in pairs]
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT)")
    db.executemany("INSERT OR IGNORE INTO settings VALUES (?, ?)", rows)
    db.commit()
    db.close()
    return sorted({name for name, _ in rows})
