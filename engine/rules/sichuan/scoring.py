from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.errors import HandError
from engine.reading.decompositions import (
    ONE,
    PAIR,
    Form,
    Reading,
    ReadSet,
    count_of_kind,
    divisions,
    pack,
    set_from_code,
    seven_pairs,
    standard_readings,
)
from engine.reading.suit_tables import PUNG
from engine.reading.waits import Waits, WaitsOf, form_waits, missing_seven_pairs, missing_standard, standard_waits
from engine.rules.sichuan.circumstances import Circumstances
from engine.rules.sichuan.conditions import SUITS, SichuanWin, suits_in
from engine.rules.sichuan.parameters import Parameters
from engine.rules.sichuan.patterns import MANGAN_HANDS, STRUCTURAL, patterns
from engine.scoring.patterns import Award, NotCounted, Pattern, Reason, format_sum
from engine.scoring.score import Alternative, ScoredHand, ScoreExplanation, ScoringRules
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.tile import EAST, SUIT_LETTERS, Suit, Tile, count_kinds, suit_of

NO_CIRCUMSTANCES = Circumstances()


def void_suit_of(special: object) -> Suit | None:
    letter = special.void_suit if isinstance(special, Circumstances) else None
    return Suit(SUIT_LETTERS.index(letter)) if letter else None


def base_points(fan: int, parameters: Parameters) -> int:
    capped = fan if parameters.mangan_fan is None else min(fan, parameters.mangan_fan)
    return int(parameters.base_point * 2**capped)


def self_draw_points(fan: int, parameters: Parameters) -> int:
    if parameters.zimo_mode == "add_fan":
        return base_points(fan + 1, parameters)
    return base_points(fan, parameters) + 1


def payments(fan: int, parameters: Parameters, *, self_drawn: bool) -> dict[str, int]:
    if self_drawn:
        return {"each": self_draw_points(fan, parameters)}
    return {"discarder": base_points(fan, parameters)}


def readings(hand: Hand, win: Win) -> Iterator[Reading]:
    winning = hand.winning
    if winning is None:
        raise HandError(_("the winning tile is missing in %(hand)s", hand=repr(str(hand))), at="win")
    packed = pack((*hand.concealed, winning))
    if not hand.melds and seven_pairs(packed):
        yield Reading(Form.SEVEN_PAIRS, (), None, winning, PAIR, tuple(sorted((*hand.concealed, winning))))
    claimed = win.by is not WinBy.SELF_DRAW
    yield from standard_readings(packed, hand.melds, winning, 4, claimed=claimed)


class CountedReading(NamedTuple):
    """Awards of a reading, their sum in fan, and the rows replaced by a hand worth the cap."""

    awards: tuple[Award, ...]
    fan: int
    replaced: tuple[str, ...] = ()


def count(rows: tuple[Pattern[SichuanWin], ...], view: SichuanWin) -> CountedReading:
    """Count a reading: all patterns add, unless a hand worth the cap replaces the sum (SC-4.5, SC-4.14)."""
    awards = []
    special: list[Award] = []
    fan = 0
    for row in rows:
        earned = row.when(view)
        if earned:
            award = Award(row.id, row.value, len(earned), row.clause, earned)
            if row.id in MANGAN_HANDS:
                special.append(award)
            else:
                awards.append(award)
                fan += row.value * len(earned)
    if special and base_points(special[0].value, view.parameters) >= base_points(fan, view.parameters):
        replaced = tuple(award.pattern for award in (*awards, *special[1:]))
        return CountedReading((special[0],), special[0].value, replaced)
    return CountedReading(tuple(awards), fan, tuple([award.pattern for award in special]))


def refusals(held: tuple[Suit, ...], void_suit: Suit | None) -> tuple[Reason, ...]:
    if void_suit in held:
        return (Reason("void_suit", "SC-4.3", _("the hand holds tiles of its void suit")),)
    if len(held) > 2:
        return (Reason("three_suits", "SC-4.3", _("the hand holds tiles of three suits, a win has two at most")),)
    return ()


