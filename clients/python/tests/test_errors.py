"""Errors by class and code."""

import json
import pickle
import typing

import contract
import pytest

from turnout_client import (
    BadRequestError,
    ErrorFacts,
    NotFoundError,
    ServerError,
    Turnout,
    TurnoutConnectionError,
    TurnoutError,
    TurnoutTimeoutError,
    UnexpectedAnswerError,
    ValidationError,
)
from turnout_client.errors import class_of, said_in
from turnout_client.types import ApiErrorCode


def test_codes_are_those_of_the_service() -> None:
    codes = json.loads((contract.CONTRACT / "error-codes.json").read_text("utf-8"))
    assert list(typing.get_args(ApiErrorCode)) == [row["code"] for row in codes]
    # Each has a class that is not the one for what nobody understands.
    for row in codes:
        assert class_of(row["status"]) is not UnexpectedAnswerError


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (400, BadRequestError),
        (418, BadRequestError),
        (500, ServerError),
        (302, UnexpectedAnswerError),
    ],
)
def test_every_status_has_a_class(status: int, expected: type[TurnoutError]) -> None:
    assert class_of(status) is expected


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({"detail": "No.", "code": "forbidden"}, 403, ("forbidden", "No.")),
        (
            {"detail": [{"loc": ["query", "limit"], "msg": "Too small", "type": "x"}]},
            422,
            ("validation_failed", "query.limit: Too small."),
        ),
        ("<h1>", 503, ("unexpected_answer", "The status is 503, and nothing says why.")),
        ({"detail": ["a"]}, 422, ("validation_failed", ": .")),
        (["a"], 400, ("unexpected_answer", "The status is 400, and nothing says why.")),
    ],
)
def test_what_a_body_says(body: object, status: int, said: tuple[str, str]) -> None:
    assert said_in(body, status) == said


def test_members_that_are_not_as_expected_are_empty() -> None:
    facts = ErrorFacts("x", "y", body={"nearest": "?", "detail": None})
    assert NotFoundError(facts).nearest == []
    assert ValidationError(facts).errors == []


def test_errors_can_be_sent_to_other_processes() -> None:
    for kind in (NotFoundError, TurnoutConnectionError, TurnoutTimeoutError):
        error = kind(ErrorFacts("x", "y", status=404, body={"nearest": []}))
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is kind
        assert again.facts == error.facts
        assert str(again) == "x: y"


def test_nobody_sees_the_inner_errors() -> None:
    with Turnout(base_url="http://127.0.0.1:1", max_retries=0) as client:
        with pytest.raises(TurnoutConnectionError, match="ECONNREFUSED") as caught:
            client.health()
    assert isinstance(caught.value.__cause__, OSError)
    assert caught.value.__context__ is None or isinstance(caught.value.__context__, OSError)
