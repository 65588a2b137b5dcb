"""Points, uma and place that explain a score of the ledger as columns: they were keys of `extra`."""

from __future__ import annotations

from typing import Any, Final

from django.db import migrations, models

from tournaments.migrations._former_amounts import Values, exact, rewrite, stored

AMOUNTS: Final = ("points", "uma")
OF_SCORE: Final = ("result", "score")
"""Kind and unit of the lines that have them."""


def to_columns(row: Values) -> Values | None:
    """Move the keys out of the bag, all or none of them."""
    bag = row["imported"]
    if not isinstance(bag, dict) or (row["kind"], row["unit"]) != OF_SCORE:
        return None
    place, shared, values = bag.get("place"), bag.get("shared", False), {}
    for name in AMOUNTS:
        amount = exact(bag.get(name))
        if amount is None:
            return None
        values[f"{name}_numerator"], values[f"{name}_denominator"] = amount
    if type(place) is not int or not 1 <= place <= 4 or type(shared) is not bool:
        return None
    rest = {name: value for name, value in bag.items() if name not in (*AMOUNTS, "place", "shared")}
    return values | {"place": place, "shared": shared, "imported": rest}


def to_bag(row: Values) -> Values | None:
    if row["place"] is None:
        return None
    bag: dict[str, Any] = {name: stored(row[f"{name}_numerator"], row[f"{name}_denominator"]) for name in AMOUNTS}
    return {"imported": row["imported"] | bag | {"place": row["place"], "shared": row["shared"]}}


def amount_divides(name: str) -> models.Q:
    empty = models.Q(**{f"{name}_numerator__isnull": True, f"{name}_denominator__isnull": True})
    return empty | models.Q(**{f"{name}_numerator__isnull": False, f"{name}_denominator__gte": 1})


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0092_sheet_amounts")]

    operations = [
        migrations.RenameField(model_name="scoreline", old_name="extra", new_name="imported"),
        migrations.AlterField(
            model_name="scoreline",
            name="imported",
            field=models.JSONField(
                blank=True,
                default=dict,
                editable=False,
                help_text="The penalty in a file of another program; for its export.",
            ),
        ),
        *(
            migrations.AddField(
                model_name="scoreline",
                name=f"{name}_{part}",
                field=kind(blank=True, editable=False, null=True),
            )
            for name in AMOUNTS
            for part, kind in (("numerator", models.BigIntegerField), ("denominator", models.PositiveBigIntegerField))
        ),
        migrations.AddField(
            model_name="scoreline",
            name="place",
            field=models.PositiveSmallIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="scoreline",
            name="shared",
            field=models.BooleanField(default=False, editable=False),
        ),
        rewrite(
            "ScoreLine",
            read=[
                *("kind", "unit", "imported", "place", "shared"),
                *(f"{name}_{part}" for name in AMOUNTS for part in ("numerator", "denominator")),
            ],
            forwards=to_columns,
            backwards=to_bag,
        ),
        migrations.AddConstraint(
            model_name="scoreline",
            constraint=models.CheckConstraint(
                condition=amount_divides("points") & amount_divides("uma"),
                name="score_line_game_divides",
                violation_error_message="The lower number of a fraction must be 1 or more.",
            ),
        ),
        migrations.AddConstraint(
            model_name="scoreline",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    place__isnull=True, points_numerator__isnull=True, shared=False, uma_numerator__isnull=True
                )
                | models.Q(
                    kind="result",
                    place__range=(1, 4),
                    points_numerator__isnull=False,
                    uma_numerator__isnull=False,
                    unit="score",
                ),
                name="score_line_game_of_score",
                violation_error_message="The details do not match. Reload the page and try again.",
            ),
        ),
    ]
