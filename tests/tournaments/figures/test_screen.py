"""Leaderboards on the projector: released rounds alone, nothing of hidden standings, each family apart."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.support.people import acting
from tests.support.seasons import played
from tests.tournaments.figures.test_stored import NAMES, event_with
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.results.models.results import TableResult
from tournaments.results.services import settings
from tournaments.rounds.models import Round

pytestmark = pytest.mark.django_db

PART = "/t/cup/screen/numbers/?part=1"
EMPTY = "Figures come with the first round whose results are public."


def boards(client: Client) -> dict[str, list[list[str]]]:
    text = client.get(PART).text
    return {
        re.sub(r"\s+", " ", title).strip(): [
            re.sub(r"<[^>]+>", " ", row).split() for row in re.findall(r"<li>(.*?)</li>", body, re.DOTALL)
        ]
        for title, body in re.findall(r"<h2>(.*?)</h2>(.*?)</section>", text, re.DOTALL)
    }


def test_the_projector_turns_leaderboards_with_samples(client: Client) -> None:
    event_with("mcr-2006")
    read = boards(client)
    assert read["Largest hand"] == [["1", "Petra", "Quist", "FR", "20"], ["2", "Rosa", "Lind", "FR", "12"]]
    assert read["Win rate"][0] == ["1", "Petra", "Quist", "FR", "50.0%", "n", "4"]
    assert {"Games", "Worst game", "Second places"} & set(read) == set()
    assert "Games at least: 1" in re.sub(r"\s+", " ", client.get(PART).text)


def test_a_player_of_few_games_does_not_lead_a_mean(client: Client) -> None:
    """Half of the most games is the least: of eight, four."""
    names = (*NAMES, "Vera Ek", "Wim Dahl", "Xi Yu", "Yra Zeh")
    first = (30, 10, -10, -30)
    event = played("cup", [(*first, 90, -20, -30, -40), *[first] * 3], names)
    assert event.rounds.count() == 4
    best = boards(client)
    assert [row[1] for row in best["Mean score"]] == ["Petra", "Rosa", "Olaf", "Uwe"]
    # Best games and largest hands are compared by nothing but themselves.
    assert best["Best game"][0][1:] == ["Vera", "Ek", "FR", "90"]


def test_hidden_or_missing_results_leave_a_sentence(client: Client) -> None:
    event = played("cup", [(30, 10, -10, -30)], NAMES)
    first = client.get(PART)
    assert client.get(PART, headers={"If-None-Match": first["ETag"]}).status_code == 304
    settings.edit(acting(), event, facts={"standings_hidden": True})
    hidden = client.get(PART, headers={"If-None-Match": first["ETag"]})
    assert hidden.status_code == 200
    assert "The standings are hidden until the ceremony" in hidden.text
    assert "Petra" not in hidden.text
    assert (boards(client), "after round" in hidden.text) == ({}, False)
    settings.edit(acting(), Tournament.objects.get(), facts={"standings_hidden": False})
    Round.objects.update(released_at=None)
    Tournament.objects.update(version=Tournament.objects.get().version + 1)
    assert EMPTY in client.get(PART).text
    assert EMPTY in client.get("/t/cup/screen/numbers/").text


def test_boards_of_several_families_are_named(client: Client) -> None:
    event = played("cup", [(30, 10, -10, -30), (16, 8, -8, -16), (40, 20, -20, -40)], NAMES)
    riichi = RulesetVersion.objects.create(tournament=event, number=2, preset="riichi-ema-2016", reason="Two cups.")
    Round.objects.filter(number=3).update(ruleset=riichi)
    TableResult.objects.filter(table__round__number=3).update(ruleset=riichi)
    best = {title: rows[0][-1] for title, rows in boards(client).items() if title.startswith("Best game")}
    assert best == {"Best game: Chinese Official (MCR)": "30", "Best game: Riichi mahjong": "40"}
