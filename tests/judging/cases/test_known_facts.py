"""Winds, dealer and dead hands that follow from the hand's number and earlier rulings."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from django.test import Client
from django.urls import reverse

from engine.family import ruleset
from judging.cases.models import Case
from judging.cases.services import cases
from judging.law import questions
from tests.support.cases import facts, fine, ruled
from tests.support.people import acting, people, person
from tests.support.tables import playing, table_of


@pytest.mark.parametrize(
    ("preset", "hand", "wind", "dealer", "turn"),
    [
        ("mcr-2006", 1, "E", 0, [1, 2, 3, 4]),
        ("mcr-2006", 7, "S", 2, [2, 1, 4, 3]),
        ("mcr-2006", 9, "W", 0, [3, 4, 2, 1]),
        ("mcr-2006", 16, "N", 3, [4, 3, 1, 2]),
        ("riichi-ema-2016", 1, "E", 0, [1, 2, 3, 4]),
        ("taiwan-aono", 1, "E", 0, [1, 2, 3, 4]),
    ],
)
def test_a_hand_by_its_number(preset: str, hand: int, wind: str, dealer: int, turn: list[int]) -> None:
    """MCR-2.6 and MCR-2.7: four hands a wind, the deal passes each time, the players change seats between rounds."""
    rules = ruleset(preset)
    deals, found = questions.hand_place(rules, hand)
    assert (found.letter if found is not None else "", deals) == (wind, dealer)
    assert questions.players_in_turn(rules, [1, 2, 3, 4], hand) == turn


@pytest.mark.parametrize(("preset", "hand"), [("riichi-ema-2016", 5), ("taiwan-aono", 2), ("mcr-2006", None)])
def test_where_dealers_stay_the_number_tells_nothing(preset: str, hand: int | None) -> None:
    """A dealer who stays makes the number of the hand say nothing of winds."""
    rules = ruleset(preset)
    assert questions.hand_place(rules, hand) == (None, None)


@pytest.fixture
def case(db: None) -> Case:
    tournament = playing()
    people(tournament)
    return cases.open_case(acting("ren"), tournament, kind="win", table=table_of(tournament), hand=7)


def sent(case: Case, **answers: str) -> dict[str, str]:
    """The values of the page after ren's answers, with those that it filled in."""
    client = Client()
    client.force_login(person("ren"), backend="django.contrib.auth.backends.ModelBackend")
    page = client.post(reverse("manage_case_facts", args=[case.tournament.slug, case.number]), answers)
    form, filled = page.context["form"], page.context["filled"]
    held = {name: form[name].value() for name in ("seat", "prevalent_wind", "seat_wind", "dead")}
    return {**{name: value for name, value in held.items() if value}, "filled": filled}


def test_the_parties_sit_as_in_that_hand(case: Case) -> None:
    """In the South round the second player of the table sits East (MCR-2.7)."""
    assert [party.entry.number for party in case.parties.order_by("seat")] == [2, 1, 4, 3]


def test_the_seat_wind_follows_the_player_until_somebody_says_otherwise(case: Case) -> None:
    """The third seat deals in the seventh hand."""
    dealer = sent(case, seat="2")
    assert (dealer["prevalent_wind"], dealer["seat_wind"], dealer["dead"]) == ("S", "E", "no")
    other = sent(case, **{**dealer, "seat": "3"})
    assert other["seat_wind"] == "S"
    changed = sent(case, **{**other, "seat_wind": "N"})
    assert changed["seat_wind"] == "N"
    assert sent(case, **{**changed, "seat": "2"})["seat_wind"] == "N"
    assert set(parse_qs(changed["filled"])) == {"prevalent_wind", "dead"}


def test_a_hand_ruled_dead_before_is_dead(case: Case) -> None:
    """The record of rulings knows it; in the next hand it is over."""
    first = cases.open_case(acting("ren"), case.tournament, kind="win", table=case.table, hand=7)
    ruled(first, facts(first), fine(seat=3))
    assert [sent(case, seat=seat)["dead"] for seat in ("2", "3")] == ["no", "yes"]
    later = cases.open_case(acting("ren"), case.tournament, kind="win", table=case.table, hand=8)
    assert sent(later, seat="3")["dead"] == "no"


def test_a_player_is_offered_with_the_wind_of_that_hand(case: Case) -> None:
    """A referee at the table sees winds, and no names."""
    client = Client()
    client.force_login(person("ren"), backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("manage_case_facts", args=[case.tournament.slug, case.number]))
    offered = [label.rsplit(", ", 1) for _value, label in page.context["form"].fields["seat"].choices]
    names = [party.entry.name for party in case.parties.order_by("seat")]
    assert offered == [list(pair) for pair in zip(names, ["West", "North", "East", "South"], strict=True)]


def test_from_the_case_to_a_players_record_and_on_to_the_public_page(case: Case) -> None:
    """Case, record of sanctions, results: each has the way to the next."""
    client = Client()
    client.force_login(person("ren"), backend="django.contrib.auth.backends.ModelBackend")
    slug, player = case.tournament.slug, case.parties.get(seat=0).entry
    record = reverse("manage_case_player", args=[slug, player.number])
    assert record in client.get(reverse("manage_case", args=[slug, case.number])).content.decode()
    shown = client.get(record).content.decode()
    assert reverse("event_player", args=[slug, player.number]) in shown
    assert reverse("manage_case_book", args=[slug]) + f"?player={player.pk}" in shown
