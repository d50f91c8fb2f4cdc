"""What stands behind a word of the client for asyncio, and how its calls are run."""

from __future__ import annotations

from typing import Optional

from . import operations
from .call import Body, Call
from .cancellation import Cancellation
from .operations import Period, within
from .transport import Transport
from .types import ClassRanking, ClassReport, IssuedKey, SessionReport, TrainerReport
from .worker import Worker

#: Calls at once of one client; those beyond wait for their turn. Chosen here: twice the connections
#: that wait to be used again.
MOST_CALLS = 16


class Calls:
    """Runs calls of a transport in threads."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.worker = Worker(MOST_CALLS)

    async def run(
        self, call: Call[Body], timeout: Optional[float], max_retries: Optional[int]
    ) -> Body:
        """What the call is answered with. Raises TurnoutError."""
        limited = within(call, timeout, max_retries)
        return await self.worker.run(
            lambda cancellation: self.transport.json(limited, cancellation), Cancellation()
        )


class AsyncTrainers:
    """Figures of trainers; ``client.trainers``."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def get(
        self,
        trainer: str,
        *,
        period: Optional[Period] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> TrainerReport:
        """As of Turnout."""
        return await self._calls.run(operations.trainer(trainer, period), timeout, max_retries)


class AsyncClasses:
    """Figures of classes; ``client.classes``."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def performance(
        self,
        *,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ClassRanking:
        """As of Turnout."""
        return await self._calls.run(operations.performance(limit), timeout, max_retries)

    async def get(
        self,
        class_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ClassReport:
        """As of Turnout."""
        return await self._calls.run(operations.class_report(class_id), timeout, max_retries)


class AsyncSessions:
    """Classes on one date; ``client.sessions``."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def get(
        self,
        session_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> SessionReport:
        """As of Turnout."""
        return await self._calls.run(operations.session_report(session_id), timeout, max_retries)


class AsyncKeys:
    """Keys; ``client.keys``."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def create(
        self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> IssuedKey:
        """As of Turnout."""
        return await self._calls.run(operations.CREATE_KEY, timeout, max_retries)
