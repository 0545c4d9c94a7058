"""Reports as pages get them: plain data, with the code of functions."""

from __future__ import annotations

from dataclasses import replace

from tests.tell.builders import function, pair, report, witness

from swerve.model import (
    DifferenceKind,
    Evidence,
    FunctionReport,
    InterfaceDifference,
    LeftOut,
    Pair,
    Problem,
    Realism,
    Verdict,
    Witness,
)
from swerve.tell import report_object
from swerve.tell.pages import Entry

_OLD = """\
def {name}(price, discount=0):
    \"\"\"What is left to pay.\"\"\"
    if discount > price:
        return 0
    rest = price - discount
    return round(rest, 2)
"""
_NEW = """\
def {name}(price, discount=0):
    \"\"\"What is left to pay.\"\"\"
    if discount >= price:
        return 0.0
    return round(price - discount, 2)
"""


def priced_pair(name: str = "to_pay", path: str = "shop/prices.py", first_line: int = 10) -> Pair:
    """Two versions of a function, with the lines that differ."""
    old = function(name, _OLD.format(name=name).rstrip(), path, first_line)
    new = function(name, _NEW.format(name=name).rstrip(), path, first_line)
    return pair(
        replace(old, changed_lines=tuple(first_line + at for at in (2, 3, 4, 5))),
        replace(new, changed_lines=tuple(first_line + at for at in (2, 3, 4))),
    )


def differing(judgement: str | None = "unintended", number: int = 0) -> Witness:
    """A call that shows the difference."""
    return replace(
        witness(judgement, old="0", new="0.0"),
        call=f"to_pay({number}, {number})",
        python=f"from shop.prices import to_pay\n\nto_pay({number}, {number})",
        path="result",
        realism=list(Realism)[number % 3],
        engine=("generate", "replay", "guided")[number % 3],
        replay=f"swerve replay witnesses/to_pay-{number}.json",
    )


def changed(
    name: str = "to_pay",
    path: str = "shop/prices.py",
    judgement: str | None = "unintended",
    number: int = 0,
) -> FunctionReport:
    """A function whose behaviour changed; line 13 of the old side did not run."""
    of = priced_pair(name, path)
    evidence = (
        Evidence("static", 0, 7, (), (), "the code differs"),
        Evidence("generate", 120, 7, (12, 14, 15), (12, 13, 14), "a call that differs"),
    )
    found = (differing(judgement, number),)
    return FunctionReport(of, Verdict.CHANGED, found[0].words, 0.4, (), found, evidence)


def kept(verdict: Verdict, name: str, path: str = "shop/cart.py") -> FunctionReport:
    """A function without a witness."""
    of = priced_pair(name, path)
    ran = verdict is Verdict.LIKELY_PRESERVED
    evidence = Evidence("generate", 80, 7, (12, 14, 15), (12, 13, 14), "no difference in 80 calls")
    static = Evidence("static", 0, 7, (), (), "same code; renamed `a` to `b`")
    interface = InterfaceDifference("parameter `w` renamed to `width`", True, f"{name}(w=...)")
    return FunctionReport(
        of,
        verdict,
        "no difference in 80 calls" if ran else "same code; renamed `a` to `b`",
        0.02,
        (interface,) if verdict is Verdict.PRESERVED else (),
        (),
        (static, evidence) if ran else (static,),
    )


def shop_entry() -> Entry:
    """One change with a function of each verdict."""
    default = replace(
        witness("intended", "timeout=30", "timeout=10"),
        kind=DifferenceKind.DEFAULT,
        call="fetch(...)",
        because="the default of `timeout` changed from 30 to 10",
    )
    fetch = replace(kept(Verdict.CHANGED, "fetch", "shop/net.py"), witnesses=(default,))
    told = report(
        changed(),
        fetch,
        kept(Verdict.INCONCLUSIVE, "Cart.total"),
        kept(Verdict.LIKELY_PRESERVED, "Cart.count"),
        kept(Verdict.PRESERVED, "Cart.clear"),
        words=("Simplify `to_pay`\n\nNo change of behaviour.",),
        problems=(Problem("unparsable-file", "shop/odd.py", None, "no Python", "Mend it.", 3),),
        left_out=(LeftOut("tests/test_cart.py", "test code"),),
    )
    return Entry("", "2024-01-02 03:04", report_object(told, with_source=True))


def large_entry(count: int) -> Entry:
    """A change of very many functions."""
    verdicts = (Verdict.INCONCLUSIVE, Verdict.LIKELY_PRESERVED, Verdict.PRESERVED)
    judgements = ("unintended", "intended", "unclear", None)
    functions = [
        changed(f"Price{at}.to_pay", f"shop/m{at % 97}.py", judgements[at // 4 % 4], at)
        if at % 4 == 0
        else kept(verdicts[at % 3], f"Cart{at}.total", f"shop/m{at % 97}.py")
        for at in range(count)
    ]
    return Entry("Very many", "", report_object(report(*functions), with_source=True))


def campaign_entries(count: int) -> list[Entry]:
    """Many small changes."""
    entries = []
    for at in range(count):
        of = [kept(Verdict.LIKELY_PRESERVED, f"step_{at}"), kept(Verdict.PRESERVED, f"tidy_{at}")]
        if at % 5 == 0:
            of.append(changed(f"pay_{at}", number=at))
        if at % 7 == 0:
            of.append(kept(Verdict.INCONCLUSIVE, f"odd_{at}"))
        told = report(*of, words=(f"Change number {at}",))
        when = f"2024-01-{1 + at // 24:02} {at % 24:02}:00"
        entries.append(Entry("", when, report_object(told, with_source=True)))
    return entries
