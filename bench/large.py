"""On large packages, does swerve really run the edited function, and how soon is the first verdict?

    python -m bench.large [--only nltk,fastapi] [--save FOLDER]

Each package comes from the package index, once, into `build/large/`: its sources become a git
repository with one commit, and what it needs is installed into an environment of its own. Where a
package has compiled modules, those of its wheel are put beside the sources, and git ignores them,
as after a build in place. One small edit of one function is then committed and checked, as a user
would: without any configuration, and with an empty cache.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.results import table
from bench.sdists import downloaded, environment, pip, unpack

_CACHE = Path(__file__).parent.parent / "build" / "large"
_LIMIT_S = 600.0
_IMPORTS = 3
_FIRST = re.compile(r"first verdict after (\d+\.\d+) s")
#: What git is not to see, though it lies in the trees.
_IGNORED = "*.so\n__pycache__/\n"
_WHO = ("-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "commit.gpgsign=false")


class Edit(NamedTuple):
    """One small change of what a function does."""

    file: str
    function: str
    old: str
    new: str
    #: The name that the file is to be imported by.
    module: str


class Package(NamedTuple):
    """One package, what it and its tests need, and what is edited in it."""

    name: str
    version: str
    needs: tuple[str, ...]
    edit: Edit
    #: The folder from which it is imported, relative to the sources.
    root: str = "."
    has_compiled: bool = False

    @property
    def folder(self) -> Path:
        """Where all that belongs to it lies."""
        return _CACHE / self.name

    @property
    def tree(self) -> Path:
        """Its sources, in a git repository."""
        return self.folder / "tree"

    @property
    def python(self) -> Path:
        """The interpreter of its environment."""
        return self.folder / "venv" / "bin" / "python"


_PACKAGES = (
    Package(
        "sqlalchemy",
        "2.1.8",
        ("typing-extensions", "greenlet", "pytest", "pytest-xdist"),
        Edit(
            "lib/sqlalchemy/util/langhelpers.py",
            "strip_outer_parens",
            "        return stripped[1:-1]\n    return text\n",
            "        return stripped[1:-1].strip()\n    return text\n",
            "sqlalchemy.util.langhelpers",
        ),
        root="lib",
    ),
    Package(
        "botocore",
        "1.44.3",
        ("jmespath", "python-dateutil", "urllib3", "jsonschema", "pytest"),
        Edit(
            "botocore/utils.py",
            "remove_dot_segments",
            "    if url[-1] == '/' and output_list:\n",
            "    if url[-1] == '/':\n",
            "botocore.utils",
        ),
    ),
    Package(
        "nltk",
        "3.10.4",
        ("defusedxml", "click", "joblib", "regex", "tqdm", "numpy", "pytest", "pytest-mock"),
        Edit(
            "nltk/metrics/distance.py",
            "jaro_similarity",
            "                + (matches - transpositions // 2) / matches\n",
            "                + (matches - transpositions) / matches\n",
            "nltk.metrics.distance",
        ),
    ),
    Package(
        "statsmodels",
        "0.15.0",
        ("numpy", "scipy", "pandas", "patsy", "packaging", "formulaic", "pytest"),
        Edit(
            "statsmodels/tsa/stattools/_stattools.py",
            "q_stat",
            "        nobs * (nobs + 2) * np.cumsum((1.0 / (nobs - np.arange(1, len(x) + 1)))",
            "        nobs * (nobs + 1) * np.cumsum((1.0 / (nobs - np.arange(1, len(x) + 1)))",
            "statsmodels.tsa.stattools._stattools",
        ),
        has_compiled=True,
    ),
    Package(
        "fastapi",
        "0.162.7",
        (
            *("starlette", "pydantic[email]", "pydantic-settings", "pydantic-extra-types"),
            *("typing-inspection", "annotated-doc", "opentelemetry-api", "opentelemetry-sdk"),
            *("httpx", "python-multipart", "jinja2", "orjson", "ujson", "itsdangerous", "pyyaml"),
            *("anyio[trio]", "inline-snapshot", "dirty-equals", "pwdlib[argon2]", "pyjwt"),
            *("sqlmodel", "flask", "a2wsgi", "pytest", "pytest-timeout"),
        ),
        Edit(
            "fastapi/encoders.py",
            "decimal_encoder",
            "    if isinstance(exponent, int) and exponent >= 0:\n",
            "    if isinstance(exponent, int) and exponent > 0:\n",
            "fastapi.encoders",
        ),
    ),
)


def main(words: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="names of packages, with commas")
    parser.add_argument("--save", type=Path, help="keep the reports in this folder")
    parser.add_argument("--swerve", default=sys.executable, help="the interpreter of swerve")
    options = parser.parse_args(words)
    only = tuple(filter(None, options.only.split(",")))
    rows = []
    for package in _PACKAGES:
        if only and package.name not in only:
            continue
        _make_ready(package)
        import_s = _import_seconds(package)
        report, first_s, all_s = _checked(package, options.swerve)
        if options.save:
            options.save.mkdir(parents=True, exist_ok=True)
            (options.save / f"{package.name}.json").write_text(json.dumps(report, indent=1))
        rows.append(_row(package, report, import_s, first_s, all_s))
        print(f"{package.name}: {all_s:.1f} s", file=sys.stderr, flush=True)
    print(table(_HEAD, rows))
    return 0


# --- trees and environments -----------------------------------------------------------------------


def _make_ready(package: Package) -> None:
    """Install a package's needs and commit its sources, then the edit; each of them once."""
    done = package.folder / "done.json"
    wanted = json.dumps(package)
    if done.is_file() and done.read_text() == wanted:
        return
    print(f"installing {package.name}", file=sys.stderr, flush=True)
    shutil.rmtree(package.folder, ignore_errors=True)
    environment(package.folder / "venv", *package.needs)
    unpack(downloaded(package.name, package.version, _CACHE / "sdists"), package.tree)
    _git(package, "init", "--quiet")
    (package.tree / ".git" / "info" / "exclude").write_text(_IGNORED)
    if package.has_compiled:
        _put_compiled(package)
    _commit(package, "Sources as released")
    file = package.tree / package.edit.file
    text = file.read_text("utf-8")
    if text.count(package.edit.old) != 1:
        raise SystemExit(f"the text to edit is not in {package.edit.file} once")
    file.write_text(text.replace(package.edit.old, package.edit.new), "utf-8")
    _commit(package, f"Edit {package.edit.function}")
    done.write_text(wanted)


