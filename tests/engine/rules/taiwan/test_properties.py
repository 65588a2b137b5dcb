"""Properties of every Taiwanese win: order and suits do not matter, flowers add their own tai only, points balance."""

from __future__ import annotations

from itertools import permutations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.family import Ruleset, families, ruleset
from engine.play.transfers import net
from engine.rules.taiwan.circumstances import Circumstances
from engine.rules.taiwan.settlement import win_transfers
from engine.scoring.score import score
from engine.tiles.hand import Hand, Win, WinBy, check_hand
from engine.tiles.melds import Meld, MeldKind
from engine.tiles.seats import Wind
from engine.tiles.tile import FLOWERS, Tile, kind_of
from tests.support.taiwan_hands import tai_by_pattern

RULESETS = [ruleset(f"taiwan-{preset}") for preset in families()["taiwan"].presets]
PUNGS_AND_KONGS = [MeldKind.PUNG, MeldKind.KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG]


@st.composite
def winning_hands(draw: st.DrawFn) -> Hand:
    kinds = draw(
        st.sampled_from(
            [list(range(34)), list(range(9)), list(range(18)), [*range(9), *range(27, 34)], list(range(27, 34))]
        )
    )
    left = dict.fromkeys(kinds, 4)
    sets = []
    for _ in range(5):
        pungs = [(kind,) * 3 for kind in kinds if left[kind] >= 3]
        chows = [(k, k + 1, k + 2) for k in kinds if k < 27 and k % 9 < 7 and all(left.get(k + i, 0) for i in range(3))]
        options = [some for some in (pungs, chows) if some]
        sets.append(draw(st.sampled_from(draw(st.sampled_from(options)))))
        for tile in sets[-1]:
            left[tile] -= 1
    pair = draw(st.sampled_from([kind for kind in kinds if left[kind] >= 2]))
    left[pair] -= 2
    melds: list[Meld] = []
    concealed: list[Tile] = [pair, pair]
    for tiles in sets:
        if draw(st.booleans()):
            concealed.extend(tiles)
        elif tiles[0] != tiles[1]:
            melds.append(Meld(MeldKind.CHOW, tiles))
        elif left[tiles[0]] and draw(st.booleans()):
            left[tiles[0]] -= 1
            melds.append(Meld(draw(st.sampled_from(PUNGS_AND_KONGS[1:])), (*tiles, tiles[0])))
        else:
            melds.append(Meld(MeldKind.PUNG, tiles))
    winning = draw(st.sampled_from(concealed))
    concealed.remove(winning)
    return Hand(tuple(concealed), tuple(melds), (), winning)


wins = st.builds(
    Win,
    st.sampled_from(WinBy),
    st.sampled_from(Wind),
    st.sampled_from(Wind),
    last_tile=st.booleans(),
    replacement=st.booleans(),
    flower_replacement=st.booleans(),
    first_turn=st.booleans(),
    dealer=st.booleans(),
    visible=st.just(()),
    special=st.builds(
        Circumstances,
        dealer_repeats=st.integers(0, 4),
        ready=st.sampled_from([None, "tianting", "diting", "declared"]),
        ready_first_round=st.booleans(),
        dealer_pays=st.just(False),
        break_seat_wind=st.none() | st.sampled_from(Wind),
        robbed_flower=st.none(),
    ),
)
rulesets = st.sampled_from(RULESETS)


@given(winning_hands(), wins, rulesets)
def test_a_built_hand_is_possible_complete_and_waits_for_its_winning_tile(hand: Hand, win: Win, rules: Ruleset) -> None:
    check_hand(hand, rules.tile_set, rules.family.sets)
    assert hand.winning is not None
    assert score(hand, win, rules).complete
    waits = rules.waits(hand._replace(winning=None))
    assert kind_of(hand.winning) in waits.tiles
    assert (waits.ready, waits.shanten) == (True, 0)


@given(winning_hands(), wins, rulesets, st.randoms(use_true_random=False))
def test_the_order_of_tiles_and_melds_does_not_matter(hand: Hand, win: Win, rules: Ruleset, random: Random) -> None:
    concealed, melds = list(hand.concealed), list(hand.melds)
    random.shuffle(concealed)
    random.shuffle(melds)
    one = score(hand, win, rules)
    other = score(hand._replace(concealed=tuple(concealed), melds=tuple(melds)), win, rules)
    assert (tai_by_pattern(one), one.payments) == (tai_by_pattern(other), other.payments)


@given(winning_hands(), wins, rulesets, st.sampled_from(list(permutations(range(3)))))
def test_the_suits_are_equal(hand: Hand, win: Win, rules: Ruleset, suits: tuple[int, ...]) -> None:
    def moved(tile: Tile) -> Tile:
        return 9 * suits[tile // 9] + tile % 9 if tile < 27 else tile

    assert hand.winning is not None
    other = Hand(
        tuple(map(moved, hand.concealed)),
        tuple(meld._replace(tiles=tuple(map(moved, meld.tiles))) for meld in hand.melds),
        (),
        moved(hand.winning),
    )
    assert score(hand, win, rules).value == score(other, win, rules).value


@given(winning_hands(), wins, st.lists(st.sampled_from(FLOWERS), unique=True, max_size=7))
def test_flowers_add_their_own_tai_only(hand: Hand, win: Win, flowers: list[Tile]) -> None:
    """Under rules whose all chows ignores flowers."""
    rules = ruleset("taiwan-aono", {"pinghu_honors_flowers": True})
    without = tai_by_pattern(score(hand, win, rules))
    with_flowers = tai_by_pattern(score(hand._replace(flowers=tuple(flowers)), win, rules))
    assert isinstance(win.special, Circumstances)
    own_wind = win.seat_wind if win.special.break_seat_wind is None else win.special.break_seat_wind
    own = sum(1 for flower in flowers if (flower - FLOWERS[0]) % 4 == own_wind)
    complete = sum(1 for four in (FLOWERS[:4], FLOWERS[4:]) if set(four) <= set(flowers))
    assert (with_flowers.pop("huapai", 0), with_flowers.pop("huagang", 0)) == (own, complete)
    assert with_flowers == without


@given(winning_hands(), wins, rulesets)
def test_the_value_is_the_sum_of_the_awards_and_no_other_reading_is_worth_more(
    hand: Hand, win: Win, rules: Ruleset
) -> None:
    result = score(hand, win, rules)
    assert result.value == {"tai": sum(award.total for award in result.awards)}
    explained = result.explain()
    assert len(explained.alternatives) == result.alternatives
    assert explained.alternatives[0].reading == result.reading
    assert {"tai": max(item.total for item in explained.alternatives)} == result.value
    assert not {item.pattern for item in explained.not_counted} & set(tai_by_pattern(result))


@given(winning_hands(), wins, rulesets, st.integers(0, 3), st.integers(1, 3), st.integers(1, 3), st.booleans())
def test_points_are_conserved(
    hand: Hand, win: Win, rules: Ruleset, winner: int, payer_step: int, dealer_step: int, doubled: bool
) -> None:
    dealer = winner if win.dealer else (winner + dealer_step) % 4
    payer = None if win.by is WinBy.SELF_DRAW else (winner + payer_step) % 4
    assert isinstance(win.special, Circumstances)
    special = win.special._replace(dealer_pays=payer == dealer)
    result = score(hand, win._replace(special=special), rules)
    transfers = win_transfers(result, winner, dealer, payer, doubled=doubled)
    deltas = net(transfers)
    assert sum(deltas) == 0
    assert [seat for seat, delta in enumerate(deltas) if delta > 0] == [winner]
    assert len(transfers) == (3 if payer is None else 1)
