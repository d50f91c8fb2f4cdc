"""Sends requests: time limits, retries, entity tags.

What is sent again, and why it never costs twice, is told in README.md under "Retries, and what they cost".
"""

from __future__ import annotations

import http.client
import itertools
import json
import platform
import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Callable, Optional, TypeVar, cast

from .call import Body, Call, of_gym
from .cancellation import Cancellation
from .connection import TooLong
from .deadline import Deadline
from .entity_cache import Entity, EntityCache
from .errors import TurnoutError
from .exchange import Exchange
from .failure import Failure, Stake, broken, nonsense, refusal
from .options import Settings, retries_in, seconds_in
from .pool import Pool
from .rate_limit import RateLimit, rate_limit_in
from .version import CLIENT_VERSION
from .waiting import wait_s

USER_AGENT = f"turnout-client-python/{CLIENT_VERSION} (python {platform.python_version()})"
Value = TypeVar("Value")
Fields = Mapping[str, str]
#: What breaks an exchange. HTTPException: an answer that is not HTTP, or breaks off.
BREAKS = (OSError, http.client.HTTPException)
#: Reads an answer of success.
Read = Callable[[Exchange], Value]


class Transport:
    """Of one client. Safe to use from many threads."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pool = Pool(settings.address, settings.ssl_context)
        self._cache = EntityCache(settings.cache_size)
        self._lock = threading.Lock()
        self._rate_limit: Optional[RateLimit] = None
        self._is_closed = False
        self._fields = {"User-Agent": USER_AGENT}
        if settings.sandbox:
            self._fields["X-Sandbox"] = "true"
        if settings.api_key is not None:
            self._fields["Authorization"] = f"Bearer {settings.api_key}"

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        """What was told last."""
        return self._rate_limit

    def close(self) -> None:
        """Closes connections that wait; no call can be made any more."""
        self._is_closed = True
        self._pool.close()

    def json(self, call: Call[Body], cancellation: Optional[Cancellation] = None) -> Body:
        """The JSON object that the call is answered with: one of its own for every call. Raises TurnoutError."""
        call = of_gym(call, self._settings.gym_id)
        kept = self._cache.get(call.target) if call.method == "GET" else None
        fields = {} if kept is None else {"If-None-Match": kept.etag}

        def read(exchange: Exchange) -> Body:
            text = _body_in(exchange)
            if exchange.status == 304 and kept is not None:
                return cast(Body, json.loads(kept.body))
            value = _object_in(text)
            if value is None:
                raise nonsense(exchange.status, exchange.headers, self._stake_of(call))
            etag = exchange.headers.get("etag")
            if call.method == "GET" and etag is not None:
                self._cache.put(call.target, Entity(etag, text))
            return cast(Body, value)

        return self._send(call, read, fields, cancellation or Cancellation())

    def open(self, call: Call[Any], cancellation: Cancellation) -> Exchange:
        """An answer whose body is still to be read, by whoever closes it. Raises TurnoutError."""
        call = of_gym(call, self._settings.gym_id)

        def read(exchange: Exchange) -> Exchange:
            kind = exchange.headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != call.accept:
                raise nonsense(exchange.status, exchange.headers, self._stake_of(call))
            return exchange

        return self._send(call, read, {}, cancellation)

    def nonsense_in(self, call: Call[Any], exchange: Exchange) -> TurnoutError:
        """For an opened answer that is nothing that Turnout sends."""
        return nonsense(exchange.status, exchange.headers, self._stake_of(call)).error

    def broken_off(
        self, call: Call[Any], exchange: Exchange, fault: Exception, cancellation: Cancellation
    ) -> TurnoutError:
        """For an opened answer that broke off. Raises CallCancelled where it was ended from outside."""
        cancellation.check()
        return broken(fault, exchange.deadline, True, self._stake_of(call)).error

    def _send(
        self, call: Call[Any], read: Read[Value], fields: Fields, cancellation: Cancellation
    ) -> Value:
        if self._is_closed:
            raise RuntimeError("The client is closed.")
        given, total = call.max_retries, self._settings.total_timeout
        most_retries = self._settings.max_retries if given is None else retries_in(given)
        ends_at = None if total is None else time.monotonic() + total
        for retries in itertools.count():
            try:
                return self._try(call, read, fields, cancellation, ends_at)
            except Failure as failure:
                error = failure.error.after(retries)
                cause = failure.__cause__
                pause = wait_s(retries, error.retry_after_s) if failure.is_retried else None
            if pause is None or retries >= most_retries or _is_past(ends_at, pause):
                raise error from cause
            cancellation.wait(pause)
        raise AssertionError("unreachable")

    def _try(
        self,
        call: Call[Any],
        read: Read[Value],
        fields: Fields,
        cancellation: Cancellation,
        ends_at: Optional[float],
    ) -> Value:
        deadline = self._deadline_of(call, ends_at)
        exchange = Exchange(self._pool, deadline, cancellation)
        try:
            cancellation.check()
            exchange.connect(self._settings.connect_timeout)
            target = self._settings.address.prefix + call.target
            own = {"Accept": call.accept, **call.fields, **self._fields, **fields}
            content = call.encoded()
            if content is not None:
                own["Content-Type"] = "application/json"
            exchange.send(call.method, target, own, content)
            self._note(exchange.headers)
            is_good = 200 <= exchange.status < 300
            if is_good or (exchange.status == 304 and "If-None-Match" in fields):
                return read(exchange)
            body = _told_in(exchange)
            cancellation.check()
            raise refusal(exchange.status, exchange.headers, body, self._stake_of(call))
        except BREAKS as fault:
            exchange.close()
            cancellation.check()
            # Asked now: the head of the answer may have told that the key has no limit.
            stake = self._stake_of(call)
            raise broken(fault, deadline, exchange.is_sent, stake) from fault
        except BaseException:
            exchange.close()
            raise

    def _deadline_of(self, call: Call[Any], ends_at: Optional[float]) -> Deadline:
        given = call.timeout
        timeout = self._settings.timeout if given is None else seconds_in("timeout", given)
        if ends_at is not None:
            timeout = max(0.001, min(timeout, ends_at - time.monotonic()))
        return Deadline(timeout, self._settings.read_timeout)

    def _note(self, headers: Mapping[str, str]) -> None:
        """What is told of a key is told whole; of an address alone it says nothing of the key."""
        told = rate_limit_in(headers)
        if told is None:
            return
        with self._lock:
            before = self._rate_limit
            if told.burst is None and before is not None:
                told = replace(before, address=told.address or before.address)
            self._rate_limit = told

    def _stake_of(self, call: Call[Any]) -> Stake:
        """Keys without a limit are told of no lookups: nothing is charged to them."""
        limit = self._rate_limit
        is_unlimited = limit is not None and limit.burst is not None and limit.lookups is None
        may_cost = call.is_charged and self._settings.api_key is not None and not is_unlimited
        return Stake(may_cost, call.is_repeatable)


def _body_in(exchange: Exchange) -> bytes:
    """Empty, which is no JSON, where it is longer than anything that Turnout sends."""
    try:
        return exchange.body()
    except TooLong:
        return b""


def _object_in(text: bytes) -> Optional[dict[str, Any]]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _told_in(exchange: Exchange) -> Any:
    """The body of a refusal; None where it is no JSON, or did not come to its end: the status says enough."""
    try:
        return json.loads(exchange.body())
    except (ValueError, RecursionError, TooLong, *BREAKS):
        exchange.close()
        return None


def _is_past(ends_at: Optional[float], pause: float) -> bool:
    return ends_at is not None and time.monotonic() + pause >= ends_at
