"""Exact numbers as text, the same in every language; pure, so that logic may use it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

MINUS = "\u2212"


def format_exact(value: Fraction | int | None) -> str:
    """Format an exact number: integer, up to three decimals, or a mixed fraction; empty for None.

    >>> format_exact(Fraction(7, 4)), format_exact(Fraction(7, 3)), format_exact(Fraction(-30000))
    ('1.75', '2 1/3', '−30,000')
    """
    if value is None:
        return ""
    number = Fraction(value)
    sign = MINUS if number < 0 else ""
    integer, remainder = divmod(abs(number), 1)
    if not remainder:
        return f"{sign}{integer:,}"
    if 1000 % remainder.denominator == 0:
        decimals = f"{float(remainder):.3f}".rstrip("0")[1:]
        return f"{sign}{integer:,}{decimals}"
    return f"{sign}{integer:,} {remainder}" if integer else f"{sign}{remainder}"


def format_column(values: Iterable[Fraction | int | None]) -> list[str]:
    """Format a column of exact numbers with equally many decimals; thirds stay mixed fractions.

    >>> format_column([Fraction(25, 2), Fraction(7), None, Fraction(7, 3)])
    ['12.5', '7.0', '', '2 1/3']
    """
    texts = [format_exact(value) for value in values]
    longest = max((len(text.partition(".")[2]) for text in texts), default=0)
    return [_pad_decimals(text, longest) for text in texts]


def _pad_decimals(text: str, decimals: int) -> str:
    if not text or not decimals or "/" in text:
        return text
    integer, _point, digits = text.partition(".")
    return f"{integer}.{digits.ljust(decimals, '0')}"


def format_signed(value: Fraction | int | None) -> str:
    text = format_exact(value)
    return f"+{text}" if value is not None and value > 0 else text


def format_rounded(value: Fraction | float) -> str:
    """Format with two decimals and a minus sign; an integer without decimals.

    >>> format_rounded(Fraction(-7, 3)), format_rounded(Fraction(4))
    ('−2.33', '4')
    """
    number = round(Fraction(value), 2)
    text = f"{abs(number.numerator):,}" if number.denominator == 1 else f"{float(abs(number)):,.2f}"
    return f"{MINUS}{text}" if number < 0 else text


def format_brief(value: Fraction) -> str:
    """Format as `format_exact` does where three decimals are enough, else as `format_rounded`.

    >>> format_brief(Fraction(1879, 10)), format_brief(Fraction(-7, 3))
    ('187.9', '−2.33')
    """
    return format_rounded(value) if 1000 % Fraction(value).denominator else format_exact(value)
