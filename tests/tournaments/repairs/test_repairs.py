"""*Fix a problem*: each repair at every stage of an event, its effects before, and its undo."""

from __future__ import annotations

import html
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, person, seat_in_order, small_tournament
from tests.support.play import MCR_TABLES, published
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.repairs.forms import FORMS
from tournaments.results.services import results
from tournaments.rounds.models import Round
from tournaments.rounds.services import rounds
from tournaments.seating.queries.draw_inputs import newest_of
from tournaments.seating.queries.quality import numbers_of, plan_of
from tournaments.standings.federations.forms import federations
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries import federation
from tournaments.standings.queries.standings import compute_standings
from tournaments.standings.services import stages

pytestmark = pytest.mark.django_db


def draft(round_: Round) -> None:
    seat_in_order(round_)


def public(round_: Round) -> None:
    published(round_)


def playing(round_: Round) -> None:
    public(round_)
    rounds.start(acting(), round_)


def half_confirmed(round_: Round) -> None:
    playing(round_)
    one, other = round_.tables.order_by("number")
    results.confirm_sheet(acting(), results.submit_sheet(acting("sam"), one, points=MCR_TABLES[0]))
    results.submit_sheet(acting("sam"), other, points=MCR_TABLES[1])


def finished(round_: Round) -> None:
    half_confirmed(round_)
    results.confirm_sheet(acting(), round_.tables.get(number=2).results.get())
    rounds.finish(acting(), round_)


def released(round_: Round) -> None:
    finished(round_)
    rounds.release(acting(), round_)


def after_the_cut(round_: Round) -> None:
    released(round_)
    final = stages.add(acting(), round_.tournament, name="Final", cut_to=4, carry=Fraction(1))
    stages.cut(acting(), final)


STAGES = (draft, public, playing, half_confirmed, finished, released, after_the_cut)
WITH_SHEETS = STAGES[3:]
SEATED = {
    "swap-players": {"first": 1, "second": 5, "points": "chairs"},
    "swap-tables": {"table": 1, "other": 2, "points": "chairs"},
    "winds": {"east": 2, "points": "players"},
    "replaced": {"leaves": 1, "comes": 9},
}
REPAIRS: dict[str, dict[str, Any]] = {
    **SEATED,
    "move-sheet": {"table": 1, "other_round": 1, "other_table": 2},
    "take-out": {"table": 1},
    "rules": {"from_round": 1},
    "merge": {"stays": 1, "goes": 9},
}
CASES = [
    (kind, stage)
    for kind in REPAIRS
    for stage in (STAGES if kind in SEATED or kind == "merge" else WITH_SHEETS)
    # A draft has no one to take a seat besides those who play.
]


def event_at(stage: Callable[[Round], None], kind: str) -> Tournament:
    event = small_tournament(8, rounds=1)
    people(event)
    players.add(acting(), event, status="waiting", family_name="Late")
    if kind == "rules":
        stage(event.rounds.get(number=1))
        now = event.ruleset
        RulesetVersion.objects.create(
            tournament=event,
            number=2,
            reason="A slip.",
            preset=now.preset,
            match_scoring=now.match_scoring | {"table_points": [5, 3, 1, 0]},
            tie_breaks=now.tie_breaks,
        )
    else:
        if kind == "replaced":
            Entry.objects.filter(tournament=event, number=9).update(house=True, status="checked_in")
        stage(event.rounds.get(number=1))
    return Tournament.objects.get(pk=event.pk)


def state(event: Tournament) -> list[object]:
    """Standings, lines that count, the federation's list, seats and people."""
    event = Tournament.objects.get(pk=event.pk)
    names = dict(event.entries.values_list("pk", "number"))
    lines = ScoreLine.objects.filter(tournament=event, voided_at=None)
    round_ = event.rounds.get(number=1)
    return [
        [(row.place, names[int(row.key)], row.total) for row in compute_standings(event).individual],
        sorted((names[line.entry_id or 0], line.unit, line.amount) for line in lines),
        federation.results(event, federations()["ema"]),
        numbers_of(plan_of(seating)) if (seating := newest_of(round_)) else None,
        sorted(event.entries.values_list("number", "family_name", "status")),
        round_.state,
        sorted(round_.tables.filter(results__state__in=("entered", "confirmed")).values_list("number", flat=True)),
    ]


def client_of(name: str) -> Client:
    client = Client()
    client.force_login(person(name))
    return client


