from __future__ import annotations

import datetime
from typing import Any

from engine.errors import RulesetError
from engine.match.plan import MatchPlan, TimeRule
from tournaments.events.models import Tournament
from tournaments.events.queries import find_current_round
from tournaments.rounds.models import Round, RoundClock


def _convert_to_milliseconds(moment: datetime.datetime | None) -> int | None:
    return None if moment is None else round(moment.timestamp() * 1000)


def find_clock_round(tournament: Tournament) -> Round | None:
    """Return the round whose clock is shown: the current one; None before the first."""
    number = find_current_round(tournament).number
    return tournament.rounds.select_related("stage", "clock", "ruleset").filter(number=number or 0).first()


def get_clock_state(round_: Round) -> str:
    """Return "waiting", "running", "paused" or "ended"."""
    clock: RoundClock | None = getattr(round_, "clock", None)
    if round_.state == Round.State.FINISHED or (clock and clock.ended_at):
        return "ended"
    if clock is None:
        return "waiting"
    return "paused" if clock.paused_at else "running"


def build_clock_values(round_: Round) -> dict[str, Any]:
    """Return the clock as JSON: times in milliseconds since 1970, `extra` as pairs of table and seconds.

    `ends_at` is set while it runs, `remaining_seconds` while it is paused, neither before the start.
    """
    clock: RoundClock | None = getattr(round_, "clock", None)
    tables = round_.tables.filter(extra_seconds__gt=0).order_by("number")
    return {
        "round": round_.number,
        "stage": str(round_.stage),
        "state": get_clock_state(round_),
        "minutes": round_.minutes,
        "starts_at": _convert_to_milliseconds(round_.starts_at),
        "ends_at": _convert_to_milliseconds(clock.ends_at) if clock else None,
        "remaining_seconds": clock.remaining_seconds if clock else None,
        "warning_seconds": clock.warning_seconds if clock else 0,
        "last_hand": last_hand_rule(round_),
        "extra": [list(pair) for pair in tables.values_list("number", "extra_seconds")],
    }


def last_hand_rule(round_: Round) -> TimeRule:
    """Return the round's rule for the end of time; by default, the hand is finished."""
    rules = round_.ruleset or round_.tournament.rulesets.order_by("-number").first()
    if rules is None:
        return MatchPlan().time_rule
    try:
        return rules.rules.match.time_rule
    except RulesetError:
        # Free rules of the organiser's own: the engine knows no such preset.
        return MatchPlan().time_rule
