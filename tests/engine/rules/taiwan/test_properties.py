"""Properties of Taiwanese wins: flowers add their own tai only, points balance."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.family import Ruleset, families, ruleset
from engine.play.transfers import net
from engine.rules.taiwan.circumstances import Circumstances
from engine.rules.taiwan.settlement import win_transfers
from engine.scoring.score import score
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.tile import FLOWERS, Tile
from tests.engine.rules.test_properties import WINS
from tests.support.taiwan_hands import tai_by_pattern

wins = st.sampled_from(WINS["taiwan"])
rulesets = st.sampled_from([ruleset(f"taiwan-{preset}") for preset in families()["taiwan"].presets])


@given(wins, st.lists(st.sampled_from(FLOWERS), unique=True, max_size=7))
def test_flowers_add_their_own_tai_only(won: tuple[Hand, Win], flowers: list[Tile]) -> None:
    """Under rules whose all chows ignores flowers."""
    hand, win = won
    rules = ruleset("taiwan-aono", {"pinghu_honors_flowers": True})
    without = tai_by_pattern(score(hand, win, rules))
    with_flowers = tai_by_pattern(score(hand._replace(flowers=tuple(flowers)), win, rules))
    assert isinstance(win.special, Circumstances)
    own_wind = win.seat_wind if win.special.break_seat_wind is None else win.special.break_seat_wind
    own = sum(1 for flower in flowers if (flower - FLOWERS[0]) % 4 == own_wind)
    complete = sum(1 for four in (FLOWERS[:4], FLOWERS[4:]) if set(four) <= set(flowers))
    assert (with_flowers.pop("huapai", 0), with_flowers.pop("huagang", 0)) == (own, complete)
    assert with_flowers == without


@given(wins, rulesets, st.integers(0, 3), st.integers(1, 3), st.integers(1, 3))
def test_points_are_conserved(
    won: tuple[Hand, Win], rules: Ruleset, winner: int, payer_step: int, dealer_step: int
) -> None:
    hand, win = won
    dealer = winner if win.dealer else (winner + dealer_step) % 4
    payer = None if win.by is WinBy.SELF_DRAW else (winner + payer_step) % 4
    assert isinstance(win.special, Circumstances)
    special = win.special._replace(dealer_pays=payer == dealer)
    result = score(hand, win._replace(special=special), rules)
    transfers = win_transfers(result, winner, dealer, payer)
    deltas = net(transfers)
    assert sum(deltas) == 0
    assert [seat for seat, delta in enumerate(deltas) if delta > 0] == [winner]
    assert len(transfers) == (3 if payer is None else 1)
