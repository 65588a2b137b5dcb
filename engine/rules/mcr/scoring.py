"""Scoring of an MCR hand: count every reading, take the highest, judge the win, compute payments."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from engine.errors import HandError
from engine.reading.decompositions import (
    HONOURS_PACKED,
    KNITTED,
    ONE,
    Form,
    count_of_kind,
    divisions,
    honors_knitted,
    knitted_straights,
    pack,
    seven_pairs,
    thirteen_orphans,
)
from engine.reading.suit_tables import PUNG, SUIT_MASK, Codes
from engine.rules.mcr.adoption import rows_in_force
from engine.rules.mcr.circumstances import Circumstances
from engine.rules.mcr.conditions.kinds import TileKinds
from engine.rules.mcr.conditions.shape import Shape
from engine.rules.mcr.conditions.win_circumstances import FanTally, WaitPlace, WinCircumstances
from engine.rules.mcr.counting import NOTHING, AwardShare, Counting
from engine.rules.mcr.parameters import Parameters
from engine.rules.mcr.settlement import payments
from engine.rules.mcr.view import (
    DRAGONS_MASK,
    FIVE,
    IN_PAIR,
    IN_PUNG,
    IN_SET,
    IN_THE_PAIR,
    NINE_GATES,
    NOT_GREEN,
    NOT_REVERSIBLE,
    NOWHERE,
    OUTSIDE,
    PLACES,
    SHIFTED,
    UNITS,
    WINDS_MASK,
    CountedView,
    MeldView,
    meld_view,
    sets_at,
    spread_ranks,
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
        self._absorbing = (
            counting.bit.get("nine_gates") if self.parameters.nine_gates_terminal_pungs == "exclude_one" else None
        )
        self._fan_cap = self.parameters.fan_cap
        self._min_points = self.parameters.min_points
        self._exhausted_waits_count = self.parameters.exhausted_waits_count
        self._ranks = spread_ranks()

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
                awards.append(award)
                points += award.total
        enough = basic >= self._min_points
        return ScoredHand(
            hand,
            win,
            self.ruleset,
            True,
            enough,
            () if enough else (_too_few_reason(basic, self._min_points),),
            tuple(awards),
            {"points": points, "points_without_flowers": basic},
            self.payments(points, win.by) if enough else {},
            best,
            len(readings),
        )

    def payments(self, points: int, by: WinBy) -> dict[str, int]:
        return payments(self.parameters, points, self_drawn=by is SELF_DRAW)

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
        kinds, in_sets = (packed | packed >> 1 | packed >> 2) & UNITS, packed
        melded: Codes = ()
        melded_kongs: Codes = ()
        concealed_kongs: Codes = ()
        laid: list[MeldView] = []
        for meld in melds:
            shown = meld_view(meld)
            laid.append(shown)
            melded += (shown.code,)
            kinds |= shown.kinds
            in_sets += shown.tiles
            if shown.is_kong:
                if shown.exposed:
                    melded_kongs += (shown.code,)
                else:
                    concealed_kongs += (shown.code,)
        exposed = len(melds) - len(concealed_kongs)
        by, prevalent_wind, seat_wind, last_tile, replacement, _flower, _first, _dealer, visible, special = win
        self_draw = by is SELF_DRAW
        last_copy = isinstance(special, Circumstances) and special.last_copy
        if not last_copy and (exposed or visible):
            # Chows and pungs are exposed.
            last_copy = count_of_kind(in_sets - packed, kind) + list(map(kind_of, visible)).count(kind) >= 3
        robbed = not self_draw and by is WinBy.ROBBED_KONG
        how = (self_draw, not exposed, exposed == 4, robbed, last_tile, replacement, last_copy)
        tiles = self._share_of_tiles(kinds, pairs=False)
        fours = (in_sets >> 2 & UNITS).bit_count()
        counts: list[CountedView] = []
        divided = divisions(packed, sets)
        if divided:
            places = PLACES[kind]
            gates = not melds and before in NINE_GATES
            absorbed = int(gates and self._absorbing is not None)
            prevalent, seat = EAST + prevalent_wind, EAST + seat_wind
            waits = None
            for codes, pair in divided:
                ordered = tuple(sorted(codes + melded))
                chows = bisect_left(ordered, PUNG)
                place = IN_THE_PAIR if pair == kind else IN_PUNG
                for code in codes:
                    if places[code] > place:
                        place = places[code]
                claimed = kind + PUNG if place == IN_PUNG and not self_draw else None
                hidden = codes + concealed_kongs
                concealed_pungs = [
                    index for index in range(chows, 4) if ordered[index] in hidden and ordered[index] != claimed
                ]
                common = IN_PAIR[pair]
                for code in ordered:
                    if not common:
                        break
                    common &= IN_SET[code]
                wait = NOTHING
                if place > 0:
                    if waits is None:
                        waits = self._waits_for_one_kind(before, sets, pair, hand, win)
                    if waits:
                        wait = counting.waits[place]
                shares = (
                    tiles,
                    counting.chows(ordered[:chows], pair),
                    counting.pungs(ordered[chows:], pair, prevalent, seat, absorbed, chows),
                    counting.share_of(
                        Shape,
                        Form.STANDARD,
                        chows == 4 and pair < EAST,
                        common & OUTSIDE > 0,
                        common & FIVE > 0,
                        fours,
                        gates,
                    ),
                    counting.share_of(
                        WinCircumstances,
                        *how,
                        sets_at(ordered, melded_kongs) if melded_kongs else (),
                        sets_at(ordered, concealed_kongs) if concealed_kongs else (),
                        tuple(concealed_pungs),
                    ),
                    wait,
                )
                counts.append(self._count(shares, Form.STANDARD, codes, pair, place, -1, laid))
            if melds or packed & UNITS:
                return counts
        if not divided and sets >= 3:
            counts += self._count_knitted(hand, win, before, packed, laid, tiles, how, fours)
        if not melds and not packed & UNITS and seven_pairs(packed):
            pairs = self._share_of_tiles(kinds, pairs=True)
            circumstances = counting.share_of(WinCircumstances, *how)
            counts.append(self._count_seven_pairs(packed, pairs, fours, circumstances, before, hand, win))
        if not melds and not divided:
            counts += self._count_singles(packed, counting.share_of(WinCircumstances, *how))
        return counts

    def _count(
        self,
        shares: tuple[AwardShare, ...],
        form: Form,
        codes: Codes,
        pair: int | None,
        place: int,
        body: int,
        laid: list[MeldView],
    ) -> CountedView:
        tiles, chows, pungs, shape, circumstances, wait = shares
        bits = tiles.bits | chows.bits | pungs.bits | shape.bits | circumstances.bits | wait.bits
        if not bits:
            chicken = self.counting.chicken
            resolution = self.counting.resolve(chicken.bits)
            return CountedView(resolution.points, resolution, (*shares, chicken), form, codes, pair, place, body, laid)
        resolution = self.counting.resolve(bits)
        points = resolution.points
        for bit, more in chows.repeats + pungs.repeats + shape.repeats + circumstances.repeats:
            if resolution.bits & bit:
                points += more
        return CountedView(points, resolution, shares, form, codes, pair, place, body, laid)

    def _share_of_tiles(self, kinds: int, *, pairs: bool) -> AwardShare:
        characters, dots, bamboos, honours = (
            kinds & SUIT_MASK,
            kinds >> 27 & SUIT_MASK,
            kinds >> 54 & SUIT_MASK,
            kinds >> 81,
        )
        return self.counting.share_of(
            TileKinds,
            self._ranks[characters | dots | bamboos],
            (characters > 0) + (dots > 0) + (bamboos > 0),
            honours & WINDS_MASK > 0,
            honours & DRAGONS_MASK > 0,
            not kinds & NOT_GREEN,
            not kinds & NOT_REVERSIBLE,
            pairs,
        )

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
        tiles: AwardShare,
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
                wait = NOTHING
                if (
                    place > 0
                    and self._knitted_wait(place, in_body)
                    and self._waits_for_one_kind_in_any_form(before, sets, hand, win)
                ):
                    wait = counting.waits[place]
                shares = (
                    tiles,
                    NOTHING,
                    counting.pungs(
                        (code,) if code >= PUNG else (), pair, 27 + win.prevalent_wind, 27 + win.seat_wind, 0, 0
                    ),
                    counting.share_of(Shape, *Shape(Form.KNITTED_STRAIGHT, code < PUNG and pair < 27, fours=fours)),
                    counting.share_of(WinCircumstances, *how, melded_kongs, concealed_kongs),
                    wait,
                )
                counts.append(self._count(shares, Form.KNITTED_STRAIGHT, codes, pair, place, index, laid))
        return counts

    def _knitted_wait(self, place: int, in_body: bool) -> bool:
        option = self.parameters.knitted_wait
        if option == "residual":
            return True
        return not in_body if option == "not_if_body_kind" else place == WaitPlace.PAIR

    def _count_seven_pairs(
        self,
        packed: int,
        tiles: AwardShare,
        fours: int,
        circumstances: AwardShare,
        before: int,
        hand: Hand,
        win: Win,
    ) -> CountedView:
        option = self.parameters.seven_pairs_hog
        if tiles.bits & self._hog_fans and option != "count_all":
            fours = max(fours - 1, 0) if option == "deduct_one" else 0
        shifted = packed in SHIFTED
        wait = (
            self.counting.waits[WaitPlace.PAIR]
            if self._waits_for_one_kind_in_any_form(before, 4, hand, win)
            else NOTHING
        )
        shares = (
            tiles,
            NOTHING,
            NOTHING,
            self.counting.share_of(Shape, *Shape(Form.SEVEN_PAIRS, fours=fours, shifted_pairs=shifted)),
            circumstances,
            wait,
        )
        return self._count(shares, Form.SEVEN_PAIRS, (), None, WaitPlace.PAIR, -1, [])

    def _count_singles(self, packed: int, circumstances: AwardShare) -> list[CountedView]:
        if thirteen_orphans(packed):
            shape = Shape(Form.THIRTEEN_ORPHANS)
        elif honors_knitted(packed) is not None:
            shape = Shape(Form.HONORS_KNITTED, honours=(packed & HONOURS_PACKED).bit_count())
        else:
            return []
        shares = (
            NOTHING,
            NOTHING,
            NOTHING,
            self.counting.share_of(Shape, *shape),
            circumstances,
            NOTHING,
        )
        return [self._count(shares, shape.form, (), None, WaitPlace.PAIR, -1, [])]


def _points(reading: CountedView) -> int:
    return reading.points


NO_FORM: Final = Reason("structure", "MCR-4.1", _("the tiles have none of the winning forms"))


def make_scorer(ruleset: ScoringRules) -> Callable[[Hand, Win], ScoredHand]:
    return Scorer(ruleset)
