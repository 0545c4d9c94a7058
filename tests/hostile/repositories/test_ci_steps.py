"""Does a file of the change decide anything in the steps of a CI job?"""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.hostile.repositories.conftest import Scene, at
from tests.integrations.actions import ROOT, Runner, yaml
from tests.integrations.jobs import SETUP, TOKEN, GitHub, github_server, job_for

from swerve.run.sandbox import Level

_OLD = "def take(items, most=3):\n    return items[:most]\n"
_NEW = _OLD.replace("items", "things")
#: What a step of Python might import, and what Python imports by itself.
_MODULES = (
    *("venv.py", "ensurepip.py", "pip/__init__.py", "json/__init__.py", "shlex.py", "click.py"),
    *("subprocess.py", "site.py", "sitecustomize.py", "usercustomize.py"),
    *("swerve/__init__.py", "urllib/__init__.py", "pathlib.py", "runpy.py", "importlib/util.py"),
)
#: For a module that is imported before there are files to open.
_EARLY = "import posix\nposix.close(posix.open({canary!r}, posix.O_CREAT | posix.O_WRONLY))\n"
_TEMPLATE = ROOT / "integrations" / "gitlab" / "swerve.gitlab-ci.yml"


@pytest.fixture
def github() -> Iterator[GitHub]:
    with github_server() as opened:
        yield opened


def _traps(scene: Scene) -> dict[str, str | bytes]:
    """Files of a change that run, or write the canary, wherever a step looks at its folder."""
    return {
        **dict.fromkeys(_MODULES, scene.payload),
        "encodings/__init__.py": _EARLY.format(canary=str(scene.canary)),
        "pip.conf": f"[global]\nlog = {scene.canary}\n",
        "setup.cfg": f"[global]\nlog = {scene.canary}\n",
        ".python-version": f"$({scene.command})\n",
        "constraints.txt": "swerve==99\n",
        "bin/python3": f"#!/bin/sh\n{scene.command}\nexec '{sys.executable}' \"$@\"\n",
    }


def _variables(scene: Scene, temp: Path) -> dict[str, str]:
    """What workflows set, each of it fine for the code of its own repository."""
    shims = temp / "shims"
    shims.mkdir(parents=True)
    # As pyenv and its like: which interpreter it is depends on the folder.
    shim = f"#!/bin/sh\n[ -e .python-version ] && {scene.command}\nexec '{sys.executable}' \"$@\"\n"
    for name in ("python", "python3"):
        (shims / name).write_text(shim)
        (shims / name).chmod(0o755)
    return {
        "PATH": f"bin:{scene.repository.path}/bin:{shims}:{os.environ['PATH']}",
        "PYTHONPATH": ".",
        "PIP_CONFIG_FILE": "pip.conf",
        "PIP_CONSTRAINT": str(scene.repository.path / "constraints.txt"),
        "HOME": str(scene.home),
    }


def _change(scene: Scene, files: dict[str, str | bytes]) -> str:
    """A change of a stranger that brings some files; the commit that it starts from."""
    base = scene.repository.commit("Take three", {"shop.py": _OLD})
    scene.repository.commit("Take things", {"shop.py": _NEW, **files})
    if "bin/python3" in files:
        (scene.repository.path / "bin/python3").chmod(0o755)
    return base


def _wheel(folder: Path) -> Path:
    """Something small to install in swerve's place, which takes seconds."""
    file = folder / "swerve-1-py3-none-any.whl"
    about = "swerve-1.dist-info"
    files = {
        "swerve/__init__.py": "def main():\n    print('swerve 1')\n",
        "swerve/__main__.py": "from swerve import main\nmain()\n",
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: swerve\nVersion: 1\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/entry_points.txt": "[console_scripts]\nswerve = swerve:main\n",
        f"{about}/RECORD": "",
    }
    with zipfile.ZipFile(file, "w") as written:
        for name, text in files.items():
            written.writestr(name, text)
    return file


