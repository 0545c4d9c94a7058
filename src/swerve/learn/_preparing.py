"""How does everything that training needs get into one file?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from swerve.errors import BadUsage
from swerve.learn._dataset import dataset_of
from swerve.learn._events import Header, event_files


def prepared(given: Sequence[Path], out: Path, say: Callable[[str], None]) -> Path:
    """The file itself where it was given, else a new one with all events of some folders."""
    if len(given) == 1 and given[0].suffix == ".npz":
        return given[0]
    files = [file for folder in given for file in event_files(folder)]
    if not files:
        raise BadUsage(
            "There are no events in what was named.", "`swerve model collect` writes such files."
        )
    import numpy as np

    def told(header: Header) -> None:
        say(f"{header.project} {header.version}  {header.events:,} {header.origin} events")

    dataset = dataset_of(files, told)
    out.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(out, **dataset.arrays(dataset.lexicon()))
    return out
