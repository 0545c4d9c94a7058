"""Figures 1, 3 and 6 of the Testora paper: found, run and judged, with and without a model.

Each is a small project of its own that behaves as the library in the figure does, down to the
digits. The model is a script: what it is shown and what becomes of its answer is what counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from tests.meaning.intent.replies import intent, replying
from tests.meaning.llm.scripted_server import KEY, Says, chat, scripted

from swerve.apps.api import Checked, check
from swerve.model import Witness

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Repository

pytestmark = pytest.mark.slow


@dataclass(frozen=True, slots=True)
class Figure:
    """A pull request with the usage example that the paper shows, and what that prints."""

    title: str
    description: str
    old: dict[str, str | bytes]
    new: dict[str, str | bytes]
    example: str
    old_output: str
    new_output: str
    judgement: str
    is_coincidental_fix: bool = False


_ENTROPY = '''\
import math


def differential_entropy(values: list[int]) -> float:
    """Estimate the entropy of the distribution that values were drawn from (Ebrahimi, 1994)."""
{}    count = len(values)
    window = math.floor(math.sqrt(count) + 0.5)
    values = sorted(values)
    padded = [values[0]] * window + values + [values[-1]] * window
    weights = [1 + min(place / window, (count - 1 - place) / window, 1) for place in range(count)]
{}    total = 0.0
    for place in range(count):
        spread = padded[place + 2 * window] - padded[place]
        total += math.log(count / (weights[place] * window) * spread)
    return total / count
'''
_NAMESPACES = '''\
class Lists:
    """What arrays of any library have in common, for plain lists."""

    def asarray(self, values, dtype=None):
        return list(values) if dtype is None else [dtype(each) for each in values]


def array_namespace(*arrays):
    """The library that arrays are from."""
    return Lists()
'''
#: Weights in the type of the values: whole numbers for whole numbers.
FIGURE_1 = Figure(
    "ENH: stats.differential_entropy: add array API support",
    "Adds array API support to differential_entropy",
    {"stats.py": _ENTROPY.format("", ""), "namespaces.py": _NAMESPACES},
    {
        "stats.py": "from namespaces import array_namespace\n"
        + _ENTROPY.format(
            "    xp = array_namespace(values)\n    values = xp.asarray(values)\n",
            "    weights = xp.asarray(weights, dtype=type(values[0]))\n",
        )
    },
    "from stats import differential_entropy\n"
    "values = [1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 8, 9, 10, 11]\n"
    "result = differential_entropy(values)\n"
    "print(result)\n",
    "2.3588",
    "2.5285",
    "unintended",
)

_LOGSUMEXP = '''\
import math


def logsumexp(a: list[float]) -> float:
    """Compute the logarithm of the sum of exponentials of a."""
    largest = max(a)
{}
'''
FIGURE_3 = Figure(
    "ENH: special.logsumexp: improve precision when one element is much bigger than the rest",
    "logsumexp can lose precision when one element is much bigger than the rest, especially when "
    "the\nexponential of it is close to 1. This improves the precision as described in the issue.",
    {
        "special.py": _LOGSUMEXP.format(
            "    return math.log(sum(math.exp(each - largest) for each in a)) + largest"
        )
    },
    {
        "special.py": _LOGSUMEXP.format(
            "    place = a.index(largest)\n"
            "    rest = a[:place] + a[place + 1 :]\n"
            "    return math.log1p(sum(math.exp(each - largest) for each in rest)) + largest"
        )
    },
    "from special import logsumexp\na = [1.0, 2.0, 3.0]\nresult = logsumexp(a)\nprint(result)\n",
    "3.4076059644443806",
    "3.40760596444438",
    "intended",
)

_FRAMES = '''\
class GroupBy:
    """Rows of a frame by what stands in one column."""

    def __init__(self, keys: list[str | None], dropna: bool):
        self.keys = keys
        self.dropna = dropna

    def __len__(self) -> int:
        return len(self.groups())

    def groups(self) -> list[str | None]:
{}

class DataFrame:
    """Columns of one length, by name."""

    def __init__(self, data: dict[str, list[str | None]]):
        self.data = data

    def groupby(self, by: str, dropna: bool = True) -> GroupBy:
        """Rows that are alike in a column."""
        return GroupBy(self.data[by], dropna)
'''
FIGURE_6 = Figure(
    "PERF: Improve performance of DataFrame.groupby",
    "",
    {
        "frames.py": _FRAMES.format(
            "        found = []\n"
            "        for key in self.keys:\n"
            "            if key is None and not self.dropna:\n"
            '                raise ValueError("Categorical categories cannot be null")\n'
            "            if key is not None and key not in found:\n"
            "                found.append(key)\n"
            "        return found\n"
        )
    },
    {
        "frames.py": _FRAMES.format(
            "        found = dict.fromkeys(self.keys)\n"
            "        if self.dropna:\n"
            "            found.pop(None, None)\n"
            "        return list(found)\n"
        )
    },
    "from frames import DataFrame\n"
    "df = DataFrame({'A': ['foo', 'bar', None], 'B': [1, 2, 3]})\n"
    "grouped = df.groupby('A', dropna=False)\n"
    "print(len(grouped))\n",
    "ValueError('Categorical categories cannot be null')",
    "3",
    "unintended",
    is_coincidental_fix=True,
)
_FIGURES = [
    pytest.param(FIGURE_1, id="figure 1: a regression"),
    pytest.param(FIGURE_3, id="figure 3: as meant"),
    pytest.param(FIGURE_6, id="figure 6: a coincidental fix"),
]
#: What finds differences without a model.
_OTHERS = ["prove", "generate", "shadow", "replay", "guided"]


def _merged(repository: Repository, figure: Figure) -> None:
    repository.commit("start", figure.old)
    repository.commit(f"{figure.title}\n\n{figure.description}", figure.new)


def _witnesses(report: Checked) -> list[Witness]:
    found = [witness for function in report.functions for witness in function.witnesses]
    assert found, [function.reason for function in report.functions]
    return found


def _told(witness: Witness) -> tuple[str | None, bool]:
    return witness.judgement, (witness.why or "").endswith("A coincidental fix.")


@pytest.mark.parametrize("figure", _FIGURES)
def test_offline(figure: Figure, repository: Repository) -> None:
    """No model is configured: every engine looks for calls, and rules judge."""
    _merged(repository, figure)
    report = check(repository.path, "HEAD", judge="offline")
    told = [_told(witness) for witness in _witnesses(report)]
    assert set(told) == {(figure.judgement, figure.is_coincidental_fix)}
    assert not report.problems


@pytest.mark.parametrize("judge", ["offline", "model"])
@pytest.mark.parametrize("figure", _FIGURES)
def test_with_the_example_of_the_paper(
    figure: Figure,
    judge: str,
    repository: Repository,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A model writes the example of the figure, as in the paper, and may judge it, too."""
    monkeypatch.setenv("SWERVE_CACHE", str(tmp_path / "cache"))
    _merged(repository, figure)
    is_regression = figure.judgement == "unintended"
    cites = figure.title if is_regression else figure.description.partition(". ")[2]
    judging = replying(
        intent=intent(figure.judgement, repairs=figure.is_coincidental_fix),
        cites=cites,
        explanation="The words tell.",
    )

    def says(body: dict[str, Any]) -> Says:
        is_judging = '"cites"' in body["messages"][-1]["content"]
        return judging(body) if is_judging else chat(f"```python\n{figure.example}```")

    with scripted(finally_says=says) as script:
        monkeypatch.setenv("SWERVE_LLM_URL", script.url)
        monkeypatch.setenv("SWERVE_LLM_MODEL", "scripted")
        monkeypatch.setenv("SWERVE_LLM_KEY", KEY)
        report = check(repository.path, "HEAD", judge=judge, scripts=True, skip=_OTHERS)
    (witness,) = _witnesses(report)
    assert witness.engine == "scripts"
    assert figure.old_output in witness.old
    assert figure.new_output in witness.new
    assert _told(witness) == (figure.judgement, figure.is_coincidental_fix), (
        witness.why,
        witness.rule,
        witness.old,
        witness.new,
    )
    asked = [number for number in range(len(script.asked)) if '"cites"' in script.prompt(number)]
    assert len(asked) == (judge == "model")
    for number in asked:
        prompt = script.prompt(number)
        for text in (figure.title, figure.description, figure.old_output, figure.new_output):
            assert text in prompt
        assert f"The words tell. The language model cites “{cites[:80]}" in (witness.why or "")
        assert witness.confidence == "medium"
