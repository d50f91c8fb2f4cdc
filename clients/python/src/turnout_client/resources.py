"""What stands behind a word of the client, such as ``client.trainers`` and ``client.sessions``."""

from __future__ import annotations

from typing import Optional

from . import operations
from .operations import Period, within
from .transport import Transport
from .types import ClassRanking, ClassReport, IssuedKey, SessionReport, TrainerReport


class Trainers:
    """Figures of trainers; ``client.trainers``."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        trainer: str,
        *,
        period: Optional[Period] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> TrainerReport:
        """Fill rate and no-shows of one trainer, by id or name. Costs a lookup.

        ``period``: ``day`` is today, ``week`` (default) the seven days that end today. Raises
        NotFoundError with ``nearest``, ConflictError where several have the name, and TurnoutError.
        """
        call = operations.trainer(trainer, period)
        return self._transport.json(within(call, timeout, max_retries))


class Classes:
    """Figures of classes; ``client.classes``."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def performance(
        self,
        *,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ClassRanking:
        """Classes ranked by fill rate, and those that are dead. Costs a lookup.

        ``limit``: how many ranked classes, 1..100, default 8. Raises TurnoutError.
        """
        call = operations.performance(limit)
        return self._transport.json(within(call, timeout, max_retries))

    def get(
        self,
        class_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ClassReport:
        """One class of the week over six weeks, by its id. Costs a lookup.

        Raises NotFoundError with ``nearest``, and TurnoutError.
        """
        return self._transport.json(within(operations.class_report(class_id), timeout, max_retries))


class Sessions:
    """Classes on one date; ``client.sessions``."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        session_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> SessionReport:
        """One class on one date, with the curve of its room and every estimate. Costs a lookup.

        Raises NotFoundError, and TurnoutError.
        """
        return self._transport.json(
            within(operations.session_report(session_id), timeout, max_retries)
        )


class Keys:
    """Keys; ``client.keys``."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> IssuedKey:
        """Makes a free key of the gym ``demo``. It is told once: keep it. Costs nothing.

        Raises RateLimitError where the address had its keys of the day, and TurnoutError.
        """
        return self._transport.json(within(operations.CREATE_KEY, timeout, max_retries))
