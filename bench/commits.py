"""How long does `swerve check COMMIT` take on real commits, and what does it say?

    make bench-commits REPOS=FOLDER [ARGUMENTS="--commits 14 --only rich"]

FOLDER holds bare repositories, packed or not (`rich.tar`, `rich.git`), of the projects that
`commits.tsv` names. Each is cloned and installed with what its tests need into an environment of
its own, under `build/commits/`, once. The newest commits that edit functions are checked one after
the other, as a user would: without any configuration. With `--busy 6`, six processes that compute
run beside; `--against FILE` tells how many functions have another verdict than in a run that was
kept with `--save FILE`. `commits_truth.tsv` says of each edited function whether it changed; people
read the commits for that, and ran their tests, before they knew what swerve says.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import re
import statistics
import subprocess
import sys
import tarfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from bench.results import middle, most, share, table
from bench.sdists import environment

_HERE = Path(__file__).parent
_CACHE = _HERE.parent / "build" / "commits"
_LIMIT_S = 600.0
#: Commits that are looked at for each one that is wanted.
_LOOKED_AT = 20
#: Larger changes are no single edit any more.
_MOST_FUNCTIONS = 40
_FIRST = re.compile(r"first verdict after (\d+\.\d+) s")


class Project(NamedTuple):
    """One repository, and what its tests need."""

    name: str
    install: str
    needs: tuple[str, ...]

    @property
    def clone(self) -> Path:
        """Its work tree."""
        return _CACHE / self.name / "clone"

    @property
    def python(self) -> Path:
        """The interpreter of its environment."""
        return _CACHE / self.name / "venv" / "bin" / "python"


def main(words: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repos", type=Path, help="the folder with the repositories")
    parser.add_argument("--commits", type=int, default=60, help="of all projects together")
    parser.add_argument("--only", default="", help="names of projects or commits, with commas")
    parser.add_argument("--busy", type=int, default=0, help="processes that compute beside")
    parser.add_argument("--save", type=Path, help="keep the results in this file")
    parser.add_argument("--against", type=Path, help="compare verdicts with those of this file")
    parser.add_argument("--swerve", default=sys.executable, help="the interpreter of swerve")
    options = parser.parse_args(words)
    projects = [make_ready(project, options.repos) for project in projects_of()]
    chosen = _chosen(projects, options.commits)
    only = tuple(filter(None, options.only.split(",")))
    rows = []
    with _busy(options.busy):
        for project in projects:
            for commit in chosen[project.name]:
                if only and project.name not in only and not commit.startswith(only):
                    continue
                row = _checked(project, commit, options.swerve)
                rows.append(row)
                verdicts = " ".join(f"{name} {count}" for name, count in _verdicts([row]).items())
                place = f"{project.name} {commit[:10]}"
                times = f"{row['seconds']:6.1f} s, first {row['first']:5.1f} s"
                print(f"{place:32} {times}  {verdicts}", flush=True)
                if options.save:
                    options.save.write_text(json.dumps(rows))
    _tell(rows)
    _tell_truth(rows)
    if options.against:
        _tell_against(rows, json.loads(options.against.read_text()))
    return 0


# --- projects and commits -------------------------------------------------------------------------


def projects_of() -> list[Project]:
    """Those that `commits.tsv` names."""
    lines = (_HERE / "commits.tsv").read_text("utf-8").splitlines()[1:]
    cells = (line.split("\t") for line in lines)
    return [Project(name, install, tuple(needs.split())) for name, install, needs in cells]


def make_ready(project: Project, repos: Path) -> Project:
    """Clone a project and install it, unless that is done."""
    place = project.clone.parent
    done = place / "installed.json"
    wanted = json.dumps([project.install, project.needs])
    if done.is_file() and done.read_text() == wanted:
        return project
    place.mkdir(parents=True, exist_ok=True)
    print(f"installing {project.name}", file=sys.stderr, flush=True)
    if not project.clone.is_dir():
        bare = repos / f"{project.name}.git"
        packed = repos / f"{project.name}.tar"
        if packed.is_file():
            with tarfile.open(packed) as archive:
                archive.extractall(place / "bare", filter="data")
            bare = next((place / "bare").iterdir())
        subprocess.run(["git", "clone", "--quiet", bare, project.clone], check=True)
    what = f"{project.clone}{project.install.removeprefix('.')}"
    environment(place / "venv", "--editable", what, *project.needs)
    done.write_text(wanted)
    return project


def _chosen(projects: Sequence[Project], count: int) -> dict[str, list[str]]:
    """The newest commits of each project that edit functions, as many of each."""
    file = _CACHE / "commits.json"
    known: dict[str, list[str]] = json.loads(file.read_text()) if file.is_file() else {}
    each, more = divmod(count, len(projects))
    found = {}
    for number, project in enumerate(projects):
        wanted = each + (number < more)
        commits = known.get(project.name, [])
        if len(commits) < wanted:
            commits = known[project.name] = list(_editing(project, wanted))
            file.write_text(json.dumps(known))
        found[project.name] = commits[:wanted]
    return found


def _editing(project: Project, wanted: int) -> Iterator[str]:
    """Commits in which functions were edited that reading alone does not decide."""
    words = ["log", "--no-merges", "--format=%H", f"-{wanted * _LOOKED_AT}", "--", "*.py"]
    found = 0
    for commit in _git(project, *words).split():
        report = _report(project, sys.executable, commit, "--no-run")[0]
        functions = [each for each in report["functions"] if each["verdict"] == "inconclusive"]
        edited = [
            each for each in functions if any(one["kind"] == "edited" for one in each["causes"])
        ]
        if edited and len(functions) <= _MOST_FUNCTIONS:
            found += 1
            yield commit
        if found == wanted:
            return


def _git(project: Project, *words: str) -> str:
    command = ["git", "-C", str(project.clone), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


# --- runs -----------------------------------------------------------------------------------------


def _checked(project: Project, commit: str, swerve: str) -> dict[str, Any]:
    started = time.monotonic()
    report, said = _report(project, swerve, commit)
    seconds = time.monotonic() - started
    first = _FIRST.search(said)
    functions = [
        {
            "id": each["id"],
            "verdict": each["verdict"],
            "breaks": any(one["breaking"] for one in each["interface"]),
            "edited": any(one["kind"] == "edited" for one in each["causes"]),
            "realism": each["witnesses"][0]["realism"] if each["witnesses"] else "",
            "by": each["witnesses"][0]["engine"] if each["witnesses"] else "",
            "evidence": [
                (one["engine"], one.get("seconds", 0.0), one["note"]) for one in each["evidence"]
            ],
        }
        for each in report["functions"]
    ]
    return {
        "id": f"{project.name} {commit}",
        "seconds": seconds,
        "first": float(first[1]) if first else seconds,
        "functions": functions,
    }


def _report(project: Project, swerve: str, commit: str, *words: str) -> tuple[dict[str, Any], str]:
    command = [swerve, "-m", "swerve", "check", commit, "--format", "json", "--timings", *words]
    if "--no-run" not in words:
        command += ["--python", str(project.python)]
    ran = subprocess.run(
        command, cwd=project.clone, capture_output=True, text=True, timeout=_LIMIT_S, check=False
    )
    if ran.returncode not in (0, 1):
        raise SystemExit(f"{project.name} {commit}: {ran.stderr}")
    report: dict[str, Any] = json.loads(ran.stdout)
    return report, ran.stderr


@contextmanager
def _busy(count: int) -> Iterator[None]:
    """Processes that compute, as long as this is open."""
    processes = [multiprocessing.Process(target=_compute, daemon=True) for _ in range(count)]
    for process in processes:
        process.start()
    try:
        yield
    finally:
        for process in processes:
            process.kill()


def _compute() -> None:
    parent = os.getppid()
    while os.getppid() == parent:
        sum(range(100_000))


# --- tables ---------------------------------------------------------------------------------------


def _verdicts(rows: Sequence[dict[str, Any]]) -> Counter[str]:
    return Counter(each["verdict"] for row in rows for each in row["functions"])


def _tell(rows: Sequence[dict[str, Any]]) -> None:
    print()
    names = dict.fromkeys(row["id"].partition(" ")[0] for row in rows)
    lines = []
    for name in (*names, ""):
        of = [row for row in rows if not name or row["id"].startswith(f"{name} ")]
        seconds = [row["seconds"] for row in of]
        found = _verdicts(of)
        lines.append((
            name or "all",
            len(of),
            middle(seconds),
            most(seconds),
            middle([row["first"] for row in of]),
            *(found[verdict] for verdict in _VERDICTS),
        ))  # fmt: skip
    print(table(("project", "commits", "median s", "95% s", "first s", *_VERDICTS), lines))
    functions = [each for row in rows for each in row["functions"]]
    witnesses = Counter(each["realism"] for each in functions if each["realism"])
    told = ", ".join(f"{count} {kind}" for kind, count in witnesses.most_common())
    print(f"\nwitnesses: {told or 'none'}\n")
    print(table(("engine", "functions", "seconds", "median s", "decided"), _engines(functions)))


_VERDICTS = ("changed", "likely-preserved", "preserved", "inconclusive")


def _engines(functions: Sequence[dict[str, Any]]) -> Iterator[tuple[object, ...]]:
    spent: dict[str, list[float]] = {}
    decided = Counter(each["by"] for each in functions if each["by"])
    for each in functions:
        for engine, seconds, _ in each["evidence"]:
            spent.setdefault(engine, []).append(seconds)
    for engine, seconds in sorted(spent.items(), key=lambda each: -sum(each[1])):
        middle_s = f"{statistics.median(seconds):.2f}"
        yield engine, len(seconds), f"{sum(seconds):.0f}", middle_s, decided[engine]


def _truth() -> dict[tuple[str, str], str]:
    """Commit and function -> `changed`, `preserved` or `unclear`, as people who read it say."""
    lines = (_HERE / "commits_truth.tsv").read_text("utf-8").splitlines()[1:]
    cells = (line.split("\t") for line in lines)
    return {(commit, function): label for commit, function, label, *_ in cells}


def _tell_truth(rows: Sequence[dict[str, Any]]) -> None:
    """How often verdicts are right, on projects that were looked at and on those that were not."""
    truth = _truth()
    known = {row["id"] for row in rows}
    said = {(row["id"], each["id"]): each for row in rows for each in row["functions"]}
    lines = []
    groups = {"tuned on": _TUNED, "not tuned on": None, "all": ()}
    for name, projects in groups.items():
        labelled = {
            key: label
            for key, label in truth.items()
            if key[0] in known and label != "unclear" and _is_of(key[0], projects)
        }
        lines.append((name, len(labelled), *_scores(labelled, said)))
    print()
    print(table(("projects", "edited functions", *_SCORES), lines))


def _is_of(commit: str, projects: tuple[str, ...] | None) -> bool:
    is_tuned = commit.partition(" ")[0] in _TUNED
    return not is_tuned if projects is None else is_tuned or not projects


def _scores(
    labelled: dict[tuple[str, str], str], said: dict[tuple[str, str], dict[str, Any]]
) -> Iterator[str]:
    verdicts = {key: said.get(key, {}).get("verdict", "inconclusive") for key in labelled}
    changed = [key for key in labelled if labelled[key] == "changed"]
    found = [key for key in labelled if verdicts[key] == "changed"]
    kept = [key for key in labelled if verdicts[key] in ("preserved", "likely-preserved")]
    right = [key for key in found if labelled[key] == "changed"]
    real = [key for key in right if said[key]["realism"] not in ("", "injected")]
    told = [key for key in changed if key in right or said.get(key, {}).get("breaks")]
    yield share(len(right), len(changed))
    yield share(len(told), len(changed))
    yield share(len(right), len(found))
    yield share(sum(labelled[key] == "preserved" for key in kept), len(kept))
    yield share(len(labelled) - len(found) - len(kept), len(labelled))
    yield share(len(real), len(right))


_TUNED = ("django-filter", "httpx", "luigi", "rich")
#: Told are also those whose interface is said to break callers.
_SCORES = ("recall", "told", "precision", "preserved right", "inconclusive", "real witness")


def _tell_against(rows: Sequence[dict[str, Any]], others: Sequence[dict[str, Any]]) -> None:
    before = {
        (row["id"], each["id"]): each["verdict"] for row in others for each in row["functions"]
    }
    same = total = 0
    for row in rows:
        for each in row["functions"]:
            was = before.get((row["id"], each["id"]))
            if was is None:
                continue
            total += 1
            same += was == each["verdict"]
            if was != each["verdict"]:
                print(f"{row['id']} {each['id']}: {was}, now {each['verdict']}")
    print(f"same verdict: {same} of {total} functions ({share(same, total)})")


if __name__ == "__main__":
    sys.exit(main())
