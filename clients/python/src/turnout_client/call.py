"""What is asked of the service, before anything is sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, Optional, TypeVar, Union
from urllib.parse import urlencode

#: What the call is answered with.
Body = TypeVar("Body")
Query = Mapping[str, Union[str, int, None]]


@dataclass(frozen=True)
class Call(Generic[Body]):
    """One operation with its arguments."""

    method: str
    #: Encoded, with its query.
    target: str
    #: Whether an answer costs a lookup of keys that have a limit.
    is_charged: bool = False
    #: Whether sending it twice does nothing twice, charges apart.
    is_repeatable: bool = True
    #: To be sent as JSON.
    content: Optional[Mapping[str, object]] = None
    accept: str = "application/json"
    #: Further headers.
    fields: Mapping[str, str] = field(default_factory=dict)
    #: Seconds; None is that of the client.
    timeout: Optional[float] = None
    #: None is that of the client.
    max_retries: Optional[int] = None

    def encoded(self) -> Optional[bytes]:
        """The body as it is sent."""
        if self.content is None:
            return None
        return json.dumps(self.content, ensure_ascii=False, allow_nan=False).encode("utf-8")


def of_gym(call: Call[Body], gym_id: Optional[str]) -> Call[Body]:
    """The call about a gym, where it is about one at all and names none itself."""
    path, _, query = call.target.partition("?")
    is_of_gym = path == "/ask" or (path.startswith("/v1/") and path != "/v1/status")
    if gym_id is None or not is_of_gym or "gym_id=" in query:
        return call
    own = urlencode({"gym_id": gym_id})
    return replace(call, target=f"{path}?{own}&{query}" if query else f"{path}?{own}")


def target_of(path: str, query: Query) -> str:
    """A path with those parameters that have a value."""
    told = [(name, value) for name, value in query.items() if value is not None]
    return f"{path}?{urlencode(told)}" if told else path
