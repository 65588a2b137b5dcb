"""Questions of events about their players, and the answers."""

import django.core.validators
import django.db.models.deletion
import tournaments.entries.models.questions
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0044_column_choices"),
    ]

    operations = [
        migrations.AddField(
            model_name="application",
            name="answers",
            field=models.JSONField(
                blank=True,
                default=dict,
                validators=[tournaments.entries.models.questions.check_answers],
                verbose_name="answers",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="answers",
            field=models.JSONField(
                blank=True,
                default=dict,
                validators=[tournaments.entries.models.questions.check_answers],
                verbose_name="answers",
            ),
        ),
        migrations.CreateModel(
            name="EntryQuestion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)])),
                (
                    "label",
                    models.CharField(
                        help_text="Also the heading in lists and rosters.", max_length=80, verbose_name="question"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("text", "Line of text"),
                            ("number", "Whole number"),
                            ("choice", "One of several choices"),
                            ("checkbox", "Checkbox"),
                        ],
                        default="text",
                        max_length=8,
                        verbose_name="answer",
                    ),
                ),
                (
                    "choices",
                    models.TextField(blank=True, help_text="One per line.", max_length=2000, verbose_name="choices"),
                ),
                (
                    "required",
                    models.BooleanField(
                        default=False,
                        help_text="Players must answer to register; the organiser may leave it empty.",
                        verbose_name="required",
                    ),
                ),
                (
                    "public",
                    models.BooleanField(
                        default=False,
                        help_text="The public list of players shows the answers; otherwise only organisers see them.",
                        verbose_name="public",
                    ),
                ),
                (
                    "position",
                    models.PositiveSmallIntegerField(
                        default=1,
                        help_text="Order on forms and in lists.",
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="position",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="questions",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "position", "number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number"),
                        name="question_number_once",
                        violation_error_message="Someone else saved at the same time. Reload the page and try again.",
                    ),
                    models.UniqueConstraint(
                        fields=("tournament", "label"),
                        name="question_label_once",
                        violation_error_message="Another question has this text. Choose another one.",
                    ),
                ],
            },
        ),
    ]
