"""What goes wrong, one class for each family of statuses.

Match on the class or on ``code``; messages are for people. Wrong arguments are a ``TypeError`` or
``ValueError`` instead, before anything is sent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Optional, cast

from .types import Trainer, ValidationFault


@dataclass(frozen=True)
class ErrorFacts:
    """What is known of an error.

    Codes are those of the service (``ApiErrorCode``) and the client's own. ``validation_failed``: 422, whose body
    has no code of its own. ``connection_failed``: no connection, or it was lost. ``timed_out``: no whole answer in
    time. ``unexpected_answer``: something answered that does not speak as Turnout does, such as a proxy or the page
    of a hotel.
    """

    code: str
    #: What is wrong, for people.
    detail: str
    #: HTTP status; None where there was no answer.
    status: Optional[int] = None
    #: Names the request in the log of the service; None where there was no answer.
    request_id: Optional[str] = None
    #: Seconds after which it may work; None where the service says nothing of it.
    retry_after_s: Optional[float] = None
    #: How often the request was sent again before it was given up.
    retries: int = 0
    #: Whether the call may have cost a lookup all the same: the answer was made, and lost on its way.
    maybe_charged: bool = False
    #: Body of the answer as it came: members that have no property here. None where there was none.
    body: Any = None


class TurnoutError(Exception):
    """Base of all errors of the client. ``facts`` has everything; its members can be read here too."""

    def __init__(self, facts: ErrorFacts) -> None:
        super().__init__(facts)
        self.facts = facts

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"

    @property
    def code(self) -> str:
        """What went wrong, for programs. Newer services may have more codes."""
        return self.facts.code

    @property
    def detail(self) -> str:
        """What went wrong, for people."""
        return self.facts.detail

    @property
    def status(self) -> Optional[int]:
        """HTTP status; None where there was no answer."""
        return self.facts.status

    @property
    def request_id(self) -> Optional[str]:
        """Names the request in the log of the service; None where there was no answer."""
        return self.facts.request_id

    @property
    def retry_after_s(self) -> Optional[float]:
        """Seconds after which it may work; None where the service says nothing of it."""
        return self.facts.retry_after_s

    @property
    def retries(self) -> int:
        """How often the request was sent again before it was given up."""
        return self.facts.retries

    @property
    def maybe_charged(self) -> bool:
        """Whether the call may have cost a lookup: the answer was made, and lost on its way."""
        return self.facts.maybe_charged

    @property
    def body(self) -> Any:
        """Body of the answer as it came; None where there was none."""
        return self.facts.body

    def after(self, retries: int) -> TurnoutError:
        """The same error, of a call that was repeated so often."""
        error = type(self)(replace(self.facts, retries=retries))
        error.__cause__ = self.__cause__
        return error


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
