"""The same client for asyncio: threads over the same transport. Cancelling a task closes the connection of its call."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from types import TracebackType
from typing import Optional

from . import operations
from .ask import AskMode, ask_body
from .ask_stream import AskStream
from .async_ask_stream import AsyncAskStream
from .async_live_stream import AsyncLiveStream
from .async_resources import AsyncClasses, AsyncKeys, AsyncSessions, AsyncTrainers, Calls
from .live_stream import LiveStream
from .operations import within
from .options import Options, settings_of
from .rate_limit import RateLimit
from .transport import Transport
from .types import (
    AskAnswer,
    Figures,
    FiguresQuery,
    RevenueReport,
    RoomsReport,
    ServiceHealth,
    ServiceMetrics,
    ServiceStatus,
    Summary,
)


class AsyncTurnout:
    """``Turnout`` for asyncio: the same arguments, methods, answers and errors, with ``await``.

    At most 16 calls are under way at once; those beyond wait for their turn. Cancel the task of a call
    (``asyncio.wait_for`` does) and its connection is closed.
    """

    def __init__(
        self,
        *,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        gym_id: Optional[str] = None,
        sandbox: bool = False,
        timeout: float = 30.0,
        max_retries: int = 2,
        connect_timeout: float = 5.0,
        read_timeout: Optional[float] = None,
        total_timeout: Optional[float] = None,
        cache_size: int = 64,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        """As of Turnout."""
        options = Options(
            base_url=base_url,
            api_key=api_key,
            gym_id=gym_id,
            sandbox=sandbox,
            timeout=timeout,
            max_retries=max_retries,
            connect_timeout=connect_timeout,
            read_timeout=read_timeout,
            total_timeout=total_timeout,
            cache_size=cache_size,
            ssl_context=ssl_context,
        )
        self._calls = Calls(Transport(settings_of(options)))
        self.trainers = AsyncTrainers(self._calls)
        self.classes = AsyncClasses(self._calls)
        self.sessions = AsyncSessions(self._calls)
        self.keys = AsyncKeys(self._calls)

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        """As of Turnout."""
        return self._calls.transport.rate_limit

    async def summary(
        self,
        *,
        gym_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Summary:
        """As of Turnout."""
        return await self._calls.run(operations.summary(gym_id), timeout, max_retries)

    async def rooms(
        self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> RoomsReport:
        """As of Turnout."""
        return await self._calls.run(operations.ROOMS, timeout, max_retries)

    async def revenue(
        self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> RevenueReport:
        """As of Turnout."""
        return await self._calls.run(operations.REVENUE, timeout, max_retries)

    async def query(
        self,
        query: FiguresQuery,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Figures:
        """As of Turnout."""
        return await self._calls.run(operations.query(query), timeout, max_retries)

    async def ask(
        self,
        query: str,
        *,
        site: Optional[str] = None,
        prev: Optional[Sequence[str]] = None,
        decontextualized_query: Optional[str] = None,
        mode: Optional[AskMode] = None,
        num_results: Optional[int] = None,
        conversation_id: Optional[str] = None,
        state_token: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AskAnswer:
        """As of Turnout."""
        body = ask_body(
            query,
            streaming=False,
            site=site,
            prev=prev,
            decontextualized_query=decontextualized_query,
            mode=mode,
            num_results=num_results,
            conversation_id=conversation_id,
            state_token=state_token,
        )
        return await self._calls.run(operations.ask(body), timeout, max_retries)

    def ask_stream(
        self,
        query: str,
        *,
        site: Optional[str] = None,
        prev: Optional[Sequence[str]] = None,
        decontextualized_query: Optional[str] = None,
        mode: Optional[AskMode] = None,
        num_results: Optional[int] = None,
        conversation_id: Optional[str] = None,
        state_token: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncAskStream:
        """As of Turnout, for ``async for``; it is not awaited itself."""
        body = ask_body(
            query,
            streaming=True,
            site=site,
            prev=prev,
            decontextualized_query=decontextualized_query,
            mode=mode,
            num_results=num_results,
            conversation_id=conversation_id,
            state_token=state_token,
        )
        call = within(operations.ask_stream(body), timeout, max_retries)
        return AsyncAskStream(AskStream(self._calls.transport, call), self._calls.worker)

    def live(
        self,
        *,
        last_event_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncLiveStream:
        """As of Turnout, for ``async for``; it is not awaited itself."""
        call = within(operations.live(), timeout, max_retries)
        return AsyncLiveStream(LiveStream(self._calls.transport, call, last_event_id))

    async def health(
        self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> ServiceHealth:
        """As of Turnout."""
        return await self._calls.run(operations.HEALTH, timeout, max_retries)

    async def status(
        self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> ServiceStatus:
        """As of Turnout."""
        return await self._calls.run(operations.STATUS, timeout, max_retries)

    async def metrics(
        self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> ServiceMetrics:
        """As of Turnout."""
        return await self._calls.run(operations.METRICS, timeout, max_retries)

    async def aclose(self) -> None:
        """Closes connections that wait. Calls that are under way end as they do; no other can be made."""
        self._calls.transport.close()
        self._calls.worker.close()

    async def __aenter__(self) -> AsyncTurnout:
        return self

    async def __aexit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.aclose()
