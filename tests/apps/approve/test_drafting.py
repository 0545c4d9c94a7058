"""Do drafted contracts mean what was accepted, and nothing else?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.apps.approve.test_kinds import PAIR
from tests.meaning.contract.two_versions import Versions

from swerve.apps.approve import Drafts, FunctionCalls, Kind, Meant, grouped
from swerve.apps.approve._model import meant, meant_default
from swerve.check.defaults import judged_default
from swerve.meaning.contract import (
    Contract,
    Contracts,
    Difference,
    Intended,
    Unintended,
    judge,
    read_contracts,
    signature_of,
)
from swerve.model import DifferenceKind, Function, Module, Pair, Realism, Witness

OLD = "def f(x):\n    if x == 5: raise KeyError('five')\n    return x\n"
NEW = """\
def f(x):
    if x == 5: raise KeyError('5')
    if x < 0: raise ValueError(x)
    return x + 1 if x > 7 else x
"""
FILE = "contracts/shop.py"


def function(text: str) -> Function:
    return Function("f", Module("shop.py", text), 1, text.count("\n"), 1)


def seen(arguments: str, stayed: str = "1 2 3 4") -> FunctionCalls:
    """What both versions do with some arguments."""
    versions = Versions(OLD, NEW, "def f(x):\n    ensures(True)\n")
    signature = signature_of(NEW, "f")
    assert signature is not None
    pair = replace(PAIR, old=function(OLD), new=function(NEW))
    differences = tuple(
        meant(Difference(versions.observed("f", each), f"f({each})")) for each in arguments.split()
    )
    preserved = tuple(versions.observed("f", each) for each in stayed.split())
    return FunctionCalls(pair, (signature, signature), differences, preserved)


def contract_in(text: str) -> Contract:
    read = read_contracts(text, FILE)
    assert isinstance(read, Contracts)
    contract = read.of("f")
    assert contract is not None
    return contract


def said(contract: Contract, each: Meant) -> object:
    assert isinstance(each.source, Difference)
    return type(judge(contract, each.source.call))


def test_only_what_was_accepted_is_intended() -> None:
    found = seen("8 9 12 5 -1 -2 -9")
    drafts = Drafts(None)
    groups = {group.kind: group for group in grouped([found])}
    drafts.accept(groups[Kind.ERROR])
    contract = contract_in(drafts.files[FILE])
    for each in found.differences:
        assert said(contract, each) is (Intended if each.kind is Kind.ERROR else Unintended)
    drafts.accept(groups[Kind.VALUE])
    drafts.accept(groups[Kind.MESSAGE])
    contract = contract_in(drafts.files[FILE])
    assert all(said(contract, each) is Intended for each in found.differences)
    assert [case.name for case in contract.cases] == [
        "raises ValueError",
        "value",
        "the message of KeyError",
    ]
    assert not drafts.lost
    assert "# f(8) # result: 8 -> 9" in drafts.files[FILE]


def test_a_trial_leaves_the_drafts_alone() -> None:
    drafts = Drafts(None)
    tried = drafts.copy()
    tried.accept(grouped([seen("8 9")])[0])
    assert tried.files
    assert not drafts.files
    assert not drafts.added


def test_what_is_there_is_kept_and_may_object(tmp_path: Path) -> None:
    file = tmp_path / FILE
    file.parent.mkdir()
    text = (
        "# by hand\ndef f(x):\n    when_ensured(x > 7)\n    ensures(result == x + 2)  # so there\n"
    )
    file.write_text(text, encoding="utf-8")
    drafts = Drafts(tmp_path)
    drafts.accept(grouped([seen("8 9")])[0])
    assert not drafts.files
    assert "does not cover it: contracts/shop.py:" in drafts.lost[0].why
    assert "`ensures(result == x + 2)`" in drafts.lost[0].why
    drafts.accept(grouped([seen("-1 -2 -7")])[0])
    assert drafts.files[FILE].startswith("# by hand\n")
    assert "    ensures(result == x + 2)  # so there\n    with case" in drafts.files[FILE]


@pytest.mark.parametrize("content", [b"def f(:\n", b"\xff\xfe"], ids=["no Python", "no text"])
def test_a_file_that_cannot_be_read_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / FILE
    file.parent.mkdir()
    file.write_bytes(content)
    drafts = Drafts(tmp_path)
    drafts.accept(grouped([seen("8 9")])[0])
    assert not drafts.files
    assert "contracts/shop.py was left unchanged" in drafts.lost[0].why


def test_the_file_beside_the_code_is_used_where_there_is_one(tmp_path: Path) -> None:
    (tmp_path / "shop.contract.py").write_text("LIMIT = 3\n", encoding="utf-8")
    drafts = Drafts(tmp_path)
    drafts.accept(grouped([seen("8 9")])[0])
    assert list(drafts.files) == ["shop.contract.py"]


def default_pair(old: str, new: str) -> tuple[Pair, Witness]:
    texts = (f"def f(x, y={each}):\n    return x + y\n" for each in (old, new))
    was, now = map(function, texts)
    because = f"the default of `y` changed from {old} to {new}"
    witness = Witness(
        "static",
        Realism.TYPED,
        DifferenceKind.DEFAULT,
        "f(...)",
        f"y={old}",
        f"y={new}",
        because=because,
    )
    return replace(PAIR, old=was, new=now), witness


def test_a_default_value_is_meant_and_no_other() -> None:
    pair, witness = default_pair("30", "10")
    old, new = (signature_of(each.module.text, "f") for each in (pair.old, pair.new))
    assert old is not None
    assert new is not None
    drafts = Drafts(None)
    drafts.accept(grouped([FunctionCalls(pair, (old, new), (meant_default(witness),))])[0])
    contract = contract_in(drafts.files[FILE])
    assert judged_default(contract, witness, pair)[0] == "intended"
    for default in ("5", "'10'"):
        other, another = default_pair("30", default)
        judgement, why = judged_default(contract, another, other)
        assert judgement == "unintended"
        assert "does not hold" in why


def test_a_default_value_outside_of_every_case_is_unintended() -> None:
    pair, witness = default_pair("30", "10")
    contract = contract_in("def f(x, y=0):\n    when_required(y == 7)\n    ensures(True)\n")
    judgement, why = judged_default(contract, witness, pair)
    assert judgement == "unintended"
    assert why.endswith("changed from 30 to 10, but no update condition holds for this call")
