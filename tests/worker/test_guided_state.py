"""What a function leaves in its file is watched, and nothing beyond it."""

from __future__ import annotations

from collections import OrderedDict
from types import ModuleType
from typing import Any

from swerve.worker.effects._state import places_of_code
from swerve.worker.guided._holdings import Kept


def test_modules_that_know_each_other_are_not_followed() -> None:
    one, other = ModuleType("one"), ModuleType("other")
    for module, known in ((one, other), (other, one)):
        vars(module).update(__file__=f"/{module.__name__}.py", other=known, CACHE={})
    space: dict[str, Any] = {"other": other, "KNOWN": {}, "unused": {}}
    exec("def f():\n    KNOWN[1] = other.other.CACHE", space)  # noqa: S102
    assert [name for _, _, name in places_of_code(space, space["f"].__code__, None)] == ["KNOWN"]


def test_what_a_run_leaves_is_told_and_put_back() -> None:
    class Cache(OrderedDict[str, int]):
        def __setitem__(self, key: str, value: int) -> None:
            raise AssertionError("nothing of the target runs")

    cache = Cache()
    OrderedDict.__setitem__(cache, "a", 1)
    space: dict[str, Any] = {"cache": cache, "seen": {3}, "count": 1, "rows": [1], "same": {}}
    before = dict(space)
    kept = Kept([(f"shop.{name}", space, name) for name in space])
    assert kept.changed() == {}
    OrderedDict.__setitem__(cache, "b", 2)
    space["seen"].add(4)
    space["rows"].clear()
    space["count"] = 2
    assert set(kept.changed()) == {"shop.cache", "shop.seen", "shop.count", "shop.rows"}
    kept.put_back()
    assert space == before
    assert list(cache.items()) == [("a", 1)]
    assert (space["seen"], space["rows"]) == ({3}, [1])
