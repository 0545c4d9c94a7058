"""What does a witness that somebody sent, or that lies in the checkout, get to name?"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.hostile.repositories.conftest import Scene

from swerve.observe.recipe import CallRecipe, Name, encode_call
from swerve.witness.stored import SCHEMA, Told

#: A module of the sender's, to be called on both sides.
_LOOK = "def look():\n    return {}\n"


def _packed(code: str) -> str:
    return base64.b64encode(_LOOK.format(code).encode()).decode()


def _alone(code: str) -> dict[str, object]:
    return {"from": "file", "name": "sent.py", "data": _packed(code)}


def _witness(
    scene: Scene, old: Mapping[str, object], new: Mapping[str, object], **more: object
) -> Path:
    """A witness that calls a function in two trees that it names."""
    call = encode_call(CallRecipe(Name("sent", "look"))).decode()
    side = {"name": "HEAD", "module": "sent", "recipe": call}
    data = {
        "schema": SCHEMA,
        **dict.fromkeys(Told.__slots__, ""),
        "sides": {"old": {**side, "tree": old}, "new": {**side, "tree": new}},
        "files": ["sent.py"],
        "folder": str(scene.home),
        "interpreter": sys.executable,
        "setup": None,
        "seed": 0,
        "ignore": [],
        "tolerance": None,
        **more,
    }
    return scene.repository.write("witness.json", json.dumps(data))


def _replay(scene: Scene, file: Path) -> str:
    done = scene.swerve("replay", str(file), "--sandbox", scene.level.value)
    return done.stdout + done.stderr


def test_folders_of_the_user_and_a_command(scene: Scene) -> None:
    """The command puts the code beside the files that are to be read."""
    (scene.home / "empty").mkdir()
    ssh, empty = (
        {"from": "folder", "path": str(folder)}
        for folder in (scene.secret_file.parent, scene.home / "empty")
    )
    code = _LOOK.format("open('id_ed25519').read()")
    setup = f'touch id_ed25519; printf %s "{code}" > sent.py'
    said = _replay(scene, _witness(scene, ssh, empty, setup=setup))
    assert f"the folder {scene.secret_file.parent}" in said
    assert "--trust" in said


def _head(folder: Path) -> str:
    words = ["git", "rev-parse", "HEAD"]
    return subprocess.run(words, cwd=folder, check=True, capture_output=True, text=True).stdout[:40]


def test_another_repository_of_the_user(scene: Scene) -> None:
    """A patch puts the code beside the files that are to be read."""
    private = scene.home / "private"
    private.mkdir()
    (private / "keys.txt").write_text(scene.secret)
    for words in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "-m", "start"]):
        subprocess.run(["git", *words], cwd=private, check=True)
    data = _packed("open('keys.txt').read()")
    tree = {
        "from": "patch",
        "top": str(private),
        "id": _head(private),
        "files": [{"path": "sent.py", "mode": "100644", "data": data}],
    }
    _replay(scene, _witness(scene, tree, _alone("1")))


def test_an_environment_of_the_user(scene: Scene) -> None:
    folder = scene.home / "environment"
    (folder / "bin").mkdir(parents=True)
    (folder / "bin/python").symlink_to(os.path.realpath(sys.executable))
    (folder / "pyvenv.cfg").write_text(f"home = {sys.base_prefix}/bin\n")
    keys = folder / "keys.txt"
    keys.write_text(scene.secret)
    trees = _alone(f"open({str(keys)!r}).read()"), _alone("1")
    _replay(scene, _witness(scene, *trees, interpreter=str(folder / "bin/python")))


def test_a_command(scene: Scene) -> None:
    file = _witness(scene, _alone("1"), _alone("2"), setup="echo it was run >&2; exit 1")
    said = _replay(scene, file)
    assert "`echo it was run >&2; exit 1`" in said
    assert "--trust" in said


def test_a_file_of_the_checkout_is_called_like_a_witness_of_the_user(scene: Scene) -> None:
    file = _witness(scene, _alone("1"), _alone("2"))
    file.rename(scene.repository.path / "w-1a2b3c4d")
    assert "There is no witness `w-1a2b3c4d` here" in _replay(scene, Path("w-1a2b3c4d"))
