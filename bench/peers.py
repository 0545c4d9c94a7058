"""How many of the same mistakes do other tools find in the same time?

    make bench-peers [ARGUMENTS="--set dev --first 20"]

Gives the mistakes of `bench.mutants` to `crosshair diffbehavior` and to the tests that Hypothesis
writes (`hypothesis write --errors-equivalent`, which is `--equivalent` for functions that may
raise), each with 15 seconds, and puts the library's own suite and what swerve said beside them; so
`bench.mutants` comes first. Both tools compare functions of two modules: the one with the mistake
lies as another module in the same package. What they also say about a module without the mistake
does not count.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from bench.confined import run_confined, seen_inside
from bench.libraries import CACHE, Ready, get_ready, read_libraries, read_text, tree_with
from bench.mutants import Mutant, is_found_inside, is_killed, is_real, mutants_of
from bench.results import Results, middle, share, table
from bench.sdists import environment

LIMIT_S = 15.0
#: CrossHair tells what it found when its own time is up, which has to be before it is killed.
_OWN_S = 10.0
_TOOLS = ("crosshair-tool==0.0.112", "z3-solver==4.15.4.0", "hypothesis[cli,ghostwriter]==6.170.15")
_PYTEST = "pytest==8.3.4"
_MUTANT, _SAME = "with_mistake", "without_mistake"
#: Its names for the two results are no names when a module is in a package.
_GHOST = r"""
import re, subprocess, sys, pytest
write = [sys.executable, "-c", "from hypothesis.extra.cli import main; main()", "write"]
write += ["--errors-equivalent", *sys.argv[1:]]
written = subprocess.run(write, capture_output=True, text=True)
if written.returncode or not written.stdout:
    sys.exit(9)
names = re.compile(r"\bresult_[\w.]+")
with open("test_written.py", "w") as file:
    file.write(names.sub(lambda found: found[0].replace(".", "_"), written.stdout))
