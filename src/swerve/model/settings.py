"""Which settings are there? Declared once, here.

The command line, `[tool.swerve]`, the keyword arguments of the Python interface and the tables in
the docs are made from this: a new setting is a field of `Settings`, and the code that reads it.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from ._change import Side
from .registry import known_names

_Value = TypeVar("_Value")


class Effort(Enum):
    """How long a pair may be looked at."""

    QUICK = "quick"
    NORMAL = "normal"
    DEEP = "deep"

    @property
    def seconds(self) -> float:
        """The budget of one pair."""
        return {"quick": 2.0, "normal": 15.0, "deep": 120.0}[self.value]

    @property
    def suite_seconds(self) -> float:
        """How long the tests of a project may run, once for all pairs."""
        return {"quick": 4.0, "normal": 8.0, "deep": 300.0}[self.value]


class FailOn(Enum):
    """What makes a run exit with 1. Each member but `never` includes those before it."""

    NEVER = "never"
    UNINTENDED = "unintended"
    CHANGED = "changed"
    INCONCLUSIVE = "inconclusive"


#: As in `swerve.predict`; a test holds them together.
PREDICTORS = (
    *("naive", "random", "frequency", "types", "model", "types+model"),
    *("types+frequency", "types+model+frequency"),
)


@dataclass(frozen=True, slots=True)
class Setting:
    """What is known about one field of `Settings`."""

    name: str
    #: `bool`, `int`, `float`, `str`, `Path`, an enumeration, or `tuple` for several texts.
    kind: type
    default: Any
    #: Settings that commands take together.
    group: str
    help: str
    #: The default in words, where the value itself says little.
    usual: str = ""
    metavar: str = ""
    #: The words to choose from.
    choices: tuple[str, ...] = ()
    #: What names them instead, where packages may add some: see `swerve.model.registry`.
    parts: str = ""
    #: Numbers are at least this, and below that.
    least: float = 1
    below: float | None = None
    #: The option, where it is not spelled as the name.
    flag: str = ""
    #: Whether a path is a folder.
    is_folder: bool = False
    #: Whether `[tool.swerve]` may hold it: a project must not choose all that its user may.
    in_project: bool = False
    #: The words that a project may choose from, where these are fewer, and why.
    project_choices: tuple[str, ...] = ()
    why_fewer: str = ""
    #: What a list holds, and one of these.
    items: str = "texts"
    example: str = ""

    @property
    def key(self) -> str:
        """How it is written in `[tool.swerve]`."""
        return self.name.replace("_", "-")

    @property
    def placeholder(self) -> str | None:
        """What stands for its value where options are listed."""
        usual = {int: "N", float: "X", Path: "DIR" if self.is_folder else "FILE"}
        return self.metavar or usual.get(self.kind)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that it takes; empty where it takes anything else."""
        if issubclass(self.kind, Enum):
            return tuple(str(each.value) for each in self.kind)
        return known_names(self.parts) if self.parts else self.choices

    def converted(self, value: object, *, by_project: bool = False) -> object:
        """A value as `Settings` holds it. Raises `ValueError`, with a hint, where it cannot be."""
        words = self.project_choices if by_project and self.project_choices else self.words
        if self.kind is tuple:
            return self._texts(value)
        if issubclass(self.kind, Enum):
            value = value.value if isinstance(value, self.kind) else value
        if isinstance(value, os.PathLike) and self.kind in (str, Path):
            value = os.fspath(value)
        if self.kind is float and type(value) is int:
            value = float(value)
        if words:
            if value not in words:
                why = f" {self.why_fewer}" if words != self.words else ""
                raise ValueError(f"Must be one of: {', '.join(words)}.{why}")
        elif not self._fits(value):
            raise ValueError(f"Must be {self.takes}.")
        return value if isinstance(value, self.kind) else self.kind(value)

    @property
    def takes(self) -> str:
        """What it takes, in words."""
        if self.words:
            return " or ".join(f'"{word}"' for word in self.words)
        if self.kind is tuple:
            example = f': {self.key} = ["{self.example}"]' if self.example else ""
            return f"a list of {self.items}{example}"
        if self.kind is bool:
            return "true or false"
        if self.kind in (str, Path):
            return f'a string: {self.key} = "..."'
        noun = "a whole number" if self.kind is int else "a number"
        below = "" if self.below is None else f" and below {self.below:g}"
        return f"{noun}, at least {self.least:g}{below}"

    def _fits(self, value: object) -> bool:
        if self.kind in (bool, str, Path):
            return isinstance(value, bool if self.kind is bool else str) and value != ""
        if not isinstance(value, (int, float)) or type(value) is not self.kind:
            return False
        return self.least <= value < (math.inf if self.below is None else self.below)

    def _texts(self, value: object) -> tuple[str, ...]:
        if not isinstance(value, (list, tuple)) or not all(isinstance(each, str) for each in value):
            raise ValueError(f"Must be {self.takes}.")
        if value and self.words and not set(value) <= set(self.words):
            raise ValueError(f"Must be a list of: {', '.join(self.words)}.")
        if self.items == "paths":
            return tuple(os.path.abspath(os.path.expanduser(path)) for path in value)
        return tuple(value)