def _put_compiled(package: Package) -> None:
    """Put the compiled modules of a package's wheel beside its sources."""
    wanted = f"{package.name}=={package.version}"
    with tempfile.TemporaryDirectory() as folder:
        pip("install", "--no-deps", "--only-binary", ":all:", "--target", folder, wanted)
        for file in Path(folder).rglob("*.so"):
            shutil.copy(file, package.tree / package.root / file.relative_to(folder))


def _commit(package: Package, subject: str) -> None:
    _git(package, "add", "--all", "--force", "--", ".", ":!*.so", ":!*/__pycache__/*")
    _git(package, *_WHO, "commit", "--quiet", "--no-verify", "-m", subject)


def _git(package: Package, *words: str) -> None:
    subprocess.run(["git", "-C", package.tree, *words], check=True)


# --- runs -----------------------------------------------------------------------------------------


def _import_seconds(package: Package) -> float:
    """The median; the first import may have to compile."""
    command = [str(package.python), "-c", f"import {package.edit.module}"]
    seconds = []
    for _ in range(_IMPORTS):
        started = time.monotonic()
        subprocess.run(command, cwd=package.tree / package.root, check=True)
        seconds.append(time.monotonic() - started)
    return statistics.median(seconds)


def _checked(package: Package, swerve: str) -> tuple[dict[str, Any], float | None, float]:
    """The report, after how many seconds there was a verdict, and how long all of it took."""
    command = [swerve, "-m", "swerve", "check", "HEAD", "--format", "json", "--timings"]
    command += ["--python", str(package.python)]
    with tempfile.TemporaryDirectory() as cache:
        started = time.monotonic()
        ran = subprocess.run(
            command,
            cwd=package.tree,
            env={**os.environ, "SWERVE_CACHE": cache},
            capture_output=True,
            text=True,
            timeout=_LIMIT_S,
            check=False,
        )
        seconds = time.monotonic() - started
    if ran.returncode not in (0, 1):
        raise SystemExit(f"{package.name}: {ran.stderr}")
    first = _FIRST.search(ran.stderr)
    return json.loads(ran.stdout), float(first[1]) if first else None, seconds


# --- the table ------------------------------------------------------------------------------------

_HEAD = (
    *("package", "import s", "first s", "bar s", "all s", "verdict", "realism"),
    *("generate", "replay", "notes"),
)


def _row(
    package: Package, report: dict[str, Any], import_s: float, first_s: float | None, all_s: float
) -> tuple[object, ...]:
    edit = package.edit
    found = [
        each
        for each in report["functions"]
        if (each["file"], each["name"]) == (edit.file, edit.function)
    ]
    bar_s = 2 * import_s + 5
    nothing: dict[str, Any] = {"verdict": "-", "witnesses": [], "evidence": []}
    function = found[0] if found else nothing
    realism = dict.fromkeys(each["realism"] for each in function["witnesses"])
    return (
        package.name,
        f"{import_s:.2f}",
        "-" if first_s is None else f"{first_s:.1f}",
        f"{bar_s:.1f}",
        f"{all_s:.1f}",
        function["verdict"],
        "+".join(realism) or "-",
        _calls(function, "generate"),
        _calls(function, "replay"),
        "; ".join(_notes(package, report, function, is_late=(first_s or all_s) > bar_s)) or "-",
    )


def _calls(function: dict[str, Any], engine: str) -> int:
    return sum(each["runs"] for each in function["evidence"] if each["engine"] == engine)


def _notes(
    package: Package, report: dict[str, Any], function: dict[str, Any], *, is_late: bool
) -> Iterator[str]:
    """Other engines that ran, and whatever is not as it should be."""
    others = dict.fromkeys(each["engine"] for each in function["evidence"] if each["runs"])
    for engine in others:
        if engine not in ("generate", "replay"):
            yield f"{engine} {_calls(function, engine)}"
    if len(report["functions"]) > 1:
        yield f"{len(report['functions'])} functions"
    if is_late:
        yield "over the bar"
    for module in report["runtime"]["modules"]:
        if module["file"] != package.edit.file:
            continue
        names = {module["old"], module["new"]}
        if names != {package.edit.module}:
            yield f"named {' and '.join(sorted(map(str, names)))}"
        if not module["works"]:
            yield f"not imported: {module['why']}"
    for engine in ("generate", "replay"):
        told = [each for each in function["evidence"] if each["engine"] == engine]
        if not told:
            yield f"nothing told of {engine}"
        elif not told[0]["runs"]:
            yield f"{engine}: {told[0]['note']}"


if __name__ == "__main__":
    sys.exit(main())
