"""Scoring of an MCR hand: count every reading, take the highest, judge the win, compute payments."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from engine.errors import HandError
from engine.reading.decompositions import (
    KNITTED,
    ONE,
    Form,
    divisions_of_halves,
    honors_knitted,
    join_halves,
    knitted_straights,
    pack_halves,
    seven_pairs,
    thirteen_orphans,
)
from engine.reading.suit_tables import PUNG, Codes
from engine.rules.mcr.adoption import rows_in_force
from engine.rules.mcr.circumstances import Circumstances
from engine.rules.mcr.conditions.shape import Shape
from engine.rules.mcr.conditions.win_circumstances import WaitPlace, pack_circumstances
from engine.rules.mcr.counting import NOTHING, AwardShare, Counting
from engine.rules.mcr.parameters import Parameters
from engine.rules.mcr.settlement import payments
from engine.rules.mcr.view import (
    DRAGONS_MASK,
    FIVE,
    HONOURS_MASK,
    IN_PAIR,
    IN_PUNG,
    IN_SET,
    IN_THE_PAIR,
    NOT_GREEN,
    NOT_REVERSIBLE,
    NOWHERE,
    OUTSIDE,
    PLACES,
    SHIFTED,
    SUIT,
    UNITS,
    WINDS_MASK,
    CountedView,
    MeldView,
    ascending,
    is_nine_gates,
    meld_view,
    spread_ranks,
)
from engine.rules.mcr.waits import all_waits, has_single_wait
from engine.scoring.patterns import Award, Reason
from engine.scoring.score import ScoredHand, ScoringRules
from engine.sentences import sentence as _
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.tile import Tile, kind_of

SELF_DRAW: Final = WinBy.SELF_DRAW
NO_FANS: Final = (NOTHING,) * 6


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
        self._contributing = {
            index: row.contributing for index, row in enumerate(counting.rows) if row.contributing is not None
        }
        self._with_sets = counting.mask(counting.rows[index].id for index in self._contributing)
        self._chicken = counting.tally(False, 0)
        self._fan_cap = self.parameters.fan_cap
        self._min_points = self.parameters.min_points
        self._exhausted_waits_count = self.parameters.exhausted_waits_count
        self._ranks = spread_ranks()
        self._cached_tiles: dict[int, AwardShare] = {}

    def __call__(self, hand: Hand, win: Win) -> ScoredHand:
        readings = self.readings(hand, win)
        if not readings:
            return ScoredHand(hand, win, self.ruleset, False, False, (NO_FORM,))
        best = readings[0] if len(readings) == 1 else max(readings, key=_points)
        flowers = hand.flowers
        awards = self.awards(best, hand, win)
        basic = best.points
        if self._fan_cap is not None and basic > self._fan_cap:
            basic = self._fan_cap
        points = basic
        if flowers:
            for award in self.counting.tally(True, len(flowers)).awards:
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

    def awards(self, counted: CountedView, hand: Hand, win: Win) -> list[Award]:
        shares, resolution = counted.shares, counted.resolution
        awards = [shares[view].awards[index] for view, index in resolution.places]
        if resolution.bits & self._with_sets:
            reading = counted.read(hand, win)
            for index, row in enumerate(resolution.rows):
                contributing = self._contributing.get(row)
                if contributing is not None:
                    pattern, value, times, clause, _sets = awards[index]
                    awards[index] = Award(pattern, value, times, clause, contributing(reading.sets))
        return awards

    def payments(self, points: int, by: WinBy) -> dict[str, int]:
        return payments(self.parameters, points, self_drawn=by is SELF_DRAW)

    def readings(self, hand: Hand, win: Win) -> list[CountedView]:
        """Count every reading of the hand, with the winning tile at its best place (MCR-4.4, MCR-4.17)."""
        concealed, melds, _flowers, winning = hand
        if winning is None:
            raise HandError(_("there is no winning tile in %(hand)s", hand=repr(str(hand))), at="win")
        counting = self.counting
        kind = kind_of(winning)
        before = pack_halves(concealed)
        low, high = before
        if kind < 18:
            low += ONE[kind]
        else:
            high += ONE[kind - 18]
        sets = 4 - len(melds)
        kinds_low, kinds_high = (low | low >> 1 | low >> 2) & UNITS, (high | high >> 1 | high >> 2) & UNITS
        tiles_low, tiles_high = low, high
        melded: Codes = ()
        laid: list[MeldView] = []
        exposed = melded_kongs = concealed_kongs = open_copies = 0
        for meld in melds:
            item = meld_view(meld)
            laid.append(item)
            melded += (item.code,)
            more_low, more_high = item.kinds
            kinds_low |= more_low
            kinds_high |= more_high
            more_low, more_high = item.tiles
            tiles_low += more_low
            tiles_high += more_high
            melded_kongs += item.melded_kong
            concealed_kongs += item.concealed_kong
            if item.exposed:
                exposed += 1
                open_copies += item.copies_of(kind)
        by, prevalent_wind, seat_wind, last_tile, replacement, _flower, _first, _dealer, visible, special = win
        self_draw = by is SELF_DRAW
        last_copy = isinstance(special, Circumstances) and special.last_copy
        if not last_copy and (open_copies or visible):
            last_copy = open_copies + list(map(kind_of, visible)).count(kind) >= 3
        circumstances = pack_circumstances(
            self_draw=self_draw,
            closed=not exposed,
            all_exposed=exposed == 4,
            robbed=not self_draw and by is WinBy.ROBBED_KONG,
            last_tile=last_tile,
            replacement=replacement,
            last_copy=last_copy,
            melded_kongs=melded_kongs,
            concealed_kongs=concealed_kongs,
        )
        tiles = self._share_of_tiles(kinds_low, kinds_high, False)
        fours = 0
        if (tiles_low | tiles_high) >> 2 & UNITS:
            fours = (tiles_low >> 2 & UNITS).bit_count() + (tiles_high >> 2 & UNITS).bit_count()
        counts: list[CountedView] = []
        divided = divisions_of_halves(low, high, sets)
        if divided:
            places = PLACES[kind]
            gates = not melds and is_nine_gates(before[0], before[1])
            absorbed = int(gates and self._absorbing is not None)
            prevalent, seat = 27 + prevalent_wind, 27 + seat_wind
            waits = None
            for codes, pair in divided:
                ordered = ascending(codes + melded)
                place = IN_THE_PAIR if pair == kind else IN_PUNG
                pungs = 0
                for code in codes:
                    if code >= PUNG:
                        pungs += 1
                    set_place = places[code]
                    if set_place > place:
                        place = set_place
                chows = 0
                common = IN_PAIR[pair]
                for code in ordered:
                    if code < PUNG:
                        chows += 1
                    common &= IN_SET[code]
                if place == IN_PUNG and not self_draw:
                    pungs -= 1
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
                    counting.sets(chows == 4 and pair < 27, common & OUTSIDE > 0, common & FIVE > 0, fours, gates),
                    counting.circumstances(circumstances + pungs + concealed_kongs),
                    wait,
                    NOTHING,
                )
                counts.append(self._count(shares, Form.STANDARD, codes, pair, place, -1, laid))
            if melds or (low | high) & UNITS:
                return counts
        packed = join_halves((low, high))
        if not divided and sets >= 3:
            counts += self._count_knitted(
                hand, win, before, packed, laid, tiles, circumstances + concealed_kongs, fours
            )
        if not melds and not (low | high) & UNITS and seven_pairs(packed):
            pairs = self._share_of_tiles(kinds_low, kinds_high, True)
            counts.append(self._count_seven_pairs(packed, pairs, fours, circumstances, before, hand, win))
        if not melds and not divided:
            counts += self._count_singles(packed, circumstances)
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
        bits = 0
        for share in shares:
            bits |= share.bits
        if not bits:
            chicken = self._chicken
            resolution = self.counting.resolve(chicken.bits)
            return CountedView(resolution.points, resolution, (*NO_FANS, chicken), form, codes, pair, place, body, laid)
        resolution = self.counting.resolve(bits)
        points = resolution.points
        for share in shares:
            for bit, more in share.repeats:
                if resolution.bits & bit:
                    points += more
        return CountedView(points, resolution, shares, form, codes, pair, place, body, laid)

    def _share_of_tiles(self, low: int, high: int, pairs: bool) -> AwardShare:
        characters, dots, bamboos, honours = low & SUIT, low >> 27, high & SUIT, high >> 27
        not_green, not_reversible = NOT_GREEN, NOT_REVERSIBLE
        ranks = characters | dots | bamboos
        suits = (characters > 0) + (dots > 0) + (bamboos > 0)
        winds, dragons = honours & WINDS_MASK > 0, honours & DRAGONS_MASK > 0
        green = not (low & not_green[0] or high & not_green[1])
        reversible = not (low & not_reversible[0] or high & not_reversible[1])
        key = ranks << 7 | suits << 5 | winds << 4 | dragons << 3 | green << 2 | reversible << 1 | pairs
        share = self._cached_tiles.get(key)
        if share is None:
            share = self.counting.tiles(self._ranks[ranks], suits, winds, dragons, green, reversible, pairs)
            self._cached_tiles[key] = share
        return share

    def _waits_for_one_kind(self, before: tuple[int, int], sets: int, pair: Tile, hand: Hand, win: Win) -> bool:
        if self._exhausted_waits_count:
            return has_single_wait(before[0], before[1], sets, kind_of(hand.winning or 0), pair)
        return self._count_available(all_waits(join_halves(before), sets), hand, win) == 1

    def _count_available(self, kinds: list[Tile], hand: Hand, win: Win) -> int:
        seen_kinds = [kind_of(tile) for tile in (*hand.concealed, *win.visible)]
        seen_kinds += [kind_of(tile) for meld in hand.melds for tile in meld.tiles]
        return sum(1 for kind in kinds if seen_kinds.count(kind) < 4)

    def _waits_for_one_kind_in_any_form(self, before: tuple[int, int], sets: int, hand: Hand, win: Win) -> bool:
        kinds = all_waits(join_halves(before), sets)
        return (len(kinds) if self.parameters.exhausted_waits_count else self._count_available(kinds, hand, win)) == 1

    def _count_knitted(
        self,
        hand: Hand,
        win: Win,
        before: tuple[int, int],
        packed: int,
        laid: list[MeldView],
        tiles: AwardShare,
        circumstances: int,
        fours: int,
    ) -> list[CountedView]:
        kind = kind_of(hand.winning or 0)
        counting = self.counting
        counts = []
        sets = 4 - len(laid)
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
                claimed = win.by is not WinBy.SELF_DRAW
                pungs = sum(1 for set_code in codes if set_code >= PUNG) - (place == IN_PUNG and claimed)
                shares = (
                    tiles,
                    NOTHING,
                    counting.pungs(
                        (code,) if code >= PUNG else (), pair, 27 + win.prevalent_wind, 27 + win.seat_wind, 0, 0
                    ),
                    counting.shape(Shape(Form.KNITTED_STRAIGHT, code < PUNG and pair < 27, fours=fours)),
                    counting.circumstances(circumstances + pungs),
                    wait,
                    NOTHING,
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
        circumstances: int,
        before: tuple[int, int],
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
            self.counting.shape(Shape(Form.SEVEN_PAIRS, fours=fours, shifted_pairs=shifted)),
            self.counting.circumstances(circumstances),
            wait,
            NOTHING,
        )
        return self._count(shares, Form.SEVEN_PAIRS, (), None, WaitPlace.PAIR, -1, [])

    def _count_singles(self, packed: int, circumstances: int) -> list[CountedView]:
        if thirteen_orphans(packed):
            shape = Shape(Form.THIRTEEN_ORPHANS)
        elif honors_knitted(packed) is not None:
            shape = Shape(Form.HONORS_KNITTED, honours=(packed & HONOURS_MASK).bit_count())
        else:
            return []
        shares = (
            NOTHING,
            NOTHING,
            NOTHING,
            self.counting.shape(shape),
            self.counting.circumstances(circumstances),
            NOTHING,
            NOTHING,
        )
        return [self._count(shares, shape.form, (), None, WaitPlace.PAIR, -1, [])]


def _points(reading: CountedView) -> int:
    return reading.points


NO_FORM: Final = Reason("structure", "MCR-4.1", _("the tiles have none of the winning forms"))


def make_scorer(ruleset: ScoringRules) -> Callable[[Hand, Win], ScoredHand]:
    return Scorer(ruleset)
