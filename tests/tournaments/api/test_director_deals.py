"""Duplicate boards by the API, from the commitment to the referee's ruling."""

from __future__ import annotations

import datetime
from unittest import mock

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from engine.walls.promise import share_commitment
from tests.support.duplicate import HOUR, VALUE, dealt, duplicate_event
from tests.support.people import PASSWORD, acting, token_of
from tests.tournaments.api.test_routes import V1, client
from tournaments.models import BoardPlay, BoardSet, Tournament
from tournaments.services import rounds, seating
from tournaments.services.errors import UserError

pytestmark = pytest.mark.django_db

SHARE = bytes(range(32, 64))


@pytest.fixture
def event() -> Tournament:
    return duplicate_event(sessions=4)


def done(name: str, event: Tournament, path: str, body: dict[str, object] | None = None) -> dict[str, object]:
    """What the act answers."""
    answer = client(name).post(f"{V1}{event.slug}/{path}/", body or {}, format="json")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def test_a_director_deals_and_seats_by_program(event: Tournament) -> None:
    known = timezone.now() + HOUR
    body = {"sessions": 4, "boards": 4, "value_kind": "other", "value_source": "the lottery of 2 May"}
    done("olga", event, "deals/commit", {**body, "value_known_at": known.isoformat()})
    made = BoardSet.objects.get()
    done("olga", event, "deals/shares/add", {"holder": "Petra", "commitment": "0" * 64})
    petra = share_commitment(made.event, "Rita", SHARE)
    done("olga", event, "deals/shares/add", {"holder": "Rita", "commitment": petra})
    done("olga", event, "deals/shares/1/leave-out", {"reason": "Petra is ill."})
    with mock.patch("django.utils.timezone.now", return_value=known + datetime.timedelta(minutes=1)):
        done("olga", event, "deals/shares/2/hand-in", {"share": SHARE.hex()})
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


def sealed(name: str, event: Tournament) -> APIClient:
    """A client whose token may ask for sealed boards of this event."""
    made = APIClient()
    key = token_of(name, scopes=["sealed"], tournament=event, days=2)
    made.credentials(HTTP_AUTHORIZATION=f"Token {key}")
    return made


def test_sealed_boards_take_two_accounts_and_a_token_that_names_them(event: Tournament) -> None:
    made = dealt(event)
    looks = f"{V1}{event.slug}/deals/looks"
    wanted = {"session": 1, "board": 1, "purpose": "Its sheet is torn.", "does_not_play": True}
    assert client("olga").post(f"{looks}/ask/", wanted, format="json").status_code == 403
    olga, omar = sealed("olga", event), sealed("omar", event)
    look = olga.post(f"{looks}/ask/", wanted, format="json").json()["id"]
    yes = {"does_not_play": True}
    alone = sealed("olga", event).post(f"{looks}/{look}/approve/", yes, format="json")
    assert (alone.status_code, alone.json()["detail"]) == (
        400, "Two people are needed: somebody else approves your request.",
    )  # fmt: skip
    assert olga.post(f"{looks}/{look}/sheets/", {}, format="json").status_code == 400
    assert omar.post(f"{looks}/{look}/approve/", yes, format="json").status_code == 200
    sheets = omar.post(f"{looks}/{look}/sheets/", {}, format="json")
    assert (sheets.status_code, sheets["Content-Type"], sheets.content[:4]) == (200, "application/pdf", b"%PDF")
    seen = client("ren").get(f"{looks}/").json()["looks"]
    assert [(row["asked_by"], row["approved_by"], row["open"]) for row in seen] == [("olga", "omar", True)]
    assert [(str(sight.seen_by), sight.boards) for sight in made.looks.get().sights.all()] == [("omar", [[1, 1, 0]])]

    board = f"{V1}{event.slug}/deals/boards/1/2/ask-replacement/"
    asked = olga.post(board, {"reason": "A photo of it went round."}, format="json").json()["id"]
    again = f"{V1}{event.slug}/deals/replacements/{asked}/approve/"
    assert (olga.post(again).status_code, omar.post(again).status_code) == (400, 200)
    assert made.all_boards.get(session=1, number=2, retired_at=None).reserve == 1


def test_a_token_for_sealed_boards_is_narrow_and_short(event: Tournament) -> None:
    for wide in ({"days": 2}, {"tournament": event}, {"tournament": event, "days": 31}):
        with pytest.raises(UserError, match="A token for sealed boards"):
            token_of("olga", scopes=["sealed"], **wide)
    signed_in = APIClient().post("/api/v1/token/", {"username": "olga", "password": PASSWORD}, format="json").json()
    assert {"sealed", "backups"} & set(signed_in["scopes"]) == set()
