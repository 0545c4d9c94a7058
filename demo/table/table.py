"""Rows of a table."""

from typing import Optional


def first(rows: list[str]) -> str:
    """The row on top."""
    return list(rows)[0]


def header(rows: list[str]) -> str:
    """The row on top, or nothing."""
    try:
        return first(rows)
    except IndexError:
        return ""


def widths(rows: list[str]) -> list[int]:
    """How wide each row is."""
    result = []
    for row in rows:
        result.append(len(row))
    return result


def is_blank(row: str) -> bool:
    """Whether there is nothing to see."""
    if row.strip() == "":
        return True
    else:
        return False


def at(rows: dict[str, str], key: str, default: Optional[str] = None) -> Optional[str]:
    """One row by its key."""
    if key in rows:
        return rows[key]
    else:
        return default
