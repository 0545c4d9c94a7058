"""Can code at the level `process` read the token from the processes of swerve?"""

from __future__ import annotations

import json

import pytest
from tests.hostile.repositories.conftest import SWERVE, Scene, at

from swerve.run.sandbox import Level

_CODE = """
import os


def _told():
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{{name}}/environ", "rb") as file:
                if {half!r} in file.read():
                    open({canary!r}, "a").write(name + "\\n")
        except OSError:
            pass


_told()


def take(items, most=3):
    return items[:most{more}]
"""


@pytest.mark.parametrize("command", ["check", "pr"])
@at(Level.PROCESS)
def test_code_looks_at_the_environments_of_all_processes(scene: Scene, command: str) -> None:
    """The variables that a process started with stay in its memory, whatever it forgets."""
    # Half of it, so that the code itself does not tell the secret; that of no other test.
    known = {"half": scene.secret[:15].encode(), "canary": str(scene.canary)}
    base = scene.repository.commit("a", {"shop.py": _CODE.format(more="", **known)})
    head = scene.repository.commit("b", {"shop.py": _CODE.format(more=" + 1", **known)})
    what = "HEAD"
    if command == "pr":
        what = str(scene.top / "pull.json")
        with open(what, "w") as file:
            json.dump({"base": base, "head": head, "title": "Take more"}, file)
    words = ("--sandbox", "process", "--effort", "quick", "--jobs", "1")
    done = scene.swerve(command, *words, what, command=(str(SWERVE),))
    assert "changed" in done.stdout
