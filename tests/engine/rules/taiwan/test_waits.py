"""Waits and shanten of sixteen tiles, checked against trying every tile."""

from __future__ import annotations

from random import Random

import pytest

from engine.errors import HandError
from engine.family import ruleset
from engine.play.events import Discarded
from engine.play.table import why_not
from engine.play.walks import walk
from engine.reading.decompositions import ONE, divisions, pack
from engine.reading.waits import Waits
from engine.rules.taiwan.winning_forms import buda_waits, is_buda, ligu_waits, triplet_of_ligu
from engine.tiles.hand import Hand
from engine.tiles.seats import next_seat
from engine.tiles.tile import KINDS, parse_tiles


def waits(line: str, preset: str = "aono") -> Waits:
    return ruleset(f"taiwan-{preset}").waits(Hand.parse(line))


def test_a_wrong_number_of_tiles_is_refused() -> None:
    with pytest.raises(HandError, match="16 tiles"):
        waits("123m")


def holdings(random: Random, count: int) -> list[list[int]]:
    """Hands near the special forms: pairs and triplets of few kinds, and unrelated tiles with a fault or two."""
    found = []
    for _ in range(count):
        hand: list[int] = []
        if random.random() < 0.5:
            while len(hand) < 16:
                kind = random.randrange(KINDS)
                if kind not in hand:
                    hand += [kind] * random.choice([1, 2, 2, 2, 3, 4])
        else:
            trios = (random.choice([(0, 3, 6), (0, 4, 7), (1, 4, 8), (2, 5, 8), (0, 3, 5)]) for _ in range(3))
            hand = [*range(27, 34), *(9 * suit + rank for suit, trio in enumerate(trios) for rank in trio)]
            hand[random.randrange(16)] = random.randrange(KINDS)
        found.append(hand[:16])
    return found


@pytest.mark.parametrize("seed", range(4))
def test_waits_of_the_special_forms_are_those_that_trying_finds(seed: int) -> None:
    ready = 0
    for hand in holdings(Random(seed), 400):
        packed = pack(hand)
        free = [kind for kind in range(KINDS) if hand.count(kind) < 4]
        pairs = [kind for kind in free if seven_pairs_and_a_triplet([*hand, kind])]
        unrelated = [kind for kind in free if sixteen_unrelated([*hand, kind])]
        assert ligu_waits(packed) == pairs
        assert buda_waits(packed) == unrelated
        assert [kind for kind in free if triplet_of_ligu(packed + ONE[kind]) is not None] == pairs
        assert [kind for kind in free if is_buda(packed + ONE[kind])] == unrelated
        ready += bool(pairs or unrelated)
    assert ready > 40


def seven_pairs_and_a_triplet(hand: list[int]) -> bool:
    """By taking the triplet away and pairing the rest."""
    for kind in {tile for tile in hand if hand.count(tile) >= 3}:
        rest = [tile for index, tile in enumerate(sorted(hand)) if tile != kind]
        rest += [kind] * (hand.count(kind) - 3)
        if all(rest.count(tile) % 2 == 0 for tile in rest):
            return True
    return False


def sixteen_unrelated(hand: list[int]) -> bool:
    """By the distances between the tiles of each suit."""
    kinds = sorted(set(hand))
    if len(kinds) != 16 or not set(range(27, 34)) <= set(kinds):
        return False
    suits = [[kind for kind in kinds if kind // 9 == suit] for suit in range(3)]
    return all(len(suit) == 3 and suit[1] - suit[0] >= 3 and suit[2] - suit[1] >= 3 for suit in suits)


def test_the_special_forms_have_no_division_of_their_own() -> None:
    assert divisions(pack(parse_tiles("1144m2266s3377p555z99p")), 5) == []


def test_a_discard_out_of_turn_after_a_declaration_is_only_out_of_turn() -> None:
    state = walk(ruleset("taiwan-blog2015"), 2).states[54]
    other = next_seat(state.turn)
    assert state.special.ready_pending
    for tile in set(state.players[other].concealed):
        assert [breach.code for breach in why_not(state, Discarded(other, tile))] == ["turn"]
