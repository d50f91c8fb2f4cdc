"""The pieces of an answer for asyncio. Whoever stops reading, or is cancelled, closes the connection."""

from __future__ import annotations

from collections.abc import AsyncIterator
from types import TracebackType
from typing import Optional

from .ask import AskEvent, answer_of
from .ask_stream import AskStream
from .cancellation import Cancellation
from .types import AskAnswer
from .worker import Worker


class AsyncAskStream:
    """An answer in pieces, for ``async for``. See AskStream."""

    def __init__(self, stream: AskStream, worker: Worker) -> None:
        self._stream = stream
        self._worker = worker

    def __aiter__(self) -> AsyncIterator[AskEvent]:
        return self

    async def __anext__(self) -> AskEvent:
        piece = await self._worker.run(self._next, self._stream.cancellation)
        if piece is None:
            raise StopAsyncIteration
        return piece

    async def answer(self) -> AskAnswer:
        """The rest of it as one answer."""
        return answer_of([piece async for piece in self])

    async def aclose(self) -> None:
        """Ends it: the service sees the connection close."""
        self._stream.close()

    async def __aenter__(self) -> AsyncAskStream:
        return self

    async def __aexit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self._stream.close()

    def _next(self, _: Cancellation) -> Optional[AskEvent]:
        return next(self._stream, None)
