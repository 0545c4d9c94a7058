"""Which distributions does a project say that it needs?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from .files import BuildFiles, lines, read_build_files, read_bytes, read_toml, strings

_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")
_REQUIREMENTS = ("*requirements*.txt", "requirements/*.txt", "*requirements*.in")
_MOST_FILES = 50


def declared_dependencies(tree: Path, projects: Iterable[str] = ("",)) -> tuple[str, ...]:
    """Names of distributions as they are written, each once: to run, to test, to develop."""
    found: dict[str, str] = {}
    for project in projects:
        folder = tree / project
        for name in (*_in_build_files(read_build_files(folder)), *_in_requirements(folder)):
            found.setdefault(normalised(name), name)
    return tuple(sorted(found.values(), key=str.lower))


def normalised(name: str) -> str:
    """A name as package indexes compare it: lower case, runs of `-_.` as one dash."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _in_build_files(files: BuildFiles) -> Iterator[str]:
    project = files.table("project")
    yield from _names(strings(project.get("dependencies")))
    for name in ("project.optional-dependencies", "dependency-groups", "tool.pdm.dev-dependencies"):
        for group in files.table(name).values():
            yield from _names(strings(group))
    yield from _poetry(files)
    for environment in files.table("tool.hatch.envs").values():
        for key in ("dependencies", "extra-dependencies"):
            if isinstance(environment, Mapping):
                yield from _names(strings(environment.get(key)))
    for key in ("install_requires", "tests_require"):
        yield from _names(lines(files.cfg("options", key)))
        yield from _names(strings(files.setup.get(key)))
    for text in files.setup_cfg.get("options.extras_require", {}).values():
        yield from _names(lines(text))
    extras = files.setup.get("extras_require")
    for group in extras.values() if isinstance(extras, Mapping) else ():
        yield from _names(strings(group))


def _poetry(files: BuildFiles) -> Iterator[str]:
    tables = [files.table("tool.poetry.dependencies"), files.table("tool.poetry.dev-dependencies")]
    for name in files.table("tool.poetry.group"):
        tables.append(files.table(f"tool.poetry.group.{name}.dependencies"))
    for table in tables:
        yield from _names(name for name in table if name != "python")


def _in_requirements(folder: Path) -> Iterator[str]:
    files = sorted(file for pattern in _REQUIREMENTS for file in folder.glob(pattern))
    for file in files[:_MOST_FILES]:
        text = read_bytes(file).decode("utf-8", "replace")
        yield from _names(line for line in text.splitlines() if not line.lstrip().startswith("-"))
    for key in ("packages", "dev-packages"):
        table = read_toml(folder / "Pipfile").get(key)
        yield from _names(table if isinstance(table, Mapping) else ())


def _names(requirements: Iterable[str]) -> Iterator[str]:
    """The names that requirements begin with: "click" of "click>=8.1; python_version < '4'"."""
    for requirement in requirements:
        text = requirement.strip()
        match = _NAME.match(text)
        if match and "://" not in text.split("@")[0] and not text.startswith(("./", "../", "/")):
            yield match[0]
