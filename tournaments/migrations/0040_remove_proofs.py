"""Proofs of Swiss rounds go; draws keep their certificates."""

from django.db import migrations

from tournaments.migrations._removed_rows import keep_rows


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0039_email_rows"),
    ]

    operations = [
        keep_rows("proofs", "tournaments.SeatingDraw", having="proof"),
        migrations.RemoveField(model_name="seatingdraw", name="proof"),
    ]
