"""The grid of attendance: who played, rests, is away or there; who is away is not drawn."""

from __future__ import annotations

import datetime
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.support.line_ups import line_up_league, named, week
from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.play import played
from tournaments.core import open_items
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.core.open_items import ItemKind
from tournaments.events.models import Tournament
from tournaments.events.views.next_steps import find_round_step
from tournaments.results.queries import evenings
from tournaments.results.queries.attendance import build_grid
from tournaments.results.services import open_tables
from tournaments.rounds.queries.participants import list_round_players
from tournaments.rounds.services import rounds
from tournaments.seating.models.attendance import Absence
from tournaments.seating.services import attendance, drafts, seating

pytestmark = pytest.mark.django_db


def marks(event: Tournament, number: int) -> list[str]:
    """The row of that player."""
    return next([str(cell.mark) for cell in cells] for entry, cells in build_grid(event).rows if entry.number == number)


def away(event: Tournament, number: int, *numbers: int) -> None:
    players = list(event.entries.filter(number__in=numbers))
    attendance.set_absent(acting(), week(event, number), players=players)


def test_who_is_away_is_not_drawn_and_no_open_item() -> None:
    event = small_tournament(9, rounds=3)
    people(event)
    Tournament.objects.filter(pk=event.pk).update(starts_on="2026-01-06", ends_on="2026-03-10")
    event.refresh_from_db()
    olga = signed_in("olga")
    assert (
        reverse("manage_attendance", args=[event.slug])
        in olga.get(reverse("manage_entries", args=[event.slug])).content.decode()
    )
    page = olga.get(reverse("manage_attendance", args=[event.slug]), {"column": "1"}).content.decode()
    assert page.count('name="players"') == 9
    olga.post(reverse("manage_absent", args=[event.slug, 1]), {"players": [3]})
    assert [entry.number for entry in list_round_players(week(event, 1))] == [1, 2, 4, 5, 6, 7, 8, 9]
    assert (marks(event, 3), marks(event, 4)) == (["absent", "plays", "plays"], ["plays"] * 3)
    entry = AuditEntry.objects.filter(action="attendance.round").get()
    assert (entry.before, entry.after) == ({"absent": []}, {"absent": [3]})
    drafts.generate(acting(), event, rounds=[week(event, 1)], seed="week 1")
    # Another one who is away makes the draft one to draw again.
    away(event, 1, 3, 7)
    assert find_round_step(week(event, 1)).what == "seat again"
    with pytest.raises(UserError, match="7 Given07 Family07"):
        seating.publish(acting(), week(event, 1).seatings.get())
    away(event, 1, 3)
    seating.publish(acting(), week(event, 1).seatings.get())
    assert not [item for item in open_items.list_open_items(event) if item.kind == ItemKind.PLAYER]
    with pytest.raises(UserError, match="Given07 Family07 sits in the public seating of round 1"):
        away(event, 1, 3, 7)
    played(event, 1)
    with pytest.raises(UserError, match="Round 1 has started"):
        away(event, 1)
    assert (marks(event, 3), marks(event, 4)) == (["absent", "plays", "plays"], ["played", "plays", "plays"])
    program("olga").post(reverse("api-set-absent", args=[event.slug, 2]), {"players": []}, format="json")
    assert Absence.objects.count() == 1


def test_a_member_who_rested_plays_for_one_who_is_away() -> None:
    event = line_up_league(teams=4, rounds=2)
    named(event, 1, "T01", 1, 2, 3, 4)
    drafts.generate(acting(), event, rounds=[week(event, 1)], seed="week 1")
    seating.publish(acting(), week(event, 1).seatings.get())
    away(event, 1, 2)
    assert {entry.number for entry in list_round_players(week(event, 1))} & {1, 2, 3, 4, 5} == {1, 3, 4, 5}
    assert find_round_step(week(event, 1)).post == "manage_line_ups_seat"
    signed_in("olga").post(reverse("manage_line_ups_seat", args=[event.slug, 1]))
    live = week(event, 1).current_seating
    assert live is not None
    assert {seat.entry.number for seat in live.seats.select_related("entry")} & {1, 2, 3, 4, 5} == {1, 3, 4, 5}
    rounds.start(acting(), week(event, 1))
    assert [marks(event, number)[0] for number in (1, 2, 5, 10)] == ["played", "absent", "played", "rests"]


def test_an_evening_counts_who_is_there_without_a_table() -> None:
    event = small_tournament(11)
    people(event)
    today = timezone.localdate(timezone=ZoneInfo(event.time_zone))
    Tournament.objects.filter(pk=event.pk).update(features=["evenings"], state=Tournament.State.RUNNING)
    event.refresh_from_db()
    sitters = list(event.entries.filter(number__lte=4).order_by("number"))
    open_tables.set_up(acting(), event, is_open=True, newcomers=True)
    open_tables.open_table(acting(), event, sitters=sitters)
    assert (marks(event, 1), marks(event, 5)) == (["played"], [""])
    assert evenings.list_next_to_sit_out(event) == []
    page = reverse("manage_present", args=[event.slug, today.isoformat()])
    signed_in("olga").post(page, {"players": list(range(5, 12))})
    assert (marks(event, 1), marks(event, 5)) == (["played"], ["present"])
    # Eleven are there: three of the four who have played.
    assert len(evenings.list_next_to_sit_out(event)) == 3
    signed_in("olga").post(page, {"players": [5]})
    assert marks(event, 6) == [""]
    for wrong in ("2026-5-2", "today", "9999-01-01"):
        assert signed_in("olga").post(page.replace(today.isoformat(), wrong)).status_code == 404
    assert datetime.date.fromisoformat(build_grid(event).columns[0].key) == today
