"""Referees to whom cases are handed over."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("judging", "0008_constraint_sentences"),
    ]

    operations = [
        migrations.CreateModel(
            name="Handover",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("note", models.TextField(blank=True, verbose_name="Left to do")),
                ("handed_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("by", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL, verbose_name="From")),
                ("case", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="handovers", to="judging.case")),
                ("to", models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL, verbose_name="Referee")),
            ],
            options={
                "ordering": ["handed_at", "pk"],
            },
        ),
    ]
