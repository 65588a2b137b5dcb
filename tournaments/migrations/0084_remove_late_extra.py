from typing import Any

from django.db import migrations
from django.db.migrations import RunPython

from tournaments.migrations._removed_rows import write_rows
from tournaments.migrations._triggers import guard


def keep_events(apps: Any, schema_editor: Any) -> None:
    """Write the events that said something about late tables into the folder of backups."""
    events = apps.get_model("tournaments", "Tournament")._base_manager.using(schema_editor.connection.alias)
    said = events.exclude(late_extra="referee")
    if said.exists():
        write_rows("removed-late-extra", [said])


class Migration(migrations.Migration):
    """Nothing asks the setting."""

    dependencies = [("tournaments", "0083_reason_length")]

    operations = [
        RunPython(keep_events, RunPython.noop),
        migrations.RemoveField(model_name="tournament", name="late_extra"),
        guard("tournaments_tournament"),
    ]
