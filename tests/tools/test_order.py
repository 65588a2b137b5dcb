"""The order in which the processes of a run take its tests."""

import pytest

from tests.support.order import shared_out


def test_each_piece_begins_with_its_share_of_the_long_tests():
    assert "".join(shared_out("ABC", "defghijkl", 2)) == "ACdefgBhijkl"


@pytest.mark.parametrize(("first", "then", "pieces"), [("", "abc", 2), ("ABC", "", 5), ("ABCD", "e", 3), ("A", "b", 1)])
def test_no_test_is_lost_or_run_twice(first, then, pieces):
    assert sorted(shared_out(first, then, pieces)) == sorted(first + then)
