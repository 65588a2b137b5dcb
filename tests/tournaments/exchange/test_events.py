"""Whole events from files: the two real ones exactly, others liberally, broken ones with every problem named."""

import copy
import datetime
import json
import random
from fractions import Fraction
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.sentences import sentence
from tests.support.people import acting
from tests.support.release import in_full
from tournaments.accounts.models import Membership
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.core.text.sentences import in_words
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack, unpack
from tournaments.exchange.document.event_1 import build_standings_rows, export_event
from tournaments.exchange.event_reading import read
from tournaments.exchange.reading.interpretation import understand
from tournaments.exchange.services import event_files
from tournaments.exchange.services.events import import_event
from tournaments.results.models.results import HandRecord, TableResult
from tournaments.results.services import ledger
from tournaments.rounds.models import GameTable, Round
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries.standings import compute_standings

DEMO = Path(__file__).parents[3] / "tournaments" / "exchange" / "demo"
MADRID = json.loads((DEMO / "madrid-2018.json").read_text(encoding="utf-8"))
WRC = json.loads((DEMO / "wrc2025-teams.json").read_text(encoding="utf-8"))

pytestmark = pytest.mark.django_db


def brought_in(data, **kwargs):
    event, problems = read(json.dumps(data).encode())
    assert [problem for problem in problems if not problem.warning] == []
    meaning = understand(event)
    return import_event(acting("olga"), event=event, meaning=meaning, **kwargs)


def rows_after(tournament, after=None):
    return build_standings_rows(tournament, compute_standings(tournament, after))


def sort_key(row):
    return (row["place"], str(row.get("player", row.get("team"))))


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "data",
    [
        pytest.param(MADRID, id="madrid"),
        pytest.param(WRC, id="wrc", marks=pytest.mark.both_databases(in_a_release=True)),
    ],
)
def test_real_events_have_their_listed_standings_and_a_round_trip_loses_nothing(data):
    tournament = brought_in(data)
    rows = rows_after(tournament, data["standings"]["after_round"])
    for name in ("individual", "teams"):
        assert sorted(rows[name], key=sort_key) == sorted(data["standings"][name], key=sort_key)
    assert export_event(tournament) == data
    again = brought_in(export_event(tournament), slug="again")
    assert export_event(again) == data | {"event": data["event"] | {"short": "again"}}
    hands = HandRecord.objects.filter(table__round__tournament=tournament)
    assert hands.count() == sum(len(table.get("hands", [])) for one in data["rounds"] for table in one["tables"])
    if data is WRC:
        what_the_world_riichi_championship_leaves_behind(tournament)
    else:
        assert hands.exclude(penalties=[]).get().penalties == [10, 10, -30, 10]
    event, _problems = read(json.dumps(data).encode())
    with pytest.raises(UserError, match=f"There is a tournament “{tournament.slug}” already"):
        import_event(acting("olga"), event=event, meaning=understand(event))
    assert Tournament.objects.count() == 2


def what_the_world_riichi_championship_leaves_behind(tournament):
    rows = rows_after(tournament)
    by_key = {("team", row["team"]): row for row in rows["teams"]} | {
        ("player", row["player"]): row for row in rows["individual"]
    }
    for fact in (fact for fact in WRC["standings"]["checkpoints"] if fact["reproduced"] is True):
        row = by_key[next((name, fact[name]) for name in ("team", "player") if name in fact)]
        known = [key for key in ("place", "total") if key in fact]
        assert [row[key] for key in known] == [fact[key] for key in known]
    stored = (tournament.state, tournament.family, tournament.team_size, tournament.published)
    assert stored == ("finished", "riichi", 5, True)
    assert tournament.entries.filter(status=Entry.Status.CHECKED_IN).count() == 188
    assert set(tournament.rounds.values_list("state", flat=True)) == {Round.State.FINISHED}
    assert TableResult.objects.filter(table__round__tournament=tournament, state="confirmed").count() == 135
    assert Membership.objects.get(tournament=tournament).user.username == "olga"
    penalties = ScoreLine.objects.filter(tournament=tournament).exclude(kind="result")
    assert {(line.entry.number, line.amount, line.scope) for line in penalties} == {
        (player, Fraction(-30), "table") for player in (170, 203, 46, 54)
    }
    assert AuditEntry.objects.filter(tournament=tournament, action="events.import").count() == 1


