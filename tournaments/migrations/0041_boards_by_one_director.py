"""Remove the requests of two people to see or replace a board. The log keeps who saw which board, and why."""

from django.db import migrations

from tournaments.migrations._removed_rows import keep_rows


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0040_remove_proofs")]

    operations = [
        keep_rows(
            "board-requests", "tournaments.BoardLook", "tournaments.BoardSight", "tournaments.BoardReplacement"
        ),
        migrations.DeleteModel("BoardSight"),
        migrations.DeleteModel("BoardReplacement"),
        migrations.DeleteModel("BoardLook"),
    ]
