"""The event in numbers on paper: released rounds alone, for those who may see them, each family apart."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.people import acting
from tests.support.seasons import played
from tests.tournaments.figures.test_stored import NAMES, event_with
from tournaments.core.errors import UserError
from tournaments.core.printing import pdf
from tournaments.core.printing.documents import Leaf
from tournaments.core.printing.registry import Order, find_paper
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.figures.models import StoredFigures
from tournaments.results.models.results import TableResult
from tournaments.results.services import settings
from tournaments.rounds.models import Round

pytestmark = pytest.mark.django_db


def leaves(through: int | None = None, number: int | None = None) -> list[Leaf]:
    event = Tournament.objects.get()
    round_ = event.rounds.select_related("stage").get(number=number) if number else None
    paper = find_paper("event-numbers")
    assert paper is not None
    order = Order(event, round=round_, standings_through=through)
    pdf.fill_leaves(paper.run(order, "a4"))
    return paper.leaves(order)


def lines(leaf: Leaf, figure: str) -> list[tuple[int, str, str]]:
    (board,) = (board for board in leaf.values["boards"] if board["key"] == figure)
    return [(line["place"], line["player"][1], line["text"]) for line in board["lines"]]


def summary(leaf: Leaf) -> dict[str, Any]:
    return {name: leaf.values[name] for name in ("after", "games", "written", "hands")}


def test_the_paper_has_leaderboards_charts_and_its_coverage() -> None:
    event_with("mcr-2006")
    (leaf,) = leaves()
    assert summary(leaf) == {"after": 1, "games": 1, "written": 1, "hands": 4}
    assert lines(leaf, "largest_hand") == [(1, "Petra Quist", "20"), (2, "Rosa Lind", "12")]
    assert lines(leaf, "win_rate")[:2] == [(1, "Petra Quist", "50.0%"), (2, "Rosa Lind", "25.0%")]
    assert "second_rate" not in {board["key"] for board in leaf.values["boards"]}
    assert sum(bar.games for bar in leaf.values["distribution"]) == 4
    assert len(leaf.values["dots"].dots) == 4
    assert not StoredFigures.objects.exists()


def test_hidden_standings_are_printed_for_organisers_alone() -> None:
    event = played("cup", [(30, 10, -10, -30), (16, 8, -8, -16), (40, 20, -20, -40)], NAMES)
    settings.edit(acting(), event, facts={"standings_hidden": True, "hidden_from_round": 2})
    assert [leaf.values["after"] for leaf in leaves()] == [3]
    assert lines(leaves()[0], "best_game")[0] == (1, "Petra Quist", "40")
    assert lines(leaves(number=2)[0], "best_game")[0] == (1, "Petra Quist", "30")
    assert [summary(leaf)["games"] for leaf in leaves(1)] == [1]
    with pytest.raises(UserError, match="hidden"):
        leaves(0)


def test_rounds_that_are_not_released_do_not_count() -> None:
    played("cup", [(30, 10, -10, -30), (16, 8, -8, -16)], NAMES)
    Round.objects.filter(number=2).update(released_at=None)
    assert [summary(leaf)["after"] for leaf in leaves()] == [1]
    Round.objects.update(released_at=None)
    with pytest.raises(UserError, match="public"):
        leaves()


def test_families_have_papers_of_their_own() -> None:
    event = played("cup", [(30, 10, -10, -30), (16, 8, -8, -16), (40, 20, -20, -40)], NAMES)
    riichi = RulesetVersion.objects.create(tournament=event, number=2, preset="riichi-ema-2016", reason="Two cups.")
    Round.objects.filter(number=3).update(ruleset=riichi)
    TableResult.objects.filter(table__round__number=3).update(ruleset=riichi)
    first, second = leaves()
    assert [(first.values["games"], second.values["games"])] == [(2, 1)]
    assert [first.values["family"], second.values["family"]] == ["Chinese Official (MCR)", "Riichi mahjong"]
    assert lines(first, "best_game")[0][2] == "30"
    assert lines(second, "best_game")[0][2] == "40"
