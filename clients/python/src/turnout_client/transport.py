"""Sends requests: time limits, retries, entity tags.

What is sent again, and why it never costs twice, is told in README.md under "Retries, and what they cost".
"""

from __future__ import annotations

import http.client
import itertools
import json
import platform
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Callable, Optional, TypeVar, Union
from urllib.parse import urlencode

from .cancellation import CURRENT, Cancellation
from .connection import Deadline, Exchange, Pool
from .errors import TurnoutError
from .failure import broken, is_sent_again, nonsense, refusal
from .options import Settings, retries_in, seconds_in
from .rate_limit import RateLimit, rate_limit_in
from .version import CLIENT_VERSION
from .waiting import wait_s

USER_AGENT = f"turnout-client-python/{CLIENT_VERSION} (python {platform.python_version()})"
EVENTS = "text/event-stream"
#: What breaks an exchange. HTTPException: an answer that is not HTTP, or breaks off.
BREAKS = (OSError, http.client.HTTPException)
Value = TypeVar("Value")


@dataclass(frozen=True)
class Call:
    """One operation with its arguments."""

    #: Encoded.
    path: str
    #: Seconds; None is that of the client.
    timeout: Optional[float]
    #: None is that of the client.
    max_retries: Optional[int]
    query: Mapping[str, Union[str, int, None]] = field(default_factory=dict)
    method: str = "GET"
    #: To be sent as JSON.
    content: Optional[Mapping[str, object]] = None
    #: Whether an answer costs a lookup of keys that have a limit.
    is_charged: bool = True
    #: Whether sending it twice does nothing twice, charges apart.
    is_repeatable: bool = True
    accept: str = "application/json"
    #: Further headers.
    fields: Mapping[str, str] = field(default_factory=dict)

    def target(self, gym_id: Optional[str]) -> str:
        """Path and query. ``gym_id`` is named where the call is about a gym and names none itself."""
        is_of_gym = self.path == "/ask" or self.path.startswith("/v1/")
        own = gym_id if is_of_gym and self.path != "/v1/status" else None
        given: dict[str, Union[str, int, None]] = {"gym_id": own, **self.query}
        if given["gym_id"] is None:
            given["gym_id"] = own
        query = urlencode([(name, value) for name, value in given.items() if value is not None])
        return f"{self.path}?{query}" if query else self.path


class Transport:
    """Of one client. Safe to use from many threads."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pool = Pool(settings)
        self._lock = threading.Lock()
        #: Entity tags and bodies by target, least recently used first. Bytes: callers may change what they get.
        self._cache: OrderedDict[str, tuple[str, bytes]] = OrderedDict()
        self.rate_limit: Optional[RateLimit] = None
        self._fields = {"User-Agent": USER_AGENT}
        if settings.sandbox:
            self._fields["X-Sandbox"] = "true"
        if settings.api_key is not None:
            self._fields["Authorization"] = f"Bearer {settings.api_key}"

    def close(self) -> None:
        """Closes connections that wait; no call can be made any more."""
        self._pool.close()

    def json(self, call: Call) -> Any:
        """The JSON object that the call is answered with: one of its own for every call. Raises TurnoutError."""
        target = call.target(self._settings.gym_id)
        with self._lock:
            etag, kept = self._cache.get(target, (None, b""))
        if etag is not None:
            call = replace(call, fields={"If-None-Match": etag})

        def read(exchange: Exchange) -> Any:
            text = exchange.body()
            if exchange.response.status == 304:
                text = kept
            value = _json_in(text)
            # With "matched" Turnout answers an address that it does not have.
            if not isinstance(value, dict) or "matched" in value:
                raise nonsense(exchange.response, self.may_cost(call))
            if call.method == "GET":
                self._keep(target, exchange.response.getheader("etag"), text)
            return value

        return self._send(call, read, CURRENT.get() or Cancellation())

    def open(self, call: Call, cancellation: Cancellation) -> Exchange:
        """A stream of events, closed by whoever reads it. Raises TurnoutError."""

        def read(exchange: Exchange) -> Exchange:
            kind = exchange.response.getheader("content-type", "").partition(";")[0]
            if kind.strip().lower() != EVENTS:
                raise nonsense(exchange.response, self.may_cost(call))
            return exchange

        return self._send(replace(call, accept=EVENTS), read, cancellation)

    def _send(
        self, call: Call, read: Callable[[Exchange], Value], cancellation: Cancellation
    ) -> Value:
        if self._pool.is_closed:
            raise RuntimeError("The client is closed.")
        given, timeout = call.max_retries, call.timeout
        most_retries = self._settings.max_retries if given is None else retries_in(given)
        seconds = self._settings.timeout if timeout is None else seconds_in("timeout", timeout)
        for retries in itertools.count():
            exchange = Exchange(self._pool, Deadline(seconds), cancellation)
            try:
                return self._try(call, read, exchange, cancellation)
            except TurnoutError as error:
                error.retries = retries
                may_cost = self.may_cost(call)
                is_passing = is_sent_again(error, exchange.is_sent, call.is_repeatable, may_cost)
                pause = wait_s(retries, error.retry_after_s) if is_passing else None
                if pause is None or retries >= most_retries:
                    raise
            cancellation.wait(pause)
        raise AssertionError("unreachable")

    def _try(
        self,
        call: Call,
        read: Callable[[Exchange], Value],
        exchange: Exchange,
        cancellation: Cancellation,
    ) -> Value:
        settings = self._settings
        fields = {"Accept": call.accept, **call.fields, **self._fields}
        content = None
        if call.content is not None:
            fields["Content-Type"] = "application/json"
            content = json.dumps(call.content, ensure_ascii=False, allow_nan=False).encode()
        target = settings.address.prefix + call.target(settings.gym_id)
        try:
            exchange.send(call.method, target, fields, content)
            self._note(exchange.response)
            status = exchange.response.status
            if 200 <= status < 300 or (status == 304 and "If-None-Match" in fields):
                return read(exchange)
            body = _told_in(exchange)
            cancellation.check()
            raise refusal(exchange.response, body)
        except BREAKS as fault:
            exchange.close()
            cancellation.check()
            # Asked now: the head of the answer may have told that the key has no limit.
            raise broken(fault, exchange, self.may_cost(call)) from fault
        except BaseException:
            exchange.close()
            raise

    def _keep(self, target: str, etag: Optional[str], text: bytes) -> None:
        with self._lock:
            if etag is not None:
                self._cache[target] = (etag, text)
                self._cache.move_to_end(target)
            if len(self._cache) > self._settings.cache_size:
                self._cache.popitem(last=False)

    def _note(self, response: http.client.HTTPResponse) -> None:
        """What is told of a key is told whole; of an address alone it says nothing of the key."""
        policy, left = response.getheader("ratelimit-policy"), response.getheader("ratelimit")
        told = rate_limit_in(policy or "", left or "")
        with self._lock:
            before = self.rate_limit
            if told is not None and told.burst is None and before is not None:
                told = replace(before, address=told.address or before.address)
            self.rate_limit = told or before

    def may_cost(self, call: Call) -> bool:
        """Whether an answer may cost a lookup. Keys without a limit are told of none."""
        limit = self.rate_limit
        is_unlimited = limit is not None and limit.burst is not None and limit.lookups is None
        return call.is_charged and self._settings.api_key is not None and not is_unlimited


def _json_in(text: bytes) -> Any:
    """None for what is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _told_in(exchange: Exchange) -> Any:
    """The body of a refusal; None where it is no JSON, or did not come to its end: the status says enough."""
    try:
        return _json_in(exchange.body())
    except BREAKS:
        exchange.close()
        return None
