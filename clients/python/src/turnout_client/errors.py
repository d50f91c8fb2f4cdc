"""What goes wrong, one class for each family of statuses.

Match on the class or on ``code``; messages are for people. Wrong arguments are a ``TypeError`` or
``ValueError`` instead, before anything is sent.
"""

from __future__ import annotations

from typing import Any, Optional, cast

from .types import Trainer, ValidationFault


class TurnoutError(Exception):
    """Base of all errors of the client.

    Codes are those of the service (``ApiErrorCode``) and the client's own. ``validation_failed``: 422, whose body
    has no code of its own. ``connection_failed``: no connection, or it was lost. ``timed_out``: no whole answer in
    time. ``unexpected_answer``: something other than Turnout answered, such as a proxy or the sign-in page of a hotel.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        retry_after_s: Optional[float] = None,
        maybe_charged: bool = False,
        body: Any = None,
    ) -> None:
        super().__init__(code, detail, status, request_id, retry_after_s, maybe_charged, body)
        #: For programs. Newer services may have more codes.
        self.code = code
        #: For people.
        self.detail = detail
        #: HTTP status; None where there was no answer.
        self.status = status
        #: Names the request in the log of the service; None where there was no answer.
        self.request_id = request_id
        #: Seconds after which it may work; None where the service does not say.
        self.retry_after_s = retry_after_s
        #: Whether the call may have cost a lookup all the same: the answer was made, and lost on its way.
        self.maybe_charged = maybe_charged
        #: Body of the answer as it came; None where there was none.
        self.body = body
        #: How often the request was sent again before the client gave up.
        self.retries = 0

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"


class BadRequestError(TurnoutError):
    """400 and every 4xx without a class of its own."""


class AuthenticationError(TurnoutError):
    """401: no key was sent, or none that is known."""


class LookupsExhaustedError(TurnoutError):
    """402: all lookups of the key are used. Waiting does not help."""


class ForbiddenError(TurnoutError):
    """403: the key does not open this gym or trainer."""


class NotFoundError(TurnoutError):
    """404: no trainer of this id or name."""

    @property
    def nearest(self) -> list[Trainer]:
        """Who may have been meant, nearest first."""
        return cast("list[Trainer]", _list_in(self.body, "nearest"))


class ConflictError(TurnoutError):
    """409: several trainers have this name; ask with an id."""

    @property
    def trainers(self) -> list[Trainer]:
        """Those that have the name."""
        return cast("list[Trainer]", _list_in(self.body, "trainers"))


class ValidationError(TurnoutError):
    """422: a parameter is wrong."""

    @property
    def errors(self) -> list[ValidationFault]:
        """Each with where it is (``loc``), a message (``msg``) and its kind (``type``)."""
        return cast("list[ValidationFault]", _list_in(self.body, "detail"))


class RateLimitError(TurnoutError):
    """429: too fast, and the wait was longer than the client waits by itself, or it had waited often enough."""


class ServerError(TurnoutError):
    """5xx."""


class TurnoutConnectionError(TurnoutError, ConnectionError):
    """No connection, or it was lost before the whole answer was there. A ``ConnectionError`` too."""


class TurnoutTimeoutError(TurnoutError, TimeoutError):
    """No whole answer in time. A ``TimeoutError`` too."""


class UnexpectedAnswerError(TurnoutError):
    """Something that is no answer of Turnout; redirections too, for they are not followed."""


_BY_STATUS: dict[int, type[TurnoutError]] = {
    401: AuthenticationError,
    402: LookupsExhaustedError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    422: ValidationError,
    429: RateLimitError,
}


def class_of(status: int) -> type[TurnoutError]:
    """The class of a status that is no success."""
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if status >= 500:
        return ServerError
    return BadRequestError if status >= 400 else UnexpectedAnswerError


def said_in(body: Any, status: int) -> tuple[str, str]:
    """``code`` and ``detail`` of a body, whatever it is."""
    members = body if isinstance(body, dict) else {}
    code, detail = members.get("code"), members.get("detail")
    if status == 422 and isinstance(detail, list):
        return "validation_failed", "; ".join(_sentence(fault) for fault in detail) + "."
    if isinstance(code, str) and isinstance(detail, str):
        return code, detail
    return "unexpected_answer", f"The status is {status}, and nothing says why."


def _sentence(fault: Any) -> str:
    members = fault if isinstance(fault, dict) else {}
    place = ".".join(str(part) for part in members.get("loc", ()))
    return f"{place}: {members.get('msg', '')}"


def _list_in(body: Any, member: str) -> list[Any]:
    found = body.get(member) if isinstance(body, dict) else None
    return found if isinstance(found, list) else []
