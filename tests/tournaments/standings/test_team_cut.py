"""Play-offs of teams: the best teams pass the cut, carry over a part of their points, and rank above all others."""

from __future__ import annotations

import copy
import json
import re
from fractions import Fraction
from typing import Any

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from tests.support.people import acting, program, signed_in
from tests.support.remembered import remembered
from tests.support.team_leagues import add_play_off, play_by_team, seated_by_places, team_league
from tests.support.verifier import lines_of, sealed
from tournaments.core.errors import UserError
from tournaments.core.printing.registry import Order, find_paper
from tournaments.entries.services import players, teams
from tournaments.events.models import Stage, Tournament
from tournaments.exchange.bundle_parts import map_part_checks
from tournaments.exchange.document.archive import pack, unpack
from tournaments.exchange.files.public_bundle import build_public_bundle
from tournaments.exchange.services import event_files
from tournaments.exchange.verification.checks import check_bundle
from tournaments.exchange.verification.lines import FAILED
from tournaments.results.services import ledger, settings
from tournaments.rounds.queries.participants import list_round_players
from tournaments.rounds.services import rounds
from tournaments.seasons import services as season_services
from tournaments.seasons.queries import compute_ranking
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.queries.outdated import list_open_differences
from tournaments.seating.services import drafts, seating
from tournaments.seating.services.outdated import keep_cut
from tournaments.standings.papers.standings_list import standings_list
from tournaments.standings.queries.standings import find_public_standings, get_standings
from tournaments.standings.services import stages

pytestmark = pytest.mark.django_db


def teams_of(event: Tournament, after: int | None = None) -> list[tuple[int, str, Any]]:
    names = dict(event.teams.values_list("pk", "name"))
    return [(row.place, names[int(row.key)], row.total) for row in get_standings(event, after).teams]


def failures(bundle: dict[str, Any]) -> list[list[str]]:
    lines = check_bundle(bundle, parts=map_part_checks())
    return [[line.text for line in lines if line.outcome == FAILED], lines_of(bundle)]


def rows_below(page: str) -> list[str]:
    """The names in the rows with a line above them."""
    rows = re.findall(r'<tr[^>]*class="below-cut".*?<th[^>]*>(.*?)</th>', page, re.DOTALL)
    return [" ".join(strip_tags(row.partition("<details")[0]).split()) for row in rows]


def released(event: Tournament) -> None:
    for round_ in event.rounds.order_by("number"):
        rounds.release(acting(), round_, continue_anyway="All are in.")
    event.refresh_from_db()