def test_a_changed_name_and_a_new_penalty_are_in_the_export():
    data = small(players=[{"id": number, "name": f"Player {number}"} for number in (1, 2, 3, 4)])
    for seat in data["rounds"][0]["tables"][0]["seats"]:
        seat["score"] = seat["points"]
    tournament = brought_in(data)
    player = tournament.entries.get(number=2)
    player.romanised_name = "Olga's Friend"
    player.save(update_fields=["romanised_name"])
    fine = {"amount": -20, "unit": "score", "scope": "table", "table": GameTable.objects.get(), "reason": "late"}
    ledger.add(acting("olga"), tournament, entry=player, **fine)
    exported = export_event(tournament)
    assert exported["players"][1]["name"] == "Olga's Friend"
    assert exported["penalties"] == [
        {"round": 1, "table": 1, "player": 2, "amount": -20, "unit": "score points", "reason": "late", "certain": True}
    ]
    again = brought_in(exported, slug="again")
    assert rows_after(again) == rows_after(tournament)
    assert totals(again) == {1: 30, 2: -10, 3: -10, 4: -30}


@pytest.mark.both_databases
def test_a_reason_of_the_program_comes_back_as_a_sentence():
    """Readers after the import get their own language; typed text stays as typed."""
    tournament = brought_in(small(), slug="told")
    player = tournament.entries.get(number=1)
    said = sentence("Payments of %(ruling)s", ruling=sentence("case %(case)s, ruling %(ruling)s", case=1, ruling=2))
    for reason in (said, "Talking"):
        ledger.add(acting("olga"), tournament, entry=player, kind="adjustment", amount=-5, unit="score", reason=reason)
    data = export_event(tournament)
    assert [row["reason"] for row in data["penalties"]] == ["Payments of case 1, ruling 2", "Talking"]
    data["penalties"][0]["reason"], changed = "Payments of case 1", data["penalties"][0]["reason"]
    edited = brought_in(data, slug="edited")
    data["penalties"][0]["reason"] = changed
    again = brought_in(data, slug="again")
    with translation.override("ja"):
        reasons = [in_words(line.reason) for line in again.score_lines.filter(kind="penalty").order_by("pk")]
        assert reasons == [in_words(said), "Talking"]
        assert reasons[0] != str(said)
        assert in_words(edited.score_lines.filter(kind="penalty").earliest("pk").reason) == "Payments of case 1"
    assert export_event(again)["penalties"] == data["penalties"]


def small(**changes):
    """A file of four players with as little in it as possible."""
    return {
        "format": "mahjong-event/1",
        "event": {"name": "Club evening", "short": "club"},
        "rule_family": "mcr",
        "players": [{"id": number} for number in (1, 2, 3, 4)],
        "rounds": [
            {"tables": [{"seats": [{"player": p, "points": x} for p, x in ((1, 30), (2, 10), (3, -10), (4, -30))]}]}
        ],
    } | changes


def test_an_import_asks_no_more_for_more_tables():
    def asked(tables):
        game = small()["rounds"][0]["tables"][0]["seats"]
        seats = [[seat | {"player": seat["player"] + 4 * table} for seat in game] for table in range(tables)]
        players = [{"id": number} for number in range(1, 4 * tables + 1)]
        data = small(players=players, rounds=[{"tables": [{"seats": each} for each in seats]}])
        with CaptureQueriesContext(connection) as captured:
            brought_in(data, slug=f"{tables}")
        return len(captured)

    acting("olga")
    assert asked(1) == asked(3)


def totals(tournament):
    return {row["player"]: row["total"] for row in rows_after(tournament)["individual"]}


def with_fine(points, fine, **more):
    data = small(penalties=[{"round": 1, "table": 1, "player": 2, "amount": fine, "reason": "phone"} | more])
    data["rounds"][0] |= {"round": 1}
    data["rounds"][0]["tables"][0] |= {"table": 1}
    for seat, own in zip(data["rounds"][0]["tables"][0]["seats"], points, strict=True):
        seat["points"] = own
    return data


EVENTS = json.loads(Path(__file__).with_name("liberal_events.json").read_text(encoding="utf-8"))
"""Files as liberal as people write them, and the totals of their players."""


