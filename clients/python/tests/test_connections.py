"""Connections are used again, and given up where they cannot be."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from loopback import Loopback, Peer, answers

from turnout_client import Turnout, TurnoutConnectionError, TurnoutError, UnexpectedAnswerError


def test_calls_one_after_the_other_share_a_connection() -> None:
    with Loopback(answers("{}")) as server, Turnout(base_url=server.url) as client:
        for _ in range(5):
            client.health()
        assert server.connections == 1


def test_eight_threads_share_a_client() -> None:
    behave = answers('{"status":"ok"}')
    with Loopback(behave) as server, Turnout(base_url=server.url) as client:
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
            peer.sock.shutdown(2)
            closed.set()
        else:
            peer.wait_for_end()

    # No retry is made: the client has seen that the connection is closed before it sent anything.
    with Loopback(behave) as server, Turnout(base_url=server.url, max_retries=0) as client:
        client.health()
        closed.wait(20)
        client.health()
        assert server.connections == 2


def test_a_server_that_wants_no_second_request_gets_none() -> None:
    def behave(peer: Peer) -> None:
        peer.request()
        peer.answer("{}", fields="Connection: close\r\n")
        peer.wait_for_end()

    with Loopback(behave) as server, Turnout(base_url=server.url) as client:
        client.health()
        client.health()
        assert server.connections == 2


def test_an_answer_without_a_length_ends_with_its_connection() -> None:
    def behave(peer: Peer) -> None:
        peer.request()
        peer.send('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"status":"ok"}')

    with Loopback(behave) as server, Turnout(base_url=server.url) as client:
        assert client.health()["status"] == "ok"


def test_redirections_are_not_followed_so_that_nobody_else_sees_the_key() -> None:
    with Loopback(answers("{}")) as other:
        moved = answers("", "302 Found", f"Location: {other.url}/v1/summary\r\n")
        with Loopback(moved) as server, Turnout(base_url=server.url, api_key="tk_1") as client:
            with pytest.raises(UnexpectedAnswerError) as caught:
                client.summary()
            assert caught.value.status == 302
        assert other.connections == 0


def test_the_path_of_the_base_address_stands_before_every_path() -> None:
    requests: list[str] = []

    def behave(peer: Peer) -> None:
        while request := peer.request():
            requests.append(request)
            peer.answer("{}")

    with Loopback(behave) as server, Turnout(base_url=f"{server.url}/gym/") as client:
        client.summary(gym_id="a&b")
        client.trainers.get("../Anna Zoë", period="day")
    assert requests[0].startswith("GET /gym/v1/summary?gym_id=a%26b HTTP/1.1\r\n")
    assert requests[1].startswith(
        "GET /gym/v1/trainers/..%2FAnna%20Zo%C3%AB?period=day HTTP/1.1\r\n"
    )


def test_what_is_sent() -> None:
    requests: list[str] = []

    def behave(peer: Peer) -> None:
        while request := peer.request():
            requests.append(request)
            peer.answer("{}")

    with Loopback(behave) as server, Turnout(base_url=server.url, api_key=" tk_1\n") as client:
        client.ask("Wie voll war Pilates?", prev=["Zoë?"], mode="summarize")
    head, _, body = requests[0].partition("\r\n\r\n")
    assert head.startswith("POST /ask HTTP/1.1\r\n")
    assert "\r\nAuthorization: Bearer tk_1\r\n" in f"{head}\r\n"
    assert "\r\nUser-Agent: turnout-client-python/1.1.0 (python 3." in head
    assert "\r\nContent-Type: application/json\r\n" in f"{head}\r\n"
    assert body == (
        '{"query": {"text": "Wie voll war Pilates?"}, "prefer": {"streaming": false, '
        '"mode": "summarize"}, "meta": {"version": "0.55", "session_context": {}}, '
        '"context": {"prev": ["Zoë?"]}}'
    )


def test_what_is_no_http_is_a_lost_connection() -> None:
    def behave(peer: Peer) -> None:
        peer.request()
        peer.send("SSH-2.0-OpenSSH_9.2\r\n")
        peer.wait_for_end()

    with Loopback(behave) as server, Turnout(base_url=server.url, max_retries=0) as client:
        with pytest.raises(TurnoutConnectionError, match="BadStatusLine"):
            client.health()


def test_a_name_that_nobody_has_is_not_asked_for_again() -> None:
    with Turnout(base_url="http://nobody.invalid") as client:
        with pytest.raises(TurnoutConnectionError) as caught:
            client.summary()
        assert caught.value.retries == 0
        assert isinstance(caught.value, ConnectionError)


def test_a_closed_client_makes_no_call() -> None:
    with Loopback(answers("{}")) as server:
        client = Turnout(base_url=server.url)
        client.health()
        client.close()
        with pytest.raises(RuntimeError, match="closed"):
            client.health()


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


@pytest.mark.parametrize("status", ["200 OK", "404 Not Found"])
def test_a_body_without_end_is_not_read_to_its_end(
    status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turnout_client.connection.MOST_BODY_BYTES", 100_000)

    def behave(peer: Peer) -> None:
        peer.request()
        peer.send(f"HTTP/1.1 {status}\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            peer.send(f"{10_000:x}\r\n{' ' * 10_000}\r\n")

    with Loopback(behave) as server, Turnout(base_url=server.url) as client:
        with pytest.raises(TurnoutError) as caught:
            client.health()
        assert caught.value.code == "unexpected_answer"


def test_a_connection_that_waited_for_long_is_not_used_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Loopback(answers("{}")) as server, Turnout(base_url=server.url) as client:
        client.health()
        # Servers close those that were idle, perhaps while a request is on its way.
        monkeypatch.setattr("turnout_client.pool.MOST_IDLE_S", 0)
        client.health()
        assert server.connections == 2


def test_no_more_connections_wait_than_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turnout_client.pool.MOST_IDLE", 1)
    together = threading.Barrier(3)
    ended = threading.Semaphore(0)

    def behave(peer: Peer) -> None:
        peer.request()
        together.wait(20)
        peer.answer("{}")
        peer.wait_for_end()
        ended.release()

    with Loopback(behave) as server, Turnout(base_url=server.url) as client:
        with ThreadPoolExecutor(3) as threads:
            for call in [threads.submit(client.health) for _ in range(3)]:
                call.result()
        assert ended.acquire(timeout=20)
        assert ended.acquire(timeout=20)
        assert not ended.acquire(blocking=False)