def _job(scene: Scene, github: GitHub, base: str) -> Runner:
    temp = scene.top / "runner"
    temp.mkdir()
    return job_for(scene.repository, github, temp, base)


@pytest.mark.slow
@at(Level.PROCESS)
def test_the_action_is_set_up_in_a_workspace_full_of_traps(scene: Scene, github: GitHub) -> None:
    job = _job(scene, github, _change(scene, _traps(scene)))
    job.environment |= _variables(scene, job.temp)
    inputs = {"version": str(_wheel(scene.top)), "cache": "false"}
    job.run(without=("Check", "Fail if there are objections"), **inputs)
    ((_, printed, status),) = job.ran
    assert status == 0, printed
    assert job.outputs["setup"]["version"] == "1"


@at(Level.PROCESS)
def test_the_action_checks_a_workspace_full_of_traps(scene: Scene, github: GitHub) -> None:
    job = _job(scene, github, _change(scene, _traps(scene)))
    job.environment |= _variables(scene, job.temp)
    given = {"python": sys.executable, "effort": "quick", "comment": "true"}
    assert job.run(without=(SETUP,), **given) == 1, job.ran
    assert "take" in job.summary
    assert len(github.comments) == 1
    assert all(TOKEN not in printed for _, printed, _ in job.ran)


@at(Level.PROCESS)
def test_the_working_directory_looks_like_a_git_folder(scene: Scene, github: GitHub) -> None:
    """The step gets the history of a shallow clone: by which settings?"""
    commands = f"""
        [core]
            bare = true
            repositoryformatversion = 0
            sshCommand = "{scene.command.replace('"', "")};"
        [remote "origin"]
            url = ssh://nobody@localhost/x
            fetch = +refs/heads/*:refs/heads/*
        """
    inside = {"HEAD": "ref: refs/heads/main\n", "config": commands, "shallow": f"{'a' * 40}\n"}
    inside |= {"objects/empty": "", "refs/heads/empty": ""}
    base = _change(scene, {f"project/{name}": text for name, text in inside.items()})
    job = _job(scene, github, base)
    given = {"working_directory": "project", "python": sys.executable, "effort": "quick"}
    assert job.run(without=(SETUP,), **given) == 1
    assert "take" in job.summary


@at(Level.PROCESS)
def test_the_working_directory_is_a_link_out_of_the_workspace(scene: Scene, github: GitHub) -> None:
    (scene.repository.path / "project").symlink_to(scene.home)
    job = _job(scene, github, _change(scene, {}))
    status = job.run(without=(SETUP,), python=sys.executable, working_directory="project")
    assert status == 2
    assert "is not a folder" in job.printed("Check")


@pytest.mark.parametrize(
    ("event_name", "home"),
    [
        pytest.param("pull_request", "mallory/shop", id="a fork with a token that may write"),
        pytest.param("pull_request", "", id="a fork that is gone"),
        pytest.param("pull_request_target", "ada/shop", id="a job that has the secrets"),
        pytest.param("workflow_run", "ada/shop", id="a job of the base branch"),
    ],
)
@at(Level.PROCESS)
def test_no_step_with_a_token_follows_the_check_of_a_stranger(
    scene: Scene, github: GitHub, event_name: str, home: str
) -> None:
    """Private repositories may give forks a token that writes; what is cached there is ours."""
    job = _job(scene, github, _change(scene, {}))
    job.github["event_name"] = job.environment["GITHUB_EVENT_NAME"] = event_name
    job.github["event"]["pull_request"]["head"]["repo"] = {"fork": False, "full_name": home}
    given = {"python": sys.executable, "effort": "quick", "comment": "true", "sarif": "true"}
    job.run(without=(SETUP,), **given)
    assert "Comment" not in [name for name, _, _ in job.ran]
    assert github.asked == []
    used = [name.partition("@")[0] for name, _ in job.used]
    assert "github/codeql-action/upload-sarif" not in used
    if event_name != "pull_request":
        assert "actions/cache/save" not in used


