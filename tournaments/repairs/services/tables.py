"""Step that opens a table in a round that is public or being played, and its undo."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.core.audit import Change
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.repairs.queries.new_tables import has_boards
from tournaments.repairs.queries.rows import require_round, require_seating_and_plan
from tournaments.repairs.services.sheets import Step
from tournaments.rounds.models import GameTable, Round, Seating
from tournaments.rounds.queries.participants import list_possible_players
from tournaments.seating.services import seating


def open_table(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """Open the table in `tables`: its number with its players' numbers in the order of the winds; `was` has nobody."""
    round_ = require_round(tournament, step["round"])
    version, plan = require_seating_and_plan(round_)
    if version.state not in Seating.LIVE or round_.state == Round.State.FINISHED:
        raise UserError(_("Round %(number)s is not being played.") % {"number": round_.number})
    ((number, people),) = ((int(number), people) for number, people in step["tables"].items())
    seated = {entry.number for table in plan.values() for entry in table}
    if number in plan or seated & set(people):
        raise UserError(_("Other people sit at these tables by now. Start again from the present seating."))
    if has_boards(round_):
        raise UserError(_("Boards are planned for the tables of round %(number)s.") % {"number": round_.number})
    playing = {entry.number: entry for entry in list_possible_players(round_)}
    if absent := [person for person in people if person not in playing]:
        names = ", ".join(map(str, absent))
        raise UserError(_("%(names)s does not play this round.") % {"names": names})
    seating.correct(change, version, {number: tuple(playing[person] for person in people)}, reason)
    return {"do": "close_table", "round": round_.number, "tables": {str(number): []}, "was": step["tables"]}


def close_table(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """Undo `open_table`. Raises `UserError` if anything was recorded at the table."""
    round_ = require_round(tournament, step["round"])
    version, _plan = require_seating_and_plan(round_)
    ((number, _nobody),) = step["tables"].items()
    table = round_.tables.filter(number=number).first()
    if table is not None and is_used(table):
        raise UserError(
            _("Something was recorded at table %(table)s of round %(round)s since. Correct it by hand.")
            % {"table": number, "round": round_.number}
        )
    seating.correct(change, version, {int(number): ()}, reason)
    return {"do": "open_table", "round": round_.number, "tables": step["was"], "was": step["tables"]}


def is_used(table: GameTable) -> bool:
    """Return True if any row names the table: a sheet, a hand, a photo, a call, a case."""
    relations = (field for field in GameTable._meta.get_fields() if field.auto_created and not field.concrete)
    return any(
        field.related_model._base_manager.filter(**{field.field.name: table}).exists()  # type: ignore[union-attr]
        for field in relations
    )
