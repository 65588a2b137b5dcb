"""Repair of days and times that an earlier release took from any year."""

from __future__ import annotations

import datetime
from typing import Any

from django.db.migrations import RunPython
from django.db.models import DateTimeField, Q

from tournaments.migrations._removed_rows import write_rows

# As the constraints of the migration have them.
DAYS = (datetime.date(1900, 1, 1), datetime.date(2200, 12, 31))
MOMENTS = tuple(datetime.datetime.combine(day, datetime.time(), datetime.UTC) for day in DAYS)


def move_into_bounds(**columns: tuple[str, ...]) -> RunPython:
    """Operation that moves the columns of each model into the bounds, and reports the rows as they were.

    They are printed, and written to `corrected-times-<moment>.jsonl.gz` in the folder of backups.
    """

    def repair(apps: Any, schema_editor: Any) -> None:
        alias = schema_editor.connection.alias
        found, lines = [], []
        for model, names in columns.items():
            rows = apps.get_model("tournaments", model)._base_manager.using(alias)
            outside = Q()
            for name in names:
                earliest, latest = _bounds(rows.model, name)
                outside |= Q(**{f"{name}__lt": earliest}) | Q(**{f"{name}__gt": latest})
            found.append(rows.filter(outside))
            lines += [
                f"{model} {row['pk']}: {name} {row[name]:%Y-%m-%d}"
                for row in found[-1].values("pk", *names)
                for name in names
                if row[name] is not None and not _bounds(rows.model, name)[0] <= row[name] <= _bounds(rows.model, name)[1]
            ]
        if not lines:
            return
        path = write_rows("corrected-times", found)
        print(f"\n  Years outside 1900 to 2200 were moved into them; the rows as they were: {path}")
        for line in lines:
            print(f"    {line}")
        for model, names in columns.items():
            rows = apps.get_model("tournaments", model)._base_manager.using(alias)
            for name in names:
                earliest, latest = _bounds(rows.model, name)
                rows.filter(**{f"{name}__lt": earliest}).update(**{name: earliest})
                rows.filter(**{f"{name}__gt": latest}).update(**{name: latest})

    return RunPython(repair, RunPython.noop)


def _bounds(model: Any, name: str) -> Any:
    return MOMENTS if isinstance(model._meta.get_field(name), DateTimeField) else DAYS
