"""How often do static events say what was observed at the same place?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from swerve.facts.certain import coarse_of
from swerve.facts.classes import ValueClass
from swerve.predict.training.events import Recorded, event_files, read
from swerve.predict.training.static import certain_reads


@dataclass(slots=True)
class Agreement:
    """How places that a rule is certain about were observed."""

    places: int = 0
    #: The coarse class is among those that were seen.
    right: int = 0
    #: Of places where the fine class is certain too.
    fine_places: int = 0
    fine_right: int = 0

    def add(self, words: frozenset[str], seen: Iterable[str]) -> bool:
        """Count a place. Was the coarse class seen there?"""
        found = set(seen)
        is_right = coarse_of(words) in {ValueClass(word).coarse.value for word in found}
        self.places += 1
        self.right += is_right
        if len(words) == 1:
            self.fine_places += 1
            self.fine_right += words <= found
        return is_right


def agreement(observed: Iterable[Recorded]) -> dict[str, Agreement]:
    """By rule and kind, how static events of files agree with what was observed in them."""
    found: dict[str, Agreement] = {}
    for file in observed:
        reads = certain_reads(file.source)
        for event in file.events:
            read = reads.get((event.kind, event.place))
            if read is not None:
                value = read[1]
                row = found.setdefault(f"{value.rule}: {event.kind}", Agreement())
                row.add(value.words, event.counts)
    return dict(sorted(found.items(), key=lambda each: -each[1].places))


def observed_in(folder: Path) -> Iterator[Recorded]:
    """All that was observed, in all files of a folder."""
    for path in event_files(folder):
        header, files = read(path)
        if header.origin == "observed":
            yield from files


def agreement_table(rows: dict[str, Agreement]) -> Iterator[str]:
    """Rule, places, and how often the coarse and the fine class are right, in percent."""
    yield f"{'rule: kind':44}{'places':>9}{'coarse':>9}{'fine':>9}{'of':>9}"
    whole = Agreement()
    for rule, row in rows.items():
        yield _row(rule, row)
        whole.places += row.places
        whole.right += row.right
        whole.fine_places += row.fine_places
        whole.fine_right += row.fine_right
    yield _row("all", whole)


def _row(rule: str, row: Agreement) -> str:
    coarse = f"{100 * row.right / max(row.places, 1):.2f}%"
    fine = f"{100 * row.fine_right / row.fine_places:.2f}%" if row.fine_places else "-"
    return f"{rule:44}{row.places:9,}{coarse:>9}{fine:>9}{row.fine_places:9,}"
