"""What a type checker says of calls. Never run; mypy complains of an ``ignore`` where there is no fault."""

from collections.abc import AsyncIterator, Iterator
from typing import Literal, Optional

from turnout_client import AskEvent, AsyncTurnout, RateLimit, Turnout
from turnout_client.types import (
    AskAnswer,
    ClassRanking,
    ClassSession,
    IssuedKey,
    RevenueReport,
    ServiceHealth,
    ServiceMetrics,
    ServiceStatus,
    Summary,
    TrainerReport,
)


def answers_have_types(client: Turnout) -> None:
    summary: Summary = client.summary(gym_id="demo", timeout=1, max_retries=0)
    report: TrainerReport = client.trainers.get("anna", period="day")
    ranking: ClassRanking = client.classes.performance(limit=8)
    revenue: RevenueReport = client.revenue()
    answer: AskAnswer = client.ask("How full was spin?", prev=["a"], mode="list", num_results=3)
    health: ServiceHealth = client.health()
    status: ServiceStatus = client.status()
    metrics: ServiceMetrics = client.metrics()
    key: IssuedKey = client.keys.create()
    limit: Optional[RateLimit] = client.rate_limit
    events: Iterator[AskEvent] = iter(client.ask_stream("How full was spin?"))
    print(summary, report, ranking, revenue, answer, health, status, metrics, key, limit, events)


async def so_have_those_to_be_awaited(client: AsyncTurnout) -> None:
    summary: Summary = await client.summary(gym_id="demo")
    report: TrainerReport = await client.trainers.get("anna", period="week")
    ranking: ClassRanking = await client.classes.performance(limit=8)
    answer: AskAnswer = await client.ask_stream("How full was spin?").answer()
    key: IssuedKey = await client.keys.create()
    events: AsyncIterator[AskEvent] = client.ask_stream("How full was spin?").__aiter__()
    print(summary, report, ranking, answer, key, events)


def fields_have_types(client: Turnout) -> None:
    summary = client.summary()
    known: Optional[int] = summary["total_attendance"]
    first: ClassSession = summary["classes"][0]
    quality: Literal["A", "B", "C", "none"] = first["quality"]
    first_day: str = client.revenue()["window"]["from"]
    figures: dict[str, object] = client.ask("?")["results"][0]["figures"]
    print(known, quality, first_day, figures, client.ask("?")["results"][0]["@type"])


def events_are_told_apart(client: Turnout) -> None:
    for piece in client.ask_stream("How full was spin?"):
        if piece["event"] == "result":
            index: int = piece["data"]["index"]
            print(index, piece["data"]["item"]["name"])
        elif piece["event"] == "content":
            text: str = piece["data"]["text"]
            print(text)


def faults(client: Turnout) -> None:
    client.trainers.get("anna", period="year")  # type: ignore[arg-type]
    client.classes.performance(limit="8")  # type: ignore[arg-type]
    client.ask("?", mode="guess")  # type: ignore[arg-type]
    client.summary()["total"]  # type: ignore[typeddict-item]
    print(client.summary()["fill_rate"] * 100)  # type: ignore[operator]
    print(client.ask("?")["_meta"]["response_type"] == "promise")  # type: ignore[comparison-overlap]
    Turnout(timeout_ms=3)  # type: ignore[call-arg]
