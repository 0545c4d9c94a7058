# Two different files are written in the other order.
# function: export_ledger
# calls: export_ledger([Entry("rent", -900), Entry("salary", 2500)], Path("ledger"))
# calls: export_ledger([], Path("ledger/2024"))

import json
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Entry:
    label: str
    cents: int


def export_ledger(entries: list[Entry], folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    income = [asdict(entry) for entry in entries if entry.cents >= 0]
    costs = [asdict(entry) for entry in entries if entry.cents < 0]
    (folder / "income.json").write_text(json.dumps(income), encoding="utf-8")
    (folder / "costs.json").write_text(json.dumps(costs), encoding="utf-8")
    return sum(entry.cents for entry in entries)
# --- new ---
import json
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Entry:
    label: str
    cents: int


def _write(entries: list[Entry], file: Path) -> None:
    with file.open("w", encoding="utf-8") as stream:
        json.dump([asdict(entry) for entry in entries], stream)


def export_ledger(entries: list[Entry], folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    _write([entry for entry in entries if entry.cents < 0], folder / "costs.json")
    _write([entry for entry in entries if entry.cents >= 0], folder / "income.json")
    return sum(entry.cents for entry in entries)
