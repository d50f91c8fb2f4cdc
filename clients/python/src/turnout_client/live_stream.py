"""A stream of live events that goes on after a lost connection."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Optional, cast

from .call import Call
from .cancellation import CallCancelled, Cancellation
from .errors import TurnoutConnectionError, TurnoutError, TurnoutTimeoutError
from .event_stream import pieces
from .live import LIVE_EVENTS, LiveEvent
from .server_events import ServerEvent
from .transport import Transport
from .waiting import wait_s

#: Longest silence, seconds: three ticks.
SILENCE_S = 45.0


@dataclass
class _Progress:
    """How far a stream has come."""

    #: Id of the newest event; None before the first that has one.
    newest: Optional[str]
    is_connected: bool = False
    #: Connections in a row that gave nothing.
    failures: int = 0


class LiveStream:
    """Events without an end; see ``Turnout.live``.

    The first connection fails as any call does. Once there was one, a lost connection is made again until
    that works, and goes on from the newest event; only a refusal (401, 403, …) ends it. Close it, or leave
    its ``with``, to stop.
    """

    def __init__(self, transport: Transport, call: Call[Any], last_event_id: Optional[str]) -> None:
        self.cancellation = Cancellation()
        patient = replace(call, timeout=SILENCE_S if call.timeout is None else call.timeout)
        self._events = _events(transport, patient, self.cancellation, _Progress(last_event_id))

    def __iter__(self) -> Iterator[LiveEvent]:
        return self

    def __next__(self) -> LiveEvent:
        try:
            return next(self._events)
        except CallCancelled:
            raise StopIteration from None

    def close(self) -> None:
        """Ends it; also from another thread, while one waits for the next event."""
        self.cancellation.cancel()
        # Refused while another thread runs it, which the line above has woken.
        with contextlib.suppress(ValueError, CallCancelled):
            self._events.close()

    def __enter__(self) -> LiveStream:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()


def _events(
    transport: Transport, call: Call[Any], cancellation: Cancellation, progress: _Progress
) -> Generator[LiveEvent, None, None]:
    while True:
        try:
            yield from _connection(transport, call, cancellation, progress)
        except TurnoutError as error:
            if not progress.is_connected or not _is_passing(error):
                raise
        cancellation.wait(wait_s(progress.failures, None) or 0.0)
        progress.failures += 1


def _connection(
    transport: Transport, call: Call[Any], cancellation: Cancellation, progress: _Progress
) -> Generator[LiveEvent, None, None]:
    """The events of one connection. Raises TurnoutError."""
    newest = progress.newest
    asked = replace(
        call,
        fields={} if newest is None else {"Last-Event-ID": newest},
        max_retries=0 if progress.is_connected else call.max_retries,
    )

    def read(event: ServerEvent) -> Optional[LiveEvent]:
        progress.is_connected = True
        progress.failures = 0
        if event.id is not None:
            progress.newest = event.id
        if event.event not in LIVE_EVENTS:
            return None
        data = json.loads(event.data)
        return cast(LiveEvent, {"event": event.event, "id": event.id, "data": data})

    return pieces(transport, asked, cancellation, read)


def _is_passing(error: TurnoutError) -> bool:
    """Whether it may work when it is tried again."""
    if isinstance(error, (TurnoutConnectionError, TurnoutTimeoutError)):
        return True
    return error.status is not None and (error.status == 429 or error.status >= 500)
