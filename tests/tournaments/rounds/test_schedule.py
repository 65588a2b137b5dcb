"""A player's own schedule: published rounds only, byes said, tables by their names, and a calendar file."""

import datetime
import re

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from tests.support.people import acting, small_tournament
from tests.support.play import published
from tests.support.remembered import remembered
from tests.support.tables import enter, playing, table_of
from tournaments.core.printing.registry import Order, find_paper
from tournaments.entries.models.entries import Entry, Team
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament
from tournaments.rounds.queries import schedule
from tournaments.rounds.queries.schedule import find_player_schedule
from tournaments.seating.services import seating, swaps
from tournaments.standings.views import player as public_player

pytestmark = pytest.mark.django_db

START = datetime.datetime(2026, 5, 2, 8, 0, tzinfo=datetime.UTC)


@pytest.fixture
@remembered
def event():
    tournament = small_tournament(8, rounds=4)
    Tournament.objects.filter(pk=tournament.pk).update(place="Town hall; first floor")
    for number in (1, 2):
        tournament.rounds.filter(number=number).update(starts_at=START + datetime.timedelta(hours=2 * (number - 1)))
    for number in (1, 2, 3):
        published(tournament.rounds.get(number=number))
    return tournament


def page(number=2, name="event_player_schedule"):
    return reverse(name, args=["spring-open", number])


def events_of(answer):
    return Calendar.from_ical(answer.content).walk("VEVENT")


def test_opponents_met_before_are_marked_with_the_way_to_the_reason(event):
    swaps.store(acting("sue"), event.rounds.get(number=1).current_seating, swaps=[(3, 7)], seen_state="published")
    first, second, third = find_player_schedule(event, 2).lines
    assert [sorted(line.again) for line in (first, second, third)] == [[], [1, 4], [1, 3, 4]]
    text = Client().get(page()).text
    assert text.count("met before") == 5
    assert reverse("event_round_explained", args=["spring-open", 2]) in text
    assert reverse("event_round_explained", args=["spring-open", 1]) not in text


def test_a_schedule_has_time_table_wind_and_opponents_of_published_rounds_only(event):
    text = Client().get(page()).text
    for part in ("Schedule of Given02 Family02", "Sat 10:00", "11:30", "Time zone: Europe/Paris.", "not set"):
        assert part in text
    assert ("1 more round appears here" in text, text.count("Given03 Family03")) == (True, 3)
    seating.withdraw(acting("sue"), event.rounds.get(number=3).current_seating)
    text = Client().get(page()).text
    assert ("2 more rounds appear here" in text, text.count("Given03 Family03")) == (True, 2)
    for number in (1, 2):
        seating.withdraw(acting("sue"), event.rounds.get(number=number).current_seating)
    assert "No round of this player is published yet" in Client().get(page()).text
    assert events_of(Client().get(page(name="event_player_calendar"))) == []


def test_the_calendar_file_names_no_page_that_only_this_computer_can_open(event):
    for host, named in (("127.0.0.1:8000", 0), ("hall.example", 5)):
        content = Client(headers={"host": host}).get(page(name="event_player_calendar")).content
        unfolded = content.replace(b"\r\n ", b"").decode()
        assert (unfolded.count("/t/spring-open/players/2/schedule/"), "http://127" in unfolded) == (named, False)


def test_the_calendar_file_holds_the_rounds_with_a_time(event):
    answer = Client().get(page(name="event_player_calendar"))
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="spring-open-player-2.ics"'
    assert max(len(line) for line in answer.content.split(b"\r\n")) <= 75
    assert [answer.content.count(name) for name in (b"\r\nNAME:", b"\r\nX-WR-CALNAME:")] == [1, 1]
    first, second = events_of(answer)
    assert str(first["SUMMARY"]) == "Round 1: table 1, South"
    assert first.DTSTART == START
    assert (first.DTEND - first.DTSTART).total_seconds() == 90 * 60
    assert str(first["LOCATION"]) == "Town hall; first floor"
    assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", first["UID"])
    assert str(first["DESCRIPTION"]).splitlines() == [
        "East: Given01 Family01",
        "West: Given03 Family03",
        "North: Given04 Family04",
        "http://testserver" + page(),
    ]
    assert (second["SEQUENCE"], second["TRANSP"]) == (1, "OPAQUE")


