"""Streams of server-sent events: pieces of an answer, and what happens in a gym. Closing one closes its connection."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Generator
from dataclasses import replace
from typing import Any, Generic, Optional, TypeVar, cast

from .ask import ASK_EVENTS, answer_of
from .cancellation import CallCancelled, Cancellation
from .errors import TurnoutConnectionError, TurnoutError, TurnoutTimeoutError
from .failure import broken, nonsense
from .server_events import EventParser, ServerEvent
from .transport import BREAKS, Call, Transport
from .types import AskAnswer, AskEvent, LiveEvent
from .waiting import wait_s

#: Longest silence of live events, seconds: three ticks.
SILENCE_S = 45.0
LIVE_EVENTS = frozenset(("hello", "rooms", "class", "cameras", "tick", "bye"))
Event = TypeVar("Event")


class EventStream(Generic[Event]):
    """Events as they come. They are asked for when the first is wanted, and can be read once.

    Close it, or leave its ``with``, to stop before its end: the service sees the connection close.
    """

    def __init__(self, transport: Transport, call: Call) -> None:
        self._transport = transport
        self._call = call
        self.cancellation = Cancellation()
        self._events = self._read()

    def _read(self) -> Generator[Event, None, None]:
        raise NotImplementedError

    def _connection(
        self, call: Call, known: frozenset[str]
    ) -> Generator[tuple[ServerEvent, Any], None, None]:
        """The events of one connection with their data, which is None for what newer services may send.

        Raises TurnoutError, also where it ends: whoever reads leaves it before.
        """
        exchange = self._transport.open(call, self.cancellation)
        parser = EventParser()
        try:
            for piece in exchange.pieces():
                for event in parser.push(piece):
                    yield event, json.loads(event.data) if event.event in known else None
            raise EOFError("the stream ended before it was complete")
        except (*BREAKS, EOFError) as fault:
            self.cancellation.check()
            raise broken(fault, exchange, self._transport.may_cost(call)) from fault
        except ValueError as fault:
            raise nonsense(exchange.response, self._transport.may_cost(call)) from fault
        finally:
            exchange.close()

    def __iter__(self) -> EventStream[Event]:
        return self

    def __next__(self) -> Event:
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

    def __enter__(self: Stream) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


Stream = TypeVar("Stream", bound=EventStream[Any])


class AskStream(EventStream[AskEvent]):
    """An answer in pieces; see ``Turnout.ask_stream``."""

    def _read(self) -> Generator[AskEvent, None, None]:
        with contextlib.closing(self._connection(self._call, ASK_EVENTS)) as events:
            for (name, *_), data in events:
                if data is not None:
                    yield cast(AskEvent, {"event": name, "data": data})
                if name == "complete":
                    return

    def answer(self) -> AskAnswer:
        """The rest of it as one answer."""
        return answer_of(self)


class LiveStream(EventStream[LiveEvent]):
    """Events without an end; see ``Turnout.live``.

    The first connection fails as any call does. After it a lost connection is made again until that works,
    and goes on from the newest event; only a refusal (401, 403, …) ends it.
    """

    def __init__(self, transport: Transport, call: Call, last_event_id: Optional[str]) -> None:
        timeout = SILENCE_S if call.timeout is None else call.timeout
        super().__init__(transport, replace(call, timeout=timeout))
        self._newest = last_event_id

    def _read(self) -> Generator[LiveEvent, None, None]:
        call, failures, is_connected = self._call, 0, False
        while True:
            if self._newest is not None:
                call = replace(call, fields={"Last-Event-ID": self._newest})
            try:
                with contextlib.closing(self._connection(call, LIVE_EVENTS)) as events:
                    for (name, _, event_id), data in events:
                        is_connected, failures = True, 0
                        self._newest = event_id or self._newest
                        if data is not None:
                            yield cast(LiveEvent, {"event": name, "id": event_id, "data": data})
            except TurnoutError as error:
                if not is_connected or not _is_passing(error):
                    raise
            self.cancellation.wait(wait_s(failures, None) or 0.0)
            call = replace(call, max_retries=0)
            failures += 1


def _is_passing(error: TurnoutError) -> bool:
    """Whether it may work when it is tried again."""
    is_lost = isinstance(error, (TurnoutConnectionError, TurnoutTimeoutError))
    return is_lost or error.status == 429 or (error.status or 0) >= 500
