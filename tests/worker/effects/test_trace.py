"""Is what a call leaves told once, and gone when the next one begins?"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.run.host.grounds import LEVEL, job, one_side, ran, seen
from tests.run.host.test_lane import answers

from swerve.model.behaviour import Behaviour
from swerve.run.host import Lane
from swerve.run.sandbox import Level

SOURCE = """
import os
import shutil
import subprocess

def nothing():
    return None

def leave():
    temporary = os.environ["TMPDIR"] + "/file"
    for path in ("file", "~/file", os.path.expanduser("~/file"), temporary):
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w") as file:
            file.write(path[:1])
    os.environ["LEFT"] = "x"
    os.chdir("/")
    os.umask(0)

kept = []

def leave_open():
    kept.append(open("file", "w"))

def replace():
    with open("new", "w") as file:
        file.write("new")
    os.replace("new", "subject.py")

def remove():
    os.remove("subject.py")

def lead_elsewhere():
    os.remove("subject.py")
    os.symlink("/dev/zero", "subject.py")

def leave_beside():
    with open(os.path.dirname(os.environ["HOME"]) + "/file", "w") as file:
        file.write("beside")
    with open("/dev/shm/file", "w") as file:
        file.write("shared")

def remove_all():
    shutil.rmtree(os.getcwd())
    os.rmdir(os.environ["HOME"])

def switch_off():
    heard = subprocess.Popen.communicate.__globals__["HEARD"]
    with open("file", "w"):
        heard.forget()
    heard.is_on = False

def late():
    def generator():
        with open("file", "w"):
            os.environ["LEFT"] = "x"
        yield 1
    return [generator()]

def early():
    os.environ["LEFT"] = "x"
    return [iter([1])]

def around():
    folders = (".", os.environ["HOME"], os.environ["TMPDIR"], os.path.dirname(os.environ["HOME"]))
    return [sorted(os.listdir(folder)) for folder in folders], os.environ.get("LEFT")
"""
AROUND = {"result": "([['subject.py'], [], [], ['home', 'tmp', 'work']], None)"}
strict = pytest.mark.skipif(LEVEL is not Level.STRICT, reason="needs bubblewrap")


@pytest.fixture(scope="module")
def lane(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lane]:
    with one_side(tmp_path_factory.mktemp("trace"), SOURCE) as lane:
        yield lane


def left(lane: Lane, function: str) -> dict[str, str]:
    """What a call leaves; the next one, in the same process, must find nothing of it."""
    first, then = answers(lane, [job(function), job("around")])
    assert isinstance(first, Behaviour)
    assert isinstance(then, Behaviour)
    assert seen(then) == AROUND
    return {name: shown for name, shown in seen(first).items() if name != "result"}


def test_a_call_that_does_nothing_leaves_nothing(lane: Lane) -> None:
    assert left(lane, "nothing") == {}


def test_what_a_call_leaves_is_told_by_resource(lane: Lane) -> None:
    assert left(lane, "leave") == {
        "files": "{'~/file': '/', '/tmp/file': '/', 'file': 'f', './~/file': '~'}",
        "environment": "{'LEFT': 'x'}",
        "working_folder": "'/'",
        "umask": "'0o0'",
    }


def test_a_file_left_open_is_told_of(lane: Lane) -> None:
    assert seen(ran(lane, "leave_open"))["left_open"] == "{'file': 1}"


@pytest.mark.parametrize(
    ("function", "there"),
    [
        ("replace", "'new'"),
        ("remove", "<file removed>"),
        ("lead_elsewhere", "<link a link to /dev/zero>"),
    ],
)
def test_what_stands_in_the_place_of_a_given_file_is_told(
    lane: Lane, function: str, there: str
) -> None:
    found = left(lane, function)
    found.pop("modes", None)
    assert found == {"files": f"{{'subject.py': {there}}}"}


@strict
def test_what_lies_beside_the_folders_is_told_and_removed(lane: Lane) -> None:
    files = left(lane, "leave_beside")["files"]
    assert files == "{'/srv/u/scratch/file': 'beside', '/dev/shm/file': 'shared'}"
    assert left(lane, "nothing") == {}


def test_folders_that_were_removed_are_there_again(lane: Lane) -> None:
    assert "'subject.py': <file removed>" in left(lane, "remove_all")["files"]


def test_whoever_switches_the_hearing_off_is_told_to_have_done_so(lane: Lane) -> None:
    assert "the call has hidden what it did" in left(lane, "switch_off")["files"]


def test_what_iterators_in_a_result_do_is_said_to_be_unseen(lane: Lane) -> None:
    """They run last of all: what they do is not among the effects, nor left to the next call."""
    assert left(lane, "late") == {}
    assert ran(lane, "late").left_behind == "left effects to iterators in its result"
    assert ran(lane, "early").left_behind == ""
