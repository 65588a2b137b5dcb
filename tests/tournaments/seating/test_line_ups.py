"""Line-ups: who of a team plays a round and who rests, named by the organiser or the captain, and what follows."""

import datetime
import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from tests.support.database import kept_for_the_module
from tests.support.line_ups import line_up_league, named, week
from tests.support.pages import messages_of
from tests.support.people import acting, program, signed_in
from tests.support.play import played
from tournaments.core import open_items
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.core.open_items import ItemKind
from tournaments.core.printing.registry import Order
from tournaments.entries.models.entries import Entry, Team
from tournaments.entries.papers import schedules
from tournaments.entries.services import check_in, players
from tournaments.events.models import Tournament
from tournaments.events.views.next_steps import find_round_step
from tournaments.exchange.document.archive import pack_as_json, unpack
from tournaments.exchange.services import event_files
from tournaments.results.queries.attendance import build_grid
from tournaments.rounds.files import build_player_calendar
from tournaments.rounds.models import Round
from tournaments.rounds.queries.participants import list_absent_players, list_players_without_seat, list_round_players
from tournaments.rounds.queries.schedule import find_player_schedule
from tournaments.rounds.queries.team_schedule import build_team_schedule
from tournaments.rounds.services import rounds
from tournaments.seating.models.line_ups import LineUp
from tournaments.seating.papers import seating_by_name
from tournaments.seating.queries.line_ups import find_line_up
from tournaments.seating.queries.team_link import find_team_of_key, make_team_key
from tournaments.seating.services import attendance, drafts, fixtures, line_ups, seating, substitutes

pytestmark = pytest.mark.django_db

SHEET = (60, 20, -30, -50)


@pytest.fixture(scope="module")
def kept(django_db_setup: None, django_db_blocker: Any) -> Any:
    with kept_for_the_module(django_db_blocker):
        yield line_up_league().pk


@pytest.fixture
def event(kept: int, db: None) -> Tournament:
    return Tournament.objects.get(pk=kept)


def numbers_in(round_: Round) -> set[int]:
    return {entry.number for entry in list_round_players(round_)}


def resting(event: Tournament, number: int) -> set[int]:
    return set(range(1, event.entries.count() + 1)) - numbers_in(week(event, number))


def drawn(event: Tournament, *numbers: int) -> None:
    drafts.generate(acting(), event, rounds=[week(event, number) for number in numbers], seed="weeks")


def name_the_first_four(event: Tournament) -> None:
    for code, first in ((f"T{at + 1:02}", at * 5 + 1) for at in range(8)):
        named(event, 1, code, *range(first, first + 4))


def texts(event: Tournament, kind: str = "") -> list[str]:
    return [item.label for item in open_items.list_open_items(event) if not kind or item.kind == kind]


def test_the_first_by_number_are_assumed_then_the_last_line_up_and_a_week_of_rest_is_no_line_up(event) -> None:
    assert resting(event, 1) == {5, 10, 15, 20, 25, 30, 35, 40}
    named(event, 2, "T01", 2, 3, 4, 5)
    assert (resting(event, 1) & {1, 5}, resting(event, 2) & {1, 5}, resting(event, 9) & {1, 5}) == ({5}, {1}, {1})
    named(event, 3, "T01")
    assert resting(event, 3) & {1, 2, 3, 4, 5} == {1, 2, 3, 4, 5}
    assert resting(event, 4) & {1, 2, 3, 4, 5} == {1}
    line = find_line_up(week(event, 4), event.teams.get(code="T01"))
    assert line is not None
    assert line.named is not None
    assert (line.is_named, line.named.round.number, line.is_unknown) == (False, 2, False)


def test_who_has_dropped_out_is_replaced_by_the_substitute_else_by_the_member_who_rested(event) -> None:
    named(event, 1, "T01", 1, 2, 3, 4)
    players.drop(acting(), event.entries.get(number=2), from_round=2)
    assert numbers_in(week(event, 2)) & {1, 2, 3, 4, 5} == {1, 3, 4, 5}
    line = find_line_up(week(event, 2), event.teams.get(code="T01"))
    assert line is not None
    assert [entry.number for entry in line.filled] == [5]
    team = event.teams.get(code="T01")
    heir = Entry.objects.create(
        tournament=event, number=41, family_name="Heir", team=team, status="substitute", from_round=2,
        substitute_for=event.entries.get(number=2),
    )  # fmt: skip
    assert numbers_in(week(event, 2)) & {1, 2, 3, 4, 5, heir.number} == {1, 3, 4, 41}


