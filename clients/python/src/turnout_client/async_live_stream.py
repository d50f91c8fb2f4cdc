"""Live events for asyncio. Whoever stops reading, or is cancelled, closes the connection."""

from __future__ import annotations

from collections.abc import AsyncIterator
from types import TracebackType
from typing import Optional

from .cancellation import Cancellation
from .live import LiveEvent
from .live_stream import LiveStream
from .worker import Worker


class AsyncLiveStream:
    """Events without an end, for ``async for``. See LiveStream. It waits in a thread of its own."""

    def __init__(self, stream: LiveStream) -> None:
        self._stream = stream
        self._worker = Worker(1)

    def __aiter__(self) -> AsyncIterator[LiveEvent]:
        return self

    async def __anext__(self) -> LiveEvent:
        event = await self._worker.run(self._next, self._stream.cancellation)
        if event is None:
            raise StopAsyncIteration
        return event

    async def aclose(self) -> None:
        """Ends it: the service sees the connection close."""
        self._stream.close()
        self._worker.close()

    async def __aenter__(self) -> AsyncLiveStream:
        return self

    async def __aexit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.aclose()

    def _next(self, _: Cancellation) -> Optional[LiveEvent]:
        return next(self._stream, None)
