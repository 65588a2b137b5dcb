"""The figures of play, one entry each; no other code knows a figure by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import Final, Literal, NamedTuple

from engine.sentences import gettext_noop as _
from tournaments.figures.logic.intervals import Interval, compute_mean_interval, compute_rate_interval

FEW: Final = 30
"""A rate or mean of fewer games or hands says little."""

Record = Literal["games", "hands"]
"""Record that a figure needs: sheets, or hands that were written down; also the sum that counts them."""

Kind = Literal["rate", "mean", "count", "extreme"]


class Measure(NamedTuple):
    """Exact amount of a figure with its sample and 95 % interval; None without a sample."""

    amount: Fraction | None
    sample: int
    interval: Interval | None = None

    @property
    def is_of_few(self) -> bool:
        return self.interval is not None and self.sample < FEW


@dataclass(frozen=True)
class Figure:
    """`total` is counted or added; a rate or mean divides it by `base`. Both are names of sums."""

    key: str
    record: Record
    kind: Kind
    total: str
    name: str
    formula: str
    base: str = ""
    unit: str = ""
    low_is_best: bool = False
    in_hall: bool = True
    """True for a leaderboard that a projector and the paper for the ceremony show."""

    def compute(self, sums: Mapping[str, Fraction]) -> float | None:
        """Return the amount for sorting; None without a sample."""
        sample = sums.get(self.base or self.record)
        if not sample or (self.kind == "extreme" and self.total not in sums):
            return None
        total = sums.get(self.total)
        if total is None:
            return 0.0
        if self.kind in ("rate", "mean"):
            numerator, denominator = total.numerator * sample.denominator, total.denominator * sample.numerator
            return numerator / denominator
        return total.numerator / total.denominator

    def measure(self, sums: Mapping[str, Fraction]) -> Measure:
        """Return the figure of a player's sums.

        >>> FIGURES["win_rate"].measure({"hands": Fraction(40), "hands_won": Fraction(10)}).amount
        Fraction(1, 4)
        """
        total = sums.get(self.total, Fraction(0))
        sample = int(sums.get(self.base or self.record, Fraction(0)))
        if not sample or (self.kind == "extreme" and self.total not in sums):
            return Measure(None, sample)
        if self.kind == "rate":
            return Measure(total / sample, sample, compute_rate_interval(int(total), sample))
        if self.kind == "mean":
            squares = sums.get(f"{self.total}_squares", Fraction(0))
            return Measure(total / sample, sample, compute_mean_interval(total, squares, sample))
        return Measure(total, sample)


def _games(key: str, kind: Kind, total: str, name: str, formula: str, **more: str | bool) -> Figure:
    return Figure(key, "games", kind, total, name, formula, **more)  # type: ignore[arg-type]


def _hands(key: str, kind: Kind, total: str, name: str, formula: str, **more: str | bool) -> Figure:
    return Figure(key, "hands", kind, total, name, formula, **more)  # type: ignore[arg-type]


_GAMES: Final = _("games")
_HANDS: Final = _("hands")
_POINTS: Final = _("points")
_WORTH: Final = _("points, tai or fan")

_ALL: Final = (
    _games("games", "count", "games", _("Games"), _("games with a confirmed sheet"), unit=_GAMES, in_hall=False),
    _games(
        "mean_place", "mean", "position", _("Mean place"), _("sum of the places / games"), base="games",
        low_is_best=True,
    ),
    _games("first_rate", "rate", "place_1", _("First places"), _("first places / games"), base="games"),
    _games(
        "second_rate", "rate", "place_2", _("Second places"), _("second places / games"), base="games",
        in_hall=False,
    ),
    _games(
        "third_rate", "rate", "place_3", _("Third places"), _("third places / games"), base="games",
        in_hall=False,
    ),
    _games(
        "last_rate", "rate", "place_4", _("Last places"), _("last places / games"), base="games", low_is_best=True,
        in_hall=False,
    ),
    _games("mean_score", "mean", "score", _("Mean score"), _("sum of the scores / games"), base="games", unit=_POINTS),
    _games(
        "mean_table_points", "mean", "table_points", _("Mean table points"), _("sum of the table points / games"),
        base="games",
    ),
    *(
        _games(
            f"mean_score_{wind}", "mean", f"wind_{number}_score", name, _("sum of the scores from this wind / games"),
            base=f"wind_{number}_games", unit=_POINTS, in_hall=False,
        )
        for number, (wind, name) in enumerate(
            {
                "east": _("Mean score from East"), "south": _("Mean score from South"),
                "west": _("Mean score from West"), "north": _("Mean score from North"),
            }.items()
        )
    ),
    _games("best_game", "extreme", "most_score", _("Best game"), _("highest score of a game"), unit=_POINTS),
    _games(
        "worst_game", "extreme", "least_score", _("Worst game"), _("lowest score of a game"), unit=_POINTS,
        in_hall=False,
    ),
    _games(
        "firsts_in_a_row", "extreme", "most_firsts", _("First places in a row"), _("longest run of first places"),
        unit=_GAMES,
    ),
    _games(
        "above_last_in_a_row", "extreme", "most_above_last", _("Games in a row without a last place"),
        _("longest run of games without the fourth place"), unit=_GAMES,
    ),
    _hands("win_rate", "rate", "hands_won", _("Win rate"), _("hands won / hands"), base="hands"),
    _hands(
        "deal_in_rate", "rate", "hands_dealt_in", _("Deal-in rate"), _("hands with a deal-in / hands"), base="hands",
        low_is_best=True,
    ),
    _hands("self_draws", "count", "self_draws", _("Self-draws"), _("wins by self-draw"), unit=_("wins")),
    _hands("self_draw_share", "rate", "self_draws", _("Wins by self-draw"), _("self-draws / wins"), base="wins"),
    _hands(
        "mean_worth_won", "mean", "worth_won", _("Mean value won"), _("sum of the values won / wins"), base="wins",
        unit=_WORTH,
    ),
    _hands(
        "mean_worth_dealt_in", "mean", "worth_dealt_in", _("Mean value dealt in"),
        _("sum of the values dealt in / deal-ins"), base="deal_ins", unit=_WORTH, low_is_best=True,
    ),
    _hands("largest_hand", "extreme", "most_worth", _("Largest hand"), _("highest value of a win"), unit=_WORTH),
    _hands(
        "draw_rate", "rate", "hands_drawn", _("Drawn hands"), _("hands without a winner / hands"), base="hands",
        in_hall=False,
    ),
    _hands(
        "dealer_win_rate", "rate", "hands_won_as_dealer", _("Dealer's wins"), _("hands won / hands as dealer"),
        base="hands_as_dealer",
    ),
    _hands("riichi_rate", "rate", "riichi", _("Riichi rate"), _("hands with riichi / hands"), base="hands"),
    _hands(
        "riichi_success", "rate", "riichi_won", _("Riichi success"), _("hands won with riichi / hands with riichi"),
        base="riichi",
    ),
    _hands("kongs", "count", "kongs", _("Kongs"), _("kongs written down"), unit=_("kongs")),
    _hands("fines", "count", "fines", _("Hands with a fine"), _("hands with a false win or another fine"), unit=_HANDS,
           low_is_best=True, in_hall=False),
    _hands(
        "flower_pig_rate", "rate", "flower_pigs", _("Flower pigs"), _("flower pigs / inspections at the wall's end"),
        base="inspections", low_is_best=True, in_hall=False,
    ),
    _hands(
        "not_ready_rate", "rate", "not_ready", _("Not ready at the wall's end"),
        _("hands not ready / inspections at the wall's end"), base="inspections", low_is_best=True, in_hall=False,
    ),
    _hands(
        "repeat_rate", "rate", "repeats", _("Deals kept"), _("hands after which the dealer stayed / hands as dealer"),
        base="hands_as_dealer",
    ),
    _hands(
        "most_repeats", "extreme", "most_repeats", _("Most repeats of a deal"), _("longest run of repeats"),
        unit=_("repeats"),
    ),
)  # fmt: skip

FIGURES: Final = {figure.key: figure for figure in _ALL}


def list_recorded(parts: Iterable[Mapping[str, Fraction]]) -> list[Figure]:
    """Return the figures that somebody's records hold, in the order of the table.

    >>> [figure.key for figure in list_recorded([{"hands": Fraction(1), "hands_won": Fraction(1)}])]
    ['win_rate']
    """
    recorded = {name for sums in parts for name, amount in sums.items() if amount}
    return [figure for figure in _ALL if figure.total in recorded]


class Ranked(NamedTuple):
    """Place of a player in a leaderboard; equal amounts share one."""

    place: int
    key: int
    measure: Measure


def rank(
    figure: Figure, sums: Mapping[int, Mapping[str, Fraction]], least: int = 1, most: int | None = None
) -> list[Ranked]:
    """Return the leaderboard, or its first lines, of the players with so many games or hands on record.

    >>> rank(FIGURES["kongs"], {7: {"hands": Fraction(2), "kongs": Fraction(3)}, 8: {"hands": Fraction(1)}}, 2)[0].key
    7
    """
    amounts: list[tuple[float, int]] = []
    needed, none = max(1, least), Fraction(0)
    for key, of_player in sums.items():
        # Games and hands are whole numbers, which compare many times as fast as fractions.
        if of_player.get(figure.record, none).numerator >= needed and (amount := figure.compute(of_player)) is not None:
            amounts.append((amount if figure.low_is_best else -amount, key))
    # Floats of equal fractions are equal, and many times as fast to sort. Equal amounts keep the order of the sums:
    # keys of players are others at a mirror.
    amounts.sort(key=itemgetter(0))
    ranked: list[Ranked] = []
    for number, (_amount, key) in enumerate(amounts[:most], 1):
        measure = figure.measure(sums[key])
        shared = ranked and ranked[-1].measure.amount == measure.amount
        ranked.append(Ranked(ranked[-1].place if shared else number, key, measure))
    return ranked
