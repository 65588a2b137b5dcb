"""Fixtures of teams: who meets and who rests, their members at the tables, and lists that were made elsewhere."""

import json
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from tests.support.checked_events import promised
from tests.support.leagues import league_of
from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.release import in_full
from tests.support.verifier import lines_of, sealed
from tournaments.core.errors import UserError
from tournaments.core.open_items import list_open_items
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.exchange.files.public_bundle import build_public_bundle
from tournaments.exchange.verification.checks import check_bundle
from tournaments.exchange.verification.lines import FAILED
from tournaments.rounds.models import Seating
from tournaments.seating.logic.certificate import parse_certificate
from tournaments.seating.logic.constructions.fixtures import build_fixture_weeks, compute_balance
from tournaments.seating.logic.draws import read
from tournaments.seating.logic.verify import verify
from tournaments.seating.models.draws import SeatingDraw
from tournaments.seating.queries.fixtures import find_fixtures
from tournaments.seating.queries.quality import map_numbers_by_table, read_plan
from tournaments.seating.reading.fixtures import parse_fixtures
from tournaments.seating.services import fixtures, redraws, seating
from tournaments.seating.text import draws as words

BALANCES = {
    5: (6, 6, 2, 2), 6: (3, 5, 3, 4), 7: (2, 4, 4, 5), 8: (3, 5, 0, 0), 9: (3, 4, 1, 2), 10: (2, 3, 2, 2),
    11: (2, 3, 2, 3), 12: (2, 4, 0, 0), 13: (2, 4, 0, 1), 14: (1, 3, 1, 2), 15: (1, 3, 2, 2), 16: (2, 2, 0, 0),
}  # fmt: skip
"""Teams -> the fewest and most meetings of two of them in ten weeks, and the fewest and most rests of one."""
QUICK = (5, 10, 16)

FILE = """round,date,group,team 1,team 2,team 3,team 4
1,2026-01-13 19:00,1,T01,Club B,3,t04
1,,2,T05,T06,T07,T08
2,2026-01-20,1,1,5,2,6
2,,2,3,7,4,8
"""


@pytest.mark.parametrize("teams", sorted(BALANCES) if in_full() else QUICK)
def test_teams_meet_and_rest_as_evenly_as_the_search_makes_them(teams: int) -> None:
    weeks = build_fixture_weeks(teams, 10)
    assert [sorted(team for group in week for team in group) for week in weeks] == [list(range(teams))] * 10
    assert compute_balance(teams, weeks) == BALANCES[teams]


def test_weeks_go_on_from_those_before() -> None:
    weeks = build_fixture_weeks(10, 10)
    assert compute_balance(10, [*weeks[:5], *build_fixture_weeks(10, 5, weeks[:5])])[2:] == (2, 2)


pytestmark = pytest.mark.django_db


def drawn(event: Tournament, **options: Any) -> list[Seating]:
    rounds = list(event.rounds.order_by("number"))
    return fixtures.draw(acting(), event, rounds=rounds, seed="east", **options)


def tables(made: list[Seating]) -> list[dict[int, tuple[int, ...]]]:
    return [map_numbers_by_table(read_plan(one)) for one in made]


def team_of(event: Tournament) -> dict[int, str]:
    return dict(event.entries.values_list("number", "team__code"))


def test_each_table_has_one_of_four_teams_and_the_same_four_meet_at_all_their_tables() -> None:
    event = league_of(5, members=4, rounds=5)
    team, met, winds = team_of(event), Counter[tuple[str, ...]](), Counter[tuple[int, int]]()
    for round_ in tables(drawn(event)):
        groups = {tuple(sorted(team[player] for player in table)) for table in round_.values()}
        assert (len(round_), len(groups), {len(set(group)) for group in groups}) == (4, 1, {4})
        met.update(pair for group in groups for pair in combinations(group, 2))
        winds.update((player, wind) for table in round_.values() for wind, player in enumerate(table))
    assert (set(met.values()), set(winds.values())) == ({3}, {1})


