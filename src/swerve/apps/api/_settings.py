"""Which settings does a program give, as keyword arguments?"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from swerve.model import Settings
from swerve.model.errors import BadUsage, PathMissing
from swerve.model.settings import SETTINGS

from ._keywords import CheckKeywords

_Function = TypeVar("_Function", bound=Callable[..., object])


def folder_from(folder: str | os.PathLike[str]) -> Path:
    """An existing folder, as an absolute path."""
    path = Path(folder).expanduser().absolute()
    if not path.is_dir():
        raise PathMissing(f"There is no folder `{path}`.", "Check the path.")
    return path


def settings_from(said: Mapping[str, object], folder: Path | None = None) -> Settings:
    """The settings that keyword arguments mean; `None` leaves one to the project, or to swerve.

    But for `jobs`: more than one process needs a program that can be imported again.
    """
    if unknown := said.keys() - CheckKeywords.__annotations__.keys():
        raise TypeError(f"there is no setting {min(unknown)!r}")
    found: dict[str, Any] = {"jobs": 1}
    for name, value in said.items():
        if name == "jobs" or value is not None:
            try:
                found[name] = None if value is None else SETTINGS[name].converted(value)
            except ValueError as error:
                raise BadUsage(f"{name}={value!r} is not valid.", str(error)) from None
    return Settings(**found, given=frozenset(found), folder=folder)


def lists_settings(keywords: type) -> Callable[[_Function], _Function]:
    """Name the settings that a function takes where its signature is shown."""

    def decorate(function: _Function) -> _Function:
        signature = inspect.signature(function)
        *own, _ = signature.parameters.values()
        named = [
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=None,
                annotation=getattr(hint, "__forward_arg__", hint),
            )
            for name, hint in keywords.__annotations__.items()
        ]
        function.__signature__ = signature.replace(parameters=[*own, *named])  # type: ignore[attr-defined]
        return function

    return decorate
