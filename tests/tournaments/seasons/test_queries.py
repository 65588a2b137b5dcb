"""A season's ranking comes from the standings of its events; who may see them decides what is in it."""

import datetime
from fractions import Fraction

import pytest

from tests.support.people import acting, person
from tests.support.remembered import remembered
from tests.support.seasons import played
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Tournament
from tournaments.exchange.services import privacy
from tournaments.seasons import queries as selector
from tournaments.seasons import services as season_services
from tournaments.seasons.models import Season
from tournaments.standings.queries.standings import find_public_standings

pytestmark = pytest.mark.django_db

PEOPLE = ("Petra Quist", "Rosa Lind", "Olaf Berg", "Uwe Sand")


def told(table):
    return [(one.row.place, one.person.name, one.row.total) for one in table.rows]


@pytest.fixture
@remembered
def season():
    """Two events; in the second Petra stands without her accent's twin: Rosa is written in capitals, Uwe anew."""
    first = played("spring", [(30, 10, -10, -30), (8, -8, 16, -16)], PEOPLE)
    names = ("Petra Quist", "ROSA Lind", "Uve Sand", "Nina Falk")
    second = played("autumn", [(-20, 20, 40, -40)], names, day="2026-10-03")
    made = season_services.create(acting(), name="Club league")
    for event in (first, second):
        season_services.add_event(acting(), made, tournament=event)
    made.refresh_from_db()
    return made


def test_the_sum_over_events_is_that_of_their_own_standings(season):
    table = selector.compute_ranking(season)
    assert told(table) == [
        (1, "Uve Sand", 40), (2, "ROSA Lind", 22), (3, "Petra Quist", 18), (4, "Olaf Berg", 6), (5, "Nina Falk", -40),
        (6, "Uwe Sand", -46),
    ]  # fmt: skip
    for number, event in enumerate(Tournament.objects.order_by("starts_on"), 1):
        own = {line.row.key: line.row.total for line in find_public_standings(event).individual}
        found = {
            event.entries.get(number=dict(one.person.places)[event.slug]).pk: one.by_event[number][0].value
            for one in table.rows
            if number in one.by_event
        }
        assert found == own


def test_two_spellings_are_put_together_and_parted_again_or_by_an_erasure(season):
    found = {one.entry.name: (one.names, alike) for one, alike in selector.list_spellings(season, person("olga"))}
    assert found["ROSA Lind"] == (["ROSA Lind", "Rosa Lind"], False)
    assert {name for name, (_names, alike) in found.items() if alike} == {"Uwe Sand", "Uve Sand"}
    uwe, uve = Entry.objects.get(romanised_name="Uwe Sand"), Entry.objects.get(romanised_name="Uve Sand")
    merge = season_services.merge_people(acting(), season, entry=uwe, same_as=uve)
    table = selector.compute_ranking(season)
    assert told(table)[2:4] == [(3, "Olaf Berg", 6), (4, "Uve Sand", -6)]
    assert table.standing_of("spring", 4) == table.standing_of("autumn", 3)
    assert table.standing_of("spring", 4).person.places == (("autumn", 3), ("spring", 4))
    season_services.split_people(acting(), season, merge=merge)
    assert len(selector.compute_ranking(season).rows) == 6
    season_services.merge_people(acting(), season, entry=uwe, same_as=uve)
    privacy.erase(acting(), uwe, reason="asked for it")
    season.refresh_from_db()
    assert season.merges.count() == 0
    assert [name for _place, name, _total in told(selector.compute_ranking(season)) if name[0] == "U"] == [
        "Uve Sand",
        "U. S.",
    ]


def test_what_is_hidden_counts_for_nobody_who_may_not_see_it(season):
    autumn = Tournament.objects.get(slug="autumn")
    Tournament.objects.filter(pk=autumn.pk).update(published=False)
    everybody = selector.compute_ranking(season)
    assert [(one.state, one.slug) for one in everybody.events] == [("counts", "spring"), ("hidden", "autumn")]
    assert told(everybody)[0] == (1, "Petra Quist", 38)
    assert {name for _place, name, _total in told(everybody)} == set(PEOPLE)
    assert told(selector.compute_ranking(season, person("otto"))) == told(everybody)
    assert told(selector.compute_ranking(season, person("olga")))[0] == (1, "Uve Sand", 40)
    Tournament.objects.filter(pk=autumn.pk).update(published=True, standings_hidden=True, version=99)
    table = selector.compute_ranking(season)
    assert [one.state for one in table.events] == ["counts", "early"], "hidden until the ceremony"
    assert told(table)[0] == (1, "Petra Quist", 38)


