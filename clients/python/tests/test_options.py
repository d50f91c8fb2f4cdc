"""What a client can be made with."""

import ssl
from typing import Any

import pytest

from turnout_client import AsyncTurnout, Turnout, operations
from turnout_client.address import Address, address_in
from turnout_client.call import of_gym
from turnout_client.options import Options, settings_of


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
    assert address_in(text) == address


@pytest.mark.parametrize(
    "text",
    [
        "turnout.example",
        "ftp://turnout.example",
        "http://",
        "http://a:99999",
        "http://a:x",
        "http://user:geheim@turnout.example",
        "http://turnout.example?key=geheim",
        "http://turnout.example#geheim",
        "http://[::1",
        f"http://{'a' * 70}.example",
    ],
)
def test_what_is_no_address_is_refused_and_not_repeated(text: str) -> None:
    with pytest.raises(ValueError, match=r"^base_url must be an http or https address") as caught:
        Turnout(base_url=text)
    assert "geheim" not in str(caught.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"timeout": 0}, "timeout must be above 0"),
        ({"timeout": float("nan")}, "timeout must be above 0"),
        ({"timeout": "30"}, "timeout must be a number of seconds, not str"),
        ({"timeout": True}, "timeout must be a number of seconds, not bool"),
        ({"total_timeout": -1}, "total_timeout must be above 0"),
        ({"max_retries": 11}, "max_retries must be from 0 to 10"),
        ({"max_retries": 1.5}, "max_retries must be a whole number, not float"),
        ({"gym_id": ""}, "gym_id must be the id of a gym"),
        ({"cache_size": -1}, "cache_size must be from 0"),
        ({"api_key": "two words"}, "api_key must be one word of ASCII characters"),
        ({"api_key": "tk_1\r\nX-Evil: 1"}, "api_key must be one word"),
        ({"api_key": 7}, "api_key must be a text, not int"),
        ({"retries": 3}, "unexpected keyword argument"),
    ],
)
@pytest.mark.parametrize("client", [Turnout, AsyncTurnout])
def test_what_cannot_work_is_refused_at_once(client: Any, options: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message) as caught:
        client(**options)
    assert "two words" not in str(caught.value)


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
    settings = settings_of(Options())
    assert settings.address == Address(True, "turnout.example", 443, "/gym")
    assert settings.api_key == "tk_env"
    assert settings_of(Options(api_key="tk_given")).api_key == "tk_given"
    assert settings_of(Options(api_key="")).api_key is None
    assert settings_of(Options(sandbox=True)).api_key is None
    monkeypatch.setenv("TURNOUT_URL", "")
    assert settings_of(Options()).address == Address(False, "127.0.0.1", 8080, "")


def test_certificates_and_names_are_checked() -> None:
    context = settings_of(Options(base_url="https://turnout.example")).ssl_context
    assert context is not None
    assert context.verify_mode == ssl.CERT_REQUIRED
    assert context.check_hostname


def test_a_key_is_never_shown() -> None:
    options = Options(api_key="tk_secret")
    assert "tk_secret" not in repr(options)
    assert "tk_secret" not in repr(settings_of(options))
    assert "tk_secret" not in repr(Turnout(api_key="tk_secret"))


def test_the_gym_of_a_client_is_named_wherever_a_gym_is_meant() -> None:
    named = [
        of_gym(call, "a b").target
        for call in (
            operations.ROOMS,
            operations.summary("other"),
            operations.performance(3),
            operations.ask({"query": "How full was it?"}),
            operations.STATUS,
            operations.HEALTH,
        )
    ]
    assert named == [
        "/v1/rooms?gym_id=a+b",
        "/v1/summary?gym_id=other",
        "/v1/classes/performance?gym_id=a+b&limit=3",
        "/ask?gym_id=a+b",
        "/v1/status",
        "/health",
    ]
