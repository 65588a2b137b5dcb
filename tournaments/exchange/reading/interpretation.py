"""Interpretation of a `mahjong-event/1` file, found by reproducing its listed standings.

Files do not say if numbers are rounded, if points include penalties, how many of a team count, or if everybody has a
place; a file without standings gets the plain interpretation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from engine.match.scoring import GameResult, MatchScoring, score_table
from engine.sentences import Sentence, gettext_noop
from tournaments.core.models.sentences import read_reason
from tournaments.core.tabular.reading import RowProblem
from tournaments.exchange.documents import Raw, make_problem
from tournaments.exchange.event_scoring import has_uma, read_scoring, read_tie_breaks
from tournaments.exchange.reading.comparison import compare, is_rounded_to
from tournaments.exchange.reading.event_file import (
    EventFile,
    FileSeat,
    FileTable,
    Id,
    as_number,
    list_consistency_warnings,
    parse_id,
)
from tournaments.exchange.reading.forfeits import FileForfeit, as_pure, read_forfeits
from tournaments.exchange.reading.penalty_signs import TAKEN_OFF, add_minus_signs, find_question
from tournaments.exchange.reading.scoring_search import search
from tournaments.standings.logic import (
    Adjustment,
    Competitor,
    Game,
    RankingRules,
    Standings,
    StandingsInput,
    TeamRule,
    compute,
)

PlayedTable = tuple[int, FileTable, list[GameResult]]
"""Number of the round, the table, and the game's result for each seat."""


@dataclass(frozen=True)
class Interpretation:
    official: bool = False
    """Use the seats' official numbers as written, even if rounded."""
    listed_penalties: bool = True
    """Count penalties that only the list has on top of the games."""
    team_best: int | None = None
    everybody: bool = True
    """Give players who are missing in the listed standings a place, too."""


@dataclass
class FilePenalty:
    """Penalty for the ledger: at a table (after the game's score) or overall."""

    amount: Fraction
    unit: str
    player: Id | None
    team: Id | None
    round: int | None
    table: int | None
    reason: str
    index: int | None
    raw: Raw = field(default_factory=dict)


@dataclass
class Meaning:
    """Event ready to be stored: rules, games' official numbers, penalties, and certainty."""

    scoring: MatchScoring
    tie_breaks: tuple[str, ...]
    reading: Interpretation
    penalties: list[FilePenalty]
    noted: list[int]
    """Positions of listed penalties that do not count again: the points include them, or their player is unknown."""
    official: dict[tuple[int, int, int], dict[str, Fraction]]
    """(round, table, line of the sheet) -> official numbers where they differ from the computed ones."""
    unranked: set[Id]
    differences: list[Sentence]
    """Differences from the standings listed in the file; empty if they are reproduced or none are listed."""
    problems: list[RowProblem] = field(default_factory=list)
    forfeits: list[FileForfeit] = field(default_factory=list)
    asks_signs: bool = False


def understand(event: EventFile, *, signs: str = "") -> Meaning:
    """Return the interpretation that reproduces the standings of the file, or the plainest with the differences.

    If only `signs` (`penalty_signs.SIGNS`) can tell the sign of penalties, its lack is a `question` and an error.
    """
    if signs == TAKEN_OFF:
        event = add_minus_signs(event)
    meaning = _find_meaning(event)
    told_by_standings = bool(event.standings) and not meaning.differences
    if not signs and not told_by_standings and (sign_question := find_question(event)) is not None:
        meaning.asks_signs = True
        meaning.problems = [sign_question, *meaning.problems]
    return meaning


def _find_meaning(event: EventFile) -> Meaning:
    scoring, problems = read_scoring(event)
    meaning = _find_meaning_by_scoring(event, scoring, problems)
    if has_uma(event):
        return meaning
    # The file states no uma: its scores, totals or places may follow another rule than the usual one.
    rule = search(event, scoring)
    others = [(rule.scoring, problems + rule.problems)] if rule is not None and rule.scoring != scoring else []
    if scoring.uma and meaning.differences:
        others.append((replace(scoring, uma=()), problems))
    for candidate, doubts in others:
        another_way = _find_meaning_by_scoring(event, candidate, doubts)
        better = len(another_way.differences) < len(meaning.differences)
        if better or (not meaning.differences and len(another_way.official) < len(meaning.official)):
            return another_way
    return meaning


