"""Sessions lost and disqualified players travel with an event's file, and what cannot be read is named."""

import json

import pytest

from tests.support.people import acting, people
from tests.support.remembered import remembered
from tests.support.tables import enter, playing, table_of
from tournaments.entries.models.entries import Entry
from tournaments.exchange.document.event_1 import build_standings_rows, export_event
from tournaments.exchange.event_reading import read
from tournaments.exchange.reading.forfeits import read_forfeits
from tournaments.exchange.reading.interpretation import understand
from tournaments.exchange.services.events import import_event
from tournaments.results.services import forfeits, results
from tournaments.rounds.services import rounds
from tournaments.seating.services import substitutes
from tournaments.standings.models import Forfeit
from tournaments.standings.queries.standings import compute_standings

pytestmark = pytest.mark.django_db

PRESENT = [{"players": 2, "points": 0, "table_points": 3}, {"players": 1, "points": 0, "table_points": 3}]


@pytest.fixture
@remembered
def played():
    """Player 2 lost the first session to a substitute, an empty chair was last, player 6 is disqualified."""
    tournament = playing(12)
    people(tournament)
    give(tournament, 2, kind="session_lost", clause="MCR-8.8")
    substitutes.substitute(acting("olga"), tournament.entries.get(number=2), from_round=1, family_name="Standby")
    give(tournament, 9, kind="session_lost", clause="MCR-E16", chair="last", present=PRESENT)
    for table in (1, 2, 3):
        results.confirm_sheet(acting("olga"), enter(table_of(tournament, table), (10, 40, -20, -30)))
    give(tournament, 6, kind="disqualified", clause="MCR-8.9", reason="Cheating")
    rounds.finish(acting("olga"), tournament.rounds.get(number=1))
    tournament.refresh_from_db()
    return tournament


def give(tournament, number, reason="Lateness", **values):
    entry, first = tournament.entries.get(number=number), tournament.rounds.get(number=1)
    forfeits.add(acting("ren"), entry, round_=first, reason=reason, **values)


def rows(tournament):
    return build_standings_rows(tournament, compute_standings(tournament))["individual"]


def places(tournament):
    """Place at the table of every player who sat in round 1: a forfeited chair comes last (MCR-E16)."""
    games = compute_standings(tournament).individual
    numbers = dict(tournament.entries.values_list("pk", "number"))
    return {numbers[row.key]: game.place for row in games for game in row.games}


def brought_in(data, slug):
    event, problems = read(json.dumps(data).encode())
    assert problems == []
    meaning = understand(event)
    assert (meaning.differences, meaning.problems) == ([], [])
    return import_event(acting("olga"), event=event, meaning=meaning, slug=slug)


def test_a_round_trip_keeps_them(played):
    """The standings, the chairs, the substitute and the player who is out are the same, and the file is again."""
    data = export_event(played)
    assert data["forfeits"][1:] == [
        {"player": 9, "round": 1, "kind": "session_lost", "points": 0, "uma": 0, "table_points": 0, "chair": "last",
         "present": PRESENT, "reason": "Lateness", "clause": "MCR-E16"},
        {"player": 6, "round": 1, "kind": "disqualified", "reason": "Cheating", "clause": "MCR-8.9"},
    ]  # fmt: skip
    again = brought_in(data, "again")
    assert rows(again) == rows(played)
    assert places(again) == places(played)
    assert again.entries.get(number=13).substitute_for == again.entries.get(number=2)
    out = again.entries.get(number=6)
    assert (out.status, out.dropped_from_round) == (Entry.Status.DROPPED, 2)
    assert export_event(again)["forfeits"] == data["forfeits"]
    forfeits.void(acting("olga"), Forfeit.objects.get(tournament=again, kind="disqualified"), reason="Mistaken.")
    assert again.entries.get(number=6).status == Entry.Status.CHECKED_IN


UNREADABLE = (
    {"player": 77, "round": 1, "kind": "session_lost"},
    {"player": 1, "round": 9, "kind": "session_lost"},
    {"player": 1, "round": None, "kind": "session_lost"},
    {"player": 1, "round": 1, "kind": "forgiven"},
    {"player": [1], "round": 1, "kind": "session_lost"},
    {"player": 2, "round": 1, "kind": "substitute"},
)


def test_what_cannot_be_read_is_named_and_left_out(played):
    data = export_event(played)
    for row in UNREADABLE:
        event, problems = read(json.dumps(data | {"forfeits": [*data["forfeits"], row]}).encode())
        assert problems == []
        found, left_out = read_forfeits(event)
        assert len(found) == 3
        assert [(problem.column, problem.warning) for problem in left_out] == [("forfeit 4", True)]
    Forfeit.objects.all().delete()
    assert "forfeits" not in export_event(played)
