"""Keys of `extra`, a bag of JSON, as columns: the rows of a table, some thousands at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from django.db.migrations import RunPython

Values = Mapping[str, Any]
Convert = Callable[[dict[str, Any]], Values | None]
"""Function from the columns read of a row to those to write; None leaves the row as it is."""

ROWS: Final = 2_000
MOST: Final = 10**12
"""Numerator and denominator of a stored amount, as the program reads it."""
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,25}(?:\.[0-9]{1,25})?(?:[eE][+-]?[0-9]{1,2})?|[+-]?[0-9]{1,25}/0*[1-9][0-9]{0,24}")


def rewrite(model: str, *, read: Sequence[str], forwards: Convert, backwards: Convert) -> RunPython:
    """Operation that writes columns of each row from others, and back; it reads the columns `read` and `written`."""

    def of(convert: Convert) -> Callable[[Any, Any], None]:
        return lambda apps, schema_editor: _rewrite(apps, schema_editor, model, read, convert)

    return RunPython(of(forwards), of(backwards))


def _rewrite(apps: Any, schema_editor: Any, model: str, read: Sequence[str], convert: Convert) -> None:
    """A statement a row: a row that is loaded, changed and saved as an object takes ten times as long."""
    connection = schema_editor.connection
    rows = apps.get_model("tournaments", model)._base_manager.using(connection.alias).order_by("pk")
    columns = {column.name: column for column in rows.model._meta.concrete_fields}
    last = 0
    while batch := list(rows.filter(pk__gt=last).values("pk", *read)[:ROWS]):
        last = batch[-1]["pk"]
        changed: dict[tuple[str, ...], list[list[Any]]] = {}
        for row in batch:
            if (values := convert(row)) is not None:
                stored = [columns[name].get_db_prep_save(value, connection) for name, value in values.items()]
                changed.setdefault(tuple(values), []).append([*stored, row["pk"]])
        for names, parameters in changed.items():
            sets = ", ".join(f"{connection.ops.quote_name(columns[name].column)} = %s" for name in names)
            table = connection.ops.quote_name(rows.model._meta.db_table)
            with connection.cursor() as cursor:
                cursor.executemany(f"UPDATE {table} SET {sets} WHERE id = %s", parameters)


def exact(value: object) -> tuple[int, int] | None:
    """Return numerator and denominator of a stored amount; None for anything that the program does not read as one."""
    text = str(value) if type(value) in (int, float, str) else ""
    if not _NUMBER.fullmatch(text.strip()):
        return None
    found = Fraction(text.strip())
    fits = abs(found) <= MOST and found.denominator <= MOST and abs(found.numerator) < 2**63
    return (found.numerator, found.denominator) if fits else None


def stored(numerator: int | None, denominator: int | None) -> int | str | None:
    """Return the amount as the bag had it."""
    if numerator is None or denominator is None:
        return None
    amount = Fraction(numerator, denominator)
    return amount.numerator if amount.denominator == 1 else str(amount)
