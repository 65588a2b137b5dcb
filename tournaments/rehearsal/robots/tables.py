"""Robots at the tables of a rehearsal: sheets, boards, a fine, and tables of an open evening."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any, Final

from engine.family import ruleset_names
from engine.sentences import gettext_noop, sentence
from tournaments.core.audit import Actor
from tournaments.duplicate.services import board_plays
from tournaments.duplicate.services.board_plays import SeatEntry
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.results.queries import sheets
from tournaments.results.services import ledger, open_tables
from tournaments.results.services.results import confirm_sheet, submit_sheet
from tournaments.rounds.models import GameTable, Round
from tournaments.standings.models import ScoreLine

SEED: Final = "rehearsal"
FINES: Final = ("chombo", "fine", "deduction")
"""Codes of penalties in points in the rules."""
MAX_WON: Final = 60
"""Limit of points, in steps of the rules, that a player other than the winner wins or loses at a table."""


def play_evening(by: Actor, robot: Actor, tournament: Tournament) -> None:
    already = tournament.rounds.count()
    playing = tournament.entries.exclude(status__in=(Entry.Status.DROPPED, Entry.Status.WAITING))
    people = list(playing.order_by("number"))
    random.Random(f"{SEED}/evening/{already}").shuffle(people)
    busy = {
        seat.entry.pk
        for round_ in open_tables.list_open_rounds(tournament)
        for table in round_.tables.all()
        for seat in sheets.list_seats(table)
    }
    free = [person for person in people if person.pk not in busy]
    for first in range(0, len(free) - 3, 4):
        open_tables.open_table(by, tournament, sitters=free[first : first + 4])
    for round_ in list(open_tables.list_open_rounds(tournament)):
        enter_results(by, robot, round_)


def enter_results(by: Actor, robot: Actor, round_: Round) -> None:
    """Enter and confirm every table's sheet; in round 1 also post a fine."""
    tables = list(round_.tables.select_related("round__tournament").order_by("number"))
    for table in tables:
        _enter_boards(robot, table)
    if any(table.plays.exists() for table in tables) and any(
        sheets.find_latest_result(table) is None for table in tables
    ):
        board_plays.hand_in(robot, round_)
    for table in tables:
        _enter_sheet(robot, table)
    _post_fine(by, round_)


def confirm_corrections(robot: Actor, tournament: Tournament) -> None:
    waiting = TableResult.objects.filter(
        table__round__tournament=tournament, table__round__state=Round.State.FINISHED, state=TableResult.State.ENTERED
    )
    for result in waiting.select_related("table__round__tournament").order_by("table__round__number", "table__number"):
        _enter_sheet(robot, result.table)


def _enter_boards(robot: Actor, table: GameTable) -> None:
    for play in table.plays.select_related("board__board_set").order_by("order"):
        if play.done:
            continue
        rng = random.Random(f"{SEED}/board/{play.board.session}/{play.board.number}/{table.number}")
        won, points = rng.randrange(4), rng.randint(8, MAX_WON)
        board_plays.enter(robot, play, seats=[SeatEntry(3 * points if seat == won else -points) for seat in range(4)])


def _enter_sheet(robot: Actor, table: GameTable) -> None:
    """Enter a missing sheet and confirm it: the first of every round has a tie, the second of round 1 a wrong sum."""
    sheet = sheets.find_latest_result(table)
    if sheet is None:
        points = _make_points(table)
        slip = (table.round.number, table.number) == (1, 2)
        points[0] += _get_step(table) if slip else 0
        why = sentence(gettext_noop("The table has signed it so and is not sure of hand 11.")) if slip else ""
        sheet = submit_sheet(robot, table, points=points, reason=why)
    for seat in sheet.seats.select_related("entry").order_by("order"):
        sheet.refresh_from_db()
        if sheet.state == TableResult.State.CONFIRMED:
            return
        if not sheet.confirmed_by.filter(entry=seat.entry).exists():
            again = [seat.points for seat in sheet.seats.order_by("order")]
            confirm_sheet(robot, sheet, by_entry=seat.entry, device=f"robot {seat.entry.number}", again=again)


def _get_step(table: GameTable) -> int:
    return sheets.get_sheet_rules(sheets.get_round_ruleset(table.round)).step


def _make_points(table: GameTable) -> list[int]:
    rng = random.Random(f"{SEED}/{table.round.number}/{table.number}")
    scoring = sheets.get_round_ruleset(table.round).scoring
    step = _get_step(table)
    moved = [rng.randint(-MAX_WON, MAX_WON) for _seat in range(3)]
    if table.number == 1:
        moved[1] = moved[0]
    return [scoring.start_points + step * won for won in (*moved, -sum(moved))]


def _post_fine(by: Actor, round_: Round) -> None:
    table = round_.tables.select_related("round__tournament").order_by("number").last()
    if round_.number != 1 or table is None:
        return
    version = sheets.get_round_ruleset(table.round)
    if version.preset not in ruleset_names():
        return
    rules, scoring = version.rules, version.scoring
    for row in rules.family.infractions:
        option: Any = rules.option(row["amount"]) if "amount" in row else row.get("points")
        points = next((number for number in option if number), 0) if isinstance(option, list | tuple) else option
        if row["penalty"] not in FINES or not isinstance(points, int) or not points:
            continue
        player, title = sheets.list_seats(table)[0].entry, sentence(row["title"])
        if row["penalty"] == "chombo":
            amount, unit, scope = Fraction(points, scoring.divisor), ScoreLine.Unit.SCORE, ScoreLine.Scope.OVERALL
        else:
            amount, unit, scope = Fraction(points), ScoreLine.Unit.POINTS, ScoreLine.Scope.TABLE
        fine: dict[str, Any] = {"amount": -abs(amount), "unit": unit, "scope": scope, "clause": row["clause"]}
        ledger.add(by, round_.tournament, entry=player, table=table, reason=title, **fine)
        return
