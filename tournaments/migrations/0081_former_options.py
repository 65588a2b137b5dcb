"""Former values of options leave the agreed ones, which duplicate boards promise; walls of Sichuan get theirs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

from django.db import migrations, models

from tournaments.migrations._triggers import Trigger, changed, guard, refusing

house_rules = import_module("tournaments.migrations.0048_house_rules")
MOVED: Final = {
    **import_module("tournaments.migrations.0070_rules_of_started_events").WITHOUT_EFFECT,
    "riichi-tenhou": {"ankan_after_riichi": "strict"},
}
"""Edition -> values that two earlier migrations have put among the agreed ones."""

WALLS: Final = {
    "break_skip": "dice_sum",
    "wall_stacks_basis": "dealer",
    "wall_stacks_dealer_pair": 14,
    "wall_stacks_other_pair": 13,
}
FORMER_OPTIONS: Final[dict[str, dict[str, Any]]] = {
    **MOVED,
    **dict.fromkeys(
        (
            "sichuan-inflation", "sichuan-local-hands", "sichuan-sbr-2025", "sichuan-tfmj-2024", "sichuan-unlimited",
            "sichuan-world-championship", "sichuan-xueliu",
        ),
        WALLS,
    ),
}  # fmt: skip


def keep_apart(apps: Any, schema_editor: Any) -> None:
    vendor = schema_editor.connection.vendor
    versions = apps.get_model("tournaments", "RulesetVersion").objects
    board_sets = apps.get_model("tournaments", "BoardSet").objects
    started = list(versions.filter(frozen_at__isnull=False, preset__in=FORMER_OPTIONS))
    if not started:
        return
    for trigger in house_rules.agreed_rules_stay(vendor):
        where = "" if vendor == "sqlite" else f" ON {house_rules.TABLE}"
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {trigger.name}{where}", params=None)
    for version in started:
        agreed = {row.get("option") for row in version.house_rules}
        for promise in board_sets.filter(ruleset=version).exclude(promise="").values_list("promise", flat=True):
            agreed |= set(json.loads(promise).get("parameters", {}))
        moved = MOVED.get(version.preset, {}).items()
        version.former_options = FORMER_OPTIONS[version.preset]
        version.parameters = {
            name: value for name, value in version.parameters.items() if name in agreed or (name, value) not in moved
        }
        version.save(update_fields=["parameters", "former_options"])


def played_rules_stay(vendor: str) -> Iterator[Trigger]:
    """House rules and options do not change once play has started."""
    columns = ("house_rules", "parameters", "former_options")
    frozen = f"OLD.frozen_at IS NOT NULL AND ({changed(vendor, *columns)})"
    message = "rules that have been played with do not change"
    yield refusing(vendor, "agreed_rules_stay", house_rules.TABLE, frozen, message)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0080_stored_results"),
    ]

    operations = [
        migrations.AddField(
            model_name="rulesetversion",
            name="former_options",
            field=models.JSONField(
                blank=True,
                default=dict,
                editable=False,
                help_text="Under them rules that an earlier release played with keep their answers; parameters go before.",
            ),
        ),
        migrations.RunPython(keep_apart, migrations.RunPython.noop),
        guard(house_rules.TABLE, triggers=played_rules_stay),
    ]
