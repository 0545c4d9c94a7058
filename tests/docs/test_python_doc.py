"""Are the examples of docs/python.md true?"""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import swerve

if TYPE_CHECKING:
    from tests.conftest import Repository

DOC = Path(__file__).resolve().parents[2] / "docs" / "python.md"
#: What differs from run to run: seconds, how much was looked at in them.
_PASSING = ((r"\b\d+\.\d s\b", "0.0 s"), (r"\b\d+ runs\b", "90 runs"))
_BLOCK = re.compile(r"```pycon\n(.*?)```", re.DOTALL)
TOTAL = """\
def total(prices: list[int], tax: int = 0) -> int:
    result = 0
    for price in prices:
        result = result + price
    return result + tax
"""
SHORTER = """\
def total(prices: list[int], tax: int = 0) -> int:
    return sum(prices) + tax if prices else 0
"""


class Scrubbing(doctest.OutputChecker):
    """Passes over what differs from run to run."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        for pattern, instead in _PASSING:
            want, got = re.sub(pattern, instead, want), re.sub(pattern, instead, got)
        return super().check_output(want, got, optionflags)


@pytest.mark.slow
def test_the_examples_are_true(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit("start", {"cart.py": TOTAL})
    repository.commit("Refactor the cart", {"cart.py": SHORTER})
    repository.path.rename(tmp_path / "shop")
    (tmp_path / "old.py").write_text(TOTAL)
    (tmp_path / "new.py").write_text(TOTAL.replace("price", "cost"))
    monkeypatch.chdir(tmp_path)
    examples = "\n".join(_BLOCK.findall(DOC.read_text("utf-8")))
    test = doctest.DocTestParser().get_doctest(examples, {}, "python.md", str(DOC), 0)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    said: list[str] = []
    result = doctest.DocTestRunner(Scrubbing(), optionflags=flags).run(test, out=said.append)
    assert result.attempted > 10
    assert not result.failed, "".join(said)


def test_every_public_name_has_a_line() -> None:
    text = DOC.read_text("utf-8")
    for name in swerve.__all__:
        assert name == "__version__" or re.search(rf"`{name}\b", text), name