def make_scorer(ruleset: ScoringRules) -> Callable[[Hand, Win], ScoredHand]:
    parameters = ruleset.options(Parameters)
    rows = patterns(parameters)

    def score(hand: Hand, win: Win) -> ScoredHand:
        special = win.special if isinstance(win.special, Circumstances) else NO_CIRCUMSTANCES
        counts = tuple(count_kinds(hand.tiles))
        suits = suits_in(counts)
        counted = [
            (count(rows, SichuanWin(reading, hand, win, special, parameters, counts, suits)), reading)
            for reading in readings(hand, win)
        ]
        if not counted:
            reason = Reason("incomplete", "SC-4.1", _("the tiles are neither four sets and a pair nor seven pairs"))
            return ScoredHand(hand, win, ruleset, complete=False, win=False, reasons=(reason,))
        best, reading = counted[0] if len(counted) == 1 else max(counted, key=lambda item: item[0].fan)
        points = base_points(best.fan, parameters)
        reasons = refusals(suits, void_suit_of(special))
        return ScoredHand(
            hand,
            win,
            ruleset,
            complete=True,
            win=not reasons,
            reasons=reasons,
            awards=best.awards,
            value={"fan": best.fan, "points": points},
            payments=payments(best.fan, parameters, self_drawn=win.by is WinBy.SELF_DRAW),
            best=reading,
            alternatives=len(counted),
        )

    return score


def explain(scored: ScoredHand) -> ScoreExplanation:
    parameters = scored.ruleset.options(Parameters)
    if not scored.complete or scored.reading is None:
        return ScoreExplanation((), (), ())
    hand, win = scored.hand, scored.circumstances
    special = win.special if isinstance(win.special, Circumstances) else NO_CIRCUMSTANCES
    counts = tuple(count_kinds(hand.tiles))
    suits = suits_in(counts)
    rows = patterns(parameters)
    counted = {
        reading: count(rows, SichuanWin(reading, hand, win, special, parameters, counts, suits))
        for reading in readings(hand, win)
    }
    chosen = counted.pop(scored.reading)
    others = sorted(counted.items(), key=lambda item: -item[1].fan)
    alternatives = tuple(
        Alternative(reading, earned.awards, earned.fan) for reading, earned in [(scored.reading, chosen), *others]
    )
    by = chosen.awards[0].pattern if chosen.awards else ""
    lost = tuple(NotCounted(pattern, by, "SC-4.14") for pattern in chosen.replaced)
    return ScoreExplanation(lost, alternatives, tuple(_explain_steps(chosen, win, parameters)))


def _explain_steps(chosen: CountedReading, win: Win, parameters: Parameters) -> Iterator[tuple[Sentence, str]]:
    counts = [f"{award.value} × {award.times}" if award.times > 1 else str(award.value) for award in chosen.awards]
    terms = format_sum(zip((award.pattern for award in chosen.awards), counts, strict=True), "%(pattern)s %(counts)s")
    yield _("%(sum)s = %(fan)s fan", sum=terms or _("no pattern"), fan=chosen.fan), "SC-4.5"
    cap = parameters.mangan_fan
    counted = chosen.fan if cap is None else min(chosen.fan, cap)
    points = base_points(chosen.fan, parameters)
    product = _("%(base)s × 2^%(fan)s = %(points)s di", base=parameters.base_point, fan=counted, points=points)
    if cap is not None and chosen.fan > cap:
        product = _("%(sum)s, capped at %(cap)s", sum=product, cap=cap)
    yield product, "SC-5.1"
    if win.by is WinBy.SELF_DRAW:
        payment = self_draw_points(chosen.fan, parameters)
        added = _("one fan more") if parameters.zimo_mode == "add_fan" else f"{points} + 1"
        yield _("self-draw: %(sum)s = %(each)s di from each player who has not won", sum=added, each=payment), "SC-5.3"
    else:
        yield _("the discarder pays %(points)s di", points=points), "SC-5.2"


def waiting_kinds(hand: Hand, void_suit: Suit | None) -> list[Tile]:
    """Kinds that would complete the hand, without those held four times concealed; own melds are ignored (SC-6.4)."""
    packed = pack(hand.concealed)
    kinds = standard_waits(packed)
    if not hand.melds:
        others = form_waits(packed, Form.SEVEN_PAIRS)
        if others:
            kinds = sorted({*kinds, *others})
    if not kinds:
        return []
    held = {suit_of(tile) for tile in hand.tiles}
    return [kind for kind in kinds if kind < 27 and _suits_fit(held, suit_of(kind), void_suit)]


