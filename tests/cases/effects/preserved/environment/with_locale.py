# A context manager sets the variable back as try and finally did.
# function: format_report
# calls: format_report("de_DE", {"total": 12})
# calls: format_report("", {})

import os


def format_report(locale: str, values: dict[str, int]) -> str:
    before = os.environ.get("REPORT_LOCALE")
    os.environ["REPORT_LOCALE"] = locale
    try:
        lines = [_line(name, value) for name, value in values.items()]
    finally:
        if before is None:
            os.environ.pop("REPORT_LOCALE", None)
        else:
            os.environ["REPORT_LOCALE"] = before
    return "\n".join(lines)


def _line(name: str, value: int) -> str:
    return f"[{os.environ['REPORT_LOCALE']}] {name}: {value}"
# --- new ---
import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def _variable(name: str, value: str) -> Iterator[None]:
    missing = name not in os.environ
    before = os.environ.get(name, "")
    os.environ[name] = value
    try:
        yield
    finally:
        if missing:
            os.environ.pop(name, None)
        else:
            os.environ[name] = before


def format_report(locale: str, values: dict[str, int]) -> str:
    with _variable("REPORT_LOCALE", locale):
        return "\n".join(_line(name, value) for name, value in values.items())


def _line(name: str, value: int) -> str:
    return f"[{os.environ['REPORT_LOCALE']}] {name}: {value}"
