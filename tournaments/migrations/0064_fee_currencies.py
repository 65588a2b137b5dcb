"""Currencies of fees and payments, and a second currency of an event."""

import django.core.validators
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

CURRENCY = django.core.validators.RegexValidator(
    "\\A[A-Z]{3}\\Z", "Enter the three letters of a currency, such as EUR."
)
NO_CURRENCY = "XXX"
"""Code of ISO 4217 for rows of an event that never chose a currency."""


def fill(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Give stored fees and payments the currency of their event."""
    for desk in apps.get_model("tournaments", "FeeDesk").objects.all():
        for name in ("Fee", "Payment"):
            rows = apps.get_model("tournaments", name).objects.filter(tournament=desk.tournament_id)
            rows.update(currency=desk.currency)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0063_annulled_rounds"),
    ]

    operations = [
        migrations.AddField(
            model_name="feedesk",
            name="other_currency",
            field=models.CharField(
                blank=True,
                default="",
                help_text="Only if some fees are paid in another currency.",
                max_length=3,
                validators=[CURRENCY],
                verbose_name="second currency",
            ),
        ),
        migrations.AddConstraint(
            model_name="feedesk",
            constraint=models.CheckConstraint(
                condition=~models.Q(other_currency=models.F("currency")),
                name="fee_currencies_differ",
                violation_error_message="The details do not match. Reload the page and try again.",
            ),
        ),
        *(
            migrations.AddField(
                model_name=name,
                name="currency",
                field=models.CharField(
                    default=NO_CURRENCY, max_length=3, validators=[CURRENCY], verbose_name="currency"
                ),
                preserve_default=False,
            )
            for name in ("fee", "payment")
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
