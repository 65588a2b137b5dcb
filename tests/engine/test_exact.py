"""Numbers from outside: read exactly where they can be counted, refused at once where they cannot."""

import time
from decimal import Decimal
from fractions import Fraction

import pytest

from engine.exact import (
    MAX_NUMBER,
    NumberError,
    Range,
    integer_or,
    normalize_number,
    quote_value,
    read_exact,
    read_integer,
    read_stored,
)

COUNTED = [
    ("12", Fraction(12)),
    (" -0.5 ", Fraction(-1, 2)),
    ("+.25", Fraction(1, 4)),
    ("7/3", Fraction(7, 3)),
    ("-1 / 3", Fraction(-1, 3)),
    ("1e3", Fraction(1000)),
    (0.1, Fraction(1, 10)),
    (1e-05, Fraction(1, 100_000)),
    (Decimal("2.50"), Fraction(5, 2)),
    (Fraction(7, 4), Fraction(7, 4)),
    (MAX_NUMBER, Fraction(MAX_NUMBER)),
]

REFUSED = [
    *("", "-", "1e9999999", "1e999999999", "1E+99999999999999999999", "9" * 1_000_000, "0." + "0" * 100_000 + "1"),
    *("1/0", "1/000", "1/-3", "1/9999999", "\u0661\u0662", "\u00b2", "1_000", "0x10", "nan", "inf"),
    *(float("inf"), float("nan"), 1e300, 10**5000, Decimal("1e999999"), Decimal("NaN"), MAX_NUMBER + 1),
    *(True, None, [1]),
]


@pytest.mark.parametrize(("written", "number"), COUNTED)
def test_numbers_are_read_exactly(written, number):
    assert read_exact(written) == number


@pytest.mark.parametrize("written", REFUSED, ids=lambda value: quote_value(value)[:30])
def test_what_cannot_be_counted_is_refused_at_once_in_a_short_sentence(written):
    began = time.process_time()
    with pytest.raises(NumberError) as caught:
        read_exact(written)
    assert time.process_time() - began < 0.1
    assert len(str(caught.value)) < 200


def test_files_may_hold_sums_and_shares_of_what_people_write():
    assert read_stored("1000000000000") == 10**12
    with pytest.raises(NumberError, match="is out of range"):
        read_stored("1000000000001")


def test_whole_numbers_have_a_range_that_the_sentence_names():
    assert read_integer("-3", Range(-5, 5)) == -3
    for wrong in ("6", "0.5", 10**30):
        with pytest.raises(NumberError, match="expected a whole number from -5 to 5"):
            read_integer(wrong, Range(-5, 5))


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("\uff0d\uff11\uff12", Fraction(-12)),
        ("\u22120,5", Fraction(-1, 2)),
        ("\u20131/3", Fraction(-1, 3)),
        ("\u30fc5", Fraction(-5)),
    ],
)
def test_people_type_with_their_own_keyboards(typed, read):
    assert read_exact(normalize_number(typed)) == read


def test_an_address_that_names_no_number_gets_the_default():
    assert [integer_or(each) for each in ("7", "", None, "x", "-1", "9" * 50, "\u0663")] == [7, 0, 0, 0, 0, 0, 0]
