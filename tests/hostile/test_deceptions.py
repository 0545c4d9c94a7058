"""Is a change that tries to look preserved ever taken for one?

Each file in `tests/cases/deceptions/` is one such change: the files of the old side, and those of
the new one that differ. A path that ends in `.pyc` gets what its text compiles to. At the top
stands:

    how = "..."                   what it does, in words
    expects = "inconclusive"      the most that may be said for it; `preserved` never is
    because = "..."               why no more can be asked, where that is `likely-preserved`
    functions = ["price"]         whose behaviour changed, if not that of `price`
    looks_for = ["def observe("]  code of ours that it reaches for: without it, it is no attack
    effort = "normal"             what it takes to be deceived, if not `quick`
    together = "plain"            harmless to others: checked in one repository with those that say
                                  the same; "reaching" says that it reaches into other files
"""

from __future__ import annotations

import itertools
import json
import os
import py_compile
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from tests.conftest import Repository
from tests.forked import run_forked

import swerve
from swerve.run.sandbox import Level, choose_level

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

DECEPTIONS = Path(__file__).parents[1] / "cases" / "deceptions"
_OURS = Path(swerve.__file__).parent
#: From what says least for a change to what says most for it.
_VERDICTS = ("changed", "inconclusive", "likely-preserved", "preserved")
_PATIENCE_S = 300


@dataclass(frozen=True, slots=True)
class Deception:
    """A change, what it does, and the most that may be said for it."""

    name: str
    how: str
    expects: str
    old: Mapping[str, str]
    new: Mapping[str, str]
    functions: tuple[str, ...]
    looks_for: tuple[str, ...]
    because: str = ""
    effort: str = "quick"
    together: str = ""

    @property
    def takes_long(self) -> bool:
        """Nobody finds the difference, so that a search goes on until it has had its time."""
        return self.expects == "likely-preserved" or self.effort == "normal"


def read_deceptions() -> list[Deception]:
    """All of them, by name."""
    found = []
    for file in sorted(DECEPTIONS.glob("*.toml")):
        told = tomllib.loads(file.read_text(encoding="utf-8"))
        told["functions"] = tuple(told.get("functions", ("price",)))
        told["looks_for"] = tuple(told.get("looks_for", ()))
        found.append(Deception(file.stem, **told))
    return found


def _shared() -> Iterator[list[Deception]]:
    """What is checked in one repository: most alone, those that are harmless to others together."""
    found = read_deceptions()
    for kind in itertools.product(("plain", "reaching"), ("quick", "normal"), (False, True)):
        yield [each for each in found if (each.together, each.effort, each.takes_long) == kind]
    yield from ([each] for each in found if not each.together)


def _param(shared: list[Deception]) -> ParameterSet:
    name = shared[0].name + ("-and-others" if shared[0].together else "")
    return pytest.param(shared, id=name, marks=pytest.mark.slow if shared[0].takes_long else ())


@pytest.mark.skipif(choose_level().level is not Level.STRICT, reason="needs bubblewrap")
@pytest.mark.parametrize("deceptions", [_param(each) for each in _shared() if each])
def test_a_change_that_tries_to_look_preserved(
    deceptions: Sequence[Deception], repository: Repository, tmp_path: Path
) -> None:
    _commit(deceptions, repository)
    said = _verdicts(repository, tmp_path, "--effort", deceptions[0].effort)
    if deceptions[0].together == "plain":
        assert not any(map(_is_reached, said)), "one that is doubted for another proves nothing"
    taken_in = [
        f"{each.name}: {function} is {verdict}, and may be {each.expects} ({each.how})"
        for each in deceptions
        for function in each.functions
        for verdict in _said_of(function, f"{each.name}/" if each.together else "", said)
        if _VERDICTS.index(verdict) > _VERDICTS.index(each.expects)
    ]
    assert not taken_in, "\n".join(taken_in)


