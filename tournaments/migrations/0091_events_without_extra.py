from django.db import migrations, models

import tournaments.events.validators
from tournaments.migrations._former_extra import Moved, move_keys
from tournaments.migrations._triggers import guard


class Migration(migrations.Migration):
    """Choices about the federation, countries and open items have columns; words of an imported file have their own."""

    dependencies = [("tournaments", "0090_entries_without_extra")]

    operations = [
        migrations.RenameField(model_name="tournament", old_name="extra", new_name="imported"),
        migrations.AddField(
            model_name="tournament",
            name="federation",
            field=models.CharField(default="ema", editable=False, max_length=40, verbose_name="Federation"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="federation_columns",
            field=models.JSONField(
                blank=True,
                editable=False,
                help_text="Heading and field of each; null: the federation's own.",
                null=True,
                validators=[tournaments.events.validators.check_columns],
                verbose_name="Columns",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="federation_limits",
            field=models.JSONField(
                blank=True,
                editable=False,
                help_text="Days, players, countries: from so many on, the addition; null: the federation's own.",
                null=True,
                validators=[tournaments.events.validators.check_limits],
                verbose_name="Limits of the weight",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="qualification",
            field=models.BooleanField(
                default=False, editable=False, verbose_name="The event qualifies for a championship"
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="named_countries",
            field=models.JSONField(
                blank=True,
                default=dict,
                editable=False,
                help_text="Text that names no country, folded: the code that the organiser named.",
                validators=[tournaments.events.validators.check_texts],
                verbose_name="Countries",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="accepted_open_items",
            field=models.JSONField(
                blank=True,
                default=dict,
                editable=False,
                help_text="Step of several requests: the keys of the open items with which it goes on.",
                validators=[tournaments.events.validators.check_lists_of_texts],
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="import_digest",
            field=models.CharField(
                blank=True,
                default="",
                editable=False,
                help_text="Of the file that the event was imported from.",
                max_length=64,
            ),
        ),
        move_keys(
            "tournament",
            Moved("federation.federation", "federation", "ema", (str,)),
            Moved("federation.columns", "federation_columns", None, (list, type(None))),
            Moved("federation.limits", "federation_limits", None, (dict, type(None))),
            Moved("federation.qualification", "qualification", False, (bool,)),
            Moved("countries", "named_countries", {}, (dict,)),
            Moved("accepted_open_items", "accepted_open_items", {}, (dict,)),
            Moved("digest", "import_digest", "", (str,)),
        ),
        guard("tournaments_tournament"),
    ]
