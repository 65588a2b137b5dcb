from __future__ import annotations

from collections.abc import Callable, Iterator
from graphlib import TopologicalSorter
from typing import NamedTuple

from engine.errors import HandError
from engine.reading.decompositions import PAIR, Form, Reading, ReadSet, contains, divisions, set_from_code
from engine.reading.suit_tables import PUNG, Codes
from engine.rules.taiwan import view as has
from engine.rules.taiwan.circumstances import Circumstances
from engine.rules.taiwan.parameters import Parameters
from engine.rules.taiwan.patterns import FLOWER_WINS, table
from engine.rules.taiwan.settlement import cap_tai, dealer_item, dice_factor, payments
from engine.rules.taiwan.view import Tai, View
from engine.rules.taiwan.winning_forms import SETS, doubled_in_buda, is_buda, triplet_of_ligu
from engine.scoring.patterns import Award, NotCounted, Occurrences, Reason, format_sum
from engine.scoring.score import Alternative, ScoredHand, ScoreExplanation, ScoringRules, payer_name
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.melds import MeldKind
from engine.tiles.tile import Tile

ReadingKey = tuple[Form, Codes, Tile, int]
"""Reading as numbers: form, codes of the concealed sets, pair (-1 for none), place of the winning tile."""


class ScoredPattern(NamedTuple):
    """Pattern prepared for scoring: ``bit`` marks it as excluded, ``excludes`` are the bits of those it swallows."""

    tai: Tai
    needs: int
    bit: int
    excludes: int
    rank: int


def exclusion_order(rows: tuple[Tai, ...]) -> tuple[ScoredPattern, ...]:
    """Rows ordered so that each comes after every row that may swallow it."""
    ranks = {row.id: index for index, row in enumerate(rows)}
    swallowed_by: dict[str, set[str]] = {row.id: set() for row in rows}
    for row in rows:
        for swallowed in row.excludes:
            if swallowed in ranks:
                swallowed_by[swallowed].add(row.id)
    ordered = []
    for name in TopologicalSorter(swallowed_by).static_order():
        rank = ranks[name]
        row = rows[rank]
        excludes = sum(1 << ranks[swallowed] for swallowed in set(row.excludes) if swallowed in ranks)
        ordered.append(ScoredPattern(row, row.needs, 1 << rank, excludes, rank))
    return tuple(ordered)


def make_scorer(ruleset: ScoringRules) -> Callable[[Hand, Win], ScoredHand]:
    rules = ruleset.options(Parameters)
    rows = exclusion_order(table(rules))

    def score(hand: Hand, win: Win) -> ScoredHand:
        if hand.winning is None or len(hand.concealed) + 3 * len(hand.melds) != 3 * SETS + 1:
            raise HandError(_("16 tiles and a winning tile make a win, not %(hand)s", hand=repr(str(hand))), at="hand")
        view = View(hand, win, rules)
        places = list(readings_of(view))
        complete = bool(places)
        if view.circumstances & has.FLOWER_WIN and not (complete and rules.flower_win_mode == "adds_hand"):
            places = [(Form.FLOWERS, (), -1, PAIR)]
        reasons = refusals(view, hand, complete=complete)
        if not places:
            return ScoredHand(hand, win, ruleset, False, False, reasons)
        total, counting, place = -1, [], places[0]
        for candidate in places:
            view.set_reading(*candidate)
            counted = counting_patterns(rows, view)
            tai = sum([row.tai.value * len(entries) for row, entries in counted])
            if tai > total:
                total, counting, place = tai, counted, candidate
        flower_win = sum(row.tai.value * len(entries) for row, entries in counting if row.tai.id in FLOWER_WINS)
        return ScoredHand(
            hand,
            win,
            ruleset,
            complete,
            not reasons,
            reasons,
            awards_of(counting),
            {"tai": cap_tai(rules, total)},
            payments(view, total - flower_win, flower_win, complete=place[0] is not Form.FLOWERS),
            reading_of(place, hand, claimed=view.claimed),
            len(places),
        )

    return score


