"""Money and fees in pure terms: amounts as integers of the smallest unit, and the lines that a player owes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from engine.exact import normalize_number

WITHOUT_CENTS: Final = frozenset("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF TWD UGX VND VUV XAF XOF XPF HUF".split())
"""Currencies whose smallest unit is the whole one, by ISO 4217 or in practice."""
WITH_THREE_DIGITS: Final = frozenset("BHD IQD JOD KWD LYD OMR TND".split())

MAX_AMOUNT: Final = 999_999_999
"""Maximum in the smallest unit; every database can store sums of many."""

_AMOUNT: Final = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{1,3}))?")


def get_currency_digits(currency: str) -> int:
    """Return the number of decimal digits of a currency.

    >>> get_currency_digits("EUR"), get_currency_digits("JPY"), get_currency_digits("KWD")
    (2, 0, 3)
    """
    return 0 if currency in WITHOUT_CENTS else 3 if currency in WITH_THREE_DIGITS else 2


def read_amount(text: str, currency: str) -> int:
    """Return the amount in the smallest unit. Raises ValueError for any other text.

    >>> read_amount("12,5", "EUR"), read_amount("1000", "JPY"), read_amount("４０", "EUR")
    (1250, 1000, 4000)
    """
    digits = get_currency_digits(currency)
    match = _AMOUNT.fullmatch(normalize_number(text))
    if not match or len(match[2] or "") > digits:
        raise ValueError(text)
    amount: int = int(match[1]) * 10**digits + int((match[2] or "").ljust(digits, "0") or 0)
    if amount > MAX_AMOUNT:
        raise ValueError(text)
    return amount


def convert_to_decimal(amount: int, currency: str) -> Decimal:
    """Return the amount in whole units, with all digits of the currency.

    >>> str(convert_to_decimal(-1250, "EUR")), str(convert_to_decimal(1000, "JPY"))
    ('-12.50', '1000')
    """
    return Decimal(amount).scaleb(-get_currency_digits(currency))


@dataclass(frozen=True, slots=True)
class FeeLine:
    """Line of the price list. `category`, `question`: their numbers, None for everybody.

    `added`: a category's line is due beside the entry fee, not in its place.
    """

    label: str
    amount: int
    category: int | None = None
    question: int | None = None
    choice: str = ""
    added: bool = False
    currency: str = ""

    def is_due_for(self, categories: Collection[int], answers: Mapping[str, Any]) -> bool:
        """Return True if a player with these categories and answers owes the line or one of its alternatives."""
        if self.category is not None and self.category not in categories:
            return False
        if self.question is None:
            return True
        answer = answers.get(str(self.question))
        return answer == self.choice if self.choice else bool(answer)

    @property
    def is_general(self) -> bool:
        return self.category is None and self.question is None


def get_purpose(line: FeeLine, lines: Sequence[FeeLine]) -> str:
    """Return the label of the alternatives to `line`: its own or, for a category, that of the first general line."""
    general = [line.label for line in lines if line.is_general]
    replaces = line.category is not None and line.question is None and not line.added and line.label not in general
    return general[0] if replaces and general else line.label


def choose_owed_lines(
    lines: Iterable[FeeLine], categories: Collection[int], answers: Mapping[str, Any]
) -> list[FeeLine]:
    """Return one line of each purpose: of those that apply, one for a category comes first, then the lowest.

    Amounts in two currencies are not compared: a line that a player chose by an answer comes before one for everybody,
    then the currency that is first in the price list.

    >>> fees = [FeeLine("Entry fee", 4000), FeeLine("Senior", 2000, category=1), FeeLine("Meal", 900, question=3)]
    >>> [line.amount for line in choose_owed_lines(fees, [1], {"3": True})]
    [2000, 900]
    >>> [line.amount for line in choose_owed_lines(fees, [], {})]
    [4000]
    """
    listed = list(lines)
    alternatives: dict[str, dict[str, FeeLine]] = {}
    for line in listed:
        if line.is_due_for(categories, answers):
            by_currency = alternatives.setdefault(get_purpose(line, listed), {})
            best = by_currency.get(line.currency, line)
            by_currency[line.currency] = min(best, line, key=lambda offer: (offer.category is None, offer.amount))
    return [
        min(by_currency.values(), key=lambda offer: (offer.category is None, offer.question is None))
        for by_currency in alternatives.values()
    ]
