"""Units and outcomes made for a test, without a repository behind them."""

from __future__ import annotations

from swerve.apps.campaign import Campaign, Cost, Done, Store, Unit, packed, unit_of
from swerve.apps.campaign._claim import create_campaign
from swerve.apps.campaign._tables import COUNTS
from swerve.model import Settings


def units(count: int) -> list[Unit]:
    return [
        unit_of("/nowhere", f"old{each}", f"new{each}", title=f"c{each}") for each in range(count)
    ]


def campaign(store: Store, count: int, name: str | None = None) -> Campaign:
    return create_campaign(
        store, units(count), name=name, source="a test", settings=Settings(), deadline_s=60.0
    )


def done(
    name: str = "f", verdict: str = "changed", *, counts: dict[str, int] | None = None
) -> Done:
    """A result with one function and one witness; and with other counts, where they are given."""
    witness = {
        "id": "w-1a2b3c4d",
        "engine": "generate",
        "realism": "typed",
        "kind": "return",
        "judgement": "unintended",
    }
    evidence = {
        "engine": "generate",
        "runs": 7,
        "changed_lines": 1,
        "reached_old": 1,
        "reached_new": 1,
    }
    function = {
        "name": name,
        "file": "m.py",
        "verdict": verdict,
        "seconds": 0.5,
        "witnesses": [witness],
        "evidence": [evidence],
    }
    summary = {**dict.fromkeys(COUNTS, 0), **(counts or {"changed": 1, "unintended": 1})}
    problems = [{"code": "unparsable-file"}] * summary["problems"]
    report: dict[str, object] = {"functions": [function], "summary": summary, "problems": problems}
    return Done(packed(report), "a log", 1.5, Cost(1.25, 1_000))
