"""Commitments cover promise, seed and shares, and keep the values that earlier releases published."""

import pytest

from engine import commitments
from engine.commitments import PromiseError, combine_shares, read_promise, share_commitment

SEED = bytes(range(32))
ONE, TWO = bytes([1]) * 32, bytes([2]) * 32


def test_every_commitment_has_the_value_that_earlier_releases_published():
    promise = '{"format":"mjdraw/1"}'
    of_promise = "8e788c53f28263d9598431a60263e6081a95c0d6016b2eb6d41323b4e94ae192"
    of_sheets = "32cf43bc653f79b5ffae4b930875a1353e1505f36bceb270ac56cc480252c482"
    draws_by = "cdfe4be0f6f652b4e76fe2d9cf48c0876645f54900da5ab07e7719ae78525738"
    assert commitments.promise_commitment(promise, SEED) == of_promise
    assert commitments.deals_commitment(promise, SEED, "Spring Open", 5, 16) == of_promise
    assert commitments.deals_commitment("", SEED, "Spring Open", 5, 16) == of_sheets
    assert commitments.sheets_commitment(SEED, "Spring Open", 5, 16) == of_sheets
    assert commitments.seed_commitment("olga") == "c436c6cfd34796828029267fe3461dfb77da8f4968ce64bb12345507038f9d0a"
    assert commitments.draw_seed(SEED, "3-7-19") == draws_by
    assert commitments.replan_seed(draws_by, 2) == "623c1af118d7b7d908e0806f1cf2ff042190bfcd53657558b64b2c4a1d655291"
    assert share_commitment("cup", "petra", ONE) == "0a3585dbea059ac899ab97e0f425960d05fd61665bacecac430e77f6c57f199c"
    assert combine_shares(SEED, [ONE, TWO]).hex() == "687b3b69a45a5fdaa9b4d4e5b9b816ccdf38dbf39c858017ce0b9c94949f9772"


def test_every_share_changes_the_seed_and_belongs_to_its_holder():
    assert combine_shares(SEED, []) == SEED
    assert len({combine_shares(SEED, shares) for shares in ([ONE], [TWO], [ONE, TWO], [TWO, ONE])}) == 4
    assert share_commitment("cup", "petra", ONE) != share_commitment("cup", "otto", ONE)


def test_the_first_kind_binds_event_sessions_boards_and_seed():
    asked = [
        (SEED, "Spring Open", 5, 16),
        (SEED, "Autumn Open", 5, 16),
        (SEED, "Spring Open", 4, 16),
        (SEED, "Spring Open", 5, 17),
        (SEED[::-1], "Spring Open", 5, 16),
    ]
    assert len({commitments.sheets_commitment(*each) for each in asked}) == 5


@pytest.mark.parametrize("text", ["{", "[]", '{"format":"mjdraw/9"}', '{"format": "mjdraw/1"}'])
def test_a_promise_that_is_none_is_refused(text):
    with pytest.raises(PromiseError):
        read_promise(text)
