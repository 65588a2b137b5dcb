"""The sheet hand by hand: the event's whole ruleset pays, checks name hand and player, what was typed stays."""

import tomllib
from pathlib import Path

import pytest
from django.urls import reverse

from tests.support.people import people, signed_in
from tests.support.tables import playing, table_of
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.results.models.results import TableResult
from tournaments.results.queries import sheets

pytestmark = pytest.mark.django_db

ROWS = tomllib.loads(Path(__file__).with_name("hands.toml").read_text(encoding="utf-8"))


def playing_by(client, preset, parameters=None):
    """A table of an event under this preset, with Sam at the desk."""
    family = preset.partition("-")[0]
    tournament = playing(family=family)
    RulesetVersion.objects.update(frozen_at=None)
    RulesetVersion.objects.update(
        preset=preset, parameters=parameters or {}, match_scoring={"start_points": 0, "fines": "before"}
    )
    people(tournament)
    signed_in("sam", client)
    table = table_of(Tournament.objects.get(pk=tournament.pk))
    return table, reverse("manage_hands", args=[tournament.slug, 1, 1])


def lines(*hands):
    return {f"hand_{number}-{name}": str(value) for number, hand in enumerate(hands, 1) for name, value in hand.items()}


def computed(client, url, *hands):
    answer = client.post(url, lines(*hands) | {"compute": "1"})
    return [points for _seat, points in answer.context["preview"]]


@pytest.mark.parametrize("row", ROWS["paid"])
def test_hands_are_paid_by_the_whole_ruleset_and_saved_as_typed(client, row):
    table, url = playing_by(client, row["preset"])
    hands, points = row["hands"], row["points"]
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


@pytest.mark.parametrize("row", ROWS["refused"])
def test_a_hand_that_cannot_be_is_named_with_its_player_and_stays_as_typed(client, row):
    table, url = playing_by(client, row["preset"])
    names = [seat.entry.name for seat in sheets.list_seats(table)]
    answer = client.post(url, lines(row["hand"]) | {"save": "1"})
    assert answer.status_code == 422
    (said,) = answer.context["forms"][0].non_field_errors()
    assert row["message"].format(*names) in said
    for name, value in row["hand"].items():
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
    names = ", ".join(seat.entry.name for seat in sheets.list_seats(_table)[1:])
    assert asked == [f"Hand 1 ended with the wall: what did {names} show?"]
    told = one_win | {f"state_{seat}": "not_ready" for seat in (1, 2, 3)}
    assert client.post(url, lines(told) | {"compute": "1"}).context["problems"] == []
