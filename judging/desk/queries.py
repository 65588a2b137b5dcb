"""The queue of calls, the longest waiting first, and the settings of the desk."""

from __future__ import annotations

from engine.family import Ruleset
from judging.desk.models import Call, Desk
from tournaments.events.models import Tournament
from tournaments.rounds.models import GameTable


def queue(tournament: Tournament) -> list[Call]:
    """The open calls: those nobody has taken first, and among equals the longest waiting first."""
    calls = Call.objects.filter(tournament=tournament, state__in=Call.OPEN).select_related("table__round", "taken_by")
    return sorted(calls, key=lambda call: (call.state != Call.State.WAITING, call.called_at))


def open_call(table: GameTable) -> Call | None:
    """The table's open call, or None."""
    return Call.objects.filter(table=table, state__in=Call.OPEN).select_related("taken_by").first()


USUAL_MINUTES = 30
"""Where neither the event nor its rulebook says otherwise."""


def usual_minutes(rules: Ruleset) -> int:
    """The minutes that the rulebook names, where it has the option."""
    return int(getattr(rules.parameters, "appeal_minutes", USUAL_MINUTES))


def desk_of(tournament: Tournament) -> Desk:
    """Return the settings of the event's desk; the usual ones while nobody has changed them."""
    version = tournament.ruleset
    usual = Desk(tournament=tournament, appeal_minutes=usual_minutes(version.rules))
    return Desk.objects.filter(tournament=tournament).first() or usual
