"""What does a checkout reach that brings files for a cache that lies in it?

A CI job can keep only folders of the checkout between runs, so that caches lie there.
"""

from __future__ import annotations

import json
import sys
import zlib
from pathlib import Path

import pytest
from tests.apps.cli.found import report_of, witness_for
from tests.hostile.repositories.conftest import Scene

from swerve.model import Settings
from swerve.observe.recipe import CallRecipe, Name
from swerve.source import Selection, read_words
from swerve.source.store import Store
from swerve.witness.kept import keep_witnesses, stored_in

_CACHE = ".swerve-cache"
#: What a check does with a cache when it starts, and when the cache has grown.
_CLEAN = """
from swerve.run.project import clean_cache, open_cache, session_of
print(open_cache().note)
session_of(open_cache())
clean_cache(0)
"""


def _planted(scene: Scene, name: str, target: Path) -> None:
    """Commit a link into the cache."""
    link = scene.repository.path / _CACHE / "trees-1" / name
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(target)
    scene.repository.git("add", "--all", "--force")


def _use(scene: Scene, *words: str, command: tuple[str, ...] = ()) -> str:
    """Use the cache that lies in the checkout."""
    variables = {"SWERVE_CACHE": str(scene.repository.path / _CACHE)}
    done = scene.swerve(*words, variables=variables, command=command)
    return done.stdout + done.stderr


@pytest.mark.parametrize("is_tracked", [True, False], ids=["tracked", "unpacked"])
@pytest.mark.parametrize("room", ["trash", "sessions", "blobs/ab"])
def test_links_to_folders_of_the_user(scene: Scene, room: str, is_tracked: bool) -> None:
    """What lies in the trash is deleted, and so are contents that no tree uses."""
    letter = scene.home / "documents/letter"
    letter.parent.mkdir()
    letter.write_text("to a friend")
    _planted(scene, room, letter.parent.parent)
    if not is_tracked:
        scene.repository.git("rm", "-r", "--quiet", "--cached", _CACHE)
    said = _use(scene, command=(sys.executable, "-I", "-c", _CLEAN))
    assert letter.is_file()
    assert "cannot be used as a cache" in said


@pytest.mark.parametrize("file", ["CACHEDIR.TAG", "lock"])
def test_links_to_files_that_are_not_there(scene: Scene, file: str) -> None:
    _planted(scene, file, scene.canary)
    _use(scene, "doctor")
    assert not scene.canary.exists()


def test_a_witness_that_the_user_never_found(scene: Scene) -> None:
    """Those that are known by an id may name folders and commands."""
    repository = scene.repository
    repository.commit("start", {"shop.py": "def look():\n    return 1\n"})
    repository.commit("change", {"shop.py": "def look():\n    return 2\n"})
    raw = read_words(repository.path, ("HEAD",), staged=False, selection=Selection())
    report = report_of(raw, "shop", witness_for(CallRecipe(Name("shop", "look"))))
    store = Store(repository.path / _CACHE / "trees-1/witnesses")
    kept = keep_witnesses(report, stored_in(raw, Settings(), report.runtime), store)
    again = kept.functions[0].witnesses[0].replay
    assert again is not None
    name = again.split()[-1]
    key = name.removeprefix("w-")
    data = json.loads(zlib.decompress(store.get(key) or b""))
    stored = json.loads(data["stored"])
    stored["interpreter"] = sys.executable
    stored["setup"] = f"cat {scene.secret_file}; pwd; cat id_ed25519; exit 1"
    for side in stored["sides"].values():
        side["tree"] = {"from": "folder", "path": str(scene.secret_file.parent)}
    store.put(key, zlib.compress(json.dumps({**data, "stored": json.dumps(stored)}).encode()))
    repository.git("add", "--all", "--force")
    said = _use(scene, "replay", name, "--sandbox", scene.level.value)
    assert f"There is no witness `{name}` here" in said