def test_eight_teams_of_five_play_ten_rounds_and_four_of_them_a_play_off_with_half_of_their_points() -> None:
    """By hand: five members times ten rounds of 30, 10, -10, -30 (A to D) and of 24, 8, -8, -24 (E to H); player 2 is
    fined 60 in round 3, team A loses 100 at no round.
    """
    event = team_league(members=5, rounds_played=10)
    late, third = event.entries.get(number=2), event.rounds.get(number=3)
    ledger.add(acting(), event, entry=late, amount=-60, unit="points", reason="Late.", round_=third)
    ledger.add(acting(), event, team=event.teams.get(name="A"), amount=-100, unit="points", reason="No captain.")
    event.refresh_from_db()
    before = [(1, "A", 1400), (2, "E", 1200), (3, "B", 440), (4, "F", 400), (5, "G", -400), (6, "C", -500)]
    before += [(7, "H", -1200), (8, "D", -1500)]
    assert teams_of(event) == before
    stage = add_play_off(event)
    assert [team.name for team in stages.cut(acting(), stage)] == ["A", "E", "B", "F"]
    event.refresh_from_db()
    assert teams_of(event, 10) == before

    first, second = stage.rounds.order_by("number")
    live = seated_by_places(first)
    tables: dict[int, list[int]] = {}
    for seat in live.seats.select_related("entry"):
        tables.setdefault(seat.table_number, []).append(seat.entry.number)
    # The best member of each of the four teams, then the second ...: those of a team are level but for player 2.
    assert {at: set(four) for at, four in tables.items()} == {
        1: {1, 5, 10, 6}, 2: {9, 13, 18, 14}, 3: {17, 21, 26, 22}, 4: {25, 29, 34, 30}, 5: {33, 37, 2, 38},
    }  # fmt: skip
    play_by_team(first, {"A": -24, "E": -6, "B": 10, "F": 20})
    event.refresh_from_db()
    # 1200 / 2 - 5 * 6, 1500 / 2 - 100 - 5 * 24, 400 / 2 + 100, (500 - 60) / 2 + 50; the others keep what they had.
    after = [(1, "E", 570), (2, "A", 530), (3, "F", 300), (4, "B", 270), *before[4:]]
    assert teams_of(event) == after
    live = seated_by_places(second)
    assert live.origin.draws.get().kind == "standings"
    play_by_team(second, {"A": -24, "E": -6, "B": 10, "F": 20})
    event.refresh_from_db()
    final = [(1, "E", 540), (2, "A", 410), (3, "F", 400), (4, "B", 320), *before[4:]]
    assert teams_of(event) == final
    numbers = dict(event.entries.values_list("pk", "number"))
    by_number: dict[int, Any] = {
        numbers[int(row.key)]: (row.place, row.total) for row in get_standings(event).individual
    }
    # Player 1: 300 / 2 - 48; player 2: (100 - 60) / 2 + 20; player 3 of team C keeps -100, below all who are in.
    assert (by_number[1][1], by_number[2][1], by_number[3]) == (102, 40, (26, -100))
    released(event)
    assert failures(json.loads(json.dumps(build_public_bundle(event)))) == [[], []]


@pytest.fixture
@remembered
def event() -> Tournament:
    """Eight teams of two after one round: A 60, E 48, B 20, F 16, G -16, C -20, H -48, D -60."""
    return team_league()


@pytest.fixture
def play_off(event: Tournament) -> Stage:
    return add_play_off(event)


def through(stage: Stage) -> list[str]:
    return list(stage.stage_teams.order_by("place", "team__code").values_list("team__name", flat=True))


def test_teams_that_share_the_line_are_named_and_chosen(event: Tournament, play_off: Stage) -> None:
    ledger.add(
        acting(), event, team=event.teams.get(name="G"), amount=32, kind="bonus", unit="points", reason="A slip."
    )
    with pytest.raises(
        UserError, match=r"Place 4 is shared by F, G, and 1 of them can go through: choose\."
    ) as refused:
        stages.cut(acting(), play_off)
    assert refused.value.problems == ["T06", "T07"]
    olga, page = signed_in("olga"), reverse("manage_stage_cut", args=[event.slug, 2])
    shown = olga.get(page).context["shown"]
    assert shown == ["T01", "T05", "T02", "T06", "T07"]
    assert olga.post(page, {"shown_teams": shown[:4], "chosen_teams": "T07"}).status_code == 422
    assert through(play_off) == []
    answer = olga.post(page, {"shown_teams": shown, "chosen_teams": "T07"}, follow=True)
    assert "4 teams go through." in answer.content.decode()
    assert through(play_off) == ["A", "E", "B", "G"]
    olgas, base = program("olga"), f"/api/v1/tournaments/{event.slug}/stages/2"
    assert olgas.post(f"{base}/undo-cut/").status_code == 200
    answer = olgas.post(f"{base}/cut/").json()
    assert (answer["field"], answer["problems"]) == ("chosen_teams", ["T06", "T07"])
    assert olgas.post(f"{base}/cut/", {"chosen_teams": ["T06"]}, format="json").status_code == 200
    assert through(play_off) == ["A", "E", "B", "F"]


