"""A real browser, and a page that tells on itself."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect, sync_playwright

from swerve.tell.pages import Entry, render_page

# A machine that does much else at the time is no fault of a page.
expect.set_options(timeout=30_000)

_WAITING = """
async () => {
    const until = performance.now() + 30_000;
    while (!(%s)) {
        if (performance.now() > until) throw new Error("it took more than 30 s");
        await new Promise((done) => setTimeout(done, 20));
    }
}
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium without a window."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("chromium is not installed (apt install chromium)")
    with sync_playwright() as playwright:
        # Chromium does not confine itself for root.
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        started = playwright.chromium.launch(executable_path=program, args=arguments)
        yield started
        started.close()


@dataclass
class Watched:
    """A page, and what it did that a page should not do."""

    page: Page
    #: Dialogs that it opened, errors that it threw, and what it wrote to the console.
    complaints: list[str] = field(default_factory=list)
    #: What it asked for, itself left out.
    requests: list[str] = field(default_factory=list)

    def rows(self) -> list[str]:
        """Names of the functions in the list, in order."""
        return self.page.locator("#function-list .name").all_inner_texts()

    def opened(self, name: str) -> Any:
        """Open a function, and return what it shows."""
        item = self.page.locator("#function-list > li", has_text=name).first
        item.locator(".row").click()
        return item.locator(".detail")

    def wait_until(self, condition: str) -> None:
        """Wait for a condition in JavaScript.

        `wait_for_function` asks a second time with `eval`, which the policy of our pages forbids.
        """
        self.page.evaluate(_WAITING % condition)


@contextmanager
def watched(browser: Browser, **context: Any) -> Iterator[Watched]:
    """A page in a profile of its own."""
    made = browser.new_context(
        viewport=context.pop("viewport", {"width": 1200, "height": 900}), **context
    )
    page = made.new_page()
    page.set_default_timeout(30_000)
    seen = Watched(page)

    def dismiss(dialog: Dialog) -> None:
        seen.complaints.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", dismiss)
    page.on("pageerror", lambda error: seen.complaints.append(str(error)))
    page.on("console", lambda message: seen.complaints.append(message.text))
    page.on("request", lambda request: seen.requests.append(request.url))
    try:
        yield seen
    finally:
        made.close()


@contextmanager
def showing(
    browser: Browser, folder: Path, entries: list[Entry], **context: Any
) -> Iterator[Watched]:
    """A page of these entries, opened from a file; it must not complain, nor ask for anything."""
    file = folder / "report.html"
    file.write_text(render_page(entries), "utf-8")
    with watched(browser, **context) as seen:
        seen.page.goto(file.as_uri())
        yield seen
        assert seen.complaints == []
        assert set(seen.requests) == {file.as_uri()}