@pytest.mark.parametrize(("kind", "stage"), CASES)
def test_each_repair_shows_its_effects_is_applied_and_undone(kind: str, stage: Callable[[Round], None]) -> None:
    event, client = event_at(stage, kind), client_of("olga")
    before = state(event)
    sent = {"round": 1, "reason": "Seen at the table", **REPAIRS[kind]}
    if kind == "rules":
        del sent["round"]
    shown = client.post(reverse("manage_fix_preview", args=[event.slug, kind]), sent)
    assert (shown.status_code, shown.context["form"].errors) == (200, {})
    assert state(event) == before
    effects = shown.context["effects"]
    answer = client.post(reverse(f"manage_fix_{kind}", args=[event.slug]), sent, follow=True)
    assert answer.status_code == 200
    after = state(event)
    assert after != before
    assert (before[0] == after[0]) == (not effects.players)
    assert sum(row not in before[2] for row in after[2]) == effects.federation
    made = AuditEntry.objects.get(tournament=event, action="repairs.make", after__has_key="undo")
    assert (made.reason, made.after["repair"]) == ("Seen at the table", kind)
    client.post(reverse("manage_fix_undo", args=[event.slug, made.sequence]))
    assert state(event) == before
    again = client.post(reverse("manage_fix_undo", args=[event.slug, made.sequence]), follow=True)
    assert str(list(again.context["messages"])[-1]) == "This repair is undone already."


def test_points_go_to_who_sat_in_the_chair_or_stay_with_the_names() -> None:
    event, client = event_at(finished, "swap-players"), client_of("ren")
    totals = {number: total for _place, number, total in state(event)[0]}
    sent = {"round": 1, "reason": "They told us", "first": 1, "second": 5, "points": "chairs"}
    client.post(reverse("manage_fix_swap-players", args=[event.slug]), sent)
    now = {number: total for _place, number, total in state(event)[0]}
    assert now == totals | {1: totals[5], 5: totals[1]}
    client.post(reverse("manage_fix_winds", args=[event.slug]), sent | {"east": 6, "points": "players"})
    assert {number: total for _place, number, total in state(event)[0]} == now
    table = event.rounds.get(number=1).tables.get(number=2)
    seats = table.results.get(state="confirmed").seats.order_by("wind")
    assert list(seats.values_list("entry__number", flat=True)) == [6, 7, 8, 1]


def test_a_repair_that_cannot_be_is_refused_at_its_field() -> None:
    event, client = event_at(finished, "swap-players"), client_of("olga")

    def errors(kind: str, **sent: Any) -> dict[str, list[str]]:
        body = {"round": 1, "reason": "x", **sent}
        answer = client.post(reverse("manage_fix_preview", args=[event.slug, kind]), body)
        assert answer.status_code == 422
        return dict(answer.context["form"].errors)

    assert errors("swap-players", first=1, second=9, points="chairs") == {
        "second": ["This player has no seat in the round."]
    }
    assert errors("swap-tables", table=1, other=3, points="chairs") == {"other": ["The round has no table 3."]}
    assert errors("winds", east=1, points="chairs") == {"__all__": ["Everybody sits there already."]}
    assert errors("replaced", leaves=1, comes=5) == {
        "comes": ["This player has a seat in the round; use “Two players swapped seats”."]
    }
    assert errors("take-out", table=7) == {"table": ["Round 1 has no table 7."]}
    assert errors("merge", stays=1, goes=5) == {
        "__all__": ["1 Given01 Family01 and 5 Given05 Family05 both play or are registered; correct that first."]
    }
    assert errors("rules", from_round=1) == {
        "from_round": ["These rounds are counted under the present rules already."]
    }


def test_who_may_repair_and_what_each_is_offered() -> None:
    event = event_at(finished, "take-out")
    page = client_of("olga").get(reverse("manage_fix", args=[event.slug])).content.decode()
    assert [str(form.title) in page and str(form.help) in html.unescape(page) for form in FORMS] == [True] * 8
    answers = {
        name: [
            client_of(name).get(reverse("manage_fix", args=[event.slug]), {"problem": kind}).status_code
            for kind in ("take-out", "merge", "rules")
        ]
        for name in ("olga", "ren", "sam", "petra")
    }
    assert answers == {"olga": [200] * 3, "ren": [200, 403, 403], "sam": [403] * 3, "petra": [403] * 3}
