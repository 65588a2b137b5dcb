"""Match scoring: final points to places, table points, uma, oka and game score, as exact fractions.

Values stay `Fraction` until displayed: three players who share 4-2-1 table points have 7/3 each. The scoring of a
ruleset is ``Ruleset.match.scoring``; a tournament may change any number of it.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from engine.errors import RulesetError
from engine.exact import INTEGERS, NumberError, Range, quote_value, read_exact, read_integer, read_stored
from engine.sentences import sentence as _

Number = int | float | str | Decimal | Fraction

LEFTOVER = ("lost", "first", "first_down")
FINES = ("before", "after")
TIES = ("share", "seat_order")
ROUNDINGS = ("exact", "whole")


DIVISOR = Range(1, 10**6)
MAX_PLACES = 16


@dataclass(frozen=True, slots=True)
class MatchScoring:
    """Scoring of one table's final points. Points are raw sheet points, scores are tournament points.

    score = (points - return_points) / divisor + uma + oka + leftover sticks, clause RI-8.1 to 8.3, MCR-8.1, 8.4.
    """

    start_points: int = 0
    """Points of every player at the start (MCR writes differences, so 0)."""
    return_points: int = 0
    """Subtracted from the points before the division; more than the start points makes room for an oka."""
    divisor: int = 1
    """Raw points per point of the score: 1000 in the WRC scale, 1 where points are added up as they are."""
    table_points: tuple[Fraction, ...] = ()
    """Table points by place, best first; empty if not used (MCR-8.2, SC-E13)."""
    uma: tuple[Fraction, ...] = ()
    """Added to the score by place, best first, in points of the score."""
    oka: Fraction = Fraction(0)
    """Extra for the first place, in points of the score; players tied for first share it."""
    leftover: str = "lost"
    """Riichi sticks left: ``lost``, or for the ``first``; tied firsts exactly or ``first_down`` (RI-5.10, RI-E15)."""
    fines: str = "after"
    """Fines in points count ``before`` the places (MCR-7.2, RI-E12) or ``after`` uma (RI-7.2, RI-8.5)."""
    ties: str = "share"
    """Equal points ``share`` the amounts of their places, or the earlier seat ranks above (``seat_order``, RI-E9)."""
    rounding: str = "exact"
    """``whole``: scores of all but the first are rounded to whole numbers and the first takes the remainder (RI-E9)."""

    def __post_init__(self) -> None:
        if self.divisor < 1:
            raise RulesetError(_("divisor must be 1 or more, not %(divisor)s", divisor=self.divisor), at="divisor")
        for name, allowed in (("leftover", LEFTOVER), ("fines", FINES), ("ties", TIES), ("rounding", ROUNDINGS)):
            if getattr(self, name) not in allowed:
                actual, choices = repr(getattr(self, name)), ", ".join(allowed)
                raise RulesetError(
                    _("%(name)s must be one of %(known)s, not %(found)s", name=name, known=choices, found=actual),
                    at=name,
                )

    @classmethod
    def from_dict(cls, values: Mapping[str, object]) -> "MatchScoring":
        """Read the plain values of a form, stored tournament or file. Raises RulesetError for unknown names.

        ``return_points`` defaults to the start points.

        >>> MatchScoring.from_dict({"start_points": 30000, "divisor": 1000, "uma": [15, 5, -5, -15]}).return_points
        30000
        """
        field_names = {field.name for field in fields(cls)}
        if unknown := sorted(set(values) - field_names):
            names = ", ".join(unknown)
            raise RulesetError(_("unknown match scoring values: %(names)s", names=names), at=unknown[0])
        start = _integer_field(values, "start_points", 0)
        return cls(
            start_points=start,
            return_points=_integer_field(values, "return_points", start),
            divisor=_integer_field(values, "divisor", 1, DIVISOR),
            table_points=_fraction_fields(values, "table_points"),
            uma=_fraction_fields(values, "uma"),
            oka=_fraction_field(values.get("oka", 0), "oka"),
            leftover=str(values.get("leftover", "lost")),
            fines=str(values.get("fines", "after")),
            ties=str(values.get("ties", "share")),
            rounding=str(values.get("rounding", "exact")),
        )

    def to_dict(self) -> dict[str, object]:
        return {
            "start_points": self.start_points,
            "return_points": self.return_points,
            "divisor": self.divisor,
            "table_points": [to_json(value) for value in self.table_points],
            "uma": [to_json(value) for value in self.uma],
            "oka": to_json(self.oka),
            "leftover": self.leftover,
            "fines": self.fines,
            "ties": self.ties,
            "rounding": self.rounding,
        }

    def expected_total(self, players: int = 4) -> int:
        return self.start_points * players


@dataclass(frozen=True, slots=True)
class GameResult:
    """Result of one player. `place` is the better place of a tie; `score` includes uma, oka, sticks and fine."""

    points: Fraction
    place: int
    shared: bool
    table_points: Fraction
    uma: Fraction
    oka: Fraction
    sticks: Fraction
    score: Fraction


def places(points: Sequence[Any]) -> list[tuple[int, int]]:
    """Places as (better place of the tie, number of tied players) in the given order; more points are better.

    >>> places([30, -10, -10, -10])
    [(1, 1), (2, 3), (2, 3), (2, 3)]
    """
    return [(1 + sum(rival > score for rival in points), sum(rival == score for rival in points)) for score in points]


def shared_amount(amounts: Sequence[Fraction], place: int, tied: int) -> Fraction:
    """Equal share of the amounts of `tied` players from `place` on; places beyond the list earn nothing.

    >>> shared_amount([Fraction(4), Fraction(2), Fraction(1), Fraction(0)], 1, 3)
    Fraction(7, 3)
    """
    return sum(amounts[place - 1 : place - 1 + tied], Fraction(0)) / tied


def score_table(
    points: Sequence[Number],
    scoring: MatchScoring,
    leftover: Number = 0,
    fines: Sequence[Number] = (),
    last: Collection[int] = (),
) -> list[GameResult]:
    """Results of one table in the order of `points` (seat order, used only by ``ties="seat_order"``).

    `leftover`: points of sticks left on the table; ties are determined before it is awarded (RI-5.10). `fines`: raw
    points by seat, not positive, that are not on the sheet. Seats in `last` rank below all others regardless of points:
    an empty chair (MCR-E16, RI-E13) or a later substitute (RI-8.8).

    >>> scoring = MatchScoring.from_dict({"table_points": [4, 2, 1, 0]})
    >>> [str(seat.table_points) for seat in score_table([60, -10, -10, -40], scoring)]
    ['4', '3/2', '3/2', '0']
    """
    fined = [read_stored(value) for value in fines] or [Fraction(0)] * len(points)
    raw = [read_stored(value) for value in points]
    if scoring.fines == "before":
        raw = [raw_points + fine for raw_points, fine in zip(raw, fined, strict=True)]
    if scoring.ties == "seat_order":
        order = sorted(range(len(raw)), key=lambda seat: (seat in last, -raw[seat], seat))
        placed = [(order.index(seat) + 1, 1) for seat in range(len(raw))]
    else:
        placed = places([(seat not in last, raw_points) for seat, raw_points in enumerate(raw)])
    results = []
    for raw_points, fine, (place, tied) in zip(raw, fined, placed, strict=True):
        sticks = _share_of_sticks(read_stored(leftover), tied, scoring) if place == 1 else Fraction(0)
        uma = shared_amount(scoring.uma, place, tied)
        oka = scoring.oka / tied if place == 1 else Fraction(0)
        late = fine if scoring.fines == "after" else Fraction(0)
        score = (raw_points + sticks + late - scoring.return_points) / scoring.divisor + uma + oka
        table_points = shared_amount(scoring.table_points, place, tied)
        results.append(GameResult(raw_points, place, tied > 1, table_points, uma, oka, sticks, score))
    return _round_scores(results) if scoring.rounding == "whole" else results


def _share_of_sticks(leftover: Fraction, tied: int, scoring: MatchScoring) -> Fraction:
    if scoring.leftover == "lost":
        return Fraction(0)
    share = leftover / tied
    return Fraction(share // 1) if scoring.leftover == "first_down" else share


def _round_scores(results: list[GameResult]) -> list[GameResult]:
    first = min(range(len(results)), key=lambda seat: results[seat].place)
    total = sum((seat.score for seat in results), Fraction(0))
    rounded = [replace(seat, score=Fraction(_round_half_to_zero(seat.score))) for seat in results]
    others = sum((seat.score for index, seat in enumerate(rounded) if index != first), Fraction(0))
    rounded[first] = replace(rounded[first], score=total - others)
    return rounded


def _round_half_to_zero(value: Fraction) -> int:
    integer, fraction = divmod(abs(value), 1)
    size = int(integer) + (1 if fraction > Fraction(1, 2) else 0)
    return size if value >= 0 else -size


def to_json(value: Fraction) -> int | float | str:
    """Convert to JSON: an integer, a float for a short decimal, otherwise text such as ``"7/3"``.

    >>> to_json(Fraction(3)), to_json(Fraction(3, 2)), to_json(Fraction(7, 3))
    (3, 1.5, '7/3')
    """
    if value.denominator == 1:
        return value.numerator
    near = float(value)
    return near if Fraction(repr(near)) == value else str(value)


def _integer_field(values: Mapping[str, object], name: str, default: int, within: Range = INTEGERS) -> int:
    try:
        return read_integer(values.get(name, default), within)
    except NumberError as error:
        raise _field_error(name, error) from None


def _fraction_field(value: object, name: str) -> Fraction:
    try:
        return read_exact(value)
    except NumberError as error:
        raise _field_error(name, error) from None


def _field_error(name: str, error: NumberError) -> RulesetError:
    return RulesetError(_("%(name)s: %(problem)s", name=name, problem=error.message), at=name)


def _fraction_fields(values: Mapping[str, object], name: str) -> tuple[Fraction, ...]:
    listed = values.get(name) or ()
    if not isinstance(listed, list | tuple) or len(listed) > MAX_PLACES:
        raise RulesetError(
            _(
                "%(name)s must be a list of at most %(most)s numbers, not %(found)s",
                name=name,
                most=MAX_PLACES,
                found=quote_value(listed),
            ),
            at=name,
        )
    return tuple(_fraction_field(value, name) for value in listed)
