"""Canonical forms of public values, whoever types them."""

import pytest

from engine.walls.public_value import PublicValueError, ValueName, canonical_name, canonical_value
from tests.support.rows import rows_of

rows = rows_of(__file__)


@rows
def test_a_value_has_one_form(kind, texts, form):
    assert [canonical_value(kind, text) for text in texts] == [form] * len(texts)


@pytest.mark.parametrize(
    ("kind", "text"),
    [("lottery", "three"), ("lottery", ""), ("price", "1.204,50"), ("beacon", "ab"), ("other", 'a"b'), ("dice", "6")],
)
def test_what_is_no_such_value_is_refused(kind, text):
    with pytest.raises(PublicValueError):
        canonical_value(kind, text)


def test_the_name_of_a_value_says_which_one_it_is():
    assert canonical_name(ValueName("beacon", " drand  quicknet ", "123")) == ValueName(
        "beacon", "drand quicknet", "123"
    )
    with pytest.raises(PublicValueError, match="give the date"):
        canonical_name(ValueName("lottery", "Lotto", "the second of May"))
    with pytest.raises(PublicValueError, match="round"):
        canonical_name(ValueName("beacon", "drand", "next"))
