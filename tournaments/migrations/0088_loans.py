"""Events that travel: lent to a hall, or on loan from another site."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0087_promise_messages"),
    ]

    operations = [
        migrations.CreateModel(
            name="Loan",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "site",
                    models.CharField(
                        blank=True, help_text="Address of the site; empty if it has none.", max_length=200
                    ),
                ),
                ("lent_at", models.DateTimeField()),
                (
                    "keys",
                    models.JSONField(default=dict, help_text="Model -> key of a row on that site -> its key here."),
                ),
            ],
        ),
        migrations.AddField(
            model_name="tournament",
            name="lent_at",
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name="played in the hall since"),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("lent_at__isnull", True), ("archived_at__isnull", True), _connector="OR"),
                name="tournament_lent_not_archived",
                violation_error_message="An event that is played in the hall is not archived.",
            ),
        ),
        migrations.AddField(
            model_name="loan",
            name="tournament",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="loan", to="tournaments.tournament"
            ),
        ),
    ]
