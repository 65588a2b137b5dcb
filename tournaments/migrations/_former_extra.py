"""Keys of `extra`, a bag of JSON in eight models, as columns. `extra` itself is renamed to `imported` before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db.migrations import RunPython
from django.db.models import Q


class Moved(NamedTuple):
    """A key of the bag, its column, the column's default and the types of its values.

    A dot in the key leads into an object.
    """

    key: str
    column: str
    default: Any
    kinds: tuple[type, ...]


def move_keys(model: str, *moved: Moved) -> RunPython:
    """Operation that moves the keys out of `imported`, and back. A value that does not fit stays in `imported`."""
    columns = [each.column for each in moved]

    def to_columns(apps: Any, schema_editor: Any) -> None:
        for rows in _batches(apps, schema_editor, model, ~Q(imported={})):
            for row in rows:
                for each in moved:
                    _move(row, each)
                if getattr(row, "filler", False):
                    row.unranked = True  # nobody has a place; a file edited by hand may leave it out
            type(rows[0])._base_manager.using(schema_editor.connection.alias).bulk_update(rows, ["imported", *columns])

    def to_keys(apps: Any, schema_editor: Any) -> None:
        unusual = Q()
        for each in moved:
            is_default = {f"{each.column}__isnull": True} if each.default is None else {each.column: each.default}
            unusual |= ~Q(**is_default)
        for rows in _batches(apps, schema_editor, model, unusual):
            for row in rows:
                for each in moved:
                    _move_back(row, each)
            type(rows[0])._base_manager.using(schema_editor.connection.alias).bulk_update(rows, ["imported"])

    return RunPython(to_columns, to_keys)


def _batches(apps: Any, schema_editor: Any, model: str, having: Q) -> Iterator[tuple[Any, ...]]:
    rows = apps.get_model("tournaments", model)._base_manager.using(schema_editor.connection.alias)
    keys = list(rows.filter(having).order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(keys), 500):
        yield tuple(rows.filter(pk__in=keys[first : first + 500]).order_by("pk"))


def _move(row: Any, each: Moved) -> None:
    if not isinstance(row.imported, dict):
        return
    above, _dot, name = each.key.rpartition(".")
    bag = row.imported.get(above, {}) if above else row.imported
    if isinstance(bag, dict) and name in bag and _fits(bag[name], each.kinds):
        setattr(row, each.column, bag.pop(name))
        if above and not bag:
            del row.imported[above]


def _fits(value: Any, kinds: tuple[type, ...]) -> bool:
    return type(value) in kinds and (type(value) is not int or 0 <= value < 2**31)


def _move_back(row: Any, each: Moved) -> None:
    above, _dot, name = each.key.rpartition(".")
    value = getattr(row, each.column)
    if value != each.default:
        bag = row.imported.setdefault(above, {}) if above else row.imported
        bag[name] = value
