"""Printed values: what stands on a sheet, in which order, and how lists are cut into pages."""

from __future__ import annotations

import pytest

from engine.family import ruleset
from engine.match.sheet_rules import NEUTRAL
from tournaments.printing import cards, lists, scoresheet
from tournaments.printing.papers import Heading, chunks
from tournaments.printing.sheet_fields import result_fields

HEADING = Heading("Spring Open", "Lyon", "2 May 2026", 3, "Qualification", "10:00")
CHAIRS = [scoresheet.PrintedSeat(wind, number, f"Player {number}") for wind, number in enumerate((7, 3, 12, 5))]


SHEETS = {
    "mcr": ruleset("mcr-2006").sheet,
    "riichi": ruleset("riichi-ema-2016").sheet,
    "taiwan": ruleset("taiwan-aono").sheet,
    "sichuan": ruleset("sichuan-world-championship").sheet,
    "free": NEUTRAL,
}


def sheet(family: str) -> dict[str, object]:
    (leaf,) = scoresheet.pages(
        HEADING, SHEETS[family], [scoresheet.PrintedSheet(4, CHAIRS, "https://example.org/e/abc/")]
    )
    return leaf.values


@pytest.mark.parametrize("family", ["mcr", "riichi", "taiwan", "sichuan", "free"])
def test_the_result_on_paper_has_the_order_of_the_entry_form(family: str) -> None:
    assert sheet(family)["fields"] == [field.name for field in result_fields(SHEETS[family])]
    assert sheet(family)["leftover"] is (family == "riichi")


@pytest.mark.parametrize(("family", "hands"), [("mcr", 16), ("riichi", 16), ("taiwan", 20), ("sichuan", 8)])
def test_a_sheet_has_a_line_for_each_hand(family: str, hands: int) -> None:
    assert sheet(family)["lines"] == list(range(1, hands + 1)) == list(range(1, SHEETS[family].lines + 1))


@pytest.mark.parametrize(
    ("family", "first"),
    [
        ("mcr", ["winner", "from", "value", "points"]),
        ("riichi", ["winner", "from", "han", "fu", "liable", "riichi"]),
        ("taiwan", ["winner", "from", "tai", "dealer", "points"]),
        ("sichuan", ["winner", "from", "value", "winner", "from", "value", "winner", "from", "value", "kongs"]),
    ],
)
def test_the_columns_are_those_of_the_game(family: str, first: list[str]) -> None:
    assert [column.label for column in SHEETS[family].columns][: len(first)] == first


@pytest.mark.parametrize(("family", "seats"), [("mcr", []), ("riichi", []), ("taiwan", []), ("sichuan", [0, 1, 2, 3])])
def test_what_is_shown_at_the_walls_end_has_its_own_table(family: str, seats: list[int]) -> None:
    assert [column.seat for column in sheet(family)["end_columns"]] == seats
    assert {column.label for column in sheet(family)["end_columns"]} <= {"state"}


def test_the_code_leads_to_the_tables_own_form() -> None:
    assert scoresheet.code("https://example.org/e/abc/").startswith("data:image/svg+xml")
    assert scoresheet.code("https://example.org/e/abc/") != scoresheet.code("https://example.org/e/abd/")


def test_long_lists_continue_on_the_next_page() -> None:
    tables = [lists.ListedTable(number, CHAIRS) for number in range(1, lists.TABLES_A_PAGE + 2)]
    assert [len(leaf.values["tables"]) for leaf in lists.seating_by_table(HEADING, tables)] == [lists.TABLES_A_PAGE, 1]


def test_teams_stand_on_a_page_of_their_own() -> None:
    leaves = lists.standings(HEADING, 3, ["TP"], [["1", "Petra", "", "12"]], [["1", "Dragons", "40"]])
    assert [leaf.values["teams"] for leaf in leaves] == [False, True]
    assert len(lists.standings(HEADING, 3, ["TP"], [["1", "Petra", "", "12"]], [])) == 1


def test_without_penalties_the_slips_are_blank() -> None:
    (leaf,) = cards.penalty_slips(HEADING, [])
    assert leaf.values["slips"] == [cards.Slip()] * cards.SLIPS_A_PAGE


def test_pieces_hold_everything_in_order() -> None:
    assert [list(part) for part in chunks(list(range(7)), 3)] == [[0, 1, 2], [3, 4, 5], [6]]


def test_personal_schedules_stand_four_to_a_page_and_those_of_a_long_event_alone() -> None:
    badge = cards.Badge(1, "Petra Quist", "", "Norway", "")

    def shared(players: int, rounds: int) -> list[int]:
        appointments = [cards.Appointment(number, "", 1, 0, ["Otto"]) for number in range(1, rounds + 1)]
        leaves = cards.schedules(Heading("Spring Open", "Lyon", "2 May 2026"), [(badge, appointments)] * players)
        return [len(leaf.values["plans"]) for leaf in leaves]

    assert (shared(9, 7), shared(2, 12)) == ([4, 4, 1], [1, 1])
