"""The counting principles, the options that change them, and what must not change a score."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.hands import winning_hands
from engine.errors import HandError, RulesetError
from engine.family import ruleset
from engine.reading.suit_tables import PUNG
from engine.rules.mcr.adoption import rows_in_force
from engine.rules.mcr.circumstances import Circumstances
from engine.rules.mcr.conditions.chows import Chows
from engine.rules.mcr.counting import Counting
from engine.rules.mcr.grouping import best_grouping, chow_fans, grouping_points, groupings
from engine.rules.mcr.parameters import Parameters
from engine.scoring.score import ScoredHand, score
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.melds import Meld
from engine.tiles.seats import Wind
from engine.tiles.tile import Tile
from tests.engine.rules.mcr.lines import case, fans, scored

CHOW_FANS = [fan for fan in rows_in_force(Parameters()) if fan.view is Chows]
HANDS = list(winning_hands("mcr", 600, seed=3))


def points(hand: Hand, win: Win, rules: str = "mcr-2006") -> int:
    value = score(hand, win, ruleset(rules)).value["points"]
    assert isinstance(value, int)
    return value


def a_win(by: WinBy, winds: tuple[Wind, Wind], last: bool, replacement: bool, copy: bool) -> Win:
    return Win(by, *winds, last_tile=last, replacement=replacement, special=Circumstances(copy))


wins = st.builds(
    a_win,
    st.sampled_from(WinBy),
    st.tuples(st.sampled_from(Wind), st.sampled_from(Wind)),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)


def test_sets_that_are_called_alike_earn_what_each_of_them_earns() -> None:
    # In a process that met others before, a hand gets the share of one like it.
    counting = Counting(rows_in_force(Parameters()))
    rng = random.Random(5)
    for _ in range(1500):
        firsts = tuple(sorted(rng.choices([kind for kind in range(27) if kind % 9 < 7], k=rng.randint(2, 4))))
        pair, at = rng.randrange(34), rng.randrange(3)
        assert counting.chows(firsts, pair).awards == counting.grouped(firsts, pair).awards
        kinds = rng.sample(range(27, 34) if at == 0 else range(34), rng.randint(1, 4))
        codes = tuple(sorted(kind + PUNG for kind in kinds))
        winds = rng.randrange(27, 31), rng.randrange(27, 31)
        looked_up, worked_out = (find(codes, pair, *winds, 0, at) for find in (counting.pungs, counting.of_pungs))
        assert looked_up.awards == worked_out.awards


@given(st.sampled_from(HANDS), wins, st.randoms())
@settings(max_examples=200)
def test_order_of_tiles_and_melds_does_not_matter(hand: Hand, win: Win, shuffler: random.Random) -> None:
    concealed, melds = list(hand.concealed), list(hand.melds)
    shuffler.shuffle(concealed)
    shuffler.shuffle(melds)
    other = hand._replace(concealed=tuple(concealed), melds=tuple(melds))
    mine, theirs = score(hand, win, ruleset("mcr-2006")), score(other, win, ruleset("mcr-2006"))
    assert (mine.awards, mine.value, mine.payments) == (theirs.awards, theirs.value, theirs.payments)


def _moved(tile: Tile, suits: tuple[int, ...]) -> Tile:
    return tile if tile >= 27 else 9 * suits[tile // 9] + tile % 9


@given(st.sampled_from(HANDS), wins, st.sampled_from(list(permutations(range(3)))))
@settings(max_examples=200)
def test_suits_are_equal_but_for_all_green_and_reversible_tiles(hand: Hand, win: Win, suits: tuple[int, ...]) -> None:
    other = Hand(
        tuple(sorted(_moved(tile, suits) for tile in hand.concealed)),
        tuple(Meld(meld.kind, tuple(_moved(tile, suits) for tile in meld.tiles)) for meld in hand.melds),
        hand.flowers,
        None if hand.winning is None else _moved(hand.winning, suits),
    )
    mine, theirs = (_without_suited_fans(one, win) for one in (hand, other))
    assert mine == theirs


def _without_suited_fans(hand: Hand, win: Win) -> object:
    adopted = sorted(set(ruleset("mcr-2006").parameters.fan_set) - {"all_green", "reversible_tiles"})
    return score(hand, win, ruleset("mcr-2006", {"fan_set": adopted})).value


@given(st.sampled_from(HANDS), wins, st.integers(0, 8))
@settings(max_examples=100)
def test_flowers_change_only_flower_points(hand: Hand, win: Win, flowers: int) -> None:
    plain = score(hand._replace(flowers=()), win, ruleset("mcr-2006"))
    flowery = score(hand._replace(flowers=tuple(range(34, 34 + flowers))), win, ruleset("mcr-2006"))
    assert flowery.value["points_without_flowers"] == plain.value["points_without_flowers"]
    assert flowery.value["points"] == plain.value["points"] + flowers  # type: ignore[operator]
    assert flowery.win == plain.win
    assert [award for award in flowery.awards if award.pattern != "flower_tiles"] == list(plain.awards)


@given(st.sampled_from(HANDS), wins)
@settings(max_examples=200)
def test_the_awards_are_the_value_and_no_award_stands_beside_one_that_excludes_it(hand: Hand, win: Win) -> None:
    result = score(hand, win, ruleset("mcr-2006"))
    assert sum(award.total for award in result.awards) == result.value["points"]
    names = {award.pattern for award in result.awards}
    for row in result.ruleset.patterns:
        if row.id in names:
            assert not names.intersection(row.excludes)
    assert ("chicken_hand" in names) == (names <= {"chicken_hand", "flower_tiles"})


@given(st.sampled_from(HANDS), wins)
@settings(max_examples=100)
def test_explanation_agrees_with_the_score(hand: Hand, win: Win) -> None:
    result = score(hand, win, ruleset("mcr-2006"))
    explanation = result.explain()
    assert explanation.alternatives[0].awards == tuple(
        award for award in result.awards if award.pattern != "flower_tiles"
    )
    assert explanation.alternatives[0].total == result.value["points_without_flowers"]
    assert len(explanation.alternatives) == result.alternatives
    assert [one.total for one in explanation.alternatives] == sorted(
        (one.total for one in explanation.alternatives), reverse=True
    )
    assert all(clause.startswith("MCR-") for _, clause in explanation.steps)


chows = st.lists(st.sampled_from([9 * suit + rank for suit in range(3) for rank in range(7)]), min_size=2, max_size=4)


@given(chows)
@settings(max_examples=300)
def test_best_grouping_is_the_best_of_all_allowed(firsts: list[int]) -> None:
    view = Chows(tuple(sorted(firsts)))
    best = best_grouping(view, CHOW_FANS)
    assert grouping_points(best) == max(
        (grouping_points(grouping) for grouping in groupings(view, chow_fans(view, CHOW_FANS))), default=0
    )
    found = chow_fans(view, CHOW_FANS)
    assert set(best) <= set(found)
    # A single fan is always allowed, so the best grouping is worth at least the greatest of them.
    assert grouping_points(best) >= max((fan.value for fan, _ in found), default=0)
    assert len(best) <= max(len(firsts) - 1, 0)


def test_chows_are_combined_once_with_used_ones() -> None:
    # 123 and 789 in two suits: four pairs are there, and the fourth would close a circle.
    found = fans("23p789p99s chow(123m) chow(789m) +1p")
    assert found["mixed_double_chow"] + found["two_terminal_chows"] == 3


def test_awards_remember_their_sets() -> None:
    result = scored("333s78p66m ckong(3333m) chow(456m) +9p")
    sets = {award.pattern: award.sets for award in result.awards}
    assert result.reading is not None
    named = {
        fan: [[str(result.reading.sets[index].tiles[0]) for index in one] for one in found]
        for fan, found in sets.items()
    }
    assert named["double_pung"] == [["2", "20"]]
    assert named["two_concealed_pungs"] == [["2", "20"]]
    assert named["concealed_kong"] == [["2"]]
    assert named["no_honors"] == [[]]


@pytest.mark.parametrize(
    ("line", "option", "value", "with_option", "without"),
    [
        ("234s66s88s66z8s pung(444s) +6s", "all_green_flush", False, 90, 96),
        ("999s9p pung(111m) pung(111p) pung(999m) +9p", "all_terminals_double_pung", False, 65, 69),
        ("1112345678999p +5p", "nine_gates_terminal_pungs", "exclude_one", 91, 90),
        ("1122m3344p5566s1z +1z [self]", "concealed_form_self_draw", "self_drawn", 25, 28),
        ("56p99m kong(2222m) ckong(7777s) ckong(3333s) +4p", "three_four_kongs_concealed", "pung_fans_only", 35, 41),
        ("222244446666s8s +8s", "seven_pairs_hog", "count_all", 152, 150),
        ("222244446666s8s +8s", "seven_pairs_hog", "count_none", 146, 150),
        ("1122m3344p66s11z7z +7z", "seven_pairs_all_types", False, 24, 30),
        ("1122334455667z +7z", "all_honors_seven_pairs", False, 24, 88),
        ("147m258p369s12s44z +3s", "knitted_wait", "residual", 15, 14),
        ("258m23469p14788s +3p", "knitted_wait", "residual", 17, 16),
        ("147m258p369s12p77s +3p", "knitted_wait", "single_only", 16, 17),
        ("444p23m66p kong(2222s) ckong(7777m) +4m", "mixed_kongs_value", 5, 9, 10),
        ("444p23m66p kong(2222s) ckong(7777m) +4m", "mixed_kongs_value", 3, 7, 10),
        ("444p23m66p kong(2222s) ckong(7777m) +4m", "mixed_kongs_single_fans", True, 7, 10),
        ("456p34m66s ckong(9999m) ckong(2222s) +2m", "two_concealed_kongs_value", 6, 10, 12),
        ("4445p888s kong(3333p) kong(6666p) +5p", "exhausted_waits_count", False, 16, 15),
        ("111222333m45p77z +6p", "fan_cap", 40, 40, 44),
    ],
)
def test_option_changes_the_count(line: str, option: str, value: object, with_option: int, without: int) -> None:
    assert scored(line).value["points"] == without
    assert score(*case(line), ruleset("mcr-2006", {option: value})).value["points"] == with_option


def test_only_adopted_fans_exclude() -> None:
    adopted = ["seven_pairs", "full_flush", "seven_shifted_pairs"]
    line = "1122334455667m +7m"
    assert fans(line, fan_set=adopted) == {"seven_shifted_pairs": 1}
    assert fans(line, fan_set=adopted[:2]) == {"seven_pairs": 1, "full_flush": 1}


def test_kongs_count_singly_where_the_greater_fans_are_not_adopted() -> None:
    line = "56p99m kong(2222m) kong(7777s) ckong(3333s) +4p"
    assert fans(line, "mcr-beginner") == {"concealed_kong": 1, "melded_kong": 2}


def test_unknown_fan_in_the_fan_set_is_refused() -> None:
    with pytest.raises(RulesetError, match="fan_set names no fan: full_house"):
        ruleset("mcr-2006", {"fan_set": ["full_house"]})


def test_last_tile_is_found_from_what_lies_open() -> None:
    hand, win = case("34p77z789m chow(123p) pung(555s) +5p")
    five = hand.winning
    assert five is not None
    for copies, expected in ((2, {"chicken_hand"}), (3, {"last_tile"})):
        result = score(hand, win._replace(visible=(five,) * copies), ruleset("mcr-2006"))
        assert {award.pattern for award in result.awards} == expected
    assert fans("34p77z789m chow(345m) pung(555p) +5p")["last_tile"] == 1


def test_robbing_the_kong_leaves_out_the_last_tile() -> None:
    assert fans("567m55z34s chow(123p) pung(888m) +5s [robbed copy]") == {"robbing_the_kong": 1}


@pytest.mark.parametrize(
    ("line", "place"),
    [
        # The discard may complete the chow, which leaves the pung concealed (MCR-4.4).
        ("22234m666p88s chow(234s) +2m", "34m+2m"),
        ("444m555m66s77z123p +6s", "66s+6s"),
    ],
)
def test_a_discard_completes_the_set_that_leaves_more(line: str, place: str) -> None:
    assert place in str(scored(line).reading)


def test_a_fifth_tile_by_shape_makes_the_wait_plural() -> None:
    # 4444567m waits for the 7 and by shape for a fifth 4 (MCR-4.18).
    assert "single_wait" not in fans("4444567m123p678s +7m")
    assert fans("3334567m123p678s +7m").get("single_wait", 0) == 0
    assert fans("1237m123p678s555z +7m")["single_wait"] == 1


def test_too_few_points_give_a_reason_and_no_payment() -> None:
    result = scored("34p77z789m chow(123p) pung(555s) +5p [self]")
    assert (result.complete, result.win, result.payments) == (True, False, {})
    assert [reason.to_dict() for reason in result.reasons] == [
        {
            "code": "min_points",
            "clause": "MCR-5.2",
            "message": "1 points without flowers; a win needs at least 8",
        }
    ]


def test_tiles_without_a_form_are_no_win() -> None:
    result = scored("1357m1357p13579s +9s")
    assert (result.complete, result.win, result.reading, result.awards) == (False, False, None, ())
    assert [reason.code for reason in result.reasons] == ["structure"]


def test_a_hand_without_winning_tile_is_an_error() -> None:
    with pytest.raises(HandError, match="no winning tile in '1122m3344p5566s1z'"):
        scored("1122m3344p5566s1z")


def test_result_as_the_batch_command_prints_it() -> None:
    result: ScoredHand = scored("123m456p666s79s22p +8s")
    assert result.to_dict() == {
        "complete": True,
        "win": True,
        "reasons": [],
        "awards": [["mixed_straight", 8, 1], ["concealed_hand", 2, 1], ["no_honors", 1, 1], ["closed_wait", 1, 1]],
        "value": {"points": 12, "points_without_flowers": 12},
        "payments": {"discarder": 20, "others": 8},
        "reading": "123m 456p 79s+8s 666s 22p",
        "alternatives": 1,
        "waits": ["8s"],
    }
