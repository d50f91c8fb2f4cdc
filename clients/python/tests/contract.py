"""The cases of clients/contract/cases.json, run with both clients. Knows no pytest: a bare 3.9 runs it too."""

from __future__ import annotations

import asyncio
import json
import platform
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any, Callable, Optional

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


def begin(url: str, case: Case) -> Any:
    """Begins a case: ``base_url`` and ``api_key`` of its own."""
    names = ("key", "lookups", "faults", "is_refused")
    return control(url, "begin", {name: case[name] for name in names if name in case})


def run(url: str, case: Case) -> None:
    """Raises AssertionError where the sync client is not as the case has it."""
    begun = begin(url, case)
    with Turnout(**_options_of(case, begun)) as client:
        for call in case["calls"]:
            times = call.get("at_once", 1)
            with ThreadPoolExecutor(times) as threads:
                perform = _sync(client)
                outcomes = [threads.submit(_outcome, perform, call) for _ in range(times)]
                for outcome in outcomes:
                    _check(call["expect"], outcome.result(), client.rate_limit)
    _check_end(case, control(url, f"end/{begun['case']}"))


def run_async(url: str, case: Case) -> None:
    """The same with the async client."""
    asyncio.run(_run_async(url, case))


async def _run_async(url: str, case: Case) -> None:
    begun = await asyncio.to_thread(begin, url, case)
    async with AsyncTurnout(**_options_of(case, begun)) as client:
        for call in case["calls"]:
            times = call.get("at_once", 1)
            outcomes = await asyncio.gather(*(_outcome_async(client, call) for _ in range(times)))
            for outcome in outcomes:
                _check(call["expect"], outcome, client.rate_limit)
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


def _sync(client: Turnout) -> Callable[[Case], Any]:
    def perform(call: Case) -> Any:
        name, first, arguments = _split(call)
        value = _method(client, name)(*first, **arguments)
        return list(value) if name == "ask_stream" else value

    return perform


def _outcome(perform: Callable[[Case], Any], call: Case) -> Any:
    try:
        return perform(call)
    except TurnoutError as error:
        return error


async def _outcome_async(client: AsyncTurnout, call: Case) -> Any:
    name, first, arguments = _split(call)
    try:
        given = _method(client, name)(*first, **arguments)
        return [piece async for piece in given] if name == "ask_stream" else await given
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
        _check_events(expected["events"], [piece["event"] for piece in outcome])
    if "rate_limit" in expected:
        _check_like(expected["rate_limit"], asdict(rate_limit), "rate_limit")


def _check_error(expected: Case, outcome: Any) -> None:
    name = expected.pop("name")
    assert type(outcome).__name__ == name, f"{name} was expected, not {outcome!r}"
    for member, value in expected.items():
        _check_like(value, getattr(outcome, member), member)


def _check_events(expected: Case, names: list[str]) -> None:
    assert names[0] == expected["first"], names
    assert names[-1] == expected["last"], names
    assert set(expected["includes"]) <= set(names), names


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
    if "requests" in case:
        assert ended["requests"] == case["requests"], f"requests: {ended['requests']}"
    if "charged" in case:
        assert ended["charged"] == case["charged"], f"charged: {ended['charged']}"


if __name__ == "__main__":
    for tried in cases():
        for way in (run, run_async):
            try:
                way(sys.argv[1], tried)
            except Exception as fault:
                raise SystemExit(f"{way.__name__}: {tried['name']}: {fault!r}") from fault
    print(f"Python {platform.python_version()}: {len(cases())} cases, twice")
