"""A club's evening: four sit down, the table plays, its result counts at once; others play beside it."""

import datetime
import json

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.remembered import remembered
from tests.support.verifier import lines_of
from tournaments.core import open_items
from tournaments.core.errors import UserError
from tournaments.entries.services import players as registration
from tournaments.events import services as events
from tournaments.events.models import Tournament
from tournaments.events.views import next_steps
from tournaments.exchange.bundle_parts import map_part_checks
from tournaments.exchange.files.public_bundle import build_public_bundle
from tournaments.exchange.verification.checks import check_bundle
from tournaments.exchange.verification.lines import FAILED
from tournaments.repairs.forms.publishing import ReleasedForm
from tournaments.results.queries import evenings
from tournaments.results.queries.hall import list_open_tables
from tournaments.results.services import ledger, open_tables, results
from tournaments.rounds.models import GameTable, Round
from tournaments.rounds.queries.participants import query_unconfirmed_tables
from tournaments.rounds.queries.schedule import find_player_schedule
from tournaments.rounds.services import rounds
from tournaments.seasons import services as season_services
from tournaments.seasons.models import Evening
from tournaments.seasons.queries import compute_ranking
from tournaments.standings.queries.standings import compute_standings, find_public_standings, get_last_public_round

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def club():
    event = small_tournament(8, rounds=1)
    people(event)
    open_tables.set_up(acting(), event, is_open=True, newcomers=True)
    event.refresh_from_db()
    return event


def sat_down(event, *numbers, **named):
    known = {entry.number: entry for entry in event.entries.all()}
    return open_tables.open_table(acting(), event, sitters=[known.get(one, one) for one in numbers], **named)


def over(table, *points):
    """The result is entered, and confirmed by somebody else."""
    made = results.submit_sheet(acting("sam"), table, points=points)
    results.confirm_sheet(acting("ren"), made)


def totals(event):
    event.refresh_from_db()
    found = find_public_standings(event)
    return {one.player.number: one.row.total for one in found.individual if one.row.games} if found else None


def test_tables_play_beside_each_other_and_count_as_they_end(club):
    first, second = sat_down(club, 1, 2, 3, 4), sat_down(club, 5, 6, 7, 8, name="Window")
    assert [(table.round.number, table.name, players[0]) for table, players, _entered in list_open_tables(club)] == [
        (1, "", "Given01 Family01"), (2, "Window", "Given05 Family05"),
    ]  # fmt: skip
    assert totals(club) is None
    over(second, 30, 10, -10, -30)
    assert totals(club) == {5: 30, 6: 10, 7: -10, 8: -30}
    over(first, 8, -8, 16, -16)
    assert totals(club) == {1: 8, 2: -8, 3: 16, 4: -16, 5: 30, 6: 10, 7: -10, 8: -30}
    today = timezone.localdate(timezone=datetime.UTC)
    days = set(club.rounds.values_list("day", flat=True))
    assert len(days) == 1
    assert abs((days.pop() - today).days) <= 1
    assert [one.state for one in club.rounds.order_by("number")] == [Round.State.FINISHED] * 2
    # A new player comes by name, and is known the next time.
    for name in ("Nina Falk", "FALK, nina"):
        over(sat_down(club, 1, 2, 3, name), 1, 2, 3, -6)
    assert (club.entries.count(), totals(club)[9]) == (9, -12)


def test_who_cannot_sit_down_is_told_why(club):
    sat_down(club, 1, 2, 3, 4)
    open_tables.set_up(acting(), club, is_open=True, newcomers=False)
    told = []
    for four in ((4, 5, 6, 7), (5, 5, 6, 7), (5, 6, 7, "Nina Falk"), (5, 6, 7)):
        with pytest.raises(UserError) as refused:
            sat_down(club, *four)
        told.append(str(refused.value))
    assert told == [
        "Given04 Family04 still sits at table 1; enter its result first.",
        "A player is seated twice.",
        "“Nina Falk” is not on the list; ask the organiser.",
        "Four players sit down at a table.",
    ]
    open_tables.set_up(acting(), club, is_open=False, newcomers=False)
    with pytest.raises(UserError, match="Tables cannot be opened now"):
        sat_down(club, 5, 6, 7, 8)
    assert (club.rounds.count(), club.entries.count()) == (1, 8)


def test_a_table_at_which_nobody_played_holds_up_nothing(club):
    first = sat_down(club, 1, 2, 3, 4)
    over(sat_down(club, 5, 6, 7, 8), 30, 10, -10, -30)
    open_tables.abandon(acting(), first)
    assert totals(club) == {5: 30, 6: 10, 7: -10, 8: -30}
    again = sat_down(club, 1, 2, 3, 4)
    results.submit_sheet(acting("sam"), again, points=(1, 1, 1, -3))
    with pytest.raises(UserError, match="This table has a sheet"):
        open_tables.abandon(acting(), again)


