"""Optional features of events; those that an event uses are enabled."""

from typing import Any

from django.db import migrations, models

from tournaments.migrations import _triggers


def enable_used(apps: Any, schema_editor: Any) -> None:
    """Enable each feature at the events whose rows use it."""
    event, stage = apps.get_model("tournaments", "Tournament"), apps.get_model("tournaments", "Stage")
    of = {name: apps.get_model("tournaments", name) for name in ("Team", "BoardSet", "Evening", "Entry", "TablePlace")}
    used = {
        "stages": stage.objects.filter(number__gt=1),
        "teams": of["Team"].objects.all(),
        "duplicate": of["BoardSet"].objects.all(),
        "evenings": of["Evening"].objects.all(),
        "federation": of["Entry"].objects.filter(ema_number__gt=""),
        "hall_plan": of["TablePlace"].objects.all(),
    }
    events = {key: set(rows.order_by().values_list("tournament", flat=True)) for key, rows in used.items()}
    for row in event.objects.all():
        features = [key for key, there in events.items() if row.pk in there]
        if features:
            event.objects.filter(pk=row.pk).update(features=features)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0042_house_substitutes")]

    operations = [
        migrations.AddField(
            "tournament",
            "features",
            models.JSONField(
                blank=True,
                default=list,
                help_text="Only these appear in menus and forms.",
                verbose_name="optional features",
            ),
        ),
        _triggers.guard("tournaments_tournament"),
        migrations.RunPython(enable_used, migrations.RunPython.noop, elidable=True),
    ]
