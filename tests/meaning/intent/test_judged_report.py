"""What is said of the differences of a whole report, from its tests, its edits and its words."""

from __future__ import annotations

import difflib
from dataclasses import replace

import pytest

from swerve.meaning.intent import OfflineJudge, judged_report
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
from swerve.tell.summary import is_unintended

_WITNESS = Witness(
    "generate", Realism.TYPED, DifferenceKind.RETURN, "total([])", "returned 0", "returned 1"
)
_TOTAL = """\
def total(items, tax=0):
    net = sum(items)
    if not items:
        return 0
    return net + net * tax
"""


def _pair(name: str, old: str, new: str, *uses: str) -> Pair:
    causes = [Cause(CauseKind.EDITED, "edited")] if old != new else []
    causes += [Cause(CauseKind.READS, "uses it", uses=f"shop.py::{each}") for each in uses]
    sides = _side(name, old, new), _side(name, new, old)
    return Pair(f"shop.py::{name}", sides[0], sides[1], tuple(causes))


def _side(name: str, text: str, other: str) -> Function:
    lines = text.split("\n")
    matcher = difflib.SequenceMatcher(None, lines, other.split("\n"), autojunk=False)
    kept = {block.a + n for block in matcher.get_matching_blocks() for n in range(block.size)}
    changed = tuple(n + 1 for n in range(len(lines)) if n not in kept)
    return Function(name, Module("shop.py", text), 1, len(lines), 1, changed)


def _report(words: str, *functions: tuple[Pair, tuple[Witness, ...]]) -> Report:
    change = Change(
        "old", "new", intent_from(Words("commit 1", words)), tuple(pair for pair, _ in functions)
    )
    return Report(
        change,
        tuple(
            FunctionReport(pair, Verdict.CHANGED, "", 0.1, (), found) for pair, found in functions
        ),
        0.1,
    )


def _judged(words: str, *functions: tuple[Pair, tuple[Witness, ...]]) -> list[Witness]:
    report = judged_report(_report(words, *functions), OfflineJudge(), lambda pair: "")
    return [witness for function in report.functions for witness in function.witnesses]


_EMPTY = _pair("total", _TOTAL, _TOTAL.replace("return 0", "return 1"))


def _flipping(judgement: str, **other: object) -> Witness:
    tested = replace(
        _WITNESS,
        realism=Realism.OBSERVED,
        test="tests/test_shop.py::test_total",
        judgement=judgement,
        why="tests/test_shop.py::test_total says so.",
        confidence="high",
        is_by_words=True,
    )
    return replace(tested, **other)  # type: ignore[arg-type]


_CAP = _pair("cap", "\n\n\ndef cap(n): return n\n", "\n\n\ndef cap(n): return bounded(n, 100)\n")


def test_nobody_judges_a_change_of_which_nothing_is_said() -> None:
    report = _report("", (_EMPTY, (_WITNESS,)))
    silent = replace(report, change=replace(report.change, intent=intent_from()))
    assert judged_report(silent, OfflineJudge(), lambda pair: "") is silent


def test_a_contract_overrules_the_judge() -> None:
    by_contract = replace(_WITNESS, judgement="intended", why="the contract says so")
    (judged,) = _judged("Refactor total()", (_EMPTY, (by_contract,)))
    assert judged is by_contract
    (judged,) = _judged("Refactor total()", (_EMPTY, (_WITNESS,)))
    assert (judged.judgement, judged.confidence) == ("unintended", "medium")
    assert judged.why == "The change is described as a refactoring, but the result differs."


def test_a_witness_that_a_rule_sets_aside_says_which() -> None:
    noisy = replace(_WITNESS, old="returned <C at 0x7f00aa>", new="returned <C at 0x7f00bb>")
    (judged,) = _judged("Refactor total()", (_EMPTY, (noisy,)))
    assert (judged.judgement, judged.rule) == ("unclear", "noise:addresses")
    assert judged.why == "Only addresses of objects differ."


def test_a_coincidental_fix_is_named() -> None:
    fixed = replace(_WITNESS, old="raised KeyError('a')")
    (judged,) = _judged("Refactor total()", (_EMPTY, (fixed,)))
    assert judged.judgement == "unintended"
    assert (judged.confidence, (judged.why or "")[-20:]) == ("low", " A coincidental fix.")


