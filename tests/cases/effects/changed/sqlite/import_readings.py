# The last batch, when it is not full, is no longer written after the loop.
# function: import_readings
# shows: import_readings([("roof", 3.5), ("roof", 4.0), ("cellar", 9.25)], batch_size=2)
# shows: import_readings([("roof", 3.5)])
# effect: database readings.db table readings

import sqlite3

DATABASE = "readings.db"
SCHEMA = "CREATE TABLE IF NOT EXISTS readings (sensor TEXT NOT NULL, celsius REAL NOT NULL)"


def _flush(connection, batch):
    connection.executemany("INSERT INTO readings VALUES (?, ?)", batch)
    connection.commit()


def import_readings(readings, batch_size=100):
    connection = sqlite3.connect(DATABASE)
    try:
        connection.execute(SCHEMA)
        batch = []
        for sensor, celsius in readings:
            batch.append((sensor, celsius))
            if len(batch) == batch_size:
                _flush(connection, batch)
                batch = []
        if batch:
            _flush(connection, batch)
    finally:
        connection.close()
    return len(readings)
# --- new ---
import sqlite3

DATABASE = "readings.db"
SCHEMA = "CREATE TABLE IF NOT EXISTS readings (sensor TEXT NOT NULL, celsius REAL NOT NULL)"


def import_readings(readings, batch_size=100):
    connection = sqlite3.connect(DATABASE)
    try:
        connection.execute(SCHEMA)
        batch = []
        for sensor, celsius in readings:
            batch.append((sensor, celsius))
            if len(batch) == batch_size:
                with connection:
                    connection.executemany("INSERT INTO readings VALUES (?, ?)", batch)
                batch.clear()
    finally:
        connection.close()
    return len(readings)
