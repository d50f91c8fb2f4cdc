"""The client: one method for each operation of the service, named as the service names it."""

from __future__ import annotations

from typing import Any, Literal, Optional
from urllib.parse import quote

from .ask import ask_call
from .options import Settings
from .rate_limit import RateLimit
from .signatures import takes
from .streams import AskStream, LiveStream
from .transport import Call, Transport
from .types import (
    AskAnswer,
    ClassRanking,
    ClassReport,
    Figures,
    FiguresQuery,
    IssuedKey,
    RevenueReport,
    RoomsReport,
    ServiceHealth,
    ServiceMetrics,
    ServiceStatus,
    SessionReport,
    Summary,
    TrainerReport,
)

Period = Literal["day", "week"]
#: None is that of the client.
Seconds = Optional[float]
Retries = Optional[int]


class _Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport


class Trainers(_Resource):
    """Figures of trainers; ``client.trainers``."""

    def get(
        self,
        trainer: str,
        *,
        period: Optional[Period] = None,
        timeout: Seconds = None,
        max_retries: Retries = None,
    ) -> TrainerReport:
        """Fill rate and no-shows of one trainer, by id or name. Costs a lookup.

        ``period``: ``day`` is today, ``week`` (default) the seven days that end today. Raises
        NotFoundError with ``nearest``, ConflictError where several have the name, and TurnoutError.
        """
        path = (
            f"/v1/trainers/{_segment(trainer, 'trainer must be the id or the name of a trainer.')}"
        )
        return self._transport.json(Call(path, timeout, max_retries, {"period": period}))


class Classes(_Resource):
    """Figures of classes; ``client.classes``."""

    def performance(
        self, *, limit: Optional[int] = None, timeout: Seconds = None, max_retries: Retries = None
    ) -> ClassRanking:
        """Classes ranked by fill rate, and those that are dead. Costs a lookup.

        ``limit``: how many ranked classes, 1..100, default 8. Raises TurnoutError.
        """
        call = Call("/v1/classes/performance", timeout, max_retries, {"limit": limit})
        return self._transport.json(call)

    def get(
        self, class_id: str, *, timeout: Seconds = None, max_retries: Retries = None
    ) -> ClassReport:
        """One class of the week over six weeks, by its id. Costs a lookup.

        Raises NotFoundError with ``nearest``, and TurnoutError.
        """
        path = f"/v1/classes/{_segment(class_id, 'class_id must be the id of a class.')}"
        return self._transport.json(Call(path, timeout, max_retries))


class Sessions(_Resource):
    """Classes on one date; ``client.sessions``."""

    def get(
        self, session_id: str, *, timeout: Seconds = None, max_retries: Retries = None
    ) -> SessionReport:
        """One class on one date, with the curve of its room and every estimate. Costs a lookup.

        Raises NotFoundError, and TurnoutError.
        """
        path = f"/v1/sessions/{_segment(session_id, 'session_id must be the id of a session.')}"
        return self._transport.json(Call(path, timeout, max_retries))


class Keys(_Resource):
    """Keys; ``client.keys``."""

    def create(self, *, timeout: Seconds = None, max_retries: Retries = None) -> IssuedKey:
        """Makes a free key of the gym ``demo``. It is told once: keep it. Costs nothing.

        Raises RateLimitError where the address had its keys of the day, and TurnoutError.
        """
        call = Call(
            "/get-key", timeout, max_retries, method="POST", is_charged=False, is_repeatable=False
        )
        return self._transport.json(call)


