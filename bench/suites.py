"""Does rewritten code do what it did, where nothing is missing?

    make bench-suites

Runs the test suites of projects from the package index twice: as they are, and with every module of
the code under test rewritten as guided runs rewrite it, its hooks in a live world. Prints how
many tests end alike. Downloads and installs on the first run, under `build/suites/`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

from bench.projects import PROJECTS, Project, Ran, run_suite

_SUITES = [
    *("attrs", "boltons", "toolz", "click", "markdown", "sqlparse", "jinja2", "pyrsistent"),
    *("werkzeug", "funcy", "tomlkit", "h11"),
]
_LIMIT_S = 600.0
_SHOWN = 30


def main() -> int:
    """Print the table; 1 when a test ended otherwise."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("projects", nargs="*", default=_SUITES)
    parser.add_argument("--reasons", action="store_true", help="show why tests fail")
    options = parser.parse_args()
    known = {project.name: project for project in PROJECTS}
    print(
        f"{'project':24} {'modules':>7} {'tests':>6} {'passed':>6} {'same':>6} {'other':>5}", end=""
    )
    print(f" {'simulated':>9} {'plain':>7} {'rewritten':>9}")
    totals = [0, 0]
    for name in options.projects:
        different, tests = _compare(known[name], options.reasons)
        totals[0] += tests
        totals[1] += different
    print(f"{totals[0]} tests, {totals[0] - totals[1]} with the same outcome")
    return 1 if totals[1] or not totals[0] else 0


def _compare(project: Project, with_reasons: bool) -> tuple[int, int]:
    try:
        plain, plain_s = _timed(project, "plain")
        guided, guided_s = _timed(project, "guided")
    except (subprocess.SubprocessError, OSError) as error:
        print(f"{project.title:24} could not be installed: {error}")
        return 0, 0
    names = sorted({*plain.outcomes, *guided.outcomes})
    other = [name for name in names if plain.outcomes.get(name) != guided.outcomes.get(name)]
    passed = sum(outcome == "passed" for outcome in plain.outcomes.values())
    same = len(names) - len(other)
    print(
        f"{project.title:24} {guided.modules:7} {len(names):6} {passed:6} {same:6} "
        f"{len(other):5} {guided.found!s:>9} {plain_s:6.1f}s {guided_s:8.1f}s",
        flush=True,
    )
    if not plain.outcomes or not guided.outcomes:
        print((plain if not plain.outcomes else guided).tail)
    for name in other[:_SHOWN]:
        was, now = plain.outcomes.get(name, "not run"), guided.outcomes.get(name, "not run")
        print(f"    {name}: {was} -> {now}")
        if with_reasons:
            print(guided.reasons.get(name) or plain.reasons.get(name, ""))
    if len(other) > _SHOWN:
        print(f"    and {len(other) - _SHOWN} more")
    return len(other), len(names)


def _timed(project: Project, mode: str) -> tuple[Ran, float]:
    start = time.monotonic()
    ran = run_suite(project, mode, _LIMIT_S)
    return ran, time.monotonic() - start


if __name__ == "__main__":
    sys.exit(main())
