"""Client of Turnout, attendance analytics of a gym. See README.md; ``Turnout`` is where to begin."""

from .ask import AskMode as AskMode
from .async_client import AsyncAskStream as AsyncAskStream
from .async_client import AsyncLiveStream as AsyncLiveStream
from .async_client import AsyncTurnout as AsyncTurnout
from .client import Period as Period
from .client import Turnout as Turnout
from .errors import AuthenticationError as AuthenticationError
from .errors import BadRequestError as BadRequestError
from .errors import ConflictError as ConflictError
from .errors import ForbiddenError as ForbiddenError
from .errors import LookupsExhaustedError as LookupsExhaustedError
from .errors import NotFoundError as NotFoundError
from .errors import RateLimitError as RateLimitError
from .errors import ServerError as ServerError
from .errors import TurnoutConnectionError as TurnoutConnectionError
from .errors import TurnoutError as TurnoutError
from .errors import TurnoutTimeoutError as TurnoutTimeoutError
from .errors import UnexpectedAnswerError as UnexpectedAnswerError
from .errors import ValidationError as ValidationError
from .rate_limit import RateLimit as RateLimit
from .rate_limit import RateQuota as RateQuota
from .streams import AskStream as AskStream
from .streams import LiveStream as LiveStream
from .types import AskCompleteEvent as AskCompleteEvent
from .types import AskContentEvent as AskContentEvent
from .types import AskElicitationEvent as AskElicitationEvent
from .types import AskEvent as AskEvent
from .types import AskResultEvent as AskResultEvent
from .types import AskStartEvent as AskStartEvent
from .types import LiveByeEvent as LiveByeEvent
from .types import LiveCamerasEvent as LiveCamerasEvent
from .types import LiveClassEvent as LiveClassEvent
from .types import LiveEvent as LiveEvent
from .types import LiveHelloEvent as LiveHelloEvent
from .types import LiveRoomsEvent as LiveRoomsEvent
from .types import LiveTickEvent as LiveTickEvent
from .version import CLIENT_VERSION as CLIENT_VERSION

__version__ = CLIENT_VERSION
