"""Exact points, stated amounts and the mark of an imported sheet as columns: they were keys of `extra`."""

from __future__ import annotations

from typing import Any, Final

from django.db import migrations, models
from django.db.migrations import RunPython

from tournaments.migrations._former_amounts import Values, exact, rewrite, stored
from tournaments.migrations._removed_rows import write_rows

AMOUNTS: Final = ("exact_points", "official_score", "official_table_points")


def mark_imported(apps: Any, schema_editor: Any) -> None:
    """Mark the sheets; the bag of one that has anything else is kept beside the backups."""
    sheets = apps.get_model("tournaments", "TableResult")._base_manager.using(schema_editor.connection.alias)
    others = sheets.exclude(extra={}).exclude(extra={"imported": True})
    if others.exists():
        write_rows("removed-extra-of-sheets", [others])
    sheets.filter(extra__imported=True).update(imported=True)


def unmark(apps: Any, schema_editor: Any) -> None:
    sheets = apps.get_model("tournaments", "TableResult")._base_manager.using(schema_editor.connection.alias)
    sheets.filter(imported=True).update(extra={"imported": True})


def to_columns(row: Values) -> Values | None:
    """Move the keys out of the bag; what does not fit stays in it."""
    bag = row["imported"]
    if not isinstance(bag, dict) or not bag:
        return None
    values: dict[str, Any] = {}
    official = dict(bag["official"]) if isinstance(bag.get("official"), dict) else {}
    for name in AMOUNTS:
        holder, key = (bag, name) if name in bag else (official, name.removeprefix("official_"))
        if (amount := exact(holder.get(key))) is not None:
            del holder[key]
            values[f"{name}_numerator"], values[f"{name}_denominator"] = amount
    if type(official.get("place")) is int and 1 <= official["place"] <= 4:
        values["official_place"] = official.pop("place")
    if not values:
        return None
    if "official" in bag:
        rest = {name: value for name, value in bag.items() if name != "official"}
        bag = rest | ({"official": official} if official else {})
    return values | {"imported": bag}


def to_bag(row: Values) -> Values | None:
    found = {name: stored(row[f"{name}_numerator"], row[f"{name}_denominator"]) for name in AMOUNTS}
    stated = {"score": found["official_score"], "table_points": found["official_table_points"]}
    stated |= {"place": row["official_place"]}
    official = {name: value for name, value in stated.items() if value is not None}
    bag = row["imported"] | ({} if found["exact_points"] is None else {"exact_points": found["exact_points"]})
    bag |= {"official": bag.get("official", {}) | official} if official else {}
    return {"imported": bag} if bag != row["imported"] else None


def amount_divides(name: str) -> models.Q:
    empty = models.Q(**{f"{name}_numerator__isnull": True, f"{name}_denominator__isnull": True})
    return empty | models.Q(**{f"{name}_numerator__isnull": False, f"{name}_denominator__gte": 1})


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0091_events_without_extra")]

    operations = [
        migrations.AddField(
            model_name="tableresult",
            name="imported",
            field=models.BooleanField(
                default=False,
                editable=False,
                help_text="From a file of another program: its amounts have the fines inside.",
            ),
        ),
        RunPython(mark_imported, unmark),
        migrations.RemoveField(model_name="tableresult", name="extra"),
        migrations.RenameField(model_name="resultseat", old_name="extra", new_name="imported"),
        migrations.AlterField(
            model_name="resultseat",
            name="imported",
            field=models.JSONField(
                blank=True,
                default=dict,
                editable=False,
                help_text="The line in a file of another program; for its export.",
            ),
        ),
        *(
            migrations.AddField(
                model_name="resultseat",
                name=f"{name}_{part}",
                field=kind(blank=True, editable=False, null=True),
            )
            for name in AMOUNTS
            for part, kind in (("numerator", models.BigIntegerField), ("denominator", models.PositiveBigIntegerField))
        ),
        migrations.AddField(
            model_name="resultseat",
            name="official_place",
            field=models.PositiveSmallIntegerField(blank=True, editable=False, null=True),
        ),
        rewrite(
            "ResultSeat",
            read=["imported", "official_place", *(f"{n}_{p}" for n in AMOUNTS for p in ("numerator", "denominator"))],
            forwards=to_columns,
            backwards=to_bag,
        ),
        migrations.AddConstraint(
            model_name="resultseat",
            constraint=models.CheckConstraint(
                condition=amount_divides("exact_points")
                & amount_divides("official_score")
                & amount_divides("official_table_points"),
                name="result_seat_amounts_divide",
                violation_error_message="The lower number of a fraction must be 1 or more.",
            ),
        ),
        migrations.AddConstraint(
            model_name="resultseat",
            constraint=models.CheckConstraint(
                condition=models.Q(("official_place__isnull", True), ("official_place__range", (1, 4)), _connector="OR"),
                name="result_seat_four_places",
                violation_error_message="A table has four places.",
            ),
        ),
    ]
