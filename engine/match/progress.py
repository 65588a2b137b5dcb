from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol

from engine.errors import EngineError
from engine.match.plan import MatchPlan, TimeRule
from engine.match.scoring import GameResult, MatchScoring, score_table
from engine.match.sheet_rules import SheetRules
from engine.play.procedure import WINDOWS, procedure_of
from engine.play.table import NextHand, Phase, Rules, Setup, TableState
from engine.sentences import sentence as _
from engine.tiles.tile import Tile

MORE: Final[Mapping[TimeRule, int]] = {"finish_hand": 0, "one_more": 1, "warn_one_more": 1, "stop_at_bell": -1}
"""Hands after the one in play when the time is up; -1: the one in play does not count (MCR-10.19, RI-2.13)."""


class MatchError(EngineError):
    kind = "match"


class MatchRules(Rules, Protocol):
    @property
    def match(self) -> MatchPlan: ...

    @property
    def sheet(self) -> SheetRules: ...


class MatchState(NamedTuple):
    """Match between two hands. ``players`` gives the player (0-3, numbered by the first hand's seats) at each seat."""

    ruleset: MatchRules
    upcoming: NextHand | None
    """Start values of the next hand's setup; None when the match is over."""
    points: tuple[int, ...]
    players: tuple[int, ...] = (0, 1, 2, 3)
    hands: int = 0
    deposits: int = 0
    last_hands: int | None = None
    """Hands that may still be played after the end of the time; None before it."""

    @property
    def over(self) -> bool:
        return self.upcoming is None or self.last_hands == 0


def start_match(ruleset: MatchRules, start_points: int = 0) -> MatchState:
    return MatchState(ruleset, {}, (start_points,) * 4)


def next_setup(match: MatchState, hands: tuple[tuple[Tile, ...], ...], **setup_fields: Any) -> Setup:
    """Setup of the next hand with these tiles and further fields. Raises MatchError when the match is over."""
    if match.upcoming is None or match.over:
        raise MatchError(_("the match is over"))
    fields: dict[str, Any] = {name: value for name, value in match.upcoming.items() if name in Setup._fields}
    fields["start_scores"] = tuple(match.points[player] for player in match.players)
    return Setup(match.ruleset, hands, **{**fields, **setup_fields})


def advance(match: MatchState, final: TableState) -> MatchState:
    """Advance by a finished hand; an open window closes unclaimed. Raises MatchError for a hand out of order."""
    if final.phase in WINDOWS and final.winners_here:
        final = procedure_of(match.ruleset).close_window(final)
    if final.phase is not Phase.OVER:
        raise MatchError(_("the hand is not over"))
    if match.over or match.upcoming is None:
        raise MatchError(_("the match is over"))
    setup = final.setup
    for name, actual, expected in (
        ("dealer", setup.dealer, match.upcoming.get("dealer", setup.dealer)),
        ("prevalent_wind", setup.prevalent_wind, match.upcoming.get("prevalent_wind", setup.prevalent_wind)),
    ):
        if actual != expected:
            raise MatchError(
                _(
                    "%(name)s is %(found)s and should be %(expected)s",
                    name=name,
                    found=repr(actual),
                    expected=repr(expected),
                ),
                at=name,
            )
    points = list(match.points)
    for seat, player in enumerate(match.players):
        points[player] += final.deltas[seat]
    upcoming = procedure_of(match.ruleset).next_hand(final)
    players = match.players
    if upcoming is not None and "players" in upcoming:
        players = tuple(upcoming["players"])
    return match._replace(
        upcoming=upcoming,
        points=tuple(points),
        players=players,
        hands=match.hands + 1,
        deposits=procedure_of(match.ruleset).deposits(final),
        last_hands=None if match.last_hands is None else match.last_hands - 1,
    )


def end_for_time(match: MatchState, *, in_play: bool, rule: TimeRule | None = None) -> MatchState:
    """End the match for time, with or without a hand in play; ``rule`` defaults to the ruleset's.

    >>> from engine.family import ruleset
    >>> end_for_time(start_match(ruleset("mcr-2006")), in_play=False).over
    True
    """
    more = MORE[rule or match.ruleset.match.time_rule]
    return match._replace(last_hands=0 if more < 0 else int(in_play) + more)


def match_result(match: MatchState, scoring: MatchScoring, fines: tuple[int, ...] = ()) -> list[GameResult]:
    return score_table(match.points, scoring, match.ruleset.sheet.stick * match.deposits, fines)
