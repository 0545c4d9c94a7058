"""In which way is a change to be checked, by what a program says and what its project says?"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from swerve.check.checking import NOBODY, Asked, How
from swerve.check.order import skippable
from swerve.check.pipeline import Plan
from swerve.model import Effort, Wishes
from swerve.model.errors import BadUsage, PathMissing
from swerve.model.settings import read_settings
from swerve.source import DEFAULT_MAX_BYTES, Governed, Selection, SizeLimits

_Value = TypeVar("_Value")
_JUDGES = ("offline", "model", "none")
_SANDBOXES = ("auto", "strict", "process", "none")


@dataclass(frozen=True, slots=True)
class Said:
    """What a program says about how to check; `None` leaves it to the project, or to swerve."""

    effort: str | Effort | None = None
    judge: str = "none"
    run: bool = True
    skip: Sequence[str] = ()
    python: str | os.PathLike[str] | None = None
    setup: str | None = None
    sandbox: str | None = None
    ignore: Sequence[str] | None = None
    tolerance: float | None = None
    seed: int | None = None
    #: `None` takes as many processes as pay off.
    jobs: int | None = 1
    include: Sequence[str] | None = None
    exclude: Sequence[str] | None = None
    #: Whether what comes with the change counts as if it had been there before.
    trust_change: bool = False


def folder_from(folder: str | os.PathLike[str]) -> Path:
    """An existing folder, as an absolute path."""
    path = Path(folder).expanduser().absolute()
    if not path.is_dir():
        raise PathMissing(f"There is no folder `{path}`.", "Check the path.")
    return path


def how_from(said: Said, folder: Path, settings: Mapping[str, object] | None = None) -> How:
    """All that a check needs to know; what makes no sense is said before anything is done."""
    settings = read_settings(folder) if settings is None else settings
    effort = _effort(settings.get("effort", Effort.NORMAL) if said.effort is None else said.effort)
    sandbox = _one_of("sandbox", _first(said.sandbox, settings.get("sandbox"), "auto"), _SANDBOXES)
    ignore = _texts("ignore", _first(said.ignore, settings.get("ignore"), ()))
    tolerance = _first(said.tolerance, settings.get("tolerance"), None)
    if ignore or tolerance is not None:
        from swerve.observe.comparison import rules_from  # takes a while to load

        rules_from(ignore, tolerance)
    if said.python is not None and said.run:
        from swerve.check.running import check_python  # takes a while to load

        check_python(os.fspath(said.python), sandbox, folder)
    seed = _at_least(0, "seed", _first(said.seed, settings.get("seed"), 0))
    for engine in said.skip:
        _one_of("skip", engine, skippable())
    wishes = Wishes(
        run=said.run,
        python=None if said.python is None else os.fspath(said.python),
        setup=_first(said.setup, settings.get("setup"), None),
        folder=folder,
        sandbox=sandbox,
        ignore=ignore,
        tolerance=tolerance,
        seed=seed,
        suite_seconds=effort.suite_seconds,
        skip=tuple(said.skip),
        trusts_change=said.trust_change,
    )
    limits = SizeLimits(_number(settings.get("max_files")), _number(settings.get("max_functions")))
    plan = Plan(effort=effort, jobs=_jobs(said.jobs), seed=seed)
    return How(plan, wishes, limits, _asked(said.judge))


def governed(said: Said) -> Governed:
    """Which files are looked at, once it is known which settings hold."""
    return Governed(lambda settings: _selection(said, settings), said.trust_change)


def _selection(said: Said, settings: Mapping[str, object]) -> Selection:
    return Selection(
        include=_texts("include", _first(said.include, settings.get("include"), ())),
        exclude=_texts("exclude", _first(said.exclude, settings.get("exclude"), ())),
        max_bytes=_number(settings.get("max_file_size")) or DEFAULT_MAX_BYTES,
    )


def _asked(judge: str) -> Asked:
    _one_of("judge", judge, _JUDGES)
    if judge != "model":
        return NOBODY if judge == "none" else Asked(judge)
    from swerve.meaning.llm import Budget, Client, Ledger, configured_server

    server = configured_server(os.environ, url=None, model=None, prices=None)
    if server is None:
        raise BadUsage(
            'judge="model" needs a language model, and none is configured.',
            "Name one in the environment variable SWERVE_LLM_MODEL.",
        )
    return Asked(judge, client=Client(server, Ledger(Budget(None, None), server.prices)))


def _first(said: _Value | None, setting: object, default: _Value) -> _Value:
    """What was said, else what the project says, which was looked at when it was read."""
    if said is not None:
        return said
    return default if setting is None else setting  # type: ignore[return-value]


def _effort(value: object) -> Effort:
    if isinstance(value, Effort):
        return value
    return Effort(_one_of("effort", value, [effort.value for effort in Effort]))


def _one_of(name: str, value: object, choices: Sequence[str]) -> str:
    if isinstance(value, str) and value in choices:
        return value
    raise BadUsage(f"{name}={value!r} makes no sense.", f"It takes one of: {', '.join(choices)}.")


def _texts(name: str, value: object) -> tuple[str, ...]:
    if isinstance(value, (list, tuple)) and all(isinstance(each, str) for each in value):
        return tuple(value)
    raise BadUsage(f"{name}={value!r} makes no sense.", f"It takes a list: {name}=[...].")


def _at_least(least: int, name: str, value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= least:
        return value
    raise BadUsage(f"{name}={value!r} makes no sense.", f"It takes a number from {least} on.")


def _number(setting: object) -> int | None:
    return setting if isinstance(setting, int) else None


def _jobs(value: int | None) -> int | None:
    return None if value is None else _at_least(1, "jobs", value)
