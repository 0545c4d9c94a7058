"""How does code of a Django project find its settings, its apps and a database?

Its tests expect that somebody has set it up, and so do most of its modules. A database of another
kind than SQLite is somewhere else: one in memory takes its place.
"""

from __future__ import annotations

import os
import sys
from typing import Any

_SQLITE = "django.db.backends.sqlite3"


def set_up_django(module: str, folder: str, *, has_runner: bool = False) -> None:
    """Set it up as its own test runner would, as far as that works; `has_runner`: that does it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", module)
    if folder not in sys.path:
        sys.path.append(folder)
    try:
        import django  # type: ignore[import-not-found, import-untyped, unused-ignore]
        from django.conf import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
            settings,
        )

        for database in settings.DATABASES.values():
            _put_into_memory(database)
        if has_runner:
            return
        django.setup()
        _make_databases()
    except Exception:  # noqa: S110 - whoever needs it says so
        pass


def _put_into_memory(database: dict[str, Any]) -> None:
    if database.get("ENGINE") != _SQLITE:
        database["ENGINE"] = _SQLITE
        database.pop("OPTIONS", None)
    database["NAME"] = ":memory:"


def _make_databases() -> None:
    from django.test.utils import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
        setup_databases,
        setup_test_environment,
    )

    setup_test_environment()
    setup_databases(verbosity=0, interactive=False)