def _gitlab_script(scene: Scene, base: str, *parts: str, **variables: str) -> Any:
    job = yaml.safe_load(_TEMPLATE.read_text("utf-8"))["swerve"]
    own = {name: str(value) for name, value in job["variables"].items()}
    environment = {
        **scene.variables(),
        **own,
        "SWERVE_CACHE": own["SWERVE_CACHE"].replace("$CI_PROJECT_DIR", str(scene.repository.path)),
        "SWERVE_HOME": str(scene.top / "swerve-home"),
        "SWERVE_EFFORT": "quick",
        "CI_PROJECT_DIR": str(scene.repository.path),
        "CI_MERGE_REQUEST_DIFF_BASE_SHA": base,
        "CI_COMMIT_SHA": scene.repository.git("rev-parse", "HEAD"),
        **variables,
    }
    for name in ("bin/python", "bin/swerve"):
        file = scene.top / "swerve-home" / name
        if "before_script" not in parts:
            file.parent.mkdir(parents=True, exist_ok=True)
            module = " -m swerve" if name == "bin/swerve" else ""
            file.write_text(f'#!/bin/sh\nexec "{sys.executable}"{module} "$@"\n')
            file.chmod(0o755)
    done = subprocess.run(
        ["sh", "-e"],
        cwd=scene.repository.path,
        env=environment,
        input="\n".join(line for part in parts for line in job[part]),
        capture_output=True,
        text=True,
        check=False,
    )
    scene.said += [done.stdout, done.stderr]
    return done


@pytest.mark.slow
@at(Level.PROCESS)
def test_the_template_is_set_up_in_a_workspace_full_of_traps(scene: Scene) -> None:
    traps = _change(scene, _traps(scene))
    more = _variables(scene, scene.top / "machine") | {"SWERVE_INSTALL": str(_wheel(scene.top))}
    done = _gitlab_script(scene, traps, "before_script", **more)
    assert done.returncode == 0, done.stderr
    assert (scene.top / "swerve-home/bin/swerve").exists()


@pytest.mark.slow
@at(Level.PROCESS)
def test_the_template_checks_a_workspace_full_of_traps(scene: Scene) -> None:
    traps = _change(scene, _traps(scene))
    more = _variables(scene, scene.top / "machine")
    # Else the project's interpreter is the one of the change, which swerve refuses.
    more["PATH"] = more["PATH"].replace(f"{scene.repository.path}/bin:", "")
    done = _gitlab_script(scene, traps, "script", **more)
    assert done.returncode == 1, done.stderr
    assert "take" in done.stdout


@pytest.mark.slow
@at(Level.PROCESS)
def test_where_the_template_writes_there_are_links(scene: Scene) -> None:
    """The change brings links in place of the reports: they would be written through."""
    job = yaml.safe_load(_TEMPLATE.read_text("utf-8"))["swerve"]
    told = [*job["artifacts"]["paths"], *job["artifacts"]["reports"].values()]
    names = {Path(name).parts[0] for name in told} | {"swerve-merge-request.json"}
    for name in sorted(names):
        target = scene.canary if "." in name else scene.canary.parent
        (scene.repository.path / name).symlink_to(target)
    done = _gitlab_script(scene, _change(scene, {}), "script")
    assert done.returncode == 1, done.stderr
    assert list(scene.canary.parent.iterdir()) == []
    assert all((scene.repository.path / name).is_file() for name in told)


def test_no_cache_lies_where_a_change_can_bring_one() -> None:
    """What swerve believes to have found out before would come from the stranger."""
    job = yaml.safe_load(_TEMPLATE.read_text("utf-8"))["swerve"]
    assert "cache" not in job  # GitLab keeps what lies in the workspace, and nothing else
    assert "CI_PROJECT_DIR" not in str(job["variables"])
