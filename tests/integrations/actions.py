"""Runs the steps of a composite action as GitHub's runner does: scripts for real, others noted."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

yaml: Any = importlib.import_module("yaml")  # has no types here

ROOT = Path(__file__).parents[2]
#: In a condition: a text, or a path to look up.
_OPERAND = re.compile(r"('[^']*')|[\w.-]+")
_EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")


@dataclass
class Runner:
    """What one job has: folders, an event, and what its steps have said."""

    temp: Path
    workspace: Path
    github: dict[str, Any]
    environment: dict[str, str]
    #: The folder of the action.
    action: Path = ROOT
    inputs: dict[str, str] = field(default_factory=dict)
    outputs: dict[str, dict[str, str]] = field(default_factory=dict)
    #: Steps that use another action, with what they give it.
    used: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    #: Steps that ran a script, with what they printed and their exit status.
    ran: list[tuple[str, str, int]] = field(default_factory=list)
    summary: str = ""

    def run(self, *, without: tuple[str, ...] = (), **inputs: str) -> int:
        """Run the steps of an action in order; the exit status. Named steps are left out."""
        action = yaml.safe_load((self.action / "action.yml").read_text("utf-8"))
        self.used.clear()
        self.ran.clear()
        self.inputs = {
            name: self.value(str(each.get("default", "")))
            for name, each in action["inputs"].items()
        }
        self.inputs.update({name.replace("_", "-"): value for name, value in inputs.items()})
        for step in action["runs"]["steps"]:
            if step["name"] in without or not self._is_wanted(step.get("if", "")):
                continue
            if "uses" in step:
                given = {name: self.value(str(each)) for name, each in step["with"].items()}
                self.used.append((step["uses"], given))
            elif status := self._script(step):
                return status
        return 0

    def value(self, text: str) -> str:
        """A text with its expressions replaced."""
        return _EXPRESSION.sub(lambda match: self._looked_up(match[1]), text)

    def _looked_up(self, path: str) -> str:
        known: Any = {
            "inputs": self.inputs,
            "github": self.github,
            "runner": {"os": "Linux", "temp": str(self.temp)},
            "steps": {name: {"outputs": each} for name, each in self.outputs.items()},
        }
        for part in path.split("."):
            known = known.get(part, "") if isinstance(known, Mapping) else ""
        return str(known).lower() if isinstance(known, bool) else str(known)

    def _is_wanted(self, condition: str) -> bool:
        """Whether a condition holds: comparisons of paths and texts, with && and ||."""
        plain = _OPERAND.sub(lambda match: match[1] or repr(self._looked_up(match[0])), condition)
        return not condition or bool(
            eval(plain.replace("&&", "and").replace("||", "or"))  # noqa: S307 - our own file
        )

    def _script(self, step: dict[str, Any]) -> int:
        output, summary = self.temp / "output", self.temp / "summary"
        output.write_text("")
        summary.write_text("")
        environment = {
            **self.environment,
            **{name: self.value(str(each)) for name, each in step.get("env", {}).items()},
            "GITHUB_ACTION_PATH": str(self.action),
            "GITHUB_OUTPUT": str(output),
            "GITHUB_STEP_SUMMARY": str(summary),
            "GITHUB_WORKSPACE": str(self.workspace),
            "RUNNER_TEMP": str(self.temp),
        }
        assert step["shell"] == "bash"
        script = self.temp / "step.sh"
        script.write_text(step["run"])
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            cwd=self.workspace / self.value(step.get("working-directory", "")),
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        self.ran.append((step["name"], done.stdout + done.stderr, done.returncode))
        self.outputs[step.get("id", "")] = dict(
            line.split("=", 1) for line in output.read_text().splitlines()
        )
        self.summary += summary.read_text()
        return done.returncode

    def printed(self, name: str) -> str:
        """What a step printed."""
        return next(text for step, text, _ in self.ran if step == name)


def plain_environment(**more: str) -> dict[str, str]:
    """What a process of a job starts with here."""
    kept = ("PATH", "HOME", "LANG", "TMPDIR")
    found = {name: os.environ[name] for name in os.environ if name in kept}
    pip = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "GIT_"))}
    return {**found, **pip, **more}
