"""What is told of how much may still be asked."""

from turnout_client import RateLimit, RateQuota
from turnout_client.rate_limit import rate_limit_in


def test_quotas_of_a_key_with_a_limit() -> None:
    headers = {
        "ratelimit-policy": '"burst";q=20;w=1, "lookups";q=100',
        "ratelimit": '"burst";r=19;t=1, "lookups";r=99',
    }
    assert rate_limit_in(headers) == RateLimit(
        burst=RateQuota(quota=20, remaining=19, window_s=1, reset_s=1),
        lookups=RateQuota(quota=100, remaining=99),
    )


def test_an_address_alone() -> None:
    headers = {"ratelimit-policy": '"address";q=50;w=1', "ratelimit": '"address";r=0;t=1'}
    told = rate_limit_in(headers)
    assert told == RateLimit(address=RateQuota(50, 0, 1, 1))


def test_nothing_and_what_cannot_be_read() -> None:
    assert rate_limit_in({}) is None
    assert rate_limit_in({"ratelimit": "100;window=60"}) is None
    assert rate_limit_in({"ratelimit": '"lookups";r=many;q, "other";r=1'}) == RateLimit(
        lookups=RateQuota()
    )