@pytest.mark.both_databases
@pytest.mark.parametrize("row", EVENTS, ids=lambda row: row["name"])
def test_a_file_gives_its_totals_and_comes_back_as_it_was(row):
    name, data = row["name"], row["file"]
    tournament = brought_in(data)
    assert totals(tournament) == dict(row["totals"])
    assert export_event(tournament) == data
    if name == "as little as possible":
        assert tournament.entries.get(number=1).name == "Player 1"
    if name == "official numbers":
        rows = rows_after(tournament)["individual"]
        assert {row["player"]: row["table_points"] for row in rows} == {1: 4, 2: 0, 3: 2, 4: 1}
    if name == "ids of text":
        assert tournament.entries.get(native_name="佐藤 次郎").number == 4
    if name == "a league":
        tables = GameTable.objects.order_by("round__tournament_id", "round__number")
        assert list(tables.values_list("number", "name")) == [(1, "B"), (2, "A"), (1, "B")]
        assert tournament.rounds.get(number=3).day == datetime.date(2025, 11, 5)
        found, problems = unpack(pack(tournament))
        assert problems == []
        event_files.restore(acting("olga"), event=found, slug="again")
        assert list(tables.values_list("name", flat=True)) == [*"BAB"] * 2
        data["rounds"][0]["round"] = 10000
        event, problems = read(json.dumps(data).encode())
        assert (event, [one.message for one in problems]) == (None, ["Rounds are numbered from 1 to 9999, each once."])
    if name == "unplayed rounds":
        assert (tournament.state, tournament.rounds.count()) == ("running", 5)


def test_official_thirds_are_read_as_the_standings_need_them():
    for listed, exact in ((2.33, Fraction("2.33")), (7 / 3, Fraction(7, 3)), (2.3333, Fraction(7, 3))):
        rows = [{"place": 1, "shared": True, "player": p, "table_points": listed, "total": 30} for p in (1, 2, 3)]
        data = small(standings={"individual": rows})
        for seat, points in zip(data["rounds"][0]["tables"][0]["seats"], (30, 30, 30, -90), strict=True):
            seat |= {"points": points, "table_points": 2.33 if points > 0 else 0}
        row = compute_standings(brought_in(data, slug=f"club-{len(str(listed))}")).individual[0]
        assert (row.values["table_points"], row.shared) == (exact, True)


def test_two_seats_without_a_player_and_alike_are_two_people():
    data = small()
    nobody = {"player": None, "points": -16}
    data["rounds"][0]["tables"][0]["seats"][2:] = [nobody, nobody]
    tournament = brought_in(data)
    chairs = tournament.rounds.get(number=1).seatings.get().seats.all()
    sheet = TableResult.objects.get(table__round__number=1).seats.all()
    assert {seat.entry_id for seat in chairs} == {seat.entry_id for seat in sheet}
    assert len({seat.entry_id for seat in sheet}) == 4


def test_teams_of_whom_the_best_count_are_found_in_the_standings():
    data = small(teams=[{"id": 1, "name": "Odd", "members": [1, 3]}, {"id": 2, "name": "Even", "members": [2, 4]}])
    rows = [(1, 1, 30, 4), (2, 2, 10, 2)]
    names = ("place", "team", "total", "table_points")
    data["standings"] = {"after_round": 1, "teams": [dict(zip(names, row)) | {"shared": False} for row in rows]}
    tournament = brought_in(data)
    assert tournament.team_best == 1
    assert [(row["team"], row["total"]) for row in rows_after(tournament)["teams"]] == [(1, 30), (2, 10)]
    assert export_event(tournament) == data


def test_a_fine_in_table_points_and_one_of_no_round_or_team():
    data = with_fine((30, 10, -10, -30), -0.5, unit="table points")
    data["teams"] = [{"id": "X", "name": "X", "members": [1, 2]}]
    data["penalties"] += [{"team": "X", "amount": -7}, {"player": 3, "amount": -1, "round": None}, {"amount": -9}]
    tournament = brought_in(data)
    rows = rows_after(tournament)
    assert {row["player"]: (row["table_points"], row["total"]) for row in rows["individual"]} == {
        1: (4, 30), 2: (1.5, 10), 3: (1, -11), 4: (0, -30),
    }  # fmt: skip
    assert rows["teams"] == [{"place": 1, "shared": False, "team": "X", "table_points": 5.5, "total": 33}]
    assert export_event(tournament) == data


@pytest.mark.both_databases
def test_hands_of_other_shapes_are_kept():
    data = small()
    table = data["rounds"][0]["tables"][0]
    table["hands"] = [{"hand": 1, "winner": [1, 2], "discarder": 3, "value": "mangan"}]
    event, problems = read(json.dumps(data).encode())
    assert [(problem.warning, problem.column) for problem in problems] == [(True, "round 1, table 1")]
    tournament = import_event(acting("olga"), event=event, meaning=understand(event))
    assert export_event(tournament) == data