@pytest.mark.parametrize("line_up", [None, (1, 2, 3, 4), (1, 2, 3, 5)])
@pytest.mark.parametrize("state", ["draft", "published", "playing"])
def test_substitutes_of_any_line_up_take_the_chair_and_give_it_back(event, line_up, state) -> None:
    """Player 41 comes for 2, player 42 for 41; then 2 is back. Without a line-up the first by number are assumed."""
    if line_up:
        named(event, 1, "T01", *line_up)
    drawn(event, 1, 2)
    if state != "draft":
        seating.publish_all(acting(), week(event, 1).seatings.get())
    if state == "playing":
        rounds.start(acting(), week(event, 1))
    second = event.entries.get(number=2)
    plays = set(line_up or (1, 2, 3, 4)) - {2}
    first = substitutes.substitute(acting(), second, from_round=1, number=41, family_name="First", reason="Ill.")
    assert [numbers_in(week(event, number)) & {1, 2, 3, 4, 5, 41, 42} for number in (1, 2)] == [plays | {41}] * 2
    substitutes.substitute(acting(), first, from_round=1, number=42, family_name="Next", reason="Ill too.")
    assert [numbers_in(week(event, number)) & {1, 2, 3, 4, 5, 41, 42} for number in (1, 2)] == [plays | {42}] * 2
    chairs = week(event, 2).seatings.get(state="draft" if state == "draft" else "published").seats
    assert set(chairs.filter(entry__team__code="T01").values_list("entry__number", flat=True)) == plays | {42}
    back = 2 if state == "playing" else 1
    substitutes.return_(acting(), first, from_round=back)
    substitutes.return_(acting(), second, from_round=back)
    assert numbers_in(week(event, 2)) & {1, 2, 3, 4, 5, 41, 42} == plays | {2}
    assert texts(event, ItemKind.OUTDATED) == []


@pytest.mark.parametrize("state", ["draft", "published", "playing"])
def test_a_player_replaced_for_a_week_neither_plays_nor_rests_in_it(event, state) -> None:
    name_the_first_four(event)
    drawn(event, 1, 2, 3)
    if state != "draft":
        seating.publish_all(acting(), week(event, 1).seatings.get())
    second = event.entries.get(number=2)
    substitutes.substitute(acting(), second, from_round=2, number=41, family_name="Heir", reason="Ill.")
    if state == "playing":
        played(event, 1, [SHEET] * 8)
        rounds.release(acting(), week(event, 1))
        rounds.start(acting(), week(event, 2))
    substitutes.return_(acting(), Entry.objects.get(pk=second.pk), from_round=3)
    assert [numbers_in(week(event, number)) & {1, 2, 3, 4, 5, 41} for number in (1, 2, 3)] == [
        {1, 2, 3, 4},
        {1, 3, 4, 41},
        {1, 2, 3, 4},
    ]
    assert texts(event, ItemKind.OUTDATED) + texts(event, ItemKind.PLAYER) == []
    marks = {entry.number: [cell.mark for cell in cells[:3]] for entry, cells in build_grid(event).rows}
    first, week_two = ("played", "played") if state == "playing" else ("plays", "plays")
    assert (marks[2], marks[5], marks[41]) == ([first, "", "plays"], ["rests"] * 3, ["", week_two, ""])
    team = event.teams.get(code="T01")
    if state != "draft":
        schedule = find_player_schedule(event, 2)
        assert schedule is not None
        assert [line.seating.round.number for line in schedule.lines] == [1, 3]
        assert [[entry.number for entry in line.out] for line in build_team_schedule(team)[:3]] == [[5]] * 3


