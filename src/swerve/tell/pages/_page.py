"""How is a page put together, and what keeps it from doing anything but show?

A page is one text that asks nobody for anything. Its scripts and styles are allowed by their
hashes, so that whatever else might end up in it as markup stays without effect; and what it shows
travels as JSON that cannot end its own element, and is put on the page as text.
"""

from __future__ import annotations

import html
import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from swerve.tell.printable import printable

from ._digest import Digest
from ._entry import Entry
from ._entry_data import entry_data

_STYLES = ("base.css", "page.css", "code.css", "charts.css", "print.css")
#: Each uses what those before it define.
_SCRIPTS = (
    "dom.js",
    "copying.js",
    "python.js",
    "code.js",
    "witness.js",
    "detail.js",
    "charts.js",
    "source.js",
    "filters.js",
    "functions.js",
    "changes.js",
    "keys.js",
    "page.js",
)


def render_page(entries: Sequence[Entry]) -> str:
    """Return one HTML page that shows what was found about the changes, and needs nothing else.

    The same entries give the same text, in pure ASCII: whatever encoding it is written in.
    """
    changes = [entry_data(entry) for entry in entries]
    digest = Digest()
    for change in changes:
        digest.add(change)
    data = {"changes": changes, "digest": digest.data()}
    title = changes[0]["title"] if len(changes) == 1 else f"{len(changes)} changes"
    return _page(title, data)


def render_live_page(title: str, live: Mapping[str, Any]) -> str:
    """Return the same page without results: it asks the server that it came from for them."""
    return _page(title, {"title": title, "live": live}, connects=True)


def render_plain_page(title: str, body: str) -> str:
    """Return a page without a script, in the same style; `body` is markup."""
    return (
        f"<!doctype html>\n<html lang=en>\n{_head(title)}\n<body class=plain>\n{body}\n</body>\n"
        "</html>\n"
    )


def _page(title: str, data: Mapping[str, Any], *, connects: bool = False) -> str:
    policy = f'<meta http-equiv="Content-Security-Policy" content="{policy_text(connects)}">'
    return (
        (
            f"<!doctype html>\n<html lang=en>\n{_head(title, policy)}\n<body>\n"
            f"{_asset('page.html')}"
            f'<script type="application/json" id="data">{_inert(data)}</script>\n'
            f"<script>{_script()}</script>\n</body>\n</html>\n"
        )
        .encode("ascii", "xmlcharrefreplace")
        .decode("ascii")
    )


def _head(title: str, policy: str = "") -> str:
    return (
        f'<head>\n<meta charset="utf-8">\n{policy}\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{html.escape(printable(title))} · swerve</title>\n"
        f"<style>{_style()}</style>\n</head>"
    )


def policy_text(connects: bool = False) -> str:
    """What a page may do: run its own script, use its own style, and nothing else."""
    asks = "; connect-src 'self'" if connects else ""
    return (
        f"default-src 'none'; script-src {_hash(_script())}; style-src {_hash(_style())}{asks}; "
        "base-uri 'none'; form-action 'none'"
    )


def _inert(data: Mapping[str, Any]) -> str:
    """JSON in pure ASCII, without the characters that markup starts with."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


@lru_cache(maxsize=1)
def _style() -> str:
    return "\n" + "\n".join(map(_asset, _STYLES))


@lru_cache(maxsize=1)
def _script() -> str:
    body = "\n".join(map(_asset, _SCRIPTS))
    return _ascii_script(f'\n(() => {{\n"use strict";\n{body}}})();\n')


def _ascii_script(text: str) -> str:
    """The same script in pure ASCII; what is not stands in texts and comments only."""
    units = text.encode("utf-16-le", "surrogatepass")
    numbers = (units[at] | units[at + 1] << 8 for at in range(0, len(units), 2))
    return "".join(chr(number) if number < 128 else f"\\u{number:04x}" for number in numbers)


def _asset(name: str) -> str:
    return (files("swerve.tell.pages") / "assets" / name).read_text(encoding="utf-8")
