"""Penalties without a minus sign in a results file: ask if they are subtracted or added."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext as _

from tournaments.core.tabular.reading import RowProblem
from tournaments.exchange.documents import Raw
from tournaments.exchange.reading.event_file import EventFile, FileSeat, Id, as_number, parse_id

TAKEN_OFF: Final = "off"
ADDED: Final = "added"
SIGNS: Final = (TAKEN_OFF, ADDED)


def find_question(event: EventFile) -> RowProblem | None:
    """Return the question about the file's penalties; None if each has its minus sign."""
    unsigned = list(_list_unsigned(event))
    if not unsigned:
        return None
    names = {player.id: player.name for player in event.players}
    who, amount = unsigned[0]
    message = _(
        "Penalties stand without a minus sign (the first: %(amount)s for %(name)s). Say whether they are taken off or "
        "added."
    )
    name = names.get(who, "–") if who is not None else "–"
    return RowProblem(0, "", message % {"amount": amount, "name": name})


def add_minus_signs(event: EventFile) -> EventFile:
    rounds = [
        replace(
            round_,
            tables=[replace(table, seats=[_negate_seat(seat) for seat in table.seats]) for table in round_.tables],
        )
        for round_ in event.rounds
    ]
    return replace(
        event,
        penalties=[_negate(raw, "amount") if _is_positive(raw) else raw for raw in event.penalties],
        rounds=rounds,
    )


def _list_unsigned(event: EventFile) -> Iterator[tuple[Id | None, Fraction]]:
    for raw in event.penalties:
        if _is_positive(raw):
            yield parse_id(raw.get("player")), as_number(raw["amount"]) or Fraction(0)
    for _number, table in event.tables:
        for seat in table.seats:
            if (amount := seat.number("penalty") or Fraction(0)) > 0:
                yield seat.player, amount


def _is_positive(raw: Raw) -> bool:
    return raw.get("kind", "penalty") == "penalty" and (as_number(raw.get("amount")) or Fraction(0)) > 0


def _negate_seat(seat: FileSeat) -> FileSeat:
    return replace(seat, raw=_negate(seat.raw, "penalty")) if (seat.number("penalty") or Fraction(0)) > 0 else seat


def _negate(raw: Raw, name: str) -> Raw:
    amount = as_number(raw[name]) or Fraction(0)
    return raw | {name: -int(amount) if amount.denominator == 1 else -float(amount)}
