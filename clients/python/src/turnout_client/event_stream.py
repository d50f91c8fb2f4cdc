"""Server-sent events that a call is answered with, while they come. Whoever stops reading closes the connection."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Callable, Optional, TypeVar

from .call import Call
from .cancellation import Cancellation
from .server_events import EventParser, ServerEvent
from .transport import BREAKS, Transport

Piece = TypeVar("Piece")


def pieces(
    transport: Transport,
    call: Call[Any],
    cancellation: Cancellation,
    read: Callable[[ServerEvent], Optional[Piece]],
) -> Generator[Piece, None, None]:
    """What ``read`` makes of each event; None is left out. It raises ValueError for what Turnout never sends.

    Raises TurnoutError; TurnoutConnectionError where the stream ends: whoever reads leaves it before.
    """
    exchange = transport.open(call, cancellation)
    parser = EventParser()
    try:
        for chunk in exchange.pieces():
            for event in parser.push(chunk):
                piece = read(event)
                if piece is not None:
                    yield piece
        raise EOFError("the stream ended before it was complete")
    except (*BREAKS, EOFError) as fault:
        raise transport.broken_off(call, exchange, fault, cancellation) from fault
    except ValueError as fault:
        raise transport.nonsense_in(call, exchange) from fault
    finally:
        exchange.close()