def test_the_identifiers_of_a_calendar_are_the_same_under_every_address_and_its_own_for_each_calendar(event):
    team = Team.objects.create(tournament=event, code="A/1", name="Dragons")
    event.entries.filter(number__in=(2, 6)).update(team=team)
    Tournament.objects.filter(pk=event.pk).update(team_size=4)
    addresses = (
        page(name="event_player_calendar"),
        reverse("event_team_calendar", args=["spring-open", "A/1"]),
        reverse("event_calendar", args=["spring-open"]),
    )
    assert addresses[1] == "/t/spring-open/teams/A/1/calendar.ics"
    found = []
    for address in addresses:
        uids = [
            [str(one["UID"]) for one in events_of(Client(headers={"host": host}).get(address))]
            for host in ("127.0.0.1:8000", "hall.example")
        ]
        assert uids[0] == uids[1]
        found += uids[0]
    assert (len(found), len(set(found))) == (6, 6)


def test_the_calendar_of_the_event_has_its_rounds_also_before_they_are_seated(event):
    seating.withdraw(acting("sue"), event.rounds.get(number=2).current_seating)
    found = events_of(Client().get(reverse("event_calendar", args=["spring-open"])))
    assert [str(one["SUMMARY"]) for one in found] == ["Spring Open: Round 1", "Spring Open: Round 2"]
    assert found[0].DTSTART == START
    assert reverse("event_calendar", args=["spring-open"]) in Client().get(reverse("event", args=["spring-open"])).text


def test_a_changed_seating_replaces_the_event_in_the_calendar(event):
    before = Client().get(page(name="event_player_calendar"))
    same = Client().get(page(name="event_player_calendar"), headers={"If-None-Match": before.headers["ETag"]})
    assert same.status_code == 304
    live = event.rounds.get(number=2).current_seating
    swaps.store(acting("sue"), live, swaps=[(2, 8)], seen_state="published")
    after = Client().get(page(name="event_player_calendar"), headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    old, new = events_of(before)[1], events_of(after)[1]
    assert (str(new["SUMMARY"]), new["UID"], new["SEQUENCE"]) == ("Round 2: table 2, North", old["UID"], 2)


def test_who_plays_but_has_no_seat_sits_out(event):
    late = registration.add(acting("ida"), event, family_name="Late")
    Entry.objects.filter(pk=late.pk).update(from_round=2)
    text = Client().get(page(9)).text
    assert text.count("Sits out this round") == 2
    (bye,) = events_of(Client().get(page(9, "event_player_calendar")))
    assert (str(bye["SUMMARY"]), bye["TRANSP"]) == ("Round 2: you sit out", "TRANSPARENT")


def test_nobody_and_nothing_before_its_time(event):
    names = ("event_player_schedule", "event_player_calendar")
    assert [Client().get(page(99, name)).status_code for name in names] == [404, 404]
    assert page() in Client().get(reverse("event_player", args=["spring-open", 2])).text
    Tournament.objects.update(published=False)
    assert [Client().get(page(2, name)).status_code for name in names] == [404, 404]


PAPERS = ("seating-tables", "seating-names", "score-sheets", "table-cards", "schedules", "results")


def test_papers_and_the_players_page_call_a_table_by_its_name():
    event = playing()
    table = table_of(event, 2)
    table.name = "Window"
    table.save()
    enter(table, (24, 8, -16, -16))
    event.refresh_from_db()
    round_ = event.rounds.get(number=1)
    order = Order(event, base_url="https://hall.example", round=round_, players=frozenset({5}))
    called = {key: "'Window'" in repr(find_paper(key).leaves(order)) for key in PAPERS}
    assert called == dict.fromkeys(PAPERS, True)
    assert public_player.build_player_values(event.entries.get(number=5))["now"].at == "Window"
    assert [line.own.at for line in schedule.find_player_schedule(event, 5).lines] == ["Window"]
    assert [line.own.at for line in schedule.find_player_schedule(event, 1).lines] == ["1"]
