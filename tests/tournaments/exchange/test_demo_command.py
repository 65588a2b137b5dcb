"""The demo command: both real events, a duplicate one, and two under way, whatever else lies beside them."""

import io

import pytest
from django.core.management import CommandError, call_command

from engine.walls.deal import find_differences, read_deal
from judging.cases.models import Case
from judging.desk.models import Call
from tests.support.verifier import lines_of
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.duplicate.models.deals import BoardSet
from tournaments.duplicate.queries import board_results, deals
from tournaments.events.models import Tournament
from tournaments.exchange.files.public_bundle import public_bundle
from tournaments.seasons import queries as seasons
from tournaments.seasons.models import Season
from tournaments.seating.queries import draws
from tournaments.standings.queries import standings

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_the_demo_is_two_real_events_a_duplicate_cup_played_to_its_standings_and_two_events_under_way():
    said = io.StringIO()
    call_command("demo", stdout=said)
    assert "Matchpoints, %: 1. Lantern 52.1, 2. Northern Light 50.8" in said.getvalue()
    slugs = sorted(Tournament.objects.values_list("slug", flat=True))
    assert slugs == [
        "club-evenings",
        "duplicate-cup",
        "duplicate-evening",
        "lantern-open",
        "madrid-2018",
        "wrc2025-teams",
    ]
    made = BoardSet.objects.get(event="duplicate-cup")
    assert [state for _key, _label, state, _at in deals.protocol(made)] == ["done"] * 5
    assert deals.commitment_fits(made)
    (promise,) = draws.promises(made.tournament)
    assert [(line.draw.kind, line.state) for line in promise.draws] == [("movement", "public")]
    boards = list(made.all_boards.all())
    assert len(boards) == 16
    assert [find_differences(read_deal(board.text), bytes.fromhex(made.seed)) for board in boards] == [[]] * 16
    plays = BoardPlay.objects.filter(board__board_set=made)
    assert plays.count() == 64
    (error,) = plays.filter(verified=False)
    assert (error.board.session, error.table.number, error.board.number) == (2, 3, 2)
    assert (error.flag, error.ruling) == ("mismatch", "stands")
    players, teams, _victory = board_results.standings(made, "difference")
    assert [(row.place, row.key.name, int(row.total)) for row in teams] == [
        (1, "Lantern", 169),
        (2, "Old Mill", 142),
        (3, "Northern Light", 6),
        (4, "Harbour", -317),
    ]
    assert sum(row.total for row in players) == 0
    table = standings.compute_standings(made.tournament)
    assert len(table.individual) == 16
    for command in ("demo_duplicate", "demo_living", "demo_desk"):
        with pytest.raises(CommandError, match="already"):
            call_command(command)
    evening = BoardPlay.objects.filter(board__board_set__event="duplicate-evening", board__session=2)
    assert sorted(evening.values_list("order", "version")) == [(1, 1)] * 4 + [(2, 0)] * 4
    work_for_the_referee()
    months_of_the_club()
    for event in Tournament.objects.all():
        assert (event.slug, lines_of(public_bundle(event))) == (event.slug, [])


def months_of_the_club() -> None:
    """Tables that formed themselves on three evenings, ranked by days; only who came twice has a place."""
    table = seasons.ranking(Season.objects.get(slug="club-league"))
    days = {day for one in table.rows for (_event, day), _line in one.lines}
    assert (len(table.months), len(table.rows), len(days)) == (2, 8, 3)
    assert [one.row.place for one in table.rows if len(one.row.lines) < 2] == [0]


def work_for_the_referee() -> None:
    """Two tables call; at a third a win of two points is declared, and the law waits for one answer."""
    open_calls = Call.objects.filter(state=Call.State.WAITING).order_by("table__number")
    assert [(call.table.number, call.about) for call in open_calls] == [(1, "rules"), (3, "tiles")]
    (case,) = Case.objects.all()
    assert (case.state, case.table.number, case.table.logs.count()) == ("open", 8, 1)
    (record,) = case.claims.all()
    assert (record.verdict, record.claim["log"]["dealer"] + 1) == ("fails", case.hand)
    assert [finding["missing"] for finding in record.findings] == [[], ["shown"]]
