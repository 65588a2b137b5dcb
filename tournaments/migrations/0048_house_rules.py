"""House rules of events; a version of the rules that has been played with keeps them and its options."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import migrations, models

import tournaments.events.models
from tournaments.migrations._triggers import Trigger, changed, guard, refusing

TABLE = "tournaments_rulesetversion"


def agreed_rules_stay(vendor: str) -> Iterator[Trigger]:
    """House rules and options do not change once play has started."""
    frozen = f"OLD.frozen_at IS NOT NULL AND ({changed(vendor, 'house_rules', 'parameters')})"
    yield refusing(vendor, "agreed_rules_stay", TABLE, frozen, "rules that have been played with do not change")


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0047_mailings"),
    ]

    operations = [
        migrations.AddField(
            model_name="rulesetversion",
            name="house_rules",
            field=models.JSONField(
                blank=True,
                default=list,
                validators=[tournaments.events.models.check_house_rules],
                verbose_name="house rules",
            ),
        ),
        guard(TABLE, triggers=agreed_rules_stay),
    ]
