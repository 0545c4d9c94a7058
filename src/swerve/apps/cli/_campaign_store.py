"""Which store do the commands about campaigns use?

A store says how code is confined, and what was found. So the default lies in the user's own folder
for such things, where neither a commit nor an archive of a stranger's can put anything.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

import click

from swerve.model.errors import BadStore
from swerve.model.writing import make_folder

from ._progress import doing
from ._streams import note

if TYPE_CHECKING:
    from swerve.apps.campaign import Store

#: Where the store was by default.
_EARLIER = Path(".swerve/campaign.db")
_ODD = re.compile(r"[^A-Za-z0-9_.-]+")
_MOST_NAME = 60
_ANOTHER = "Choose a store of your own with `--store PATH`."


def default_store() -> Path:
    """The store of the repository around the current folder, or of that folder itself."""
    from swerve.source.git.places import top_around  # takes a while to load

    here = Path.cwd()
    place = top_around(here) or here
    name = _ODD.sub("-", place.name)[-_MOST_NAME:].lstrip("-.")
    number = blake2b(os.fsencode(place), digest_size=6).hexdigest()
    return _state() / "swerve" / "campaigns" / f"{name or 'folder'}-{number}.db"


def _chosen(context: click.Context, parameter: click.Parameter, store: str | None) -> str:
    return str(default_store()) if store is None else store


store_option = click.option(
    "--store",
    metavar="URL",
    envvar="SWERVE_STORE",
    callback=_chosen,
    help="Where results are kept: a path, sqlite:///PATH, or postgresql://USER@HOST/DATABASE. "
    "SWERVE_STORE changes the default.  [default: a file for the repository in "
    "~/.local/state/swerve/campaigns]",
)


@contextmanager
def opened_store(store: str, *, create: bool = False, patience_s: float = 60.0) -> Iterator[Store]:
    """The store that an option names, brought up to date; `create` makes one that is not there."""
    from swerve.apps.campaign import open_store

    if not os.path.exists(store) and store == str(default_store()):
        _begin(Path(store), create=create)
    with doing("opening the store"):  # a server that does not answer is waited for
        opened = open_store(store, create=create, patience_s=patience_s)
    with opened:
        yield opened


def _state() -> Path:
    """The user's folder for what programs keep between runs."""
    place = os.environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(place):  # others are to be ignored, says the specification
        return Path(place)
    try:
        return Path.home() / ".local" / "state"
    except RuntimeError as error:
        raise BadStore("There is no home folder to keep a store in.", _ANOTHER) from error


def _begin(store: Path, *, create: bool) -> None:
    """Tell of a store where earlier versions had it, and make the folder of the one that is new."""
    earlier = _earlier()
    if not create:
        if earlier:
            raise BadStore(f"There is no store {store}.", earlier)
        return
    if earlier:
        note(earlier)
    try:
        make_folder(store.parent, 0o700)  # the code of all that was checked is in there
    except OSError as error:
        raise BadStore(
            f"The folder {store.parent} cannot be written: {error.strerror}.", _ANOTHER
        ) from error


def _earlier() -> str:
    """What to say about a store that an earlier version may have made here."""
    from swerve.source import is_tracked

    if not _EARLIER.is_file() or is_tracked(_EARLIER):
        return ""
    return (
        f"Earlier versions kept campaigns in {_EARLIER}: if that one is yours, "
        f"`--store {_EARLIER}` opens it."
    )
