from typing import Any

from django.db import migrations
from django.db.migrations import RunPython

from tournaments.migrations._removed_rows import write_rows


def keep_answers(apps: Any, schema_editor: Any) -> None:
    """Write the facts that a device had examined by itself into the folder of backups; the log has them, too."""
    records = apps.get_model("judging", "ClaimRecord")._base_manager.using(schema_editor.connection.alias)
    examined = records.exclude(device={})
    if examined.exists():
        write_rows("removed-device-answers", [examined])


class Migration(migrations.Migration):
    """Devices examine no facts by themselves any more."""

    dependencies = [("judging", "0012_hands_won_and_over")]

    operations = [
        RunPython(keep_answers, RunPython.noop),
        migrations.RemoveField(model_name="claimrecord", name="device"),
    ]
