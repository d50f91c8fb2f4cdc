"""Answers in pieces: what is refused, what is no stream, what breaks off."""

from __future__ import annotations

import time
from typing import Callable

import pytest
from loopback import Loopback, Peer, answers

from turnout_client import (
    AskEvent,
    LookupsExhaustedError,
    Turnout,
    TurnoutConnectionError,
    TurnoutTimeoutError,
    UnexpectedAnswerError,
)

HEAD = (
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nConnection: close\r\n\r\n"
)
START = 'event: start\ndata: {"_meta":{"response_type":"answer","version":"0.55"}}\n\n'
NEWER = 'event: applause\ndata: {"loudness":11}\n\n'
RESULT = 'event: result\ndata: {"index":0,"item":{"name":"Spin"}}\n\n'
END = (
    'event: complete\ndata: {"_meta":{"response_type":"answer","version":"0.55","site":"demo"}}\n\n'
)


def tells(*texts: str, gap_s: float = 0) -> Callable[[Peer], None]:
    def behave(peer: Peer) -> None:
        peer.request()
        peer.send(HEAD)
        for text in texts:
            time.sleep(gap_s)
            peer.send(text)

    return behave


def names(events: list[AskEvent]) -> list[str]:
    return [piece["event"] for piece in events]


def test_pieces_of_newer_services_are_left_out() -> None:
    with Loopback(tells(START, NEWER, RESULT, END)) as server:
        with Turnout(base_url=server.url) as client:
            assert names(list(client.ask_stream("?"))) == ["start", "result", "complete"]


def test_pieces_as_one_answer() -> None:
    with Loopback(tells(START, RESULT, END)) as server, Turnout(base_url=server.url) as client:
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


def test_a_piece_that_does_not_come_is_late() -> None:
    def behave(peer: Peer) -> None:
        tells(START)(peer)
        peer.wait_for_end()

    with Loopback(behave) as server:
        with Turnout(base_url=server.url, api_key="tk_1", timeout=0.3) as client:
            stream = client.ask_stream("?")
            assert next(stream)["event"] == "start"
            with pytest.raises(TurnoutTimeoutError) as caught:
                next(stream)
            assert caught.value.maybe_charged


def test_a_stream_that_ends_too_early_is_a_lost_connection() -> None:
    with Loopback(tells(START, RESULT)) as server, Turnout(base_url=server.url) as client:
        stream = client.ask_stream("?")
        assert names([next(stream), next(stream)]) == ["start", "result"]
        with pytest.raises(TurnoutConnectionError):
            next(stream)
        # It was asked for once: half of an answer had been read.
        assert server.connections == 1


def test_a_refusal_is_an_error_as_everywhere() -> None:
    body = '{"detail":"All 3 lookups of this key are used.","code":"lookups_exhausted"}'
    refuses = answers(body, "402 Payment Required")
    with Loopback(refuses) as server, Turnout(base_url=server.url) as client:
        with pytest.raises(LookupsExhaustedError, match="All 3 lookups"):
            list(client.ask_stream("?"))


def test_a_stream_that_is_refused_for_now_is_asked_for_again() -> None:
    def behave(peer: Peer) -> None:
        if peer.number > 0:
            return tells(START, END)(peer)
        peer.request()
        peer.answer("", "503 Service Unavailable", "Retry-After: 0\r\nConnection: close\r\n")
        return None

    with Loopback(behave) as server, Turnout(base_url=server.url) as client:
        assert names(list(client.ask_stream("?"))) == ["start", "complete"]


@pytest.mark.parametrize(
    "behave",
    [answers('{"results":[]}'), tells("event: start\ndata: <h1>\n\n")],
    ids=["no stream", "no JSON"],
)
def test_what_is_no_answer(behave: Callable[[Peer], None]) -> None:
    with Loopback(behave) as server, Turnout(base_url=server.url) as client:
        with pytest.raises(UnexpectedAnswerError):
            list(client.ask_stream("?"))