def test_what_a_script_prints_is_no_error() -> None:
    fixed = replace(
        _WITNESS,
        engine="scripts",
        kind=DifferenceKind.EXCEPTION,
        call="from shop import total\nprint(total([]))\n",
        old="raised KeyError('a')",
        new="3",
        path="outcome",
    )
    (judged,) = _judged("Refactor total()", (_EMPTY, (fixed,)))
    assert (judged.judgement, judged.rule) == ("unintended", "")
    assert (judged.why or "").endswith("KeyError is no longer raised. A coincidental fix.")


@pytest.mark.parametrize("judgement", ["intended", "unintended"])
def test_what_a_test_says_holds_for_differences_of_its_kind(judgement: str) -> None:
    """The words alone would say the opposite."""
    words = "Refactor total()" if judgement == "intended" else "Fix total() of no items"
    lost = replace(_WITNESS, new="raised KeyError('net')")
    judged = _judged(words, (_EMPTY, (_flipping(judgement), _WITNESS, lost)))
    by_call = {(each.new, each.test): each for each in judged}
    like = by_call["returned 1", ""]
    assert (like.judgement, like.confidence) == (judgement, "medium")
    assert like.why == "It differs as it does in a test: tests/test_shop.py::test_total says so."
    other = by_call["raised KeyError('net')", ""]
    assert not (other.why or "").startswith("It differs as it does in a test")


def test_made_up_inputs_are_never_unintended() -> None:
    made_up = replace(_WITNESS, realism=Realism.INJECTED)
    (judged,) = _judged("Refactor total()", (_EMPTY, (made_up,)))
    assert judged.judgement == "unclear"
    assert "made up" in (judged.why or "")


def test_words_about_other_edits_bless_nothing() -> None:
    """Naming the function is not enough where it was edited in two places."""
    fixed = _TOTAL.replace("return 0", "return None")
    words = "Fix the discount of total()"
    rounded = "def discount(items):\n    return {}\n"
    discount = _pair("discount", rounded.format("1"), rounded.format("rounded(discount)"))
    total = _pair("total", _TOTAL, fixed)
    (judged,) = _judged(words, (total, (_WITNESS,)), (discount, ()))
    assert (judged.judgement, judged.confidence) == ("unintended", "medium")
    about = "“Fix the discount of total” is about other edits, and nothing speaks of this one."
    assert judged.why == about
    named = _pair("total", _TOTAL, _TOTAL.replace("return 0", "return floor"))
    (judged,) = _judged(words, (named, (_WITNESS,)), (discount, ()))
    assert (judged.judgement, judged.confidence) == ("unintended", "low")
    words = "Change the discount of total()"
    (judged,) = _judged(words, (total, (_WITNESS,)), (discount, ()))
    assert (judged.judgement, judged.confidence) == ("unintended", "medium")
    (judged,) = _judged(words, (named, (_WITNESS,)), (discount, ()))
    assert judged.judgement == "unclear"


_CAPPED = """\
def total(items, tax=0):
    net = sum(items[:100])
    if not items:
        return 0
    return net + net * tax - 1
"""


@pytest.mark.parametrize(
    ("edits", "judgement"), [((2,), "intended"), ((5,), "unintended"), ((2, 5), "unclear")]
)
def test_only_the_edits_that_make_a_difference_count(
    edits: tuple[int, ...], judgement: str
) -> None:
    pair = _pair("total", _TOTAL, _CAPPED)
    keys = tuple(f"shop.py:{line}" for line in edits)
    (judged,) = _judged("Cap sum of items at 100", (pair, (replace(_WITNESS, edits=keys),)))
    assert judged.judgement == judgement


