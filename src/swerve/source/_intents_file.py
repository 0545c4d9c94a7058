"""Which differences, with the words about them, does a JSON Lines file give?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from swerve.model import Intent, LineNo, Words, WordsKind
from swerve.source._pairs_file import BrokenRow, RowError, fields_of, id_of, rows_of, text_of

_WORDS = (
    ("title", WordsKind.TITLE),
    ("body", WordsKind.DESCRIPTION),
    ("commits", WordsKind.COMMIT),
)


@dataclass(frozen=True, slots=True)
class IntentRow:
    """One difference as given: the words, a usage example, and what each side wrote."""

    line_no: LineNo
    #: "line-7" when none was given.
    id: str
    words: Intent
    test: str
    old_output: str
    new_output: str
    diff: str
    #: What a person called it; `None` when nobody did.
    label: str | None


Row: TypeAlias = IntentRow | BrokenRow


def read_intents(lines: Iterable[bytes]) -> Iterator[Row]:
    """Read rows one by one, so that a file of any length fits. Blank lines are skipped."""
    for line_no, data in rows_of(lines):
        given_id = f"line-{line_no}"
        try:
            fields = fields_of(data)
            given_id = id_of(fields, given_id)
            row = _row(line_no, given_id, fields)
        except RowError as broken:
            yield BrokenRow(line_no, given_id, str(broken))
        else:
            yield row


def _row(line_no: LineNo, given_id: str, fields: Mapping[str, object]) -> IntentRow:
    words = [Words(name, _text_or_texts(fields, name), kind) for name, kind in _WORDS]
    texts = {name: text_of(fields, name) for name in ("test", "old_output", "new_output")}
    missing = " and ".join(f"`{name}`" for name, value in texts.items() if value is None)
    if missing:
        raise RowError(f"{missing} missing")
    return IntentRow(
        line_no,
        given_id,
        Intent(tuple(each for each in words if each.text.strip())),
        texts["test"] or "",
        texts["old_output"] or "",
        texts["new_output"] or "",
        text_of(fields, "diff") or "",
        text_of(fields, "label"),
    )


def _text_or_texts(fields: Mapping[str, object], name: str) -> str:
    """A text, or several one below the other: commits may come as a list."""
    value = fields.get(name)
    if not isinstance(value, list):
        return text_of(fields, name) or ""
    return "\n".join(text_of({name: each}, name) or "" for each in value)
