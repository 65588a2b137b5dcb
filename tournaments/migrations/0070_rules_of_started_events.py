"""Options that had no effect before keep having none in events that have started."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from django.db import migrations

from tournaments.migrations._triggers import guard

TABLE: Final = "tournaments_rulesetversion"

WITHOUT_EFFECT: Final = {
    **dict.fromkeys(
        ("mcr-1998", "mcr-2014", "mcr-beginner", "mcr-japan"), {"false_hu_tiles": "return_to_hand"}
    ),
    "mcr-mil-2025": {"false_hu_far_class": "disqualify_or_20"},
    **dict.fromkeys(
        ("riichi-ema-2008", "riichi-ema-2012", "riichi-wrc", "riichi-wrc-2022", "riichi-wrc-2022-ara"),
        {"dead_hand_bet": "returned_if_invalid"},
    ),
}
"""Edition -> the values under which its answers stay those that a started event has had."""


def keep_answers(apps: Any, schema_editor: Any) -> None:
    versions = apps.get_model("tournaments", "RulesetVersion").objects
    started = versions.filter(frozen_at__isnull=False, preset__in=WITHOUT_EFFECT)
    if not started:
        return
    on = "" if schema_editor.connection.vendor == "sqlite" else f" ON {TABLE}"
    schema_editor.execute(f"DROP TRIGGER IF EXISTS agreed_rules_stay{on}", params=None)
    for version in started:
        version.parameters = {**WITHOUT_EFFECT[version.preset], **version.parameters}
        version.save(update_fields=["parameters"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0069_folded_names"),
    ]

    operations = [
        migrations.RunPython(keep_answers, migrations.RunPython.noop),
        guard(TABLE, triggers=import_module("tournaments.migrations.0048_house_rules").agreed_rules_stay),
    ]
