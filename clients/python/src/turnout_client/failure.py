"""Why an attempt gave nothing: its error, and whether the request is sent again. The table of this is in README.md."""

from __future__ import annotations

import errno
import http.client
import socket
import ssl
from typing import Any, NamedTuple

from .connection import Exchange
from .errors import (
    TurnoutConnectionError,
    TurnoutError,
    TurnoutTimeoutError,
    UnexpectedAnswerError,
    class_of,
    said_in,
)
from .waiting import retry_after_in

#: Statuses where waiting helps. Those of proxies do not say that nothing was done.
BUSY = (429, 503)
OF_PROXIES = (502, 504)


class Failure(Exception):
    """An attempt that gave nothing. Seen within the client only; callers get ``error``."""

    def __init__(self, error: TurnoutError, is_retried: bool = False) -> None:
        super().__init__(error)
        self.error = error
        self.is_retried = is_retried


class Stake(NamedTuple):
    """What is at stake where an answer was made and never came."""

    #: Whether it may have cost a lookup.
    may_cost: bool
    #: Whether asking again does nothing twice, charges apart.
    is_repeatable: bool


def refusal(response: http.client.HTTPResponse, body: Any, stake: Stake) -> Failure:
    """An answer that is no success."""
    status = response.status
    code, detail = said_in(body, status)
    error = class_of(status)(
        code,
        detail,
        status=status,
        request_id=response.getheader("x-request-id"),
        retry_after_s=retry_after_in(response.getheader("retry-after")),
        body=body,
    )
    return Failure(error, status in BUSY or (status in OF_PROXIES and stake.is_repeatable))


def nonsense(response: http.client.HTTPResponse, stake: Stake) -> Failure:
    """A success whose body is nothing that Turnout sends."""
    error = UnexpectedAnswerError(
        "unexpected_answer",
        f"The answer is not one of Turnout: does base_url lead to it? The status is {response.status}.",
        status=response.status,
        request_id=response.getheader("x-request-id"),
        maybe_charged=stake.may_cost,
    )
    return Failure(error)


def broken(fault: Exception, exchange: Exchange, stake: Stake) -> Failure:
    """No answer, or not the whole of it. Sent again where none can have been made, or two cost nothing."""
    is_sent = exchange.is_sent
    maybe_charged = is_sent and stake.may_cost
    if isinstance(fault, socket.timeout):
        detail = f"No whole answer came within {exchange.deadline.timeout:g} seconds."
        return Failure(TurnoutTimeoutError("timed_out", detail, maybe_charged=maybe_charged))
    what = "The connection was lost" if is_sent else "No connection could be made"
    detail = f"{what} ({reason_of(fault)}): is the service running at base_url?"
    error = TurnoutConnectionError("connection_failed", detail, maybe_charged=maybe_charged)
    is_free = stake.is_repeatable and not stake.may_cost
    return Failure(error, is_free if is_sent else not _is_hopeless(fault))


def _is_hopeless(fault: Exception) -> bool:
    """Whether waiting does not help: the name is not known, or the certificate is not trusted."""
    if isinstance(fault, socket.gaierror):
        return fault.errno != socket.EAI_AGAIN
    return isinstance(fault, ssl.SSLError) and not isinstance(
        fault, (ssl.SSLEOFError, ssl.SSLZeroReturnError)
    )


def reason_of(fault: Exception) -> str:
    """For people: ``ECONNREFUSED``."""
    if isinstance(fault, ssl.SSLCertVerificationError):
        return f"certificate: {fault.verify_message}"
    if isinstance(fault, socket.gaierror):
        return "name not known"
    number = fault.errno if isinstance(fault, OSError) else None
    return errno.errorcode.get(number or 0, type(fault).__name__)
