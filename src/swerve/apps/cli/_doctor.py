"""`swerve doctor`: what is there to work with, and what is missing?

The rooms it looks into are loaded when it looks: every command loads this module.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any, TypeAlias

import click

from swerve.model import Settings
from swerve.model.errors import SwerveError
from swerve.model.plurals import counted
from swerve.tell.words import interpreter_words
from swerve.worker.processes import find_program
from swerve.worker.version import __version__

from ._options import flag, takes
from ._streams import titled

_COLUMN = 15


#: What was found about one thing, or all of it.
_Facts: TypeAlias = dict[str, Any]


@click.command()
@flag("--json", "Print one JSON object.", "as_json")
@takes(
    *("python", "readable", "sandbox"),
    helps={
        "python": "The interpreter to examine, as for `swerve check`.",
        "sandbox": "The level to examine.",
    },
)
def doctor(as_json: bool, settings: Settings) -> int:
    """Show what swerve can use on this machine, and how to get what is missing.

    The exit status is 2 when the project's code could not be run.
    """
    facts = _gather(settings)
    if as_json:
        click.echo(json.dumps(facts, indent=2))
    else:
        for line in _lines(facts):
            click.echo(line)
    return 2 if "error" in facts["interpreter"] or "error" in facts["sandbox"] else 0


def _gather(settings: Settings) -> _Facts:
    return {
        "schema": "swerve-doctor/1",
        "version": __version__,
        "python": {"executable": sys.executable, "version": platform.python_version()},
        "interpreter": _interpreter(settings),
        "sandbox": _sandbox(settings.sandbox),
        "parts": [
            _program("git", "changes in repositories", "Install git."),
            _package("solver", "z3-solver", "inputs that no other engine finds", "swerve[solver]"),
        ],
        "plugins": _plugins(),
        "language_model": _language_model(),
        "cache": _cache(),
    }


def _interpreter(settings: Settings) -> _Facts:
    from swerve.run.project import find_interpreter
    from swerve.run.sandbox import choose_level

    try:
        level = choose_level(settings.sandbox).level
    except SwerveError:
        level = choose_level().level  # what is wrong with the sandbox is told there
    try:
        found = find_interpreter(
            settings.python, Path.cwd(), level=level, readable=settings.readable
        )
    except SwerveError as error:
        return {"error": error.message, "hint": error.hint}
    return {
        "executable": str(found.executable),
        "version": found.version_text,
        "implementation": found.implementation,
        "found_by": found.found_by,
        "note": found.note,
    }


def _sandbox(wanted: str) -> _Facts:
    from swerve.run.sandbox import choose_level, not_held

    try:
        confinement = choose_level(wanted)
    except SwerveError as error:
        return {"error": error.message, "hint": error.hint}
    return {
        "level": confinement.level.value,
        "missing": [{"what": each.what, "hint": each.hint} for each in confinement.missing],
        "weaker": [{"what": each.what, "hint": each.hint} for each in confinement.weaker],
        "not_held": [threat.what for threat in not_held(confinement.level)],
    }


def _program(name: str, purpose: str, hint: str) -> _Facts:
    path = find_program(name)
    words = []
    if path is not None:
        done = subprocess.run(
            [path, "--version"], capture_output=True, text=True, check=False, timeout=10
        )
        words = done.stdout.split()
    return _part(name, purpose, path is not None, "".join(words[-1:]), hint)


def _package(name: str, distribution: str, purpose: str, wanted: str) -> _Facts:
    try:
        version = f"{distribution} {metadata.version(distribution)}"
    except metadata.PackageNotFoundError:
        version = ""
    hint = f"{sys.executable} -m pip install '{wanted}'"
    return _part(name, purpose, bool(version), version, hint)


def _part(name: str, purpose: str, present: bool, version: str, hint: str) -> _Facts:
    """A program or package that is used where it is there; else how to get it."""
    return {
        "name": name,
        "purpose": purpose,
        "present": present,
        "version": version,
        "hint": "" if present else hint,
    }


def _plugins() -> list[_Facts]:
    """What packages add to swerve."""
    from swerve.model.registry import added_parts

    try:
        return [
            {"kind": kind, "name": name, "package": package}
            for kind, name, package in added_parts()
        ]
    except SwerveError as error:
        return [{"error": error.message, "hint": error.hint}]


def _language_model() -> _Facts:
    """What is configured; nobody is asked."""
    from swerve.meaning.llm import configured_server

    try:
        server = configured_server(os.environ)
    except SwerveError as error:
        return {"configured": False, "error": error.message, "hint": error.hint}
    if server is None:
        return {"configured": False}
    return {
        "configured": True,
        "model": server.model,
        "address": server.address,
        "has_key": bool(server.key),
        "on_this_machine": server.is_on_this_machine,
        "shows_its_key": server.shows_its_key,
    }


def _cache() -> _Facts:
    from swerve.run.project import cache_size, open_cache

    cache = open_cache()
    size = cache_size(cache)
    return {
        "folder": str(cache.folder),
        "bytes": size.bytes,
        "trees": size.trees,
        "predictions": size.predictions,
        "witnesses": size.witnesses,
        "replies": size.replies,
        "max_bytes": cache.max_bytes,
        "note": cache.note,
    }


# --- for a person -----------------------------------------------------------------------------


def _lines(facts: _Facts) -> Iterator[str]:
    python = facts["python"]
    yield f"swerve {facts['version']}, Python {python['version']} ({python['executable']})"
    yield ""
    interpreter = facts["interpreter"]
    if "error" in interpreter:
        yield from _line("✗", "interpreter", interpreter["error"], interpreter["hint"])
    else:
        found = (
            f"Python {interpreter['version']}, {interpreter['executable']} "
            f"({interpreter_words(interpreter['found_by'])})"
        )
        yield from _line("✓", "interpreter", found, interpreter["note"])
    yield from _sandbox_lines(facts["sandbox"])
    for part in facts["parts"]:
        found = (
            part["version"] if part["present"] else f"not installed; needed for {part['purpose']}"
        )
        yield from _line("✓" if part["present"] else "✗", part["name"], found, part["hint"])
    for plugin in facts["plugins"]:
        if "error" in plugin:
            yield from _line("✗", "plugin", plugin["error"], plugin["hint"])
        else:
            yield from _line("✓", plugin["kind"], f"{plugin['name']}, of {plugin['package']}")
    yield from _language_model_lines(facts["language_model"])
    cache = facts["cache"]
    size, most = _size(cache["bytes"]), _size(cache["max_bytes"])
    kept = " and ".join(counted(cache[f"{what}s"], what) for what in ("tree", "prediction"))
    found = f"{size} in {kept}, at most {most} ({cache['folder']})"
    yield from _line("✓", "cache", found, cache["note"])


def _sandbox_lines(sandbox: _Facts) -> Iterator[str]:
    if "error" in sandbox:
        yield from _line("✗", "sandbox", sandbox["error"], sandbox["hint"])
        return
    missing, weaker = sandbox["missing"], sandbox["weaker"]
    why = "".join(f": {each['what']}" for each in missing[:1])
    hints = [each["hint"] for each in missing]
    hints += [f"{each['what']}. {each['hint']}" for each in weaker]
    mark = "✓" if sandbox["level"] == "strict" else "!"
    yield from _line(mark, "sandbox", f"{sandbox['level']}{why}", *hints)
    if sandbox["not_held"]:
        yield from _line(" ", "", "not prevented at this level: code that")
    for what in sandbox["not_held"]:
        yield from _line(" ", "", f"- {what}")


def _language_model_lines(model: _Facts) -> Iterator[str]:
    name = "language model"
    if "error" in model:
        yield from _line("✗", name, model["error"], model["hint"])
    elif not model["configured"]:
        yield from _line(" ", name, "none configured: your code does not leave this machine")
    else:
        key = "with a key" if model["has_key"] else "without a key"
        is_here = model["on_this_machine"]
        where = "and is on this machine" if is_here else "and then sees changes and outputs"
        yield from _line(
            "!" if model["shows_its_key"] else "✓",
            name,
            f"{model['model']} at {model['address']}, {key}",
            f"It is used only where an option asks for it (--scripts, --judge model), {where}.",
            "The key is sent unencrypted: use an https address." if model["shows_its_key"] else "",
        )


def _line(mark: str, name: str, found: str, *more: str) -> Iterator[str]:
    yield from titled(f"{mark} {name}", filter(None, (found, *more)), _COLUMN + 2)


def _size(amount: float) -> str:
    for unit in ("B", "kB", "MB"):
        if amount < 1000:
            return f"{amount:.0f} {unit}" if unit == "B" else f"{amount:.1f} {unit}"
        amount /= 1000
    return f"{amount:.1f} GB"
