"""Exact numbers from text and files, read within limits: ``1e999999999`` as a `Fraction` fills the memory."""

from __future__ import annotations

import re
import reprlib
import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from engine.errors import EngineError
from engine.sentences import sentence as _

MAX_NUMBER: Final = 10**9
"""Larger than any score, fine or price, and small enough to be stored and summed by every database."""

MAX_DENOMINATOR: Final = 10**6
"""Points are shared by two, three or four, and written with a few decimals."""

MAX_STORED: Final = 10**12
"""Limit of size and denominator of stored values: sums and shares of the above."""

MAX_LENGTH: Final = 40
"""Characters of a number; meaningful ones have at most about twenty."""

MAX_EXPONENT: Final = 18

_DECIMAL: Final = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE]([+-]?[0-9]{1,3}))?")
_RATIO: Final = re.compile(r"[+-]?[0-9]+ ?/ ?0*[1-9][0-9]*")

MINUS: Final[Mapping[int, str]] = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212\u2500\u30fc"), "-")
"""Minus signs of keyboards and spreadsheets: hyphens, dashes, the long vowel mark of Japanese keyboards."""

_SHORT: Final = reprlib.Repr()
_SHORT.maxlevel, _SHORT.maxlist, _SHORT.maxtuple, _SHORT.maxdict = 3, 8, 8, 4
_SHORT.maxstring = _SHORT.maxlong = _SHORT.maxother = 60


class NumberError(EngineError):
    """Value that is not a number or exceeds the limits; ``at`` is the field if known."""

    kind = "number"


class Range(NamedTuple):
    min: int
    max: int

    def holds(self, number: int) -> bool:
        """Return True when the number is within the range.

        >>> Range(0, 3).holds(3), Range(0, 3).holds(-1)
        (True, False)
        """
        return self.min <= number <= self.max


def quote_value(value: object) -> str:
    """Quote a value for a message, shortened, since input can be arbitrarily long.

    >>> quote_value("5m"), quote_value([1, [2, [3, [4]]]]), quote_value(10**5000)
    ("'5m'", '[1, [2, [3, [...]]]]', 'a number of about 5,000 digits')
    """
    if isinstance(value, int) and value.bit_length() > 200:
        return _("a number of about %(count)s digits", count=f"{round(value.bit_length() * 0.30103, -1):,.0f}")
    try:
        return _SHORT.repr(value)
    except ValueError:
        return _("very large numbers")


def normalize_number(text: str) -> str:
    """Normalise a typed number to ASCII: full-width digits, a Unicode minus and a decimal comma.

    >>> normalize_number(" －１２,5 ")
    '-12.5'
    """
    return unicodedata.normalize("NFKC", text[: 4 * MAX_LENGTH]).translate(MINUS).replace(",", ".").strip()


def read_exact(value: object, *, most: int = MAX_NUMBER, parts: int = MAX_DENOMINATOR) -> Fraction:
    """Parse a number exactly: ``0.1`` is one tenth, not the nearest binary float.

    Accepts ``12``, ``-0.5``, ``7/3``, ``1e-3``. ``most`` limits the absolute value, ``parts`` the denominator.
    Raises NumberError for anything else, without computing it.

    >>> read_exact("7/3"), read_exact(-30.1)
    (Fraction(7, 3), Fraction(-301, 10))
    >>> read_exact("1e999999999")
    Traceback (most recent call last):
    ...
    engine.exact.NumberError: expected a number such as 12, -0.5 or 7/3, found '1e999999999'
    """
    if type(value) is int and -most <= value <= most:
        return Fraction(value)
    number = _read(value)
    if abs(number.numerator) > most * number.denominator or number.denominator > parts:
        raise NumberError(
            _(
                "%(found)s is out of range: at most %(most)s, and no finer than 1/%(parts)s",
                found=quote_value(value),
                most=f"{most:,}",
                parts=f"{parts:,}",
            )
        )
    return number


def read_share(value: object) -> Fraction:
    """Parse a share as `read_exact` does, or in percent.

    >>> read_share("1/2"), read_share("12.5 %")
    (Fraction(1, 2), Fraction(1, 8))
    """
    number = value.strip() if isinstance(value, str) else value
    if isinstance(number, str) and number.endswith("%"):
        return read_exact(number[:-1]) / 100
    return read_exact(number)


def read_stored(value: object) -> Fraction:
    return read_exact(value, most=MAX_STORED, parts=MAX_STORED)


def read_integer(value: object, within: Range) -> int:
    """Parse an integer within the range, from a number or text. Raises NumberError naming the range.

    >>> read_integer("12", Range(0, 20))
    12
    """
    number = _read(value)
    if number.denominator != 1 or not within.holds(number.numerator):
        raise NumberError(
            _(
                "expected a whole number from %(least)s to %(most)s, found %(found)s",
                least=f"{within.min:,}",
                most=f"{within.max:,}",
                found=quote_value(value),
            )
        )
    return number.numerator


INTEGERS: Final = Range(-MAX_NUMBER, MAX_NUMBER)

COUNTS: Final = Range(0, MAX_NUMBER - 1)
"""Counts, and numbers of rounds, tables, players and rows; safe in a query."""


def integer_or(value: object, default: int = 0, within: Range = COUNTS) -> int:
    """Parse an integer within the range, or return ``default``; for query strings and buttons.

    >>> integer_or("12"), integer_or("12", -1, Range(0, 9)), integer_or("9" * 5000)
    (12, -1, 0)
    """
    try:
        return read_integer(value, within)
    except NumberError:
        return default


def _read(value: object) -> Fraction:
    if isinstance(value, Fraction):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    text = value if isinstance(value, str) else repr(value) if isinstance(value, float) else ""
    if isinstance(value, Decimal) and len(value.as_tuple().digits) <= MAX_LENGTH:
        text = str(value)
    text = text.strip()
    if len(text) <= MAX_LENGTH:
        match = _DECIMAL.fullmatch(text)
        if _RATIO.fullmatch(text) or (match and abs(int(match[1] or 0)) <= MAX_EXPONENT):
            return Fraction(text.replace(" ", ""))
    raise NumberError(_("expected a number such as 12, -0.5 or 7/3, found %(found)s", found=quote_value(value)))