def test_a_column_has_the_same_decimals_above_and_below_the_line(event: Tournament, play_off: Stage) -> None:
    team = event.teams.get(name="A")
    ledger.add(acting(), event, team=team, amount=Fraction(1, 2), kind="bonus", unit="points", reason="A slip.")
    shown = signed_in("olga").get(reverse("manage_stage_cut", args=[event.slug, 2])).context
    parts = [shown[part] for part in ("through", "missed")]
    assert [len(part) for part in parts] == [4, 4]
    totals = [cells[0] for part in parts for _line, cells in part]
    assert {total.partition(".")[2] for total in totals} == {"0", "5"}, totals


def test_only_members_of_the_teams_play_and_teammates_never_meet(event: Tournament, play_off: Stage) -> None:
    stages.cut(acting(), play_off)
    first, second = play_off.rounds.order_by("number")
    names = {entry.team.name for entry in list_round_players(first) if entry.team is not None}
    assert (names, len(list_round_players(first))) == ({"A", "E", "B", "F"}, 8)
    drafts_of_it = [
        drafts.draft_by_standings(acting(), first),
        drafts.draft_swiss(acting(), first, DrawOptions(seed="lot")),
        *drafts.generate(acting(), event, rounds=[first, second], seed="east"),
    ]
    for draft in drafts_of_it:
        tables: dict[int, set[int | None]] = {}
        for seat in draft.seats.select_related("entry"):
            tables.setdefault(seat.table_number, set()).add(seat.entry.team_id)
        assert [len(teams) for teams in tables.values()] == [4, 4]
    with pytest.raises(UserError, match="“Play-off” is played by teams: seat it by the places of the teams"):
        drafts.draft_by_standings(acting(), first, mode="snake")
    with pytest.raises(UserError, match="its players form no groups of equal points"):
        drafts.draft_swiss(acting(), first, DrawOptions(in_brackets=True))
    with pytest.raises(UserError, match="Teams by their places is for stages that teams qualify for"):
        drafts.draft_by_standings(acting(), stages.add(acting(), event, name="Cup").rounds.get(), mode="teams")


def test_a_team_that_withdraws_makes_room_for_the_next_until_the_seating_is_public(
    event: Tournament, play_off: Stage
) -> None:
    stages.cut(acting(), play_off)
    olga, page = signed_in("olga"), reverse("manage_stages", args=[event.slug])

    def gone() -> list[str]:
        return [team.name for stage, teams, *_rest in olga.get(page).context["stages"] for team in teams]

    one, two = event.teams.get(name="E").members.order_by("number")
    players.drop(acting(), one, from_round=2, reason="Ill.")
    assert gone() == []
    page_of_team, sent = reverse("manage_team", args=[event.slug, two.team_id]), {"drop-from_round": 2}
    assert "Withdraw team" in olga.get(page_of_team).content.decode()
    answer = olga.post(f"{page_of_team}drop/", sent | {"drop-reason": "Ill."}, follow=True).content.decode()
    assert "The team is withdrawn." in answer
    assert "Withdraw team" not in answer
    assert gone() == ["E"]
    with pytest.raises(UserError, match="Nobody of team “E” plays any more"):
        teams.drop(acting(), event.teams.get(name="E"), from_round=2)
    assert "by today&#x27;s standings G would come in, and E go out" in olga.get(page).content.decode()
    stages.cut(acting(), play_off)
    assert (through(play_off), gone()) == (["A", "B", "F", "G"], [])
    live = seated_by_places(play_off.rounds.get(number=2))
    with pytest.raises(UserError, match="The seating of round 2 is public"):
        stages.undo_cut(acting(), play_off)
    seating.withdraw(acting(), live, reason="Another cut.")
    stages.undo_cut(acting(), play_off)
    assert (through(play_off), list_round_players(play_off.rounds.get(number=2))) == ([], [])


