"""`swerve run`: incomplete code, executed with what it lacks made up."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from swerve.model import Settings
from swerve.model.errors import BadSnippet, BadUsage
from swerve.source import BrokenRow, read_bodies

from ._options import of_this_folder, path, takes
from ._progress import doing
from ._streams import lines_in, opened_input, opened_output, titled

if TYPE_CHECKING:
    from swerve.engines.guided import Guidance, SnippetRunner, SnippetRuns

#: Values of one run that are shown to a person.
_MOST_VALUES = 40


@click.command("run")
@click.argument(
    "snippet", required=False, type=click.Path(path_type=Path, allow_dash=True, dir_okay=True)
)
@path(
    "--bodies",
    "Run many snippets instead: each line holds id and body. Prints one JSON object per line.",
    metavar="FILE.jsonl",
    allow_dash=True,
)
@takes(
    *("runs", "predictor", "python", "readable", "sandbox", "format", "output", "jobs", "seed"),
    defaults={"runs": 1, "jobs": 1},
    helps={
        "runs": "Run up to K times with different values, until every line has been executed or "
        "nothing new happens.",
        "python": "The interpreter to run in.  [default: swerve's own]",
        "format": "The format of the report.  [default: text; json with --bodies]",
        "output": "Write the report to FILE instead of standard output.",
        "jobs": "With --bodies: run N at a time.",
    },
    choices={"format": ("text", "json")},
)
def run_snippet(snippet: Path | None, bodies: Path | None, settings: Settings) -> int:
    """Execute incomplete code and simulate what is missing; - reads standard input.

    Names, modules and the enclosing function may be missing. Prints what the code wrote, which
    values were simulated, how it ended, and which lines were executed. It runs confined; files,
    processes and the network are simulated too.

    With --bodies: prints for each row id, lines (lines of code), executed (those that ran to their
    end), seconds and finished. A broken row is reported with its number and the others are run; the
    exit status is then 2.
    """
    started = time.perf_counter()
    settings = of_this_folder(settings)
    if (snippet is None) == (bodies is None):
        raise BadUsage(
            "`swerve run` takes either a file or `--bodies`.",
            "Pass a Python file, or - for standard input.",
        )
    if bodies is not None:
        if "format" in settings.given and settings.format == "text":
            raise BadUsage(
                "`--bodies` cannot be combined with `--format text`.",
                "Leave `--format` out: the output is JSON.",
            )
        with (
            opened_input(bodies, "Pass a file, or -.") as stream,
            opened_output(settings.output) as out,
        ):
            return _run_bodies(stream, lines_in(bodies), settings, started, out)
    assert snippet is not None  # noqa: S101
    text = _text(snippet)
    with _runners(settings, 1) as (runner,):
        done = runner.run(text)
    if done.unreadable:
        raise BadSnippet(f"{snippet} {done.unreadable}.", "Every statement must be complete.")
    with opened_output(settings.output) as out:
        if settings.format == "json":
            out.write(json.dumps(_as_json(str(snippet), done)) + "\n")
        else:
            for line in _as_text(done):
                out.write(f"{line}\n")
    return 0


@contextmanager
def _runners(settings: Settings, count: int) -> Iterator[Sequence[SnippetRunner]]:
    """Confined processes to run in; the rooms they are made of take a while to load."""
    from swerve.engines.guided import SnippetRunner, bare_places
    from swerve.predict import PREDICTORS
    from swerve.run.project import find_interpreter
    from swerve.run.sandbox import choose_level

    level = choose_level(settings.sandbox).level
    python = None
    if settings.python:
        python = find_interpreter(
            settings.python, Path.cwd(), level=level, readable=settings.readable
        )
    predictor = PREDICTORS[settings.predictor]()
    with tempfile.TemporaryDirectory(prefix="swerve-run-") as folder, ExitStack() as open_:
        Path(folder).chmod(0o755)
        ground = bare_places(Path(folder), level, python).new
        yield [
            open_.enter_context(
                SnippetRunner(ground, level, predictor, runs=settings.runs, seed=settings.seed)
            )
            for _ in range(count)
        ]


# --- many --------------------------------------------------------------------------------------


def _run_bodies(
    lines: Iterable[bytes], total: int | None, settings: Settings, started: float, out: TextIO
) -> int:
    broken = 0

    def readable() -> Iterator[tuple[str, str]]:
        nonlocal broken
        for row in read_bodies(lines):
            if isinstance(row, BrokenRow):
                broken += 1
                line.say(f"swerve: line {row.line_no}: {row.message}")
                line.advance()
            else:
                yield row.id, row.body

    from swerve.engines.guided import run_all

    with (
        doing("running rows", total, prints=out is sys.stdout) as line,
        _runners(settings, settings.jobs or 1) as runners,
    ):
        for given_id, done in run_all(runners, readable(), started):
            out.write(json.dumps(_as_row(given_id, done)) + "\n")
            out.flush()
            line.advance()
    return 2 if broken else 0


def _as_row(given_id: str, done: SnippetRuns) -> dict[str, object]:
    return {
        "id": given_id,
        "lines": len(done.lines),
        "executed": len(done.executed),
        "seconds": round(done.seconds, 6),
        "finished": done.is_finished,
        "stopped": done.unreadable or ("" if done.is_finished else done.runs[0].stopped),
    }


# --- one ---------------------------------------------------------------------------------------


def _as_json(name: str, done: SnippetRuns) -> dict[str, object]:
    return {
        "schema": "swerve-run/1",
        "file": name,
        "lines": len(done.lines),
        "executed": len(done.executed),
        "missed": sorted(done.lines - done.executed),
        "finished": done.is_finished,
        "seconds": done.seconds,
        "runs": [
            {
                "ended": _ended(run)[0],
                "why": _ended(run)[1],
                "stdout": run.written.get("stdout", ""),
                "stderr": run.written.get("stderr", ""),
                "injected": [
                    {"path": path, "value": value, "line": run.places.get(path) or None}
                    for path, value in run.shown.items()
                ],
                "executed": sorted(done.lines & run.done),
            }
            for run in done.runs
        ],
    }


def _ended(run: Guidance) -> tuple[str, str]:
    if run.stopped:
        return "stopped", run.stopped
    return ("raised", run.raised) if run.raised else ("finished", "")


def _as_text(done: SnippetRuns) -> Iterator[str]:
    """The first run, and the lines that all of them together executed."""
    first = done.runs[0]
    for stream, name in (("stdout", "output"), ("stderr", "errors")):
        yield from titled(name, first.written.get(stream, "").splitlines())
    values = [_injected(first, path, text) for path, text in first.shown.items()]
    if len(values) > _MOST_VALUES:
        values[_MOST_VALUES:] = [f"and {len(values) - _MOST_VALUES} more"]
    yield from titled("injected", values)
    how, why = _ended(first)
    words = {"raised": "raised by the code: ", "stopped": "stopped by "}
    ended = [f"{words.get(how, how)}{why}"]
    if len(done.runs) > 1:
        finished = sum(run.is_whole for run in done.runs)
        ended.append(f"{finished} of {len(done.runs)} runs finished normally")
    yield from titled("ended", ended)
    missed = sorted(done.lines - done.executed)
    share = f"{len(done.executed)} of {len(done.lines)} executed"
    yield from titled("lines", [f"{share}; not executed: {_ranges(missed)}" if missed else share])


def _injected(run: Guidance, path: str, text: str) -> str:
    line = run.places.get(path)
    return f"{path} = {text}" + (f"  (line {line})" if line else "")


def _ranges(lines: Sequence[int]) -> str:
    """Line numbers for a person: 3, 5-7."""
    spans: list[list[int]] = []
    for line in lines:
        if spans and line == spans[-1][1] + 1:
            spans[-1][1] = line
        else:
            spans.append([line, line])
    return ", ".join(f"{a}-{b}" if a != b else f"{a}" for a, b in spans)


# --- what is given -------------------------------------------------------------------------------


def _text(snippet: Path) -> str:
    from swerve.source.syntax import Unreadable, read_source

    with opened_input(snippet, "Pass a file, or -.") as stream:
        text = read_source(b"".join(stream))
    if isinstance(text, Unreadable):
        raise BadSnippet(f"{snippet}: {text.message}.", text.hint)
    return text