def _find_meaning_by_scoring(event: EventFile, scoring: MatchScoring, problems: list[RowProblem]) -> Meaning:
    """Return the interpretation with this scoring closest to the file's standings; `problems` of the scoring."""
    tie_breaks, more = read_tie_breaks(event, scoring)
    problems = problems + more
    doubts = list_consistency_warnings(event, scoring)
    # All interpretations, of which there may be dozens, share the games' results.
    played = [(number, table, score_table(table.points, scoring, table.leftover)) for number, table in event.played]
    first: Meaning | None = None
    loose: Meaning | None = None
    for reading in _list_interpretations(event):
        meaning = _make_meaning(event, played, scoring, tie_breaks, reading)
        standings = compute_meaning_standings(event, played, meaning)
        if not (exactly := compare(event, standings, strict=True)):
            meaning.problems = problems + meaning.problems + doubts
            return meaning
        if loose is None and not (close := compare(event, standings, strict=False)):
            loose, meaning.differences = meaning, close
        if first is None:
            first, meaning.differences = meaning, exactly
    chosen = loose or first
    if chosen is None:
        raise AssertionError("there is always a plain reading")
    if loose is None:
        chosen.differences = compare(event, compute_meaning_standings(event, played, chosen), strict=False)
    chosen.problems = problems + chosen.problems + doubts
    return chosen


def _list_interpretations(event: EventFile) -> Iterator[Interpretation]:
    sizes = {len(team.members) for team in event.teams}
    bests: list[int | None] = [None, *range(max(sizes, default=1) - 1, 0, -1)]
    listed = event.standings.get("individual") if isinstance(event.standings.get("individual"), list) else None
    everybody = [True, False] if listed and len(listed) < len(event.players) else [True]
    for best in bests:
        for penalties in [True, False] if event.penalties else [True]:
            for place in everybody:
                for official in (False, True):
                    yield Interpretation(official, penalties, best, place)


def _make_meaning(
    event: EventFile,
    played: Sequence[PlayedTable],
    scoring: MatchScoring,
    tie_breaks: tuple[str, ...],
    reading: Interpretation,
) -> Meaning:
    penalties, noted, problems = _read_penalties(event, scoring, reading)
    forfeits, left_out = read_forfeits(event)
    official: dict[tuple[int, int, int], dict[str, Fraction]] = {}
    inside = {
        (penalty.round, penalty.table, penalty.player): penalty.amount
        for penalty in penalties
        if penalty.table and penalty.unit == "score"
    }
    for round_number, table, games in played:
        for order, (seat, game) in enumerate(zip(table.seats, games, strict=True)):
            fine = inside.get((round_number, table.number, seat.player), Fraction(0))
            amounts = _list_official_amounts(seat, game, fine, reading)
            if amounts:
                official[round_number, table.number, order] = amounts
    unranked: set[Id] = set()
    if not reading.everybody:
        listed = {parse_id(row.get("player")) for row in event.standings["individual"] if isinstance(row, dict)}
        unranked = {player.id for player in event.players if player.id not in listed}
    problems += left_out
    return Meaning(scoring, tie_breaks, reading, penalties, noted, official, unranked, [], problems, forfeits)


def _list_official_amounts(
    seat: FileSeat, game: GameResult, fine: Fraction, reading: Interpretation
) -> dict[str, Fraction]:
    """Return official numbers of a game that differ from computed ones; the seat's score excludes its penalty."""
    amounts: dict[str, Fraction] = {}
    table_points, score = seat.number("table_points"), seat.number("score")
    if table_points is not None and not _is_in_agreement(
        table_points, game.table_points, seat.raw["table_points"], reading
    ):
        amounts["table_points"] = table_points
    if score is not None:
        for without in (score - fine, score):
            if _is_in_agreement(without, game.score, seat.raw["score"], reading):
                return amounts
        amounts["score"] = score - fine
    return amounts


def _is_in_agreement(written: Fraction, computed: Fraction, raw: object, reading: Interpretation) -> bool:
    if written == computed:
        return True
    return not reading.official and is_rounded_to(computed, written, raw)


def _read_penalties(
    event: EventFile, scoring: MatchScoring, reading: Interpretation
) -> tuple[list[FilePenalty], list[int], list[RowProblem]]:
    seats = {
        (number, table.number, seat.player): (table, seat) for number, table in event.played for seat in table.seats
    }
    penalties: list[FilePenalty] = []
    noted: list[int] = []
    problems: list[RowProblem] = []
    listed: dict[tuple[int, int, Id | None], list[int]] = {}
    teams, players = {team.id for team in event.teams}, {player.id for player in event.players}
    for index, raw in enumerate(event.penalties):
        where = _("penalty %(number)s") % {"number": index + 1}
        amount, round_number = as_number(raw.get("amount")), as_number(raw.get("round"))
        table_number = event.table_number(raw.get("table"))
        player, team = parse_id(raw.get("player")), parse_id(raw.get("team"))
        if amount is None or (player not in players and team not in teams):
            noted.append(index)
            problems.append(make_problem(where, _("Kept, but it names no known player or no amount."), warning=True))
            continue
        place: tuple[int, int, Id | None] | None = None
        if round_number is not None and table_number is not None:
            place = (int(round_number), int(table_number), player)
        table_seat = seats.get(place) if place else None
        penalty = FilePenalty(
            amount=amount,
            unit=_find_unit(raw, amount, scoring),
            player=player if player in players else None,
            team=None if player in players else team,
            round=int(round_number) if round_number is not None else None,
            table=place[1] if table_seat and place else None,
            reason=_read_reason(raw),
            index=index,
            raw=raw,
        )
        if penalty.unit == "points":
            penalty.amount, penalty.unit = penalty.amount / scoring.divisor, "score"
        if table_seat and place:
            table, seat = table_seat
            if seat.number("penalty"):
                listed.setdefault(place, []).append(len(penalties))
                penalties.append(penalty)
                continue
            if _has_points_already(table, event, scoring, place, raw):
                noted.append(index)
                continue
        if reading.listed_penalties:
            penalties.append(penalty)
        else:
            noted.append(index)
    for (number, table_number_, player_id), (_table, seat) in seats.items():
        amount = seat.number("penalty") or Fraction(0)
        seat_penalties = [penalties[position] for position in listed.get((number, table_number_, player_id), [])]
        remainder = amount - sum((penalty.amount for penalty in seat_penalties), Fraction(0))
        if remainder and seat_penalties and len(seat_penalties) == 1:
            seat_penalties[0].amount = amount
        elif remainder:
            penalties.append(
                FilePenalty(remainder, "score", player_id, None, number, table_number_, _read_reason({}), None)
            )
    return penalties, noted, problems


