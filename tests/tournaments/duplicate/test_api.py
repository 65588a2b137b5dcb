"""Duplicate boards by the API: nobody's token opens a sealed board; what is public of them, and what is refused."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from tests.support.duplicate import SEED, committed, dealt, duplicate_event, enter_board, session_planned
from tests.support.people import PASSWORD, acting, token_of
from tests.tournaments.site.test_api_routes import V1, client
from tournaments.core.errors import UserError
from tournaments.core.permissions import SCOPES
from tournaments.duplicate.services import deals
from tournaments.events.models import Tournament
from tournaments.seating.services.sealed import unseal
from tournaments.standings.services import publishing

pytestmark = pytest.mark.django_db

EVERYBODY = (None, "olga", "ren", "sam", "petra", "ada")


def test_no_token_reads_a_board_early() -> None:
    event = duplicate_event()
    made = dealt(event)
    board = made.all_boards.get(session=1, number=1)
    wall = unseal(board.sealed_deal).split("E:")[1].split(";")[0]
    for name in EVERYBODY:
        answer = client(name).get(f"{V1}{event.slug}/deals/")
        assert answer.status_code == 200
        assert [row["text"] for row in answer.json()["all_boards"]] == [""] * 16
        assert answer.json()["seed"] == ""
        assert client(name).get(f"{V1}{event.slug}/deals/1/1/").status_code == 404
        for secret in (wall, SEED.hex(), made.sealed_seed, board.sealed_deal):
            assert secret not in answer.content.decode()


def test_a_public_board_and_standings_in_each_scale_and_none_while_they_are_hidden() -> None:
    event = duplicate_event()
    made = dealt(event)
    session_planned(event)
    board = made.all_boards.get(session=1, number=1)
    enter_board(board)
    board.refresh_from_db()
    answer = client().get(f"{V1}{event.slug}/deals/1/1/").json()
    assert answer["board"]["text"] == board.text
    east = [(row["points"], row["difference"], row["matchpoints"]) for row in answer["results"] if row["seat"] == 0]
    assert east == [(24, 24, 100), (-8, -8, "100/3"), (0, 0, "200/3"), (-16, -16, 0)]
    for scale in ("difference", "cross_imp", "butler", "matchpoints"):
        rows = client().get(f"{V1}{event.slug}/deals/standings/{scale}/").json()
        assert (len(rows), rows[0]["place"]) == (16, 1)
    assert client().get(f"{V1}{event.slug}/deals/standings/elo/").status_code == 404
    event.refresh_from_db()
    publishing.hide_standings(acting(), event, hidden=True)
    assert client().get(f"{V1}{event.slug}/deals/standings/difference/").status_code == 404


def test_who_opened_boards_and_what_was_given_up_is_public() -> None:
    event = duplicate_event()
    deals.withdraw(acting(), committed(event), reason="one session more")
    made = dealt(event)
    deals.print_boards(acting(), made, session=1, number=2, reason="sheets")
    deals.replace_board(acting("omar"), made.all_boards.get(session=1, number=2), reason="seen")
    answer = client().get(f"{V1}{event.slug}/deals/").json()
    assert [(each["kind"], each["by"], each["boards"], each["reason"]) for each in answer["openings"]] == [
        ("printed", "olga", [[1, 2, 0]], "sheets"),
        ("replaced", "omar", [[1, 2, 0]], "seen"),
    ]
    assert answer["shares"] == []
    (gone,) = client().get(f"{V1}{event.slug}/deals/withdrawn/").json()
    assert gone["withdrawn_reason"] == "one session more"
    assert gone["commitment"] in Client().get(reverse("event_deals", args=[event.slug])).content.decode()


def done(name: str, event: Tournament, path: str, body: dict[str, object] | None = None) -> dict[str, object]:
    answer = client(name).post(f"{V1}{event.slug}/{path}/", body or {}, format="json")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def test_a_wrong_name_in_a_result_is_refused_and_no_token_opens_a_board() -> None:
    event = duplicate_event()
    dealt(event)
    session_planned(event)
    seats = [{"points": points, "left": 5, "ticked": True} for points in (24, -8, -8, -8)]
    board, body = "rounds/1/tables/1/boards/1", {"seats": [{**seats[0], "piont": 1}, *seats[1:]], "based_on": 0}
    typed = client("sam").post(f"{V1}{event.slug}/{board}/enter/", body, format="json")
    assert (typed.status_code, typed.json()["code"]) == (400, "unknown_field")
    assert done("sam", event, f"{board}/enter", {"seats": seats, "based_on": 0})["kind"] == "boardplay"
    assert {name for name, actions in SCOPES.items() if "deals.secret" in actions} == set()
    with pytest.raises(UserError, match="Choose what the token may be used for"):
        token_of("olga", scopes=["sealed"], tournament=event, days=2)
    password = {"username": "olga", "password": PASSWORD}
    signed_in = APIClient().post("/api/v1/token/", password, format="json").json()
    assert {"backups", "deletion"} & set(signed_in["scopes"]) == set()
