"""Scoring of a riichi win: every reading and place of the winning tile, the best by payment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import Final, NamedTuple

from engine.errors import HandError, RulesetError
from engine.parameters import meets
from engine.reading.decompositions import (
    ONE,
    PAIR,
    Form,
    Reading,
    ReadSet,
    divisions,
    set_from_code,
    seven_pairs,
    thirteen_orphans,
    winning_places,
)
from engine.reading.suit_tables import KONG, PUNG
from engine.rules.riichi import view as has
from engine.rules.riichi.circumstances import COUNTING, Circumstances
from engine.rules.riichi.fu import (
    CONCEALED_FU,
    MANGAN,
    OPEN_FU,
    YAKUMAN,
    base_points,
    pair_fu,
    payments,
    round_up,
    wait_fu,
)
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.patterns import MANGAN_HAN, yaku_in_force
from engine.rules.riichi.view import NOTHING_SPECIAL, View, Yaku, kind_of_code
from engine.scoring.patterns import Award, Occurrences, Reason
from engine.scoring.score import ScoredHand, ScoringRules
from engine.sentences import sentence as _
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.melds import MeldKind
from engine.tiles.tile import FIRST_RED, KINDS, ORPHANS, Tile, kind_of

DORA_CLAUSE: Final = "RI-4.43"
PAIRS_FU: Final = 25


Hit = tuple[int, Yaku, int, Occurrences]
"""A yaku that a reading earns: its place in the table, the row, its value here, the sets."""

Candidate = tuple[int, Yaku, int]
"""A yaku that a reading may earn: its place in the table, the row, its value here."""


class EvaluatedReading(NamedTuple):
    legal: bool
    base: int
    han: int
    fu: int
    limit: str | None
    yakuman: int
    hits: list[Hit]
    form: Form
    codes: tuple[int, ...]
    pair: Tile
    where: int


def _rank(reading: EvaluatedReading) -> tuple[bool, int, int, int, int, int]:
    return reading.legal, reading.base, reading.yakuman, reading.han, reading.fu, len(reading.hits)


_ORDER: Final = itemgetter(0)


class Bonus(NamedTuple):
    dora: int = 0
    ura_dora: int = 0
    red_five: int = 0


def next_kind(indicator: Tile) -> Tile:
    """Dora for an indicator (RI-4.43).

    >>> from engine.tiles.tile import parse_tile
    >>> [next_kind(parse_tile(tile)) == parse_tile(dora) for tile, dora in (("9m", "1m"), ("4z", "1z"), ("7z", "5z"))]
    [True, True, True]
    """
    kind = kind_of(indicator)
    if kind < 27:
        return kind - 8 if kind % 9 == 8 else kind + 1
    if kind < 31:
        return 27 if kind == 30 else kind + 1
    return 31 if kind == 33 else kind + 1


_CHOW_BIT: Final = tuple(1 << code if code < PUNG else 0 for code in range(KONG + KINDS))
_PUNG_BIT: Final = tuple(1 << kind_of_code(code) if code >= PUNG else 0 for code in range(KONG + KINDS))
_HELD: Final = tuple(set_from_code(code) for code in range(KONG))
_CLAIMED: Final = tuple(set_from_code(code, claimed=True) for code in range(KONG))
# Looking up an enum member costs as much as a whole condition.
_STANDARD: Final = Form.STANDARD
_SELF_DRAW: Final = WinBy.SELF_DRAW
_DISCARD: Final = WinBy.DISCARD
_CONCEALED_KONG: Final = MeldKind.CONCEALED_KONG
_DORA_SHIFT: Final = tuple(3 * next_kind(tile) if kind_of(tile) < KINDS else 3 * KINDS for tile in range(46))


@cache
def _meld_shape(tiles: tuple[Tile, ...]) -> tuple[int, int]:
    kinds = sorted(map(kind_of, tiles))
    packed = sum(ONE[kind] for kind in kinds)
    if kinds[0] != kinds[-1]:
        return kinds[0], packed
    return kinds[0] + (KONG if len(kinds) == 4 else PUNG), packed


class Scorer:
    def __init__(self, ruleset: ScoringRules) -> None:
        self.ruleset = ruleset
        self.rules = ruleset.options(Parameters)
        self._rows = yaku_in_force(self.rules)
        self._mixing_counts = meets(self.rules, COUNTING["win_tile_mixed_in"])
        kinds = self.rules.dora_kinds
        self._counting_dora = "first" in kinds, "kong" in kinds
        self._counting_ura = "ura" in kinds, "kong_ura" in kinds
        self._known: dict[int, tuple[tuple[Candidate, ...], tuple[Candidate, ...]]] = {}
        self._base: Callable[[int, int], tuple[int, str | None]] = lru_cache(maxsize=None)(
            lambda han, fu: base_points(han, fu, self.rules)
        )

    def __call__(self, hand: Hand, win: Win) -> ScoredHand:
        view = self.view(hand, win)
        considered = self.evaluate_all(view, hand)
        if not considered:
            reason = Reason(
                "incomplete", "RI-4.1", _("the tiles are not four sets and a pair, seven pairs or thirteen orphans")
            )
            return ScoredHand(hand, win, self.ruleset, False, False, (reason,))
        best = considered[0] if len(considered) == 1 else max(considered, key=_rank)
        reasons = self._refusals(view, best)
        value = {"han": best.han, "fu": best.fu, "limit": best.limit, "yakuman": best.base // YAKUMAN}
        paid = payments(best.base, self_drawn=win.by is _SELF_DRAW, dealer=win.dealer) if best.base else {}
        return ScoredHand(
            hand, win, self.ruleset, True, not reasons, reasons, self.awards(view, best), value, paid,
            reading_of(hand, win, best), len(considered),
        )  # fmt: skip

    def view(self, hand: Hand, win: Win) -> View:
        """Data shared by all readings of the hand. Raises HandError without a winning tile."""
        if hand.winning is None:
            raise HandError(_("no winning tile in %(hand)s", hand=repr(str(hand))), at="hand")
        special = win.special
        if special is None:
            special = NOTHING_SPECIAL
        elif not isinstance(special, Circumstances):
            raise RulesetError(
                _("%(special)s are not circumstances of a riichi win", special=repr(special)), at="context"
            )
        view = View(self.rules, win, special)
        view.winning = kind_of(hand.winning)
        everything = view.concealed = sum(map(ONE.__getitem__, hand.concealed)) + ONE[hand.winning]
        by = win.by
        manner = has.SELF_DRAW if by is _SELF_DRAW else has.DISCARD if by is _DISCARD else has.ROBBED
        features = has.CLOSED | manner
        if not (special.win_tile_mixed_in and self._mixing_counts):
            features |= has.WIN_TILE_SEEN
        if hand.melds:
            view.melds = len(hand.melds)
            shapes = []
            for meld in hand.melds:
                code, packed = _meld_shape(meld.tiles)
                shapes.append(code)
                everything += packed
                if code >= KONG:
                    view.kongs += 1
                if meld.kind is _CONCEALED_KONG:
                    view.concealed_kongs |= _PUNG_BIT[code]
                else:
                    features &= ~has.CLOSED
            view.codes = tuple(shapes)
            if view.kongs == 3:
                features |= has.THREE_KONGS
        view.everything = everything
        if special.riichi or special.double_riichi:
            features |= has.RIICHI | has.DOUBLE_RIICHI if special.double_riichi else has.RIICHI
        if win.last_tile:
            features |= has.LAST_TILE
        if win.replacement:
            features |= has.REPLACEMENT
        if win.first_turn:
            features |= has.FIRST_TURN
        features |= has.WITH_HONOURS if everything & has.HONOUR_TILES else has.NO_HONOURS
        if not everything & has.ORPHAN_TILES:
            features |= has.NO_ORPHANS
        elif not everything & has.SIMPLE_TILES:
            features |= has.NO_SIMPLES
        if not everything & has.MIDDLE_TILES:
            features |= has.NO_MIDDLE
        if not everything & ~has.GREEN_TILES:
            features |= has.ALL_GREEN
        suits = sum([1 for tiles in has.SUIT_TILES if everything & tiles])
        if suits == 1:
            features |= has.ONE_SUIT
        elif suits == 3:
            features |= has.THREE_SUITS
        view.features = features
        if special.dora_indicators or special.ura_indicators or self.rules.red_fives:
            view.bonus = self._count_bonus(view, hand)
        raised = self.rules.two_han_from_counter
        if raised is not None and special.honba >= raised:
            view.needed = 2  # RI-5.1
        return view

    def evaluate_all(self, view: View, hand: Hand) -> list[EvaluatedReading]:
        bonus = sum(view.bonus)
        features, melded, packed, winning = view.features, view.codes, view.concealed, view.winning
        claimed = not features & has.SELF_DRAW
        start = 30 if claimed and features & has.CLOSED else 20
        win_tile_seen = features & has.WIN_TILE_SEEN
        drawn_fu = 2 if win_tile_seen and not claimed else 0
        meld_chows = meld_pungs = 0
        for code in melded:
            hidden = code >= KONG and view.concealed_kongs & _PUNG_BIT[code]
            start += CONCEALED_FU[code] if hidden else OPEN_FU[code]
            meld_chows |= _CHOW_BIT[code]
            meld_pungs |= _PUNG_BIT[code]
        hidden_kongs = view.concealed_kongs.bit_count()
        readings: list[EvaluatedReading] = []
        for codes, pair in divisions(packed, 4 - view.melds):
            chows = pungs = 0
            fu = start
            for code in codes:
                chows |= _CHOW_BIT[code]
                pungs |= _PUNG_BIT[code]
                fu += CONCEALED_FU[code]
            hidden_pungs = pungs.bit_count() + hidden_kongs
            view.codes = codes + melded
            view.pair = pair
            view.chows = chows | meld_chows
            view.pungs = pungs = pungs | meld_pungs
            if pair >= 27:
                fu += pair_fu(view)
            view.features = features | has.shape(pungs)
            anywhere, by_wait = self._candidates(view.features)
            hits = _find_hits(anywhere, view)
            for where in winning_places(codes, pair, winning):
                view.where = where
                view.concealed_pungs = hidden_pungs
                place_fu = fu
                if where == PAIR:
                    place_fu += 2 if win_tile_seen else 0
                elif codes[where] < PUNG:
                    place_fu += wait_fu(codes[where], winning) if win_tile_seen else 0
                elif claimed:
                    place_fu -= OPEN_FU[codes[where]]
                    view.concealed_pungs -= 1
                # A closed hand without fu beyond the base is pinfu, the only one without fu for self-draw.
                if place_fu > 20 or (not claimed and not features & has.CLOSED):
                    place_fu += drawn_fu
                elif claimed and self.rules.open_pinfu_fu:
                    place_fu = 22
                all_hits = hits + _find_hits(by_wait, view) if by_wait else hits
                readings.append(self._evaluate(view, all_hits, round_up(place_fu, 10), bonus, _STANDARD))
        if not melded:
            if seven_pairs(packed, allow_quads=False):
                readings.append(
                    self._evaluate_without_sets(view, features | has.PAIRS_FORM, PAIRS_FU, bonus, Form.SEVEN_PAIRS)
                )
            elif features & has.NO_SIMPLES and thirteen_orphans(packed):
                view.pair = next(kind for kind in ORPHANS if packed >> 3 * kind & 7 == 2)
                readings.append(
                    self._evaluate_without_sets(view, features | has.ORPHANS_FORM, 0, bonus, Form.THIRTEEN_ORPHANS)
                )
        return readings

    def rank_readings(self, view: View, hand: Hand) -> list[EvaluatedReading]:
        return sorted(self.evaluate_all(view, hand), key=_rank, reverse=True)

    def select(self, view: View, reading: EvaluatedReading) -> None:
        """Set a fresh view of the same hand to one of its readings."""
        concealed_sets = len(reading.codes) - view.melds
        view.codes, view.pair, view.where = reading.codes, reading.pair, reading.where
        view.chows = view.pungs = 0
        for code in reading.codes:
            view.chows |= _CHOW_BIT[code]
            view.pungs |= _PUNG_BIT[code]
        if reading.form is _STANDARD:
            view.features |= has.shape(view.pungs)
        else:
            view.features |= has.PAIRS_FORM if reading.form is Form.SEVEN_PAIRS else has.ORPHANS_FORM
        view.concealed_pungs = view.concealed_kongs.bit_count() + sum(
            code >= PUNG and (index != reading.where or bool(view.features & has.SELF_DRAW))
            for index, code in enumerate(reading.codes[:concealed_sets])
        )

    def _evaluate_without_sets(self, view: View, features: int, fu: int, bonus: int, form: Form) -> EvaluatedReading:
        view.features = features
        view.codes = ()
        view.chows = view.pungs = view.concealed_pungs = 0
        view.where = PAIR
        anywhere, by_wait = self._candidates(features)
        return self._evaluate(view, _find_hits(anywhere + by_wait, view), fu, bonus, form)

    def _candidates(self, features: int) -> tuple[tuple[Candidate, ...], tuple[Candidate, ...]]:
        candidates = self._known.get(features)
        if candidates is None:
            rows = [
                (order, yaku, yaku.value if features & has.CLOSED or yaku.open_value is None else yaku.open_value)
                for order, yaku in enumerate(self._rows)
                if not yaku.needs & ~features
            ]
            candidates = self._known[features] = (
                tuple(row for row in rows if not row[1].by_wait),
                tuple(row for row in rows if row[1].by_wait),
            )
        return candidates

    def _evaluate(self, view: View, hits: list[Hit], fu: int, bonus: int, form: Form) -> EvaluatedReading:
        han = 0
        for _rank, yaku, value, earned in hits:
            if yaku.yakuman or yaku.id == "blessing_of_man":
                return self._evaluate_rare(view, hits, fu, bonus, form)
            han += value * len(earned)
        base, limit = self._base(han + bonus, fu) if han + bonus else (0, None)
        return EvaluatedReading(
            han >= view.needed, base, han + bonus, fu, limit, 0, hits, form, view.codes, view.pair, view.where
        )

    def _evaluate_rare(self, view: View, hits: list[Hit], fu: int, bonus: int, form: Form) -> EvaluatedReading:
        place = (form, view.codes, view.pair, view.where)
        yakuman = [hit for hit in hits if hit[1].yakuman]
        if yakuman:
            times = yakuman[0][2]
            if len(yakuman) > 1:
                excluded = {name for _, yaku, _, _ in yakuman for name in yaku.excludes}
                yakuman = [hit for hit in yakuman if hit[1].id not in excluded]
                values = [value for _, _, value, _ in yakuman]
                times = sum(values) if self.rules.yakuman_cumulative else max(values)
            return EvaluatedReading(True, times * YAKUMAN, 0, 0, "yakuman", times, yakuman, *place)
        blessing = [hit for hit in hits if hit[1].id == "blessing_of_man"]
        alone = bool(blessing) and self.rules.renho == "mangan_alone"
        counted = [hit for hit in hits if hit not in blessing] if alone else hits
        han = sum(value * len(earned) for _, _, value, earned in counted)
        base, limit = self._base(han + bonus, fu) if han + bonus else (0, None)
        legal = han >= view.needed
        if alone and not (legal and base > MANGAN):
            return EvaluatedReading(True, MANGAN, MANGAN_HAN, 0, "mangan", 0, blessing, *place)
        return EvaluatedReading(legal, base, han + bonus, fu, limit, 0, counted, *place)

    def _count_bonus(self, view: View, hand: Hand) -> Bonus:
        special = view.special
        everything = view.everything
        dora = _count_dora(everything, special.dora_indicators, self._counting_dora)
        ura = 0
        if special.ura_indicators and view.features & has.RIICHI and view.features & has.CLOSED:
            ura = _count_dora(everything, special.ura_indicators, self._counting_ura)
        red = 0
        if self.rules.red_fives:
            red = sum(1 for tile in hand.tiles if tile >= FIRST_RED)
        return Bonus(dora, ura, red)

    def awards(self, view: View, chosen: EvaluatedReading) -> tuple[Award, ...]:
        awards = [
            Award(yaku.id, value, len(earned), yaku.clause, earned)
            for _, yaku, value, earned in sorted(chosen.hits, key=_ORDER)
        ]
        if chosen.fu and any(view.bonus):  # a yakuman and Blessing of Man count no fu and no dora
            for name, times in zip(Bonus._fields, view.bonus, strict=True):
                if times:
                    awards.append(Award(name, 1, times, DORA_CLAUSE))
        return tuple(awards)

    def _refusals(self, view: View, best: EvaluatedReading) -> tuple[Reason, ...]:
        reasons = []
        if view.features & has.RIICHI and not view.features & has.CLOSED:
            reasons.append(
                Reason("riichi_open", "RI-6.9", _("riichi was declared on an open hand, which makes it dead"))
            )
        if not best.legal:
            han = sum(value * len(earned) for _, _, value, earned in best.hits)
            needed = view.needed
            if han:
                words = _(
                    "%(han)s han of yaku where %(needed)s are needed; dora do not count towards it",
                    han=han,
                    needed=needed,
                )
            else:
                words = _("no yaku; dora do not count as one")
            reasons.append(Reason("no_yaku" if not han else "too_few_han", "RI-5.1", words))
        return tuple(reasons)


def _count_dora(everything: int, indicators: Sequence[Tile], counting: tuple[bool, bool]) -> int:
    first, of_kongs = counting
    counted = [*(indicators[:1] if first else ()), *(indicators[1:] if of_kongs else ())]
    return sum(everything >> _DORA_SHIFT[tile] & 7 for tile in counted)


def _find_hits(candidates: tuple[Candidate, ...], view: View) -> list[Hit]:
    return [(order, yaku, value, earned) for order, yaku, value in candidates if (earned := yaku.when(view))]


def reading_of(hand: Hand, win: Win, chosen: EvaluatedReading) -> Reading:
    """Convert to a `Reading`: concealed sets, then melds, as awards number them. Raises HandError."""
    if hand.winning is None:
        raise HandError(_("no winning tile in %(hand)s", hand=repr(str(hand))), at="hand")
    if chosen.form is not _STANDARD:
        loose = tuple(sorted(map(kind_of, (*hand.concealed, hand.winning))))
        return Reading(chosen.form, (), None, hand.winning, PAIR, loose)
    claimed = win.by is not _SELF_DRAW
    concealed_sets = len(chosen.codes) - len(hand.melds)
    sets = [_HELD[code] for code in chosen.codes[:concealed_sets]]
    if claimed and chosen.where != PAIR:
        sets[chosen.where] = _CLAIMED[chosen.codes[chosen.where]]
    for code, meld in zip(chosen.codes[concealed_sets:], hand.melds, strict=True):
        sets.append(ReadSet(meld.kind, kind_of_code(code), meld))
    return Reading(_STANDARD, tuple(sets), chosen.pair, hand.winning, chosen.where)
