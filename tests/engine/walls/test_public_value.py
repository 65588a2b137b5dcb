"""Canonical forms of public values, whoever types them."""

import pytest

from engine.walls.public_value import PublicValueError, ValueName, canonical_name, canonical_value


@pytest.mark.parametrize(
    ("kind", "texts", "form"),
    [
        ("lottery", ("44 3 7 19", "3, 7, 19, 44", "03-07-19-44", "３＋７＋１９＋４４"), "3-7-19-44"),
        ("price", ("18,204.50", "18204.5", " 18204.500 "), "18204.5"),
        ("price", ("0.70", "00.7"), "0.7"),
        ("beacon", ("AB" * 32, "ab" * 16 + " " + "ab" * 16), "ab" * 32),
        ("other", ("  heads,  then tails ", "heads, then tails"), "heads, then tails"),
    ],
)
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
