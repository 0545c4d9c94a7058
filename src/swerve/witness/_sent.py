"""What may a witness that somebody sent name on this machine?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from swerve.model.errors import NotARepository, UntrustedWitness
from swerve.source import Folder, repository_top
from swerve.witness._stored import StoredWitness, place_of

_HINT = (
    "Run it in the repository that it is about. If the file is your own, `--trust` takes what it "
    "names."
)


def as_sent(stored: StoredWitness, here: Path) -> StoredWitness:
    """A witness of which only code and trees of the repository around `here` are believed.

    It is run in the interpreter of the project there. Raises `UntrustedWitness` for one that needs
    more: another folder of this machine, or a command.
    """
    for source in stored.trees:
        place = place_of(source)
        if place is not None and (isinstance(source, Folder) or not _is_top(place, here)):
            raise UntrustedWitness(
                f"The witness is about the folder {place}, which is not the repository here.", _HINT
            )
    if stored.setup is not None:
        raise UntrustedWitness(f"The witness has a command run: `{stored.setup}`.", _HINT)
    return replace(stored, folder=str(here), interpreter="")


def _is_top(place: Path, here: Path) -> bool:
    try:
        return place.samefile(repository_top(here))
    except (OSError, NotARepository):
        return False
