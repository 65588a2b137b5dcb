"""A league whose second half keeps half of the points: players, teams and their verification."""

import json
import re
from fractions import Fraction
from typing import Any

import pytest

from tests.support.leagues import league
from tests.support.people import acting, program, signed_in
from tests.support.remembered import remembered
from tests.support.verifier import lines_of, sealed
from tournaments.core.printing.registry import Order
from tournaments.events.models import Tournament
from tournaments.exchange.bundle_parts import map_part_checks
from tournaments.exchange.files.public_bundle import build_public_bundle
from tournaments.exchange.verification.checks import check_bundle
from tournaments.exchange.verification.lines import FAILED
from tournaments.results.queries import explain
from tournaments.seasons import services as season_services
from tournaments.seasons.queries import compute_ranking
from tournaments.standings.files import build_player_rows, build_standings_rows
from tournaments.standings.logic.carry import Carry
from tournaments.standings.papers.standings_list import standings_list
from tournaments.standings.queries.standings import find_public_standings, get_standings

pytestmark = pytest.mark.django_db

HALVED = {"A": 80 - 10, "B": -80 - 50, "C": 20 + 4, "D": -20 - 4}
"""Totals of the teams by hand: half of the first two rounds, and the third; player 9 has no team."""
WHOLE = {"A": 160 - 10, "B": -160 - 50, "C": 40 + 4, "D": -40 - 4}


@pytest.fixture
@remembered
def event() -> Tournament:
    return league()


def totals(event: Tournament) -> dict[str, Fraction]:
    names = dict(event.teams.values_list("pk", "name"))
    return {names[int(row.key)]: row.total for row in get_standings(event).teams}


def failures(bundle: dict[str, object]) -> list[list[str]]:
    """Failures in a public part, found by the site's own check and by the file that strangers download."""
    lines = check_bundle(bundle, parts=map_part_checks())
    return [[line.text for line in lines if line.outcome == FAILED], lines_of(bundle)]


def test_a_team_carries_over_half_of_its_points_on_pages_and_in_the_api(event):
    assert totals(event) == HALVED
    page = signed_in(None).get(f"/t/{event.slug}/teams/")
    assert [(line.team.name, line.row.total) for line, *_rest in page.context["list"].rows] == [
        ("A", 70), ("C", 24), ("D", -24), ("B", -130),
    ]  # fmt: skip
    rows = program().get(f"/api/v1/tournaments/{event.slug}/standings/").json()["teams"]
    assert {row["name"]: row["metrics"]["total"] for row in rows} == HALVED
    season = season_services.create(acting(), name="Teams", rule={"ranked": "teams"})
    season_services.add_event(acting(), season, tournament=event)
    season.refresh_from_db()
    assert {line.person.name: line.row.total for line in compute_ranking(season).rows} == HALVED


def test_anybody_verifies_it_and_the_public_part_of_an_event_from_before(event):
    bundle = json.loads(json.dumps(build_public_bundle(event)))
    assert failures(bundle) == [[], []]
    bundle["claims"]["ranking"]["team"]["carry"] = False
    assert all(failures(sealed(bundle)))
    Tournament.objects.filter(pk=event.pk).update(ranking_version=1)
    event.refresh_from_db()
    assert totals(event) == WHOLE
    before = json.loads(json.dumps(build_public_bundle(event)))
    del before["claims"]["ranking"]["team"]["carry"]
    assert failures(sealed(before)) == [[], []]


def test_the_carry_is_a_line_of_its_own_and_a_round_is_what_was_played_in_it(event):
    """Player 2 had 40, keeps 20 and loses 10; player 1 does not play the third round; player 9 plays it only."""
    table = find_public_standings(event)
    shown = {line.player.number: (line.row.total, line.carried, line.progress.last) for line in table.individual}
    assert shown == {
        1: (60, 60, None), 9: (60, 0, 60), 2: (10, 20, -10), 5: (17, 10, 7), 6: (7, 10, -3), 7: (-10, -8, -2),
        8: (-14, -12, -2), 3: (-50, -30, -20), 4: (-80, -50, -30),
    }  # fmt: skip
    assert {line.team.name: (line.row.total, line.carried) for line in table.teams} == {
        "A": (70, 80), "B": (-130, -80), "C": (24, 20), "D": (-24, -20),
    }  # fmt: skip
    why = explain.find_explained_place(event, 2)
    assert [(step.round, step.first, step.carry) for step in why.rounds] == [
        (1, 20, None), (2, 40, None), (3, 10, Carry(3, Fraction(1, 2), Fraction(-20), Fraction(-2), Fraction(20))),
    ]  # fmt: skip


def words(answer: Any) -> str:
    """The text of a page without its elements."""
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_it_stands_on_pages_papers_files_and_in_the_api(event):
    visitor, base = signed_in(None), f"/t/{event.slug}"
    assert "2 2 +20 40 2 Carried over: 1/2 −2 −20 20 3 2 −10 10 4" in words(visitor.get(f"{base}/players/2/"))
    beside = words(visitor.get(f"{base}/standings/?player=2"))
    assert "Carried over: 1/2 −2 3" in beside
    header = visitor.get(f"{base}/standings/").context["table"].columns
    assert [(column.short, column.decides) for column in header] == [
        ("Total", True), ("Carried", False), ("Games", False),
    ]  # fmt: skip
    home = words(visitor.get(f"{base}/"))
    assert "A Points carried over 80 70" in home
    assert "Given02 Family02 Points carried over 20 10" in home
    # A phone leaves out columns for wide screens.
    for path in ("teams", "standings"):
        heads = re.findall(r"<th([^>]*)>(?:(?!</th>)[\s\S])*Carried", visitor.get(f"{base}/{path}/").text)
        assert ["wide-only" in head for head in heads] == [False]
    assert "4 ▼2 Given02 Family02 A Points carried over 20 10 5" in words(visitor.get(f"{base}/screen/standings/"))
    assert "A Points carried over 80 70 2" in words(visitor.get(f"{base}/screen/teams/"))
    answer = program().get(f"/api/v1/tournaments/{event.slug}/standings/").json()
    assert [(row["number"], row["carried"]) for row in answer["individual"]][:3] == [(1, 60), (9, 0), (5, 10)]
    assert {row["name"]: row["carried"] for row in answer["teams"]} == {"A": 80, "B": -80, "C": 20, "D": -20}
    (rows, line) = build_standings_rows(event), build_player_rows(event, 2)
    assert rows is not None
    assert line is not None
    assert (rows[0][5:7], rows[4][2], rows[4][5:7]) == (
        ["Total score", "Points carried over"],
        "Given02 Family02",
        [10, 20],
    )
    assert line[3] == [3, "Carried over: 1/2", "", 2, "Given02 Family02", "", "", -2, -20, ""]
    assert [sum(map(Fraction, (row[at] for row in line[1:]))) for at in (7, 8)] == [4, 10]
    assert [row[:2] for row in build_player_rows(event, 1)[1:]] == [[1, 1], [2, 1], [3, "Carried over: 1/2"]]
    shown = [(leaf.values["columns"], leaf.values["lines"][0].figures) for leaf in standings_list(Order(event))]
    assert shown == [
        (["Total", "Carried", "Games"], ("60", "60", "2")),
        (["Total", "Carried", "Games"], ("70", "80", "5")),
    ]
