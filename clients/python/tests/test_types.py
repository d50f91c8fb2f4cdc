"""The surface is the one of the description, and of the JavaScript client."""

from __future__ import annotations

import ast
import inspect
import json
import re
import typing
from pathlib import Path
from typing import Any

import pytest

import turnout_client
from turnout_client import AsyncTurnout, Turnout, types

SOURCE = Path(turnout_client.__file__).parent
ROOT = Path(__file__).resolve().parents[3]
SCRIPT = (ROOT / "clients/js/src").resolve()


def names_in(pattern: str, file: str) -> set[str]:
    return set(re.findall(pattern, (SCRIPT / file).read_text("utf-8"), re.MULTILINE))


def test_types_have_the_names_of_the_javascript_client() -> None:
    names = names_in(r"^export (?:interface|type) (\w+)", "api.generated.ts")
    # Parameters are arguments here.
    wanted = {name for name in names if not name.endswith("Parameters")}
    assert wanted <= set(vars(types)), wanted - set(vars(types))


def test_errors_have_the_names_of_the_javascript_client() -> None:
    names = names_in(r"^export class (\w+)", "errors.ts")
    assert names == {name for name in turnout_client.__all__ if name.endswith("Error")}
    facts = set(re.findall(r"^  readonly (\w+):", errors_facts(), re.MULTILINE))
    assert facts == set(turnout_client.ErrorFacts.__dataclass_fields__)


def errors_facts() -> str:
    (found,) = re.findall(
        r"^export interface ErrorFacts \{.*?^\}",
        (SCRIPT / "errors.ts").read_text("utf-8"),
        re.DOTALL | re.MULTILINE,
    )
    return str(found)


@pytest.mark.parametrize("members", [(Turnout, AsyncTurnout)])
def test_both_clients_have_the_same_surface(members: tuple[type, type]) -> None:
    sync, asynchronous = (surface(client(sandbox=True)) for client in members)
    assert sync.pop("close") == asynchronous.pop("aclose")
    assert sync == asynchronous


def surface(thing: Any, place: str = "") -> dict[str, object]:
    """Public methods with their parameters."""
    found: dict[str, object] = {}
    for name in dir(thing):
        if name.startswith("_"):
            continue
        member = getattr(thing, name)
        if callable(member):
            parameters = inspect.signature(member).parameters.values()
            found[place + name] = [(one.name, one.kind, one.default) for one in parameters]
        elif type(member).__module__.startswith("turnout_client"):
            found.update(surface(member, f"{place}{name}."))
    return found


def test_parameters_are_those_of_the_description() -> None:
    document = json.loads((ROOT / "api/openapi/openapi.json").read_text("utf-8"))
    client = Turnout(sandbox=True)
    methods: list[tuple[str, Any]] = [
        ("/v1/summary", client.summary),
        ("/v1/trainers/{trainer}", client.trainers.get),
        ("/v1/classes/performance", client.classes.performance),
        ("/v1/revenue", client.revenue),
        ("/v1/rooms", client.rooms),
        ("/v1/classes/{class_id}", client.classes.get),
        ("/v1/sessions/{session_id}", client.sessions.get),
    ]
    for path, method in methods:
        told = document["paths"][path]["get"]["parameters"]
        wanted = {parameter["name"] for parameter in told if parameter["in"] != "header"}
        given = set(inspect.signature(method).parameters) - {"timeout", "max_retries"}
        assert given == wanted, path
    (period,) = (
        one["schema"]["enum"]
        for one in document["paths"]["/v1/trainers/{trainer}"]["get"]["parameters"]
        if one["name"] == "period"
    )
    assert list(typing.get_args(turnout_client.Period)) == period


def test_types_can_be_looked_up_at_run_time() -> None:
    for name, kind in vars(types).items():
        if isinstance(kind, type) and kind.__module__ == types.__name__:
            assert typing.get_type_hints(kind), name


@pytest.mark.parametrize("file", sorted(SOURCE.glob("*.py")), ids=lambda file: file.name)
def test_the_grammar_is_that_of_3_9(file: Path) -> None:
    ast.parse(file.read_text("utf-8"), feature_version=(3, 9))


def test_answers_have_the_fields_of_their_types(contract_url: str) -> None:
    import contract

    begun = contract.begin(contract_url, {"key": "owner"})
    with Turnout(base_url=begun["base_url"], sandbox=True) as client:
        ranking = client.classes.performance()
        session_id = client.summary()["classes"][0]["id"]
        for kind, answer in [
            (types.Summary, client.summary()),
            (types.TrainerReport, client.trainers.get("Anna Petrova")),
            (types.ClassRanking, ranking),
            (types.ClassReport, client.classes.get(ranking["ranking"][0]["class_id"])),
            (types.SessionReport, client.sessions.get(session_id)),
            (types.RoomsReport, client.rooms()),
            (types.RevenueReport, client.revenue()),
            (types.AskAnswer, client.ask("How full was spin last week?")),
            (types.ServiceHealth, client.health()),
            (types.ServiceStatus, client.status()),
            (types.ServiceMetrics, client.metrics()),
            (types.IssuedKey, client.keys.create()),
        ]:
            check(kind, answer, kind.__name__)


def check(kind: Any, value: Any, place: str) -> None:
    """Raises AssertionError where the value is not of the type."""
    arguments = typing.get_args(kind)
    origin = typing.get_origin(kind)
    if kind is Any:
        return
    if origin is typing.Union:
        check_union(arguments, value, place)
    elif origin is typing.Literal:
        assert value in arguments, f"{place}: {value!r}"
    elif origin is list:
        for at, item in enumerate(value):
            check(arguments[0], item, f"{place}[{at}]")
    elif origin is dict:
        for key, item in value.items():
            check(arguments[1], item, f"{place}.{key}")
    elif hasattr(kind, "__required_keys__"):
        hints = typing.get_type_hints(kind)
        assert kind.__required_keys__ <= set(value) <= set(hints), f"{place}: {set(value)}"
        for key, item in value.items():
            check(hints[key], item, f"{place}.{key}")
    else:
        wanted = (int, float) if kind is float else kind
        assert isinstance(value, wanted), f"{place}: {value!r} is no {kind}"


def check_union(kinds: tuple[Any, ...], value: Any, place: str) -> None:
    faults = []
    for kind in kinds:
        try:
            check(kind, value, place)
        except (AssertionError, TypeError, AttributeError) as fault:
            faults.append(str(fault))
        else:
            return
    raise AssertionError(faults)
