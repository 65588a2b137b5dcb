"""Scoring of an MCR hand: count every reading, take the highest, judge the win, compute payments."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Final

from engine.errors import HandError
from engine.reading.decompositions import (
    HONOURS_PACKED,
    KNITTED,
    ONE,
    Form,
    count_of_kind,
    honors_knitted,
    knitted_straights,
    pack,
    seven_pairs,
    thirteen_orphans,
)
from engine.reading.suit_tables import PUNG, SUIT_BITS, SUIT_MASK, Codes
from engine.rules.mcr.adoption import rows_in_force
from engine.rules.mcr.circumstances import Circumstances
from engine.rules.mcr.conditions.shape import Shape
from engine.rules.mcr.conditions.win_circumstances import FanTally, WaitPlace
from engine.rules.mcr.counting import NOTHING, AwardShare, Counting, Shares
from engine.rules.mcr.features import CHOWS_ONLY, EVERYTHING, ONE_PAIR, SET, features_of_tiles, suit_divisions
from engine.rules.mcr.parameters import Parameters
from engine.rules.mcr.settlement import payments
from engine.rules.mcr.view import (
    IN_PUNG,
    IN_THE_PAIR,
    NINE_GATES,
    NOWHERE,
    PLACES,
    SHIFTED,
    UNITS,
    CountedView,
    MeldView,
    meld_view,
    sets_at,
)
from engine.rules.mcr.waits import all_waits, has_single_wait
from engine.scoring.patterns import Reason
from engine.scoring.score import ScoredHand, ScoringRules
from engine.sentences import sentence as _
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.tile import EAST, Tile, kind_of

SELF_DRAW: Final = WinBy.SELF_DRAW


@lru_cache(maxsize=1000)
def _too_few_reason(basic: int, least: int) -> Reason:
    message = _("%(basic)s points without flowers; a win needs at least %(least)s", basic=basic, least=least)
    return Reason("min_points", "MCR-5.2", message)


class Scorer:
    def __init__(self, ruleset: ScoringRules) -> None:
        self.ruleset = ruleset
        self.parameters = ruleset.options(Parameters)
        self.counting = Counting(rows_in_force(self.parameters))
        counting = self.counting
        self._hog_fans = counting.mask(("all_green", "all_terminals"))
        self._absorbing = "nine_gates" in counting.bit and self.parameters.nine_gates_terminal_pungs == "exclude_one"
        self._fan_cap = self.parameters.fan_cap
        self._min_points = self.parameters.min_points
        self._exhausted_waits_count = self.parameters.exhausted_waits_count

    def __call__(self, hand: Hand, win: Win) -> ScoredHand:
        readings = self.readings(hand, win)
        if not readings:
            return ScoredHand(hand, win, self.ruleset, False, False, (NO_FORM,))
        best = readings[0] if len(readings) == 1 else max(readings, key=_points)
        flowers = hand.flowers
        awards = best.awards
        basic = best.points
        if self._fan_cap is not None and basic > self._fan_cap:
            basic = self._fan_cap
        points = basic
        if flowers:
            for award in self.counting.share_of(FanTally, True, len(flowers)).awards:
                awards += (award,)
                points += award.total
        enough = basic >= self._min_points
        return ScoredHand(
            hand,
            win,
            self.ruleset,
            True,
            enough,
            () if enough else (_too_few_reason(basic, self._min_points),),
            awards,
            {"points": points, "points_without_flowers": basic},
            payments(self.parameters, points, self_drawn=win.by is SELF_DRAW) if enough else {},
            best,
            len(readings),
        )

    def readings(self, hand: Hand, win: Win) -> list[CountedView]:
        """Count every reading of the hand, with the winning tile at its best place (MCR-4.4, MCR-4.17)."""
        concealed, melds, _flowers, winning = hand
        if winning is None:
            raise HandError(_("there is no winning tile in %(hand)s", hand=repr(str(hand))), at="win")
        counting = self.counting
        kind = kind_of(winning)
        before = pack(concealed)
        packed = before + ONE[kind]
        sets = 4 - len(melds)
        melded_features, in_sets = EVERYTHING, packed
        melded_chows: Codes = ()
        melded_pungs: Codes = ()
        melded_kongs: Codes = ()
        concealed_kongs: Codes = ()
        laid: list[MeldView] = []
        for meld in melds:
            shown = meld_view(meld)
            laid.append(shown)
            melded_features &= shown.features
            in_sets += shown.tiles
            code = shown.code
            if code < PUNG:
                melded_chows += (code,)
            else:
                melded_pungs += (code,)
                if shown.is_kong:
                    if shown.exposed:
                        melded_kongs += (code,)
                    else:
                        concealed_kongs += (code,)
        exposed = len(melds) - len(concealed_kongs)
        by, prevalent_wind, seat_wind, last_tile, replacement, _flower, _first, _dealer, visible, special = win
        self_draw = by is SELF_DRAW
        last_copy = isinstance(special, Circumstances) and special.last_copy
        if not last_copy and (exposed or visible):
            # Chows and pungs are exposed.
            last_copy = count_of_kind(in_sets - packed, kind) + list(map(kind_of, visible)).count(kind) >= 3
        robbed = not self_draw and by is WinBy.ROBBED_KONG
        how = (self_draw, not exposed, exposed == 4, robbed, last_tile, replacement, last_copy)
        fours = (in_sets >> 2 & UNITS).bit_count()
        counts: list[CountedView] = []
        gates = not melds and before in NINE_GATES
        absorbed = gates and self._absorbing
        prevalent, seat = EAST + prevalent_wind, EAST + seat_wind
        in_characters, in_dots, in_bamboos, in_honours = suit_divisions()
        wanted = sets + ONE_PAIR
        waits = None
        for suits in product(
            in_characters[packed & SUIT_MASK],
            in_dots[packed >> SUIT_BITS & SUIT_MASK],
            in_bamboos[packed >> 2 * SUIT_BITS & SUIT_MASK],
            in_honours[packed >> 3 * SUIT_BITS],
        ):
            (
                (chows_m, pungs_m, tally_m, features_m),
                (chows_p, pungs_p, tally_p, features_p),
                (chows_s, pungs_s, tally_s, features_s),
                (_none, pungs_z, tally_z, features_z),
            ) = suits
            tally = tally_m + tally_p + tally_s + tally_z
            if tally // SET != wanted:
                break
            pair = tally % SET
            held_chows = chows = chows_m + chows_p + chows_s
            held_pungs = pungs = pungs_m + pungs_p + pungs_s + pungs_z
            if melded_chows:
                chows = tuple(sorted(chows + melded_chows))
            if melded_pungs:
                pungs = tuple(sorted(pungs + melded_pungs))
            place = IN_THE_PAIR if pair == kind else IN_PUNG
            for code in suits[kind // 9][0]:
                if PLACES[kind][code] > place:
                    place = PLACES[kind][code]
            wait = 0
            if place > 0:
                if waits is None:
                    waits = self._waits_for_one_kind(before, sets, pair, hand, win)
                if waits:
                    wait = place
            # No fan asks for a single concealed pung.
            concealed_pungs: tuple[int, ...] = ()
            hidden = held_pungs + concealed_kongs
            if len(hidden) > 1:
                claimed = kind + PUNG if place == IN_PUNG and not self_draw else None
                concealed_pungs = tuple(
                    [index for index, code in enumerate(pungs, len(chows)) if code in hidden and code != claimed]
                )
            features = features_m & features_p & features_s & features_z & melded_features
            first = len(chows)
            shares = (
                counting.tiles[features, Form.STANDARD, fours, gates],
                counting.few_chows[chows] if first < 4 else counting.chows(chows, pair),
                counting.single_pung[pungs[0], prevalent, seat, absorbed, first]
                if first == 3
                else counting.pungs(pungs, pair, prevalent, seat, absorbed, first),
                counting.circumstances[
                    wait,
                    how,
                    sets_at(chows + pungs, melded_kongs) if melded_kongs else (),
                    sets_at(chows + pungs, concealed_kongs) if concealed_kongs else (),
                    concealed_pungs,
                ],
            )
            counts.append(self._count(shares, Form.STANDARD, held_chows + held_pungs, pair, place, -1, laid))
        divided = bool(counts)
        if divided and (melds or packed & UNITS):
            return counts
        if not divided and sets >= 3:
            counts += self._count_knitted(hand, win, before, packed, laid, how, fours)
        if not melds and not packed & UNITS and seven_pairs(packed):
            counts.append(self._count_seven_pairs(packed, how, fours, before, hand, win))
        if not melds and not divided:
            counts += self._count_singles(packed, counting.circumstances[0, how])
        return counts

    def _count(
        self,
        shares: Shares,
        form: Form,
        codes: Codes,
        pair: int | None,
        place: int,
        body: int,
        laid: list[MeldView],
    ) -> CountedView:
        tiles, chows, pungs, circumstances = shares
        bits = tiles.bits | chows.bits | pungs.bits | circumstances.bits
        if not bits:
            shares = (NOTHING, NOTHING, NOTHING, self.counting.chicken)
            bits = shares[-1].bits
        counting = self.counting
        resolution = counting.resolutions.get(bits) or counting.resolve(bits, shares)
        points = resolution.points
        for bit, more in tiles.repeats + chows.repeats + pungs.repeats + circumstances.repeats:
            if resolution.bits & bit:
                points += more
        return CountedView(points, resolution, shares, form, codes, pair, place, body, laid)

    def _waits_for_one_kind(self, before: int, sets: int, pair: Tile, hand: Hand, win: Win) -> bool:
        if self._exhausted_waits_count:
            return has_single_wait(before, sets, kind_of(hand.winning or 0), pair)
        return self._count_available(all_waits(before, sets), hand, win) == 1

    def _count_available(self, kinds: list[Tile], hand: Hand, win: Win) -> int:
        seen_kinds = [kind_of(tile) for tile in (*hand.concealed, *win.visible)]
        seen_kinds += [kind_of(tile) for meld in hand.melds for tile in meld.tiles]
        return sum(1 for kind in kinds if seen_kinds.count(kind) < 4)

    def _waits_for_one_kind_in_any_form(self, before: int, sets: int, hand: Hand, win: Win) -> bool:
        kinds = all_waits(before, sets)
        return (len(kinds) if self.parameters.exhausted_waits_count else self._count_available(kinds, hand, win)) == 1

    def _count_knitted(
        self,
        hand: Hand,
        win: Win,
        before: int,
        packed: int,
        laid: list[MeldView],
        how: tuple[bool, ...],
        fours: int,
    ) -> list[CountedView]:
        kind = kind_of(hand.winning or 0)
        counting = self.counting
        counts = []
        sets = 4 - len(laid)
        # A single set: no fan asks whether it is a concealed pung.
        melded_kongs = (0,) if laid and laid[0].is_kong and laid[0].exposed else ()
        concealed_kongs = (0,) if laid and laid[0].is_kong and not laid[0].exposed else ()
        for index, remainders in knitted_straights(packed, sets):
            in_body = kind in KNITTED[index]
            for codes, pair in remainders:
                code = laid[0].code if laid else codes[0]
                places = PLACES[kind]
                place = IN_THE_PAIR if pair == kind else max([places[set_code] for set_code in codes], default=NOWHERE)
                if place <= IN_PUNG and in_body:
                    place = WaitPlace.OTHER
                wait = 0
                if (
                    place > 0
                    and self._knitted_wait(place, in_body)
                    and self._waits_for_one_kind_in_any_form(before, sets, hand, win)
                ):
                    wait = place
                pungs = (code,) if code >= PUNG else ()
                features = features_of_tiles(hand.tiles)
                if not pungs and pair < EAST:
                    features |= CHOWS_ONLY
                shares = (
                    counting.tiles[features, Form.KNITTED_STRAIGHT, fours],
                    NOTHING,
                    counting.pungs(pungs, pair, EAST + win.prevalent_wind, EAST + win.seat_wind, 0, 0),
                    counting.circumstances[wait, how, melded_kongs, concealed_kongs],
                )
                counts.append(self._count(shares, Form.KNITTED_STRAIGHT, codes, pair, place, index, laid))
        return counts

    def _knitted_wait(self, place: int, in_body: bool) -> bool:
        option = self.parameters.knitted_wait
        if option == "residual":
            return True
        return not in_body if option == "not_if_body_kind" else place == WaitPlace.PAIR

    def _count_seven_pairs(
        self, packed: int, how: tuple[bool, ...], fours: int, before: int, hand: Hand, win: Win
    ) -> CountedView:
        counting = self.counting
        features = features_of_tiles(hand.tiles)
        option = self.parameters.seven_pairs_hog
        if fours and option != "count_all" and counting.tiles[features, Form.SEVEN_PAIRS].bits & self._hog_fans:
            fours = fours - 1 if option == "deduct_one" else 0
        shifted = packed in SHIFTED
        wait = WaitPlace.PAIR if self._waits_for_one_kind_in_any_form(before, 4, hand, win) else 0
        shares = (
            counting.tiles[features, Form.SEVEN_PAIRS, fours, False, shifted],
            NOTHING,
            NOTHING,
            counting.circumstances[wait, how],
        )
        return self._count(shares, Form.SEVEN_PAIRS, (), None, WaitPlace.PAIR, -1, [])

    def _count_singles(self, packed: int, circumstances: AwardShare) -> list[CountedView]:
        if thirteen_orphans(packed):
            shape = Shape(Form.THIRTEEN_ORPHANS)
        elif honors_knitted(packed) is not None:
            shape = Shape(Form.HONORS_KNITTED, honours=(packed & HONOURS_PACKED).bit_count())
        else:
            return []
        shares = (self.counting.share_of(Shape, *shape), NOTHING, NOTHING, circumstances)
        return [self._count(shares, shape.form, (), None, WaitPlace.PAIR, -1, [])]


def _points(reading: CountedView) -> int:
    return reading.points


NO_FORM: Final = Reason("structure", "MCR-4.1", _("the tiles have none of the winning forms"))


def make_scorer(ruleset: ScoringRules) -> Callable[[Hand, Win], ScoredHand]:
    return Scorer(ruleset)
