"""How does everything that training needs get into one file?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from zipfile import is_zipfile

from swerve.model.errors import BadUsage
from swerve.model.writing import make_folder, opened_bytes
from swerve.predict.training.events import Header, event_files, read, refuse_excluded
from swerve.predict.training.train._dataset import dataset_of


def prepared(given: Sequence[Path], out: Path, say: Callable[[str], None]) -> Path:
    """The file itself where it was given, else a new one with all events of some folders."""
    if len(given) == 1 and given[0].is_file():
        if not is_zipfile(given[0]):
            raise BadUsage(
                f"{given[0]} is not what `--prepare` wrote.", "Name such a file, or folders."
            )
        return given[0]
    files = [file for folder in given for file in event_files(folder)]
    if not files:
        raise BadUsage(
            "There are no events in what was named.", "`swerve model collect` writes such files."
        )
    for file in files:
        refuse_excluded((read(file)[0].project,))
    import numpy as np

    def told(header: Header) -> None:
        say(f"{header.project} {header.version}  {header.events:,} {header.origin} events")

    dataset = dataset_of(files, told)
    make_folder(out.parent)
    with opened_bytes(out) as file_of_arrays:  # to a path, numpy would add an ending
        np.savez_compressed(file_of_arrays, **dataset.arrays(dataset.lexicon()))
    return out
