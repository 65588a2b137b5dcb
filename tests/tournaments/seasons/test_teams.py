"""Teams of a season: a renamed team is joined, and the file has a column for each evening."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from tests.support.people import acting, person, signed_in
from tests.support.remembered import remembered
from tests.support.seasons import played
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Team
from tournaments.events.models import Tournament
from tournaments.exchange.document import seasons as portable
from tournaments.exchange.services import season_files
from tournaments.seasons import queries, services
from tournaments.seasons.files import build_ranking_rows
from tournaments.seasons.models import Season, SeasonRole, SeasonTeamMerge

pytestmark = pytest.mark.django_db

NAMES = ("Petra Quist", "Rosa Lind", "Olaf Berg", "Uwe Sand")
SPRING, AUTUMN = (30, 10, -10, -30), (-40, 20, 40, -20)


@pytest.fixture
@remembered
def season() -> Season:
    """Four teams of one in spring and autumn; the first is “Dragons” in spring and “New Dragons” in autumn."""
    made = services.create(acting(), name="Club league", published=True, rule={"ranked": "teams", "tie_breaks": []})
    for slug, points, day, first in (("spring", SPRING, "2026-05-02", "Dragons"), ("autumn", AUTUMN, "2026-10-03", "")):
        event = played(slug, [points], NAMES, day=day)
        for number, name in enumerate((first or "New Dragons", "Winds", "Flowers", "Bamboos"), 1):
            team = Team.objects.create(tournament=event, code=f"T{number:02}", name=name)
            event.entries.filter(number=number).update(team=team)
        Tournament.objects.filter(pk=event.pk).update(team_size=4, version=event.version + 1)
        services.add_event(acting(), made, tournament=event)
    made.refresh_from_db()
    return made


def totals(season: Season) -> dict[str, int]:
    return {one.person.name: int(one.row.total) for one in queries.compute_ranking(season).rows}


def team(event: str, code: str = "T01") -> Team:
    return Team.objects.select_related("tournament").get(tournament__slug=event, code=code)


@pytest.mark.parametrize(("ranked", "heading", "other"), [("teams", "Team", "Player"), ("players", "Player", "Team")])
def test_the_names_are_headed_by_who_is_ranked(season: Season, ranked: str, heading: str, other: str) -> None:
    services.set_rule(acting(), season, rule={"ranked": ranked, "tie_breaks": []})
    olga = signed_in("olga")
    page = olga.get(reverse("season", args=[season.slug])).text
    heads = [strip_tags(cell).strip() for cell in re.findall(r'<th[^>]*scope="col".*?</th>', page, re.DOTALL)]
    assert (heading in heads, other in heads) == (True, False)
    rows = build_ranking_rows(queries.compute_ranking(season))
    assert rows[0][:3] == ["Place", heading, "Country"]


def test_two_names_of_one_team_are_joined_and_parted_again(season: Season) -> None:
    apart = {"Dragons": 30, "New Dragons": -40, "Winds": 30, "Flowers": 30, "Bamboos": -50}
    assert totals(season) == apart
    olga = signed_in("olga")
    page = reverse("manage_season_teams", args=[season.slug])
    answer = olga.post(page, {"teams-team": "spring/T01", "teams-same_as": "autumn/T01"}, follow=True)
    assert "Merged into one team for this season." in answer.content.decode()
    season.refresh_from_db()
    assert totals(season) == {"New Dragons": -10, "Winds": 30, "Flowers": 30, "Bamboos": -50}
    for one, other in (("spring", "autumn"), ("autumn", "spring")):
        with pytest.raises(UserError, match="put together with another already"):
            services.merge_teams(acting(), season, team=team(one), same_as=team(other))
    merge = SeasonTeamMerge.objects.get()
    register = reverse("api-season-teams", args=[season.slug])
    services.grant(acting(), season, user=person("hanna"), kind=SeasonRole.Kind.HELPER)
    hanna = signed_in("hanna")
    everybody = hanna.get(register)
    same_as = {row["team"]: row["same_as"] for row in everybody.json()["results"]}
    assert (len(same_as), same_as["spring/T01"], same_as["autumn/T01"]) == (8, "autumn/T01", None)
    # Of an event that its team only sees, a helper of the season learns nothing.
    Tournament.objects.filter(slug="autumn").update(published=False)
    spring = hanna.get(register, headers={"If-None-Match": everybody["ETag"]}).json()["results"]
    assert [(row["team"], row["same_as"]) for row in spring if row["same_as"] or "autumn" in row["team"]] == []
    assert len(spring) == 4
    Tournament.objects.filter(slug="autumn").update(published=True)
    olga.post(reverse("manage_season_teams_split", args=[season.slug, merge.pk]))
    season.refresh_from_db()
    assert totals(season) == apart


def test_an_event_that_goes_takes_its_merges_along_and_the_file_has_them(season: Season) -> None:
    services.merge_teams(acting(), season, team=team("spring"), same_as=team("autumn"))
    file = portable.pack(season)
    read, problems = portable.unpack(file)
    assert problems == []
    assert read is not None
    assert read.team_merges == ((("spring", "T01"), ("autumn", "T01")),)
    copy = season_files.restore(acting("ada"), read=read, slug="copy")
    assert totals(copy) == totals(season)
    services.remove_event(acting(), season, tournament=team("spring").tournament)
    assert SeasonTeamMerge.objects.filter(season=season).count() == 0


def test_the_file_of_a_season_of_evenings_has_a_column_for_each() -> None:
    event = played("evenings", [SPRING, AUTUMN, SPRING], NAMES, day="2026-05-02")
    for number, day in ((1, "2026-05-02"), (2, "2026-05-09"), (3, "2026-05-09")):
        event.rounds.filter(number=number).update(day=day)
    made = services.create(acting(), name="Evenings", published=True, rule={"unit": "day", "tie_breaks": []})
    services.add_event(acting(), made, tournament=event)
    made.refresh_from_db()
    rows = build_ranking_rows(queries.compute_ranking(made))
    assert rows[0][6:] == ["2026-05-02", "2026-05-09"]
    assert {str(row[1]): [int(str(value)) for value in row[6:]] for row in rows[1:]} == {
        "Petra Quist": [30, -10], "Rosa Lind": [10, 30], "Olaf Berg": [-10, 30], "Uwe Sand": [-30, -50],
    }  # fmt: skip
    other = played("more", [SPRING], NAMES, day="2026-06-06")
    services.add_event(acting(), made, tournament=other)
    made.refresh_from_db()
    assert build_ranking_rows(queries.compute_ranking(made))[0][6:] == [
        "Evenings 2026-05-02", "Evenings 2026-05-09", "More 2026-06-06",
    ]  # fmt: skip


def test_only_helpers_of_the_season_join_teams(season: Season) -> None:
    person("otto")
    page = reverse("manage_season_teams", args=[season.slug])
    data = {"teams-team": "spring/T01", "teams-same_as": "autumn/T01"}
    assert signed_in("otto").post(page, data).status_code == 403
    assert signed_in("olga").post(page, {**data, "teams-team": "spring/T09"}).status_code == 422
    assert not SeasonTeamMerge.objects.exists()