def readings_of(view: View) -> Iterator[ReadingKey]:
    """Yield every reading with the winning tile in each possible place."""
    kind = view.winning
    packed = view.concealed + (1 << 3 * kind)
    for codes, pair in divisions(packed, SETS - len(view.melds)):
        for index, code in enumerate(codes):
            if contains(code, kind) and (not index or code not in codes[:index]):
                yield Form.STANDARD, codes, pair, index
        if pair == kind:
            yield Form.STANDARD, codes, pair, PAIR
    if not view.melds:
        if view.rules.ligu_enabled:
            triplet = triplet_of_ligu(packed)
            if triplet is not None:
                yield Form.LIGU, (triplet + PUNG,), -1, 0 if triplet == kind else PAIR
        if view.rules.buda_enabled and is_buda(packed):
            yield Form.BUDA, (), doubled_in_buda(packed), PAIR


def counting_patterns(rows: tuple[ScoredPattern, ...], view: View) -> list[tuple[ScoredPattern, Occurrences]]:
    features = view.features
    excluded = 0
    counting = []
    for row in rows:
        needs = row.needs
        if features & needs == needs and not excluded & row.bit:
            entries = row.tai.when(view)
            if entries:
                counting.append((row, entries))
                excluded |= row.excludes
    return counting


def awards_of(counting: list[tuple[ScoredPattern, Occurrences]]) -> tuple[Award, ...]:
    return tuple(
        Award(row.tai.id, row.tai.value, len(entries), row.tai.clause, entries)
        for row, entries in sorted(counting, key=lambda item: item[0].rank)
    )


def reading_of(place: ReadingKey, hand: Hand, *, claimed: bool) -> Reading:
    form, codes, pair, where = place
    winning = hand.winning if hand.winning is not None else -1
    melds = tuple(ReadSet(meld.kind, meld.first, meld) for meld in hand.melds)
    if form is Form.STANDARD:
        sets = tuple(set_from_code(code, claimed=claimed and index == where) for index, code in enumerate(codes))
        return Reading(form, sets + melds, pair, winning, where)
    tiles = sorted((*hand.concealed, winning))
    if form is Form.FLOWERS:
        return Reading(form, melds, None, winning, PAIR, tuple(tiles))
    if form is Form.BUDA:
        tiles.remove(pair)
        tiles.remove(pair)
        return Reading(form, (), pair, winning, PAIR, tuple(tiles))
    triplet = codes[0] - PUNG
    for _copy in range(3):
        tiles.remove(triplet)
    return Reading(
        form, (ReadSet(MeldKind.PUNG, triplet, None, claimed and where == 0),), None, winning, where, tuple(tiles)
    )


def refusals(view: View, hand: Hand, *, complete: bool) -> tuple[Reason, ...]:
    """Reasons to refuse the win that follow from hand and circumstances; locks and dead hands need a record."""
    rules, win = view.rules, view.win
    reasons = []
    flower_win = view.circumstances & has.FLOWER_WIN
    if view.special.robbed_flower is not None and not view.circumstances & has.ROBBED_FLOWER:
        if rules.qiqiangyi_enabled:
            message = _("a flower is robbed with the seven others shown or just drawn")
        else:
            message = _("this ruleset has no robbing of flowers")
        reasons.append(Reason("flower_not_to_rob", "TW-3.10", message))
    if not complete and not flower_win:
        reasons.append(Reason("incomplete", "TW-4.1", _("the seventeen tiles have no winning form")))
    if win.last_tile and win.by is WinBy.DISCARD and not flower_win and not rules.last_discard_win:
        reasons.append(Reason("last_discard", "TW-2.13", _("the discard after the last tile may not be won on")))
    if rules.open_kong_win_ban and win.by is WinBy.SELF_DRAW and win.replacement and not win.flower_replacement:
        kongs = {meld.kind for meld in hand.melds if meld.is_kong}
        # Without another kong the replacement must be that of an exposed one.
        if kongs == {MeldKind.KONG} and not (flower_win and not rules.open_kong_ban_covers_flower_win):
            reasons.append(Reason("exposed_kong", "TW-3.25", _("the replacement of an exposed kong may not be won on")))
    return tuple(reasons)


