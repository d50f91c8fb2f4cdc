"""Questions in words: what they are asked with, and what a stream of an answer says. NLWeb 0.55, structured dialect."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, Optional

from .transport import Call
from .types import AskAnswer, AskAnswerElicitation, AskEvent, AskMeta, AskResult

ASK_EVENTS = frozenset(("start", "content", "elicitation", "result", "complete"))
AskMode = Literal["list", "summarize", "generate"]


def ask_call(
    streaming: bool,
    query: str,
    *,
    site: Optional[str] = None,
    prev: Optional[Sequence[str]] = None,
    decontextualized_query: Optional[str] = None,
    mode: Optional[AskMode] = None,
    num_results: Optional[int] = None,
    conversation_id: Optional[str] = None,
    state_token: Optional[str] = None,
    timeout: Optional[float] = None,
    max_retries: Optional[int] = None,
) -> Call:
    """The question as it is sent. Members that were not given are left out."""
    if isinstance(prev, str):
        raise TypeError("prev must be a list of questions, not one text.")
    asked = {
        "text": query,
        "site": site,
        "num_results": num_results,
        "decontextualized_query": decontextualized_query,
    }
    session = {"conversation_id": conversation_id, "state_token": state_token}
    body: dict[str, object] = {
        "query": _given(asked),
        "prefer": _given({"streaming": streaming, "mode": mode}),
        "meta": {"version": "0.55", "session_context": _given(session)},
    }
    if prev is not None:
        body["context"] = {"prev": list(prev)}
    return Call("/ask", timeout, max_retries, method="POST", content=body)


def answer_of(events: Iterable[AskEvent]) -> AskAnswer:
    """What is left of a stream as one answer. Raises ValueError where nothing is."""
    results: list[AskResult] = []
    meta: Optional[AskMeta] = None
    elicitation: Optional[AskAnswerElicitation] = None
    for piece in events:
        if piece["event"] == "result":
            results.append(piece["data"]["item"])
        elif piece["event"] == "elicitation":
            elicitation = piece["data"]["elicitation"]
        elif piece["event"] == "start" or piece["event"] == "complete":
            meta = piece["data"]["_meta"]
    if meta is None:
        raise ValueError("Nothing is left of the stream: it was read or closed before.")
    answer: AskAnswer = {"_meta": meta, "results": results}
    if elicitation is not None:
        answer["elicitation"] = elicitation
    return answer


def _given(members: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in members.items() if value is not None}
