"""A league whose second half keeps half of the points: players, teams and their verification."""

import json
from fractions import Fraction

import pytest

from tests.support.leagues import league
from tests.support.people import program, signed_in
from tests.support.verifier import lines_of, sealed
from tournaments.events.models import Tournament
from tournaments.exchange.bundle_parts import part_checks
from tournaments.exchange.files.public_bundle import public_bundle
from tournaments.exchange.verification.checks import check_bundle
from tournaments.exchange.verification.lines import FAILED
from tournaments.standings.queries.standings import standings

pytestmark = pytest.mark.django_db

HALVED = {"A": 80 - 10, "B": -80 - 50, "C": 20 + 4, "D": -20 - 4}
"""Totals of the teams by hand: half of the first two rounds, and the third; player 9 has no team."""
WHOLE = {"A": 160 - 10, "B": -160 - 50, "C": 40 + 4, "D": -40 - 4}


@pytest.fixture
def event() -> Tournament:
    return league()


def totals(event: Tournament) -> dict[str, Fraction]:
    names = dict(event.teams.values_list("pk", "name"))
    return {names[int(row.key)]: row.total for row in standings(event).teams}


def failures(bundle: dict[str, object]) -> list[list[str]]:
    """What fails in a public part, by the site's own check and by the file that strangers download."""
    lines = check_bundle(bundle, parts=part_checks())
    return [[line.text for line in lines if line.outcome == FAILED], lines_of(bundle)]


def test_a_team_carries_over_half_of_its_points_on_pages_and_in_the_api(event: Tournament) -> None:
    assert totals(event) == HALVED
    page = signed_in(None).get(f"/t/{event.slug}/teams/")
    assert [(line.team.name, line.row.total) for line, *_rest in page.context["ranked"]] == [
        ("A", 70), ("C", 24), ("D", -24), ("B", -130),
    ]  # fmt: skip
    rows = program().get(f"/api/v1/tournaments/{event.slug}/standings/").json()["teams"]
    assert {row["name"]: row["metrics"]["total"] for row in rows} == HALVED


def test_anybody_verifies_it_and_the_public_part_of_an_event_from_before(event: Tournament) -> None:
    bundle = json.loads(json.dumps(public_bundle(event)))
    assert failures(bundle) == [[], []]
    bundle["claims"]["ranking"]["team"]["carry"] = False
    assert all(failures(sealed(bundle)))
    Tournament.objects.filter(pk=event.pk).update(ranking_version=1)
    event.refresh_from_db()
    assert totals(event) == WHOLE
    before = json.loads(json.dumps(public_bundle(event)))
    del before["claims"]["ranking"]["team"]["carry"]
    assert failures(sealed(before)) == [[], []]