def explain(scored: ScoredHand) -> ScoreExplanation:
    rules = scored.ruleset.options(Parameters)
    rows = table(rules)
    view = View(scored.hand, scored.circumstances, rules)
    places = list(readings_of(view)) if scored.reading and scored.reading.form is not Form.FLOWERS else []
    if scored.reading and not places:
        places = [(Form.FLOWERS, (), -1, PAIR)]
    alternatives = []
    not_counted: tuple[NotCounted, ...] = ()
    ordered = exclusion_order(rows)
    for place in places:
        view.set_reading(*place)
        counting = counting_patterns(ordered, view)
        reading = reading_of(place, scored.hand, claimed=view.claimed)
        tai = cap_tai(rules, sum(row.tai.value * len(entries) for row, entries in counting))
        alternatives.append(Alternative(reading, awards_of(counting), tai))
        if reading == scored.reading:
            not_counted = _find_swallowed(rows, view, counting)
    alternatives.sort(key=lambda item: (item.reading != scored.reading, -item.total))
    return ScoreExplanation(not_counted, tuple(alternatives), tuple(_explain_steps(scored, rules)))


def _find_swallowed(
    rows: tuple[Tai, ...], view: View, counting: list[tuple[ScoredPattern, Occurrences]]
) -> tuple[NotCounted, ...]:
    counted = {row.tai.id for row, _ in counting}
    lost = []
    for row in rows:
        if row.id in counted or view.features & row.needs != row.needs or not row.when(view):
            continue
        winner = next(pattern.tai for pattern, _ in counting if row.id in pattern.tai.excludes)
        lost.append(NotCounted(row.id, winner.id, winner.clause))
    return tuple(lost)


def _explain_steps(scored: ScoredHand, rules: Parameters) -> Iterator[tuple[Sentence, str]]:
    if not scored.payments:
        return
    terms = format_sum(((award.pattern, str(award.total)) for award in scored.awards), "%(pattern)s %(counts)s")
    tai = sum(award.total for award in scored.awards)
    if terms:
        yield _("%(sum)s = %(tai)s tai", sum=terms, tai=tai), "TW-4.3"
    else:
        yield _("no pattern: the base alone is won"), "TW-4.3"
    if tai > cap_tai(rules, tai):
        yield _("capped at %(tai)s tai", tai=rules.tai_cap), "TW-E2"
    special = scored.circumstances.special
    circumstances = special if isinstance(special, Circumstances) else Circumstances()
    factor = dice_factor(rules, triple_dice=circumstances.triple_dice)
    for payer, paid in scored.payments.items():
        amount = paid // factor
        from_dealer = payer == "dealer" or (payer == "discarder" and circumstances.dealer_pays)
        deals = scored.circumstances.dealer
        extra = dealer_item(rules, circumstances.dealer_repeats, dealer_wins=deals, dealer_pays=from_dealer)
        counted = (amount - rules.di) // rules.rate - extra if rules.rate else cap_tai(rules, tai)
        yield (
            _(
                "%(payer)s: %(di)s + %(rate)s x (%(tai)s) = %(amount)s",
                payer=payer_name(payer),
                di=rules.di,
                rate=rules.rate,
                tai=_("%(tai)s + %(extra)s dealer", tai=counted, extra=extra) if extra else counted,
                amount=amount,
            ),
            "TW-5.1",
        )
    if factor > 1:
        yield _("three equal dice: every payment counts twice"), "TW-5.12"
