"""Statements of witnesses about a fact. Where they differ, the fact is unknown to the law."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.sentences import sentence as _
from judging.law.fact_values import ClaimError, read_fact, write_fact

MAX_STATEMENTS: Final = 8

MAX_NAME: Final = 60


class Statement(NamedTuple):
    """Words of the player at a seat, or of a named person, on a fact; ``value`` None for one who does not know."""

    seat: int | None
    name: str
    value: Any

    def to_dict(self, fact: str) -> dict[str, Any]:
        witness = {"name": self.name} if self.seat is None else {"seat": self.seat}
        return {**witness, "value": write_fact(fact, self.value)}


Witnesses = Mapping[str, tuple[Statement, ...]]


def read_witnesses(stored: object) -> dict[str, tuple[Statement, ...]]:
    """Return the statements of a claim by fact. Raises ClaimError with the place."""
    if not isinstance(stored, Mapping):
        raise ClaimError(_("witnesses: expected an object of statements by fact"), at="witnesses")
    return {str(fact): _read_statements(str(fact), listed) for fact, listed in stored.items()}


def _read_statements(fact: str, listed: object) -> tuple[Statement, ...]:
    field = f"witnesses.{fact}"
    if not isinstance(listed, Sequence) or isinstance(listed, str) or not 1 <= len(listed) <= MAX_STATEMENTS:
        raise ClaimError(
            _("%(field)s: expected a list of 1 to %(most)s statements", field=field, most=MAX_STATEMENTS), at=field
        )
    statements = tuple(_read_statement(fact, entry, field) for entry in listed)
    if len({(statement.seat, statement.name) for statement in statements}) < len(statements):
        raise ClaimError(_("%(field)s: each witness says one thing", field=field), at=field)
    return statements


def _read_statement(fact: str, stored: object, field: str) -> Statement:
    fields = dict(stored) if isinstance(stored, Mapping) else {}
    seat, name = fields.get("seat"), fields.get("name", "")
    names_one = isinstance(name, str) and len(name) <= MAX_NAME and bool(name.strip()) == (seat is None)
    if not names_one or isinstance(seat, bool) or seat not in (None, 0, 1, 2, 3) or not fields.keys() <= {*_KEYS}:
        message = _(
            "%(field)s: a statement has a value, and a seat from 0 to 3 or a name of at most %(most)s characters",
            field=field, most=MAX_NAME,
        )  # fmt: skip
        raise ClaimError(message, at=field)
    try:
        return Statement(seat, name.strip(), read_fact(fact, fields.get("value")))
    except ClaimError as error:
        raise ClaimError(error.message, at=field) from None


_KEYS: Final = ("seat", "name", "value")


def list_values_named(statements: Sequence[Statement]) -> list[Any]:
    named: list[Any] = []
    for statement in statements:
        if statement.value is not None and statement.value not in named:
            named.append(statement.value)
    return named