@pytest.mark.parametrize("state", ["published", "playing"])
def test_a_member_who_is_away_is_not_listed_as_resting(event, state) -> None:
    drawn(event, 1)
    attendance.set_absent(acting(), week(event, 1), players=[event.entries.get(number=5)])
    seating.publish_all(acting(), week(event, 1).seatings.get())
    if state == "playing":
        rounds.start(acting(), week(event, 1))
    assert build_team_schedule(event.teams.get(code="T01"))[0].out == ()


def test_week_two_of_a_league_has_no_open_item_about_members_who_rest(event) -> None:
    name_the_first_four(event)
    drawn(event, *range(1, 11))
    seating.publish_all(acting(), week(event, 1).seatings.get())
    played(event, 1, [SHEET] * 8)
    rounds.release(acting(), week(event, 1))
    rounds.start(acting(), week(event, 2))
    assert texts(event, ItemKind.PLAYER) + texts(event, ItemKind.OUTDATED) == []
    second = week(event, 2).seatings.get()
    assert (list_players_without_seat(second), list_absent_players(second)) == ([], [])
    assert find_round_step(week(event, 3)).needs == ()
    # Without line-ups, each member beyond four has no seat, week by week.
    Tournament.objects.filter(pk=event.pk).update(line_up_size=None)
    event.refresh_from_db()
    assert len(texts(event, ItemKind.PLAYER)) == 72


def test_a_line_up_that_changes_after_the_draw_is_one_click_to_seat(event) -> None:
    drawn(event, 1)
    named(event, 1, "T02", 6, 7, 8, 10)
    draft = week(event, 1).seatings.get()
    said = "Round 1: the seating does not follow the line-ups of Club B"
    assert said in texts(event, ItemKind.OUTDATED)
    assert find_round_step(week(event, 1)).post == "manage_line_ups_seat"
    with pytest.raises(UserError, match="9 Given09 Family09"):
        seating.publish(acting(), draft)
    olga = signed_in("olga")
    page = olga.get(reverse("manage_seating", args=[event.slug, 1])).content.decode()
    assert "Club B: 9 Given09 Family09 rests, 10 Given10 Family10 plays." in page
    before = {seat.entry.number: (seat.table_number, seat.wind) for seat in draft.seats.all()}
    answer = olga.post(reverse("manage_line_ups_seat", args=[event.slug, 1]), follow=True)
    assert messages_of(answer) == ["The line-ups are seated."]
    draft = week(event, 1).seatings.get(state="draft")
    after = {seat.entry.number: (seat.table_number, seat.wind) for seat in draft.seats.all()}
    assert after == {10 if number == 9 else number: chair for number, chair in before.items()}
    assert said not in texts(event)
    seating.publish(acting(), draft)
    # Published, it follows by the same button, and players see it.
    named(event, 1, "T02", 6, 7, 9, 10)
    program("olga").post(reverse("api-seat-line-ups", args=[event.slug, 1]), {}, format="json")
    live = week(event, 1).current_seating
    assert live is not None
    assert (live.version, live.state, 8 in {seat.entry.number for seat in live.seats.all()}) == (3, "published", False)
    with pytest.raises(UserError, match="The seating follows the line-ups"):
        line_ups.seat(acting(), week(event, 1))


def test_by_fixtures_line_ups_are_seated_and_a_team_that_rests_is_no_open_item(event) -> None:
    Tournament.objects.filter(pk=event.pk).update(team_best=4)
    for entry in event.entries.filter(team__code__in=["T06", "T07", "T08"]):
        entry.delete()
    Team.objects.filter(code__in=["T06", "T07", "T08"]).delete()
    named(event, 1, "T01", 1, 2, 3, 5)
    fixtures.draw(acting(), event, rounds=[week(event, number) for number in (1, 2, 3, 4, 5)], seed="weeks")
    first = week(event, 1).seatings.get()
    seating.publish_all(acting(), first)
    assert first.seats.count() == 16
    away = {code for code in ("T01", "T02", "T03", "T04", "T05") if not first.seats.filter(entry__team__code=code)}
    assert len(away) == 1
    assert first.seats.filter(entry__number=4).count() == 0
    assert texts(event, ItemKind.OUTDATED) == []
    assert [text for text in texts(event, ItemKind.PLAYER) if "no seat" in text] == []
    # The captain of a team that plays changes the line-up: the fixtures stay, and one of the team takes the chair.
    weeks = event.rounds.filter(seatings__state="published", seatings__seats__entry__number=1)
    number = min(weeks.values_list("number", flat=True))
    named(event, number, "T01", 2, 3, 4, 5)
    assert texts(event, ItemKind.OUTDATED) == [f"Round {number}: the seating does not follow the line-ups of Club A"]
    line_ups.seat(acting(), week(event, number))
    live = week(event, number).current_seating
    assert live is not None
    assert {seat.entry.number for seat in live.seats.all()} & {1, 2, 3, 4, 5} == {2, 3, 4, 5}
    assert (live.origin.source, texts(event, ItemKind.OUTDATED)) == ("fixtures", [])


