"""What becomes of what a network says about each read of a function?"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from swerve.facts.classes import Distribution, ValueClass
from swerve.facts.locating import Version
from swerve.facts.reading import usages_of
from swerve.predict import Combined, Labels, Model, Naive
from swerve.predict._labels import mean_of, packed, unpacked
from swerve.source.store import Store
from swerve.source.syntax import FunctionNode

_NOTHING: Distribution = {}


class Lines:
    """A network that tells values apart by the line they are read in: zeros, then strings."""

    def __init__(self, checksum: str = "one") -> None:
        self.checksum = checksum
        self.asked: list[str] = []

    def labels_of(
        self, module: ast.Module, function: FunctionNode | None, owner: ast.ClassDef | None
    ) -> Labels:
        self.asked.append(function.name if function is not None else "")
        return {
            (kind, node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0): {
                ValueClass.ZERO_INT: 1 / node.lineno,
                ValueClass.STRING: 1 - 1 / node.lineno,
            }
            for kind, cls in (("name", ast.Name), ("attribute", ast.Attribute))
            for node in ast.walk(function or module)
            if isinstance(node, cls)
        }


def _predicted(model: Model, *versions: Version) -> Mapping[str, Distribution]:
    code = usages_of(versions)
    found = model.predict(code, code.sites)
    return {site.path: each for site, each in zip(code.sites, found, strict=True)}


def test_the_first_three_reads_count(tmp_path: Path) -> None:
    text = "def f(x):\n    x\n\n    x\n    x\n    x\n    x\n"
    found = _predicted(Model(Lines(), Store(tmp_path)), Version(text, "f"))["x"]
    assert found[ValueClass.ZERO_INT] == pytest.approx((1 / 2 + 1 / 4 + 1 / 5) / 3, abs=1e-4)
    assert sum(found.values()) == pytest.approx(1)


def test_aliases_count_as_the_thing_itself(tmp_path: Path) -> None:
    text = "def f(x):\n    y = x.a\n    return y\n"
    found = _predicted(Model(Lines(), Store(tmp_path)), Version(text, "f"))["x.a"]
    assert found[ValueClass.ZERO_INT] == pytest.approx((1 / 2 + 1 / 3) / 2, abs=1e-4)


def test_the_old_version_is_asked_for_what_only_it_reads(tmp_path: Path) -> None:
    old = Version("def f(x):\n    return x.a\n", "f")
    network = Lines()
    model = Model(network, Store(tmp_path))
    new = Version("def f(x):\n\n    return x.a\n", "f")
    found = _predicted(model, old, new)
    assert len(network.asked) == 1
    assert found["x.a"][ValueClass.ZERO_INT] == pytest.approx(1 / 3, abs=1e-4)
    other = Version("def f(x):\n\n    return x.b\n", "f")
    found = _predicted(model, old, other)
    assert len(network.asked) == 3
    assert found["x.a"][ValueClass.ZERO_INT] == pytest.approx(1 / 2, abs=1e-4)
    assert found["x"][ValueClass.ZERO_INT] == pytest.approx(1 / 3, abs=1e-4)


def test_what_is_read_nowhere_is_left_to_others(tmp_path: Path) -> None:
    version = Version("def f(x, unused):\n    return x.go()\n", "f")
    model = Model(Lines(), Store(tmp_path))
    found = _predicted(model, version)
    assert found["unused"] == found["x.go()"] == _NOTHING  # the network has no calls
    code = usages_of([version])
    for each in Combined(model, Naive()).predict(code, code.sites):
        assert sum(each.values()) == pytest.approx(1)


def test_code_in_no_function(tmp_path: Path) -> None:
    network = Lines()
    found = _predicted(Model(network, Store(tmp_path)), Version("x = y\nprint(x)\n", ""))
    assert network.asked == [""]
    assert found["y"][ValueClass.ZERO_INT] == pytest.approx((1 + 1 / 2) / 2, abs=1e-4)


def test_the_second_time_is_free_and_the_same(tmp_path: Path) -> None:
    version = Version("def f(x):\n    return x.a\ndef g(x):\n    return x.a\n", "f")
    first = Lines()
    before = _predicted(Model(first, Store(tmp_path)), version)
    second = Lines()
    assert _predicted(Model(second, Store(tmp_path)), version) == before
    assert (first.asked, second.asked) == (["f"], [])


@pytest.mark.parametrize(
    ("version", "checksum"),
    [
        pytest.param(Version("def f(x):\n    return x.a\n", "f"), "two", id="another network"),
        pytest.param(Version("def f(x):\n    return x.a  #\n", "f"), "one", id="another text"),
        pytest.param(Version("def f(x):\n    return x.a\n", "f", 1), "one", id="another line"),
    ],
)
def test_what_matters_is_asked_again(tmp_path: Path, version: Version, checksum: str) -> None:
    _predicted(Model(Lines(), Store(tmp_path)), Version("def f(x):\n    return x.a\n", "f"))
    network = Lines(checksum)
    _predicted(Model(network, Store(tmp_path)), version)
    assert network.asked == ["f"]


def test_spoiled_entries_are_asked_again(tmp_path: Path) -> None:
    version = Version("def f(x):\n    return x.a\n", "f")
    before = _predicted(Model(Lines(), Store(tmp_path)), version)
    (file,) = (each for each in tmp_path.rglob("*") if each.is_file())
    file.write_bytes(file.read_bytes()[:-3])
    network = Lines()
    assert _predicted(Model(network, Store(tmp_path)), version) == before
    assert network.asked == ["f"]


def test_no_room_on_disk_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    version = Version("def f(x):\n    return x.a\n", "f")
    network = Lines()
    model = Model(network, Store(tmp_path / "file"))
    assert _predicted(model, version) == _predicted(model, version)
    assert network.asked == ["f", "f"]


def test_without_a_network_nothing_is_known(tmp_path: Path) -> None:
    model = Model(Lines(checksum=""), Store(tmp_path))
    assert set(map(str, _predicted(model, Version("def f(x): x.a\n", "f")).values())) == {"{}"}


def test_labels_are_small_and_come_back_as_they_were() -> None:
    shares = {ValueClass.NONE: 0.25, ValueClass.OBJECT: 0.7, ValueClass.DICT: 0.05}
    labels = {("call", line, 4, line, 300): shares for line in range(1, 200)}
    data = packed(labels)
    assert len(data) < 2000
    found = unpacked(data)
    assert found is not None
    assert list(found) == list(labels)
    assert mean_of([found["call", 7, 4, 7, 300]]) == pytest.approx(shares, abs=1e-4)
    assert unpacked(packed({})) == {}


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"PK\x03\x04" * 30, id="foreign"),
        pytest.param(packed({("name", 1, 2, 3, 4): {ValueClass.NONE: 1.0}})[:-2], id="truncated"),
    ],
)
def test_other_bytes_are_no_labels(data: bytes) -> None:
    assert unpacked(data) is None


def test_a_hit_loads_neither_the_network_nor_numpy(tmp_path: Path) -> None:
    """What is shipped, in a fresh process; a network is only needed for the entry."""
    code = """
import sys
from swerve.facts.classes import ValueClass
from swerve.facts.locating import Version
from swerve.facts.reading import usages_of
from swerve.predict import Model
from swerve.source.store import Store
from swerve.predict._labels import packed
from swerve.predict._model import Shipped, _key
version = Version("def f(x):\\n    return x\\n", "f")
checksum = Shipped().checksum
if checksum:
    labels = {("name", 2, 11, 2, 12): {ValueClass.SET: 1.0}}
    Store().put(_key(checksum, version), packed(labels))
usages = usages_of([version])
(found,) = Model().predict(usages, usages.sites)
assert found == ({ValueClass.SET: 1.0} if checksum else {}), found
print([name for name in sys.modules if "numpy" in name or "neural" in name])
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": ":".join(sys.path), "SWERVE_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
