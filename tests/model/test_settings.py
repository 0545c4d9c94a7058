"""One declaration of settings, and what is made of it."""

from __future__ import annotations

import inspect
from pathlib import Path

import click
import pytest

import swerve
from swerve.apps.cli._commands import swerve as commands
from swerve.model import Effort, Settings, Side
from swerve.model.settings import SETTINGS, Setting

_EACH = pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
#: What is only about the report of a command.
_REPORT = ("report", "tests", "witnesses")


@_EACH
def test_a_default_is_a_value_that_the_setting_takes(setting: Setting) -> None:
    assert setting.help.endswith(".")
    assert setting.default is None or setting.converted(setting.default) == setting.default
    assert getattr(Settings(), setting.name) == setting.default


@_EACH
def test_a_project_chooses_no_more_than_its_user_may(setting: Setting) -> None:
    assert set(setting.project_choices) <= set(setting.words)
    assert setting.in_project or not setting.project_choices


@_EACH
def test_a_setting_is_an_option_and_an_argument(setting: Setting) -> None:
    check = commands.commands["check"]
    flags = {flag for each in check.params if isinstance(each, click.Option) for flag in each.opts}
    assert (setting.flag or f"--{setting.key}").partition("/")[0] in flags
    taken = inspect.signature(swerve.check).parameters
    assert (setting.name in taken) is (setting.group not in _REPORT)


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        pytest.param("effort", "deep", Effort.DEEP, id="a word"),
        pytest.param("effort", Effort.DEEP, Effort.DEEP, id="what it means"),
        pytest.param("pin", "new", Side.NEW, id="a side"),
        pytest.param("ignore", ["uuid"], ("uuid",), id="a list"),
        pytest.param("python", Path("/bin/python"), "/bin/python", id="a path"),
        pytest.param("tolerance", 0, 0.0, id="a whole number for another"),
    ],
)
def test_a_value_is_converted(name: str, value: object, wanted: object) -> None:
    assert SETTINGS[name].converted(value) == wanted


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("effort", "fast"), ("jobs", 0), ("jobs", True), ("jobs", 1.0), ("tolerance", 1.0)),
        *(("tolerance", float("nan")), ("include", "src"), ("skip", ["magic"]), ("setup", "")),
        ("run", 1),
    ],
)
def test_a_value_that_makes_no_sense_is_refused_with_a_hint(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=r"^Must be "):
        SETTINGS[name].converted(value)


def test_what_the_user_said_stays_and_a_project_only_tightens() -> None:
    table = {"effort": "quick", "seed": 3, "exclude": ["docs/**"], "python": "/theirs"}
    settings = Settings(seed=1, given=frozenset({"seed"})).with_table(table)
    assert (settings.effort, settings.seed, settings.exclude) == (Effort.QUICK, 1, ("docs/**",))
    assert settings.python is None, "read where interpreters are looked for"
    with pytest.raises(ValueError, match="not by a project"):
        Settings().with_table({"sandbox": "none"})


@pytest.mark.parametrize(
    "words", [("run",), ("contract", "prove"), ("contract", "explain-test"), ("model", "collect")]
)
def test_code_may_read_more_wherever_it_runs(words: tuple[str, ...]) -> None:
    command: click.Command = commands
    for word in words:
        assert isinstance(command, click.Group)
        command = command.commands[word]
    assert "readable" in {each.name for each in command.params}


def test_what_is_no_setting_is_no_argument() -> None:
    for name in ("format", "frobnicate"):
        with pytest.raises(TypeError, match=name):
            swerve.diff("a", "b", **{name: "json"})  # type: ignore[arg-type]
