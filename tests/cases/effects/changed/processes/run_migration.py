# The environment with the name of the database is built but no longer handed over.
# function: run_migration
# shows: run_migration("0007_add_index", "sqlite:///shop.db")
# effect: process

import os
import subprocess


def run_migration(name: str, database_url: str) -> int:
    env = dict(os.environ)
    env["DATABASE_URL"] = database_url
    result = subprocess.run(["sh", "-c", 'test -n "$0"', name], env=env, check=False)
    return result.returncode
# --- new ---
import os
import subprocess


def run_migration(name: str, database_url: str) -> int:
    env = {**os.environ, "DATABASE_URL": database_url}
    return _run(["sh", "-c", 'test -n "$0"', name], env)


def _run(command: list[str], env: dict[str, str]) -> int:
    return subprocess.run(command, check=False).returncode
