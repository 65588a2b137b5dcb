"""Events that are there already: nothing is known of the inputs that an earlier release used."""

from typing import Any

from django.db import migrations, models
from django.utils import timezone


def note_time(apps: Any, schema_editor: Any) -> None:
    tournaments = apps.get_model("tournaments", "Tournament").objects.using(schema_editor.connection.alias)
    tournaments.update(inputs_kept_since=timezone.now())


def nothing(apps: Any, schema_editor: Any) -> None:
    """The column goes with its values."""


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0065_registration_country_codes"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="inputs_kept_since",
            field=models.DateTimeField(
                blank=True,
                editable=False,
                help_text="Before, an earlier release kept no inputs of draws, cuts, papers and files. Null: all are kept.",
                null=True,
            ),
        ),
        migrations.RunPython(note_time, nothing),
    ]
