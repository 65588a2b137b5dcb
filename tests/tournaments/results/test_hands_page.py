"""The sheet hand by hand: the event's whole ruleset pays, checks name hand and player, what was typed stays."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.support.people import people, signed_in
from tests.support.tables import playing, table_of
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.results.models.results import TableResult
from tournaments.results.queries import sheets

pytestmark = pytest.mark.django_db


def playing_by(client, preset, parameters=None):
    """A table of an event under this preset, with Sam at the desk."""
    family = preset.partition("-")[0]
    tournament = playing(family=family)
    RulesetVersion.objects.update(
        preset=preset, parameters=parameters or {}, match_scoring={"start_points": 0, "fines": "before"}
    )
    people(tournament)
    signed_in("sam", client)
    table = table_of(Tournament.objects.get(pk=tournament.pk))
    return table, reverse("manage_hands", args=[tournament.slug, 1, 1])


def lines(*hands):
    """Values of the lines as the form posts them."""
    return {f"hand_{number}-{name}": str(value) for number, hand in enumerate(hands, 1) for name, value in hand.items()}


def computed(client, url, *hands):
    answer = client.post(url, lines(*hands) | {"compute": "1"})
    return [points for _seat, points in answer.context["preview"]]


@pytest.mark.parametrize(
    ("preset", "hands", "points"),
    [
        ("riichi-wrc", [{"winner": 1, "discarder": 2, "han": 4, "fu": 30}], [0, 8000, -8000, 0]),
        ("riichi-ema-2016", [{"winner": 1, "discarder": 2, "han": 4, "fu": 30}], [0, 7700, -7700, 0]),
        ("mcr-beginner", [{"winner": 0, "discarder": 1, "value": 10}], [10, -10, 0, 0]),
        ("sichuan-inflation", [{"winner_1": 0, "discarder_1": 1, "value_1": 4}], [16, -16, 0, 0]),
        ("taiwan-sml-2026", [{"winner": 0, "discarder": 1, "value": 2}], [8, -8, 0, 0]),
        ("riichi-wrc", [{"void": "on", "riichi_1": "on"}], [0, 0, 0, 0]),
        ("riichi-tenhou", [
            {"drawn": "on", "ready_0": "on"},
            {"drawn": "on", "end": "four_winds"},
            {"winner": 2, "discarder": 1, "han": 1, "fu": 30, "winner_2": 3, "han_2": 5, "riichi_3": "on"},
        ], [3000, -1000 - 1000 - 600 - 8000, -1000 + 1000 + 600 + 1000, -1000 + 8000 - 1000]),
        ("riichi-ema-2016", [{"winner": 1, "yakuman": 1, "liable": 3}], [0, 32000, 0, -32000]),
        ("riichi-ema-2012", [{"drawn": "on", "end": "nagashi", "nagashi_1": "on"}], [-4000, 8000, -2000, -2000]),
        ("sichuan-world-championship", [{
            "kongs": "Wc /", "winner_1": 3, "discarder_1": 0, "value_1": 0,
            "state_0": "ready", "fan_0": 2, "state_1": "not_ready", "state_2": "flower_pig",
        }], [14 - 2 - 1, 6 - 2, -22 + 6, 2 - 2 + 1]),
        ("sichuan-world-championship", [
            {"kongs": "Ec", "winner_1": 1, "discarder_1": 0, "value_1": 1, "shot_1": "on"},
        ], [-2, 2, 0, 0]),
        ("free", [
            {"winner": 0, "hand_points_0": 12, "hand_points_1": "−12", "penalty_2": "-5"}, {"drawn": "on"},
        ], [12, -12, -5, 0]),
        ("mcr-2006", [{"winner": 0, "discarder": 2, "value": 20}, {"drawn": "on"}], [44, -8, -28, -8]),
    ],
)  # fmt: skip
def test_hands_are_paid_by_the_whole_ruleset_and_saved_as_typed(client, preset, hands, points):
    table, url = playing_by(client, preset)
    assert client.get(url).status_code == 200
    assert computed(client, url, *hands) == points
    saved = client.post(url, lines(*hands) | {"save": "1", "based_on": "0", "reason": "as they say"})
    assert saved.status_code == 302
    assert [seat.points for seat in table.results.get().seats.order_by("order")] == points
    for form, hand in zip(client.get(url).context["forms"], hands, strict=False):
        for name, value in ((name, value) for name, value in hand.items() if value != 0):
            typed = {"on": "True"}.get(str(value), str(value).replace("−", "-"))
            assert str(form[name].value()) == typed, name


def test_a_changed_parameter_counts(client):
    _table, url = playing_by(client, "mcr-2006", {"base_payment": 2})
    assert computed(client, url, {"winner": 0, "discarder": 1, "value": 10}) == [16, -12, -2, -2]


def test_a_hand_that_cannot_come_here_is_named(client):
    """RI-5.1 in 2012: two han are needed from the fifth counter on."""
    _table, url = playing_by(client, "riichi-ema-2012")
    draws = [{"drawn": "on", "ready_0": "on"}] * 5
    answer = client.post(url, lines(*draws, {"winner": 1, "discarder": 2, "han": 1, "fu": 30}) | {"save": "1"})
    (said,) = answer.context["forms"][5].non_field_errors()
    assert (answer.status_code, said[:27]) == (422, "Hand 6 cannot be: han of Gi")


@pytest.mark.parametrize(
    ("preset", "hand", "message"),
    [
        (
            "sichuan-world-championship",
            {"winner_1": 0, "discarder_1": 1, "value_1": 0, "winner_2": 2, "discarder_2": 0, "value_2": 0},
            "Hand 1 cannot be: {0} has won and discards no more.",
        ),
        ("riichi-wrc", {"winner": 1, "discarder": 2, "han": 1, "fu": 20}, "{1}: no hand has 1 han and 20 fu."),
        ("mcr-2006", {"winner": 3, "discarder": 2, "value": 7}, "points of {3}: 7 is not between 8 and 336."),
        ("mcr-2006", {"winner": 3, "discarder": 2}, "Hand 1 cannot be: the value is missing."),
        ("mcr-2006", {"winner": 3, "value": 8, "drawn": "on"}, "Hand 1 cannot be: a drawn hand has no winner."),
        ("sichuan-xueliu", {"kongs": "Ex"}, "“Ex” is not a kong"),
    ],
)
def test_a_hand_that_cannot_be_is_named_with_its_player_and_stays_as_typed(client, preset, hand, message):
    table, url = playing_by(client, preset)
    names = [seat.entry.name for seat in sheets.seats_of(table)]
    answer = client.post(url, lines(hand) | {"save": "1"})
    assert answer.status_code == 422
    (said,) = answer.context["forms"][0].non_field_errors()
    assert message.format(*names) in said
    for name, value in hand.items():
        assert str(answer.context["forms"][0][name].value()) == {"on": "True"}.get(str(value), str(value))
    assert not TableResult.objects.exists()


def test_a_wide_sheet_is_laid_out_in_parts_names_its_seats_and_asks_for_the_walls_end(client):
    _table, url = playing_by(client, "sichuan-world-championship")
    page = client.get(url)
    parts = [part.heading for part in page.context["forms"][0].parts]
    assert parts == ["Win 1", "Win 2", "Win 3", "", "At the wall's end", "Fine"]
    assert "The value of a win is its number of Fan, not its points." in " ".join(page.text.split())
    one_win = {"winner_1": 0, "discarder_1": 1, "value_1": 1}
    asked = client.post(url, lines(one_win) | {"compute": "1"}).context["problems"]
    names = ", ".join(seat.entry.name for seat in sheets.seats_of(_table)[1:])
    assert asked == [f"Hand 1 ended with the wall: what did {names} show?"]
    told = one_win | {f"state_{seat}": "not_ready" for seat in (1, 2, 3)}
    assert client.post(url, lines(told) | {"compute": "1"}).context["problems"] == []