def ranked(season):
    return {one.person.places[0][1]: one.row.total for one in compute_ranking(season).rows}


def test_a_withdrawn_table_alone_is_left_out_until_it_is_public_again(club):
    """Three tables of two months: the second is withdrawn, and nobody goes back to the first."""
    for day, points in enumerate(((30, 10, -10, -30), (8, 8, -8, -8), (1, 2, 3, -6)), 1):
        table = sat_down(club, 1, 2, 3, 4)
        over(table, *points)
        Round.objects.filter(pk=table.round_id).update(day=datetime.date(2026, 9 + day, 6))
    season = season_services.create(acting(), name="Evenings", published=True, rule={"unit": "day"})
    season_services.add_event(acting(), season, tournament=Tournament.objects.get(pk=club.pk))
    everything, without = {1: 39, 2: 20, 3: -15, 4: -44}, {1: 31, 2: 12, 3: -7, 4: -36}
    assert (totals(club), ranked(season)) == (everything, everything)
    second = club.rounds.get(number=2)
    fine = {"amount": -100, "unit": "score", "scope": "overall", "kind": "penalty", "reason": "late"}
    ledger.add(acting("ren"), club, entry=club.entries.get(number=4), round_=second, **fine)
    rounds.withdraw(acting(), second, reason="typed wrong")
    assert (totals(club), ranked(season)) == (without, without)
    assert (get_last_public_round(club), compute_standings(club).individual[0].total) == (3, 31)
    bundle = json.loads(json.dumps(build_public_bundle(club)))
    assert [row["table"] for row in bundle["results"]] == ["1/1", "3/1"]
    failed = [line.text for line in check_bundle(bundle, parts=map_part_checks()) if line.outcome == FAILED]
    assert (failed, lines_of(bundle)) == ([], [])
    rounds.release(acting(), club.rounds.get(number=2), continue_anyway="right after all")
    assert totals(club) == everything | {4: -144}


def test_results_of_one_table_shown_too_early_are_taken_back_alone(club):
    for points in ((30, 10, -10, -30), (8, 8, -8, -8), (1, 2, 3, -6)):
        over(sat_down(club, 1, 2, 3, 4), *points)
    steps = ReleasedForm(tournament=club).get_steps({"round": club.rounds.get(number=2), "hide": False})
    assert steps == [{"do": "release", "round": 2, "public": False}]


def test_a_table_closed_as_nobody_played_leaves_nothing_open(club):
    first = sat_down(club, 1, 2, 3, 4)
    over(sat_down(club, 5, 6, 7, 8), 30, 10, -10, -30)
    open_tables.abandon(acting(), first)
    assert open_items.list_open_items(club) == []
    assert rounds.list_unconfirmed_tables(club.rounds.get(number=1)) == []
    assert list(query_unconfirmed_tables(club)) == []
    # A sheet that was confirmed and taken away since is one that is missing.
    second = GameTable.objects.get(round__number=2)
    second.results.update(state="superseded")
    assert [str(item.text) for item in open_items.list_open_items(club)] == ["Round 2, table 1: there is no sheet"]


def test_the_next_step_of_an_evening_is_to_let_players_open_tables_until_it_is_closed(club):
    def following():
        club.refresh_from_db()
        step = next_steps.find_event_step(club)
        return step.action, step.page, [str(need) for need in step.needs]

    assert following() == ("evening", "manage_evening", [])
    tables = sat_down(club, 1, 2, 3, 4), sat_down(club, 5, 6, 7, 8)
    assert following() == ("results", "manage_results", []), "nobody is without a seat who sits at another table"
    assert [len(find_player_schedule(club, number).lines) for number in (1, 5)] == [1, 1]
    for table in tables:
        over(table, 30, 10, -10, -30)
    assert following() == ("evening", "manage_evening", [])
    open_tables.set_up(acting(), club, is_open=False, newcomers=False)
    assert following() == ("close", "manage_edit", [])


def test_a_closed_event_opens_no_table(club):
    over(sat_down(club, 1, 2, 3, 4), 30, 10, -10, -30)
    events.set_state(acting(), club, state=Tournament.State.FINISHED)
    club.refresh_from_db()
    token = Evening.objects.get().token
    with pytest.raises(UserError, match="Tables cannot be opened now"):
        sat_down(club, 1, 2, 3, 4)
    body = {"players": ["1", "2", "3", "4"]}
    answer = program("olga").post(f"/api/v1/tournaments/{club.slug}/evening/tables/", body, format="json")
    assert (answer.json()["detail"], club.rounds.count()) == ("Tables cannot be opened now. Ask the organiser.", 1)
    assert "Tables cannot be opened now" in Client().get(f"/evening/{token}/").content.decode()