def test_a_line_up_stays_once_the_round_started_and_a_member_may_take_a_chair_in_the_hall(event) -> None:
    drawn(event, 1)
    live = seating.publish(acting(), week(event, 1).seatings.get())
    rounds.start(acting(), week(event, 1))
    with pytest.raises(UserError, match="Round 1 has started, and its line-ups stay as they are"):
        named(event, 1, "T01", 2, 3, 4, 5)
    live.refresh_from_db()
    one, five = event.entries.get(number=1), event.entries.get(number=5)
    seating.replace(acting(), live, leaves=one, comes=five, reason="Ill on the way.")
    assert numbers_in(week(event, 1)) & {1, 2, 3, 4, 5} == {2, 3, 4, 5}
    assert texts(event, ItemKind.PLAYER) == [
        "Round 2: nobody has named the line-ups of Club A, Club B, Club C, Club D, Club E, Club F, Club G, Club H; "
        "the first by number are assumed"
    ]
    # The next week plays as named, or assumed, not as the hall did.
    assert numbers_in(week(event, 2)) & {1, 2, 3, 4, 5} == {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ((1, 2, 3, 4, 5), "Choose at most 4 players."),
        ((1, 2, 3, 6), "6 Given06 Family06 cannot play this round for Club A."),
    ],
)
def test_the_organiser_names_members_and_no_more_than_play(event, chosen, message) -> None:
    with pytest.raises(UserError) as error:
        named(event, 1, "T01", *chosen)
    assert (str(error.value), error.value.field) == (message, "players")
    assert not LineUp.objects.exists()


def test_a_captain_names_by_the_link_in_three_clicks_until_the_deadline(event) -> None:
    Tournament.objects.filter(pk=event.pk).update(line_up_hours=24)
    soon = timezone.now() + datetime.timedelta(hours=25)
    event.rounds.filter(number=1).update(starts_at=soon)
    team, phone = event.teams.get(code="T03"), Client()
    address = reverse("team_line_ups", args=[make_team_key(team)])
    page = phone.get(address)
    assert (page.status_code, page["X-Robots-Tag"], page["Cache-Control"].count("no-store")) == (200, "noindex", 1)
    text = page.content.decode()
    assert re.findall(r'value="(\d+)"[^>]* checked', text) == ["11", "12", "13", "14"]
    assert "Assumed: the first by number. Nobody has named a line-up yet." in text
    # Two names to tick and one button.
    few = phone.post(address, {"players": [11, 12, 13]})
    assert (few.status_code, "Choose 4 players." in few.content.decode()) == (422, True)
    answer = phone.post(f"{address}?round=1", {"players": [11, 12, 13, 15]}, follow=True)
    assert messages_of(answer) == ["The line-up of round 1 is named."]
    assert numbers_in(week(event, 1)) & {11, 12, 13, 14, 15} == {11, 12, 13, 15}
    entry = AuditEntry.objects.filter(action="line_ups.name").latest("pk")
    assert (str(entry.actor_name), entry.origin) == ("captain of Club C", "team link")
    assert (entry.before, entry.after) == ({}, {"players": [11, 12, 13, 15]})
    event.rounds.filter(number=1).update(starts_at=soon - datetime.timedelta(hours=2))
    late = phone.post(f"{address}?round=1", {"players": [11, 12, 13, 14]})
    assert (late.status_code, "Line-ups of round 1 were due on" in late.content.decode()) == (422, True)
    # The organiser may still; the captain is offered the next week.
    named(event, 1, "T03", 11, 12, 13, 14)
    assert "Line-up of round 2" in phone.get(address).content.decode()