NO_EVENTS = {
    b"\xff\xfe{": ("byte 0", "The file is not written in UTF-8."),
    b'{"a": 1,\n}': (
        "", "invalid JSON: Expecting property name enclosed in double quotes in line 2, character 1"
    ),
    b'{"a": 1e999}': ("", "a number is invalid or has more than 40 characters"),
    b'{"a": "\\u0000"}': ("", "text contains NUL or a lone surrogate"),
    b"[]": ("", "The file does not hold an event: its outermost value is not an object."),
    b'{"format": "mahjong-event/9"}': ("format", "This program reads mahjong-event/1, not mahjong-event/9."),
    b"[" * 100000: ("", "lists and objects are nested too deeply"),
}  # fmt: skip


def test_files_that_are_no_events():
    for content, problem in NO_EVENTS.items():
        event, problems = read(content)
        assert (event, [(found.column, found.message) for found in problems]) == (None, [problem])


def test_all_problems_of_a_file_are_told_at_once():
    data = small(rule_family="poker")
    data["players"] += [{"id": 1}, {"id": None}, {"id": 9, "team": "Z"}]
    seats = data["rounds"][0]["tables"][0]["seats"]
    seats[0]["points"] = "many"
    seats[1]["player"] = 77
    seats[3]["player"] = 3
    data["rounds"].append({"round": 2, "tables": [{"table": 1, "seats": []}]})
    event, problems = read(json.dumps(data).encode())
    assert event is None
    assert [f"{problem.column}: {problem.message}" for problem in problems if not problem.warning] == [
        "rule_family: “poker” is none of mcr, riichi, sichuan, taiwan, free.",
        "players 5: The player id “1” stands twice.",
        "players 6: “None” is not an id: expected a number or a text.",
        "players 7: The team “Z” is not in the list of teams.",
        "round 1, table 1: “many” is not a number of points.",
        "round 1, table 1: Player 77 is not in the list of players.",
        "round 1, table 1: Player 3 sits at table 1 too.",
        "round 2, table 1: A table has four seats (at least two); here are 0.",
    ]


ODD = [None, True, -1, 0, 3.5, "", "x", [], {}, [1], {"a": 1}, 10**20, "1/0", [[]], float("1e300")]


def places_in(value, path=()):
    """Every path to a value inside a JSON value."""
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places_in(inner, (*path, key))


def few_tables(data):
    """Two tables of each round, a fine with its table, and who sits there: enough to break, and quick to read."""
    data = copy.deepcopy(data)
    for one in data["rounds"]:
        fined = {penalty["player"] for penalty in data["penalties"][:1] if penalty["round"] == one["round"]}
        theirs = [t for t in one["tables"][2:] if fined & {seat["player"] for seat in t["seats"]}]
        one["tables"] = one["tables"][:2] + theirs
    seated = {seat["player"] for one in data["rounds"] for table in one["tables"] for seat in table["seats"]}
    data["players"] = [player for player in data["players"] if player["id"] in seated]
    for team in data["teams"]:
        team["members"] = [member for member in team["members"] if member in seated]
    data["penalties"] = data["penalties"][:1]
    rows = [row for row in data["standings"]["individual"] if row["player"] in seated]
    data["standings"]["individual"] = rows[:3]
    data["standings"]["teams"] = data["standings"]["teams"][:3]
    return data


SMALL_EVENTS = [few_tables(MADRID), few_tables(WRC)]


def test_a_part_of_a_real_event_is_read_without_a_problem():
    for data in SMALL_EVENTS:
        event, problems = read(json.dumps(data).encode())
        assert (event is not None, [problem for problem in problems if not problem.warning]) == (True, [])


@settings(max_examples=50 if in_full() else 15, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(SMALL_EVENTS), st.integers(0, 10**9), st.sampled_from(ODD))
def test_no_value_anywhere_breaks_the_reader(data, number, odd):
    """One value of a real file replaced by something else: problems are told, or the event is understood."""
    changed = copy.deepcopy(data)
    paths = list(places_in(changed))
    path = random.Random(number).choice(paths)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = odd
    event, problems = read(json.dumps(changed).encode())
    if event is None:
        assert any(not problem.warning for problem in problems)
    else:
        meaning = understand(event)
        assert meaning.tie_breaks
