"""Client of Turnout, attendance analytics of a gym. See README.md; ``Turnout`` is where to begin."""

from .ask import (
    AskCompleteEvent,
    AskContentEvent,
    AskElicitationEvent,
    AskEvent,
    AskMode,
    AskResultEvent,
    AskStartEvent,
)
from .ask_stream import AskStream
from .async_ask_stream import AsyncAskStream
from .async_client import AsyncTurnout
from .client import Turnout
from .errors import (
    AuthenticationError,
    BadRequestError,
    ConflictError,
    ErrorFacts,
    ForbiddenError,
    LookupsExhaustedError,
    NotFoundError,
    RateLimitError,
    ServerError,
    TurnoutConnectionError,
    TurnoutError,
    TurnoutTimeoutError,
    UnexpectedAnswerError,
    ValidationError,
)
from .operations import Period
from .rate_limit import RateLimit, RateQuota
from .version import CLIENT_VERSION

__version__ = CLIENT_VERSION

__all__ = [
    "CLIENT_VERSION",
    "AskCompleteEvent",
    "AskContentEvent",
    "AskElicitationEvent",
    "AskEvent",
    "AskMode",
    "AskResultEvent",
    "AskStartEvent",
    "AskStream",
    "AsyncAskStream",
    "AsyncTurnout",
    "AuthenticationError",
    "BadRequestError",
    "ConflictError",
    "ErrorFacts",
    "ForbiddenError",
    "LookupsExhaustedError",
    "NotFoundError",
    "Period",
    "RateLimit",
    "RateLimitError",
    "RateQuota",
    "ServerError",
    "Turnout",
    "TurnoutConnectionError",
    "TurnoutError",
    "TurnoutTimeoutError",
    "UnexpectedAnswerError",
    "ValidationError",
]
