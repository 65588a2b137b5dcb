"""The demo command: both real events and a duplicate one, whatever else lies beside them."""

import io

import pytest
from django.core.management import CommandError, call_command

from engine.walls.deal import differences, read_deal
from tournaments.models import BoardPlay, BoardSet, Tournament
from tournaments.selectors import deals, standings

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_the_demo_is_two_real_events_and_a_duplicate_cup_played_to_its_standings():
    said = io.StringIO()
    call_command("demo", stdout=said)
    assert "Matchpoints, %: 1. Lantern 52.1, 2. Harbour 50.8" in said.getvalue()
    slugs = sorted(Tournament.objects.values_list("slug", flat=True))
    assert slugs == ["duplicate-cup", "madrid-2018", "wrc2025-teams"]
    made = BoardSet.objects.get(event="duplicate-cup")
    assert [step.state for step in deals.protocol(made)] == ["done"] * 5
    assert deals.commitment_fits(made)
    boards = list(made.all_boards.all())
    assert len(boards) == 16
    assert [differences(read_deal(board.text), bytes.fromhex(made.seed)) for board in boards] == [[]] * 16
    plays = BoardPlay.objects.filter(board__board_set=made)
    assert plays.count() == 64
    (error,) = plays.filter(verified=False)
    assert (error.board.session, error.table.number, error.board.number) == (2, 3, 2)
    assert (error.flag, error.ruling) == ("mismatch", "stands")
    found = deals.standings(made, "difference")
    assert [(row.place, team.name, int(row.total)) for row, team in found.teams] == [
        (1, "Lantern", 169),
        (2, "Northern Light", 142),
        (3, "Harbour", 6),
        (4, "Old Mill", -317),
    ]
    assert sum(row.total for row, _player in found.players) == 0
    table = standings.compute_standings(made.tournament)
    assert len(table.individual) == 16
    with pytest.raises(CommandError, match="already"):
        call_command("demo_duplicate")
