"""Rows that repairs concern, repairs made so far, and the effects of a repair before it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Stage, Tournament
from tournaments.results.models.results import TableResult
from tournaments.results.queries import sheets
from tournaments.results.services.results import seatings_drawn_from
from tournaments.rounds.models import GameTable, Round, Seating
from tournaments.seating.queries.draw_inputs import newest_of
from tournaments.seating.queries.quality import plan_of
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries.federation import chosen, federation_of, results, weight
from tournaments.standings.queries.standings import compute_standings
from tournaments.standings.services import stages

Plan = dict[int, tuple[Entry, ...]]


def round_numbered(tournament: Tournament, number: int) -> Round:
    """Return the round. Raises `UserError`."""
    found = tournament.rounds.select_related("ruleset", "tournament").filter(number=number).first()
    if found is None:
        raise UserError(_("There is no round %(number)s.") % {"number": number}, field="round")
    return found


def table_numbered(tournament: Tournament, round_: int, table: int) -> GameTable:
    """Return the table of a round. Raises `UserError`."""
    tables = GameTable.objects.select_related(*GameTable.READ_WITH)
    found = tables.filter(round__tournament=tournament, round__number=round_, number=table).first()
    if found is None:
        raise UserError(_("Round %(round)s has no table %(table)s.") % {"round": round_, "table": table}, field="table")
    return found


def current_sheet(table: GameTable) -> TableResult | None:
    """Return the table's sheet that is entered or confirmed, with its rules."""
    sheet = sheets.latest(table)
    if sheet is not None:
        sheet.table = table
    return sheet


def plan_in_force(round_: Round) -> tuple[Seating, Plan]:
    """Return the seating of the round as it should be, and its players by table. Raises `UserError` without one."""
    found = newest_of(round_)
    if found is None:
        raise UserError(_("Round %(number)s is not seated.") % {"number": round_.number}, field="round")
    return found, plan_of(found)


def repairs_of(tournament: Tournament) -> list[AuditEntry]:
    """Return the repairs made so far that are not undone, newest first."""
    made = AuditEntry.objects.filter(tournament=tournament, action="repairs.make", after__has_key="undo")
    undone = AuditEntry.objects.filter(tournament=tournament, action="repairs.undo", after__has_key="undoes")
    gone = {entry.after["undoes"] for entry in undone}
    return [entry for entry in made.filter(elsewhere=None).order_by("-sequence") if entry.sequence not in gone]


def undone_by(entry: AuditEntry) -> AuditEntry | None:
    """Return the entry of the log that undid a repair; None if none did."""
    undone = AuditEntry.objects.filter(tournament=entry.tournament_id, action="repairs.undo")
    return undone.filter(after__undoes=entry.sequence).first()


@dataclass(frozen=True)
class Moved:
    """A player or team whose place or total changes; None: without a place. `name` as people read it."""

    name: str
    place: tuple[int | None, int | None]
    total: tuple[Fraction | None, Fraction | None]


@dataclass(frozen=True)
class Effects:
    """Differences that a repair makes. `draws`: rounds drawn from standings that change. `seats`: people who sit
    elsewhere in rounds that are not over. `federation`: rows of its list that change; `weight`: before and after.
    """

    players: tuple[Moved, ...]
    teams: tuple[Moved, ...]
    cuts: tuple[tuple[Stage, tuple[str, ...], tuple[str, ...]], ...]
    """Stages whose line moves, with the names of who would come in and who would go out."""
    draws: tuple[Round, ...]
    papers: tuple[Round, ...]
    """Rounds whose printed seating or results no longer hold."""
    seats: tuple[str, ...]
    federation: int
    weight: tuple[Fraction | None, Fraction | None]

    @property
    def to_inform(self) -> tuple[str, ...]:
        """Names of everybody whose place, total or seat changes."""
        return tuple(dict.fromkeys([*self.seats, *(moved.name for moved in self.players)]))

    @property
    def nothing(self) -> bool:
        """True if nothing of this changes."""
        return not (self.players or self.teams or self.papers or self.seats or self.federation)


@dataclass(frozen=True)
class _State:
    places: dict[str, tuple[int | None, Fraction | None]]
    teams: dict[str, tuple[int | None, Fraction | None]]
    lines: dict[int, frozenset[str]]
    seats: dict[int, dict[str, tuple[int, int]]]
    scores: dict[int, dict[str, tuple[int, int]]]
    federation: list[list[object]]
    weight: Fraction | None


