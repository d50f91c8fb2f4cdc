"""The operations of the service as calls: what is sent for each, and what it is answered with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal, Optional
from urllib.parse import quote

from .call import Body, Call, target_of
from .types import (
    AskAnswer,
    ClassRanking,
    ClassReport,
    Figures,
    FiguresQuery,
    IssuedKey,
    RevenueReport,
    RoomsReport,
    ServiceHealth,
    ServiceMetrics,
    ServiceStatus,
    SessionReport,
    Summary,
    TrainerReport,
)

Period = Literal["day", "week"]

HEALTH: Call[ServiceHealth] = Call("GET", "/health")
STATUS: Call[ServiceStatus] = Call("GET", "/v1/status")
METRICS: Call[ServiceMetrics] = Call("GET", "/metrics")
ROOMS: Call[RoomsReport] = Call("GET", "/v1/rooms", is_charged=True)
REVENUE: Call[RevenueReport] = Call("GET", "/v1/revenue", is_charged=True)
CREATE_KEY: Call[IssuedKey] = Call("POST", "/get-key", is_repeatable=False)


def summary(gym_id: Optional[str]) -> Call[Summary]:
    """``GET /v1/summary``."""
    return Call("GET", target_of("/v1/summary", {"gym_id": gym_id}), is_charged=True)


def trainer(name: str, period: Optional[Period]) -> Call[TrainerReport]:
    """``GET /v1/trainers/{trainer}``."""
    path = f"/v1/trainers/{_segment(name, 'trainer must be the id or the name of a trainer.')}"
    return Call("GET", target_of(path, {"period": period}), is_charged=True)


def performance(limit: Optional[int]) -> Call[ClassRanking]:
    """``GET /v1/classes/performance``."""
    return Call("GET", target_of("/v1/classes/performance", {"limit": limit}), is_charged=True)


def class_report(class_id: str) -> Call[ClassReport]:
    """``GET /v1/classes/{class_id}``."""
    path = f"/v1/classes/{_segment(class_id, 'class_id must be the id of a class.')}"
    return Call("GET", path, is_charged=True)


def session_report(session_id: str) -> Call[SessionReport]:
    """``GET /v1/sessions/{session_id}``."""
    path = f"/v1/sessions/{_segment(session_id, 'session_id must be the id of a session.')}"
    return Call("GET", path, is_charged=True)


def query(asked: FiguresQuery) -> Call[Figures]:
    """``POST /v1/query``."""
    return Call("POST", "/v1/query", is_charged=True, content=asked)


def ask(body: Mapping[str, object]) -> Call[AskAnswer]:
    """``POST /ask``."""
    return Call("POST", "/ask", is_charged=True, content=body)


def ask_stream(body: Mapping[str, object]) -> Call[Any]:
    """``POST /ask``, answered with server-sent events."""
    return replace(ask(body), accept="text/event-stream")


def live() -> Call[Any]:
    """``GET /v1/live``, answered with server-sent events."""
    return Call("GET", "/v1/live", accept="text/event-stream")


def within(call: Call[Body], timeout: Optional[float], max_retries: Optional[int]) -> Call[Body]:
    """The call with limits of its own."""
    return replace(call, timeout=timeout, max_retries=max_retries)


def _segment(text: str, fault: str) -> str:
    # Addresses cannot have an empty segment, nor one of dots.
    if not isinstance(text, str) or text in ("", ".", ".."):
        raise ValueError(fault)
    return quote(text, safe="")
