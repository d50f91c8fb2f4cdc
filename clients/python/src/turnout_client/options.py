"""What a client is made with: arguments, then the environment, then defaults. What cannot work is refused at once."""

from __future__ import annotations

import os
import re
import ssl
from dataclasses import dataclass, field
from typing import Optional

from .address import Address, address_in

#: Where the service listens unless it is told otherwise.
LOCAL_URL = "http://127.0.0.1:8080"
MOST_RETRIES = 10
#: Longest time-out, seconds: a day. Chosen here.
MOST_S = 86_400.0
MOST_KEPT = 100_000


@dataclass(frozen=True)
class Options:
    """Arguments of a client, as they were given. What they mean is told at ``Turnout``."""

    base_url: Optional[str] = None
    api_key: Optional[str] = field(default=None, repr=False)
    gym_id: Optional[str] = None
    sandbox: bool = False
    timeout: float = 30.0
    max_retries: int = 2
    connect_timeout: float = 5.0
    read_timeout: Optional[float] = None
    total_timeout: Optional[float] = None
    cache_size: int = 64
    ssl_context: Optional[ssl.SSLContext] = None


@dataclass(frozen=True)
class Settings:
    """All that a client needs to know, checked."""

    address: Address
    #: None sends none: there is none, or sample data are asked for.
    api_key: Optional[str] = field(repr=False)
    #: None names none.
    gym_id: Optional[str]
    sandbox: bool
    timeout: float
    max_retries: int
    connect_timeout: float
    read_timeout: Optional[float]
    total_timeout: Optional[float]
    cache_size: int
    #: Not None for https.
    ssl_context: Optional[ssl.SSLContext]


def settings_of(options: Options) -> Settings:
    """Raises TypeError or ValueError for what cannot work."""
    url = options.base_url if options.base_url is not None else os.environ.get("TURNOUT_URL", "")
    address = address_in(url or LOCAL_URL)
    key = options.api_key if options.api_key is not None else os.environ.get("TURNOUT_API_KEY", "")
    is_sandbox = bool(options.sandbox)
    return Settings(
        address=address,
        api_key=None if is_sandbox else _key_in(key),
        gym_id=_gym_in(options.gym_id),
        sandbox=is_sandbox,
        timeout=seconds_in("timeout", options.timeout),
        max_retries=retries_in(options.max_retries),
        connect_timeout=seconds_in("connect_timeout", options.connect_timeout),
        read_timeout=_maybe_seconds_in("read_timeout", options.read_timeout),
        total_timeout=_maybe_seconds_in("total_timeout", options.total_timeout),
        cache_size=_whole_number("cache_size", options.cache_size, MOST_KEPT),
        ssl_context=_context_for(address, options.ssl_context),
    )


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


def _maybe_seconds_in(name: str, value: Optional[float]) -> Optional[float]:
    return None if value is None else seconds_in(name, value)


def _whole_number(name: str, value: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}.")
    if not 0 <= value <= most:
        raise ValueError(f"{name} must be from 0 to {most}, not {value}.")
    return value


def _gym_in(gym_id: Optional[str]) -> Optional[str]:
    if gym_id is None:
        return None
    if not isinstance(gym_id, str) or not 1 <= len(gym_id) <= 64:
        raise ValueError("gym_id must be the id of a gym, 1 to 64 characters.")
    return gym_id


def _key_in(text: str) -> Optional[str]:
    """A key is never part of a message. Line breaks around it come from files and shells."""
    if not isinstance(text, str):
        raise TypeError(f"api_key must be a text, not {type(text).__name__}.")
    key = text.strip()
    if key == "":
        return None
    if re.fullmatch(r"[\x21-\x7e]+", key):
        return key
    raise ValueError("api_key must be one word of ASCII characters, as it was issued.")


def _context_for(address: Address, given: Optional[ssl.SSLContext]) -> Optional[ssl.SSLContext]:
    """Certificates and names are checked, against what the system trusts unless a context is given."""
    if not address.is_secure:
        return None
    return given if given is not None else ssl.create_default_context()
