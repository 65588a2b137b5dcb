"""Rulings that the players have accepted."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("judging", "0009_handovers"),
    ]

    operations = [
        migrations.AddField(
            model_name="party",
            name="accepted",
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="accepted_by", to="judging.ruling", verbose_name="Accepted"),
        ),
    ]
