"""What a client can be made with, and what it reads in the fields of an answer."""

from __future__ import annotations

import ssl
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from typing import Any, Optional

import pytest

from turnout_client import AsyncTurnout, RateLimit, RateQuota, Turnout
from turnout_client.options import Address, Settings
from turnout_client.rate_limit import rate_limit_in
from turnout_client.waiting import retry_after_in, wait_s


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("http://127.0.0.1:8080", Address(False, "127.0.0.1", 8080, "")),
        ("https://turnout.example/", Address(True, "turnout.example", 443, "")),
        ("HTTP://[::1]:81/a/b/", Address(False, "::1", 81, "/a/b")),
        (
            " https://Bücher.example/über\n",
            Address(True, "xn--bcher-kva.example", 443, "/%C3%BCber"),
        ),
    ],
)
def test_addresses(text: str, address: Address) -> None:
    assert Settings(base_url=text).address == address


@pytest.mark.parametrize(
    ("options", "message"),
    [
        *[
            ({"base_url": text}, "^base_url must be an http or https address")
            for text in [
                "turnout.example",
                "ftp://turnout.example",
                "http://",
                "http://a:99999",
                "http://user:secret@turnout.example",
                "http://turnout.example?key=secret",
                "http://[::1",
                f"http://{'a' * 70}.example",
            ]
        ],
        ({"timeout": float("nan")}, "timeout must be above 0"),
        ({"timeout": "30"}, "timeout must be a number of seconds, not str"),
        ({"timeout": True}, "timeout must be a number of seconds, not bool"),
        ({"max_retries": 11}, "max_retries must be from 0 to 10"),
        ({"max_retries": 1.5}, "max_retries must be a whole number, not float"),
        ({"sandbox": "false"}, "sandbox must be True or False, not str"),
        ({"gym_id": ""}, "gym_id must be the id of a gym"),
        ({"cache_size": -1}, "cache_size must be from 0"),
        ({"api_key": "two secret words"}, "api_key must be one word of ASCII characters"),
        ({"api_key": "tk_1\r\nX-Evil: 1"}, "api_key must be one word"),
        ({"api_key": 7}, "api_key must be a text, not int"),
        ({"retries": 3}, "unexpected keyword argument"),
    ],
)
def test_what_cannot_work_is_refused_at_once(options: Any, message: str) -> None:
    for client in (Turnout, AsyncTurnout):
        with pytest.raises((TypeError, ValueError), match=message) as caught:
            client(**options)
        assert "secret" not in str(caught.value)


def test_options_of_a_call_are_checked_too() -> None:
    with Turnout(sandbox=True) as client:
        with pytest.raises(ValueError, match="timeout must be above 0"):
            client.summary(timeout=0)
        with pytest.raises(ValueError, match="max_retries must be from 0"):
            client.health(max_retries=-1)
        with pytest.raises(ValueError, match=r"trainer must be the id"):
            client.trainers.get("..")
        with pytest.raises(TypeError, match="prev must be a list"):
            client.ask("and Ben?", prev="How is Anna?")


def test_the_environment_is_read_where_nothing_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURNOUT_URL", "https://turnout.example/gym")
    monkeypatch.setenv("TURNOUT_API_KEY", "tk_env")
    settings = Settings()
    assert settings.address == Address(True, "turnout.example", 443, "/gym")
    # Certificates and names are checked.
    assert settings.ssl_context is not None
    assert settings.ssl_context.verify_mode == ssl.CERT_REQUIRED
    assert [Settings(api_key=key).api_key for key in (None, "tk", "")] == ["tk_env", "tk", None]
    assert Settings(sandbox=True).api_key is None
    monkeypatch.setenv("TURNOUT_URL", "")
    assert Settings().address == Address(False, "127.0.0.1", 8080, "")


@pytest.mark.parametrize(("retries", "most"), [(0, 0.5), (1, 1), (4, 8), (9, 8)])
def test_the_wait_is_a_random_part_of_a_time_that_doubles(retries: int, most: float) -> None:
    waits = [wait_s(retries, None) or 0.0 for _ in range(500)]
    # Full jitter: short waits and long ones.
    assert min(waits) < most * 0.2
    assert most * 0.8 < max(waits) <= most


def test_what_the_service_asks_for_is_waited_unless_it_is_long() -> None:
    assert 3 <= (wait_s(0, 3) or 0) <= 3.5
    assert wait_s(0, 30) is not None
    assert wait_s(0, 31) is None


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("120", 120),
        (None, None),
        ("soon", None),
        ("-1", None),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0),
    ],
)
def test_retry_after(text: Optional[str], seconds: Optional[float]) -> None:
    assert retry_after_in(text) == seconds
    later = datetime.now(timezone.utc) + timedelta(seconds=90)
    assert 80 < (retry_after_in(format_datetime(later, usegmt=True)) or 0) <= 91


@pytest.mark.parametrize(
    ("policy", "left", "told"),
    [
        (
            '"burst";q=20;w=1, "lookups";q=100',
            '"burst";r=19;t=1, "lookups";r=99',
            RateLimit(burst=RateQuota(20, 19, 1, 1), lookups=RateQuota(100, 99)),
        ),
        ("", '"lookups";r=many;q, "other";r=1', RateLimit(lookups=RateQuota())),
        ("", "100;window=60", None),
    ],
)
def test_rate_limits(policy: str, left: str, told: Optional[RateLimit]) -> None:
    assert rate_limit_in(policy, left) == told
