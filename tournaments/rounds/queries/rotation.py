"""Projector views in turn: what the hall wants to see before, during and between rounds, and after the last."""

from __future__ import annotations

from tournaments.branding.models import Sponsor
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round
from tournaments.rounds.queries.clock import find_clock_round, get_clock_state


def list_rotation(tournament: Tournament) -> list[str]:
    """Return the views that take turns now, at least one."""
    ranked = ["teams", "standings"] if tournament.has_teams else ["standings"]
    has_sponsors = Sponsor.objects.filter(tournament=tournament, on_screens=True).exists()
    breaks = ["numbers", *(["sponsors"] if has_sponsors else [])]
    if tournament.state == Tournament.State.FINISHED:
        return ["podium", *ranked, *breaks]
    current = find_clock_round(tournament)
    if current is None:
        return ["seating", *breaks[1:]]
    if current.state == Round.State.PUBLISHED:
        return ["seating"]
    if current.state == Round.State.PLAYING and get_clock_state(current) != "ended":
        return ranked
    return [*ranked, *breaks]


def find_next_view(tournament: Tournament, view: str) -> str:
    """Return the view after this one; the first where it is not in turn."""
    views = list_rotation(tournament)
    return views[(views.index(view) + 1) % len(views)] if view in views else views[0]
