"""Which addresses does the server answer, and with what?"""

from __future__ import annotations

import asyncio
import html
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from swerve.model.errors import StoreUnreachable, SwerveError, UnknownCampaign
from swerve.tell.pages import policy_text, render_live_page, render_plain_page
from swerve.tell.printable import printable

from ._access import COOKIE, Access
from ._slices import Slices

if TYPE_CHECKING:
    from swerve.model.campaign import Campaign

    from ._results import Store

#: A form with a token is short.
_LONGEST_FORM = 4096
_MOST_DIGITS = 18
#: Who guesses has to wait.
_WRONG_TOKEN_S = 0.5

_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class _Number(Convertor[int]):
    """A number that a database can hold: no other is there."""

    regex = f"[0-9]{{1,{_MOST_DIGITS}}}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("number", _Number())


def application(store: Store, access: Access) -> ASGIApp:
    """The server as ASGI has it: whoever may not look gets no further than its gate."""
    slices = Slices(store)
    routes = [
        Route("/", partial(_start, store)),
        Route("/campaigns/{campaign:number}", partial(_campaign, store)),
        Route("/api/campaigns/{campaign:number}/changes", partial(_changes, slices)),
        Route("/api/campaigns/{campaign:number}/changes/{number:number}", partial(_change, slices)),
        Route("/token", partial(_entered, access), methods=["POST"]),
    ]
    handlers: dict[Any, Callable[[Request, Exception], Response]] = {
        SwerveError: _complaint,
        404: _missing,
    }
    return Gate(Starlette(routes=routes, exception_handlers=handlers), access)


class Gate:
    """Lets through what may look, and says what the browser may do with the answer."""

    def __init__(self, inside: ASGIApp, access: Access) -> None:
        self._inside = inside
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # nothing here speaks anything else
            return
        answer = self._refusal(Request(scope)) or self._inside
        await answer(scope, receive, partial(_send_with_headers, send))

    def _refusal(self, request: Request) -> Response | None:
        if not self._access.is_known(request.headers.get("host", "")):
            return _plain(
                "Unknown host", "<p>Allow this host name with <code>--allow-host</code>.</p>", 421
            )
        if not self._access.token or self._has_token(request):
            return None
        path = request.scope["path"]  # that of `request.url` is made of what `Host` says, too
        if path == "/token" and request.method == "POST":
            return None
        if path.startswith("/api/"):
            return JSONResponse({"error": "a token is needed"}, 401)
        return _plain("A token is needed", _FORM, 401)

    def _has_token(self, request: Request) -> bool:
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and self._access.is_token(token.strip()):
            return True
        return self._access.is_cookie(request.cookies.get(COOKIE, ""))


_FORM = (
    '<form method="post" action="/token"><label class="said" for="token">Token</label>'
    '<input type="password" id="token" name="token" placeholder="Token" required autofocus>'
    "<button>Open</button></form>"
)


async def _send_with_headers(send: Send, message: Message) -> None:
    if message["type"] == "http.response.start":
        own = {name.lower() for name, _ in message["headers"]}
        added = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
        message["headers"] += [each for each in added if each[0] not in own]
    await send(message)


async def _entered(access: Access, request: Request) -> Response:
    """A token was entered: keep that in a cookie, which is not the token."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > _LONGEST_FORM:
            return _plain("Too long", "<p>That is too long for a token.</p>", 413)
    token = parse_qs(body.decode("utf-8", "replace")).get("token", [""])[0]
    if not access.token or not access.is_token(token):
        await asyncio.sleep(_WRONG_TOKEN_S)
        return _plain("A token is needed", f"<p>That token is wrong.</p>{_FORM}", 401)
    answer = RedirectResponse("/", 303)
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, access.cookie, httponly=True, samesite="strict", secure=secure)
    return answer


def _start(store: Store, request: Request) -> Response:
    campaigns = store.campaigns()[::-1]
    if not campaigns:
        return _plain("No campaign yet", "<p><code>swerve campaign run</code> starts one.</p>")
    lines = [_campaign_line(store, campaign) for campaign in campaigns[:200]]
    return _plain("Campaigns", f'<ol class="rows">{"".join(lines)}</ol>')


def _campaign_line(store: Store, campaign: Campaign) -> str:
    status = store.status(campaign.number)
    done = status.counts["done"]
    name, source = (html.escape(printable(each)) for each in (campaign.name, campaign.source))
    return (
        f'<li class="item"><a href="/campaigns/{campaign.number}"><b>{name}</b>'
        f'<span class="facts">{done:,} of {status.total:,} changes · {source}</span></a></li>'
    )


def _campaign(store: Store, request: Request) -> Response:
    number = request.path_params["campaign"]
    names = [each.name for each in store.campaigns() if each.number == number]
    if not names:
        return _missing(request)
    live = {"title": names[0], "api": f"/api/campaigns/{number}"}
    page = render_live_page(names[0], live)
    policy = f"{policy_text(connects=True)}; frame-ancestors 'none'"
    return HTMLResponse(page, headers={"content-security-policy": policy})


def _changes(slices: Slices, request: Request) -> Response:
    after = request.query_params.get("after", "0")
    if not after.isdecimal() or not after.isascii() or len(after) > _MOST_DIGITS:
        return JSONResponse({"error": "`after` is not a number"}, 400)
    return JSONResponse(slices.changes(request.path_params["campaign"], int(after)))


def _change(slices: Slices, request: Request) -> Response:
    found = slices.change(request.path_params["campaign"], request.path_params["number"])
    return JSONResponse(found) if found is not None else _missing(request)


def _complaint(request: Request, error: Exception) -> Response:
    """What a user can act on, in the words it has."""
    status = 404 if isinstance(error, UnknownCampaign) else 503
    status = status if isinstance(error, (UnknownCampaign, StoreUnreachable)) else 500
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": str(error)}, status)
    return _plain("Something went wrong", f"<p>{html.escape(printable(str(error)))}</p>", status)


def _missing(request: Request, error: Exception | None = None) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": "not found"}, 404)
    return _plain("Not found", '<p><a href="/">All campaigns</a></p>', 404)


def _plain(title: str, body: str, status: int = 200) -> HTMLResponse:
    bar = '<div class="bar"><a class="mark" href="/">swerve</a></div>'
    page = render_plain_page(title, f"{bar}<h1>{html.escape(title)}</h1>{body}")
    policy = f"{policy_text()}; frame-ancestors 'none'".replace(
        "form-action 'none'", "form-action 'self'"
    )
    return HTMLResponse(page, status, {"content-security-policy": policy})
