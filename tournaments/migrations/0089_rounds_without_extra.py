from django.db import migrations, models

from tournaments.migrations._former_extra import Moved, move_keys


class Migration(migrations.Migration):
    """A table of an open evening is known by a column; what an imported file said of rounds and tables has its own."""

    dependencies = [("tournaments", "0088_loans")]

    operations = [
        migrations.RenameField(model_name="round", old_name="extra", new_name="imported"),
        migrations.RenameField(model_name="gametable", old_name="extra", new_name="imported"),
        migrations.AddField(
            model_name="round",
            name="alone",
            field=models.BooleanField(
                default=False,
                editable=False,
                help_text="One table of an open evening, played beside others and waiting for none.",
            ),
        ),
        move_keys("round", Moved("alone", "alone", False, (bool,))),
    ]
