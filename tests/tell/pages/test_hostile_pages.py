"""Can code under test make a page do anything but show it?"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from playwright.sync_api import Browser
from tests.tell.hostile import hostile_reports
from tests.tell.pages.browsing import showing
from tests.tell.pages.page_reports import shop_entry

from swerve.model import Report
from swerve.tell import report_object
from swerve.tell.pages import Entry, render_page

_ATTACKS = (
    "<script>alert(1)</script>",
    "</script><script>alert(2)</script><!--",
    "<img src=x onerror=alert(3)>",
    '"><svg onload=alert(4)>',
    "javascript:alert(5)",
    "{{alert(6)}}${alert(7)}",
    "<iframe srcdoc='<script>alert(8)</script>'>",
    "<style>*{background:url(http://example.org/x)}</style>",
    "<base href=http://example.org/>",
    "<meta http-equiv=refresh content='0;url=http://example.org/'>",
    "`</style><script>alert(9)</script>`",
    "__proto__",
    "constructor",
    "]]>\u2028alert(10)\u2029",
)


def _attacked(value: Any, numbers: Iterator[int]) -> Any:
    """The same data with an attack in every text that the target has a hand in."""
    if isinstance(value, dict):
        fixed = ("schema", "version", "verdict", "kind", "realism", "judgement", "side", "id")
        return {
            key: item if key in fixed else _attacked(item, numbers) for key, item in value.items()
        }
    if isinstance(value, list):
        return [_attacked(item, numbers) for item in value]
    if isinstance(value, str):
        return _ATTACKS[next(numbers) % len(_ATTACKS)] + value
    return value


@pytest.mark.slow
def test_hostile_names_values_words_and_files_execute_nothing(
    browser: Browser, tmp_path: Path
) -> None:
    for start in (0, 5):
        numbers = iter(range(start, 10**6))
        report = _attacked(deepcopy(dict(shop_entry().report)), numbers)
        report["functions"][0]["id"] = _ATTACKS[start]
        entry = Entry(_ATTACKS[start], _ATTACKS[start + 1], report)
        with showing(browser, tmp_path, [entry, entry]) as seen:
            page = seen.page
            page.evaluate(
                """() => {
                    document.querySelectorAll(".item .row").forEach((row) => row.click());
                    return new Promise((done) => setTimeout(done));
                }"""
            )
            page.evaluate(
                "document.querySelectorAll('details').forEach((each) => each.open = true)"
            )
            text = page.locator("main").inner_text()
            said = {attack for attack in _ATTACKS if attack.strip("`").split("\u2028")[0] in text}
            assert len(said) == len(_ATTACKS)
            assert page.locator("main script, main iframe, main img, main style").count() == 0
            assert page.evaluate("document.baseURI") == page.url
            page.evaluate("document.querySelectorAll('.copy').forEach((each) => each.click())")
    assert next(numbers) > 50  # the data held that many texts


@pytest.mark.slow
def test_what_cannot_be_seen_is_spelled_out(browser: Browser, tmp_path: Path) -> None:
    """Text that runs backwards, or is invisible, would show other code than the one that ran."""
    report = deepcopy(dict(shop_entry().report))
    witness = report["functions"][0]["witnesses"][0]
    witness["old"] = "'\u202euser\u200b\x1b[31m'"
    witness["new"] = "'user\ud800😀'"
    witness["replay"] = "true\nrm -rf ~"
    permissions = ["clipboard-read", "clipboard-write"]
    entry = Entry("", "", report)
    with showing(browser, tmp_path, [entry], permissions=permissions) as seen:
        detail = seen.opened("to_pay")
        assert detail.locator(".value.old pre").inner_text() == r"'\u202euser\u200b\x1b[31m'"
        assert detail.locator(".value.new pre").inner_text() == r"'user\ud800😀'"
        detail.get_by_role("button", name="Copy replay").click()
        # On one line: pasted into a terminal, it does not start by itself.
        assert seen.page.evaluate("navigator.clipboard.readText()") == r"true\nrm -rf ~"


def test_the_policy_stops_what_is_not_the_pages_own(browser: Browser, tmp_path: Path) -> None:
    with showing(browser, tmp_path, [shop_entry()]) as seen:
        seen.page.evaluate(
            """() => {
                const script = document.createElement("script");
                script.textContent = "window.ran = true";
                document.body.append(script);
                const image = document.createElement("img");
                image.src = "http://127.0.0.1:9/x.png";
                document.body.append(image);
                const div = document.createElement("div");
                div.innerHTML = "<b onclick='window.ran = true'>b</b>";
                document.body.append(div);
                div.firstChild.click();
            }"""
        )
        assert seen.page.evaluate("window.ran") is None
        assert len(seen.complaints) == 3
        assert all("Content Security Policy" in each for each in seen.complaints)
        seen.complaints.clear()
        seen.requests.pop()  # was made, and stopped


@pytest.mark.slow
@given(hostile_reports())
@settings(max_examples=40)
def test_no_text_ends_the_element_that_holds_it(report: Report) -> None:
    entry = Entry("", "", report_object(report, with_source=True))
    page = render_page([entry])
    assert page == render_page([entry])
    assert page.isascii() or page.encode("utf-8")
    data = page.partition('id="data">')[2].partition("</script>\n<script>")[0]
    assert "<" not in data
    assert data.isascii()
    assert page.count("<script") == 2
