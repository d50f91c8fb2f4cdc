"""Why an attempt gave nothing: its error, and whether the request is sent again. The table of this is in README.md."""

from __future__ import annotations

import errno
import http.client
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .deadline import Deadline
from .errors import (
    ErrorFacts,
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


@dataclass(frozen=True)
class Stake:
    """What is at stake where an answer was made and never came."""

    #: Whether it may have cost a lookup.
    may_cost: bool
    #: Whether asking again does nothing twice, charges apart.
    is_repeatable: bool


def refusal(status: int, headers: Mapping[str, str], body: Any, stake: Stake) -> Failure:
    """An answer that is no success. ``headers`` have names in small letters."""
    code, detail = said_in(body, status)
    facts = ErrorFacts(
        code=code,
        detail=detail,
        status=status,
        request_id=headers.get("x-request-id"),
        retry_after_s=retry_after_in(headers.get("retry-after")),
        body=body,
    )
    is_retried = status in BUSY or (status in OF_PROXIES and stake.is_repeatable)
    return Failure(class_of(status)(facts), is_retried)


def nonsense(status: int, headers: Mapping[str, str], stake: Stake) -> Failure:
    """A success whose body is nothing that Turnout sends."""
    facts = ErrorFacts(
        code="unexpected_answer",
        detail=f"The answer is not one of Turnout: does base_url lead to it? The status is {status}.",
        status=status,
        request_id=headers.get("x-request-id"),
        maybe_charged=stake.may_cost,
    )
    return Failure(UnexpectedAnswerError(facts))


def lateness(deadline: Deadline, is_sent: bool, stake: Stake) -> Failure:
    """No whole answer in time. ``is_sent``: whether the service may have got the request."""
    if deadline.is_over or deadline.silence is None:
        detail = f"No whole answer came within {deadline.timeout:g} seconds."
    else:
        detail = f"Nothing came for {deadline.silence:g} seconds."
    facts = ErrorFacts("timed_out", detail, maybe_charged=is_sent and stake.may_cost)
    return Failure(TurnoutTimeoutError(facts))


def broken(fault: Exception, deadline: Deadline, is_sent: bool, stake: Stake) -> Failure:
    """What an attempt failed of. ``is_sent``: whether the service may have got the request."""
    is_late = isinstance(fault, socket.timeout) and (is_sent or deadline.is_over)
    return lateness(deadline, is_sent, stake) if is_late else lost(fault, is_sent, stake)


def lost(fault: Exception, is_sent: bool, stake: Stake) -> Failure:
    """No connection, or it was lost. Sent again where no answer can have been made, or two cost nothing."""
    what = "The connection was lost" if is_sent else "No connection could be made"
    facts = ErrorFacts(
        code="connection_failed",
        detail=f"{what} ({reason_of(fault)}): is the service running at base_url?",
        maybe_charged=is_sent and stake.may_cost,
    )
    is_free = stake.is_repeatable and not stake.may_cost
    is_retried = is_free if is_sent else not _is_hopeless(fault)
    return Failure(TurnoutConnectionError(facts), is_retried)


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
    if isinstance(fault, socket.timeout):
        return "no connection in time"
    if isinstance(fault, http.client.HTTPException) and not isinstance(fault, OSError):
        return type(fault).__name__
    number = fault.errno if isinstance(fault, OSError) else None
    return errno.errorcode.get(number or 0, type(fault).__name__)
