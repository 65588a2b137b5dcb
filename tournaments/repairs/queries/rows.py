"""Rows that repairs concern, seats for late players, and the repairs made so far."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F
from django.utils.translation import gettext as _

from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.results.queries import sheets
from tournaments.rounds.models import GameTable, Round, Seat, Seating, SeatWind
from tournaments.rounds.queries.participants import list_possible_players
from tournaments.seating.queries.draw_inputs import find_newest_seating
from tournaments.seating.queries.quality import read_plan
from tournaments.seating.services.seating import collect_tables_with_sheet

Plan = dict[int, tuple[Entry, ...]]
MAKE, UNDO = "repairs.make", "repairs.undo"
"""Actions of the log; the last entry of each, with the name of the `repair`, stands for the whole."""


def require_round(tournament: Tournament, number: int) -> Round:
    """Return the round. Raises `UserError`."""
    round_ = tournament.rounds.select_related("ruleset", "tournament").filter(number=number).first()
    if round_ is None:
        raise UserError(_("There is no round %(number)s.") % {"number": number}, field="round")
    return round_


def require_table(tournament: Tournament, round_: int, table: int) -> GameTable:
    """Return the table of a round. Raises `UserError`."""
    tables = GameTable.objects.select_related(*GameTable.READ_WITH)
    game_table = tables.filter(round__tournament=tournament, round__number=round_, number=table).first()
    if game_table is None:
        raise UserError(_("Round %(round)s has no table %(table)s.") % {"round": round_, "table": table}, field="table")
    return game_table


def find_last_entered_round_number(tournament: Tournament) -> int | None:
    numbers = TableResult.objects.filter(table__round__tournament=tournament).values_list(
        "table__round__number", flat=True
    )
    return numbers.order_by("-table__round__number").first()


def find_current_sheet(table: GameTable) -> TableResult | None:
    sheet = sheets.find_latest_result(table)
    if sheet is not None:
        sheet.table = table
    return sheet


def list_standing_sheets(table: GameTable) -> list[TableResult]:
    """Return the standing sheet, then a waiting correction: a step changes both, since either may count in the end."""
    standing = list(table.results.filter(state__in=sheets.STANDING).order_by("version"))
    for sheet in standing:
        sheet.table = table
    return standing


def require_seating_and_plan(round_: Round) -> tuple[Seating, Plan]:
    """Return the seating of the round as it should be, and its players by table. Raises `UserError` without one."""
    version = find_newest_seating(round_)
    if version is None:
        raise UserError(_("Round %(number)s is not seated.") % {"number": round_.number}, field="round")
    return version, read_plan(version)


def list_standing_repairs(tournament: Tournament) -> list[AuditEntry]:
    """Return the repairs that are not undone, newest first."""
    repairs = AuditEntry.objects.filter(tournament=tournament, action=MAKE, after__has_key="undo")
    undone = AuditEntry.objects.filter(tournament=tournament, action=UNDO, after__has_key="undoes")
    undone_numbers = {entry.after["undoes"] for entry in undone}
    return [
        entry
        for entry in repairs.filter(elsewhere__isnull=True).order_by("-sequence")
        if entry.sequence not in undone_numbers
    ]


def find_undo(entry: AuditEntry) -> AuditEntry | None:
    undone = AuditEntry.objects.filter(tournament=entry.tournament_id, action=UNDO)
    return undone.filter(after__undoes=entry.sequence).first()


@dataclass(frozen=True)
class FreeSeat:
    """Seat for a late player whose owner left or is a house substitute; `met`: keys of `others` met before."""

    round: Round
    table: int
    wind: SeatWind
    entry: Entry
    others: tuple[Entry, ...]
    met: frozenset[int] = frozenset()

    def __str__(self) -> str:
        return _("Round %(round)s, table %(table)s, %(wind)s: %(name)s (%(status)s); with %(others)s") % {
            "round": self.round.number,
            "table": self.table,
            "wind": self.wind.label,
            "name": self.entry,
            "status": self.entry.status_label,
            "others": ", ".join(
                _("%(name)s (met before)") % {"name": entry} if entry.pk in self.met else str(entry)
                for entry in self.others
            ),
        }

    @property
    def key(self) -> str:
        return f"{self.round.number}/{self.entry.number}"


def list_free_seats(tournament: Tournament, comes: Entry | None = None) -> list[FreeSeat]:
    """Return the free seats of rounds that are not over, at tables without a sheet; `comes` is the late player."""
    tables = []
    at_the_table = Seat.objects.filter(
        seating__state__in=Seating.LIVE, seating__seats__entry=comes, seating__seats__table_number=F("table_number")
    )
    met = frozenset(at_the_table.values_list("entry_id", flat=True)) if comes else frozenset()
    for round_ in tournament.rounds.exclude(state=Round.State.FINISHED).order_by("number"):
        if (version := find_newest_seating(round_)) is None:
            continue
        plays, done = {entry.pk for entry in list_possible_players(round_)}, collect_tables_with_sheet(round_)
        for table, people in read_plan(version).items():
            for wind, entry in enumerate(people):
                if table not in done and (entry.house or entry.pk not in plays):
                    others = tuple(person for person in people if person != entry)
                    tables.append(FreeSeat(round_, table, SeatWind(wind), entry, others, met))
    return tables
