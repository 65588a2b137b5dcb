"""A player's requirements in the last round of a stage or of the event, from public results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from engine.errors import EngineError
from tournaments.core.http.limits import LimitError, run_with_limit
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.events.queries import find_current_round
from tournaments.rounds.models import Round
from tournaments.rounds.queries.postponed import list_tables_to_come
from tournaments.rounds.queries.public_seatings import sort_seats
from tournaments.standings.logic import METRICS, Game, Key, StandingsInput, StandingsRow, compute
from tournaments.standings.logic import needs as pure
from tournaments.standings.logic.carry import compute_value_before
from tournaments.standings.logic.needs import Needs
from tournaments.standings.logic.round_ahead import RoundAhead
from tournaments.standings.logic.team_needs import build_extreme_games, compute_team_needs
from tournaments.standings.queries import standings as ranking
from tournaments.standings.queries.ledger_input import read

PODIUM: Final = 3

AROUND: Final = 8
"""Players on each side of the line for the projector if every place is possible for everybody."""

FURTHEST: Final = 20

AT_ONCE: Final = 4

SECONDS: Final = 6.0
"""Time limit of `AT_ONCE` players: in a field of 188 one takes up to a second."""


@dataclass(frozen=True)
class LastRound:
    """Deciding round: for the first `line` places, of the cut to the stage `into` or at the end."""

    number: int
    line: int
    into: str
    ahead: RoundAhead
    hands: int | None
    """Number of hands of the round, if the rules limit its points."""


@dataclass(frozen=True)
class PlayerNeeds:
    last: LastRound
    player: Entry
    place: int
    needs: Needs | None
    """Chances; None where every place is possible for everybody, as points without a limit count first."""
    metric: str
    behind: Fraction
    """Distance to the last place asked for, in the first metric; negative if ahead of the next player."""


def last_round(tournament: Tournament) -> LastRound | None:
    """Return the current round if it ends its stage after public standings and no postponed table is to come."""
    current = find_current_round(tournament).current
    if current is None or current.state == Round.State.FINISHED:
        return None
    round_ = tournament.rounds.select_related("stage").get(number=current.number)
    if round_.number < 2 or round_.stage.rounds.filter(number__gt=round_.number).exists():
        return None
    if ranking.get_last_public_round(tournament) != round_.number - 1 or list_tables_to_come(tournament):
        return None
    scoring = tournament.ruleset.scoring
    if scoring.rounding != "exact":
        return None
    following = Stage.objects.filter(tournament=tournament, number__gt=round_.stage.number).order_by("number").first()
    if following is not None and (following.cut_to is None or following.of_teams):
        return None
    version = tournament.ruleset
    try:
        sheet = version.rules.sheet
    except EngineError:
        return None
    live = round_.current_seating
    seats = sort_seats(live.seats.all()) if live else []
    tables: dict[int, list[int]] = {}
    for seat in seats:
        tables.setdefault(seat.table_number, []).append(seat.entry_id)
    ahead = RoundAhead(round_.number, tuple(map(tuple, tables.values())), scoring, step=sheet.step, swing=sheet.swing)
    return LastRound(
        number=round_.number,
        line=following.cut_to if following is not None and following.cut_to else PODIUM,
        into=str(following) if following is not None else "",
        ahead=ahead,
        hands=sheet.lines if sheet.swing else None,
    )


def compute_team_chances(tournament: Tournament) -> dict[int, Needs]:
    """Return the chances of each team by key; empty before the last round, or if every place is possible for all."""
    last = last_round(tournament) if tournament.has_teams else None
    if last is None or last.into:
        return {}
    inputs = read(tournament)
    lows, highs = (
        compute(_replace_last_round(inputs, last.number, build_extreme_games(last.ahead, most=most)), last.number)
        for most in (False, True)
    )
    if not pure.can_tell_chances(lows.team_metrics, last.ahead):
        return {}
    return {int(key): needs for key, needs in compute_team_needs(lows.teams, highs.teams, lows.team_metrics).items()}


def _replace_last_round(inputs: StandingsInput, number: int, games: Sequence[Game]) -> StandingsInput:
    return replace(
        inputs,
        games=[*(game for game in inputs.games if game.round != number), *games],
        adjustments=[line for line in inputs.adjustments if line.round != number],
        forfeits=[forfeit for forfeit in inputs.forfeits if forfeit.round != number],
    )


def find_player_needs(tournament: Tournament, number: int) -> PlayerNeeds | None:
    """Return the chances of one player; None without a last round to come, or if it takes too long."""
    entry = tournament.entries.filter(number=number).values_list("pk", flat=True).first()
    last = last_round(tournament)
    if entry is None or last is None:
        return None
    return next(iter(_compute_needs(tournament, last, [entry])), None)


def list_needs_near_line(tournament: Tournament) -> list[PlayerNeeds]:
    """Return the chances of players near the line by place, from one certain to be inside to one out of reach."""
    last = last_round(tournament)
    if last is None:
        return []
    ranked = [row for row in ranking.get_standings(tournament, last.number - 1).individual if row.place]
    above = [int(row.key) for row in ranked if row.place <= last.line][::-1]
    below = [int(row.key) for row in ranked if row.place > last.line]
    certain = _compute_needs(tournament, last, above[:FURTHEST], lambda needs: needs.worst <= last.line)
    return [*certain[::-1], *_compute_needs(tournament, last, below[:FURTHEST], lambda needs: needs.best > last.line)]


def compute_rows_before(tournament: Tournament, last: LastRound) -> tuple[list[StandingsRow], tuple[str, ...]]:
    """Return the standings before the last round, computed as of it so that its players are known, and the metrics."""
    before = {row.key for row in ranking.get_standings(tournament, last.number - 1).individual}
    playing = {key for table in last.ahead.tables for key in table}
    rows = [
        replace(row, adjustments=tuple(line for line in row.adjustments if line.round != last.number))
        for row in ranking.get_standings(tournament, last.number).individual
        if row.key in before and (row.place or row.out or row.key in playing)
    ]
    return rows, tuple(tournament.ruleset.tie_breaks)


def _compute_needs(
    tournament: Tournament, last: LastRound, keys: Sequence[int], ends: Callable[[Needs], bool] = lambda _needs: False
) -> list[PlayerNeeds]:
    """Return the chances of these players, up to the first few for whom `ends` is true, or as time allows."""
    before = {row.key: row for row in ranking.get_standings(tournament, last.number - 1).individual}
    rows, metrics = compute_rows_before(tournament, last)
    needs: dict[Key, Needs] = {}
    if pure.can_tell_chances(metrics, last.ahead):
        for start in range(0, len(keys), AT_ONCE):
            some = tuple(keys[start : start + AT_ONCE])
            try:
                needs |= run_with_limit(SECONDS, pure.compute_chances, rows, metrics, last.ahead, some, last.line)
            except LimitError:
                break
            if any(ends(needs[key]) for key in some if key in needs):
                break
        keys = [key for key in keys if key in needs]
    else:
        keys = keys[:AROUND]
    ranked = sorted((row for row in before.values() if row.place), key=lambda row: row.place)
    # The stage of the last round may take over only a part of the points.
    comparable = METRICS[metrics[0]].among is None
    counted = {
        row.key: compute_value_before(row, metrics[0], last.number) if comparable else Fraction(0) for row in rows
    }
    players = tournament.entries.select_related("team").in_bulk(keys)
    return [
        PlayerNeeds(
            last,
            players[key],
            before[key].place,
            needs.get(key),
            metrics[0],
            _compute_gap(ranked, before[key], last.line, counted),
        )
        for key in keys
        if key in before and before[key].place and key in counted
    ]


def _compute_gap(
    ranked: Sequence[StandingsRow], row: StandingsRow, line: int, counted: Mapping[Key, Fraction]
) -> Fraction:
    index = line if row.place <= line else line - 1
    if index >= len(ranked) or ranked[index].key not in counted:
        return Fraction(0)
    return counted[ranked[index].key] - counted[row.key]
