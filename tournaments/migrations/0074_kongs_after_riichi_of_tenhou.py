"""Events played under the Tenhou rules keep concealed kongs after riichi as these rules had them then."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from django.db import migrations

from tournaments.migrations._triggers import guard

house_rules = import_module("tournaments.migrations.0048_house_rules")


def keep_strict(apps: Any, schema_editor: Any) -> None:
    """Name the former value in versions that have been played with, whose triggers refuse any change."""
    vendor, table = schema_editor.connection.vendor, house_rules.TABLE
    versions = apps.get_model("tournaments", "RulesetVersion").objects
    played = [
        row
        for row in versions.filter(preset="riichi-tenhou", frozen_at__isnull=False)
        if "ankan_after_riichi" not in row.parameters
    ]
    if not played:
        return
    for trigger in house_rules.agreed_rules_stay(vendor):
        where = "" if vendor == "sqlite" else f" ON {table}"
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {trigger.name}{where}", params=None)
    for row in played:
        row.parameters = {**row.parameters, "ankan_after_riichi": "strict"}
        row.save(update_fields=["parameters"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0073_line_ups"),
    ]

    operations = [
        migrations.RunPython(keep_strict, migrations.RunPython.noop),
        guard(house_rules.TABLE, triggers=house_rules.agreed_rules_stay),
    ]
