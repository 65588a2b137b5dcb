from django.db import migrations, models
from django.db.models import Q

from tournaments.migrations._former_extra import Moved, move_keys


class Migration(migrations.Migration):
    """Facts of players that decide places have columns; what an imported file said of players and teams has its own."""

    dependencies = [("tournaments", "0089_rounds_without_extra")]

    operations = [
        migrations.RenameField(model_name="team", old_name="extra", new_name="imported"),
        migrations.RenameField(model_name="entry", old_name="extra", new_name="imported"),
        migrations.AddField(
            model_name="entry",
            name="in_competition",
            field=models.BooleanField(
                default=False,
                editable=False,
                help_text="Otherwise the event's rules for substitutes apply, usually without a place.",
                verbose_name="Competes from now on",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="unranked",
            field=models.BooleanField(default=False, editable=False, help_text="Has no place in the standings."),
        ),
        migrations.AddField(
            model_name="entry",
            name="filler",
            field=models.BooleanField(
                default=False, editable=False, help_text="Nobody: sits where an imported file names no player."
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="lot",
            field=models.PositiveIntegerField(
                default=0, editable=False, help_text="The smaller wins a tie; 0: none was drawn."
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=Q(filler=False) | Q(unranked=True),
                name="entry_filler_unranked",
                violation_error_message="The details do not match. Reload the page and try again.",
            ),
        ),
        move_keys(
            "entry",
            Moved("in_competition", "in_competition", False, (bool,)),
            Moved("unranked", "unranked", False, (bool,)),
            Moved("filler", "filler", False, (bool,)),
            Moved("lot", "lot", 0, (int,)),
        ),
    ]
