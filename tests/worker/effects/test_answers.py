"""Does a stand-in for a service hear what is asked, and keep its caller going?"""

from __future__ import annotations

import pytest

from swerve.worker.effects._answers import Request, Service

OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n"
GET = b"GET /path?b=1&a=2 HTTP/1.1\r\nHost: example.com\r\nAccept: */*\r\n\r\n"
POST = b'POST / HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{"a": 1}'
CHUNKED = (
    b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1;more=x\r\nc\r\n0\r\n\r\n"
)


def asked(service: Service, *sent: bytes) -> tuple[list[Request], bytes]:
    """All that was asked, and all that was answered."""
    requests, answered = [], b""
    for data in sent:
        found, answer = service.receive(data)
        requests += found
        answered += answer or b""
    return requests, answered


@pytest.mark.parametrize("step", [8, 1000])
@pytest.mark.parametrize(
    ("sent", "label", "parts"),
    [
        pytest.param(
            GET,
            "GET http://example.com/path",
            {"headers": {"Accept": "*/*"}, "query": ["b=1", "a=2"]},
            id="query",
        ),
        pytest.param(
            POST,
            "POST http://example.com/",
            {"headers": {"Content-Type": "application/json"}, "body": {"a": 1}},
            id="json",
        ),
        pytest.param(
            CHUNKED, "POST http://example.com/", {"headers": {}, "body": "abc"}, id="chunks"
        ),
    ],
)
def test_a_request_is_heard_however_it_is_cut(
    sent: bytes, label: str, parts: dict[str, object], step: int
) -> None:
    pieces = [sent[at : at + step] for at in range(0, len(sent), step)]
    requests, answered = asked(Service("example.com", 80), *pieces)
    assert [(each.label, each.parts) for each in requests] == [(label, parts)]
    assert answered.startswith(OK)


def test_requests_on_one_connection_are_answered_one_by_one() -> None:
    requests, answered = asked(Service("example.com", 8080), GET + POST)
    assert [each.label for each in requests] == [
        "GET http://example.com:8080/path",
        "POST http://example.com:8080/",
    ]
    assert answered.count(OK) == 2


def test_a_body_that_is_waited_with_is_asked_for() -> None:
    head, body = POST.split(b"\r\n\r\n")
    service = Service("example.com", 80)
    assert service.receive(head + b"\r\nExpect: 100-continue\r\n\r\n") == (
        [],
        b"HTTP/1.1 100 Continue\r\n\r\n",
    )
    assert len(asked(service, body)[0]) == 1


def test_a_secure_service_behind_a_proxy_goes_by_its_own_name() -> None:
    service = Service("proxy.example.com", 3128)
    asked(service, b"CONNECT example.com:443 HTTP/1.1\r\n\r\n")
    service.is_secure = True
    requests, _ = asked(service, GET)
    assert requests[0].label == "GET https://example.com/path"


def test_a_letter_is_heard_whole() -> None:
    service = Service("mail.example.com", 25)
    assert service.greeting()
    sent = b"EHLO me\r\nMAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\nDATA\r\nHello\r\n.\r\nQUIT\r\n"
    (letter,), answered = asked(service, *sent.splitlines(keepends=True))
    assert letter.parts == {"mail": ["<a@b>"], "rcpt": ["<c@d>"], "text": "Hello"}
    assert answered.endswith(b"221 bye\r\n")


def test_a_store_gives_what_it_was_given() -> None:
    service = Service("store.example.com", 6379)
    sent = b"*3\r\n$3\r\nSET\r\n$1\r\na\r\n$1\r\nb\r\n*2\r\n$3\r\nGET\r\n$1\r\na\r\n"
    requests, answered = asked(service, sent)
    assert [each.parts["command"] for each in requests] == [["SET", "a", "b"]]
    assert answered == b"+OK\r\n$1\r\nb\r\n"


def test_whoever_speaks_otherwise_is_heard_and_hung_up_on() -> None:
    requests, answer = Service("example.com", 9).receive(b"\xff\x00")
    assert [(each.label, each.parts) for each in requests] == [
        ("data to example.com:9", {"body": b"\xff\x00"})
    ]
    assert answer is None
