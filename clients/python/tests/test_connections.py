"""Connections: what is sent over them, when they are used again, how long they may take, and whom they trust."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Callable

import pytest
from loopback import LONG_S, Loopback, Peer, answers

from turnout_client import Turnout, TurnoutConnectionError, TurnoutTimeoutError

OPENSSL = shutil.which("openssl")


def test_what_is_sent() -> None:
    requests: list[str] = []

    def behave(peer: Peer) -> None:
        while request := peer.request():
            requests.append(request)
            peer.answer("{}")

    with Loopback(behave) as server:
        with Turnout(base_url=f"{server.url}/gym/", api_key=" tk_1\n", gym_id="a b") as client:
            client.summary(gym_id="a&b")
            client.trainers.get("../Anna Zoë", period="day")
            client.status()
            client.ask("Wie voll war Pilates?", prev=["Zoë?"], mode="summarize")
    assert [request.split(" HTTP/1.1\r\n")[0] for request in requests] == [
        "GET /gym/v1/summary?gym_id=a%26b",
        "GET /gym/v1/trainers/..%2FAnna%20Zo%C3%AB?gym_id=a+b&period=day",
        "GET /gym/v1/status",
        "POST /gym/ask?gym_id=a+b",
    ]
    head, _, body = requests[3].partition("\r\n\r\n")
    assert "\r\nAuthorization: Bearer tk_1\r\n" in f"{head}\r\n"
    assert "\r\nUser-Agent: turnout-client-python/1.2.0 (python 3." in head
    assert "\r\nContent-Type: application/json\r\n" in f"{head}\r\n"
    assert body == (
        '{"query": {"text": "Wie voll war Pilates?"}, "prefer": {"streaming": false, '
        '"mode": "summarize"}, "meta": {"version": "0.55", "session_context": {}}, '
        '"context": {"prev": ["Zoë?"]}}'
    )


def test_eight_threads_share_a_client_and_its_connections() -> None:
    behave = answers('{"status":"ok"}')
    with Loopback(behave) as server, Turnout(base_url=server.url) as client:
        client.health()
        client.health()
        assert server.connections == 1
        start = threading.Barrier(8)

        def work(_: int) -> list[str]:
            start.wait()
            return [client.health()["status"] for _ in range(50)]

        with ThreadPoolExecutor(8) as threads:
            given = [status for statuses in threads.map(work, range(8)) for status in statuses]
        assert given == ["ok"] * 400
        assert server.connections <= 8


def test_a_connection_that_the_server_has_closed_is_not_used_again() -> None:
    closed = threading.Event()

    def behave(peer: Peer) -> None:
        peer.request()
        peer.answer("{}")
        if peer.number == 0:
            peer.sock.shutdown(socket.SHUT_RDWR)
            closed.set()
        else:
            peer.wait_for_end()

    # No retry is made: the client has seen that the connection is closed before it sent anything.
    with Loopback(behave) as server, Turnout(base_url=server.url, max_retries=0) as client:
        client.health()
        closed.wait(LONG_S)
        client.health()
        assert server.connections == 2


@pytest.mark.parametrize(("name", "value"), [("MOST_IDLE_S", 0), ("MOST_IDLE", 0)])
def test_a_connection_waits_neither_too_long_nor_with_too_many(
    name: str, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"turnout_client.connection.{name}", value)
    with Loopback(answers("{}")) as server, Turnout(base_url=server.url) as client:
        client.health()
        client.health()
        assert server.connections == 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system knows no fork")
def test_a_child_process_leaves_the_connections_to_its_parent() -> None:
    with Loopback(answers("{}")) as server, Turnout(base_url=server.url) as client:
        client.health()
        child = os.fork()
        if child == 0:
            try:
                client.health()
                os._exit(0)
            except BaseException:
                os._exit(1)
        _, status = os.waitpid(child, 0)
        client.health()
        assert status == 0
        assert server.connections == 2


def test_a_closed_client_makes_no_call() -> None:
    client = Turnout(sandbox=True)
    client.close()
    with pytest.raises(RuntimeError, match="closed"):
        client.health()


def test_what_is_no_http_is_a_lost_connection() -> None:
    def behave(peer: Peer) -> None:
        peer.request()
        peer.send("SSH-2.0-OpenSSH_9.2\r\n")
        peer.wait_for_end()

    with Loopback(behave) as server, Turnout(base_url=server.url, max_retries=0) as client:
        with pytest.raises(TurnoutConnectionError, match="BadStatusLine"):
            client.health()


def test_a_name_that_does_not_exist_is_not_asked_for_again() -> None:
    with Turnout(base_url="http://nobody.invalid") as client:
        with pytest.raises(TurnoutConnectionError) as caught:
            client.summary()
        assert caught.value.retries == 0


def drip(text: str) -> Callable[[Peer], None]:
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
        with pytest.raises(TurnoutTimeoutError, match=r"within 0\.5 seconds"):
            client.health()
        assert time.monotonic() - began < LONG_S


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


def test_connecting_is_part_of_the_time_of_a_request(deaf_url: str) -> None:
    with Turnout(base_url=deaf_url, api_key="tk_1", timeout=0.2) as client:
        with pytest.raises(TurnoutTimeoutError) as caught:
            client.summary()
        assert (caught.value.retries, caught.value.maybe_charged) == (0, False)


@pytest.mark.skipif(OPENSSL is None, reason="there is no openssl to make a certificate with")
def test_certificates_and_names_are_checked_before_a_key_is_sent(tmp_path: Path) -> None:
    certificate, key = str(tmp_path / "certificate.pem"), str(tmp_path / "key.pem")
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    command = [OPENSSL or "", "req", "-x509", *made, *subject, "-keyout", key, "-out", certificate]
    subprocess.run(command, check=True, capture_output=True)
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.load_cert_chain(certificate, key)
    trusting = ssl.create_default_context(cafile=certificate)
    requests: list[str] = []

    def behave(peer: Peer) -> None:
        while request := peer.request():
            requests.append(request)
            peer.answer('{"status":"ok"}')

    with Loopback(behave, served) as server:
        for url, context in [
            (server.url, None),
            (server.url.replace("localhost", "127.0.0.1"), trusting),
        ]:
            with Turnout(base_url=url, api_key="tk_1", ssl_context=context) as client:
                with pytest.raises(TurnoutConnectionError, match="certificate") as caught:
                    client.summary()
            assert (caught.value.retries, caught.value.maybe_charged) == (0, False)
        assert requests == []
        with Turnout(base_url=server.url, ssl_context=trusting) as client:
            assert [client.health()["status"] for _ in range(2)] == ["ok", "ok"]
        assert (len(requests), server.connections) == (2, 3)
