"""Shares of the seed, which only events of releases up to 0.3.0 have, move from a table to their boards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.db import migrations, models
from django.db.migrations import RunPython

import tournaments.duplicate.models.deals
from tournaments.migrations._triggers import COMMITTED, Trigger, changed, guard, refusing

TABLE: Final = "tournaments_boardset"
COLUMNS: Final = (
    *("number", "holder", "commitment", "committed_at", "sealed_share"),
    *("handed_in_at", "share", "dropped_at", "dropped_reason"),
)


def seed_shares_stay(vendor: str) -> Iterator[Trigger]:
    """The shares do not change once the seed is open."""
    opened = f"OLD.seed <> '' AND ({changed(vendor, 'seed_shares')})"
    yield refusing(vendor, "seed_shares_stay", TABLE, opened, COMMITTED)


def move_shares(apps: Any, schema_editor: Any) -> None:
    """Put the shares into their boards; where one can still be handed in, a check has refused the update before."""
    alias = schema_editor.connection.alias
    for made in apps.get_model("tournaments", "BoardSet").objects.using(alias).filter(shares__isnull=False).distinct():
        rows = made.shares.order_by("number").values(*COLUMNS)
        made.seed_shares = [
            {name: value.isoformat() if hasattr(value, "isoformat") else value for name, value in row.items()}
            for row in rows
        ]
        made.save(update_fields=["seed_shares"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0084_remove_late_extra")]

    operations = [
        migrations.AddField(
            model_name="boardset",
            name="seed_shares",
            field=models.JSONField(
                blank=True,
                editable=False,
                null=True,
                validators=[tournaments.duplicate.models.deals.check_seed_shares],
            ),
        ),
        RunPython(move_shares, RunPython.noop),
        guard(TABLE, triggers=seed_shares_stay),
    ]
