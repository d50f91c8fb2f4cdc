"""Streams of events: pieces of an answer and live events, wherever they are cut and whatever ends them."""

from __future__ import annotations

import re
import time
from typing import Callable

import pytest
from loopback import Loopback, Peer

from turnout_client import (
    AuthenticationError,
    LiveEvent,
    Turnout,
    UnexpectedAnswerError,
)
from turnout_client.server_events import EventParser, ServerEvent

HEAD = (
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nConnection: close\r\n\r\n"
)
START = 'event: start\ndata: {"_meta":{"response_type":"answer","version":"0.55"}}\n\n'
NEWER = 'event: applause\ndata: {"loudness":11}\n\n'
RESULT = 'event: result\ndata: {"index":0,"item":{"name":"Spin"}}\n\n'
END = START.replace("start", "complete").replace("}}", ',"site":"demo"}}')

TEXT = "\ufeff: hi\r\nevent: start\r\ndata: {\r\ndata: }\r\n\r\nid: 7\rdata:Zoë\r\rdata\n\nevent: end\n\ndata: half\n"
EVENTS = [
    ServerEvent("start", "{\n}"),
    ServerEvent("message", "Zoë", "7"),
    ServerEvent("message", ""),
]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_events_are_put_together_from_pieces_of_any_size(size: int) -> None:
    parser = EventParser()
    text = TEXT.encode()
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    assert [event for piece in pieces for event in parser.push(piece)] == EVENTS


def tells(*texts: str, gap_s: float = 0) -> Callable[[Peer], None]:
    def behave(peer: Peer) -> None:
        peer.request()
        peer.send(HEAD)
        for text in texts:
            time.sleep(gap_s)
            peer.send(text)

    return behave


def test_pieces_of_newer_services_are_left_out_of_one_answer() -> None:
    with Loopback(tells(START, NEWER, RESULT, END)) as server:
        with Turnout(base_url=server.url) as client:
            stream = client.ask_stream("?")
            answer = stream.answer()
            assert answer["_meta"].get("site") == "demo"
            assert [result["name"] for result in answer["results"]] == ["Spin"]
            with pytest.raises(ValueError, match="Nothing is left of the stream"):
                stream.answer()


def test_each_piece_has_the_whole_time() -> None:
    with Loopback(tells(START, RESULT, RESULT, END, gap_s=0.3)) as server:
        with Turnout(base_url=server.url, timeout=0.8) as client:
            assert len(list(client.ask_stream("?"))) == 4


def test_a_piece_that_is_no_json_is_not_of_turnout() -> None:
    with Loopback(tells("event: start\ndata: <h1>\n\n")) as server:
        with Turnout(base_url=server.url) as client:
            with pytest.raises(UnexpectedAnswerError):
                list(client.ask_stream("?"))


def tick(event_id: str) -> str:
    return f'id: {event_id}\nevent: tick\ndata: {{"server_time":"t"}}\n\n'


def scripted(*answers: str) -> tuple[Callable[[Peer], None], list[str]]:
    """Each connection is answered as the next of these says; also what was the newest event of each request."""
    asked: list[str] = []

    def behave(peer: Peer) -> None:
        found = re.search(r"last-event-id: (\S+)", peer.request(), re.IGNORECASE)
        answer = answers[min(len(asked), len(answers) - 1)]
        asked.append("" if found is None else found[1])
        if answer.isdigit():
            peer.answer('{"detail":"No.","code":"invalid_credentials"}', f"{answer} No")
        else:
            peer.send(HEAD + answer)

    return behave, asked


def test_live_goes_on_from_the_newest_event_and_ends_with_a_refusal() -> None:
    behave, asked = scripted(tick("a-1") + NEWER + tick("a-2"), "503", tick("a-3"), "401")
    found: list[LiveEvent] = []
    with Loopback(behave) as server, Turnout(base_url=server.url, max_retries=0) as client:
        with pytest.raises(AuthenticationError):
            found.extend(client.live(last_event_id="a-0"))
    assert asked == ["a-0", "a-2", "a-2", "a-3"]


def test_live_fails_at_once_where_it_was_never_connected() -> None:
    behave, asked = scripted("401")
    with Loopback(behave) as server, Turnout(base_url=server.url) as client:
        with pytest.raises(AuthenticationError):
            next(client.live())
    assert len(asked) == 1


def test_live_takes_silence_for_a_lost_connection() -> None:
    def behave(peer: Peer) -> None:
        peer.request()
        if peer.number > 0:
            return peer.answer('{"detail":"No.","code":"forbidden"}', "403 No")
        peer.send(HEAD + tick("a-1"))
        return peer.wait_for_end()

    with Loopback(behave) as server, Turnout(base_url=server.url) as client:
        stream = client.live(timeout=0.3)
        assert next(stream)["id"] == "a-1"
        with pytest.raises(Exception, match="forbidden"):
            next(stream)
        assert server.connections == 2
