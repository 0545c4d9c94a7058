"""A model is asked once about all differences of a function that are of one kind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.meaning.intent.replies import intent, replying
from tests.meaning.llm.scripted_server import Script, scripted

from swerve.meaning.intent import AskedModel, judged_report
from swerve.meaning.llm import Client
from swerve.model import (
    Cause,
    CauseKind,
    Change,
    DifferenceKind,
    Function,
    FunctionReport,
    Module,
    Pair,
    Realism,
    Report,
    Verdict,
    Witness,
    Words,
    WordsKind,
    intent_from,
)
from swerve.source.store import Store

_SOURCE = "def total(items):\n    return sum(items) + {}\n"
_TITLE = "Refactor total of items"


def _witness(number: int, **other: object) -> Witness:
    shown = Witness(
        "generate",
        Realism.TYPED,
        DifferenceKind.RETURN,
        f"total([{number}])",
        f"returned {number}",
        f"returned {number + 1}",
    )
    return replace(shown, **other)  # type: ignore[arg-type]


def _pair(name: str) -> Pair:
    old, new = (
        Function(name, Module("shop.py", text), 1, 2, 1, (2,))
        for text in (_SOURCE.format(0), _SOURCE.format(1))
    )
    return Pair(f"shop.py::{name}", old, new, (Cause(CauseKind.EDITED, "edited"),))


def _judged(script: Script, folder: Path, *functions: tuple[Witness, ...]) -> list[list[Witness]]:
    words = intent_from(
        Words("pull request", _TITLE, WordsKind.TITLE),
        Words("tests/test_shop.py", "assert total([3]) == 3", WordsKind.TEST),
    )
    pairs = [_pair(f"total{number or ''}") for number in range(len(functions))]
    reports = tuple(
        FunctionReport(pair, Verdict.CHANGED, "", 0.1, (), found)
        for pair, found in zip(pairs, functions, strict=True)
    )
    report = Report(Change("old", "new", words, tuple(pairs)), reports, 0.1)
    judge = AskedModel(Client(script.server(), store=Store(folder / "replies")))
    done = judged_report(report, judge, lambda pair: "-+ 0\n++ 1\n")
    return [list(function.witnesses) for function in done.functions]


def test_one_request_for_a_kind_of_difference(tmp_path: Path) -> None:
    with scripted(replying(cites=_TITLE)) as script:
        (found,) = _judged(script, tmp_path, (_witness(1), _witness(2), _witness(3)))
    assert len(script.asked) == 1
    assert [(each.judgement, each.confidence) for each in found] == [("unintended", "medium")] * 3
    assert all((each.why or "").endswith(f"cites “{_TITLE}”.") for each in found)
    prompt = script.prompt()
    assert "total([2])\nbefore: returned 2\nafter: returned 3" in prompt
    assert "assert total([3]) == 3" in prompt
    assert "The title claims: a refactoring." in prompt


def test_another_kind_of_difference_or_another_function_is_asked_about(tmp_path: Path) -> None:
    lost = _witness(4, new="raised KeyError('x')")
    says = [replying(cites=_TITLE, intent=intent(each)) for each in ("intended", "unclear")]
    with scripted(*says, finally_says=replying(cites=_TITLE)) as script:
        first, second = _judged(script, tmp_path, (_witness(1), lost, _witness(2)), (_witness(1),))
    told = {each.call: each.judgement for each in first}
    assert told == {
        "total([1])": "intended",
        "total([2])": "intended",
        "total([4])": "unclear",
    }
    assert [each.judgement for each in second] == ["unintended"]
    assert len(script.asked) == 3


def test_the_call_that_is_most_like_real_use_is_shown(tmp_path: Path) -> None:
    """And what only made-up input shows is not unintended, whatever the answer is."""
    made_up = _witness(7, realism=Realism.INJECTED)
    seen = _witness(8, realism=Realism.OBSERVED, test="tests/test_shop.py::test_total")
    with scripted(replying(cites="test_total")) as script:
        (found,) = _judged(script, tmp_path, (made_up, seen))
    assert len(script.asked) == 1
    assert "begin example>>>\ntotal([8])\n" in script.prompt()
    assert [(each.call, each.judgement) for each in found] == [
        ("total([8])", "unintended"),
        ("total([7])", "unclear"),
    ]
    assert (found[1].why or "").startswith("The input is made up.")


def test_differences_that_others_judged_cost_nothing(tmp_path: Path) -> None:
    by_contract = _witness(1, judgement="intended", why="the contract says so")
    noisy = _witness(2, old="returned <C at 0x7f00aa>", new="returned <C at 0x7f00bb>")
    with scripted(replying()) as script:
        _judged(script, tmp_path, (by_contract, noisy))
    assert not script.asked