def test_a_replaced_link_and_that_of_an_event_that_is_over_open_nothing(event) -> None:
    team = event.teams.get(code="T01")
    former = make_team_key(team)
    assert find_team_of_key(former) == team
    answer = signed_in("olga").post(reverse("manage_team_link_replace", args=[event.slug, team.pk]), follow=True)
    team.refresh_from_db()
    assert make_team_key(team) in answer.content.decode()
    assert (find_team_of_key(former), find_team_of_key(make_team_key(team))) == (None, team)
    refused = Client().get(reverse("team_line_ups", args=[former]))
    said = "This link is not in use. Ask an organiser for the present one."
    assert (refused.status_code, said in refused.content.decode()) == (404, True)
    assert former not in json.dumps([(entry.before, entry.after) for entry in AuditEntry.objects.all()])
    Tournament.objects.filter(pk=event.pk).update(state="finished")
    assert find_team_of_key(make_team_key(team)) is None


def test_who_rests_reads_so_on_the_schedule_and_in_the_calendar(event) -> None:
    Round.objects.filter(tournament=event, number=1).update(starts_at=timezone.now())
    drawn(event, 1)
    seating.publish(acting(), week(event, 1).seatings.get())
    page = Client().get(reverse("event_player_schedule", args=[event.slug, 5])).content.decode()
    assert ("Rests this round" in page, "Sits out this round" in page) == (True, False)
    schedule = find_player_schedule(event, 5)
    assert schedule is not None
    assert [(line.own, line.rests) for line in schedule.lines] == [(None, True)]
    text = build_player_calendar(event, schedule, url="").decode()
    assert ("SUMMARY:Round 1: you rest" in text, "TRANSP:TRANSPARENT" in text) == (True, True)


def test_who_rests_reads_so_on_the_page_of_the_seating_and_on_papers(event) -> None:
    drawn(event, 1)
    seating.publish(acting(), week(event, 1).seatings.get())
    text = strip_tags(Client().get(reverse("event_round_seating", args=[event.slug, 1])).content.decode())
    rests = ", ".join(f"Given{number:02} Family{number:02}" for number in range(5, 41, 5))
    assert f"Rests: {rests}" in " ".join(text.split())
    order = Order(event, base_url="https://hall.example", round=week(event, 1), players=frozenset({4, 5}))
    (names,) = seating_by_name(order)
    assert [(line.number, line.table) for line in names.values["lines"] if line.rests] == [
        (number, "") for number in range(5, 41, 5)
    ]
    (page,) = schedules(order)
    assert [[item.rests for item in plan] for _badge, plan in page.values["plans"]] == [[False], [True]]


def test_check_in_drops_no_member_who_may_rest(event) -> None:
    event.entries.filter(number__in=[5, 9]).update(status=Entry.Status.REGISTERED)
    Entry.objects.create(tournament=event, number=41, family_name="Teamless")
    assert [entry.number for entry in check_in.close(acting(), event)] == [41]


def test_line_ups_travel_with_the_event(event) -> None:
    named(event, 1, "T01", 2, 3, 4, 5, by_captain=True)
    named(event, 2, "T01")
    Tournament.objects.filter(pk=event.pk).update(line_up_hours=12)
    read, problems = unpack(pack_as_json(Tournament.objects.get(pk=event.pk)))
    assert (problems, read is not None) == ([], True)
    assert read is not None
    copy = event_files.restore(acting("ada"), event=read, slug="elsewhere")
    assert (copy.line_up_size, copy.line_up_hours) == (4, 12)
    rows = [
        (line.round.number, line.team.code, line.by_captain, [row.entry.number for row in line.players.all()])
        for line in LineUp.objects.filter(round__tournament=copy)
    ]
    assert rows == [(1, "T01", True, [2, 3, 4, 5]), (2, "T01", False, [])]
