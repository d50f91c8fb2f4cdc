"""Events are put together wherever their bytes are cut."""

import pytest

from turnout_client.server_events import EventParser, ServerEvent

STREAM = "\ufeff: hello\r\nevent: start\r\ndata: {\r\ndata: }\r\n\r\nid: 7\rdata:Zoë\r\rdata\n\nevent: end\n\n"
EVENTS = [
    ServerEvent("start", "{\n}"),
    ServerEvent("message", "Zoë", "7"),
    ServerEvent("message", ""),
]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_pieces_of_any_size(size: int) -> None:
    parser = EventParser()
    text = STREAM.encode()
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    assert [event for piece in pieces for event in parser.push(piece)] == EVENTS


def test_an_event_that_the_stream_ends_in_is_none() -> None:
    assert list(EventParser().push(b"data: half\n")) == []