def test_a_correction_after_the_cut_and_the_draw_is_an_open_item_with_its_remedy(
    event: Tournament, play_off: Stage
) -> None:
    stages.cut(acting(), play_off)
    seated_by_places(play_off.rounds.get(number=2))
    event = Tournament.objects.get(pk=event.pk)
    assert list_open_differences(event) == []
    ledger.add(acting(), event, team=event.teams.get(name="A"), amount=-15, unit="points", reason="Late.")
    event = Tournament.objects.get(pk=event.pk)
    assert [str(one.text) for one in list_open_differences(event)] == [
        "Cut for “Play-off”: places of those who qualified have changed",
        "Round 2 was drawn from standings that have changed",
    ]
    ledger.add(
        acting(), event, team=event.teams.get(name="G"), amount=100, kind="bonus", unit="points", reason="A slip."
    )
    event = Tournament.objects.get(pk=event.pk)
    page = signed_in("olga").get(reverse("manage_stages", args=[event.slug])).content.decode()
    assert "by today&#x27;s standings G would come in, and F go out" in page
    keep_cut(acting(), play_off, reason="Agreed.")
    kept = Tournament.objects.get(pk=event.pk)
    assert [one.kind for one in list_open_differences(kept)] == ["draw"]


def test_a_cut_by_teams_needs_teams_and_two_of_them(event: Tournament) -> None:
    with pytest.raises(UserError, match="Enter the number of teams that qualify, two at least"):
        stages.add(acting(), event, name="Final", cut_by="teams")
    stage = add_play_off(event)
    with pytest.raises(UserError, match=r"Teams qualify for “Play-off”\. Let players qualify for it, or remove it"):
        settings.edit(acting(), event, facts={"team_size": None, "team_best": None})
    stages.edit(acting(), stage, name="Play-off", cut_to=4, cut_by="players", carry=Fraction(1))
    settings.edit(acting(), Tournament.objects.get(pk=event.pk), facts={"team_size": None, "team_best": None})
    event.refresh_from_db()
    with pytest.raises(UserError, match="The event has no teams"):
        stages.add(acting(), event, name="Final", cut_to=4, cut_by="teams")


def test_a_team_in_a_play_off_stays_and_its_stage_travels_with_the_event(event: Tournament, play_off: Stage) -> None:
    stages.cut(acting(), play_off)
    team = event.teams.get(name="A")
    event.entries.filter(team=team).update(team=None)
    with pytest.raises(UserError, match="Team “A” has passed a cut and stays"):
        teams.remove(acting(), team)
    found, problems = unpack(pack(Tournament.objects.get(pk=event.pk)))
    assert found is not None, problems
    brought = event_files.restore(acting(), event=found, slug="copy")
    assert (brought.stages.get(number=2).cut_by, through(brought.stages.get(number=2))) == (
        "teams",
        ["A", "E", "B", "F"],
    )


def test_a_forged_stage_or_order_of_seats_is_wrong_and_shown_by_both_checks(event: Tournament, play_off: Stage) -> None:
    stages.cut(acting(), play_off)
    for round_ in play_off.rounds.order_by("number"):
        seated_by_places(round_)
        play_by_team(round_, {"A": -10, "E": 5, "B": 4, "F": 1})
    released(event)
    bundle = json.loads(json.dumps(build_public_bundle(event)))
    assert failures(bundle) == [[], []]
    other = copy.deepcopy(bundle)
    other["claims"]["ranking"]["stages"][-1]["teams"] = None
    assert all(failures(sealed(other)))
    other = copy.deepcopy(bundle)
    other["claims"]["ranking"]["stages"][-1]["teams"][0] = "T03"
    assert all(failures(sealed(other)))


def test_anybody_verifies_the_seating_of_a_play_off_whose_results_are_still_to_come(
    event: Tournament, play_off: Stage
) -> None:
    stages.cut(acting(), play_off)
    seated_by_places(play_off.rounds.get(number=2))
    rounds.release(acting(), event.rounds.get(number=1))
    event.refresh_from_db()
    bundle = json.loads(json.dumps(build_public_bundle(event)))
    assert failures(bundle) == [[], []]
    bundle["claims"]["ranking"]["stages"][-1]["teams"] = None
    assert all(failures(sealed(bundle)))


