"""Fees, payments and categories of events."""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import tournaments.entries.models.categories
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0045_questions_of_events"),
    ]

    operations = [
        migrations.AddField(
            model_name="application",
            name="categories",
            field=models.JSONField(
                blank=True,
                default=list,
                validators=[tournaments.entries.models.categories.check_numbers],
                verbose_name="categories",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="categories",
            field=models.JSONField(
                blank=True,
                default=list,
                validators=[tournaments.entries.models.categories.check_numbers],
                verbose_name="categories",
            ),
        ),
        migrations.CreateModel(
            name="Category",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)])),
                ("name", models.CharField(help_text="For example: Juniors.", max_length=60, verbose_name="category")),
                (
                    "asked",
                    models.BooleanField(
                        default=False,
                        help_text="Players choose it themselves; otherwise only the organiser assigns it.",
                        verbose_name="offered at registration",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="categories",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "number"],
            },
        ),
        migrations.CreateModel(
            name="Fee",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)])),
                ("label", models.CharField(help_text="Printed on receipts.", max_length=80, verbose_name="purpose")),
                ("amount", models.PositiveIntegerField(verbose_name="amount in the smallest unit")),
                ("choice", models.CharField(blank=True, max_length=500, verbose_name="choice")),
                (
                    "category",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="fees",
                        to="tournaments.category",
                        verbose_name="category",
                    ),
                ),
                (
                    "question",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="fees",
                        to="tournaments.entryquestion",
                        verbose_name="question",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="fees", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "number"],
            },
        ),
        migrations.CreateModel(
            name="FeeDesk",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "currency",
                    models.CharField(
                        help_text="Three letters, such as EUR, JPY or TWD.",
                        max_length=3,
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A[A-Z]{3}\\Z", "Enter the three letters of a currency, such as EUR."
                            )
                        ],
                        verbose_name="currency",
                    ),
                ),
                (
                    "issuer",
                    models.TextField(
                        blank=True,
                        help_text="Name, address and tax number. Leave empty for the event and its place.",
                        max_length=500,
                        verbose_name="issuer of receipts",
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fee_desk",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Payment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "number",
                    models.PositiveIntegerField(
                        validators=[django.core.validators.MinValueValidator(1)], verbose_name="number"
                    ),
                ),
                ("receipt", models.PositiveIntegerField(blank=True, null=True, verbose_name="receipt")),
                (
                    "kind",
                    models.CharField(
                        choices=[("payment", "Payment"), ("refund", "Refund"), ("reduction", "Reduction")],
                        default="payment",
                        max_length=9,
                        verbose_name="kind",
                    ),
                ),
                (
                    "amount",
                    models.PositiveIntegerField(
                        validators=[django.core.validators.MinValueValidator(1)], verbose_name="amount in the smallest unit"
                    ),
                ),
                (
                    "method",
                    models.CharField(
                        blank=True,
                        choices=[("cash", "Cash"), ("card", "Card"), ("transfer", "Bank transfer"), ("other", "Other")],
                        max_length=8,
                        verbose_name="method",
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=300, verbose_name="reason")),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date")),
                ("voided_at", models.DateTimeField(blank=True, null=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments",
                        to="tournaments.entry",
                        verbose_name="player",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="payments",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "number"],
            },
        ),
        migrations.AddConstraint(
            model_name="category",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"),
                name="category_number_once",
                violation_error_message="Someone else saved at the same time. Reload the page and try again.",
            ),
        ),
        migrations.AddConstraint(
            model_name="category",
            constraint=models.UniqueConstraint(
                fields=("tournament", "name"),
                name="category_name_once",
                violation_error_message="Another category has this name. Choose another one.",
            ),
        ),
        migrations.AddConstraint(
            model_name="fee",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"),
                name="fee_number_once",
                violation_error_message="Someone else saved at the same time. Reload the page and try again.",
            ),
        ),
        migrations.AddConstraint(
            model_name="fee",
            constraint=models.CheckConstraint(
                condition=models.Q(("choice", ""), ("question__isnull", False), _connector="OR"),
                name="fee_choice_of_question",
                violation_error_message="The details do not match. Reload the page and try again.",
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"),
                name="payment_number_once",
                violation_error_message="Someone else saved at the same time. Reload the page and try again.",
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.UniqueConstraint(
                fields=("tournament", "receipt"),
                name="payment_receipt_once",
                violation_error_message="Someone else saved at the same time. Reload the page and try again.",
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gte", 1)),
                name="payment_amount_positive",
                violation_error_message="Enter an amount above 0.",
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "reduction"), ("method", ""), ("receipt__isnull", True)),
                    models.Q(
                        models.Q(("kind", "reduction"), _negated=True),
                        ("receipt__isnull", False),
                        models.Q(("method", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="payment_method_of_money",
                violation_error_message="The details do not match. Reload the page and try again.",
            ),
        ),
    ]
