"""Is what code asks of services told, and does none of it leave the cell?"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.run.host.grounds import one_side, ran, seen

from swerve.run.host import Lane

SOURCE = """
import json
import socket
import urllib.request

def fetch(url):
    with urllib.request.urlopen(url, timeout=5) as answer:
        return answer.status, json.load(answer)

def post(text):
    request = urllib.request.Request("http://example.com/a", text.encode(), {"X-Name": "x"})
    urllib.request.urlopen(request).close()

def twice():
    for path in ("b", "a"):
        urllib.request.urlopen(f"http://example.com/{path}").close()

def here():
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(server.getsockname()) as one:
            other, _ = server.accept()
            one.sendall(b"words")
            with other:
                return other.recv(5)

def tell(text):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        return sender.sendto(text.encode(), ("metrics.example.com", 8125))
"""


@pytest.fixture(scope="module")
def lane(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lane]:
    with one_side(tmp_path_factory.mktemp("network"), SOURCE, limit_s=10) as lane:
        yield lane


@pytest.mark.parametrize(
    "url", ["http://example.com/a", "https://example.com:8443/a", "http://127.0.0.1:9/a"]
)
def test_a_request_is_answered_and_told(lane: Lane, url: str) -> None:
    found = seen(ran(lane, "fetch", url))
    assert found["result"] == "(200, {})"
    assert found["requests"].startswith(f"{{'GET {url}': [{{'headers': ")


def test_what_is_sent_is_told(lane: Lane) -> None:
    told = seen(ran(lane, "post", "words"))["requests"]
    assert "'body': 'words'" in told
    assert "'X-Name': 'x'" in told


def test_the_order_of_requests_is_told(lane: Lane) -> None:
    assert seen(ran(lane, "twice"))["order"] == (
        "{'http://example.com': ['GET http://example.com/b', 'GET http://example.com/a']}"
    )


def test_what_stays_on_this_machine_is_real(lane: Lane) -> None:
    assert seen(ran(lane, "here")) == {"result": "b'words'"}


def test_packets_are_told(lane: Lane) -> None:
    found = seen(ran(lane, "tell", "hits:1"))
    assert found["requests"] == "{'data to metrics.example.com:8125': [{'body': 'hits:1'}]}"
