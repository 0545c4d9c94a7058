"""Can text of a change give orders to the runner of a CI job, or to a terminal?"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.hostile.repositories.conftest import Scene, at
from tests.integrations.actions import Runner
from tests.integrations.jobs import SETUP, TOKEN, github_server, job_for

from swerve.run.sandbox import Level

#: GitHub splits lines at these, and takes what stands before the colons away.
_LINES = re.compile(r"\r\n|\r|\n|\x85|\u2028|\u2029")
_COMMAND = re.compile(r"\s*::")
#: GitHub's older form, Azure's and TeamCity's, anywhere in a line.
_OTHERS = re.compile(r"##\w*\[")
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_ORDERS = "\n".join(
    [
        "::stop-commands::x",
        "::error file=shop.py::forged",
        "##[error]forged",
        "##vso[task.setvariable variable=x]y",
        "##teamcity[buildStatus text='x']",
        "\x1b[0Ksection_start:1:x\r\x1b[0K",
        "\x1b]0;title\x07\x9b2J\u202e",
    ]
)
_OLD = "def take(items, most=3):\n    return items[:most]\n"


def _obeyed(text: str) -> list[str]:
    """What a runner or a terminal would obey."""
    lines = [line for line in _LINES.split(text) if _COMMAND.match(line) or _OTHERS.search(line)]
    return lines + _CONTROLS.findall(text)


def _assert_tame(done: subprocess.CompletedProcess[str]) -> None:
    assert _obeyed(done.stdout) == []
    assert _obeyed(done.stderr) == []


@pytest.mark.parametrize("order", ["::stop-commands::x", "##[error]forged", "\x1b[2J"])
@at(Level.PROCESS)
def test_a_file_that_does_not_parse_gives_orders(scene: Scene, order: str) -> None:
    """The line that is wrong is shown."""
    scene.repository.commit("start", {"shop.py": _OLD})
    scene.repository.commit("change", {"shop.py": f"x = [\n{order}\n"})
    done = scene.check("HEAD", "--no-run")
    assert "shop.py" in done.stdout
    _assert_tame(done)


@pytest.mark.parametrize("format", ["text", "markdown", "sarif", "junit"])
@at(Level.PROCESS)
def test_names_and_values_give_orders(scene: Scene, format: str) -> None:
    name = f"a\n{_ORDERS}".replace("/", "")
    old = f"def take(items, sep={_ORDERS!r}):\n    return items\n"
    scene.repository.commit(_ORDERS, {f"{name}/shop.py": old})
    new = old.replace("sep=", "sep='::x' + ")
    scene.repository.commit(_ORDERS, {f"{name}/shop.py": new})
    done = scene.check("HEAD", "--no-run", "--format", format)
    assert "take" in done.stdout
    _assert_tame(done)


@at(Level.PROCESS)
def test_data_stays_what_it_was_and_gives_no_orders(scene: Scene) -> None:
    old = f"def take(items, sep={_ORDERS!r}):\n    return items\n"
    scene.repository.commit("start", {"shop.py": old})
    scene.repository.commit(_ORDERS, {"shop.py": old.replace("sep=", "sep='x' + ")})
    done = scene.check("HEAD", "--no-run", "--format", "json")
    _assert_tame(done)
    words = json.loads(done.stdout)["intent"]["words"]
    assert words[0]["text"].split() == _ORDERS.split()


@at(Level.PROCESS)
def test_messages_give_orders(scene: Scene) -> None:
    """What a branch is called, and what a file that was received says."""
    scene.repository.commit("start", {"shop.py": _OLD})
    _assert_tame(scene.check("--", f"x\n{_ORDERS}"))
    notes = {"base": "HEAD", "head": "HEAD", "notes": [f"x\n{_ORDERS}"]}
    file = scene.top / "pull.json"
    file.write_text(json.dumps({**notes, "schema": "swerve-pull-request/1"}))
    _assert_tame(scene.swerve("pr", "--no-run", str(file)))


@at(Level.STRICT, Level.PROCESS)
def test_what_prepares_a_project_gives_orders(scene: Scene) -> None:
    """The end of its output is told when it fails."""
    print_orders = f"print({_ORDERS!r})\nraise SystemExit(1)\n"
    scene.repository.commit("start", {"shop.py": _OLD, "prepare.py": print_orders})
    scene.repository.commit("change", {"shop.py": _OLD.replace("[:most]", "[: most + 1]")})
    done = scene.check("HEAD", "--setup", "python3 prepare.py", "--effort", "quick")
    assert "forged" in done.stderr
    _assert_tame(done)


@at(Level.PROCESS)
def test_printed_code_and_its_file_give_orders(scene: Scene) -> None:
    folder = scene.top / "a\n::error::x\x1b[2J"
    folder.mkdir()
    for name, number in (("old.py", 1), ("new.py", 2)):
        code = f"def f(x):\n    return (x[\n    ::{number}], '##[error]', '''\n::error::''')\n"
        (folder / name).write_text(code)
    done = scene.swerve("unify", str(folder / "old.py"), str(folder / "new.py"))
    assert "change(" in done.stdout
    _assert_tame(done)


@at(Level.PROCESS)
def test_annotations_are_ours_alone(scene: Scene) -> None:
    name = "a,b\n::error::x##[error]"
    old = "def take(items, sep='::x'):\n    return items\n"
    scene.repository.commit("start", {f"{name}/shop.py": old})
    scene.repository.commit("change", {f"{name}/shop.py": old.replace("items", "things")})
    done = scene.check("HEAD", "--no-run", "--format", "github")
    (order,) = _obeyed(done.stdout)
    assert order.startswith("::error file=a%2Cb\\n%3A%3Aerror%3A%3Ax##")
    assert not _OTHERS.search(order)
    assert _obeyed(done.stderr) == []


@pytest.mark.slow
@at(Level.PROCESS)
def test_the_action_lets_nothing_be_obeyed_while_swerve_runs(scene: Scene, tmp_path: Path) -> None:
    """Whatever writes to the log past swerve: a word that is new each time ends the silence."""
    base = scene.repository.commit("start", {"shop.py": _OLD})
    scene.repository.commit("change", {"shop.py": _OLD.replace("items", "things")})
    temp = tmp_path / "runner"
    temp.mkdir()
    words = []
    with github_server() as github:
        job = job_for(scene.repository, github, temp, base)
        python = temp / "here/bin/python"
        forged = 'case "$*" in *"-m swerve"*) echo ::error::forged ;; esac'
        python.write_text(python.read_text().replace("exec", f"{forged}\nexec"))
        for _ in range(2):
            assert job.run(without=(SETUP,), python=sys.executable, effort="quick") == 1
            words.append(_obeyed_by_github(job))
    assert words[0] != words[1]
    assert TOKEN not in str(job.ran)


def _obeyed_by_github(job: Runner) -> str:
    """The word that ends the silence; nothing but our annotations is obeyed around it."""
    before, _, rest = job.printed("Check").partition("::stop-commands::")
    word, _, rest = rest.partition("\n")
    silenced, _, after = rest.partition(f"\n::{word}::\n")
    assert "::error::forged" in silenced
    assert _obeyed(before) == []
    assert [line.split(",")[0] for line in _obeyed(after)] == ["::error file=shop.py"]
    return word
