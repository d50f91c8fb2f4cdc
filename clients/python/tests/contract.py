"""The cases of clients/contract/cases.json, run with both clients. Knows no pytest: a bare 3.9 runs it too."""

from __future__ import annotations

import asyncio
import json
import platform
import sys
import urllib.request
from dataclasses import asdict
from pathlib import Path
from typing import Any, Optional

from turnout_client import AsyncTurnout, Turnout, TurnoutError

CONTRACT = Path(__file__).resolve().parents[2] / "contract"
Case = dict[str, Any]


def cases() -> list[Case]:
    """All of them."""
    found: list[Case] = json.loads((CONTRACT / "cases.json").read_text("utf-8"))["cases"]
    return found


def control(url: str, path: str, setup: Optional[Case] = None) -> Any:
    """Asks the server of the contract."""
    body = json.dumps(setup or {}).encode()
    with urllib.request.urlopen(f"{url}/-/{path}", body, 60) as answer:
        return json.load(answer)


def run(url: str, case: Case, kind: Any) -> None:
    """Raises AssertionError where the client of that kind is not as the case has it."""
    asyncio.run(_run(url, case, kind))


async def _run(url: str, case: Case, kind: Any) -> None:
    begun = await asyncio.to_thread(control, url, "begin", case)
    client = kind(**_options_of(case, begun))
    outcome = _outcome if kind is AsyncTurnout else _outcome_in_thread
    for call in case["calls"]:
        times = call.get("at_once", 1)
        for given in await asyncio.gather(*(outcome(client, call) for _ in range(times))):
            _check(call["expect"], given, client.rate_limit)
    await (client.aclose() if kind is AsyncTurnout else asyncio.to_thread(client.close))
    _check_end(case, await asyncio.to_thread(control, url, f"end/{begun['case']}"))


def _options_of(case: Case, begun: Case) -> dict[str, Any]:
    given = _in_seconds(case.get("client", {}))
    return {"base_url": begun["base_url"], "api_key": begun["api_key"] or "", **given}


def _in_seconds(options: Case) -> dict[str, Any]:
    told = dict(options)
    if "timeout_ms" in told:
        told["timeout"] = told.pop("timeout_ms") / 1000
    return told


def _split(call: Case) -> tuple[str, list[Any], dict[str, Any]]:
    """The method with its arguments: what an operation is about stands first."""
    arguments = {**call["arguments"], **_in_seconds(call.get("options", {}))}
    name = call["operation"]
    if arguments.pop("streaming", False):
        name = "ask_stream"
    first = [
        arguments.pop(key)
        for key in ("trainer", "class_id", "session_id", "query")
        if key in arguments
    ]
    return name, first, arguments


def _method(client: Any, name: str) -> Any:
    for part in name.split("."):
        client = getattr(client, part)
    return client


async def _outcome(client: Any, call: Case) -> Any:
    name, first, arguments = _split(call)
    try:
        given = _method(client, name)(*first, **arguments)
        return [piece async for piece in given] if name == "ask_stream" else await given
    except TurnoutError as error:
        return error


async def _outcome_in_thread(client: Any, call: Case) -> Any:
    name, first, arguments = _split(call)

    def work() -> Any:
        given = _method(client, name)(*first, **arguments)
        return list(given) if name == "ask_stream" else given

    try:
        return await asyncio.to_thread(work)
    except TurnoutError as error:
        return error


def _check(expected: Case, outcome: Any, rate_limit: Any) -> None:
    if "error" in expected:
        _check_error(dict(expected["error"]), outcome)
    elif isinstance(outcome, TurnoutError):
        raise AssertionError(f"an answer was expected, not {outcome!r}") from outcome
    if "value" in expected:
        _check_like(expected["value"], outcome, "value")
    for member in expected.get("has", ()):
        assert member in outcome, f"{member} is missing"
    if "events" in expected:
        names = [piece["event"] for piece in outcome]
        assert [names[0], names[-1]] == [expected["events"]["first"], expected["events"]["last"]]
        assert set(expected["events"]["includes"]) <= set(names), names
    if "rate_limit" in expected:
        _check_like(expected["rate_limit"], asdict(rate_limit), "rate_limit")


def _check_error(expected: Case, outcome: Any) -> None:
    name = expected.pop("name")
    assert type(outcome).__name__ == name, f"{name} was expected, not {outcome!r}"
    for member, value in expected.items():
        _check_like(value, getattr(outcome, member), member)


def _check_like(expected: Any, found: Any, place: str) -> None:
    if isinstance(expected, dict):
        for key, value in expected.items():
            assert key in found, f"{place}.{key} is missing"
            _check_like(value, found[key], f"{place}.{key}")
    elif isinstance(expected, list):
        assert len(expected) == len(found), f"{place}: {found!r}"
        for at, value in enumerate(expected):
            _check_like(value, found[at], f"{place}.{at}")
    else:
        assert found == expected, f"{place}: expected {expected!r}, found {found!r}"


def _check_end(case: Case, ended: Case) -> None:
    wanted = {name: case[name] for name in ("requests", "charged") if name in case}
    assert wanted == {name: ended[name] for name in wanted}


if __name__ == "__main__":
    for tried in cases():
        for client in (Turnout, AsyncTurnout):
            try:
                run(sys.argv[1], tried, client)
            except Exception as fault:
                raise SystemExit(f"{client.__name__}: {tried['name']}: {fault!r}") from fault
    print(f"Python {platform.python_version()}: {len(cases())} cases, twice")
