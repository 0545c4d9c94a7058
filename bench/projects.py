"""Where do the real projects come from whose test suites are run?

Each is a source distribution that carries its tests. It is unpacked and installed with what its
tests need into an environment of its own, under `build/suites/`, once.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from bench.sdists import downloaded, environment, unpack

ROOT = Path(__file__).parents[1]
CACHE = ROOT / "build" / "suites"
_RUNNER = ROOT / "bench" / "suite_runner.py"
#: Once for all: the version that runs the suites is part of the result.
_PYTEST = "pytest==8.3.4"


@dataclass(frozen=True, slots=True)
class Project:
    """A project of the package index."""

    name: str
    version: str
    #: Packages and modules that are rewritten, with all below them.
    packages: tuple[str, ...]
    #: What its tests need beside itself and pytest.
    needs: tuple[str, ...] = ()
    #: What pytest is given: where the tests are, and which of them need more than there is here.
    arguments: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Name and version."""
        return f"{self.name} {self.version}"


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of one run of a suite."""

    #: Test -> how it ended.
    outcomes: dict[str, str]
    #: Test -> why it did not pass.
    reasons: dict[str, str]
    #: How many modules of the project were rewritten.
    modules: int
    #: What else the mode has to say.
    found: object
    #: The end of what pytest printed.
    tail: str


def prepare(project: Project) -> tuple[Path, Path]:
    """Unpack and install a project: its interpreter, and the folder with its tests."""
    place = _place(project)
    python, source = place / "venv" / "bin" / "python", place / "source"
    done = place / "installed.json"
    wanted = json.dumps([project.packages, project.needs, _PYTEST])
    if done.is_file() and done.read_text() == wanted:
        return python, source
    (CACHE / "pytest.ini").write_text("[pytest]\n")  # or a project without one gets that of swerve
    shutil.rmtree(place, ignore_errors=True)
    source.mkdir(parents=True)
    unpack(downloaded(project.name, project.version, CACHE / "sdists"), source)
    environment(place / "venv", _PYTEST, *project.needs, str(source))
    done.write_text(wanted)
    return python, source


def run_suite(project: Project, mode: str, limit_s: float) -> Ran:
    """Run a project's tests in one of the modes of `suite_runner`."""
    python, source = prepare(project)
    out = source.parent / f"{mode}.json"
    out.unlink(missing_ok=True)
    order = {"mode": mode, "packages": project.packages, "out": str(out), "worker": str(_worker())}
    command = [str(python), str(_RUNNER), json.dumps(order), *project.arguments]
    if "hypothesis" in project.needs:
        command.append("--hypothesis-seed=0")
    variables = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTEST")},
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "COLUMNS": "80",
        "PATH": f"{python.parent}{os.pathsep}{os.environ.get('PATH', '')}",
    }
    with (source.parent / f"{mode}.log").open("wb") as log:
        try:
            subprocess.run(
                command,
                cwd=source,
                env=variables,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                timeout=limit_s,
                check=False,
            )
        except subprocess.TimeoutExpired:
            log.write(b"\nout of time\n")
    return left_by(project, mode)


def left_by(project: Project, mode: str) -> Ran:
    """What the last run of a suite left; nothing where there was none."""
    place = _place(project)
    out, log = place / f"{mode}.json", place / f"{mode}.log"
    tail = log.read_text("utf-8", "replace")[-2000:] if log.is_file() else ""
    found = json.loads(out.read_text()) if out.is_file() else {}
    return Ran(
        found.get("outcomes", {}),
        found.get("reasons", {}),
        found.get("modules", 0),
        found.get("found"),
        tail,
    )


def _place(project: Project) -> Path:
    python = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return CACHE / f"{project.name}-{project.version}-{python}"


def _worker() -> Path:
    return ROOT / "src" / "swerve" / "worker"


_NO_SERVER = ("tests", "--ignore=tests/test_serving.py")
#: Tests that measure time are left out: rewritten code takes longer.
PROJECTS: tuple[Project, ...] = (
    Project("attrs", "26.1.0", ("attr", "attrs"), ("hypothesis", "cloudpickle"), ("tests",)),
    Project("boltons", "26.2.0", ("boltons",), (), ("tests",)),
    Project("toolz", "1.2.0", ("toolz", "tlz"), (), ("toolz", "tlz")),
    Project("click", "8.5.1", ("click",), (), ("tests", "-m", "not stress")),
    Project("markdown", "3.11.3", ("markdown",), ("pyyaml",), ("tests",)),
    Project("pyparsing", "3.3.3", ("pyparsing",), (), ("tests/test_simple_unit.py",)),
    Project("jinja2", "3.1.6", ("jinja2",), ("trio",), ("tests",)),
    Project("pyrsistent", "0.20.0", ("pyrsistent",), ("hypothesis",), ("tests",)),
    Project(
        "werkzeug", "3.1.9", ("werkzeug",), ("pytest-timeout", "ephemeral-port-reserve"), _NO_SERVER
    ),
    Project("funcy", "2.1", ("funcy",), ("whatever",), ("tests",)),
    Project("tomlkit", "0.15.2", ("tomlkit",), ("pyyaml",), ("tests",)),
    Project("h11", "0.16.0", ("h11",), (), ("h11",)),
    Project("sqlparse", "0.6.1", ("sqlparse",), (), ("tests", "-k", "not under_1s")),
    Project("mistune", "3.4.0", ("mistune",), (), ("tests", "-k", "not linear and not scale")),
    Project("wtforms", "3.3.2", ("wtforms",), ("email-validator", "babel"), ("tests",)),
    Project("prettytable", "3.18.0", ("prettytable",), ("pytest-lazy-fixtures",), ("tests",)),
    Project("humanize", "4.16.0", ("humanize",), ("freezegun",), ("tests",)),
    Project("python-box", "7.4.1", ("box",), ("ruamel.yaml", "toml", "msgpack"), ("test",)),
    Project("glom", "25.12.0", ("glom",), ("pyyaml",), ("glom",)),
    Project("natsort", "8.4.0", ("natsort",), ("hypothesis", "pytest-mock"), ("tests",)),
    Project("webob", "1.8.11", ("webob",), (), ("tests",)),
    Project("bottle", "0.13.4", ("bottle",), (), ("test",)),
    Project("mako", "1.4.3", ("mako",), ("babel", "markupsafe"), ("test",)),
    Project("itsdangerous", "2.2.0", ("itsdangerous",), ("freezegun",), ("tests",)),
    Project("simplejson", "4.3.0", ("simplejson",), (), ("simplejson",)),
    Project("beautifulsoup4", "4.15.0", ("bs4",), ("lxml", "html5lib"), ("bs4",)),
    Project("arrow", "1.4.0", ("arrow",), ("pytest-mock", "dateparser", "pytz"), ("tests",)),
)
