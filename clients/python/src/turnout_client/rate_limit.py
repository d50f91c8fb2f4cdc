"""How much may still be asked, as the service told last.

Read from the fields ``RateLimit`` and ``RateLimit-Policy`` of draft-ietf-httpapi-ratelimit-headers-11,
such as ``"burst";r=19;t=1, "lookups";r=99``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class RateQuota:
    """One quota. None is what was not told."""

    #: What there is in all.
    quota: Optional[int] = None
    #: What is left of it.
    remaining: Optional[int] = None
    #: For how long the quota is, seconds; None for one that does not come back by itself.
    window_s: Optional[int] = None
    #: After how many seconds it is full again; None as above.
    reset_s: Optional[int] = None


@dataclass(frozen=True)
class RateLimit:
    """What was told. None is a quota that there is not, or of which nothing was said."""

    #: Requests of the key.
    burst: Optional[RateQuota] = None
    #: Lookups of the key; None for keys without a limit.
    lookups: Optional[RateQuota] = None
    #: Requests of the address.
    address: Optional[RateQuota] = None


_NAMES = ("burst", "lookups", "address")
_NUMBER = re.compile(r"([a-z]+)=(\d{1,18})\Z")


def rate_limit_in(policies: str, rests: str) -> Optional[RateLimit]:
    """What the two fields of an answer tell; None where that is nothing."""
    policy, left = _members_in(policies), _members_in(rests)
    told = {
        name: RateQuota(
            quota=policy.get(name, {}).get("q"),
            remaining=left.get(name, {}).get("r"),
            window_s=policy.get(name, {}).get("w"),
            reset_s=left.get(name, {}).get("t"),
        )
        for name in _NAMES
        if name in policy or name in left
    }
    return RateLimit(**told) if told else None


def _members_in(field: str) -> dict[str, dict[str, int]]:
    members: dict[str, dict[str, int]] = {}
    for text in field.split(","):
        name, *parameters = (part.strip() for part in text.split(";"))
        found = (_NUMBER.match(parameter) for parameter in parameters)
        members[name.strip('"')] = {match[1]: int(match[2]) for match in found if match}
    return members
