"""Write the figures of an evaluation into the model card.

    swerve model eval EVENTS --format json > build/eval.json
    python -m scripts.model_card build/eval.json

Replaces what stands between the two marks in the card; a card that is not there yet is begun.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

CARD = Path(__file__).parents[1] / "src" / "swerve" / "predict" / "neural" / "CARD.md"
_START = "<!-- Figures: written by scripts/model_card.py, do not edit. -->"
_END = "<!-- End of figures. -->"
_SPLITS = {
    "train": "trained with",
    "held": "held out of training",
    "trial": "development projects",
    "unseen": "projects never seen in training",
    "static": "read off source code",
}
#: More say nothing one by one.
_MOST_PROJECTS = 20
_KINDS = ("all", "name", "attribute", "call", "item")
_TOPS = ("top-1", "top-3", "top-5")
_PARTS = (*(("all", kind) for kind in _KINDS), ("code", "all"), ("tests", "all"))


def main() -> int:
    """Read figures, and write them into the card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("figures", type=Path)
    parser.add_argument("--card", type=Path, default=CARD)
    options = parser.parse_args()
    figures = json.loads(options.figures.read_text("utf-8"))
    if not figures["weights"]:
        print("these figures are not about the model", file=sys.stderr)
        return 1
    text = options.card.read_text("utf-8") if options.card.is_file() else ""
    options.card.write_text(with_figures(text, figures), "utf-8")
    return 0


def with_figures(text: str, figures: Any) -> str:
    """A card with new figures."""
    before, _, rest = text.partition(_START)
    after = rest.partition(_END)[2]
    between = "\n".join([_START, "", *_figures(figures), _END])
    return (before or "# The value model\n\n") + between + (after or "\n")


def _figures(figures: Any) -> Iterator[str]:
    weights = figures["weights"]
    yield f"`{weights['file']}`, {weights['bytes']:,} bytes, SHA-256 `{weights['sha256']}`."
    yield from ("", "## Data", "")
    yield from _data(figures["data"])
    for name, split in figures["splits"].items():
        yield f"## Accuracy: {_SPLITS[name]}"
        yield ""
        yield (
            f"{split['events']:,} events in {split['functions']:,} functions of "
            f"{split['projects']:,} projects. Percentages."
        )
        yield ""
        yield from _accuracy(split["predictors"])


def _data(data: Any) -> Iterator[str]:
    rows = [
        (
            _SPLITS[name],
            f"{len(amount['projects']):,}",
            f"{amount['files']:,}",
            f"{amount['events']:,}",
            f"{amount['in tests']:,}" if name != "static" else "",
        )
        for name, amount in data.items()
    ]
    yield from _table(("", "projects", "files", "events", "of them in tests"), rows)
    for name in ("unseen", "trial"):
        if data[name]["projects"]:
            yield f"{_SPLITS[name].capitalize()}: {', '.join(data[name]['projects'])}."
            yield ""


def _accuracy(predictors: Any) -> Iterator[str]:
    head = [f"{granularity} {top}" for granularity in ("coarse", "fine") for top in _TOPS]
    rows = [
        (name, *(places["all"]["all"][each.split()[0]][each.split()[1]] for each in head))
        for name, places in predictors.items()
    ]
    yield from _table(("", *head), rows)
    rows = [(name, *_every(places["all"]["all"])) for name, places in predictors.items()]
    yield "With every class that a place was seen to have as an event of its own:"
    yield ""
    yield from _table(("", "coarse top-1", "at best", "fine top-1", "at best"), rows)
    model, frequency = predictors.get("model"), predictors.get("frequency")
    if model:
        yield from _of_model(model)
    if model and frequency and len(model["projects"]) <= _MOST_PROJECTS:
        yield from _by_project(model["projects"], frequency["projects"])


def _every(tally: Any) -> Iterator[object]:
    for granularity in ("coarse", "fine"):
        yield tally[granularity]["every class"]
        yield tally[granularity]["every class at best"]


def _of_model(places: Any) -> Iterator[str]:
    tops = [(granularity, top) for granularity in ("coarse", "fine") for top in _TOPS]
    rows: list[Sequence[object]] = []
    for place, kind in _PARTS:
        tally = places[place][kind]
        name = kind if place == "all" else f"in {place}"
        rows.append((name, f"{tally['events']:,}", *(tally[one][two] for one, two in tops)))
    yield "The model, for each kind of place:"
    yield ""
    yield from _table(("", "events", *map(" ".join, tops)), rows)
    yield "The model, for each class:"
    yield ""
    for granularity, classes in places["classes"].items():
        rows = [
            (name, f"{each['events']:,}", each["recognised"], each["right when said"])
            for name, each in classes.items()
        ]
        yield from _table((granularity, "events", "recognised", "right when said"), rows)


def _by_project(model: Any, frequency: Any) -> Iterator[str]:
    rows = [
        (
            name,
            f"{tally['events']:,}",
            tally["coarse"]["top-1"],
            tally["fine"]["top-1"],
            frequency[name]["coarse"]["top-1"],
            frequency[name]["fine"]["top-1"],
        )
        for name, tally in model.items()
    ]
    yield "For each project, the model and `frequency`:"
    yield ""
    head = ("", "events", "coarse top-1", "fine top-1", "frequency: coarse", "fine")
    yield from _table(head, rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield _row(head)
    yield "|" + "|".join(["---", *["---:"] * (len(head) - 1)]) + "|"
    for row in rows:
        yield _row([_cell(each) for each in row])
    yield ""


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.1f}" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    sys.exit(main())
