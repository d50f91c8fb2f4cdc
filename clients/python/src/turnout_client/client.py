"""The client: one method for each operation of the service, named as the service names it."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from types import TracebackType
from typing import Optional

from . import operations
from .ask import AskMode, ask_body
from .ask_stream import AskStream
from .live_stream import LiveStream
from .operations import within
from .options import Options, settings_of
from .rate_limit import RateLimit
from .resources import Classes, Keys, Sessions, Trainers
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


class Turnout:
    """A client of one installation with one key.

    Make one and keep it: it keeps connections open, and remembers answers and rates. Safe to use from
    many threads at once. Every call raises a subclass of TurnoutError where it fails, takes
    ``timeout`` and ``max_retries`` of its own, and answers with a new object.

    >>> client = Turnout(sandbox=True)
    >>> client.summary()["gym_id"]
    'demo'
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
        """Raises TypeError or ValueError for what cannot work; nothing is sent.

        ``base_url``: address of the service, with or without a path. Default: ``TURNOUT_URL``, else
        ``http://127.0.0.1:8080``. ``api_key``: a key or an access token. Default:
        ``TURNOUT_API_KEY``; an empty text sends none, whatever the environment says. ``gym_id``:
        the gym that every call is about, for a key of several gyms, at a head office. ``sandbox``:
        sample data; needs no key and costs nothing, and no key is sent.

        ``timeout``: longest that one request may take, seconds; of a stream, between two of its pieces.
        ``max_retries``: how often a request is sent again where waiting helps, 0..10.
        ``connect_timeout``: of these, longest to connect. ``read_timeout``: longest silence within an
        answer; None is as long as ``timeout``. ``total_timeout``: longest of a whole call with its
        retries and waits; None has no end of its own.

        ``cache_size``: how many answers are kept to ask for again with their entity tag; 0 keeps none.
        ``ssl_context``: for https, where other certificates than those of the system are trusted.
        """
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
        self._transport = Transport(settings_of(options))
        self.trainers = Trainers(self._transport)
        self.classes = Classes(self._transport)
        self.sessions = Sessions(self._transport)
        self.keys = Keys(self._transport)

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        """How much may still be asked, as the service told last; None before it did, and in the sandbox."""
        return self._transport.rate_limit

    def summary(
        self,
        *,
        gym_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Summary:
        """Today: classes, who came, the best classes, rooms. Costs a lookup.

        ``gym_id``: that of the key or ``demo``; left out it is that of the key.
        """
        return self._transport.json(within(operations.summary(gym_id), timeout, max_retries))

    def rooms(
        self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> RoomsReport:
        """The rooms now, and their last sixty minutes. Costs a lookup."""
        return self._transport.json(within(operations.ROOMS, timeout, max_retries))

    def revenue(
        self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> RevenueReport:
        """What classes earn and cost: the most profitable and the dead. Costs a lookup."""
        return self._transport.json(within(operations.REVENUE, timeout, max_retries))

    def query(
        self,
        query: FiguresQuery,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Figures:
        """Any figure: measures of classes by dimensions, filtered, ordered and compared. Costs a lookup."""
        return self._transport.json(within(operations.query(query), timeout, max_retries))

    def ask(
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
        """Answers a question in words, with the query that was run and the numbers it used.

        Costs a lookup where the answer has figures and a key was sent; without one the figures are
        sample data, and ``_meta.sample`` is true. ``site``: id of the gym. ``prev``: questions before,
        oldest first, so that "and Ben?" is understood. ``decontextualized_query``: the question put so
        that it needs none before. ``mode``: ``list`` (default), ``summarize`` or ``generate``;
        sentences come from templates, never from a language model. ``num_results``: most results, 1..50.
        ``conversation_id``, ``state_token``: given back in ``_meta.session_context``.
        """
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
        return self._transport.json(within(operations.ask(body), timeout, max_retries))

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
    ) -> AskStream:
        """As ``ask``, in pieces as they come: iterate over it."""
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
        return AskStream(self._transport, call)

    def live(
        self,
        *,
        last_event_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> LiveStream:
        """Rooms, classes and cameras while they change: iterate over it. Costs nothing.

        After a lost connection it goes on from the newest event. ``last_event_id``: the newest event
        that is known; classes that were missed since come first. ``timeout``: longest silence,
        seconds; 45 where it is left out.
        """
        call = within(operations.live(), timeout, max_retries)
        return LiveStream(self._transport, call, last_event_id)

    def health(
        self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> ServiceHealth:
        """Whether everything works. Degraded is an answer, not an error."""
        return self._transport.json(within(operations.HEALTH, timeout, max_retries))

    def status(
        self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> ServiceStatus:
        """Cameras, detectors, storage, schedule and configuration as they are now.

        With an owner's key the rows of its gym too: see ``scope``.
        """
        return self._transport.json(within(operations.STATUS, timeout, max_retries))

    def metrics(
        self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> ServiceMetrics:
        """How often each endpoint was asked."""
        return self._transport.json(within(operations.METRICS, timeout, max_retries))

    def close(self) -> None:
        """Closes connections that wait. Calls that are under way end as they do; no other can be made."""
        self._transport.close()

    def __enter__(self) -> Turnout:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()