def _set(default: _Value, group: str, help: str, **more: object) -> _Value:
    """Declare a setting that is the user's alone; `more` are fields of `Setting`."""
    declared: _Value = field(default=default, metadata={"group": group, "help": help, **more})
    return declared


def _shared(default: _Value, group: str, help: str, **more: object) -> _Value:
    """Declare a setting that a project may choose, too."""
    return _set(default, group, help, in_project=True, **more)


@dataclass(frozen=True, slots=True)
class Settings:
    """How a change is to be checked, and what becomes of what is found."""

    trust_change: bool = _set(
        False,
        "trust",
        "Apply settings and contracts that the change itself adds or edits, as if they had been "
        "there before.",
    )
    include: tuple[str, ...] = _shared(
        (),
        "selection",
        "Check only files that match, including tests and generated code. Patterns as in "
        ".gitignore; may be repeated.",
        metavar="GLOB",
        items="patterns",
        example="src/**",
    )
    exclude: tuple[str, ...] = _shared(
        (),
        "selection",
        "Leave out files that match. May be repeated.",
        metavar="GLOB",
        items="patterns",
        example="docs/**",
    )
    # A module of 5 MB takes 12 s and 1.6 GB to parse.
    max_file_size: int = _shared(
        1_000_000,
        "selection",
        "Leave out files larger than this.",
        metavar="BYTES",
    )
    max_files: int | None = _shared(
        None,
        "selection",
        "Run no code if more Python files than this differ.",
        usual="no limit",
    )
    max_functions: int | None = _shared(
        None,
        "selection",
        "Run no code if the change touches more functions than this.",
        usual="no limit",
    )
    run: bool = _set(
        True, "running", "Do not run the project's code, only compare it.", flag="--no-run"
    )
    skip: tuple[str, ...] = _set(
        (), "running", "Skip an engine. May be repeated.", parts="swerve.check.order:skippable"
    )
    python: str | None = _shared(
        None,
        "running",
        "The project's interpreter, where its dependencies are installed.",
        usual="the active virtual environment, the project's .venv, or swerve's own",
        metavar="PATH",
    )
    readable: tuple[str, ...] = _set(
        (),
        "running",
        "Another file or folder that the code may read, such as the source of an editable install. "
        "May be repeated.",
        usual="SWERVE_READABLE",
        metavar="PATH",
        items="paths",
    )
    sandbox: str = _shared(
        "auto",
        "running",
        "How the project's code is confined when it runs; auto chooses the strictest level "
        "that works on this machine.",
        choices=("auto", "strict", "process", "none"),
        project_choices=("auto", "strict"),
        why_fewer="Weaker levels can be chosen on the command line only, not by a project.",
    )
    ignore: tuple[str, ...] = _shared(
        (),
        "running",
        "Ignore differences that are noise in this project: uuid, timestamp, path:result.id. "
        "May be repeated.",
        metavar="RULE",
        items="rules",
        example="uuid",
    )
    tolerance: float | None = _shared(
        None,
        "running",
        "Largest relative difference at which floats still count as equal.",
        usual="exact, but for rounding in arrays",
        least=0,
        below=1,
    )
    setup: str | None = _shared(
        None,
        "setup",
        "A command that builds what the project needs, run once for each side in a copy of its "
        "tree.",
        metavar="CMD",
    )
    runs: int = _set(300, "guided", "Maximum number of simulated runs of a function.", metavar="K")
    context: str = _set(
        "file",
        "guided",
        "What surrounds the function in a simulated run: the rest of its file, or nothing.",
        choices=("file", "none"),
    )
    real_imports: bool | None = _set(
        None,
        "guided",
        "Whether simulated runs use installed packages.",
        usual="where there are any",
        flag="--real-imports/--no-real-imports",
    )
    predictor: str = _set(
        "types+model+frequency",
        "guided",
        "What predicts the missing values of simulated runs.",
        choices=PREDICTORS,
    )
    scripts: bool = _set(
        False,
        "scripts",
        "Have a language model write usage examples of what changed, and run them on both sides. "
        "Sends the change to the model.",
    )
    latest: str | None = _set(
        None,
        "latest",
        "With --scripts: set aside differences where this later revision, such as the main branch, "
        "no longer behaves like the new version.",
        metavar="REV",
    )
    # None of what follows may be chosen by a project: it would choose who sees the user's code.
    llm_url: str | None = _set(
        None,
        "llm",
        "Where the language model is: the base URL of an OpenAI-compatible API.",
        usual="SWERVE_LLM_URL, OPENAI_BASE_URL, OpenAI's",
        metavar="URL",
    )
    llm_model: str | None = _set(
        None,
        "llm",
        "The language model to ask. Its key is in SWERVE_LLM_KEY or OPENAI_API_KEY.",
        usual="SWERVE_LLM_MODEL",
        metavar="NAME",
    )
    llm_prices: str | None = _set(
        None,
        "llm",
        "Prices of a million tokens, sent and received.",
        usual="SWERVE_LLM_PRICES",
        metavar="SENT,RECEIVED",
    )
    max_tokens: int | None = _set(
        None, "llm", "Limit on tokens for the language model in this run.", least=0
    )
    max_cost: float | None = _set(
        None, "llm", "How much the language model may cost in this run; needs prices.", least=0
    )
    judge: str = _set(
        "offline",
        "judging",
        "What judges whether a difference is intended, from the description of the change: rules "
        "on this machine, a language model, or nothing. Contracts come first.",
        choices=("offline", "model", "none"),
    )
    judge_samples: int = _set(
        1, "judging", "Number of replies to ask the language model for; the majority decides."
    )
    witnesses: Path | None = _set(
        None,
        "witnesses",
        "For each witness, write a file that replays it: `swerve replay FILE`.",
        is_folder=True,
    )
    write_tests: Path | None = _set(
        None,
        "tests",
        "For each witness with a call, write a pytest file that passes on the old version and "
        "fails on the new one.",
        is_folder=True,
    )
    pin: Side = _set(Side.OLD, "tests", "The version on which the written tests pass.")
    format: str = _shared(
        "text", "report", "The format of the report.", parts="swerve.tell.formats:FORMATS"
    )
    output: Path | None = _set(
        None,
        "report",
        "Write the report to FILE instead of standard output; with `--format agent`, to a folder.",
        metavar="FILE",
    )
    also: tuple[str, ...] = _set(
        (),
        "report",
        "Also write the report in another format, to FILE. May be repeated.",
        metavar="FORMAT=FILE",
    )
    timings: bool = _set(
        False, "report", "Also print how long each engine took, on standard error."
    )
    fail_on: FailOn = _shared(
        FailOn.CHANGED,
        "report",
        "What makes the exit status 1. Each level includes those before it; 'changed' includes a "
        "breaking interface.",
    )
    effort: Effort = _shared(
        Effort.NORMAL, "work", "How long to spend on a function: about 2, 15 or 120 seconds."
    )
    jobs: int | None = _shared(
        None, "work", "Check N functions at a time.", usual="chosen automatically"
    )
    seed: int = _shared(
        0, "work", "Seed for everything random: the same seed gives the same report.", least=0
    )

    #: Names of what the user said; where nothing was said, the project decides.
    given: frozenset[str] = frozenset()
    #: Where the user stands: settings and a .venv are looked for from there. The current folder
    #: when `None`.
    folder: Path | None = None
    #: Whether functions that have no contract are left out.
    only_contracted: bool = False

    @property
    def suite_seconds(self) -> float:
        """How long the tests of the project may run, all together."""
        return self.effort.suite_seconds

    def with_table(self, table: Mapping[str, object] | None) -> Settings:
        """The same, with what `[tool.swerve]` says wherever the user said nothing.

        But for `python`, which is read where interpreters are looked for: a project names one with
        less right than its user.
        """
        taken = {
            name: SETTINGS[name].converted(value, by_project=True)
            for name, value in (table or {}).items()
            if name not in self.given and name != "python"
        }
        changes: dict[str, Any] = taken
        return replace(self, **changes)


def _kind(hint: Any) -> type:
    """The type of a field, whether or not it may be `None`."""
    if get_origin(hint) is tuple:
        return tuple
    (kind,) = {*(get_args(hint) or (hint,))} - {type(None)}
    found: type = kind
    return found


_HINTS = get_type_hints(Settings)
#: Everything that can be set, by name.
SETTINGS: Mapping[str, Setting] = {
    each.name: Setting(each.name, _kind(_HINTS[each.name]), each.default, **each.metadata)
    for each in fields(Settings)
    if each.metadata
}
DEFAULTS = Settings()