def _read_reason(raw: Raw) -> str:
    return read_reason(raw) or Sentence(gettext_noop("Penalty of the imported event"))


def _find_unit(raw: Raw, amount: Fraction, scoring: MatchScoring) -> str:
    text = str(raw.get("unit") or "").lower()
    if "table" in text and "point" in text:
        return "table_points"
    if "score" in text or "after uma" in text:
        return "score"
    return "points" if scoring.divisor > 1 and abs(amount) >= scoring.divisor else "score"


def _has_points_already(
    table: FileTable, event: EventFile, scoring: MatchScoring, place: tuple[int, int, Any], raw: Raw
) -> bool:
    """Return True if the points include a penalty: it explains the table's wrong sum."""
    if "included" in " ".join(str(raw.get(name, "")) for name in ("unit", "scope", "reason", "note")).lower():
        return True
    if scoring.fines == "after":
        return False
    missing = table.total - scoring.expected_total(len(table.seats))
    fines = [
        as_number(penalty.get("amount")) or Fraction(0)
        for penalty in event.penalties
        if _make_spot(event, penalty) == place[:2]
    ]
    return missing != 0 and missing == sum(fines, Fraction(0))


def _make_spot(event: EventFile, penalty: Raw) -> tuple[Any, Any]:
    return penalty.get("round"), event.table_number(penalty.get("table"))


def find_ranking_version(event: EventFile) -> int:
    """Return the version of the places (`RankingRules.version`): 1 if the file places somebody without a game."""
    rows, counted = event.standings.get("individual"), [table for _round, table in event.played]
    played = {seat.player for table in counted for seat in table.seats}
    placed = {parse_id(row.get("player")) for row in rows or () if isinstance(row, dict) and row.get("place")}
    forfeits, _left_out = read_forfeits(event)
    lost = {forfeit.player for forfeit in as_pure(forfeits, 1)[0]}
    return 1 if placed - played - lost else 2


def compute_meaning_standings(event: EventFile, played: Sequence[PlayedTable], meaning: Meaning) -> Standings:
    """Return standings by the interpretation, keyed by the file's ids, after the round of the file's standings."""
    games = []
    teams = {player.id: player.team for player in event.players}
    for number, table, worth in played:
        for order, (seat, game) in enumerate(zip(table.seats, worth, strict=True)):
            if seat.player is None:
                continue
            official = meaning.official.get((number, table.number, order), {})
            games.append(
                Game(
                    player=seat.player,
                    round=number,
                    table=table.number,
                    score=official.get("score", game.score),
                    points=game.points - meaning.scoring.start_points,
                    table_points=official.get("table_points", game.table_points),
                    uma=game.uma,
                    place=game.place,
                    shared=game.shared,
                    team=teams.get(seat.player),
                )
            )
    adjustments = [
        Adjustment(
            penalty.amount,
            penalty.unit,
            penalty.player,
            penalty.team if penalty.player is None else None,
            penalty.round,
        )
        for penalty in meaning.penalties
        if penalty.player is not None or penalty.team is not None
    ]
    competitors = [
        Competitor(player.id, player.team, number, player.substitute_for, ranked=player.id not in meaning.unranked)
        for number, player in enumerate(event.players, 1)
    ]
    after = as_number(event.standings.get("after_round"))
    sessions, outs = as_pure(meaning.forfeits, meaning.scoring.divisor)
    inputs = StandingsInput(
        competitors,
        games,
        RankingRules(
            meaning.tie_breaks,
            team=TeamRule(meaning.reading.team_best) if event.teams else None,
            version=find_ranking_version(event),
        ),
        adjustments=adjustments,
        teams=[Competitor(team.id, number=number) for number, team in enumerate(event.teams, 1)],
        forfeits=sessions,
        outs=outs,
    )
    return compute(inputs, int(after) if after is not None else event.rounds_played)
