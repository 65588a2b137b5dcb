from django.db import migrations


class Migration(migrations.Migration):
    """Stored responses have the usual name of their header; their table stays."""

    dependencies = [("tournaments", "0093_score_line_games")]

    operations = [
        migrations.AlterModelTable("SentOnce", "tournaments_sentonce"),
        migrations.RenameModel("SentOnce", "IdempotencyKey"),
    ]