def test_members_of_the_teams_meet_again_as_rarely_as_they_can() -> None:
    event = league_of(8, members=4, rounds=4)
    met = Counter(
        pair for round_ in tables(drawn(event)) for table in round_.values() for pair in combinations(sorted(table), 2)
    )
    assert max(met.values()) == 1


def test_who_rests_is_no_open_item_and_needs_no_word_to_publish() -> None:
    event = league_of(5, members=5, rounds=2)
    Entry.objects.filter(tournament=event, number__in=(5, 10, 15)).update(dropped_from_round=1, status="dropped")
    for made in drawn(event):
        seating.publish(acting(), made)
    assert list_open_items(event) == []
    found = [find_fixtures(round_.current_seating) for round_ in event.rounds.order_by("number")]
    assert [(len(one.groups), len(one.groups[0][0]), len(one.rests)) for one in found if one] == [(1, 4, 1)] * 2
    # Of a team of five that meets one of four, each week another rests.
    seated = [
        set(one.seats.values_list("entry__number", flat=True)) for one in Seating.objects.filter(state="published")
    ]
    assert [len(one) for one in seated] == [16, 16]


def test_the_certificate_stands_here_and_before_strangers() -> None:
    event = league_of(6, members=4, rounds=3)
    for made in drawn(event):
        seating.publish(acting(), made)
    draw = SeatingDraw.objects.get()
    assert ([check.name for check in verify(parse_certificate(draw.certificate)) if not check.passed], draw.kind) == (
        [],
        "fixtures",
    )
    assert words.explain_draw(read(parse_certificate(draw.certificate)))[1:3] == [
        "Two teams meet 1 to 2 times.",
        "A team rests 1 to 1 rounds.",
    ]
    bundle = json.loads(json.dumps(build_public_bundle(event)))
    failed = [line.text for line in check_bundle(bundle) if line.outcome == FAILED]
    assert (failed, lines_of(bundle)) == ([], [])
    value = json.loads(bundle["draws"][0]["certificate"])
    value["team_order"] = value["team_order"][::-1]
    forged = sealed(bundle | {"draws": [bundle["draws"][0] | {"certificate": json.dumps(value)}]})
    assert any("the seed shuffles the teams into these numbers" in line for line in lines_of(forged))


def test_a_promised_draw_is_kept_by_its_fixtures() -> None:
    event = league_of(5, members=4, rounds=2)
    promise = promised(event, "fixtures", [1, 2])
    rounds = list(event.rounds.order_by("number"))
    for made in fixtures.draw(acting(), event, rounds=rounds):
        seating.publish(acting(), made)
    bundle = json.loads(json.dumps(build_public_bundle(event)))
    failed = [line.text for line in check_bundle(bundle) if line.outcome == FAILED]
    assert (SeatingDraw.objects.get().under, failed, lines_of(bundle)) == (promise, [], [])
    visitor = signed_in(None)
    pages = ("draws/", "draws/1/", "seating/1/explained/")
    assert [visitor.get(f"/t/{event.slug}/{page}").status_code for page in pages] == [200] * 3


def test_players_are_not_redrawn_out_of_their_fixtures() -> None:
    event = league_of(5, members=4, rounds=2)
    drawn(event)
    with pytest.raises(UserError, match="draw their fixtures again from round 1 on"):
        redraws.redraw(acting(), event)


def test_more_rounds_are_drawn_on_top_of_those_before() -> None:
    event = league_of(5, members=4, rounds=5)
    first, *others = event.rounds.order_by("number")
    for made in fixtures.draw(acting(), event, rounds=[first], seed="east"):
        seating.publish(acting(), made)
    (rested,) = find_fixtures(first.current_seating).rests  # type: ignore[union-attr]
    later = [find_fixtures(made) for made in fixtures.draw(acting(), event, rounds=others, seed="west")]
    assert sorted(team.code for one in later if one for team in one.rests) == sorted(
        {f"T{number:02}" for number in range(1, 6)} - {rested.code}
    )


def test_players_without_a_team_and_too_few_teams_are_named() -> None:
    event = league_of(4, members=2, rounds=1)
    Entry.objects.filter(tournament=event, number=3).update(team=None)
    with pytest.raises(UserError, match="put these players into a team first: 3 Given03 Family03"):
        drawn(event)
    with pytest.raises(UserError, match="Fixtures need four teams or more; there are 3"):
        drawn(league_of(3, members=4, rounds=1, slug="small"))


