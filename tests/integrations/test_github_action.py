"""Do the steps of the action check a pull request, and tell of it?"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conftest import Repository
from tests.integrations.actions import ROOT, Runner, yaml
from tests.integrations.jobs import SETUP, TOKEN, GitHub, github_server, job_for

_OLD = "def take(items, most=3):\n    return items[:most]\n"
_NEW = "def take(items, most=3):\n    return [items[:most]]\n"
#: What comparing code is enough for.
_PLAINLY_NEW = _OLD.replace("items", "things")


@pytest.fixture
def github() -> Iterator[GitHub]:
    with github_server() as opened:
        yield opened
    assert not opened.strange


@pytest.fixture
def job(tmp_path: Path, repository: Repository, github: GitHub) -> Runner:
    """A job for a pull request that breaks those who call `take` by keyword."""
    base = repository.commit("Take three", {"shop.py": _OLD})
    repository.git("checkout", "--quiet", "-b", "more")
    repository.commit("Take things", {"shop.py": _PLAINLY_NEW})
    temp = tmp_path / "runner"
    temp.mkdir()
    return job_for(repository, github, temp, base)


def _push(job: Runner, text: str) -> None:
    """Another commit of the pull request."""
    before = job.github["sha"]
    job.github["sha"] = Repository(job.workspace).commit("Once more", {"shop.py": text})
    event = Path(job.environment["GITHUB_EVENT_PATH"])
    event.write_text(event.read_text().replace(before, job.github["sha"]))


@pytest.mark.slow
def test_a_pull_request_gets_one_comment_that_is_updated(job: Runner, github: GitHub) -> None:
    others = {"login": "mallory", "type": "User"}
    mark = "<!-- swerve: report -->"
    github.comments = [{"id": n, "user": others, "body": f"{mark}\nmine"} for n in range(120)]
    settings = {"python": sys.executable, "sarif": "true", "comment": "true"}
    _push(job, _NEW)
    assert job.run(without=(SETUP,), **settings) == 1
    assert len(github.comments) == 121
    comment = github.comments[-1]
    assert comment["body"].startswith(f"{mark}\n")
    assert "take" in comment["body"]
    assert comment["body"] == job.summary == Path(job.outputs["check"]["markdown"]).read_text()
    assert "::error file=shop.py,line=2," in job.printed("Check")
    assert [name for name, _ in job.used] == [
        "actions/cache/restore@v4",
        "actions/cache/save@v4",
        "github/codeql-action/upload-sarif@v3",
    ]
    sarif = json.loads(Path(job.used[-1][1]["sarif_file"]).read_text())
    assert sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"][
        "uri"
    ] == ("shop.py")
    report = json.loads(Path(job.outputs["check"]["json"]).read_text())
    assert report["intent"]["words"][0]["text"].startswith("Refactor taking")
    assert all(TOKEN not in text for _, text, _ in job.ran)

    _push(job, _OLD + "\n\n# as before\n")
    assert job.run(without=(SETUP,), **settings) == 0
    assert len(github.comments) == 121
    assert github.comments[-1]["id"] == comment["id"]
    assert "exit 0" in github.comments[-1]["body"]
    assert github.asked[-1] == f"PATCH /repos/ada/shop/issues/comments/{comment['id']}"


def test_a_token_that_may_not_comment_fails_nothing(job: Runner, github: GitHub) -> None:
    github.status = 403
    given = {"python": sys.executable, "comment": "true"}
    assert job.run(without=(SETUP,), **given) == 1
    assert "::notice title=swerve::No comment: the token lacks" in job.printed("Comment")
    assert "take" in job.summary


def test_the_commits_of_a_push_are_checked_and_nothing_is_commented(
    job: Runner, github: GitHub
) -> None:
    pull = job.github["event"]["pull_request"]
    event = {"before": pull["base"]["sha"], "after": pull["head"]["sha"]}
    Path(job.environment["GITHUB_EVENT_PATH"]).write_text(json.dumps(event))
    job.environment["GITHUB_EVENT_NAME"] = "push"
    settings = {"python": sys.executable, "fail_on": "never"}
    assert job.run(without=(SETUP,), cache="false", **settings) == 0
    assert "::warning file=shop.py" in job.printed("Check")
    assert github.asked == []
    assert job.used == []


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        pytest.param({"range": "--output=/tmp/x"}, "unknown-revision", id="a range is no option"),
        pytest.param({"python": "/no/such"}, "python-missing", id="no interpreter"),
        pytest.param(
            {"working_directory": "$(touch x)"}, "is not a folder", id="no shell reads it"
        ),
    ],
)
def test_what_cannot_be_checked_fails_and_says_why(
    job: Runner, github: GitHub, inputs: dict[str, str], said: str
) -> None:
    given = {"python": sys.executable, **inputs}
    assert job.run(without=(SETUP,), **given) not in (0, 1)
    assert said in "".join(text for _, text, _ in job.ran)
    assert github.asked == []
    assert not (job.workspace / "x").exists()


_ACTIONS = {"": ROOT, "/integrations/github/comment": ROOT / "integrations/github/comment"}


@pytest.mark.parametrize("folder", _ACTIONS.values())
def test_nothing_that_others_wrote_stands_in_a_script(folder: Path) -> None:
    """A title of a pull request in a script is a command that its author runs."""
    action = yaml.safe_load((folder / "action.yml").read_text("utf-8"))
    scripts = [step for step in action["runs"]["steps"] if "run" in step]
    assert scripts
    assert not any("${{" in step["run"] for step in scripts)
    assert all(step["working-directory"] == "${{ runner.temp }}" for step in scripts)
    assert all(" -I " in step["run"] for step in scripts if "python" in step["run"])
    tokens = [step["name"] for step in action["runs"]["steps"] if "token" in str(step)]
    assert tokens == ["Comment"]


def test_the_workflows_of_the_docs_are_what_they_say() -> None:
    """The one that runs code of a stranger may write nothing; the one that writes runs none."""
    text = (ROOT / "docs/ci.md").read_text("utf-8").partition("## GitLab")[0]
    checks, comments = [
        yaml.safe_load(each) for each in re.findall(r"```yaml\n(.*?)```", text, re.S)
    ]
    assert checks["permissions"] == {"contents": "read"}
    assert "secrets" not in str(checks)
    assert comments["permissions"] == {"actions": "read", "pull-requests": "write"}
    (step,) = comments["jobs"]["comment"]["steps"]
    assert comments[True] == {
        "workflow_run": {"workflows": [checks["name"]], "types": ["completed"]}
    }
    used = {}
    for each in (*checks["jobs"]["swerve"]["steps"], step):
        assert "${{" not in each.get("run", "")
        name = each.get("uses", "").removeprefix("OWNER/swerve").removesuffix("@v1")
        if name in _ACTIONS and "uses" in each:
            action = yaml.safe_load((_ACTIONS[name] / "action.yml").read_text("utf-8"))
            assert set(each["with"]) <= set(action["inputs"])
            used[name] = {
                key: each["with"].get(key, action["inputs"][key]["default"])
                for key in ("artifact", "fail-on")
            }
    assert used[""] == used["/integrations/github/comment"]


@pytest.mark.slow
def test_the_action_installs_itself_and_checks(job: Runner, github: GitHub) -> None:
    assert job.run(python=sys.executable, comment="true") == 1, job.ran
    assert re.fullmatch(r"\d+\.\d+.*", job.outputs["setup"]["version"])
    assert len(github.comments) == 1