def test_what_is_returned_is_not_left_out_by_the_way() -> None:
    """An edit that only takes code away, after which nothing comes back."""
    dropped = _TOTAL.replace("    return net + net * tax\n", "    pass\n")
    lost = replace(_WITNESS, path="result", old="1", new="None")
    for words in ("Fix total() of nothing", "Improve total()", "chore: tidy"):
        (judged,) = _judged(words, (_pair("total", _TOTAL, dropped), (lost,)))
        assert (judged.judgement, judged.confidence) == ("unintended", "medium"), words
    (judged,) = _judged("Remove the result of total()", (_pair("total", _TOTAL, dropped), (lost,)))
    assert judged.judgement != "unintended"
    other = _TOTAL.replace("return net + net * tax", "return None if tax else net")
    (judged,) = _judged("Improve total() by tax", (_pair("total", _TOTAL, other), (lost,)))
    assert judged.judgement != "unintended"


def test_who_removes_something_else_did_not_mean_to_drop_a_result() -> None:
    dropped = _pair("total", _TOTAL, _TOTAL.replace("    return net + net * tax\n", "    pass\n"))
    lost = replace(_WITNESS, call="f([])", path="result", old="1", new="None")
    (judged,) = _judged("Remove support for old servers", (dropped, (lost,)))
    assert (judged.judgement, judged.confidence) == ("unintended", "medium")


def test_a_result_that_looks_like_an_error_was_not_raised() -> None:
    checked = _pair("total", _TOTAL, _TOTAL.replace("return 0", "return Checked(0)"))
    wrapped = replace(_WITNESS, path="result", old="0", new="SumError(0)")
    (judged,) = _judged("Fix total of nothing", (checked, (wrapped,)))
    assert judged.judgement == "intended"
    raised = replace(_WITNESS, kind=DifferenceKind.EXCEPTION, new="raised SumError(0)")
    (judged,) = _judged("Fix total of nothing", (checked, (raised,)))
    assert judged.judgement == "unintended"


_EXPIRE = """\
def expire(self, time):
    expired = []
    for each in self.older(time):
        del self.kept[each]
"""


def test_words_about_what_a_function_returns_are_about_its_return() -> None:
    new = _EXPIRE.replace("        del self", "        expired.append(each)\n        del self")
    pair = _pair("expire", _EXPIRE, f"{new}    return expired\n")
    returned = replace(_WITNESS, call="expire(0)", old="None", new="[]", path="result")
    returned = replace(returned, edits=("shop.py:6",))
    words = "Refuse to append\n\nUntil now it was. `expire()` returns what it removes."
    (judged,) = _judged(words, (pair, (returned,)))
    assert judged.judgement == "intended"
    (judged,) = _judged(words.replace("returns", "keeps"), (pair, (returned,)))
    assert judged.judgement != "intended"


def test_a_title_is_about_the_only_edit_of_a_function_that_it_names() -> None:
    old = "def from_key(text):\n    data = loads(text)\n    return data\n"
    edited = old.replace("loads(text)", "text if isinstance(text, dict) else loads(text)")
    given = replace(_WITNESS, call="from_key(b'')", old="{}", new="b''", path="result")
    found = ((_pair("from_key", old, edited), (given,)), (_CAP, ()))
    (judged,) = _judged("Fix `from_key()` for all keys, bounded cap", *found)
    assert judged.judgement == "intended"
    (judged,) = _judged("Fix bounded cap\n\nAs `from_key()` has it.", *found)
    assert judged.judgement == "unintended"


def test_nobody_means_an_annotation_to_do_anything() -> None:
    new = _TOTAL.replace("items, tax=0", "items: list, tax=0").replace("return 0", "return 1")
    typed = _pair("total", _TOTAL, new)
    (judged,) = _judged("Annotate total with list", (typed, (_WITNESS,)))
    assert judged.judgement == "unintended"
    refused = replace(_WITNESS, kind=DifferenceKind.EXCEPTION)
    refused = replace(refused, new="raised TypeError(\"cap() missing 1 required argument: 'n'\")")
    (judged,) = _judged("Annotate total with list", (typed, (refused,)))
    assert judged.judgement == "unintended"


def test_numbers_are_words() -> None:
    old = "def is_new(v, other):\n    w = v\n    x = other\n    return w >= (3, 10)\n"
    new = old.replace("= v", "= +v").replace("(3, 10)", "(3, 11)")
    for words in ("Start the upgrade at py311", "Change the upgrade: Python 3.11 and later"):
        (judged,) = _judged(
            words, (_pair("is_new", old, new), (replace(_WITNESS, edits=("shop.py:4",)),))
        )
        assert judged.judgement == "intended", words
    (judged,) = _judged("Change the upgrade to 12", (_pair("is_new", old, new), (_WITNESS,)))
    assert judged.judgement != "intended"