def _suits_fit(held: set[Suit], one_more: Suit, void_suit: Suit | None) -> bool:
    if void_suit is not None:
        return void_suit != one_more and void_suit not in held
    return len(held) + (one_more not in held) <= 2


def distances(hand: Hand, void_suit: Suit | None) -> dict[str, int]:
    barred = (void_suit,) if void_suit is not None else SUITS
    packed = pack(hand.concealed)
    by_form = {"standard": min(missing_standard(packed, 4 - len(hand.melds), suit) for suit in barred) - 1}
    if not hand.melds:
        usable = [pack(tile for tile in hand.concealed if suit_of(tile) is not suit) for suit in barred]
        by_form["seven_pairs"] = min(map(missing_seven_pairs, usable)) - 1
    return by_form


def make_waits(ruleset: ScoringRules) -> WaitsOf:
    """Waits under a ruleset; ``ready`` follows SC-6.4, ignoring copies in own melds."""

    def waits(hand: Hand, special: object = None) -> Waits:
        void_suit = void_suit_of(special)
        live = waiting_kinds(hand, void_suit)
        waiting: tuple[Tile, ...] = ()
        if live:
            held = count_kinds(hand.tiles)
            waiting = tuple([kind for kind in live if held[kind] < 4])
        return Waits(waiting, bool(live), lambda: distances(hand, void_suit))

    return waits


class HighWait(NamedTuple):
    tile: Tile
    fan: int
    points: int
    awards: tuple[Award, ...]


def high_wait(hand: Hand, parameters: Parameters, void_suit: Suit | None = None) -> HighWait | None:
    """高目: best win of a ready hand by its tiles, a supposed fifth copy included; None if not ready (SC-6.5)."""
    rows = tuple(row for row in patterns(parameters) if row.id in STRUCTURAL)
    win = Win(WinBy.DISCARD)
    supposed = [
        reading for kind in waiting_kinds(hand, void_suit) for reading in readings(hand._replace(winning=kind), win)
    ]
    if supposed and parameters.takame_includes_self_held:
        supposed += _fifth_copies(hand, void_suit)
    best: HighWait | None = None
    for reading in supposed:
        complete = hand._replace(winning=reading.winning)
        counts = count_kinds(complete.tiles)
        suits = suits_in(counts)
        if not parameters.takame_counts_kongs:
            for meld in hand.melds:
                counts[meld.first] = 0 if meld.is_kong else counts[meld.first]
        view = SichuanWin(reading, complete, win, NO_CIRCUMSTANCES, parameters, tuple(counts), suits)
        counted = count(rows, view)
        if best is None or counted.fan > best.fan:
            best = HighWait(reading.winning, counted.fan, base_points(counted.fan, parameters), counted.awards)
    return best


def _fifth_copies(hand: Hand, void_suit: Suit | None) -> list[Reading]:
    packed = pack(hand.concealed)
    sets = 4 - len(hand.melds)
    melds = tuple(ReadSet(meld.kind, meld.first, meld) for meld in hand.melds)
    supposed = []
    suits = {suit_of(tile) for tile in hand.tiles}
    for kind in range(27):
        if count_of_kind(packed, kind) < 4 or not _suits_fit(suits, suit_of(kind), void_suit):
            continue
        chows = [start for start in range(kind - 2, kind + 1) if start // 9 == kind // 9 and 0 <= start % 9 < 7]
        for code in (kind + PUNG, *chows):
            fifth_set = set_from_code(code, claimed=True)
            others = pack(fifth_set.tiles) - ONE[kind]
            if all(count_of_kind(packed, tile) >= count_of_kind(others, tile) for tile in set(fifth_set.tiles)):
                for codes, pair in divisions(packed - others, sets - 1):
                    held = (fifth_set, *map(set_from_code, codes))
                    supposed.append(Reading(Form.STANDARD, held + melds, pair, kind, 0))
        # Fifth copy as half of the pair: represented by an honour pair, which this game does not have.
        for codes, pair in divisions(packed - ONE[kind] + 2 * ONE[EAST], sets):
            if pair == EAST:
                supposed.append(Reading(Form.STANDARD, tuple(map(set_from_code, codes)) + melds, kind, kind, PAIR))
    return supposed