@pytest.mark.slow
@pytest.mark.parametrize(
    "deception",
    [pytest.param(each, id=each.name) for each in read_deceptions() if each.together == "reaching"],
)
def test_what_reaches_into_others_is_doubted_alone(
    deception: Deception, repository: Repository, tmp_path: Path
) -> None:
    _commit([deception], repository)
    assert any(map(_is_reached, _verdicts(repository, tmp_path, "--no-run")))


def _commit(deceptions: Sequence[Deception], repository: Repository) -> None:
    for side in ("old", "new"):
        for each in deceptions:
            folder = f"{each.name}/" if each.together else ""
            for path, text in (each.old if side == "old" else each.new).items():
                _write(repository, folder + path, text)
        repository.git("add", "--all", "--force")
        repository.git("commit", "--quiet", "-m", f"the {side} side")


def _is_reached(function: Mapping[str, Any]) -> bool:
    return any(cause["kind"] == "beyond" for cause in function["causes"])


def _write(repository: Repository, path: str, text: str) -> None:
    if not path.endswith(".pyc"):
        repository.write(path, text)
        return
    source = repository.path.with_name("source.py")
    source.write_text(text, encoding="utf-8")
    py_compile.compile(
        str(source),
        cfile=str(repository.path / path.replace("TAG", sys.implementation.cache_tag)),
        doraise=True,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )


def _verdicts(repository: Repository, home: Path, *options: str) -> list[dict[str, Any]]:
    """What swerve says of each function, when it is run as its user does."""
    words = ("check", "HEAD", "--sandbox", "strict", *options, "--format", "json")
    variables = {"PATH": os.environ["PATH"], "HOME": str(home), "TMPDIR": str(home)}
    done = run_forked(words, repository.path, variables, "", _PATIENCE_S)
    assert done.returncode in (0, 1), done.stderr
    functions: list[dict[str, Any]] = json.loads(done.stdout)["functions"]
    return functions


def _said_of(function: str, folder: str, said: Sequence[Mapping[str, Any]]) -> list[str]:
    """The verdicts on a function; a change of which nothing is said is as good as preserved."""
    found = [
        each["verdict"]
        for each in said
        if each["name"] == function and each["file"].startswith(folder)
    ]
    return found or ["preserved"]


def test_there_are_deceptions_of_every_kind() -> None:
    deceptions = read_deceptions()
    assert len(deceptions) >= 30
    for each in deceptions:
        assert each.expects in _VERDICTS[:-1], each.name
        assert bool(each.because) == (each.expects == "likely-preserved"), each.name


def test_what_deceptions_look_for_is_there() -> None:
    """Who attacks reads our code: a name that changes is to be followed, not to end an attack."""
    texts = [
        file.read_text(encoding="utf-8")
        for folder in ("worker", "engines/shadow/explorer")
        for file in (_OURS / folder).rglob("*.py")
    ]
    missing = [
        f"{each.name}: {words}"
        for each in read_deceptions()
        for words in each.looks_for
        if not any(words in text for text in texts)
    ]
    assert not missing


def test_the_docs_list_what_is_likely_preserved_at_best() -> None:
    page = (Path(__file__).parents[2] / "docs" / "security.md").read_text(encoding="utf-8")
    table = page.partition("<!-- deceptions -->")[2].partition("<!-- /deceptions -->")[0]
    listed = [
        f"| {each.name} | {each.how} | {each.because} |"
        for each in read_deceptions()
        if each.expects == "likely-preserved"
    ]
    head = ["| change | what it does | why swerve misses it |", "|---|---|---|"]
    assert table.strip().splitlines() == [*head, *listed]


def test_the_promises_of_the_docs_name_tests_that_there_are() -> None:
    root = Path(__file__).parents[2]
    page = (root / "docs" / "security.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+\.py)`", page))
    assert named
    assert named <= {file.name for file in (root / "tests" / "hostile").rglob("test_*.py")}