class Turnout:
    """A client of one installation with one key.

    Make one and keep it: it keeps connections open, and remembers answers and rates. Safe to use from
    many threads at once. Every call raises a subclass of TurnoutError where it fails, takes
    ``timeout`` and ``max_retries`` of its own, and answers with a new object.

    >>> client = Turnout(sandbox=True)
    >>> client.summary()["gym_id"]
    'demo'
    """

    @takes(Settings.__init__)
    def __init__(self, **options: Any) -> None:
        self._transport = Transport(Settings(**options))
        self.trainers = Trainers(self._transport)
        self.classes = Classes(self._transport)
        self.sessions = Sessions(self._transport)
        self.keys = Keys(self._transport)

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        """How much may still be asked, as the service told last; None before it did, and in the sandbox."""
        return self._transport.rate_limit

    def summary(
        self, *, gym_id: Optional[str] = None, timeout: Seconds = None, max_retries: Retries = None
    ) -> Summary:
        """Today: classes, who came, the best classes, rooms. Costs a lookup.

        ``gym_id``: that of the key or ``demo``; left out it is that of the key.
        """
        return self._transport.json(Call("/v1/summary", timeout, max_retries, {"gym_id": gym_id}))

    def rooms(self, *, timeout: Seconds = None, max_retries: Retries = None) -> RoomsReport:
        """The rooms now, and their last sixty minutes. Costs a lookup."""
        return self._transport.json(Call("/v1/rooms", timeout, max_retries))

    def revenue(self, *, timeout: Seconds = None, max_retries: Retries = None) -> RevenueReport:
        """What classes earn and cost: the most profitable and the dead. Costs a lookup."""
        return self._transport.json(Call("/v1/revenue", timeout, max_retries))

    def query(
        self, query: FiguresQuery, *, timeout: Seconds = None, max_retries: Retries = None
    ) -> Figures:
        """Any figure: measures of classes by dimensions, filtered, ordered and compared. Costs a lookup."""
        call = Call("/v1/query", timeout, max_retries, method="POST", content=query)
        return self._transport.json(call)

    @takes(ask_call)
    def ask(self, query: str, **options: Any) -> AskAnswer:
        """Answers a question in words, with the query that was run and the numbers it used.

        Costs a lookup where the answer has figures and a key was sent; without one the figures are
        sample data, and ``_meta.sample`` is true. ``site``: id of the gym. ``prev``: questions before,
        oldest first, so that "and Ben?" is understood. ``decontextualized_query``: the question put so
        that it needs none before. ``mode``: ``list`` (default), ``summarize`` or ``generate``;
        sentences come from templates, never from a language model. ``num_results``: most results, 1..50.
        ``conversation_id``, ``state_token``: given back in ``_meta.session_context``.
        """
        return self._transport.json(ask_call(False, query, **options))

    @takes(ask_call)
    def ask_stream(self, query: str, **options: Any) -> AskStream:
        """As ``ask``, in pieces as they come: iterate over it."""
        return AskStream(self._transport, ask_call(True, query, **options))

    def live(
        self,
        *,
        last_event_id: Optional[str] = None,
        timeout: Seconds = None,
        max_retries: Retries = None,
    ) -> LiveStream:
        """Rooms, classes and cameras while they change: iterate over it. Costs nothing.

        After a lost connection it goes on from the newest event. ``last_event_id``: the newest event
        that is known; classes that were missed since come first. ``timeout``: longest silence,
        seconds; 45 where it is left out.
        """
        call = Call("/v1/live", timeout, max_retries, is_charged=False)
        return LiveStream(self._transport, call, last_event_id)

    def health(self, *, timeout: Seconds = None, max_retries: Retries = None) -> ServiceHealth:
        """Whether everything works. Degraded is an answer, not an error."""
        return self._transport.json(Call("/health", timeout, max_retries, is_charged=False))

    def status(self, *, timeout: Seconds = None, max_retries: Retries = None) -> ServiceStatus:
        """Cameras, detectors, storage, schedule and configuration as they are now.

        With an owner's key the rows of its gym too: see ``scope``.
        """
        return self._transport.json(Call("/v1/status", timeout, max_retries, is_charged=False))

    def metrics(self, *, timeout: Seconds = None, max_retries: Retries = None) -> ServiceMetrics:
        """How often each endpoint was asked."""
        return self._transport.json(Call("/metrics", timeout, max_retries, is_charged=False))

    def close(self) -> None:
        """Closes connections that wait. Calls that are under way end as they do; no other can be made."""
        self._transport.close()

    def __enter__(self) -> Turnout:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _segment(text: str, fault: str) -> str:
    # Addresses cannot have an empty segment, nor one of dots.
    if not isinstance(text, str) or text in ("", ".", ".."):
        raise ValueError(fault)
    return quote(text, safe="")