def test_an_event_of_an_earlier_release_carries_over_by_the_rule_of_its_team_cut(
    event: Tournament, play_off: Stage
) -> None:
    """Its other stages count whole for teams, as they always did."""
    stages.cut(acting(), play_off)
    seated_by_places(play_off.rounds.get(number=2))
    play_by_team(play_off.rounds.get(number=2), {"A": -10, "E": 5, "B": 4, "F": 1})
    Tournament.objects.filter(pk=event.pk).update(ranking_version=1)
    event.refresh_from_db()
    assert teams_of(event)[:5] == [(1, "E", 34), (2, "B", 18), (3, "A", 10), (3, "F", 10), (5, "G", -16)]


def test_only_the_line_ups_of_the_teams_play(event: Tournament, play_off: Stage) -> None:
    stages.cut(acting(), play_off)
    settings.edit(acting(), event, facts={"line_up_size": 1})
    first = Tournament.objects.get(pk=event.pk).rounds.get(number=2)
    assert sorted(entry.number for entry in list_round_players(first)) == [1, 2, 5, 6]
    (table,) = {seat.table_number for seat in seated_by_places(first).seats.all()}
    assert table == 1


def test_the_play_off_decides_papers_ceremony_season_and_files(event: Tournament, play_off: Stage) -> None:
    """Team E overtakes A; G, which had more than F carries over, stays below all four."""
    ledger.add(
        acting(), event, team=event.teams.get(name="G"), amount=31, kind="bonus", unit="points", reason="A slip."
    )
    stages.cut(acting(), play_off)
    for round_ in play_off.rounds.order_by("number"):
        seated_by_places(round_)
        play_by_team(round_, {"A": -10, "E": 5, "B": 4, "F": 1})
    released(event)
    order = ["E", "B", "F", "A", "G", "C", "H", "D"]
    assert [(name, total) for _place, name, total in teams_of(event)][:5] == [
        ("E", 44), ("B", 26), ("F", 12), ("A", -10), ("G", 15),
    ]  # fmt: skip
    slug, visitor = event.slug, signed_in(None)
    assert [line.team.name for line, *_rest in visitor.get(f"/t/{slug}/teams/").context["list"].rows] == order
    # A line parts the first of those who are out from the play-off, whose players come first as well.
    below = {path: rows_below(visitor.get(f"/t/{slug}/{path}").text) for path in ("", "teams/", "standings/")}
    table = find_public_standings(event)
    assert table is not None
    fifth = next(line.player for line in table.individual if not line.row.stage)
    assert below == {"": ["G"], "teams/": ["G"], "standings/": [fifth.name]}
    rows = program().get(f"/api/v1/tournaments/{slug}/standings/").json()["teams"]
    assert [(row["name"], row["carried"]) for row in rows][:5] == [
        ("E", 24), ("B", 10), ("F", 8), ("A", 30), ("G", None),
    ]  # fmt: skip
    (_players, teams_leaf) = standings_list(Order(event))
    assert [line.name for line in teams_leaf.values["lines"]] == order
    season = season_services.create(acting(), name="Teams", rule={"ranked": "teams"})
    season_services.add_event(acting(), season, tournament=event)
    season.refresh_from_db()
    assert {line.person.name: line.row.total for line in compute_ranking(season).rows} == {
        name: total for _place, name, total in teams_of(event)
    }
    steps = signed_in("olga").get(reverse("ceremony", args=[slug])).context["steps"]
    assert [line.team.name for _place, lines in steps for line, _cells in lines] == order[::-1]
    honoured = find_paper("certificates")
    assert honoured is not None
    assert [leaf.values["line"].name for leaf in honoured.leaves(Order(event))][:3] == order[:3]
