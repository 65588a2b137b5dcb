"""Public values: unknown when a seed is committed to, verifiable by everybody afterwards.

A value is named before it is known: its kind, its source and which of the source's values (a beacon's round, a
lottery's date). It has one canonical form, so that everybody who reads the same publication mixes the same text into
the seed.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from engine.errors import EngineError
from engine.sentences import sentence as _

BEACON, LOTTERY, PRICE, OTHER = "beacon", "lottery", "price", "other"
MAX_LENGTH = 200
MAX_LOTTERY_NUMBERS = 40


class PublicValueError(EngineError):
    kind = "value"


class ValueName(NamedTuple):
    """Name of a value before it is known. ``source`` is the beacon's chain, the lottery or the exchange; ``which`` the
    beacon's round, or a date as ``2026-05-02``; empty for a value of another kind.
    """

    kind: str
    source: str
    which: str = ""


def canonical_name(name: ValueName) -> ValueName:
    """Normalise spaces and digits. Raises PublicValueError for an unknown kind or a missing part."""
    if name.kind not in CANONICAL_FORMS:
        raise PublicValueError(
            _("unknown kind of public value; use one of %(known)s", known=", ".join(CANONICAL_FORMS)), at="kind"
        )
    source, which = _parse_line(name.source, "source"), unicodedata.normalize("NFKC", name.which).strip()
    if name.kind == BEACON:
        if not re.fullmatch(r"[1-9][0-9]{0,17}", which):
            raise PublicValueError(_("name a beacon's value by its round number"), at="which")
    elif name.kind in (LOTTERY, PRICE):
        try:
            which = datetime.date.fromisoformat(which).isoformat()
        except ValueError:
            raise PublicValueError(_("give the date, such as 2026-05-02"), at="which") from None
    elif which:
        which = _parse_line(which, "which")
    return ValueName(name.kind, source, which)


def canonical_value(kind: str, text: str) -> str:
    """Canonical form of a value of this kind. Raises PublicValueError for an invalid value.

    >>> canonical_value("lottery", "7, 44, 3,19")
    '3-7-19-44'
    >>> canonical_value("price", "1,204.50")
    '1204.5'
    """
    if kind not in CANONICAL_FORMS:
        raise PublicValueError(
            _("unknown kind of public value; use one of %(known)s", known=", ".join(CANONICAL_FORMS)), at="kind"
        )
    return CANONICAL_FORMS[kind](unicodedata.normalize("NFKC", text).strip())


def _parse_beacon(text: str) -> str:
    digits = "".join(text.split()).lower()
    if not re.fullmatch(r"[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128}", digits):
        raise PublicValueError(_("expected 64, 96 or 128 hexadecimal digits"), at="value")
    return digits


def _parse_lottery(text: str) -> str:
    parts = [part for part in re.split(r"[\s,;+\-–]+", text) if part]
    if not 1 <= len(parts) <= MAX_LOTTERY_NUMBERS or not all(re.fullmatch(r"[0-9]{1,9}", part) for part in parts):
        raise PublicValueError(_("write the drawn numbers, separated by commas or spaces"), at="value")
    # Newspapers print them as drawn or sorted; the order must not affect a deal.
    return "-".join(str(number) for number in sorted(int(part) for part in parts))


def _parse_price(text: str) -> str:
    digits = "".join(text.split())
    if not re.fullmatch(r"[0-9]{1,3}(,[0-9]{3})+(\.[0-9]{1,8})?|[0-9]{1,15}(\.[0-9]{1,8})?", digits):
        raise PublicValueError(_("write the price in digits, with a point before the decimals"), at="value")
    integer, _point, decimals = digits.replace(",", "").partition(".")
    decimals = decimals.rstrip("0")
    return str(int(integer)) + (f".{decimals}" if decimals else "")


def _parse_line(text: str, field: str = "value") -> str:
    line = " ".join(unicodedata.normalize("NFKC", text).split())
    if not line or len(line) > MAX_LENGTH or "|" in line or '"' in line or not line.isprintable():
        raise PublicValueError(
            _("use one line of at most %(most)s characters, without quotation marks and bars", most=MAX_LENGTH),
            at=field,
        )
    return line


CANONICAL_FORMS: Final[Mapping[str, Callable[[str], str]]] = {
    BEACON: _parse_beacon,
    LOTTERY: _parse_lottery,
    PRICE: _parse_price,
    OTHER: _parse_line,
}
