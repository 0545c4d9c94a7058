"""Where two versions run, and what is watched there."""

from __future__ import annotations

from pathlib import Path

from tests.run.host.grounds import LEVEL, call, ground

from swerve.observe.comparison import Different, Rules
from swerve.run.places import Places, lines_of_modules
from swerve.run.workspace import opened_sides

OLD = "SEEN = []\n\n\ndef f(x):\n    len(SEEN)\n"
NEW = "SEEN = []\n\n\ndef f(x):\n    SEEN.append(x)\n"


def places_with(folder: Path, old: dict[str, str], new: dict[str, str]) -> Places:
    return Places(ground(folder / "old", old), ground(folder / "new", new), LEVEL)


def test_lines_of_modules_are_those_of_their_files(tmp_path: Path) -> None:
    """A module that is not in its tree has none: nothing there can be watched."""
    places = places_with(tmp_path, {"shop/__init__.py": "a = 1\nb = 2"}, {"shop.py": "a = 1"})
    assert lines_of_modules(places, ("shop", "shop")) == (
        {"shop/__init__.py": (1, 2)},
        {"shop.py": (1,)},
    )
    assert lines_of_modules(places, ("json", "shop.cart")) == ({}, {})


def test_a_call_that_is_made_again_shows_the_state_that_it_changes(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    places = places_with(tmp_path, {"subject.py": OLD}, {"subject.py": NEW})
    with opened_sides(places, ("subject", "subject"), Rules(), 0, call_s=1.0) as sides:
        assert not isinstance(sides, str)
        agreement = sides.confirm(call("f", 1)).agreement
    assert isinstance(agreement, Different)
    assert agreement.place == "state subject.SEEN"