def test_a_new_result_a_new_rule_and_a_factor_show_at_once(season):
    autumn = Tournament.objects.get(slug="autumn")
    tried = told(selector.compute_ranking(season, rule=selector.read_rule({"best": 1})))
    assert tried[:2] == [(1, "Uve Sand", 40), (2, "Petra Quist", 38)]
    assert Season.objects.get().rule["best"] == 0, "tried, not kept"
    assert told(selector.compute_ranking(season))[1] == (2, "ROSA Lind", 22)
    season_services.weigh_event(acting(), season, tournament=autumn, factor="1/2")
    assert told(selector.compute_ranking(season))[0] == (1, "Petra Quist", 28)
    season_services.set_rule(acting(), season, rule={"value": "table_points", "least": 2, "tie_breaks": []})
    # Table points are 4 2 1 0: Petra has 4 + 2 and 1 x 1/2, Rosa 2 + 1 and 2 x 1/2.
    assert told(selector.compute_ranking(season))[:2] == [(1, "Petra Quist", Fraction(13, 2)), (2, "ROSA Lind", 4)]
    # The fields of four weigh 1 for their one day: nobody moves.
    season_services.set_rule(
        acting(), season, rule={"value": "base_rank", "combine": "mean", "weights": "federation", "least": 2}
    )
    table = selector.compute_ranking(season)
    assert {one.weight for one in table.events} == {1}


def test_a_team_has_the_points_of_whoever_played_for_it(season):
    """As M-League plays: teams of four send a member to each game."""
    for event in Tournament.objects.all():
        for number in range(1, 5):
            team = Team.objects.create(tournament=event, code=f"T{number}", name=f"Team {number}")
            event.entries.filter(number=5 - number if event.slug == "autumn" else number).update(team=team)
        Tournament.objects.filter(pk=event.pk).update(team_size=4, version=event.version + 1)
    season_services.set_rule(acting(), season, rule={"ranked": "teams", "tie_breaks": []})
    table = selector.compute_ranking(season)
    assert told(table) == [(1, "Team 2", 42), (2, "Team 3", 26), (3, "Team 1", -2), (4, "Team 4", -66)]
    assert [len(one.row.lines) for one in table.rows] == [2] * 4


def test_a_league_with_planned_starts_has_its_days_and_a_person_of_two_spellings_one_result_of_each():
    """The second round begins at 23:30 in Paris on 9 October, which is the same day in UTC; the third on 17 October at
    00:30, still 16 October in UTC; the fourth has a date.
    """
    points = [(30, 10, -10, -30), (8, -8, 16, -16), (1, 2, 3, -6), (4, 4, -4, -4)]
    event = played("league", points, PEOPLE, day="2026-10-02")
    Tournament.objects.filter(pk=event.pk).update(time_zone="Europe/Paris")
    for number, starts_at in ((2, "2026-10-09T21:30Z"), (3, "2026-10-16T22:30Z"), (4, "2026-10-16T22:30Z")):
        event.rounds.filter(number=number).update(starts_at=datetime.datetime.fromisoformat(starts_at))
    event.rounds.filter(number=4).update(day="2026-10-30")
    made = season_services.create(acting(), name="League", rule={"unit": "day"})
    season_services.add_event(acting(), made, tournament=event)
    made.refresh_from_db()

    def days():
        table = selector.compute_ranking(made)
        rosa = next(one for one in table.rows if one.person.name == "Rosa Lind")
        return [(f"{day:%d %b}", line.value, line.result.field) for (_event, day), line in rosa.lines]

    assert days() == [("02 Oct", 10, 4), ("09 Oct", -8, 4), ("17 Oct", 2, 4), ("30 Oct", 4, 4)]
    rosa, uwe = (event.entries.get(romanised_name=name) for name in ("Rosa Lind", "Uwe Sand"))
    season_services.merge_people(acting(), made, entry=uwe, same_as=rosa)
    made.refresh_from_db()
    assert days() == [("02 Oct", -20, 3), ("09 Oct", -24, 3), ("17 Oct", -4, 3), ("30 Oct", 0, 3)]
