from __future__ import annotations

from judging.desk.models import Call, Desk
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.rounds.models import GameTable


def list_open_calls(tournament: Tournament) -> list[Call]:
    """List untaken calls first, then the longest waiting."""
    calls = Call.objects.filter(tournament=tournament, state__in=Call.OPEN).select_related("table__round", "taken_by")
    return sorted(calls, key=lambda call: (call.state != Call.State.WAITING, call.called_at))


def find_open_call(table: GameTable) -> Call | None:
    return Call.objects.filter(table=table, state__in=Call.OPEN).select_related("taken_by").first()


def get_desk(tournament: Tournament, version: RulesetVersion | None = None) -> Desk:
    """Return the settings of the event's desk, else unsaved defaults; the rules, or `version`, may set the minutes."""
    desk = Desk.objects.filter(tournament=tournament).first()
    if desk is None:
        desk, rules = Desk(tournament=tournament), (version or tournament.ruleset).rules
        if rules.match.appeal_minutes is not None:
            desk.appeal_minutes = rules.match.appeal_minutes
    return desk
