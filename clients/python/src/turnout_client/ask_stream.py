"""The pieces of an answer, read from a stream. Whoever stops reading closes the connection."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Generator, Iterator
from types import TracebackType
from typing import Any, Optional, cast

from .ask import ASK_EVENTS, AskEvent, answer_of
from .call import Call
from .cancellation import CallCancelled, Cancellation
from .event_stream import pieces
from .server_events import ServerEvent
from .transport import Transport
from .types import AskAnswer


class AskStream:
    """An answer in pieces. It is asked for when the first piece is wanted, and can be read once.

    Close it, or leave its ``with``, to stop before its end: the service sees the connection close.
    """

    def __init__(self, transport: Transport, call: Call[Any]) -> None:
        self.cancellation = Cancellation()
        self._events = _events(transport, call, self.cancellation)

    def __iter__(self) -> Iterator[AskEvent]:
        return self

    def __next__(self) -> AskEvent:
        try:
            return next(self._events)
        except CallCancelled:
            raise StopIteration from None

    def answer(self) -> AskAnswer:
        """The rest of it as one answer."""
        return answer_of(self)

    def close(self) -> None:
        """Ends it; also from another thread, while one waits for the next piece."""
        self.cancellation.cancel()
        # Refused while another thread runs it, which the line above has woken.
        with contextlib.suppress(ValueError, CallCancelled):
            self._events.close()

    def __enter__(self) -> AskStream:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()


def _events(
    transport: Transport, call: Call[Any], cancellation: Cancellation
) -> Generator[AskEvent, None, None]:
    """Raises TurnoutError; TurnoutConnectionError where the stream ends before it is complete."""
    found: Generator[AskEvent, None, None] = pieces(transport, call, cancellation, _piece_of)
    with contextlib.closing(found):
        for piece in found:
            yield piece
            if piece["event"] == "complete":
                return


def _piece_of(event: ServerEvent) -> Optional[AskEvent]:
    """None for what this version does not know."""
    if event.event not in ASK_EVENTS:
        return None
    return cast(AskEvent, {"event": event.event, "data": json.loads(event.data)})
