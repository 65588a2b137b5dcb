"""E-mails to players by status, and their recipients."""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0046_fees_and_categories"),
    ]

    operations = [
        migrations.AddField(
            model_name="email",
            name="entry",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="emails",
                to="tournaments.entry",
            ),
        ),
        migrations.AlterField(
            model_name="email",
            name="address",
            field=models.EmailField(blank=True, max_length=254),
        ),
        migrations.AlterField(
            model_name="email",
            name="application",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="emails",
                to="tournaments.application",
            ),
        ),
        migrations.AlterField(
            model_name="email",
            name="state",
            field=models.CharField(
                choices=[
                    ("waiting", "waiting"),
                    ("sending", "being sent"),
                    ("sent", "sent"),
                    ("failed", "failed"),
                    ("no_address", "no address"),
                ],
                default="waiting",
                max_length=10,
            ),
        ),
        migrations.CreateModel(
            name="Mailing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(validators=[django.core.validators.MinValueValidator(1)])),
                ("key", models.CharField(max_length=64)),
                ("groups", models.JSONField(default=list, verbose_name="recipients")),
                ("language", models.CharField(blank=True, max_length=10, verbose_name="language of registration")),
                ("subject", models.CharField(max_length=150, verbose_name="subject")),
                ("text", models.TextField(max_length=5000, verbose_name="text")),
                ("recipients", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "created_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mailings",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "-number"],
            },
        ),
        migrations.AddField(
            model_name="email",
            name="mailing",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="emails",
                to="tournaments.mailing",
            ),
        ),
        migrations.AddConstraint(
            model_name="email",
            constraint=models.CheckConstraint(
                condition=models.Q(("application__isnull", False), ("entry__isnull", False), _connector="XOR"),
                name="email_to_one_person",
                violation_error_message="The details do not match. Reload the page and try again.",
            ),
        ),
        migrations.AddConstraint(
            model_name="mailing",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"),
                name="mailing_number_once",
                violation_error_message="Someone else saved at the same time. Reload the page and try again.",
            ),
        ),
        migrations.AddConstraint(
            model_name="mailing",
            constraint=models.UniqueConstraint(
                fields=("tournament", "key"),
                name="mailing_key_once",
                violation_error_message="Someone else saved at the same time. Reload the page and try again.",
            ),
        ),
    ]
