"""Why an attempt gave nothing: its error, and whether the request is sent again. The table of this is in README.md."""

from __future__ import annotations

import errno
import http.client
import socket
import ssl
from typing import Any, Optional

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


def refusal(response: http.client.HTTPResponse, body: Any) -> TurnoutError:
    """An answer that is no success."""
    code, detail = said_in(body, response.status)
    return class_of(response.status)(
        code,
        detail,
        status=response.status,
        request_id=response.getheader("x-request-id"),
        retry_after_s=retry_after_in(response.getheader("retry-after")),
        body=body,
    )


def nonsense(response: http.client.HTTPResponse, may_cost: bool) -> TurnoutError:
    """A success whose body is nothing that Turnout sends."""
    return UnexpectedAnswerError(
        "unexpected_answer",
        f"The answer is not one of Turnout: does base_url lead to it? The status is {response.status}.",
        status=response.status,
        request_id=response.getheader("x-request-id"),
        maybe_charged=may_cost,
    )


def broken(fault: Exception, exchange: Exchange, may_cost: bool) -> TurnoutError:
    """No answer, or not the whole of it."""
    maybe_charged = exchange.is_sent and may_cost
    if isinstance(fault, socket.timeout):
        detail = f"No whole answer came within {exchange.deadline.timeout:g} seconds."
        return TurnoutTimeoutError("timed_out", detail, maybe_charged=maybe_charged)
    what = "The connection was lost" if exchange.is_sent else "No connection could be made"
    detail = f"{what} ({reason_of(fault)}): is the service running at base_url?"
    return TurnoutConnectionError("connection_failed", detail, maybe_charged=maybe_charged)


def is_sent_again(error: TurnoutError, is_sent: bool, is_repeatable: bool, may_cost: bool) -> bool:
    """Whether waiting may help, and nothing is done twice that must not be.

    ``is_sent``: the service may have got the request. ``is_repeatable``: twice is as once, charges apart.
    """
    if isinstance(error, TurnoutConnectionError):
        return is_repeatable and not may_cost if is_sent else not _is_hopeless(error.__cause__)
    return error.status in BUSY or (error.status in OF_PROXIES and is_repeatable)


def _is_hopeless(fault: Optional[BaseException]) -> bool:
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
