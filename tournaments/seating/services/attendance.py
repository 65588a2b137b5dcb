from __future__ import annotations

import datetime
from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.core.text.names import choose_leading_name
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round
from tournaments.rounds.queries.line_ups import STARTED, has_line_ups
from tournaments.seating.models.attendance import Absence, Presence


@change("attendance.round", gettext_noop("Absences of a round changed"))
def set_absent(change: Change, round_: Round, *, players: Sequence[Entry], reason: str = "") -> Round:
    """Set who is away. Raises `UserError` once started, and for a public seat that no team-mate can take."""
    if round_.state in STARTED:
        raise UserError(_("Round %(number)s has started: its tables say who is there.") % {"number": round_.number})
    before = {row.entry for row in round_.absences.select_related("entry")}
    _refuse_seated(round_, [entry for entry in players if entry not in before])
    if set(players) == before:
        change.nothing()
        return round_
    round_.absences.all().delete()
    Absence.objects.bulk_create(Absence(round=round_, entry=entry) for entry in players)
    change.note(round_, before={"absent": _list_numbers(before)}, after={"absent": _list_numbers(players)})
    return round_


@change("attendance.day", gettext_noop("Attendance of an evening changed"))
def set_present(
    change: Change, tournament: Tournament, *, day: datetime.date, players: Sequence[Entry], reason: str = ""
) -> Tournament:
    """Set who is there on a day of open evenings besides those at its tables."""
    rows = Presence.objects.filter(entry__tournament=tournament, day=day)
    before = {row.entry for row in rows.select_related("entry")}
    if set(players) == before:
        change.nothing()
        return tournament
    rows.delete()
    Presence.objects.bulk_create(Presence(entry=entry, day=day) for entry in players)
    facts = [{"day": day.isoformat(), "present": _list_numbers(of)} for of in (before, players)]
    change.note(tournament, before=facts[0], after=facts[1])
    return tournament


def _refuse_seated(round_: Round, players: Sequence[Entry]) -> None:
    seating = round_.current_seating
    if seating is None:
        return
    seats = seating.seats.filter(entry__in=players).select_related("entry").order_by("entry__number")
    stuck = [seat.entry for seat in seats if not (has_line_ups(round_) and seat.entry.team_id)]
    if stuck:
        raise UserError(
            _("%(names)s sits in the public seating of round %(number)s. Seat a substitute, or return it to a draft.")
            % {"names": ", ".join(map(choose_leading_name, stuck)), "number": round_.number},
            field="players",
        )


def _list_numbers(entries: Sequence[Entry] | set[Entry]) -> list[int]:
    return sorted(entry.number for entry in entries)
