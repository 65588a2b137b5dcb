"""Before the first hand: the screen is green when the right four sit right, and else says who sits wrong."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.remembered import remembered
from tests.support.tables import enter, playing, table_of
from tournaments.core.models.log import AuditEntry
from tournaments.results.queries import seat_check, sheets
from tournaments.rounds.models import GameTable, Round, SeatClaim

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def event():
    tournament = playing()
    GameTable.objects.update(seated_at=None)
    Round.objects.filter(tournament=tournament, number=1).update(state=Round.State.PUBLISHED)
    return tournament


def page(event, number=1):
    return reverse("table_seats", args=[table_of(event, number).token])


def says(event, entry, wind, number=1, client=None):
    return (client or Client()).post(page(event, number), {"player": entry.pk, "wind": wind}, follow=True)


def told(answer):
    """The sentences of the four chairs."""
    chairs = re.findall(r"<li class=\"[a-z]*\">.*?</li>", answer.text, re.DOTALL)
    return [" ".join(re.sub(r"<span[^>]*wind.*?</span>|<[^>]+>", " ", chair).split()) for chair in chairs]


def test_green_only_when_all_four_sit_on_their_winds(event):
    seats = sheets.list_seats(table_of(event))
    for seat in seats[:3]:
        assert "All players are in the right seats" not in says(event, seat.entry, seat.wind).text
    assert table_of(event).seated_at is None
    last = says(event, seats[3].entry, 3)
    assert "All players are in the right seats. You can begin." in last.text
    assert seat_check.build_seat_check(table_of(event)).green
    assert table_of(event).seated_at is not None
    assert AuditEntry.objects.filter(action="seats.say").count() == 4


def test_two_who_changed_places_are_told_where_they_belong(event):
    east, south, west, north = (seat.entry for seat in sheets.list_seats(table_of(event)))
    for entry, wind in ((south, 0), (east, 1), (west, 2)):
        answer = says(event, entry, wind)
    assert "A player is in the wrong seat. Do not begin yet." in answer.text
    found = told(answer)
    assert f"{south.name} : belongs on South, at this table {east.name} belongs here" in found[0]
    assert f"{east.name} : belongs on East, at this table {south.name} belongs here" in found[1]
    assert f"{north.name}: not confirmed yet" in found[3]
    # They change places: each says so, and what was said before of the wind is gone.
    says(event, east, 0)
    says(event, south, 1)
    assert [chair.is_right for chair in seat_check.build_seat_check(table_of(event)).chairs] == [
        True,
        True,
        True,
        False,
    ]


def test_who_belongs_to_another_table_is_sent_there(event):
    stranger, phone = sheets.list_seats(table_of(event, 2))[2].entry, Client()
    answer = says(event, stranger, 0, client=phone)
    assert f'<option value="{stranger.pk}" selected>' in phone.get(page(event)).text, "the phone knows its owner"
    assert f"{stranger.name} : belongs on West, at table 2" in told(answer)[0]


def test_once_a_sheet_is_in_nobody_is_asked(event):
    Round.objects.filter(tournament=event, number=1).update(state=Round.State.PLAYING)
    enter(table_of(event), (60, 20, -30, -50))
    answer = says(event, sheets.list_seats(table_of(event))[0].entry, 0)
    code = reverse("table_code", args=[table_of(event).token])
    assert (answer.redirect_chain[0][0], SeatClaim.objects.count()) == (code, 0)
