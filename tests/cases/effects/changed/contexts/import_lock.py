# After a bad row the lock file stays, as it is removed below the loop and not in finally.
# function: import_rows
# shows: import_rows(["ada;36", "bob"])
# shows: import_rows([""])
# effect: file /tmp/import.lock

import tempfile
from pathlib import Path


def import_rows(lines: list[str]) -> dict[str, int]:
    """Read ages; a lock file keeps a second import from running beside."""
    lock = Path(tempfile.gettempdir()) / "import.lock"
    lock.write_text("import")
    try:
        people = {}
        for line in lines:
            name, age = line.split(";")
            people[name] = int(age)
        return people
    finally:
        lock.unlink()
# --- new ---
import tempfile
from pathlib import Path


def _parse(line: str) -> tuple[str, int]:
    name, age = line.split(";")
    return name, int(age)


def import_rows(lines: list[str]) -> dict[str, int]:
    """Read ages; a lock file keeps a second import from running beside."""
    lock = Path(tempfile.gettempdir(), "import.lock")
    lock.write_text("import")
    people = dict(_parse(line) for line in lines)
    lock.unlink()
    return people
