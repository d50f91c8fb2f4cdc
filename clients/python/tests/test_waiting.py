"""When a request is sent again."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from typing import Optional

import pytest

from turnout_client.waiting import retry_after_in, wait_s


@pytest.mark.parametrize(("retries", "most"), [(0, 0.5), (1, 1), (2, 2), (4, 8), (9, 8)])
def test_the_wait_is_a_random_part_of_a_time_that_doubles(retries: int, most: float) -> None:
    waits = [wait_s(retries, None) for _ in range(500)]
    assert all(wait is not None and 0 <= wait <= most for wait in waits)
    # Full jitter: short waits and long ones.
    told = [wait for wait in waits if wait is not None]
    assert min(told) < most * 0.2
    assert max(told) > most * 0.8


def test_what_the_service_asks_for_is_waited_and_a_little_more() -> None:
    waits = [wait_s(0, 3) for _ in range(50)]
    assert all(wait is not None and 3 <= wait <= 3.5 for wait in waits)


def test_more_than_a_person_waits_is_not_waited() -> None:
    assert wait_s(0, 30) is not None
    assert wait_s(0, 31) is None


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("0", 0), ("120", 120), (None, None), ("", None), ("soon", None), ("-1", None), ("1.5", None)],
)
def test_retry_after_is_a_number(text: Optional[str], seconds: Optional[float]) -> None:
    assert retry_after_in(text) == seconds


def test_retry_after_may_be_a_date() -> None:
    later = datetime.now(timezone.utc) + timedelta(seconds=90)
    seconds = retry_after_in(format_datetime(later, usegmt=True))
    assert seconds is not None
    assert 80 < seconds <= 91
    assert retry_after_in("Wed, 21 Oct 2015 07:28:00 GMT") == 0
