from __future__ import annotations

from fractions import Fraction

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop, sentence
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.core.text.names import choose_leading_name
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Tournament
from tournaments.results.services import results
from tournaments.rounds.models import GameTable, Round
from tournaments.standings.logic.forfeits import trace_chain
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries.forfeits import map_heirs


@change("ledger.add", gettext_noop("Ledger line added"))
def add(
    change: Change,
    tournament: Tournament,
    *,
    amount: Fraction | int,
    unit: str,
    reason: str,
    kind: str = ScoreLine.Kind.PENALTY,
    scope: str = ScoreLine.Scope.OVERALL,
    entry: Entry | None = None,
    team: Team | None = None,
    round_: Round | None = None,
    table: GameTable | None = None,
    hand: int | None = None,
    clause: str = "",
) -> ScoreLine:
    """Add a line for a player or a team; `amount` is exact and signed (a penalty is negative), in `unit`.

    A penalty in points may change places of a confirmed sheet (MCR-7.2). Raises `UserError` for missing facts.
    """
    if kind == ScoreLine.Kind.RESULT:
        raise TypeError("results write their own lines")
    if not reason.strip():
        raise UserError(_("Say what the line is for."), field="reason")
    if (entry is None) == (team is None):
        raise UserError(_("Choose the player or the team that the line is for."), field="entry")
    if amount == 0:
        raise UserError(_("The amount is zero; a warning without points belongs into the notes."), field="amount")
    if kind == ScoreLine.Kind.PENALTY and amount > 0:
        raise UserError(_("A penalty is negative; for points given choose bonus."), field="amount")
    if scope != ScoreLine.Scope.OVERALL and table is None:
        raise UserError(_("Name the table that the line belongs to."), field="table")
    if scope == ScoreLine.Scope.HAND and hand is None:
        raise UserError(_("Name the hand that the line belongs to."), field="hand")
    if team is not None and scope != ScoreLine.Scope.OVERALL:
        raise UserError(_("A line for a team counts overall, not at a table."), field="scope")
    if table is not None:
        round_ = table.round
        _check_at_table(table, entry)
    line = ScoreLine(
        tournament=tournament,
        entry=entry,
        team=team,
        round=round_,
        table=table,
        hand=hand,
        scope=scope,
        unit=unit,
        kind=kind,
        reason=reason,
        clause=clause,
        author=change.user,
    )
    line.amount = Fraction(amount)
    change.create(line)
    _recalculate(change, tournament, line, sentence(gettext_noop("Line added: %(reason)s"), reason=reason))
    return line


@change("ledger.void", gettext_noop("Ledger line voided"))
def void(change: Change, line: ScoreLine, *, reason: str) -> ScoreLine:
    """Void a line, which stays in the ledger without counting. Raises `UserError` for lines of results."""
    if line.kind == ScoreLine.Kind.RESULT:
        raise UserError(_("This line comes from a table's sheet; correct the sheet."))
    if line.voided_at is not None:
        change.nothing()
        return line
    if not reason.strip():
        raise UserError(_("Say why the line no longer counts."), field="reason")
    with change.edit(line):
        line.voided_at, line.voided_by, line.void_reason = timezone.now(), change.user, reason
    _recalculate(change, line.tournament, line, sentence(gettext_noop("Line voided: %(reason)s"), reason=reason))
    return line


def _check_at_table(table: GameTable, entry: Entry | None) -> None:
    confirmed = table.results.filter(state="confirmed").first()
    if entry is None or confirmed is None:
        return
    # A fine counts at the player's table even if a substitute played there.
    owners, seated = map_heirs(entry.tournament_id), confirmed.seats.values_list("entry_id", flat=True)
    if not any(entry.pk in trace_chain(key, owners) for key in seated):
        raise UserError(
            _("%(name)s did not play at table %(table)s of round %(round)s.")
            % {"name": choose_leading_name(entry), "table": table.number, "round": table.round.number},
            field="entry",
        )


def _recalculate(change: Change, tournament: Tournament, line: ScoreLine, why: str) -> None:
    """Recount a table's sheet if a line changes its amounts: a penalty before the places (MCR-7.2)."""
    before = tournament.ruleset.scoring.fines == "before"
    if line.table is not None and line.unit == ScoreLine.Unit.POINTS and before:
        results.recalculate(change.by, line.table, reason=why)
