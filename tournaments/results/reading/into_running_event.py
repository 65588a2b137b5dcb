"""Import of results into a running event: rows are matched with seated tables; saved sheets wait for confirmation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.core.tabular.reading import RowProblem
from tournaments.core.text.folding import fold_to_name_key
from tournaments.core.text.names import format_persons
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.queries import sheets
from tournaments.results.reading.results_table import ResultLine, ResultsTable
from tournaments.results.services import results
from tournaments.results.text import describe_problems
from tournaments.rounds.models import GameTable, Round
from tournaments.seating.reading.schedule import map_entry_numbers_by_name


@dataclass(frozen=True)
class FoundTable:
    """A seated table with the points of the rows. `action`: "add", "change", "same"."""

    round: int
    table: int
    action: str
    points: tuple[int, ...]
    """Points in the order of the sheet."""
    names: tuple[str, ...]
    doubtful: bool = False
    line: int = 0

    @property
    def sheet(self) -> list[tuple[str, int]]:
        return list(zip(self.names, self.points, strict=True))

    @property
    def total(self) -> int:
        return sum(self.points)


@dataclass
class RunningPreview:
    tables: list[FoundTable] = field(default_factory=list)
    problems: list[RowProblem] = field(default_factory=list)

    def count(self, action: str) -> int:
        return sum(table.action == action for table in self.tables)

    @property
    def counts(self) -> dict[str, int]:
        return {action: self.count(action) for action in ("add", "change", "same")}

    @property
    def ready(self) -> bool:
        return any(table.action != "same" for table in self.tables)

    @property
    def needs_reason(self) -> bool:
        """True if a sheet has warnings or corrects another."""
        return any(table.doubtful or table.action == "change" for table in self.tables)


def preview(tournament: Tournament, table: ResultsTable) -> RunningPreview:
    """Match the rows with the event's tables; nothing is saved."""
    preview_of_tables = RunningPreview(problems=list(table.problems))
    if table.errors:
        return preview_of_tables
    entries = {entry.number: entry for entry in tournament.entries.all()}
    names = map_entry_numbers_by_name(entries.values())
    by_round: dict[int, list[tuple[ResultLine, Entry]]] = {}
    for line in table.lines:
        number = line.number if line.number is not None else names.get(fold_to_name_key(line.player))
        entry = entries.get(number) if number is not None else None
        if entry is None:
            message = _("There is no player, or more than one, called %(names)s.") % {"names": line.player}
            preview_of_tables.problems.append(RowProblem(line.line, "player", message))
            continue
        by_round.setdefault(line.round, []).append((line, entry))
        if line.penalty:
            message = _("The penalty of %(name)s is not taken from here; enter it in the ledger.") % {"name": entry}
            preview_of_tables.problems.append(RowProblem(line.line, "penalty", message, warning=True))
    rounds = {round_.number: round_ for round_ in tournament.rounds.all()}
    for number, lines in sorted(by_round.items()):
        if number not in rounds:
            message = _("The tournament has no round %(round)s.") % {"round": number}
            preview_of_tables.problems.append(RowProblem(lines[0][0].line, "round", message))
        else:
            _preview_round(rounds[number], lines, preview_of_tables)
    preview_of_tables.problems.sort(key=lambda problem: problem.line)
    return preview_of_tables


def _preview_round(round_: Round, lines: Sequence[tuple[ResultLine, Entry]], running_preview: RunningPreview) -> None:
    if round_.state == Round.State.PLANNED:
        message = _("Round %(round)s has no published seating; draw or paste it first.") % {"round": round_.number}
        running_preview.problems.append(RowProblem(lines[0][0].line, "round", message))
        return
    table_of: dict[int, GameTable] = {}
    seats: dict[int, list[sheets.SheetSeat]] = {}
    for table in round_.tables.order_by("number"):
        seats[table.pk] = sheets.list_seats(table)
        table_of |= {seat.entry.pk: table for seat in seats[table.pk]}
    by_table: dict[int, dict[int, ResultLine]] = {}
    for line, entry in lines:
        if entry.pk not in table_of:
            message = _("%(name)s does not sit in round %(round)s.") % {"name": entry, "round": round_.number}
            running_preview.problems.append(RowProblem(line.line, "player", message))
            continue
        by_table.setdefault(table_of[entry.pk].pk, {})[entry.pk] = line
    for table in round_.tables.order_by("number"):
        if table.pk in by_table:
            _preview_table(round_, table, seats[table.pk], by_table[table.pk], running_preview)


def _preview_table(
    round_: Round,
    table: GameTable,
    seats: Sequence[sheets.SheetSeat],
    lines: dict[int, ResultLine],
    running_preview: RunningPreview,
) -> None:
    first = min(line.line for line in lines.values())
    where = {"round": round_.number, "table": table.number}
    missing = [seat.entry.name for seat in seats if seat.entry.pk not in lines]
    if missing:
        message = _("Round %(round)s, table %(table)s: the points of %(names)s are missing.")
        running_preview.problems.append(RowProblem(first, "", message % {**where, "names": ", ".join(missing)}))
        return
    written = {line.table for line in lines.values()} - {None}
    if len(written) > 1:
        message = _("Round %(round)s, table %(table)s: the rows have its players at tables %(tables)s.")
        values = {**where, "tables": ", ".join(map(str, sorted(number or 0 for number in written)))}
        running_preview.problems.append(RowProblem(first, "table", message % values))
        return
    exact = [lines[seat.entry.pk].points for seat in seats]
    if any(points.denominator != 1 for points in exact):
        message = _("Round %(round)s, table %(table)s: points are whole numbers.") % where
        running_preview.problems.append(RowProblem(first, "points", message))
        return
    points = tuple(map(int, exact))
    found_sheets = sheets.read_table_sheets(table)
    standing = found_sheets.current
    action = "add"
    if standing is not None:
        before = {seat.entry_id: Fraction(seat.points) for seat in standing.seats.all()}
        same = before == {seat.entry.pk: points_now for seat, points_now in zip(seats, exact, strict=True)}
        action = "same" if same else "change"
    doubts = found_sheets.doubts(points, 0, sheets.find_totals_of_open_hands(table, found_sheets))
    names = tuple(seat.entry.name for seat in seats)
    differing = [doubt for doubt in doubts if doubt.code == "hands" and action != "same"]
    for message in describe_problems(differing, format_persons([seat.entry for seat in seats])):
        message = _("Round %(round)s, table %(table)s: %(why)s") % {**where, "why": message}
        running_preview.problems.append(RowProblem(first, "points", message, warning=True))
    running_preview.tables.append(FoundTable(round_.number, table.number, action, points, names, bool(doubts), first))


@change("results.import", gettext_noop("Results entered from a table"))
def save(change: Change, tournament: Tournament, *, tables: Sequence[FoundTable], reason: str = "") -> int:
    """Enter all sheets of a preview or none, and return their number.

    Raises `UserError` if a table was entered meanwhile, or if a doubtful sheet or correction has no reason.
    """
    done = 0
    for wanted in tables:
        if wanted.action == "same":
            continue
        table = GameTable.objects.get(round__tournament=tournament, round__number=wanted.round, number=wanted.table)
        try:
            results.submit_sheet(change.by, table, points=wanted.points, reason=reason, imported=True)
        except UserError as error:
            where = {"round": wanted.round, "table": wanted.table, "why": error}
            raise UserError(_("Round %(round)s, table %(table)s: %(why)s") % where, field="reason") from error
        done += 1
    if done:
        change.note(tournament, after={"tables": done})
    else:
        change.nothing()
    return done
