"""Live events: what comes, what a lost connection goes on from, and what ends the stream."""

from __future__ import annotations

import asyncio
import re
from typing import Callable

import pytest
from loopback import Loopback, Peer

from turnout_client import AsyncTurnout, AuthenticationError, LiveEvent, Turnout

HEAD = (
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nConnection: close\r\n\r\n"
)
NEWER = "event: applause\ndata: {}\n\n"


def tick(event_id: str) -> str:
    return f'id: {event_id}\nevent: tick\ndata: {{"server_time":"t"}}\n\n'


def scripted(*answers: str) -> tuple[Callable[[Peer], None], list[str]]:
    """Each connection is answered as the next of these says; the last one again and again."""
    asked: list[str] = []

    def behave(peer: Peer) -> None:
        request = peer.request()
        answer = answers[min(len(asked), len(answers) - 1)]
        asked.append(request)
        if answer.isdigit():
            peer.answer('{"detail":"No.","code":"invalid_credentials"}', f"{answer} No")
        else:
            peer.send(HEAD + answer)

    return behave, asked


def last_ids(asked: list[str]) -> list[str]:
    found = [re.search(r"last-event-id: (\S+)", text, re.IGNORECASE) for text in asked]
    return ["" if one is None else one[1] for one in found]


def test_goes_on_from_the_newest_event() -> None:
    behave, asked = scripted(tick("a-1") + NEWER + tick("a-2"), tick("a-3"))
    found: list[LiveEvent] = []
    with Loopback(behave) as server, Turnout(base_url=server.url) as client:
        with client.live() as events:
            for event in events:
                found.append(event)
                if len(found) == 3:
                    break
    assert [event["id"] for event in found] == ["a-1", "a-2", "a-3"]
    assert last_ids(asked)[:2] == ["", "a-2"]


def test_tries_again_while_the_service_is_away_and_ends_with_a_refusal() -> None:
    behave, asked = scripted(tick("a-1"), "503", tick("a-2"), "401")
    with Loopback(behave) as server, Turnout(base_url=server.url, max_retries=0) as client:
        found: list[LiveEvent] = []

        def watch() -> None:
            for event in client.live(last_event_id="a-0"):
                found.append(event)

        with pytest.raises(AuthenticationError):
            watch()
    assert len(found) == 2
    assert last_ids(asked) == ["a-0", "a-1", "a-1", "a-2"]


def test_fails_at_once_where_it_was_never_connected() -> None:
    behave, asked = scripted("401")
    with Loopback(behave) as server, Turnout(base_url=server.url) as client:
        with pytest.raises(AuthenticationError):
            next(client.live())
    assert len(asked) == 1


def test_is_closed_while_nothing_comes() -> None:
    ended: list[bool] = []

    def behave(peer: Peer) -> None:
        peer.request()
        peer.send(HEAD + tick("a-1"))
        peer.wait_for_end()
        ended.append(True)

    async def read(url: str) -> None:
        async with AsyncTurnout(base_url=url) as client, client.live() as events:
            async for event in events:
                assert event["event"] == "tick"
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(events.__anext__(), 0.05)
                break

    with Loopback(behave) as server:
        asyncio.run(read(server.url))
    assert ended == [True]
