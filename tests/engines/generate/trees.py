"""Two trees, made runnable, and what an engine says about their pairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from swerve.check.pipeline import Silence
from swerve.check.running import prepare
from swerve.engines import Budget
from swerve.engines.generate import Generate
from swerve.model import NOTHING_LEARNED, Findings, Learned, Settings
from swerve.source import Selection, pair_up, read_paths

SECONDS = 60.0


def written(folder: Path, files: Mapping[str, str]) -> Path:
    """A folder with these files."""
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def found_by(
    engine: str,
    folder: Path,
    old: Mapping[str, str],
    new: Mapping[str, str],
    *,
    seed: int = 0,
    seconds: float = SECONDS,
    learned: Learned = NOTHING_LEARNED,
) -> dict[str, Findings]:
    """Name of the function -> what the engine says, for every pair of two trees."""
    raw = read_paths(written(folder / "old", old), written(folder / "new", new), Selection())
    pairs = pair_up(raw).pairs
    with prepare(raw, Settings(seed=seed), pairs) as prepared:
        engines = prepared.stages[-1](pairs, Silence())
        chosen = next(each for each in engines if each.name == engine)
        if isinstance(chosen, Generate):  # from its first round on
            chosen = replace(chosen, is_again=False)
        return {
            pair.name: chosen.investigate(pair, Budget.of(seconds, seed), learned) for pair in pairs
        }
