"""The check-in desk: by code and by row, closed with those who are here, and full tables before the draw."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, seat_in_order, signed_in, small_tournament
from tests.support.remembered import remembered
from tests.support.rows import rows_of
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import check_in
from tournaments.entries.services import players as registration
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.rounds.queries import participants
from tournaments.seating.services import seating, substitutes

pytestmark = pytest.mark.django_db

rows = rows_of(__file__)

Status = Entry.Status


@remembered
def event_of(players: int, *, waiting: int = 0) -> Tournament:
    """Nobody has come yet; some wait for a place."""
    event = small_tournament(players)
    people(event)
    event.entries.update(status=Status.REGISTERED)
    for number in range(waiting):
        registration.add(acting(), event, given_name="Wim", family_name=f"Waits{number}", status=Status.WAITING)
    return event


def at(name: str, event: Tournament, *more: object) -> str:
    return reverse(name, args=[event.slug, *more])


def test_a_badges_code_leads_the_desk_to_the_check_in_and_everybody_else_to_the_player():
    event = event_of(8)
    code = at("player_code", event, 3)
    assert Client().get(code).headers["Location"] == at("event_player", event, 3)
    assert signed_in("petra").get(code).headers["Location"] == at("event_player", event, 3)
    ida = signed_in("ida")
    page = ida.get(code, follow=True)
    assert (page.request["PATH_INFO"], page.context["to_come"]) == (at("manage_check_in_one", event, 3), 8)
    ida.post(at("manage_check_in_one", event, 3), {"present": "yes"})
    assert "Checked in." in ida.get(code, follow=True).content.decode()
    assert "7 of 8 are not here yet." in ida.get(at("manage_check_in", event)).content.decode()
    event_services.set_state(acting(), event, state=Tournament.State.RUNNING)
    assert ida.get(code).headers["Location"] == at("event_player", event, 3)


def test_closing_the_check_in_leads_to_the_draw_of_those_who_are_here():
    event = event_of(10)
    for entry in event.entries.filter(number__lte=8):
        check_in.check_in(acting("ida"), entry)
    answer = signed_in("olga").post(at("manage_check_in_close", event))
    assert answer.headers["Location"] == at("manage_seating", event, 1) + "#new-draft"
    first = event.rounds.get(number=1)
    assert [entry.number for entry in participants.list_round_players(first)] == list(range(1, 9))
    late = substitutes.return_(acting(), event.entries.get(number=9), from_round=1)
    assert (late.status, len(participants.list_round_players(first))) == (Status.CHECKED_IN, 9)


def test_check_in_is_not_closed_on_nobody_and_spares_who_sits_in_a_published_seating():
    event = event_of(8)
    with pytest.raises(UserError, match="No players checked in"):
        check_in.close(acting(), event)
    check_in.check_in(acting(), event.entries.get(number=1))
    seating.publish(acting(), seat_in_order(event.rounds.get(number=1)))
    assert check_in.close(acting(), event) == []
    assert event.entries.filter(status=Status.REGISTERED).count() == 7


@rows
def test_who_is_missing_for_full_tables_and_who_could_fill_them(players, waiting, short, over, fill):
    found = participants.compute_table_fill(event_of(players, waiting=waiting).rounds.get(number=1))
    assert (found.short, found.over, [entry.family_name for entry in found.can_fill]) == (short, over, fill)


def test_before_the_draw_the_page_lets_in_as_many_as_are_missing():
    event = event_of(10, waiting=3)
    olga, page = signed_in("olga"), at("manage_seating", event, 1)
    shown = olga.get(page).content.decode()
    assert "10 players: 2 more are missing for full tables" in shown
    assert "2 players sit out in each round, in turn" in shown
    assert olga.post(at("manage_let_in", event, 1)).headers["Location"] == page
    assert event.entries.filter(status=Status.REGISTERED).count() == 12
    assert "missing for full tables" not in olga.get(page).content.decode()
    with pytest.raises(UserError, match="Only 1 wait"):
        registration.let_in(acting(), event, count=2)


def test_a_press_changes_one_row_and_the_numbers_of_the_desk():
    event = event_of(30)
    ida, address = signed_in("ida"), at("manage_check_in_one", event, 3)
    here = ida.post(address, {"present": "yes"}, headers={"HX-Request": "true"}).content.decode()
    assert here.count("<li") == 1
    assert all(text in here for text in ("29 of 30 are not here yet.", 'value="no"', 'id="check-in-head"'))
    undone = ida.post(address, {"present": "no"}, headers={"HX-Request": "true"}).content.decode()
    assert (undone.count("<li"), 'value="yes"' in undone, "30 of 30 are not here yet." in undone) == (1, True, True)


def test_a_press_that_is_refused_shows_the_whole_desk_with_the_reason():
    event = event_of(8)
    Entry.objects.filter(tournament=event, number=3).update(status=Status.WAITING)
    ida = signed_in("ida")
    answer = ida.post(at("manage_check_in_one", event, 3), {"present": "yes"}, headers={"HX-Request": "true"})
    assert answer.headers["HX-Refresh"] == "true"
    assert [str(message) for message in ida.get(at("manage_check_in", event)).context["messages"]] != []
