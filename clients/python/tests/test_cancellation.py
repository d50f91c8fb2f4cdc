"""Ending a call closes its connection, and a server sees that."""

import asyncio
import threading
import time
from collections.abc import Coroutine
from typing import Any, Callable

import pytest
from loopback import LONG_S, Loopback, Peer

from turnout_client import AsyncTurnout, Turnout

EVENTS = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
START = (
    'event: start\ndata: {"_meta":{"response_type":"answer","version":"0.55"},"streaming":true}\n\n'
)


class Silent:
    """Takes a request, sends the first of a stream if it was asked for one, and waits until the client closes."""

    def __init__(self) -> None:
        self.asked = threading.Semaphore(0)
        self.ended = threading.Event()

    def __call__(self, peer: Peer) -> None:
        if "text/event-stream" in peer.request():
            peer.send(f"{EVENTS}{len(START):x}\r\n{START}\r\n")
        self.asked.release()
        peer.wait_for_end()
        self.ended.set()


async def pieces(client: AsyncTurnout) -> None:
    async for piece in client.ask_stream("Who?"):
        assert piece["event"] == "start"


@pytest.mark.parametrize("call", [AsyncTurnout.summary, pieces])
def test_cancelling_a_task_closes_the_connection(
    call: Callable[[AsyncTurnout], Coroutine[Any, Any, Any]],
) -> None:
    silent = Silent()

    async def main(url: str) -> None:
        async with AsyncTurnout(base_url=url, sandbox=True) as client:
            task = asyncio.ensure_future(call(client))
            await asyncio.get_running_loop().run_in_executor(None, silent.asked.acquire)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    with Loopback(silent) as server:
        began = time.monotonic()
        asyncio.run(main(server.url))
        assert silent.ended.wait(LONG_S)
        # The thread of the call has ended too: the loop did not wait for the time-out of 30 s.
        assert time.monotonic() - began < LONG_S
        assert server.connections == 1


def test_cancelling_ends_the_wait_before_a_retry() -> None:
    refused = threading.Event()

    def behave(peer: Peer) -> None:
        while peer.request():
            peer.answer("", "503 Service Unavailable", "Retry-After: 25\r\n")
            refused.set()

    async def main(url: str) -> None:
        async with AsyncTurnout(base_url=url) as client:
            task = asyncio.ensure_future(client.health())
            await asyncio.get_running_loop().run_in_executor(None, refused.wait, LONG_S)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    with Loopback(behave) as server:
        began = time.monotonic()
        asyncio.run(main(server.url))
        assert time.monotonic() - began < LONG_S


def test_a_call_that_waits_for_its_turn_is_never_made_once_it_is_cancelled() -> None:
    silent = Silent()

    async def main(url: str) -> None:
        async with AsyncTurnout(base_url=url) as client:
            tasks = [asyncio.ensure_future(client.health()) for _ in range(20)]
            loop = asyncio.get_running_loop()
            for _ in range(16):
                await loop.run_in_executor(None, silent.asked.acquire)
            for task in reversed(tasks):
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    with Loopback(silent) as server:
        asyncio.run(main(server.url))
        assert server.connections == 16


def test_leaving_a_stream_closes_the_connection() -> None:
    silent = Silent()
    with Loopback(silent) as server, Turnout(base_url=server.url) as client:
        with client.ask_stream("Who?") as stream:
            assert next(stream)["event"] == "start"
        assert silent.ended.wait(LONG_S)
        assert list(stream) == []


def test_leaving_an_async_stream_closes_the_connection() -> None:
    silent = Silent()

    async def main(url: str) -> None:
        async with AsyncTurnout(base_url=url) as client, client.ask_stream("Who?") as stream:
            async for piece in stream:
                assert piece["event"] == "start"
                break

    with Loopback(silent) as server:
        asyncio.run(main(server.url))
        assert silent.ended.wait(LONG_S)


def test_a_stream_is_closed_from_another_thread() -> None:
    silent = Silent()
    with Loopback(silent) as server, Turnout(base_url=server.url) as client:
        stream = client.ask_stream("Who?")

        def end() -> None:
            silent.asked.acquire(timeout=LONG_S)
            stream.close()

        threading.Thread(target=end).start()
        assert [piece["event"] for piece in stream] in (["start"], [])
        assert silent.ended.wait(LONG_S)


def test_a_stream_that_is_never_read_asks_nothing() -> None:
    with Loopback(Silent()) as server, Turnout(base_url=server.url) as client:
        client.ask_stream("Who?").close()
        assert server.connections == 0
