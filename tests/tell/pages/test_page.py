"""Does a page show what was found, in a real browser?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.tell.builders import effect, found, report
from tests.tell.pages.browsing import showing
from tests.tell.pages.page_reports import campaign_entries, changed, priced_pair, shop_entry

from swerve.model import Verdict
from swerve.tell import report_object
from swerve.tell.pages import Entry

pytestmark = pytest.mark.slow


def test_the_page_opens_with_the_summary_and_the_worst_first(
    browser: Browser, tmp_path: Path
) -> None:
    with showing(browser, tmp_path, [shop_entry()]) as seen:
        assert seen.page.title() == "Simplify `to_pay` · swerve"
        assert seen.page.locator("h1").inner_text() == "Simplify to_pay"
        tiles = seen.page.locator(".tile b").all_inner_texts()
        assert tiles == ["2", "1", "1", "1"]
        assert seen.rows() == ["to_pay", "fetch", "Cart.clear", "Cart.total", "Cart.count"]
        assert "1 unintended" in seen.page.locator(".marks").inner_text()
        assert "no Python" in seen.page.locator(".problem").inner_text()
        seen.page.get_by_text("Left out").click()
        assert seen.page.get_by_text("tests/test_cart.py").is_visible()


def test_filters_leave_what_they_name(browser: Browser, tmp_path: Path) -> None:
    with showing(browser, tmp_path, [shop_entry()]) as seen:
        page = seen.page
        page.get_by_role("button", name="2 changed").click()
        assert seen.rows() == ["to_pay", "fetch"]
        assert page.locator("#count").inner_text() == "2 of 5"
        page.get_by_label("judgement").select_option("intended")
        assert seen.rows() == ["fetch"]
        page.get_by_role("button", name="Clear").click()
        assert len(seen.rows()) == 5
        page.get_by_label("file").select_option("shop/cart.py")
        assert seen.rows() == ["Cart.clear", "Cart.total", "Cart.count"]
        page.get_by_label("engine").select_option("generate")
        assert seen.rows() == ["Cart.count"]
        page.get_by_role("button", name="Clear").click()
        page.get_by_label("realism").select_option("observed")
        assert seen.rows() == ["to_pay"]
        page.get_by_role("button", name="Clear").click()
        page.get_by_label("Find").fill("TO_PAY(0, 0.0)")
        assert seen.rows() == []
        assert page.locator("#none").is_visible()
        page.get_by_label("Find").fill("to_pay(0, 0)")
        assert seen.rows() == ["to_pay"]


def test_a_function_opens_with_its_witness_code_and_evidence(
    browser: Browser, tmp_path: Path
) -> None:
    with showing(browser, tmp_path, [shop_entry()]) as seen:
        detail = seen.opened("to_pay")
        assert detail.locator(".path").inner_text() == "result"
        assert detail.locator(".value.old pre").inner_text() == "0"
        assert detail.locator(".value.new mark").all_inner_texts() == ["0.0"]
        assert "unintended" in detail.locator(".witness-head").inner_text()
        assert detail.get_by_text("the message says so").is_visible()
        shades = {
            look: detail.locator(f".side.old.{look} .number").all_inner_texts()
            for look in ("ran", "missed", "idle")
        }
        assert shades == {"ran": ["12", "14", "15"], "missed": ["13"], "idle": []}
        assert detail.locator(".code .side.new mark").first.inner_text() == "="
        assert "6 of 7 changed lines of code ran" in detail.locator(".legend").inner_text()
        generate = detail.locator(".evidence tbody tr").nth(1).inner_text()
        assert " ".join(generate.split()) == "generate 120 3 of 4 3 of 3 a call that differs"


def test_effects_stand_side_by_side(browser: Browser, tmp_path: Path) -> None:
    function = found(Verdict.CHANGED, priced_pair(), witnesses=(effect("a\nb\n", "a\nB\n"),))
    entry = Entry("", "", report_object(report(function), with_source=True))
    with showing(browser, tmp_path, [entry]) as seen:
        alike, first = seen.opened("to_pay").locator(".effect").all()
        assert "file a.txt" in alike.inner_text()
        assert first.locator(".where").inner_text() == "file out.csv differs first"
        assert first.locator(".value.new mark").all_inner_texts() == ["B"]


def test_an_interface_difference_is_told(browser: Browser, tmp_path: Path) -> None:
    with showing(browser, tmp_path, [shop_entry()]) as seen:
        told = seen.opened("Cart.clear").inner_text()
        assert "breaking parameter w renamed to width; breaks Cart.clear(w=...)" in told
        assert "The changed lines contain no code that can run." in told


def test_buttons_copy_also_where_the_page_has_no_clipboard(
    browser: Browser, tmp_path: Path
) -> None:
    """Pages that are served over plain http have none; the selection is copied then."""
    permissions = ["clipboard-read", "clipboard-write"]
    commands = {
        "Copy replay": "swerve replay witnesses/to_pay-0.json",
        "Copy call as Python": "from shop.prices import to_pay\n\nto_pay(0, 0)",
        "Copy test command": "swerve check 1c3b9e0..694c6d3 shop/prices.py --write-tests tests/",
    }
    with showing(browser, tmp_path, [shop_entry()], permissions=permissions) as seen:
        buttons = seen.opened("to_pay").locator(".copy")
        assert buttons.all_inner_texts() == list(commands)
        for number, text in enumerate(commands.values()):
            buttons.nth(number).click()
            expect(buttons.nth(number)).to_have_text("Copied")
            assert seen.page.evaluate("navigator.clipboard.readText()") == text
        seen.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
        buttons.first.click()
        seen.wait_until("(await navigator.clipboard.readText()).startsWith('swerve replay')")


def test_everything_can_be_done_with_the_keyboard(browser: Browser, tmp_path: Path) -> None:
    with showing(browser, tmp_path, [shop_entry()]) as seen:
        page, press = seen.page, seen.page.keyboard.press

        def focused() -> str:
            return str(page.evaluate("document.activeElement.innerText"))

        press("j")
        press("j")
        assert "fetch" in focused()
        press("k")
        assert "to_pay" in focused()
        press("Enter")
        detail = page.locator("#function-list .detail").first
        assert detail.is_visible()
        assert page.locator("#function-list .row").first.get_attribute("aria-expanded") == "true"
        press("Tab")
        press("Escape")
        assert not detail.is_visible()
        assert "to_pay" in focused()
        press("1")
        assert seen.rows() == ["to_pay", "fetch"]
        press("i")
        assert seen.rows() == ["to_pay"]
        press("x")
        assert len(seen.rows()) == 5
        press("/")
        page.keyboard.type("count j")  # a letter in the field is no command
        assert page.get_by_label("Find").input_value() == "count j"
        press("Escape")
        assert len(seen.rows()) == 5
        press("Escape")
        press("?")
        assert page.get_by_role("dialog", name="Keyboard").is_visible()
        press("Escape")
        assert not page.get_by_role("dialog", name="Keyboard").is_visible()
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid"


def test_light_and_dark_follow_the_system_and_the_toggle(browser: Browser, tmp_path: Path) -> None:
    paper = "getComputedStyle(document.body).backgroundColor"
    light, dark = "rgb(251, 251, 249)", "rgb(19, 21, 25)"
    with showing(browser, tmp_path, [shop_entry()], color_scheme="light") as seen:
        page = seen.page
        assert page.evaluate(paper) == light
        page.emulate_media(color_scheme="dark")
        assert page.evaluate(paper) == dark
        page.get_by_role("button", name="Light", exact=True).click()
        assert page.evaluate(paper) == light
        page.reload()
        assert page.evaluate(paper) == light
        page.emulate_media(media="print", color_scheme="dark")
        assert not page.locator("#filters").is_visible()


def test_nothing_is_wider_than_a_phone(browser: Browser, tmp_path: Path) -> None:
    size = {"width": 375, "height": 700}
    width = "document.documentElement.scrollWidth"
    with showing(browser, tmp_path, [shop_entry()], viewport=size) as seen:
        for name in ("to_pay", "fetch", "Cart.clear"):
            seen.opened(name)
        assert seen.page.evaluate(width) == 375
        old, new = seen.page.locator(".value").nth(0), seen.page.locator(".value").nth(1)
        above, below = old.bounding_box(), new.bounding_box()
        assert above is not None
        assert below is not None
        assert above["y"] + above["height"] <= below["y"]
    with showing(browser, tmp_path, campaign_entries(30), viewport=size) as seen:
        seen.page.locator("#change-list .row").first.click()
        assert seen.page.evaluate(width) == 375


def test_long_values_do_not_widen_the_page(browser: Browser, tmp_path: Path) -> None:
    """What only a screen reader says stood behind the cut, and made room for itself."""
    function = changed()
    (witness,) = function.witnesses
    long = replace(function, witnesses=(replace(witness, old=repr("a" * 300)),))
    entry = Entry("", "", report_object(report(long), with_source=True))
    with showing(browser, tmp_path, [entry], viewport={"width": 1280, "height": 700}) as seen:
        assert seen.page.evaluate("document.documentElement.scrollWidth") == 1280


def test_an_address_opens_a_function_or_a_witness(browser: Browser, tmp_path: Path) -> None:
    with showing(browser, tmp_path, [shop_entry()]) as seen:
        seen.opened("Cart.count")
        address = seen.page.url
        assert "#f=0/shop%2Fcart.py" in address
        seen.page.goto("about:blank")
        seen.requests.clear()
        seen.page.goto(address)
        assert seen.page.locator(".item.open .name").all_inner_texts() == ["Cart.count"]
        witness = seen.opened("to_pay").locator(".witness").get_attribute("id")
        seen.page.goto("about:blank")
        seen.requests.clear()
        seen.page.goto(f"{address.partition('#')[0]}#{witness}")
        assert seen.page.locator(".item.open .name").all_inner_texts() == ["to_pay"]
        seen.requests[:] = [url.partition("#")[0] for url in seen.requests]


def test_a_campaign_has_charts_and_a_list_of_changes(browser: Browser, tmp_path: Path) -> None:
    with showing(browser, tmp_path, campaign_entries(150)) as seen:
        page = seen.page
        assert page.locator("h1").inner_text() == "150 changes"
        titles = page.locator(".chart h3").all_inner_texts()
        assert titles == ["Verdicts over time", "Time per pair", "Reach"]
        verdicts = page.get_by_role("img", name="Verdicts over time")
        said = verdicts.get_attribute("aria-label")
        told = "30 changed, 22 inconclusive, 150 likely preserved, 150 preserved"
        assert said == f"Verdicts over time. {told}"
        assert verdicts.locator("rect").count() > 75
        assert page.locator("#change-list > li").count() == 20
        page.get_by_role("button", name="130 more changes").click()
        assert page.locator("#change-list > li").count() == 40
        page.locator("#change-list .row").nth(5).click()
        page.get_by_role("button", name="Show only its 3 functions").click()
        assert seen.rows() == ["pay_5", "tidy_5", "step_5"]
        assert page.locator("#count").inner_text() == "3 of 352 in Change number 5"
        assert "change Change number 5" in " ".join(seen.opened("pay_5").inner_text().split())


def test_functions_are_drawn_when_they_come_near(browser: Browser, tmp_path: Path) -> None:
    with showing(browser, tmp_path, campaign_entries(150)) as seen:
        items = seen.page.locator("#function-list > li")
        assert items.count() < 352
        for _ in range(300):  # a busy machine takes its time to notice
            if items.count() == 352:
                break
            seen.page.keyboard.press("End")
            seen.page.wait_for_timeout(30)
        expect(items).to_have_count(352)
