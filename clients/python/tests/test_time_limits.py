"""Whatever the pace of the bytes, a call ends in its time."""

import time
from typing import Any

import pytest
from loopback import Loopback, Peer

from turnout_client import Turnout, TurnoutConnectionError, TurnoutTimeoutError

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


def test_a_connection_that_is_not_made_in_time_is_tried_again() -> None:
    # A listener whose queue is full answers nobody. How many fit in it the system decides.
    import socket

    with socket.create_server(("127.0.0.1", 0), backlog=0) as listener:
        waiting = []
        for _ in range(4):
            sock = socket.socket()
            sock.setblocking(False)
            sock.connect_ex(listener.getsockname())
            waiting.append(sock)
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        with Turnout(base_url=url, api_key="tk_1", connect_timeout=0.2, max_retries=1) as client:
            with pytest.raises(TurnoutConnectionError, match="no connection in time") as caught:
                client.summary()
            assert caught.value.retries == 1
            assert not caught.value.maybe_charged
        for sock in waiting:
            sock.close()