def test_a_list_made_elsewhere_seats_the_members_and_sets_the_dates() -> None:
    event = league_of(8, members=2, rounds=2)
    listed = parse_fixtures(event, FILE)
    assert listed.problems == []
    made = fixtures.draft_listed_fixtures(acting(), event, meetings=listed.meetings, starts=listed.starts)
    found = [one for version in made if (one := find_fixtures(version)) is not None]
    assert [[("".join(team.code[-1] for team in teams), len(at)) for teams, at in one.groups] for one in found] == [
        [("1234", 2), ("5678", 2)], [("1256", 2), ("3478", 2)],
    ]  # fmt: skip
    first, second = event.rounds.order_by("number")
    assert (str(first.starts_at), first.day, second.starts_at, str(second.day)) == (
        "2026-01-13 18:00:00+00:00", None, None, "2026-01-20",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        pytest.param("1,,1,T01,T02,T03,Nobody", (2, "There is no team “Nobody”."), id="team"),
        pytest.param("1,soon,1,T01,T02,T03,T04", (2, "“soon” is no date."), id="date"),
        pytest.param(
            "1,2026-01-13,1,1,2,3,4\n1,2026-01-14,2,5,6,7,8", (3, "Round 1 has another date above."), id="two dates"
        ),
    ],
)
def test_a_mistake_is_named_at_its_line(lines: str, said: tuple[int, str]) -> None:
    listed = parse_fixtures(league_of(8, members=2, rounds=1), f"round,date,group,team 1,team 2,team 3,team 4\n{lines}")
    (problem,) = listed.problems
    assert (problem.line, problem.message.startswith(said[1])) == (said[0], True)


def test_a_team_that_stands_twice_and_a_round_that_does_not_exist_are_refused() -> None:
    event = league_of(8, members=2, rounds=1)
    for meetings, said in (
        ({1: [["T01", "T02", "T03", "T04"], ["T01", "T05", "T06", "T07"]]}, "Round 1: team T01 stands there twice."),
        ({7: [["T01", "T02", "T03", "T04"]]}, "The tournament has no round 7."),
    ):
        with pytest.raises(UserError, match=said):
            fixtures.draft_listed_fixtures(acting(), event, meetings=meetings, starts={})
    assert not Seating.objects.exists()


def test_the_organiser_draws_and_imports_them_on_the_page_of_the_round() -> None:
    event = league_of(8, members=2, rounds=2)
    olga, base = signed_in("olga"), f"/t/{event.slug}/manage/rounds/1/seating"
    page = olga.post(f"{base}/fixtures/", {"fixtures-rounds": [1, 2], "fixtures-seed": "east"}, follow=True)
    assert "Drawn. Check the draw, then publish." in page.content.decode()
    assert Seating.objects.filter(source="fixtures").count() == 2
    page = olga.post(f"{base}/schedule/", {"schedule-text": FILE, "schedule-teams": "on"}, follow=True)
    assert "The seating is saved. Check it, then publish." in page.content.decode()
    wrong = olga.post(f"{base}/schedule/", {"schedule-text": FILE.replace("Club B", "Club X"), "schedule-teams": "on"})
    assert (wrong.status_code, "Line 2: There is no team “Club X”." in wrong.content.decode()) == (422, True)
    for made in Seating.objects.filter(version=2):
        seating.publish(acting(), made)
    shown = " ".join(signed_in(None).get(f"/t/{event.slug}/seating/1/").content.decode().split())
    assert "Club A – Club B – Club C – Club D" in shown


def test_events_without_teams_are_not_asked() -> None:
    event = small_tournament(8)
    people(event)
    page = signed_in("olga").get(f"/t/{event.slug}/manage/rounds/1/seating/").content.decode()
    assert ("Fixtures of teams" in page, "The lines name teams" in page) == (False, False)
    with pytest.raises(UserError, match="put these players into a team first"):
        drawn(event)
