"""Scoring of a `mahjong-event/1` file: as stated, as its tables show, else as in its rules."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _

from engine.match.scoring import MatchScoring
from tournaments.core.tabular.reading import RowProblem
from tournaments.events.presets import Preset, in_force_on, preset
from tournaments.exchange.documents import make_problem
from tournaments.exchange.reading.event_file import EventFile, as_number
from tournaments.results.logic.inference import find_usual_amounts, find_usual_start


def preset_of(event: EventFile) -> Preset:
    """Return the rules named by the file's `scoring`, else those of its family in force when the event was played."""
    try:
        named = preset(str(event.scoring.get("rules", "")))
    except KeyError:
        named = None
    return named if named is not None and named.family == event.family else in_force_on(event.family, event.day)


def read_scoring(event: EventFile) -> tuple[MatchScoring, list[RowProblem]]:
    """Return the match scoring from the file's `scoring`; missing values come from the tables or the rules."""
    raw, problems = event.scoring, []
    default = preset_of(event).match.scoring

    def number(name: str) -> Fraction | None:
        value = raw.get(name)
        amount = as_number(value)
        if value is not None and amount is None:
            problems.append(make_problem(f"scoring, {name}", _("“%(found)s” is not a number.") % {"found": value}))
        return amount

    start = number("start_points")
    if start is None:
        totals = ((table.total, len(table.seats)) for _round, table in event.played)
        start = Fraction(find_usual_start(totals, default.start_points) if default.start_points else 0)
    returned = number("return_points")
    divisor = number("points_per_score") or Fraction(default.divisor if start >= default.divisor else 1)
    if start.denominator != 1 or divisor.denominator != 1 or divisor < 1:
        problems.append(make_problem("scoring", _("Start points and points per score are whole numbers.")))
        start, divisor = Fraction(0), Fraction(1)
    uma = _read_numbers(raw.get("uma"), "uma", problems)
    if default.uma and raw.get("uma") is None:
        uma = _find_shown_uma(event) or (list(default.uma) if divisor == default.divisor else [])
    if divisor >= 100 and any(abs(amount) >= divisor for amount in uma):
        uma = [amount / divisor for amount in uma]
    oka = number("oka") or Fraction(0)
    if divisor >= 100 and abs(oka) >= divisor:
        oka = oka / divisor
    table_points = _read_numbers(raw.get("table_points"), "table_points", problems)
    if raw.get("table_points") is None:
        table_points = list(default.table_points)
    sticks = " ".join(str(raw.get(name, "")) for name in ("leftover_riichi_sticks", "leftover_sticks")).lower()
    to_first = any(word in sticks for word in ("first", "top", "winner")) and "lost" not in sticks
    scoring = MatchScoring(
        start_points=int(start),
        return_points=int(start if returned is None or returned.denominator != 1 else returned),
        divisor=int(divisor),
        table_points=tuple(table_points),
        uma=tuple(uma),
        oka=oka,
        leftover="first" if to_first else "lost",
        fines=default.fines,
    )
    return scoring, problems


def _read_numbers(value: object, name: str, problems: list[RowProblem]) -> list[Fraction]:
    if value is None:
        return []
    amounts = [as_number(element) for element in value] if isinstance(value, list) else [None]
    if any(amount is None for amount in amounts):
        problems.append(make_problem(f"scoring, {name}", _("“%(found)s” is not a list of numbers.") % {"found": value}))
    return [amount for amount in amounts if amount is not None]


def has_uma(event: EventFile) -> bool:
    """Return True if the file has an uma, in its scoring or at its seats."""
    return event.scoring.get("uma") is not None or bool(_find_shown_uma(event))


def _find_shown_uma(event: EventFile) -> list[Fraction]:
    """Return the uma that most seats show, best place first; empty if they show none."""
    return list(
        find_usual_amounts((table.points, [seat.number("uma") for seat in table.seats]) for _n, table in event.played)
    )


_METRIC_WORDS = (
    ("table point", "table_points"),
    ("without uma", "points"),
    ("raw", "points"),
    ("uma", "uma"),
    ("first place", "first_places"),
    ("wins", "first_places"),
    ("second place", "second_places"),
    ("third place", "third_places"),
    ("best game", "best_game"),
    ("highest", "best_game"),
    ("total", "total"),
    ("score", "total"),
    ("point", "total"),
)


def read_tie_breaks(event: EventFile, scoring: MatchScoring) -> tuple[tuple[str, ...], list[RowProblem]]:
    """Return metric keys from the file's `ranking` text; the family's default order if it is empty."""
    usual = ("table_points", "total") if scoring.table_points else ("total",)
    listed = event.scoring.get("ranking")
    if not isinstance(listed, list) or not listed:
        return usual, []
    keys: list[str] = []
    problems = []
    for words in listed:
        text = str(words).lower()
        key = next((key for word, key in _METRIC_WORDS if word in text), None)
        if key is None:
            problems.append(
                make_problem("scoring, ranking", _("Unknown order “%(words)s”.") % {"words": words}, warning=True)
            )
        elif key not in keys:
            keys.append(key)
    return (tuple(keys) or usual), problems
