"""What a client is made with: arguments, then the environment, then defaults. What cannot work is refused at once."""

from __future__ import annotations

import os
import re
import ssl
from typing import NamedTuple, Optional
from urllib.parse import quote, urlsplit

#: Where the service listens unless it is told otherwise.
LOCAL_URL = "http://127.0.0.1:8080"
MOST_RETRIES = 10
#: Longest time-out, seconds: a day. Chosen here.
MOST_S = 86_400.0
MOST_KEPT = 100_000


class Address(NamedTuple):
    """A base address. IPv6 hosts have no brackets; names beyond ASCII are encoded."""

    is_secure: bool
    host: str
    port: int
    #: Path before every path of the service, without a slash at its end.
    prefix: str


class Settings:
    """The arguments of a client, checked."""

    def __init__(
        self,
        *,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        gym_id: Optional[str] = None,
        sandbox: bool = False,
        timeout: float = 30.0,
        max_retries: int = 2,
        cache_size: int = 64,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        """Raises TypeError or ValueError for what cannot work; nothing is sent.

        ``base_url``: address of the service, with or without a path. Default: ``TURNOUT_URL``, else
        ``http://127.0.0.1:8080``. ``api_key``: a key or an access token. Default: ``TURNOUT_API_KEY``;
        an empty text sends none, whatever the environment says. ``gym_id``: the gym of every call, for
        a key of several gyms of a head office. ``sandbox``: sample data; no key is sent.

        ``timeout``: longest that one request may take, seconds; of a stream, between two of its pieces.
        ``max_retries``: how often a request is sent again where waiting helps, 0..10.

        ``cache_size``: number of cached answers, requested again with their entity tag; 0 caches none.
        ``ssl_context``: for https, where other certificates than those of the system are trusted.
        """
        # A text of the environment: "false" would be true.
        if not isinstance(sandbox, bool):
            raise TypeError(f"sandbox must be True or False, not {type(sandbox).__name__}.")
        environ = os.environ.get
        url = environ("TURNOUT_URL", "") if base_url is None else base_url
        key = environ("TURNOUT_API_KEY", "") if api_key is None else api_key
        self.address = _address_in(url or LOCAL_URL)
        self.sandbox = sandbox
        #: None sends none: there is none, or sample data are asked for.
        self.api_key = None if sandbox else _key_in(key)
        self.gym_id = _gym_in(gym_id)
        self.timeout = seconds_in("timeout", timeout)
        self.max_retries = retries_in(max_retries)
        self.cache_size = _whole_number("cache_size", cache_size, MOST_KEPT)
        #: Checks certificates and names. None for http.
        self.ssl_context = None
        if self.address.is_secure:
            self.ssl_context = ssl_context or ssl.create_default_context()


def seconds_in(name: str, value: float) -> float:
    """Seconds above 0 and up to a day. Raises TypeError or ValueError."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{name} must be a number of seconds, not {type(value).__name__}.")
    if not 0 < value <= MOST_S:
        raise ValueError(f"{name} must be above 0 and at most {MOST_S:.0f} seconds, not {value}.")
    return float(value)


def retries_in(value: int) -> int:
    """How often a request may be sent again. Raises TypeError or ValueError."""
    return _whole_number("max_retries", value, MOST_RETRIES)


def _whole_number(name: str, value: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}.")
    if not 0 <= value <= most:
        raise ValueError(f"{name} must be from 0 to {most}, not {value}.")
    return value


def _address_in(text: str) -> Address:
    """Raises ValueError; the address is not repeated, for it may hold a password."""
    try:
        parts = urlsplit(text.strip())
        host = (parts.hostname or "").encode("idna").decode("ascii")
        is_secure = parts.scheme == "https"
        port = parts.port or (443 if is_secure else 80)
    except ValueError:
        host = ""
    is_web = host != "" and parts.scheme in ("http", "https")
    if not is_web or "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError(
            "base_url must be an http or https address without user name, query or fragment, "
            "such as https://turnout.example."
        )
    return Address(is_secure, host, port, quote(parts.path.rstrip("/"), safe="/%:@!$&'()*+,;=~"))


def _gym_in(gym_id: Optional[str]) -> Optional[str]:
    if gym_id is not None and not (isinstance(gym_id, str) and 1 <= len(gym_id) <= 64):
        raise ValueError("gym_id must be the id of a gym, 1 to 64 characters.")
    return gym_id


def _key_in(text: str) -> Optional[str]:
    """A key is never part of a message. Line breaks around it come from files and shells."""
    if not isinstance(text, str):
        raise TypeError(f"api_key must be a text, not {type(text).__name__}.")
    key = text.strip()
    if re.fullmatch(r"[\x21-\x7e]*", key):
        return key or None
    raise ValueError("api_key must be one word of ASCII characters, as it was issued.")
