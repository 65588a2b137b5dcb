"""Properties of every winning hand of every ruleset: order and suits do not matter, and the explanation agrees."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest

from benchmarks.hands import winning_hands
from engine.family import families, ruleset, ruleset_names
from engine.scoring.score import ScoredHand, score
from engine.tiles.hand import Hand, Win, WinBy, check_hand
from engine.tiles.seats import Wind
from engine.tiles.tile import HONOURS, kind_of

OF_ONE_SUIT = {"all_green", "reversible_tiles"}
"""Patterns that know which suit a tile is of."""


def random_win(family: str, hand: Hand, random: Random) -> Win:
    """A win of the hand in some circumstances that the family knows."""
    seat = Wind(random.randrange(4))
    special: dict[str, Any] = {}
    flags = dict.fromkeys(("last_tile", "replacement", "flower_replacement", "first_turn"), False)
    if family == "riichi":
        riichi = hand.is_closed and random.random() < 0.4
        special = {"riichi": riichi, "ippatsu": riichi and random.random() < 0.3}
        special |= {"dora_indicators": tuple(random.choices(HONOURS, k=2)), "ura_indicators": (random.choice(HONOURS),)}
        flags = {"last_tile": random.random() < 0.1}
    else:
        flags = {name: random.random() < 0.3 for name in flags}
    if family == "mcr":
        special = {"last_copy": random.random() < 0.3}
    elif family == "sichuan":
        special = {"after_kong": random.random() < 0.3}
    elif family == "taiwan":
        special = {"dealer_repeats": random.randrange(5), "ready_first_round": random.random() < 0.5}
        special |= {"ready": random.choice([None, "tianting", "diting", "declared"])}
        special |= {"break_seat_wind": random.choice([None, *Wind])}
    by = random.choice((WinBy.SELF_DRAW, WinBy.DISCARD) if family == "riichi" else tuple(WinBy))
    circumstances = families()[family].circumstances(**special)
    return Win(by, Wind(random.randrange(4)), seat, dealer=seat is Wind.EAST, special=circumstances, **flags)


def possible_wins(family: str, number: int = 200) -> list[tuple[Hand, Win]]:
    """Winning hands and circumstances; without pairs of four alike, which not every edition takes for two."""
    random = Random(3)
    hands = winning_hands(family, number, seed=3)
    different = (hand for hand in hands if hand.melds or max(map(hand.tiles.count, hand.tiles)) < 4)
    return [(hand, random_win(family, hand, random)) for hand in different]


WINS = {family: possible_wins(family) for family in families()}


def counted(result: ScoredHand) -> tuple[object, ...]:
    return result.value, result.payments, sorted((award.pattern, award.total) for award in result.awards)


@pytest.mark.parametrize("name", ruleset_names())
def test_a_winning_hand_is_complete_and_explained(name: str) -> None:
    rules = ruleset(name)
    for hand, win in WINS[rules.family.name]:
        check_hand(hand._replace(flowers=()), rules.tile_set, rules.family.sets)
        result = score(hand, win, rules)
        if not result.complete:
            # A special form that the edition lacks.
            assert (result.win, result.awards) == (False, ())
            continue
        assert result.reading is not None
        assert result.win == (not result.reasons)
        if "three_suits" not in {reason.code for reason in result.reasons}:
            waits = rules.waits(hand._replace(winning=None))
            assert kind_of(hand.winning or 0) in waits.tiles
            assert (waits.ready, waits.shanten) == (True, 0)
        earned_by = {index for award in result.awards for sets in award.sets for index in sets}
        assert earned_by <= set(range(len(result.reading.sets)))
        explained = result.explain()
        totals = [one.total for one in explained.alternatives]
        assert (len(totals), totals) == (result.alternatives, sorted(totals, reverse=True))
        assert explained.alternatives[0].awards == tuple(one for one in result.awards if one.pattern != "flower_tiles")
        if rules.family.name == "taiwan":
            # Elsewhere a pattern can count once and be lost once.
            assert not {lost.pattern for lost in explained.not_counted} & {award.pattern for award in result.awards}
            assert result.value == {"tai": sum(award.total for award in result.awards)}
        assert {clause.split("-")[0] for _, clause in explained.steps} == {rules.family.clause_prefix}


@pytest.mark.parametrize("name", ruleset_names())
def test_order_and_suits_do_not_matter(name: str) -> None:
    rules, random = ruleset(name), Random(5)
    for hand, win in WINS[rules.family.name]:
        first, second, third = random.choice(list(permutations(range(3))))

        def moved(tile: int, suits: tuple[int, ...] = (first, second, third)) -> int:
            return 9 * suits[tile // 9] + tile % 9 if tile < 27 else tile

        concealed = [moved(tile) for tile in hand.concealed]
        melds = [meld._replace(tiles=tuple(map(moved, meld.tiles))) for meld in hand.melds]
        random.shuffle(concealed)
        random.shuffle(melds)
        other = Hand(tuple(concealed), tuple(melds), hand.flowers, moved(hand.winning or 0))
        mine, theirs = score(hand, win, rules), score(other, win, rules)
        if not OF_ONE_SUIT & {award.pattern for result in (mine, theirs) for award in result.awards}:
            assert counted(mine) == counted(theirs), hand
