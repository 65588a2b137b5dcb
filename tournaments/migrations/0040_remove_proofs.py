"""Proofs of Swiss rounds go; draws keep their certificates."""

from django.db import migrations, models

from tournaments.migrations._removed_rows import keep_rows


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0039_email_rows"),
    ]

    operations = [
        keep_rows("proofs", "tournaments.SeatingDraw", having="proof"),
        migrations.RemoveField(model_name="seatingdraw", name="proof"),
        migrations.AlterField(
            model_name="seatingdraw",
            name="prices",
            field=models.JSONField(
                blank=True,
                help_text="What each wish costs in repeats, a line a kind; null until it is worked out.",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="seatingdraw",
            name="kind",
            field=models.CharField(
                choices=[
                    ("fixed", "Fixed schedule"),
                    ("added", "More rounds after played ones"),
                    ("swiss", "Swiss round"),
                    ("standings", "Round by the standings"),
                    ("replan", "Remaining rounds redrawn"),
                    ("chosen", "Swiss round chosen by a proof"),
                    ("movement", "Movement of duplicate boards"),
                ],
                max_length=12,
                verbose_name="kind",
            ),
        ),
    ]
