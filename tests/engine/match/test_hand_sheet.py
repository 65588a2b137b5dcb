"""Declared hands paid out as the rulebooks' settlement examples say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.match.hand_sheet import HandLine, Kong, Standing, Win, dealer_tai, play_out, riichi_base

E, S, W, N = range(4)


def points_of(line, family, parameters=None):
    return play_out([line], family, parameters)[1][0].points


@pytest.mark.parametrize(
    ("line", "points"),
    [
        (HandLine((Win(E, 20, W),)), (44, -8, -28, -8)),
        (HandLine((Win(N, 10),)), (-18, -18, -18, 54)),
        (HandLine(), (0, 0, 0, 0)),
        (HandLine((Win(S, 11, W),), penalties=(10, 10, -30, 10)), (2, 45, -49, 2)),
    ],
)
def test_mcr(line, points):
    assert points_of(line, "mcr") == points


def after(counters, *sticks, dealer=E):
    """The hands that bring a table to so many counters and sticks with East still dealing, as the examples start."""
    return Standing(dealer, counters, sum(sticks))


@pytest.mark.parametrize(
    ("line", "counters", "sticks", "points"),
    [
        (HandLine((Win(W, 3, S, fu=30),)), 2, 0, (0, -4500, 4500, 0)),
        (HandLine((Win(S, 2, fu=40),)), 1, 0, (-1400, 3000, -800, -800)),
        (HandLine((Win(E, 3, fu=30),)), 3, 0, (6900, -2300, -2300, -2300)),
        (HandLine((Win(E, 3, N, fu=70), Win(S, 2, N, fu=30)), riichi=(E, W)), 2, 1000, (14600, 2600, -1000, -15200)),
        (HandLine(ready=(W,)), 0, 0, (-1000, -1000, 3000, -1000)),
        (HandLine(ready=(E, N)), 0, 0, (1500, -1500, -1500, 1500)),
        (HandLine(ready=(E, W, N)), 0, 0, (1000, -3000, 1000, 1000)),
        (HandLine(ready=(E, S, W, N)), 0, 0, (0, 0, 0, 0)),
        (HandLine(riichi=(W,), kept=True), 0, 0, (0, 0, 0, 0)),
    ],
)
def test_riichi_settlement_examples(line, counters, sticks, points):
    """EX-T01 to T04, T14 to T17 and T20. T04: own sticks count as paid, the carried one goes to East."""
    before = [HandLine(ready=(E, S, W, N))] * counters
    _totals, hands = play_out([*before, line], "riichi")
    assert hands[-1].before == after(counters)
    paid = list(hands[-1].points)
    paid[E] += sticks
    assert tuple(paid) == points


def test_riichi_sticks_and_counters_wait_for_the_next_winner():
    lines = [HandLine(riichi=(S,), ready=(E, S)), HandLine((Win(W, 1, N),), riichi=(W,))]
    totals, hands = play_out(lines, "riichi", start=30000)
    assert hands[1].before == Standing(E, 1, 1000)
    assert hands[1].after == Standing(S, 0, 0)
    assert totals == [31500, 30500, 30800, 27200]
    assert sum(totals) == 120000


@pytest.mark.parametrize(
    ("han", "fu", "base"),
    [
        (1, 30, 240),
        (4, 30, 1920),
        (3, 70, 2000),
        (5, 0, 2000),
        (6, 0, 3000),
        (8, 0, 4000),
        (11, 0, 6000),
        (13, 0, 8000),
    ],
)
def test_riichi_base_points(han, fu, base):
    assert riichi_base(han, fu) == base
    assert riichi_base(4, 30, {"kiriage_mangan": True}) == 2000


@pytest.mark.parametrize(
    ("wins", "pays", "repeats", "parameters", "tai"),
    [
        (True, False, 0, {}, 1),
        (True, False, 2, {}, 5),
        (True, False, 2, {"dealer_bonus_mode": "additive"}, 6),
        (False, True, 0, {}, 0),
        (False, True, 0, {"dealer_loss_base_tai": 1}, 1),
        (False, True, 3, {}, 7),
        (False, False, 3, {}, 0),
    ],
)
def test_taiwan_dealer_tai(wins, pays, repeats, parameters, tai):
    assert dealer_tai(wins, pays, repeats, parameters) == tai


def test_taiwan_payments_and_repeats():
    lines = [HandLine((Win(E, 3),)), HandLine((Win(S, 2),)), HandLine((Win(W, 1, N),))]
    _totals, hands = play_out(lines, "taiwan", {"di": 50, "rate": 20})
    assert [hand.points for hand in hands] == [(390, -130, -130, -130), (-150, 330, -90, -90), (0, 0, 70, -70)]
    assert [hand.before for hand in hands] == [Standing(E, 0), Standing(E, 1), Standing(S, 0)]


@pytest.mark.parametrize(
    ("events", "parameters", "points"),
    [
        ((Win(E, 0, S),), {}, (1, -1, 0, 0)),
        ((Win(E, 0),), {}, (6, -2, -2, -2)),
        ((Win(E, 5),), {}, (27, -9, -9, -9)),
        ((Win(E, 1),), {"zimo_mode": "add_fan", "mangan_fan": 4}, (12, -4, -4, -4)),
        ((Win(E, 1, S), Win(W, 2, S)), {}, (2, -6, 4, 0)),
        ((Win(E, 0, S), Win(W, 0)), {}, (1, -3, 4, -2)),
        ((Kong(E, "concealed"), Win(E, 0, S), Kong(W, "fresh")), {}, (7, -4, 0, -3)),
        ((Kong(N, "direct", W),), {}, (0, 0, -2, 2)),
        ((Kong(N, "late"),), {"late_added_kong_pay": 1}, (-1, -1, -1, 3)),
    ],
)
def test_sichuan(events, parameters, points):
    assert points_of(HandLine(events), "sichuan", parameters) == points


def test_sichuan_end_of_the_wall_is_written_as_transfers():
    assert points_of(HandLine(transfers=((E, S, 4), (W, S, 8))), "sichuan") == (-4, 12, -8, 0)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (HandLine((Win(E, 8, E),)), "hand 1: winner and discarder must be two different seats from 0 to 3"),
        (HandLine((Win(7, 8),)), "hand 1: winner and discarder must be two different seats from 0 to 3"),
        (HandLine((Win(E, -8),)), "hand 1: a value cannot be negative"),
        (HandLine((Kong(E, "fresh", S),)), "hand 1: a direct kong, and only that, names who fed it"),
        (HandLine(penalties=(1,)), "hand 1: penalties are four numbers in seat order"),
    ],
)
def test_hands_that_cannot_be_are_named(line, message):
    with pytest.raises(ValueError) as caught:
        play_out([line], "mcr")
    assert str(caught.value) == message


seats = st.integers(0, 3)
wins = st.builds(
    lambda winner, step, value: Win(winner, value, None if step == 0 else (winner + step) % 4),
    seats,
    st.integers(0, 3),
    st.integers(1, 88),
)


@given(
    st.lists(wins.map(lambda win: HandLine((win,))) | st.just(HandLine()), max_size=16),
    st.sampled_from(["mcr", "taiwan", "sichuan"]),
)
def test_what_one_wins_the_others_pay(lines, family):
    assert sum(play_out(lines, family)[0]) == 0


@given(
    st.lists(
        st.builds(
            lambda w, r, k: HandLine((w,) if k else (), riichi=tuple(r), ready=tuple(r)),
            wins,
            st.sets(seats),
            st.booleans(),
        ),
        max_size=12,
    )
)
def test_riichi_points_are_conserved_with_the_sticks_on_the_table(lines):
    totals, hands = play_out(lines, "riichi", start=30000)
    assert sum(totals) + (hands[-1].after.sticks if hands else 0) == 120000
