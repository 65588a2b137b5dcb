"""Open calls and the settings of the desk."""

from __future__ import annotations

from engine.family import Ruleset
from judging.desk.models import Call, Desk
from tournaments.events.models import Tournament
from tournaments.rounds.models import GameTable


def queue(tournament: Tournament) -> list[Call]:
    """Open calls: untaken ones first, then the longest waiting."""
    calls = Call.objects.filter(tournament=tournament, state__in=Call.OPEN).select_related("table__round", "taken_by")
    return sorted(calls, key=lambda call: (call.state != Call.State.WAITING, call.called_at))


def open_call(table: GameTable) -> Call | None:
    return Call.objects.filter(table=table, state__in=Call.OPEN).select_related("taken_by").first()


USUAL_MINUTES = 30
"""Default if neither the event nor its rulebook sets it."""


def usual_minutes(rules: Ruleset) -> int:
    """Minutes of the rulebook, or a default."""
    return int(getattr(rules.parameters, "appeal_minutes", USUAL_MINUTES))


def desk_of(tournament: Tournament) -> Desk:
    """The settings of the event's desk, unsaved defaults if there are none."""
    version = tournament.ruleset
    usual = Desk(tournament=tournament, appeal_minutes=usual_minutes(version.rules))
    return Desk.objects.filter(tournament=tournament).first() or usual