def test_a_test_of_the_change_speaks_of_what_it_needs() -> None:
    """It calls two functions; the words are about one of them."""
    dropped = _pair("total", _TOTAL, _TOTAL.replace("    return net + net * tax\n", "    pass\n"))
    lost = _flipping("intended", path="result", old="1", new="None")
    capped = _flipping("intended", call="cap(200)", old="200", new="100")
    both = _judged("Fix cap, bounded by 100", (dropped, (lost,)), (_CAP, (capped,)))
    assert [each.judgement for each in both] == ["unintended", "intended"]
    both = _judged("Fix what was wrong", (dropped, (lost,)), (_CAP, (capped,)))
    assert [each.judgement for each in both] == ["intended", "intended"]


def test_an_edit_with_a_comment_may_be_meant_whatever_the_title_says() -> None:
    why = "        # The caller wants to know of an empty cart.\n"
    told = _TOTAL.replace("        return 0\n", f"{why}        return 1\n")
    for new, confidence in ((told, "low"), (told.replace(why, ""), "medium")):
        (judged,) = _judged("Tidy up", (_pair("total", _TOTAL, new), (_WITNESS,)))
        assert (judged.judgement, judged.confidence) == ("unintended", confidence)


def test_words_about_an_error_that_was_raised_announce_none() -> None:
    words = "Fix total of texts\n\nIt always added them, raising TypeError on valid carts."
    raised = replace(_WITNESS, kind=DifferenceKind.EXCEPTION, new="raised TypeError('+')")
    (judged,) = _judged(words, (_EMPTY, (raised,)))
    assert judged.judgement == "unintended"
    (judged,) = _judged("Reject texts, raising TypeError", (_EMPTY, (raised,)))
    assert judged.judgement == "intended"


def test_an_iterator_that_fails_is_a_failure() -> None:
    fails = replace(_WITNESS, path="result", old="yields 2 items")
    fails = replace(fails, new="raises IndexError('list index') after 0 items")
    (judged,) = _judged("Add tax to total", (_EMPTY, (fails,)))
    assert (judged.judgement, judged.why) == (
        "unintended",
        "IndexError is now raised, which is unlikely to be on purpose.",
    )
    both = replace(fails, path="result[0]", old="IndexError('list index')")
    both = replace(both, new="AttributeError(\"'str' object has no attribute 'tax'\")")
    (judged,) = _judged("Add tax to total", (_EMPTY, (both,)))
    assert judged.judgement == "unclear"


def test_a_refusal_that_goes_and_comes_elsewhere_was_turned_around() -> None:
    refused = replace(_WITNESS, kind=DifferenceKind.EXCEPTION, new="raised CartError('use one')")
    accepted = replace(
        refused, call="total([1])", old="raised ValueError('use one')", new="returned 1"
    )
    both = (_EMPTY, (refused, accepted))
    judged = _judged("Add more descriptive exceptions", both)
    assert {each.judgement for each in judged} == {"unintended"}
    assert {each.confidence for each in judged} == {"medium"}
    other = replace(accepted, old="raised ValueError('no items')")
    judged = _judged("Add more descriptive exceptions", (_EMPTY, (refused, other)))
    assert {each.judgement for each in judged} == {"intended"}
    judged = _judged("Fix the check of total, which was the wrong way round", both)
    assert "intended" in {each.judgement for each in judged}


def test_a_refusal_that_became_an_accident_is_not_meant() -> None:
    refused = replace(_WITNESS, kind=DifferenceKind.EXCEPTION, path="exception")
    refused = replace(refused, old="ValueError('no items')", new="IndexError('list index')")
    (judged,) = _judged("Refactor total", (_EMPTY, (refused,)))
    assert (judged.judgement, judged.confidence) == ("unintended", "low")
    (judged,) = _judged("Speed up the cart", (_EMPTY, (refused,)), (_CAP, ()))
    assert judged.judgement == "unintended"
    other = replace(refused, old=refused.new, new=refused.old)
    (judged,) = _judged("Fix total of no items", (_EMPTY, (other,)))
    assert judged.judgement == "intended"


