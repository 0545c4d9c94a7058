"""Which calls are recorded, and what is kept of them?"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from tests.worker.pythons import pythons

from swerve.run.recording import KeptCall, Version, folder_of, keep, kept_versions, sum_of, top_of
from swerve.run.recording._functions import Functions
from swerve.worker.recipes import _recipe_of
from swerve.worker.recipes._parts import attempt

ROOT = Path(__file__).parents[3]
_SHOP = '''\
import asyncio
import functools
import threading


def plain(a, b=2, *rest, c=3, **more):
    """Text."""
    return a


def refused(a):
    raise ValueError(a)


def numbers(n):
    a = n
    for n in range(a):
        yield n


async def later(n):
    await asyncio.sleep(0)
    return n


def again(n):
    return n and again(n - 1)


@functools.lru_cache(maxsize=None)
def cached(n):
    return n


def hot(n):
    return n


def opaque(lock):
    return True


class Box:
    def __init__(self, held):
        self.held = held

    def put(self, more):
        self.held.append(more)

    @property
    def size(self):
        return len(self.held)

    @classmethod
    def of(cls, *items):
        return cls(list(items))

    @staticmethod
    def empty():
        return Box([])


class Tests:
    def test_all(self):
        plain(1)
        plain(1, 2, c=9, d=[4])
        try:
            refused("x")
        except ValueError:
            pass
        list(numbers(2))
        next(numbers(5))
        asyncio.run(later(6))
        again(2)
        cached(3)
        cached(3)
        box = Box.of(1)
        box.put(2)
        assert box.size == 2
        Box.empty()
        (lambda: opaque(threading.Lock()))()

    def test_that_fails(self):
        plain("never")
        assert False

    def test_many(self):
        for n in range(50_000):
            hot(n)
        for n in range(3):
            opaque(threading.Lock())
'''
#: swerve itself runs in 3.10 and newer.
_PYTHONS = [path for path in pythons() if "/3.9" not in path]


@pytest.mark.parametrize("python", _PYTHONS)
def test_calls_are_recorded_as_they_were_made(python: str, tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(_SHOP)
    done = subprocess.run(
        [python, str(ROOT / "tests" / "run" / "recording" / "driver.py"), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    found = {each["function"]: each for each in json.loads(done.stdout)}
    calls = {
        name: [(json.loads(call["recipe"])[2:], call["returned"]) for call in each["calls"]]
        for name, each in found.items()
    }
    assert calls["plain"] == [
        (["plain", [1], {}], True),
        (["plain", [1], {"c": 9, "d": ["j", [4]]}], True),
    ]
    assert calls["refused"] == [(["refused", ["x"], {}], False)]
    assert calls["numbers"] == [(["numbers", [2], {}], True), (["numbers", [5], {}], True)]
    assert calls["later"] == [(["later", [6], {}], True)]
    assert sorted(str(call) for call, _ in calls["again"]) == [
        "['again', [0], {}]",
        "['again', [1], {}]",
        "['again', [2], {}]",
    ]
    assert calls["cached"] == [(["cached", [3], {}], True)]
    assert len(calls["hot"]) == 5
    assert (found["opaque"]["missed"], calls["opaque"]) == (4, [])
    assert calls["Box.put"] == [
        (["Box.put", [2], {}, ["k", ["n", "shop", "Box"], [], {"held": ["j", [1]]}], 0, []], True)
    ]
    assert calls["Box.of"] == [(["Box.of", [1], {}], True)]
    assert not any("<" in name for name in found)
    plain = found["plain"]
    source = _SHOP.partition("\n\n\n")[2].partition("\n\n\n")[0]
    assert (plain["file"], plain["source"], plain["module"]) == (
        "shop.py",
        sum_of(source),
        sum_of(_SHOP),
    )


def test_code_from_nowhere_is_nobodys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a test has taken its current folder away: what is raised here, it would see."""
    place = tmp_path / "gone"
    place.mkdir()
    monkeypatch.chdir(place)
    place.rmdir()
    functions = Functions(tmp_path)
    assert not any(map(functions.has_file, ("<string>", "relative.py", "odd\0.py")))


def test_ctrl_c_is_heard_while_a_value_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> object:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        attempt(interrupted)
    monkeypatch.setattr(_recipe_of, "_WAYS", (interrupted,))
    with pytest.raises(KeyboardInterrupt):
        _recipe_of.recipe_of(object())


class TestKept:
    def version(self, *recipes: str, source: str = "s", missed: int = 0) -> Version:
        calls = tuple(KeptCall("t", recipe, returned=True) for recipe in recipes)
        return Version("shop.py", "total", sum_of(source), sum_of("m"), calls, missed)

    def test_a_run_of_some_tests_loses_nothing_that_others_recorded(self, tmp_path: Path) -> None:
        keep(tmp_path, [self.version("1", "2", missed=1)])
        keep(tmp_path, [self.version("2", "3")])
        (found,) = kept_versions(tmp_path, "shop.py", "total")
        assert [call.recipe for call in found.calls] == ["2", "3", "1"]
        assert found.missed == 1
        assert kept_versions(tmp_path, "shop.py", "other") == []

    def test_versions_are_kept_apart_and_the_oldest_go(self, tmp_path: Path) -> None:
        for number in range(6):
            keep(tmp_path, [self.version(str(number), source=str(number))])
            os.utime(
                next(folder_of(tmp_path).glob(f"*{sum_of(str(number))[:16]}.json")),
                (number + 1, number + 1),
            )
        found = kept_versions(tmp_path, "shop.py", "total")
        assert [version.calls[0].recipe for version in found] == ["5", "4", "3", "2"]

    @pytest.mark.parametrize(
        "data", [b"", b"[]", b"{}", b'{"format": 1, "calls": [7], "missed": 0}', b"[" * 100_000]
    )
    def test_what_makes_no_sense_is_not_there(self, tmp_path: Path, data: bytes) -> None:
        keep(tmp_path, [self.version("1")])
        (file,) = folder_of(tmp_path).glob("*.json")
        file.write_bytes(data)
        assert kept_versions(tmp_path, "shop.py", "total") == []
        keep(tmp_path, [self.version("1")])
        assert len(kept_versions(tmp_path, "shop.py", "total")) == 1

    def test_the_top_is_where_git_has_it(self, tmp_path: Path) -> None:
        (tmp_path / "a" / "b").mkdir(parents=True)
        assert top_of(tmp_path / "a" / "b") == tmp_path / "a" / "b"
        (tmp_path / ".git").mkdir()
        assert top_of(tmp_path / "a" / "b") == tmp_path

    def test_what_a_killed_process_left_half_written_goes(self, tmp_path: Path) -> None:
        keep(tmp_path, [self.version("1")])
        left = folder_of(tmp_path) / "0123456789abcdef.part"
        left.write_bytes(b"{")
        keep(tmp_path, [self.version("2")])
        assert not left.exists()
        assert (folder_of(tmp_path) / ".gitignore").exists()
