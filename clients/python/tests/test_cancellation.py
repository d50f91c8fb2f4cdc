"""Ending a call closes its connection, and a server sees that."""

import asyncio
import threading
import time

import pytest
from loopback import LONG_S, Loopback, Peer

from turnout_client import AsyncTurnout, Turnout

EVENTS = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
START = (
    'event: start\ndata: {"_meta":{"response_type":"answer","version":"0.55"},"streaming":true}\n\n'
)


class Silent:
    """Takes a request, sends ``text``, and waits until the client closes."""

    def __init__(self, text: str = "") -> None:
        self._text = text
        self.asked = threading.Event()
        self.ended = threading.Event()

    def __call__(self, peer: Peer) -> None:
        peer.request()
        if self._text:
            peer.send(f"{EVENTS}{len(self._text.encode()):x}\r\n{self._text}\r\n")
        self.asked.set()
        peer.wait_for_end()
        self.ended.set()


def test_cancelling_a_task_closes_the_connection() -> None:
    silent = Silent()

    async def main(url: str) -> None:
        async with AsyncTurnout(base_url=url, sandbox=True) as client:
            task = asyncio.ensure_future(client.summary())
            await asyncio.get_running_loop().run_in_executor(None, silent.asked.wait, LONG_S)
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


def test_wait_for_closes_the_connection() -> None:
    silent = Silent()

    async def main(url: str) -> None:
        async with AsyncTurnout(base_url=url) as client:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(client.status(), 0.3)

    with Loopback(silent) as server:
        asyncio.run(main(server.url))
        assert silent.ended.wait(LONG_S)


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
            await asyncio.sleep(0.2)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    with Loopback(behave) as server:
        began = time.monotonic()
        asyncio.run(main(server.url))
        assert time.monotonic() - began < LONG_S


def test_a_call_that_waits_for_its_turn_is_never_made_once_it_is_cancelled() -> None:
    asked = threading.Semaphore(0)

    def behave(peer: Peer) -> None:
        peer.request()
        asked.release()
        peer.wait_for_end()

    async def main(url: str) -> None:
        async with AsyncTurnout(base_url=url) as client:
            tasks = [asyncio.ensure_future(client.health()) for _ in range(20)]
            loop = asyncio.get_running_loop()
            for _ in range(16):
                await loop.run_in_executor(None, asked.acquire)
            for task in reversed(tasks):
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    with Loopback(behave) as server:
        asyncio.run(main(server.url))
        assert server.connections == 16


def test_leaving_a_stream_closes_the_connection() -> None:
    silent = Silent(START)
    with Loopback(silent) as server, Turnout(base_url=server.url) as client:
        with client.ask_stream("Who?") as stream:
            assert next(stream)["event"] == "start"
        assert silent.ended.wait(LONG_S)
        assert list(stream) == []


def test_a_stream_is_closed_from_another_thread() -> None:
    silent = Silent(START)
    with Loopback(silent) as server, Turnout(base_url=server.url) as client:
        stream = client.ask_stream("Who?")

        def end() -> None:
            silent.asked.wait(LONG_S)
            stream.close()

        threading.Thread(target=end).start()
        assert [piece["event"] for piece in stream] in (["start"], [])
        assert silent.ended.wait(LONG_S)


def test_a_stream_that_is_never_read_asks_nothing() -> None:
    with Loopback(Silent()) as server, Turnout(base_url=server.url) as client:
        client.ask_stream("Who?").close()
        assert server.connections == 0


def test_cancelling_an_async_stream_closes_the_connection() -> None:
    silent = Silent(START)

    async def main(url: str) -> None:
        async with AsyncTurnout(base_url=url) as client:

            async def read() -> list[str]:
                return [piece["event"] async for piece in client.ask_stream("Who?")]

            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(read(), 0.5)

    with Loopback(silent) as server:
        asyncio.run(main(server.url))
        assert silent.ended.wait(LONG_S)


def test_leaving_an_async_stream_closes_the_connection() -> None:
    silent = Silent(START)

    async def main(url: str) -> None:
        async with AsyncTurnout(base_url=url) as client, client.ask_stream("Who?") as stream:
            async for piece in stream:
                assert piece["event"] == "start"
                break

    with Loopback(silent) as server:
        asyncio.run(main(server.url))
        assert silent.ended.wait(LONG_S)
