"""Is the site of the docs whole, and does it ask nobody else for anything?"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urljoin, urlsplit

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
#: A browser starts light.
_SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
_CHROMIUM = shutil.which("chromium")
_REQUESTED_RELATIONS = {"stylesheet", "icon", "preload", "prefetch", "preconnect", "manifest"}


class _Page(HTMLParser):
    """What a page asks for, where it leads to, and what it can be led to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.requested: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        self.requested += [values[name] for name in ("src", "data", "poster") if name in values]
        self.requested += re.findall(r"url\(['\"]?([^)'\"]+)", values.get("style", ""))
        if tag == "link" and _REQUESTED_RELATIONS & set(values.get("rel", "").split()):
            self.requested.append(values["href"])
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])


def _build(folder: Path, config: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config), "-d", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = _build(folder, ROOT / "mkdocs.yml")
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, _Page]:
    """Every page by its path below the site."""
    found = {
        f"/{file.relative_to(site).as_posix()}": _Page(file.read_text("utf-8"))
        for file in site.rglob("*.html")
        if file.name != "404.html"  # its addresses are those of the place where it is shown
    }
    assert len(found) > 30
    return found


def _file(path: str) -> str:
    return f"{path}index.html" if path.endswith("/") else path


def test_a_page_asks_for_nothing_that_is_not_on_the_site(
    site: Path, pages: dict[str, _Page]
) -> None:
    for path, page in pages.items():
        assert page.requested, path
        for address in page.requested:
            if address.startswith("data:"):
                continue
            assert not urlsplit(address).netloc, f"{path} asks for {address}"
            target = unquote(urlsplit(urljoin(path, address)).path)
            assert (site / target.lstrip("/")).is_file(), f"{path} asks for {address}"


def test_styles_ask_for_nothing_elsewhere(site: Path) -> None:
    for file in site.rglob("*.css"):
        text = file.read_text("utf-8")
        addresses = re.findall(r"url\(['\"]?([^)'\"]+)|@import ['\"]([^'\"]+)", text)
        for address in (one or other for one, other in addresses):
            assert address.startswith("data:") or not urlsplit(address).netloc, f"{file}: {address}"


def test_links_within_the_site_lead_somewhere(site: Path, pages: dict[str, _Page]) -> None:
    followed = 0
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(urljoin(path, link))
            if parts.scheme or parts.netloc:
                continue
            target = _file(unquote(parts.path))
            assert (site / target.lstrip("/")).is_file(), f"{path} links to {link}"
            if parts.fragment and target in pages:
                anchors = pages[target].anchors
                assert unquote(parts.fragment) in anchors, f"{path} links to {link}"
            followed += 1
    assert followed > 1000


def test_a_link_that_leads_nowhere_fails_the_build(tmp_path: Path) -> None:
    """Links out of docs/ are led elsewhere: a broken one must not get lost on the way."""
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    with (tmp_path / "docs" / "settings.md").open("a", encoding="utf-8") as page:
        page.write("\n[one](../src/nothing.md), [two](nothing.md), [three](json.md#nothing)\n")
    config = (ROOT / "mkdocs.yml").read_text("utf-8")
    config = config.replace("docs_dir: docs", f"docs_dir: {tmp_path / 'docs'}")
    config = config.replace("scripts/site_files.py", str(ROOT / "scripts" / "site_files.py"))
    (tmp_path / "mkdocs.yml").write_text(config, "utf-8")
    done = _build(tmp_path / "site", tmp_path / "mkdocs.yml")
    assert done.returncode != 0
    assert "../src/nothing.md" in done.stderr
    assert "'nothing.md'" in done.stderr
    assert "json.md#nothing" in done.stderr


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.skipif(_CHROMIUM is None, reason="needs Chromium")
def test_a_browser_asks_nobody_else_and_finds_what_it_searches(
    address: str, pages: dict[str, _Page]
) -> None:
    from playwright.sync_api import sync_playwright

    requested: list[str] = []
    errors: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_CHROMIUM, args=["--no-sandbox"])
        tab = browser.new_page()
        tab.on("request", lambda request: requested.append(request.url))
        tab.on("pageerror", lambda error: errors.append(str(error)))
        for path in pages:
            tab.goto(address + path)
        tab.goto(f"{address}/", wait_until="networkidle")  # what is typed earlier is not heard
        tab.locator("input[name=query]").press_sequentially("witness")
        tab.wait_for_selector(".md-search-result__link")
        links = tab.eval_on_selector_all(".md-search-result__link", "all => all.map(a => a.href)")
        for scheme in _SCHEMES:
            before = tab.evaluate("getComputedStyle(document.body).backgroundColor")
            tab.emulate_media(color_scheme=scheme)
            # A script of the page hears of it, some time later.
            changed = "before => getComputedStyle(document.body).backgroundColor != before"
            tab.wait_for_function(changed, arg=before)
        browser.close()
    assert len(requested) > len(pages)
    assert [url for url in requested if not url.startswith((address, "data:", "blob:"))] == []
    assert errors == []
    assert any("/witnesses/" in link for link in links)
