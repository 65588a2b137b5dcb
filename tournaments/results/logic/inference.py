"""Scoring rule found from results: every stated number is an exact linear equation of the four places' amounts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from typing import Final

from engine.match.scoring import MatchScoring, places

PLACES: Final = 4
MAX_TRIED: Final = 60
"""Maximum number of groups of equations to solve; each contradicting cell spoils a few."""
UMA: Final = ((), (15, 5, -5, -15), (30, 10, -10, -30), (20, 10, -10, -20), (10, 5, -5, -10), (10, 3, -3, -10))
RETURNS: Final = (25_000, 30_000)
SIGNS: Final = (1, -1, 0)
"""Penalties count with their sign, are subtracted although unsigned, or do not count."""
Amounts = tuple[Fraction, ...]


@dataclass(frozen=True)
class StatedGame:
    """Game of a table: points by seat, with the stated scores, uma, table points and penalties, None if not stated."""

    name: str
    players: tuple[Hashable, ...]
    points: tuple[Fraction, ...]
    scores: tuple[Fraction | None, ...] = ()
    table_points: tuple[Fraction | None, ...] = ()
    penalties: tuple[Fraction, ...] = ()


@dataclass(frozen=True)
class Stated:
    """Facts of a file; `totals` and `ranks` by player, `penalties` of the list by player."""

    games: Sequence[StatedGame]
    totals: Mapping[Hashable, Fraction] = field(default_factory=dict)
    ranks: Mapping[Hashable, int] = field(default_factory=dict)
    penalties: Mapping[Hashable, Fraction] = field(default_factory=dict)
    decimals: int = 6
    """Decimals to which stated numbers may be rounded."""

    @property
    def within(self) -> Fraction:
        return Fraction(1, 2 * 10**self.decimals)


@dataclass(frozen=True)
class DeviatingNumber:
    """A stated number that the rule does not give. `place` names its game, or is empty for a total."""

    place: str
    who: Hashable
    column: str
    stated: Fraction
    computed: Fraction


@dataclass(frozen=True)
class FoundRule:
    """Rule with the numbers that it reproduces, of all that are stated; `sign` of the penalties (`SIGNS`)."""

    scoring: MatchScoring
    sign: int
    matched: int
    of: int
    games: tuple[str, ...] = ()
    """Games whose stated scores it reproduces."""
    contradictions: tuple[DeviatingNumber, ...] = ()


@dataclass(frozen=True)
class _Equation:
    """Shares of the places x amounts = value, but for rounding."""

    shares: Amounts
    value: Fraction
    place: str
    who: Hashable
    stated: Fraction

    def gives(self, amounts: Sequence[Fraction]) -> Fraction:
        return sum((share * amount for share, amount in zip(self.shares, amounts, strict=True)), Fraction(0))


def find_usual_start(tables: Iterable[tuple[Fraction, int]], default: int) -> int:
    """Return the whole start points that most tables add up to, of (total, players) of each.

    >>> find_usual_start([(Fraction(100_000), 4), (Fraction(99_000), 4), (Fraction(100_000), 4)], 30_000)
    25000
    """
    counts = Counter(total / players for total, players in tables)
    likely = max(counts, key=lambda share: counts[share], default=Fraction(default))
    return int(likely) if likely.denominator == 1 else default


def compute_place_shares(points: Sequence[Fraction]) -> list[Amounts]:
    """Return for each seat its share of the amount of each place.

    >>> [list(map(str, shares)) for shares in compute_place_shares([5, 5, 3, 1])][0]
    ['1/2', '1/2', '0', '0']
    """
    return [
        tuple(
            Fraction(1, tied) if place <= position < place + tied else Fraction(0) for position in range(1, PLACES + 1)
        )
        for place, tied in places(points)
    ]


def find_usual_amounts(games: Iterable[tuple[Sequence[Fraction], Sequence[Fraction | None]]]) -> Amounts:
    """Return the amounts by place that most of the stated numbers have, of (points, numbers) of each game; () without.

    >>> list(map(str, find_usual_amounts([([4, 3, 2, 1], [15, 5, -5, -15])])))
    ['15', '5', '-5', '-15']
    """
    equations = [
        _Equation(shares, value, "", None, value)
        for points, values in games
        if len(points) == PLACES
        for shares, value in zip(compute_place_shares(points), values, strict=False)
        if value is not None
    ]
    return _fit_amounts(equations, (), Fraction(0))[0]


def infer(stated: Stated, usual: MatchScoring) -> FoundRule | None:
    """Return the rule that reproduces most stated numbers, preferring `usual`; None if none gives more than half."""
    games = [game for game in stated.games if len(game.points) == PLACES]
    if not games:
        return None
    start = find_usual_start(((sum(game.points, Fraction(0)), PLACES) for game in games), usual.start_points)
    table_points = find_usual_amounts((game.points, game.table_points) for game in games) or usual.table_points
    rules: list[FoundRule] = []
    for divisor in dict.fromkeys((usual.divisor, 1, 1000)):
        for sign in SIGNS if _has_penalties(stated) else SIGNS[:1]:
            rules.append(_fit_rule(stated, games, replace(usual, start_points=start, divisor=divisor), sign))
    best = max(rules, key=lambda rule: rule.matched)
    if best.of == 0:
        best = max(
            (_fit_ranks(stated, games, rule) for rule in _list_known_rules(start, usual)), key=lambda rule: rule.matched
        )
    if 2 * best.matched <= best.of or not best.of:
        return None
    return replace(best, scoring=replace(best.scoring, table_points=table_points))


def infer_parts(stated: Stated, usual: MatchScoring) -> list[FoundRule]:
    """Return the rules of a file whose games were scored by several, each with its games."""
    rules: list[FoundRule] = []
    remaining = list(stated.games)
    while remaining and (rule := infer(replace(stated, games=remaining), usual)) is not None:
        if rules and len(rule.games) < 2:
            break
        rules.append(rule)
        done = set(rule.games)
        remaining = [
            game for game in remaining if game.name not in done and any(score is not None for score in game.scores)
        ]
        if not done:
            break
    return rules


def _has_penalties(stated: Stated) -> bool:
    return any(stated.penalties.values()) or any(any(game.penalties) for game in stated.games)


def _fit_rule(stated: Stated, games: Sequence[StatedGame], usual: MatchScoring, sign: int) -> FoundRule:
    equations = list(_list_equations(stated, games, usual.divisor, sign))
    offsets = [_compute_offsets(rule) for rule in _list_known_rules(usual.start_points, usual)]
    amounts, matched = _fit_amounts(equations, offsets, stated.within)
    if not equations or not amounts:
        return FoundRule(usual, sign, 0, len(equations))
    wrong = [equation for equation in equations if abs(equation.gives(amounts) - equation.value) > stated.within]
    doubted = {equation.place for equation in wrong}
    good = {equation.place: None for equation in equations if equation.place and equation.place not in doubted}
    contradictions = tuple(
        DeviatingNumber(
            equation.place,
            equation.who,
            "score" if equation.place else "total",
            equation.stated,
            equation.stated - equation.value + equation.gives(amounts),
        )
        for equation in wrong
    )
    return FoundRule(_make_scoring(amounts, usual), sign, matched, len(equations), tuple(good), contradictions)


def _list_equations(stated: Stated, games: Sequence[StatedGame], divisor: int, sign: int) -> Iterator[_Equation]:
    amounts_of: dict[Hashable, tuple[Amounts, Fraction]] = {}
    any_score = False
    for game in games:
        fines = game.penalties or (Fraction(0),) * PLACES
        scores = game.scores or (None,) * PLACES
        for place, shares in enumerate(compute_place_shares(game.points)):
            plain = game.points[place] / divisor + sign * fines[place]
            if (score := scores[place]) is not None:
                any_score = True
                yield _Equation(shares, score - plain, game.name, game.players[place], score)
            before, total = amounts_of.get(game.players[place], ((Fraction(0),) * PLACES, Fraction(0)))
            counted = tuple(a + b for a, b in zip(before, shares, strict=True))
            amounts_of[game.players[place]] = counted, total + plain
    if any_score:
        return
    for who, total in stated.totals.items():
        if who in amounts_of:
            counted, plain = amounts_of[who]
            plain += sign * stated.penalties.get(who, Fraction(0))
            yield _Equation(counted, total - plain, "", who, total)


def _fit_amounts(
    equations: Sequence[_Equation], known_amounts: Iterable[Amounts], within: Fraction
) -> tuple[Amounts, int]:
    """Return the amounts that satisfy most equations, and their number; known ones win ties, then the first."""
    best: tuple[Amounts, int] = ((), 0)
    candidates = dict.fromkeys((*known_amounts, *islice(_list_solutions(equations), MAX_TRIED)))
    for amounts in candidates:
        matched = sum(abs(equation.gives(amounts) - equation.value) <= within for equation in equations)
        if matched > best[1]:
            best = amounts, matched
        if best[1] == len(equations):
            break
    return best


def _list_solutions(equations: Sequence[_Equation]) -> Iterator[Amounts]:
    step = max(1, len(equations) // MAX_TRIED)
    for first in range(0, len(equations), step):
        solved = _solve_equations([*equations[first:], *equations[:first]])
        if solved:
            yield solved
            # Rounded numbers give amounts that are nearly whole or half.
            yield tuple(Fraction(round(2 * amount), 2) for amount in solved)


def _solve_equations(equations: Iterable[_Equation]) -> Amounts:
    """Solve the first four independent equations; return () if there are fewer."""
    rows: dict[int, list[Fraction]] = {}
    for equation in equations:
        row = [*equation.shares, equation.value]
        for pivot, reduced in rows.items():
            if row[pivot]:
                times = row[pivot]
                row = [mine - times * its for mine, its in zip(row, reduced, strict=True)]
        pivot_at = next((column for column in range(PLACES) if row[column]), None)
        if pivot_at is None:
            continue
        row = [value / row[pivot_at] for value in row]
        for pivot, reduced in rows.items():
            times = reduced[pivot_at]
            rows[pivot] = [its - times * mine for its, mine in zip(reduced, row, strict=True)]
        rows[pivot_at] = row
        if len(rows) == PLACES:
            return tuple(rows[place][PLACES] for place in range(PLACES))
    return ()


def _list_known_rules(start: int, usual: MatchScoring) -> Iterator[MatchScoring]:
    plain = replace(usual, start_points=start, return_points=start, oka=Fraction(0))
    if start == usual.start_points:
        yield usual
    yield replace(plain, uma=usual.uma)
    for uma in UMA:
        for back in (start, *(back for back in RETURNS if usual.divisor > 1 and back > start > 0)):
            oka = Fraction(PLACES * (back - start), usual.divisor)
            yield replace(plain, uma=tuple(map(Fraction, uma)), return_points=back, oka=oka)


def _compute_offsets(scoring: MatchScoring) -> Amounts:
    """Return the part of a score besides points / divisor, by place."""
    uma = [*scoring.uma, *[Fraction(0)] * PLACES][:PLACES]
    base = Fraction(-scoring.return_points, scoring.divisor)
    return tuple(base + place_uma + (scoring.oka if place == 0 else 0) for place, place_uma in enumerate(uma))


def _make_scoring(amounts: Amounts, usual: MatchScoring) -> MatchScoring:
    """Return the rule with these offsets, with an oka if the uma of the other places is then symmetrical."""
    for rule in _list_known_rules(usual.start_points, usual):
        if _compute_offsets(rule) == amounts:
            return rule
    start = usual.start_points
    for back in (start, *(back for back in RETURNS if back > start > 0)):
        oka = Fraction(PLACES * (back - start), usual.divisor)
        uma = [amount + Fraction(back, usual.divisor) for amount in amounts]
        uma[0] -= oka
        if uma[0] == -uma[3] and uma[1] == -uma[2]:
            return replace(usual, uma=tuple(uma), oka=oka, return_points=back)
    uma = [amount + Fraction(start, usual.divisor) for amount in amounts]
    return replace(usual, uma=tuple(uma) if any(uma) else (), oka=Fraction(0), return_points=start)


def _fit_ranks(stated: Stated, games: Sequence[StatedGame], scoring: MatchScoring) -> FoundRule:
    """Return the rule with the number of stated places that it gives."""
    offsets, totals = _compute_offsets(scoring), dict.fromkeys(stated.ranks, Fraction(0))
    for game in games:
        for player, points, shares in zip(game.players, game.points, compute_place_shares(game.points), strict=True):
            if player in totals:
                added = sum((a * b for a, b in zip(shares, offsets, strict=True)), Fraction(0))
                totals[player] += points / scoring.divisor + added
    places = {who: 1 + sum(rival_total > total for rival_total in totals.values()) for who, total in totals.items()}
    wrong = [who for who, rank in stated.ranks.items() if places[who] != rank]
    contradictions = tuple(
        DeviatingNumber("", who, "place", Fraction(stated.ranks[who]), Fraction(places[who])) for who in wrong
    )
    return FoundRule(scoring, 1, len(places) - len(wrong), len(places), contradictions=contradictions)
