"""Properties of every riichi hand."""

from random import Random

import pytest

from engine.family import Ruleset, ruleset
from engine.play.transfers import net
from engine.reading.decompositions import Form
from engine.rules.riichi.fu import CLAUSE
from engine.rules.riichi.patterns import yaku_in_force
from engine.rules.riichi.scoring import Scorer
from engine.rules.riichi.settlement import WonHand, settle_wins, winners_in_order
from engine.rules.riichi.view import CLOSED
from engine.scoring.score import score
from engine.tiles.hand import Hand, Win, WinBy
from tests.engine.rules.test_properties import possible_wins

EDITIONS = ["ema-2016", "ema-2012", "ema-2008", "wrc", "tenhou", "rcr-2024"]
WINS = possible_wins("riichi", 600)


@pytest.fixture(params=EDITIONS)
def rules(request: pytest.FixtureRequest) -> Ruleset:
    return ruleset(f"riichi-{request.param}")


def test_every_winning_hand_pays_in_hundreds(rules: Ruleset) -> None:
    for hand, win in WINS:
        result = score(hand, win, rules)
        assert not any(amount % 100 for amount in result.payments.values())


def test_features_spare_questions_and_never_answers(rules: Ruleset) -> None:
    """A row whose needed features are missing has a condition that does not hold either."""
    scorer = Scorer(rules)
    for hand, win in WINS:
        for reading in scorer.evaluate_all(scorer.view(hand, win), hand):
            view = scorer.view(hand, win)
            scorer.select(view, reading)
            for row in yaku_in_force(rules.parameters):
                if row.needs & ~view.features and (row.value if view.features & CLOSED else row.open_value) != 0:
                    assert not row.when(view), row.id


def test_the_fu_table_adds_up_to_the_fu(rules: Ruleset) -> None:
    for hand, win in WINS:
        result = score(hand, win, rules)
        if result.reading is None or result.reading.form is not Form.STANDARD or not result.value["fu"]:
            continue
        steps = [text for text, clause in result.explain().steps if clause == CLAUSE]
        total = sum(int(text.split()[0]) for text in steps if " fu: " in text)
        assert -(-total // 10) * 10 == result.value["fu"]


def test_settlement_conserves_points_and_sticks(rules: Ruleset) -> None:
    random = Random(5)
    for _ in range(300):
        discarder = random.randrange(4)
        dealer, honba, carried = random.randrange(4), random.randrange(4), random.randrange(3)
        sticks = {seat: 1 for seat in range(4) if random.random() < 0.4}
        callers = random.sample([seat for seat in range(4) if seat != discarder], random.randrange(1, 4))
        order = winners_in_order(rules.parameters, discarder, callers)
        wins = []
        for seat in order:
            liable = random.choice([other for other in range(4) if other != seat])
            amount = {"discarder": 48000 if seat == dealer else 32000}
            wins.append(WonHand(seat, amount, liable if random.random() < 0.5 else None, 1, 1))
        if not wins:
            continue
        transfers = settle_wins(
            rules.parameters, wins, dealer=dealer, discarder=discarder, honba=honba, sticks=sticks, carried=carried
        )
        assert sum(net(transfers)) == 1000 * (carried + len(sticks))
        assert all(transfer.amount > 0 and transfer.source != transfer.target for transfer in transfers)


def test_a_hand_is_worth_the_same_by_any_way_to_pay() -> None:
    """Rounding aside, a self-draw of the dealer is three times the share; never less than the base asks for."""
    rules = ruleset("riichi-ema-2016")
    for hand, win in WINS:
        drawn = score(hand, win._replace(by=WinBy.SELF_DRAW), rules)
        if not drawn.payments:
            continue
        total = (
            sum(drawn.payments.values()) * 3 if win.dealer else drawn.payments["dealer"] + 2 * drawn.payments["others"]
        )
        base = drawn.explain().alternatives[0].total
        assert 0 <= total - base * (6 if win.dealer else 4) < 300


def test_bad_circumstances_are_refused() -> None:
    hand = Hand.parse("234567m345p23s88s +4s")
    with pytest.raises(ValueError, match="not circumstances of a riichi win"):
        score(hand, Win(WinBy.DISCARD, special=("riichi",)), ruleset("riichi-ema-2016"))
