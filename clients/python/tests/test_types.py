"""The surface is the one of the description, and of the JavaScript client."""

from __future__ import annotations

import inspect
import json
import re
import typing
from pathlib import Path
from typing import Any

import pytest

import turnout_client
from turnout_client import AsyncTurnout, Turnout, types

ROOT = Path(__file__).resolve().parents[3]


def test_types_and_errors_have_the_names_of_the_javascript_client() -> None:
    for file, pattern, module in [
        ("api.generated.ts", r"^export (?:interface|type) (\w+)", types),
        ("errors.ts", r"^export class (\w+)", turnout_client),
    ]:
        text = (ROOT / "clients/js/src" / file).read_text("utf-8")
        # Parameters are arguments here.
        found = re.findall(pattern, text, re.MULTILINE)
        names = {name for name in found if not name.endswith("Parameters")}
        assert names <= set(vars(module)), names - set(vars(module))


@pytest.mark.parametrize("kind", [Turnout, AsyncTurnout])
def test_parameters_are_those_of_the_description(kind: Any) -> None:
    document = json.loads((ROOT / "api/openapi/openapi.json").read_text("utf-8"))
    client = kind(sandbox=True)
    for path, method in [
        ("/v1/summary", client.summary),
        ("/v1/trainers/{trainer}", client.trainers.get),
        ("/v1/classes/performance", client.classes.performance),
        ("/v1/revenue", client.revenue),
        ("/v1/rooms", client.rooms),
        ("/v1/classes/{class_id}", client.classes.get),
        ("/v1/sessions/{session_id}", client.sessions.get),
    ]:
        told = document["paths"][path]["get"]["parameters"]
        wanted = {parameter["name"] for parameter in told if parameter["in"] != "header"}
        given = set(inspect.signature(method).parameters) - {"timeout", "max_retries"}
        assert given == wanted, path
    assert "prev" in inspect.signature(client.ask_stream).parameters
    assert "ssl_context" in inspect.signature(kind).parameters


def test_types_can_be_looked_up_at_run_time() -> None:
    for name, kind in vars(types).items():
        if isinstance(kind, type) and kind.__module__ == types.__name__:
            assert typing.get_type_hints(kind), name
