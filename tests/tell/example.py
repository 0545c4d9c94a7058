"""One report with everything in it: what the golden text and the schema are checked against."""

from __future__ import annotations

from dataclasses import replace
from textwrap import dedent

from tests.tell.builders import EDITED, function, pair, report

from swerve.model import (
    Cause,
    CauseKind,
    DifferenceKind,
    Evidence,
    Function,
    FunctionReport,
    InterfaceDifference,
    LeftOut,
    Listed,
    Outside,
    Problem,
    Realism,
    Renaming,
    Report,
    Side,
    Verdict,
    Witness,
)

_RETRY = "scrapy/downloadermiddlewares/retry.py"

_OLD_RETRY = """\
    def _retry(self, request, reason, spider):
        retries = request.meta.get('retry_times', 0) + 1

        retry_times = self.max_retry_times

        if 'max_retry_times' in request.meta:
            retry_times = request.meta['max_retry_times']

        stats = spider.crawler.stats
        return self._again(request, retries, retry_times, stats)"""

_NEW_RETRY = """\
    def _retry(self, request, reason, spider):
        retries = request.meta.get('retry_times', 0) + 1

        retry_times = request.meta.get('max_retry_times') or self.max_retry_times

        stats = spider.crawler.stats
        return self._again(request, retries, retry_times, stats)"""


def _method(name: str, line: int) -> Function:
    return function(f"RetryMiddleware.{name}", f"def {name}(self):\n    pass", _RETRY, line)


def full_report() -> Report:
    done = (
        _preserved(),
        _likely_preserved(),
        _inconclusive(),
        _breaking(),
        _changed(),
        _changed_default(),
    )
    return report(
        *done,
        words=("Simplify retry_times assignment statement\n\nNo functional change.",),
        added=(
            Listed("retry_request", "scrapy/utils/request.py", 12, True),
            Listed("_fingerprint", "scrapy/utils/request.py", 40, False),
            Listed("Cart.sum", "shop/cart.py", 9, True),
        ),
        removed=(
            Listed("old_retry", "scrapy/utils/request.py", 3, True),
            Listed("_old", "scrapy/utils/request.py", 8, False),
        ),
        outside=(Outside("shop/tax.py", 4, "TAX = 0.19", "TAX = 0.20"),),
        problems=(
            Problem(
                "does-not-parse",
                "scrapy/broken.py",
                Side.NEW,
                "The file does not parse: invalid syntax.",
                "Other files were checked. Fix the file, or leave it out with --exclude.",
                7,
                "def broken(:\n           ^",
            ),
        ),
        left_out=(LeftOut("tests/test_a.py", "test code"), LeftOut("a_pb2.py", "generated code")),
        files=4,
    )


def _changed() -> FunctionReport:
    old = function("RetryMiddleware._retry", _OLD_RETRY, _RETRY, 78)
    new = function("RetryMiddleware._retry", _NEW_RETRY, _RETRY, 81)
    shown = Witness(
        engine="generate",
        realism=Realism.TYPED,
        kind=DifferenceKind.RETURN,
        call='RetryMiddleware(Settings())._retry(Request("http://a", '
        'meta={"max_retry_times": 0}), "r", spider)',
        old="None",
        new='Request("http://a", dont_filter=True)',
        because="new line 84: 0 is falsy, so `or self.max_retry_times` is taken",
        judgement="unintended",
        why='the message says "simplify"; a result changed',
        replay="swerve replay w-3f9c",
    )
    return FunctionReport(
        pair(
            replace(old, changed_lines=(81, 83, 84)),
            replace(new, changed_lines=(84,)),
        ),
        Verdict.CHANGED,
        "a call shows it",
        1.5,
        witnesses=(shown,),
        evidence=(
            Evidence("static", 0, 4, (), (), ""),
            Evidence("generate", 212, 4, (82, 84, 85), (84,), ""),
        ),
    )


def _changed_default() -> FunctionReport:
    shown = Witness(
        engine="static",
        realism=Realism.TYPED,
        kind=DifferenceKind.DEFAULT,
        call="fetch(url)",
        old="timeout=30",
        new="timeout=60",
        because="the default of `timeout` changed",
    )
    source = "def fetch(url, timeout={}):\n    return get(url, timeout=timeout)"
    return FunctionReport(
        pair(
            function("fetch", source.format(30), "shop/net.py", 5),
            function("fetch", source.format(60), "shop/net.py", 5),
        ),
        Verdict.CHANGED,
        "the default of `timeout` changed",
        0.01,
        witnesses=(shown,),
        evidence=(Evidence("static", 0, 2, (), (), ""),),
    )


def _breaking() -> FunctionReport:
    return FunctionReport(
        pair(
            function("area", "def area(w, h):\n    return w * h", "shapes.py", 3),
            function("area", "def area(width, h):\n    return width * h", "shapes.py", 3),
            renamings=(Renaming("w", "width"),),
        ),
        Verdict.PRESERVED,
        "same code; parameter `w` is now `width`",
        0.01,
        interface=(
            InterfaceDifference("parameter `w` renamed to `width`", True, "area(w=...)"),
            InterfaceDifference("parameter `unit` added with a default", False, "area(unit=...)"),
        ),
    )


def _inconclusive() -> FunctionReport:
    old = dedent(
        """\
        @property
        def total(self):
            amount = 0
            for item in self.items:
                amount += item.price * item.count
            return amount"""
    )
    new = dedent(
        """\
        @property
        def total(self):
            return sum(item.price * item.count for item in self.items)"""
    )
    return FunctionReport(
        pair(
            function("Cart.total", old, "shop/cart.py", 20),
            function("Order.total", new, "shop/order.py", 31),
            causes=(
                *EDITED,
                Cause(CauseKind.MOVED, "moved from shop/cart.py"),
                Cause(CauseKind.READS, "reads `TAX`, which changed"),
            ),
        ),
        Verdict.INCONCLUSIVE,
        "the code differs, and no engine could run it",
        0.7,
        evidence=(Evidence("static", 0, 6, (), (), "the code differs in more than names"),),
    )


def _likely_preserved() -> FunctionReport:
    return FunctionReport(
        pair(
            _method("process_response", 60),
            causes=(Cause(CauseKind.READS, "reads `RETRY_CODES`, which changed"),),
        ),
        Verdict.LIKELY_PRESERVED,
        "changed lines ran in 40 observed and 300 generated calls",
        0.4,
        evidence=(Evidence("replay", 340, 2, (12,), (12,), ""),),
    )


def _preserved() -> FunctionReport:
    return FunctionReport(
        pair(_method("from_crawler", 50)),
        Verdict.PRESERVED,
        "same code; a local was renamed",
        0.01,
        evidence=(Evidence("static", 0, 2, (), (), ""),),
    )
