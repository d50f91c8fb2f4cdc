"""Errors by class and code."""

import json
import pickle
import typing

import contract
import pytest
from loopback import Loopback, Peer

from turnout_client import (
    BadRequestError,
    NotFoundError,
    Turnout,
    TurnoutConnectionError,
    UnexpectedAnswerError,
    ValidationError,
)
from turnout_client.errors import class_of, said_in
from turnout_client.types import ApiErrorCode


def test_codes_are_those_of_the_service_and_each_has_a_class() -> None:
    codes = json.loads((contract.CONTRACT / "error-codes.json").read_text("utf-8"))
    assert list(typing.get_args(ApiErrorCode)) == [row["code"] for row in codes]
    for row in codes:
        assert class_of(row["status"]) is not UnexpectedAnswerError
    assert class_of(418) is BadRequestError
    assert class_of(302) is UnexpectedAnswerError


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
    ],
)
def test_what_a_body_says(body: object, status: int, said: tuple[str, str]) -> None:
    assert said_in(body, status) == said


def test_members_that_are_not_as_expected_are_empty() -> None:
    body = {"nearest": "?", "detail": None}
    assert NotFoundError("x", "y", body=body).nearest == []
    assert ValidationError("x", "y", body=body).errors == []


def test_errors_can_be_sent_to_other_processes() -> None:
    for kind in (NotFoundError, TurnoutConnectionError):
        error = kind("x", "y", status=404, body={"nearest": []})
        error.retries = 2
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is kind
        assert vars(again) == vars(error)
        assert str(again) == "x: y"


def test_the_cause_of_a_lost_connection_is_named() -> None:
    with Turnout(base_url="http://127.0.0.1:1", max_retries=0) as client:
        with pytest.raises(TurnoutConnectionError, match="ECONNREFUSED") as caught:
            client.health()
    assert isinstance(caught.value, ConnectionError)
    assert isinstance(caught.value.__cause__, OSError)


def test_an_address_that_turnout_does_not_have_is_no_answer() -> None:
    def behave(peer: Peer) -> None:
        peer.request()
        peer.answer('{"service": "turnout", "matched": false}')

    with Loopback(behave) as server, Turnout(base_url=server.url) as client:
        with pytest.raises(UnexpectedAnswerError):
            client.health()
