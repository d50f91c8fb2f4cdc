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
from .async_live_stream import AsyncLiveStream
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
from .live import (
    LiveByeEvent,
    LiveCamerasEvent,
    LiveClassEvent,
    LiveEvent,
    LiveHelloEvent,
    LiveRoomsEvent,
    LiveTickEvent,
)
from .live_stream import LiveStream
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
    "AsyncLiveStream",
    "AsyncTurnout",
    "AuthenticationError",
    "BadRequestError",
    "ConflictError",
    "ErrorFacts",
    "ForbiddenError",
    "LiveByeEvent",
    "LiveCamerasEvent",
    "LiveClassEvent",
    "LiveEvent",
    "LiveHelloEvent",
    "LiveRoomsEvent",
    "LiveStream",
    "LiveTickEvent",
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
