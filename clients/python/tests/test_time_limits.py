"""Whatever the pace of the bytes, a call ends in its time."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from loopback import Loopback, Peer

from turnout_client import Turnout, TurnoutConnectionError, TurnoutTimeoutError
from turnout_client.deadline import Deadline

#: A call that ends in its time ends long before this.
LONG_S = 15


def drip(text: str) -> Any:
    """A byte every 50 ms: no single wait is long."""

    def behave(peer: Peer) -> None:
        peer.request()
        for letter in text * 100:
            peer.send(letter)
            time.sleep(0.05)

    return behave


@pytest.mark.parametrize(
    "text",
    ["HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n"],
    ids=["in the head", "in the body"],
)
def test_bytes_that_come_slowly_are_late_too(text: str) -> None:
    with Loopback(drip(text)) as server, Turnout(base_url=server.url, timeout=0.5) as client:
        began = time.monotonic()
        with pytest.raises(TurnoutTimeoutError, match=r"within 0\.5 seconds") as caught:
            client.health()
        assert time.monotonic() - began < LONG_S
        assert isinstance(caught.value, TimeoutError)


def test_silence_has_a_limit_of_its_own() -> None:
    def behave(peer: Peer) -> None:
        peer.request()
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{")
        peer.wait_for_end()

    with (
        Loopback(behave) as server,
        Turnout(base_url=server.url, timeout=60, read_timeout=0.2) as client,
    ):
        with pytest.raises(TurnoutTimeoutError, match=r"Nothing came for 0\.2 seconds"):
            client.health()


def test_a_call_with_its_retries_has_a_limit_of_its_own() -> None:
    def behave(peer: Peer) -> None:
        while peer.request():
            peer.answer("", "503 Service Unavailable", "Retry-After: 5\r\n")

    with (
        Loopback(behave) as server,
        Turnout(base_url=server.url, total_timeout=2, max_retries=10) as client,
    ):
        began = time.monotonic()
        with pytest.raises(Exception, match="503") as caught:
            client.health()
        # The wait would end after the call: it is not begun.
        assert time.monotonic() - began < 2
        assert getattr(caught.value, "retries", None) == 0


@pytest.fixture
def deaf_url() -> Iterator[str]:
    """Of a listener whose queue is full: nobody is refused, and nobody is let in."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as listener, ExitStack() as waiting:
        # How many fit in the queue the system decides.
        for _ in range(4):
            sock = waiting.enter_context(socket.socket())
            sock.setblocking(False)
            sock.connect_ex(listener.getsockname())
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


def test_a_connection_that_is_not_made_in_time_is_tried_again(deaf_url: str) -> None:
    with Turnout(base_url=deaf_url, api_key="tk_1", connect_timeout=0.2, max_retries=1) as client:
        with pytest.raises(TurnoutConnectionError, match="no connection in time") as caught:
            client.summary()
        assert caught.value.retries == 1
        assert not caught.value.maybe_charged


def test_connecting_is_part_of_the_time_of_a_request(deaf_url: str) -> None:
    with Turnout(base_url=deaf_url, api_key="tk_1", timeout=0.2, connect_timeout=60) as client:
        began = time.monotonic()
        with pytest.raises(TurnoutTimeoutError) as caught:
            client.summary()
        assert time.monotonic() - began < LONG_S
        assert caught.value.retries == 0
        assert not caught.value.maybe_charged


def test_no_wait_is_longer_than_what_is_left() -> None:
    assert Deadline(2, 60).next_wait() <= 2
    assert Deadline(60, 2).next_wait() == 2
    assert 59 < Deadline(60).next_wait() <= 60
    with pytest.raises(socket.timeout):
        Deadline(-1).next_wait()