def effects_of(tournament: Tournament, call: Callable[[], object]) -> Effects:
    """Return the effects of a call without keeping them: it runs in a transaction that is rolled back."""
    with transaction.atomic():
        before = _state(tournament)
        call()
        after = _state(Tournament.objects.get(pk=tournament.pk))
        transaction.set_rollback(True)
    rounds = {round_.number: round_ for round_ in tournament.rounds.order_by("number")}
    changed = [n for n in rounds if before.seats.get(n) != after.seats.get(n) or before.scores[n] != after.scores[n]]
    first = min((n for n in rounds if before.scores[n] != after.scores[n]), default=None)
    cuts = []
    for stage in tournament.stages.exclude(cut_at=None).order_by("number"):
        was, now = before.lines.get(stage.pk, frozenset()), after.lines.get(stage.pk, frozenset())
        if was != now:
            cuts.append((stage, tuple(sorted(now - was)), tuple(sorted(was - now))))
    ahead = [n for n, round_ in rounds.items() if round_.state != Round.State.FINISHED]
    return Effects(
        players=_moved(before.places, after.places),
        teams=_moved(before.teams, after.teams),
        cuts=tuple(cuts),
        draws=tuple(drawn.round for drawn in seatings_drawn_from(rounds[first])) if first is not None else (),
        papers=tuple(rounds[n] for n in changed),
        seats=tuple(
            name
            for n in ahead
            for name in sorted({*before.seats.get(n, {}), *after.seats.get(n, {})})
            if before.seats.get(n, {}).get(name) != after.seats.get(n, {}).get(name)
        ),
        federation=sum(one not in before.federation for one in after.federation),
        weight=(before.weight, after.weight),
    )


def _state(tournament: Tournament) -> _State:
    names: dict[object, str] = {entry.pk: str(entry) for entry in tournament.entries.all()}
    team_names: dict[object, str] = {team.pk: team.name for team in Team.objects.filter(tournament=tournament)}
    found = compute_standings(tournament)
    federation = federation_of(tournament) if chosen(tournament)["federation"] else None
    seats: dict[int, dict[str, tuple[int, int]]] = {}
    scores: dict[int, dict[str, tuple[int, int]]] = {}
    for round_ in tournament.rounds.order_by("number"):
        scores[round_.number], version = {}, newest_of(round_)
        for table, people in plan_of(version).items() if version else ():
            own = seats.setdefault(round_.number, {})
            own.update({str(entry): (table, at) for at, entry in enumerate(people)})
    posted = ScoreLine.objects.filter(tournament=tournament, kind=ScoreLine.Kind.RESULT, voided_at=None)
    for line in posted.select_related("round").order_by("pk"):
        if line.round is not None:
            own = scores[line.round.number]
            own[f"{line.entry_id} {line.unit}"] = (line.amount_numerator, line.amount_denominator)
    rows: list[list[object]] = [list(row) for row in results(tournament, federation)] if federation else []
    worth = weight(tournament, federation) if federation else None
    return _State(
        places={names[row.key]: (row.place or None, row.total) for row in found.individual},
        teams={team_names[row.key]: (row.place or None, row.total) for row in found.teams},
        lines=dict(_lines(tournament.stages.exclude(cut_at=None))),
        seats=seats,
        scores=scores,
        federation=rows,
        weight=worth.total if worth else None,
    )


def _lines(cut: Iterable[Stage]) -> Iterable[tuple[int, frozenset[str]]]:
    """Yield who would go through by the present standings; a stage that cannot be cut now is left out."""
    for stage in cut:
        try:
            line = stages.line_of(stage)
        except UserError:
            continue
        yield stage.pk, frozenset(str(entry) for _place, entry in (*line.clear, *line.tied))


def _moved(
    before: dict[str, tuple[int | None, Fraction | None]], after: dict[str, tuple[int | None, Fraction | None]]
) -> tuple[Moved, ...]:
    found = []
    for name in dict.fromkeys([*after, *before]):
        (was, had), (now, has) = before.get(name, (None, None)), after.get(name, (None, None))
        if (was, had) != (now, has):
            found.append(Moved(name, (was, now), (had, has)))
    return tuple(found)
