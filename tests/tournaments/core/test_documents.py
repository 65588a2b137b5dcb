"""Printed values: what stands on a sheet, in which order, and how lists are cut into pages."""

from __future__ import annotations

from engine.family import ruleset
from engine.match.sheet_rules import NEUTRAL
from tests.support.rows import rows_of
from tournaments.core.printing import documents as papers
from tournaments.core.printing import slips as penalty_slips
from tournaments.core.printing.documents import PaperHeading, split_into_chunks
from tournaments.entries import papers as player_papers
from tournaments.results.papers import scoresheet
from tournaments.results.papers.scoresheet import SHEET, list_result_fields
from tournaments.seating import papers as seating
from tournaments.standings.papers import certificates as honours
from tournaments.standings.papers import standings_list

rows = rows_of(__file__)

HEADING = PaperHeading("Spring Open", "Lyon", "2 May 2026", 3, "Qualification", "10:00")
CHAIRS = [papers.PrintedSeat(wind, number, f"Player {number}") for wind, number in enumerate((7, 3, 12, 5))]


SHEETS = {
    "mcr": ruleset("mcr-2006").sheet,
    "riichi": ruleset("riichi-ema-2016").sheet,
    "taiwan": ruleset("taiwan-aono").sheet,
    "sichuan": ruleset("sichuan-world-championship").sheet,
    "free": NEUTRAL,
}


def sheet(family: str) -> dict[str, object]:
    (leaf,) = scoresheet.make_pages(
        HEADING, SHEETS[family], [scoresheet.PrintedSheet("4", CHAIRS, "https://example.org/e/abc/")]
    )
    return leaf.values


def test_where_every_hand_is_a_new_deal_its_line_says_which() -> None:
    lines = {family: scoresheet.list_line_marks(SHEETS[family]) for family in ("mcr", "riichi")}
    assert (lines["mcr"][0], lines["mcr"][5], lines["mcr"][15]) == ((1, 0, 1), (6, 1, 2), (16, 3, 4))
    assert {wind for _number, wind, _deal in lines["riichi"]} == {None}


@rows
def test_a_sheet_has_the_lines_columns_boxes_and_fields_of_its_game(
    family: str, hands: int, fines: bool, columns: str, boxes: str
) -> None:
    rules, values = SHEETS[family], sheet(family)
    assert [number for number, _wind, _deal in values["lines"]] == list(range(1, hands + 1))  # type: ignore[attr-defined]
    assert (values["fines"], values["leftover"]) == (fines, family == "riichi")
    assert values["fields"] == [field.name for field in list_result_fields(rules)]
    assert [column.label for column in rules.columns] == columns.split()
    assert [box.label for box in rules.boxes] == boxes.split()


def test_every_word_of_every_sheet_is_a_label() -> None:
    assert sheet("free")["fields"] == [field.name for field in list_result_fields(NEUTRAL)]
    used = {each.label for rules in SHEETS.values() for each in (*rules.columns, *rules.boxes)}
    assert used - set(SHEET) == set()


def test_in_large_print_the_result_stands_on_the_last_page() -> None:
    tables = [scoresheet.PrintedSheet("4", CHAIRS, "https://example.org/e/abc/")]
    leaves = scoresheet.make_pages(HEADING, SHEETS["taiwan"], tables, large=True)
    assert [(len(leaf.values["lines"]), leaf.values["last"]) for leaf in leaves] == [(8, False), (8, False), (4, True)]


def test_the_code_leads_to_the_tables_own_form() -> None:
    assert papers.make_qr_code("https://example.org/e/abc/").startswith("data:image/svg+xml")
    assert papers.make_qr_code("https://example.org/e/abc/") != scoresheet.make_qr_code("https://example.org/e/abd/")


def test_long_lists_continue_on_the_next_page() -> None:
    def boxes(tables: int) -> list[tuple[int, int, str]]:
        leaves = seating.build_table_pages(HEADING, [(str(number), CHAIRS) for number in range(tables)])
        return [(len(leaf.values["tables"]), leaf.values["size"], leaf.values["across"]) for leaf in leaves]

    # The fewer, the larger; the same size on all pages.
    assert boxes(4) == [(4, 24, "wide")]
    assert boxes(25) == [(13, 12, ""), (12, 12, "")]
    assert [list(part) for part in split_into_chunks(list(range(7)), 3)] == [[0, 1, 2], [3, 4, 5], [6]]
    (leaf,) = penalty_slips.build_penalty_slips(HEADING, [])
    blank = penalty_slips.Slip(ruled=tuple((key, "") for key in penalty_slips.BLANK_LINES))
    assert leaf.values["slips"] == [blank] * penalty_slips.SLIPS_A_PAGE


def test_teams_stand_on_a_page_of_their_own() -> None:
    players = (["TP"], [standings_list.StandingLine("1", "Petra", ["12"], country="Norway")])
    teams = (["TP"], [standings_list.StandingLine("1", "Dragons", ["40"])])
    leaves = standings_list.build_standings_pages(HEADING, 3, players, teams)
    shown = [(leaf.values["listed"], leaf.values["with_team"], leaf.values["with_country"]) for leaf in leaves]
    assert shown == [("standings", False, True), ("teams", False, False)]
    assert len(standings_list.build_standings_pages(HEADING, 3, players, (["TP"], []))) == 1


def test_behind_each_page_of_badges_are_their_backs() -> None:
    people = [player_papers.Badge(number, f"Player {number}", "", "", ("Norway",)) for number in range(1, 11)]
    leaves = player_papers.build_badge_pages(HEADING, people)
    assert [(leaf.values["back"], len(leaf.values["people"])) for leaf in leaves] == [
        (False, 8), (True, 8), (False, 2), (True, 2),
    ]  # fmt: skip


def test_the_poster_begins_with_teams_and_leaves_room_for_players() -> None:
    players = [standings_list.StandingLine(str(place), f"Player {place}", ["0"]) for place in range(1, 31)]
    teams = [standings_list.StandingLine(str(place), f"Team {place}", ["0"]) for place in range(1, 8)]

    def places(with_teams: bool) -> list[tuple[str, int]]:
        (leaf,) = honours.build_poster(HEADING, 7, ("TP", players), ("TP", teams if with_teams else []))
        kind = "Team" if with_teams else "Player"
        assert [line.name for line in leaf.values["winners"]] == [f"{kind} {place}" for place in (1, 2, 3)]
        return [(title, len(lines)) for title, _column, _unit, lines in leaf.values["boards"]]

    assert places(False) == [("", 13)]
    assert places(True) == [("", 4), ("players", 7)]


def test_personal_schedules_stand_four_to_a_page_and_those_of_a_long_event_alone() -> None:
    badge = player_papers.Badge(1, "Petra Quist", "", "", ("Norway",))

    def shared(players: int, rounds: int) -> list[int]:
        appointments = [player_papers.Appointment(number, "", "1", 0, ["Otto"]) for number in range(1, rounds + 1)]
        leaves = player_papers.schedule_pages(
            PaperHeading("Spring Open", "Lyon", "2 May 2026"), [(badge, appointments)] * players
        )
        return [len(leaf.values["plans"]) for leaf in leaves]

    assert (shared(9, 7), shared(2, 12)) == ([4, 4, 1], [1, 1])