def test_the_month_is_ranked_by_the_days_of_a_season(club):
    for four, points, day in (
        ((1, 2, 3, 4), (30, 10, -10, -30), datetime.date(2026, 10, 30)),
        ((1, 2, 3, 4), (-20, 0, 8, 12), datetime.date(2026, 11, 6)),
        ((1, 5, 6, 7), (4, 4, -4, -4), datetime.date(2026, 11, 6)),
    ):
        table = sat_down(club, *four)
        over(table, *points)
        Round.objects.filter(pk=table.round_id).update(day=day)
    season = season_services.create(acting(), name="Evenings", published=True, rule={"unit": "day"})
    season_services.add_event(acting(), season, tournament=Tournament.objects.get(pk=club.pk))
    table = compute_ranking(season, month="2026-11")
    assert table.months == ("2026-10", "2026-11")
    assert [(one.row.place, one.person.places[0][1], one.row.total) for one in table.rows] == [
        (1, 4, 12), (2, 3, 8), (3, 5, 4), (4, 2, 0), (5, 6, -4), (5, 7, -4), (7, 1, -16),
    ]  # fmt: skip


def test_phones_open_a_table_by_the_rooms_code_and_end_at_its_sheet(club):
    phone, room = Client(), f"/evening/{Evening.objects.get().token}/"
    keys = dict(club.entries.values_list("number", "pk"))
    four = {"entry_0": keys[1], "entry_1": keys[2], "entry_2": keys[3], "new_3": "Nina Falk", "name": ""}
    half = phone.post(room, {"entry_0": keys[1]})
    assert (half.status_code, sorted(half.context["form"].errors)) == (422, ["entry_1", "entry_2", "entry_3"])
    opened = phone.post(room, four)
    table = GameTable.objects.get()
    assert opened["Location"] == f"/e/{table.token}/"
    assert phone.get(opened["Location"]).context["open"]
    assert [players[3] for _table, players, _entered in phone.get(room).context["tables"]] == ["Nina Falk"]
    phone.post(f"{room}1/close/")
    assert phone.get(room).context["tables"] == []
    assert Client().get("/evening/nobody-knows-it/").status_code == 404


def test_of_eleven_people_those_sit_out_next_who_have_played_most_this_evening(club):
    """1 to 8 play, then 9, 10 and 11 come and three of the first sit out; last week does not count."""
    for number in (9, 10, 11):
        registration.add(acting(), club, family_name=f"Family{number:02}", given_name=f"Given{number:02}")
    old = sat_down(club, 8, 9, 10, 11)
    over(old, 0, 0, 0, 0)
    Round.objects.filter(pk=old.round_id).update(day=datetime.date(2026, 10, 30))

    def out():
        return [name[5:7] for name in evenings.list_next_to_sit_out(club)]

    first, second = sat_down(club, 1, 2, 3, 4), sat_down(club, 5, 6, 7, 8)
    assert out() == [], "eight fill two tables"
    for table in (first, second):
        over(table, 0, 0, 0, 0)
    over(sat_down(club, 9, 10, 11, 1), 0, 0, 0, 0)
    assert out() == ["01", "02", "03"], "1 has played twice; of the others who came first"
    over(sat_down(club, 5, 6, 7, 8), 0, 0, 0, 0)
    assert out() == ["01", "05", "06"]
    nobody = sat_down(club, 2, 3, 4, 9)
    open_tables.abandon(acting(), nobody)
    assert out() == ["01", "05", "06"], "a table at which nobody played is no game"
    room = Client().get(f"/evening/{Evening.objects.get().token}/").content.decode()
    assert (
        "Sit out next, having played most this evening: Given01 Family01, Given05 Family05, Given06 Family06." in room
    )


def test_the_tables_of_each_evening_are_listed_with_its_date(club):
    for day, four in ((datetime.date(2026, 10, 30), (1, 2, 3, 4)), (datetime.date(2026, 11, 6), (5, 6, 7, 8))):
        table = sat_down(club, *four)
        over(table, 0, 0, 0, 0)
        Round.objects.filter(pk=table.round_id).update(day=day)
    last = sat_down(club, 1, 2, 3, 4)
    open_tables.abandon(acting(), last)
    Round.objects.filter(pk=last.round_id).update(day=datetime.date(2026, 11, 6))
    found = [
        (day, [(table.round.number, table.played) for table in listed])
        for day, listed in evenings.group_tables_by_evening(club)
    ]
    assert found == [
        (datetime.date(2026, 11, 6), [(2, True), (3, False)]), (datetime.date(2026, 10, 30), [(1, True)]),
    ]  # fmt: skip
    page = signed_in("olga").get(f"/t/{club.slug}/manage/evening/").content.decode()
    assert page.index("6 Nov 2026") < page.index("Given05 Family05, Given06") < page.index("30 Oct 2026")
