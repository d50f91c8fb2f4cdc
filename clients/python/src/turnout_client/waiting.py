"""When a request is sent again: after what the service asks for, else after a random part of a time that doubles."""

from __future__ import annotations

import math
import random
import re
import time
from email.utils import parsedate_to_datetime
from typing import Optional

#: First and longest back-off, seconds. Full jitter: Brooker, "Exponential Backoff And Jitter", AWS 2015.
FIRST_S = 0.5
MOST_S = 8.0
#: Longest ``Retry-After`` that the client waits by itself, seconds; chosen here: what a person waits for a page.
MOST_RETRY_AFTER_S = 30.0


def wait_s(retries: int, retry_after_s: Optional[float]) -> Optional[float]:
    """Seconds before the next attempt; None where the service asks for more than a client waits by itself.

    ``retries`` are those so far.
    """
    if retry_after_s is None:
        return random.uniform(0, min(MOST_S, FIRST_S * 2**retries))
    if retry_after_s > MOST_RETRY_AFTER_S:
        return None
    # Those who were refused together must not come back together.
    return retry_after_s + random.uniform(0, FIRST_S)


def retry_after_in(text: Optional[str]) -> Optional[float]:
    """Seconds of the field ``Retry-After``, a number or a date (RFC 9110, section 10.2.3); None for anything else."""
    if text is None:
        return None
    if re.fullmatch(r"\d{1,9}", text):
        return float(text)
    try:
        at = parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError, OverflowError):
        return None
    return float(max(0, math.ceil(at - time.time())))
