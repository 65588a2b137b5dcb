"""Duplicate boards by the API, from the commitment to the referee's ruling."""

from __future__ import annotations

import datetime
from unittest import mock

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from tests.support.duplicate import HOUR, VALUE, dealt, duplicate_event
from tests.support.people import PASSWORD, acting, person, token_of
from tests.tournaments.site.test_api_routes import V1, client
from tournaments.core.errors import UserError
from tournaments.core.permissions import SCOPES
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.duplicate.models.deals import BoardSet
from tournaments.duplicate.queries.board_openings import openings
from tournaments.events.models import Tournament
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return duplicate_event(sessions=4)


def done(name: str, event: Tournament, path: str, body: dict[str, object] | None = None) -> dict[str, object]:
    answer = client(name).post(f"{V1}{event.slug}/{path}/", body or {}, format="json")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def test_a_director_deals_and_seats_by_program(event: Tournament) -> None:
    known = timezone.now() + HOUR
    body = {"sessions": 4, "boards": 4, "value_kind": "other", "value_source": "the lottery of 2 May"}
    done("olga", event, "deals/commit", {**body, "value_known_at": known.isoformat()})
    made = BoardSet.objects.get()
    with mock.patch("django.utils.timezone.now", return_value=known + datetime.timedelta(minutes=1)):
        done("olga", event, "deals/value", {"value": "1234567890", "again": "1234567890"})
        slip = {"value": VALUE, "again": VALUE, "reason": "Read from the wrong day."}
        done("olga", event, "deals/value/correct", slip)
        done("olga", event, "deals/make")
    made.refresh_from_db()
    assert (made.public_value, made.all_boards.count(), len(made.corrections)) == (VALUE, 16, 1)
    done("olga", event, "deals/movement", {"movement": "four_teams", "seed": "lot"})
    assert [round_.seatings.count() for round_ in event.rounds.all()] == [1, 1, 1, 1]

    first = event.rounds.get(number=1)
    seating.publish(acting(), first.seatings.get())
    rounds.start(acting(), first)
    done("olga", event, "rounds/1/boards/plan")
    board = "rounds/1/tables/1/boards/1"
    seats = [{"points": points, "left": 5, "ticked": True} for points in (24, -8, -8, -8)]
    assert done("sam", event, f"{board}/enter", {"seats": seats, "based_on": 0})["kind"] == "boardplay"
    done("sam", event, f"{board}/flag", {"fault": "fouled", "reason": "Two tiles lay open."})
    done("ren", event, f"{board}/rule", {"ruling": "fouled", "reason": "As it was played.", "foul": "a"})
    play = BoardPlay.objects.get(table__number=1, board__number=1)
    assert (play.version, play.ruling, play.foul) == (1, "fouled", "A")
    typed = client("sam").post(
        f"{V1}{event.slug}/{board}/enter/",
        {"seats": [{**seats[0], "piont": 1}, *seats[1:]], "based_on": 1},
        format="json",
    )
    assert (typed.status_code, typed.json()["code"]) == (400, "unknown_field")


def test_a_reserve_is_taken_by_program_and_no_token_opens_a_board(event: Tournament) -> None:
    made = dealt(event)
    done("olga", event, "deals/boards/1/2/replace", {"reason": "A photo of it went round."})
    assert made.all_boards.get(session=1, number=2, retired_at=None).reserve == 1
    assert [(each.kind, each.reason) for each in openings(event)] == [("replaced", "A photo of it went round.")]
    assert {name for name, actions in SCOPES.items() if "deals.secret" in actions} == set()
    with pytest.raises(UserError, match="Choose what the token may be used for"):
        token_of("olga", scopes=["sealed"], tournament=event, days=2)


def test_a_token_by_password_has_no_scope_that_must_be_named() -> None:
    person("olga")
    signed_in = APIClient().post("/api/v1/token/", {"username": "olga", "password": PASSWORD}, format="json").json()
    assert {"backups", "deletion"} & set(signed_in["scopes"]) == set()
