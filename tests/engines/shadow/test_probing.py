"""Does the probe say at which change two versions can part, and else do what the old one does?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from swerve.engines.shadow._probe import probe_for
from swerve.engines.shadow.explorer import HOOK
from swerve.engines.shadow.explorer._parting import Parted, Probing
from swerve.engines.shadow.explorer._worlds import Replaced, VersionModules
from swerve.source import Selection, pair_up, read_paths


def _probed(folder: Path, old: str, new: str, name: str = "f") -> tuple[VersionModules, Probing]:
    for side, text in (("old", old), ("new", new)):
        (folder / side).mkdir()
        (folder / side / "subject.py").write_text(text)
    change = pair_up(read_paths(folder / "old", folder / "new", Selection()))
    (pair,) = [pair for pair in change.pairs if pair.name == name]
    probe = probe_for(pair)
    assert probe is not None
    probing = Probing()
    replaced = Replaced("subject", probe.text, {HOOK: probing.hook})
    return VersionModules([str(folder / "old")], replaced), probing


def _asked(world: VersionModules, probing: Probing, name: str, *args: Any) -> Any:
    probing.start(lambda truth: not truth)
    with world.entered():
        return world.find("subject", name)(*args)


def test_where_the_sides_are_equal_it_does_what_the_old_version_does(tmp_path: Path) -> None:
    world, probing = _probed(
        tmp_path,
        "def f(n):\n    if n > 10:\n        return n * 2\n    return -n\n",
        "def f(n):\n    if n > 20:\n        return n + n\n    return -n\n",
    )
    assert _asked(world, probing, "f", 3) == -3
    assert _asked(world, probing, "f", 30) == 60
    assert probing.site is None
    with pytest.raises(Parted):
        _asked(world, probing, "f", 15)
    assert probing.site == 0


def test_only_the_truth_of_a_condition_counts(tmp_path: Path) -> None:
    world, probing = _probed(
        tmp_path,
        "def f(x):\n    return 1 if x else 2\n",
        "def f(x):\n    return 1 if len(x) else 2\n",
    )
    assert _asked(world, probing, "f", [7]) == 1
    assert probing.is_doubtful


def test_an_error_on_one_side_parts_and_on_both_does_not(tmp_path: Path) -> None:
    world, probing = _probed(
        tmp_path,
        "def f(x, n):\n    return x[n] + 1\n",
        "def f(x, n):\n    return x[abs(n)] + 1\n",
    )
    with pytest.raises(IndexError):
        _asked(world, probing, "f", [1], 3)
    assert probing.site is None
    with pytest.raises(Parted):
        _asked(world, probing, "f", [1], -1)


def test_methods_stay_in_their_class(tmp_path: Path) -> None:
    text = """
class Base:
    def total(self):
        return 1

class Cart(Base):
    __rate = 5

    def total(self):
        return super().total() + self.__rate * 2
"""
    new = text.replace("* 2", "* 3")
    world, probing = _probed(tmp_path, text, new, "Cart.total")
    probing.start(lambda truth: False)
    with world.entered(), pytest.raises(Parted):  # `super` cannot be asked from elsewhere
        world.find("subject", "Cart")().total()


def test_private_names_stay_private(tmp_path: Path) -> None:
    text = "class Cart:\n    __rate = 5\n\n    def total(self):\n        return self.__rate * 2\n"
    new = text.replace("* 2", "+ self.__rate")
    world, probing = _probed(tmp_path, text, new, "Cart.total")
    probing.start(lambda truth: not truth)
    with world.entered():
        assert world.find("subject", "Cart")().total() == 10
    assert probing.site is None


def test_straight_line_code_parts_at_once(tmp_path: Path) -> None:
    world, probing = _probed(
        tmp_path,
        "def f(items):\n    items.sort()\n    return items\n",
        "def f(items):\n    items.reverse()\n    items.sort()\n    return items\n",
    )
    with pytest.raises(Parted):
        _asked(world, probing, "f", [2, 1])