options = ["-q", "-x", "-p", "no:cacheprovider", "--noconftest", "-o", "addopts="]
sys.exit(pytest.main([*options, "test_written.py"]))
"""


@dataclass(frozen=True, slots=True)
class Said:
    """What came of a tool."""

    #: "found", "nothing", "timeout", "refused", or "alarm" where it also tells equal code apart.
    outcome: str
    seconds: float


def main(words: Sequence[str] | None = None) -> int:
    """Print the table."""
    options = _options(words)
    folder = options.cache / "results"
    known = Results(folder / f"mutants-{options.set}.jsonl", keep=True).rows
    results = Results(folder / f"peers-{options.set}.jsonl", keep=options.resume)
    for library in read_libraries(options.set):
        if not options.libraries or library.name in options.libraries:
            ready = get_ready(library, options.cache)
            mutants = mutants_of(ready, options.count, options.seed)
            _measure(ready, mutants[: options.first], known, results)
    print()
    print(_table(list(results.rows.values())))
    print(f"each of them: {results.path}")
    return 0


def _options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("libraries", nargs="*", help="only these")
    parser.add_argument("--set", choices=["dev", "final"], default="final")
    parser.add_argument("--count", type=int, default=100, help="as `bench.mutants` was given")
    parser.add_argument("--seed", type=int, default=0, help="as `bench.mutants` was given")
    parser.add_argument("--first", type=int, help="so many mutants of each library")
    parser.add_argument("--resume", action="store_true", help="keep the results that are there")
    parser.add_argument("--cache", type=Path, default=CACHE)
    return parser.parse_args(words)


def _measure(
    ready: Ready, mutants: list[Mutant], known: dict[str, dict[str, Any]], results: Results
) -> None:
    python = _environment(ready)
    for number, mutant in enumerate(mutants, 1):
        if mutant.id in results.rows or not is_real(known.get(mutant.id, {"verdict": ""})):
            continue
        said = {
            "crosshair": _controlled(ready, python, mutant, crosshair),
            "ghostwriter": _controlled(ready, python, mutant, ghostwriter),
        }
        row = {**known[mutant.id], **{name: asdict(each) for name, each in said.items()}}
        results.add(row)
        told = "  ".join(
            f"{name} {each.outcome} {each.seconds:.1f} s" for name, each in said.items()
        )
        print(f"{number}/{len(mutants):<4} {mutant.id:60} {told}", flush=True)


def _environment(ready: Ready) -> Path:
    """The tools beside what the library needs, in an environment of their own."""
    place = ready.python.parents[2] / "peers"
    done = place / "installed"
    python = place / "bin" / "python"
    if not done.is_file():
        runtime = _dependencies(ready)
        environment(place, _PYTEST, *_TOOLS, *ready.library.needs, *runtime)
        done.touch()
    return python


def _dependencies(ready: Ready) -> list[str]:
    """What the library declares that it needs, on any system."""
    words = ["-c", "import importlib.metadata as m, sys; print(m.requires(sys.argv[1]) or [])"]
    with tree_with(ready, {}) as tree:
        ran = run_confined(ready.python, tree, [*words, ready.library.name], LIMIT_S)
    found: list[str] = eval(ran.words)  # noqa: S307 - a list that the line above has printed
    return [each for each in found if "extra ==" not in each]


# --- the tools ----------------------------------------------------------------------------------


def crosshair(python: Path, tree: Path, ready: Ready, old: str, new: str) -> Said:
    """Ask CrossHair for a call that tells two functions apart."""
    options = [f"--per_condition_timeout={_OWN_S:g}", "--exception_equivalence=TYPE_AND_MESSAGE"]
    words = ["-m", "crosshair", "diffbehavior", *options, old, new]
    ran = run_confined(python, tree, words, LIMIT_S, _path(tree, ready))
    outcomes = {
        None: "timeout",
        0: "nothing",
        1: "refused" if "Traceback" in ran.words else "found",
    }
    return Said(outcomes.get(ran.status, "refused"), round(ran.seconds, 2))


def ghostwriter(python: Path, tree: Path, ready: Ready, old: str, new: str) -> Said:
    """Let Hypothesis write a test that two functions do the same, and run it."""
    ran = run_confined(python, tree, ["-c", _GHOST, old, new], LIMIT_S, _path(tree, ready))
    outcomes = {None: "timeout", 0: "nothing", 1: "found"}
    return Said(outcomes.get(ran.status, "refused"), round(ran.seconds, 2))


_Tool = Callable[[Path, Path, Ready, str, str], Said]


def _controlled(ready: Ready, python: Path, mutant: Mutant, tool: _Tool) -> Said:
    """What a tool finds in the mutant, unless it finds something in equal code as well."""
    file = PurePosixPath(mutant.file)
    as_it_is = read_text(ready.tree / mutant.file)
    modules = {_MUTANT: mutant.text, _SAME: as_it_is}
    texts = {str(file.with_name(f"{name}.py")): text for name, text in modules.items()}
    package = ".".join(file.relative_to(ready.library.root).parent.parts)
    here = ".".join((*file.relative_to(ready.library.root).with_suffix("").parts, mutant.function))
    old = here.replace(".__init__.", ".")
    with tree_with(ready, texts) as tree:
        said = tool(python, tree, ready, old, f"{package}.{_MUTANT}.{mutant.function}")
        if said.outcome == "found":
            same = tool(python, tree, ready, old, f"{package}.{_SAME}.{mutant.function}")
            if same.outcome == "found":
                return Said("alarm", said.seconds)
    return said


def _path(tree: Path, ready: Ready) -> dict[str, str]:
    return {"PYTHONPATH": f"{seen_inside(tree)}/{ready.library.root}"}


# --- telling of them ----------------------------------------------------------------------------


def _table(rows: list[dict[str, Any]]) -> str:
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        groups[row["library"]].append(row)
    tools: dict[str, Callable[[dict[str, Any]], bool]] = {
        "replay, generate": lambda row: is_found_inside(row) and row["seconds"] <= LIMIT_S,
        "suite": lambda row: is_killed(row) and row["suite"]["seconds"] <= LIMIT_S,
        "crosshair": lambda row: bool(row["crosshair"]["outcome"] == "found"),
        "ghostwriter": lambda row: bool(row["ghostwriter"]["outcome"] == "found"),
    }
    lines = []
    for name, group in [*sorted(groups.items()), ("all", rows)]:
        counts = [sum(map(tool, group)) for tool in tools.values()]
        lines.append((name, len(group), *(share(count, len(group)) for count in counts)))
    lines.append(
        ("median s", "", *(_median(tool, rows) for tool in ("", "suite", *list(tools)[2:])))
    )
    return table(("library", "real mutants", *tools), lines)


def _median(tool: str, rows: list[dict[str, Any]]) -> str:
    return middle([(row[tool] if tool else row)["seconds"] for row in rows])


if __name__ == "__main__":
    sys.exit(main())
