"""Are predictions found again, and is nothing else taken for one?"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from swerve.source.store import Store

_KEY, _OTHER = "ab" + "0" * 62, "ab" + "1" * 62


def _file(folder: Path, key: str) -> Path:
    return folder / key[:2] / key[2:]


def test_what_was_put_there_is_found(tmp_path: Path) -> None:
    store = Store(tmp_path / "new")
    assert store.get(_KEY) is None
    store.put(_KEY, b"data")
    store.put(_OTHER, b"")
    assert store.get(_KEY) == b"data"
    assert store.get(_OTHER) == b""
    store.put(_KEY, b"newer")
    assert Store(tmp_path / "new").get(_KEY) == b"newer"


@pytest.mark.parametrize(
    "spoiled",
    [
        pytest.param(lambda entry: entry[:-1], id="truncated"),
        pytest.param(lambda entry: b"", id="empty"),
        pytest.param(lambda entry: entry + b"x", id="longer"),
        pytest.param(lambda entry: b"\x80\x04N." * 20, id="foreign"),
        pytest.param(lambda entry: entry[:-1] + b"?", id="one byte"),
    ],
)
def test_a_damaged_entry_is_none(tmp_path: Path, spoiled: object) -> None:
    assert callable(spoiled)
    store = Store(tmp_path)
    store.put(_KEY, b"some data")
    file = _file(tmp_path, _KEY)
    file.write_bytes(spoiled(file.read_bytes()))
    assert store.get(_KEY) is None
    store.put(_KEY, b"some data")
    assert store.get(_KEY) == b"some data"


def test_an_entry_under_another_name_is_none(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put(_KEY, b"data")
    _file(tmp_path, _KEY).rename(_file(tmp_path, _OTHER))
    assert store.get(_OTHER) is None


def test_what_was_used_least_recently_goes(tmp_path: Path) -> None:
    """A folder has room for three entries here, one block each."""
    store = Store(tmp_path, max_bytes=256 * 3 * 4096)
    keys = [f"ab{n:062}" for n in range(4)]
    for age, key in enumerate(keys[:3]):
        store.put(key, b"data")
        os.utime(_file(tmp_path, key), (1000 + age, 1000 + age))
    assert store.get(keys[0]) == b"data"  # used just now
    store.put(keys[3], b"data")
    assert [store.get(key) for key in keys] == [b"data", None, b"data", b"data"]
    left_behind = _file(tmp_path, "abffff.part")
    left_behind.write_bytes(b"of a process that died")
    os.utime(left_behind, (1, 1))
    store.put("ab" + "f" * 62, b"data")
    assert not left_behind.exists()
    assert len(list((tmp_path / "ab").iterdir())) == 3


def test_what_has_no_room_is_not_kept(tmp_path: Path) -> None:
    store = Store(tmp_path, max_bytes=256 * 4096)
    store.put(_KEY, b"small")
    store.put(_OTHER, bytes(5000))
    assert store.get(_KEY) == b"small"
    assert store.get(_OTHER) is None


def test_a_folder_that_cannot_be_used_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"")
    store = Store(file / "folder")
    store.put(_KEY, b"data")
    assert store.get(_KEY) is None
    taken = Store(tmp_path)
    (tmp_path / "ab").write_bytes(b"")
    taken.put(_KEY, b"data")
    assert taken.get(_KEY) is None
    assert (tmp_path / "ab").read_bytes() == b""


def test_what_cannot_be_written_can_be_read(tmp_path: Path) -> None:
    Store(tmp_path).put(_KEY, b"data")
    file = _file(tmp_path, _KEY)
    os.chmod(file, 0o400)
    os.chmod(file.parent, 0o500)
    try:
        store = Store(tmp_path)
        assert store.get(_KEY) == b"data"
        store.put(_OTHER, b"data")
        assert store.get(_KEY) == b"data"
    finally:
        os.chmod(file.parent, 0o700)


def test_the_place_is_swerves_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWERVE_CACHE", str(tmp_path / "cache"))
    Store().put(_KEY, b"data")
    (file,) = (tmp_path / "cache").rglob("predictions/ab/*")
    assert _KEY.endswith(file.name)
    assert (tmp_path / "cache" / "trees-1").stat().st_mode & 0o077 == 0
    assert Store().get(_KEY) == b"data"