def test_a_docstring_speaks_of_no_other_edit() -> None:
    """Where it is all that was written, it is about the function."""
    old = 'def total(items):\n    """Sum, at most 9."""\n    net = sum(items)\n    return net\n'
    new = old.replace("at most 9", "a net of 100 at most").replace("return net", "return min(net)")
    report = _report("", (_pair("total", old, new), (replace(_WITNESS, edits=("shop.py:4",)),)))
    words = intent_from(Words("shop.py", "Sum, a net of 100 at most.", WordsKind.DOCSTRING))
    change = replace(report.change, intent=words)
    found = judged_report(replace(report, change=change), OfflineJudge(), lambda pair: "")
    assert found.functions[0].witnesses[0].judgement != "unintended"


def test_nobody_edits_a_signature_by_mistake() -> None:
    moved = _pair("total", _TOTAL, _TOTAL.replace("items, tax=0", "tax, items"))
    swapped = replace(_WITNESS, path="result", call="total([], 1)", old="0", new="1")
    (judged,) = _judged("Refactor total()", (moved, (swapped,)))
    assert (judged.judgement, judged.confidence) == ("intended", "medium")
    (judged,) = _judged("Refactor total()", (_EMPTY, (swapped,)))
    assert judged.judgement == "unintended"
    text = "raised TypeError(\"total() missing 1 required positional argument: 'items'\")"
    refused = replace(_WITNESS, kind=DifferenceKind.EXCEPTION, path="outcome", new=text)
    both = _TOTAL.replace("items, tax=0", "tax, items").replace("return 0", "return None")
    (judged,) = _judged("Refactor total()", (_pair("total", _TOTAL, both), (refused,)))
    assert judged.judgement == "intended"


def test_an_announced_default_is_meant_whatever_else_is_edited() -> None:
    pair = _pair("total", _TOTAL, _TOTAL.replace("tax=0", "tax=19"))
    other = _pair(
        "gross", "def gross(x):\n    return x\n", "def gross(x):\n    return x or least(x)\n"
    )
    changed = replace(
        _WITNESS, kind=DifferenceKind.DEFAULT, call="total(...)", old="tax=0", new="tax=19"
    )
    words = "Simplify gross() by least()\n\nSay 19 where nobody gives it."
    judged, *_ = _judged(words, (pair, (changed,)), (other, (_WITNESS,)))
    assert (judged.judgement, judged.confidence) == ("intended", "medium")


def test_what_uses_an_edited_function_is_judged_by_that_edit() -> None:
    user = "def bill(items):\n    return total(items)\n"
    bill = _pair("bill", user, user, "total")
    (judged,) = _judged("Return 1 for no items", (bill, (_WITNESS,)), (_EMPTY, ()))
    assert judged.judgement == "intended"


def test_a_typo_in_a_text_is_meant() -> None:
    said = 'def greet():\n    raise ValueError("{} hello")\n'
    pair = _pair("greet", said.format("an"), said.format("a"))
    witness = replace(_WITNESS, kind=DifferenceKind.EXCEPTION, old="'an hello'", new="'a hello'")
    (judged,) = _judged("fix typo", (pair, (witness,)))
    assert judged.judgement == "intended"
    longer = said.replace("raise", "return 1\n    raise")
    pair = _pair("greet", said.format("an"), longer.format("a"))
    (judged,) = _judged("fix typo", (pair, (witness,)))
    assert judged.judgement == "unclear"


def test_losses_come_first_and_guesses_do_not_count() -> None:
    hang = replace(
        _WITNESS, kind=DifferenceKind.TERMINATION, new="did not return within 1,000,000 steps"
    )
    report = judged_report(
        _report("Refactor total()", (_EMPTY, (_WITNESS, hang))), OfflineJudge(), lambda pair: ""
    )
    (function,) = report.functions
    assert [each.kind for each in function.witnesses] == [hang.kind, _WITNESS.kind]
    assert is_unintended(function)
    guesses = tuple(replace(each, confidence="low") for each in function.witnesses)
    assert not is_unintended(replace(function, witnesses=guesses))
