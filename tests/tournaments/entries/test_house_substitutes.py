"""House substitutes: they fill tables, and have no place unless the rules rank them."""

import re
from fractions import Fraction

import pytest
from django.urls import reverse

from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.play import played, published
from tests.support.remembered import remembered
from tests.support.rows import rows_of
from tournaments.entries.files import as_csv
from tournaments.entries.models.entries import Entry
from tournaments.entries.reading import roster
from tournaments.entries.services import players
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.rounds.queries.participants import (
    TableFill,
    compute_table_fill,
    list_possible_players,
    list_round_players,
)
from tournaments.seating.services import substitutes
from tournaments.standings.federations.forms import load_federations
from tournaments.standings.queries import public
from tournaments.standings.queries.federation import compute_weight, list_ranked_players
from tournaments.standings.queries.standings import compute_standings
from tournaments.standings.services import stages

pytestmark = pytest.mark.django_db

rows = rows_of(__file__)


@remembered
def event_with(*house: int, size: int = 8, rounds: int = 2) -> Tournament:
    event = small_tournament(size, rounds=rounds)
    Entry.objects.filter(tournament=event, number__in=house).update(house=True)
    return event


def numbers(entries: list[Entry]) -> list[int]:
    return [entry.number for entry in entries]


def standing(event: Tournament) -> list[tuple[int, int]]:
    known = dict(event.entries.values_list("pk", "number"))
    return [(row.place, known[int(row.key)]) for row in compute_standings(event).individual]


@rows
def test_they_join_only_where_they_fill_the_last_table(
    size: int, house: tuple[int, ...], playing: list[int], fill: tuple[int, int]
):
    round_ = event_with(*house, size=size).rounds.get(number=1)
    assert numbers(list_round_players(round_)) == playing
    assert numbers(list_possible_players(round_)) == list(range(1, size + 1))
    assert compute_table_fill(round_) == TableFill(*fill, ())


def test_the_waiting_list_fills_what_they_do_not():
    event = event_with(3, size=7)
    round_ = event.rounds.get(number=1)
    last = players.add(acting(), event, status="waiting", family_name="Last")
    assert (compute_table_fill(round_).short, compute_table_fill(round_).can_fill) == (1, (last,))
    players.let_in(acting(), event, count=1)
    assert numbers(list_round_players(round_)) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_they_are_paid_at_the_table_and_have_no_place_anywhere():
    event = event_with(3, rounds=1)
    played(event, 1)
    # Table 1: 60 20 -30 -50; table 2: 10 10 -8 -12.
    assert standing(event) == [(1, 1), (2, 5), (2, 6), (4, 2), (5, 7), (6, 8), (7, 4)]
    assert event.score_lines.get(entry__number=3, unit="table_points").amount == Fraction(1)
    assert 3 not in {entry.number for _row, entry in list_ranked_players(event)}
    event.refresh_from_db()
    worth = compute_weight(event, load_federations()["ema"])
    assert worth is not None
    assert worth.players == 7
    assert public.query_published_events().get(pk=event.pk).players == 7
    final = stages.add(acting(), event, name="Final", cut_to=4, carry=Fraction(1))
    assert numbers(stages.cut(acting(), final)) == [1, 5, 6, 2]


def test_the_rules_can_rank_them():
    event = event_with(1)
    RulesetVersion.objects.filter(tournament=event).update(substitute_policy={"rank_house": True})
    played(event, 1)
    assert standing(event)[0] == (1, 1)


def test_one_takes_the_chair_of_a_player_and_steps_back_when_the_player_returns():
    event = event_with(9, size=9)
    first = event.rounds.get(number=1)
    published(first)
    house, absent = event.entries.get(number=9), event.entries.get(number=2)
    substitutes.substitute(acting(), absent, from_round=1, stand_in=house)
    assert 9 in first.current_seating.seats.values_list("entry__number", flat=True)
    substitutes.return_(acting(), absent, from_round=1)
    assert sorted(first.current_seating.seats.values_list("entry__number", flat=True)) == list(range(1, 9))


def test_a_roster_marks_them_and_reads_them_back():
    event = event_with(2)
    exported = as_csv(event)
    assert [row.action for row in roster.preview(event, exported).rows] == ["same"] * 8
    given = "number,name,house substitute\n2,Changed Name,no\n9,New House,yes\n10,Odd One,maybe\n"
    preview = roster.preview(event, given.encode())
    assert [(row.action, row.values["house"]) for row in preview.rows] == [("change", ""), ("add", "yes"), ("skip", "")]
    assert [problem.message for problem in preview.errors] == ["“maybe” is neither yes nor no."]
    roster.save(acting(), event, rows=preview.rows)
    assert list(event.entries.filter(house=True).values_list("number", flat=True)) == [9]


def test_the_link_for_a_house_substitute_opens_the_form_with_the_box_ticked_and_in_view():
    """Also for the next one; the link for late players does not tick it."""
    event = small_tournament(7)
    people(event)
    olga, add = signed_in("olga"), reverse("manage_entry_add", args=[event.slug])
    links = re.findall(
        f'href="({add}[^"]*)"', olga.get(reverse("manage_seating", args=[event.slug, 1])).content.decode()
    )
    forms = {link: olga.get(link).context["form"] for link in links}
    assert {link: (form["house"].value(), "house" in form.first_fields) for link, form in forms.items()} == {
        f"{add}?house=1": (True, True),
        add: (False, False),
    }
    sent = {"family_name": "Spare", "status": "registered", "house": "on", "again": "yes"}
    assert olga.post(f"{add}?house=1", sent).headers["Location"] == f"{add}?house=1"
    assert event.entries.get(family_name="Spare").house
