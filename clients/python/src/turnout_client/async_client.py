"""The same client for asyncio: each call of ``Turnout`` in a thread. Cancelling a task closes its connection."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Callable, Generic, Optional, TypeVar

from .ask import answer_of
from .cancellation import CURRENT, Cancellation
from .client import Classes, Keys, Sessions, Trainers, Turnout
from .options import Settings
from .rate_limit import RateLimit
from .signatures import takes
from .streams import Event, EventStream
from .types import AskAnswer, AskEvent, LiveEvent

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec

    P = ParamSpec("P")

MOST_CALLS = 16
Value = TypeVar("Value")
Stream = TypeVar("Stream", bound="AsyncEventStream[Any]")


class _Threads:
    """What a client or a stream of ``turnout_client`` does, in at most ``most`` threads at once."""

    def __init__(self, most: int) -> None:
        self._pool = ThreadPoolExecutor(most, thread_name_prefix="turnout-client")

    async def run(self, call: Callable[[], Value], cancellation: Cancellation) -> Value:
        """What ``call`` gives. Where the task is cancelled meanwhile, so is ``cancellation``."""

        def work() -> Value:
            CURRENT.set(cancellation)
            return call()

        try:
            return await asyncio.wrap_future(self._pool.submit(work))
        except asyncio.CancelledError:
            cancellation.cancel()
            raise

    def close(self) -> None:
        """No call is taken any more; those that run go on to their end."""
        self._pool.shutdown(wait=False)


class _InThreads:
    def __init__(self, sync: Any, threads: _Threads) -> None:
        self._sync = sync
        self._threads = threads


def awaited(
    method: Callable[Concatenate[Any, P], Value],
) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, Value]]:
    """The same method of the object in threads, to be awaited."""

    @functools.wraps(method)
    async def run(self: _InThreads, /, *args: P.args, **kwargs: P.kwargs) -> Value:
        call = functools.partial(method, self._sync, *args, **kwargs)
        return await self._threads.run(call, Cancellation())

    return run


class AsyncEventStream(Generic[Event]):
    """Events for ``async for``, read in a thread. Cancelling the task that waits for one closes the connection."""

    def __init__(self, stream: EventStream[Event]) -> None:
        self._stream = stream
        self._threads = _Threads(1)

    def __aiter__(self: Stream) -> Stream:
        return self

    async def __anext__(self) -> Event:
        event = await self._threads.run(self._following, self._stream.cancellation)
        if event is None:
            raise StopAsyncIteration
        return event

    def _following(self) -> Optional[Event]:
        return next(self._stream, None)

    async def aclose(self) -> None:
        """Ends it: the service sees the connection close."""
        self._stream.close()
        self._threads.close()

    async def __aenter__(self: Stream) -> Stream:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class AsyncAskStream(AsyncEventStream[AskEvent]):
    """An answer in pieces. See AskStream."""

    async def answer(self) -> AskAnswer:
        """The rest of it as one answer."""
        return answer_of([piece async for piece in self])


class AsyncLiveStream(AsyncEventStream[LiveEvent]):
    """Events without an end. See LiveStream."""


class AsyncTrainers(_InThreads):
    """Figures of trainers."""

    get = awaited(Trainers.get)


class AsyncClasses(_InThreads):
    """Figures of classes."""

    performance = awaited(Classes.performance)
    get = awaited(Classes.get)


class AsyncSessions(_InThreads):
    """Classes on one date."""

    get = awaited(Sessions.get)


class AsyncKeys(_InThreads):
    """Keys."""

    create = awaited(Keys.create)


class AsyncTurnout(_InThreads):
    """``Turnout`` for asyncio: the same arguments, methods, answers and errors, with ``await``.

    At most 16 calls are under way at once; those beyond wait for their turn. Cancel the task of a call
    (``asyncio.wait_for`` does) and its connection is closed.
    """

    _sync: Turnout

    @takes(Settings.__init__)
    def __init__(self, **options: Any) -> None:
        super().__init__(Turnout(**options), _Threads(MOST_CALLS))
        self.trainers = AsyncTrainers(self._sync.trainers, self._threads)
        self.classes = AsyncClasses(self._sync.classes, self._threads)
        self.sessions = AsyncSessions(self._sync.sessions, self._threads)
        self.keys = AsyncKeys(self._sync.keys, self._threads)

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        """As of Turnout."""
        return self._sync.rate_limit

    summary = awaited(Turnout.summary)
    rooms = awaited(Turnout.rooms)
    revenue = awaited(Turnout.revenue)
    query = awaited(Turnout.query)
    ask = awaited(Turnout.ask)
    health = awaited(Turnout.health)
    status = awaited(Turnout.status)
    metrics = awaited(Turnout.metrics)

    @takes(Turnout.ask)
    def ask_stream(self, query: str, **options: Any) -> AsyncAskStream:
        """As of Turnout, for ``async for``; it is not awaited itself."""
        return AsyncAskStream(self._sync.ask_stream(query, **options))

    @takes(Turnout.live)
    def live(self, **options: Any) -> AsyncLiveStream:
        """As of Turnout, for ``async for``; it is not awaited itself."""
        return AsyncLiveStream(self._sync.live(**options))

    async def aclose(self) -> None:
        """Closes connections that wait. Calls that are under way end as they do; no other can be made."""
        self._sync.close()
        self._threads.close()

    async def __aenter__(self) -> AsyncTurnout:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
