"""Codes of the countries of registrations, from the texts that were typed."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tournaments.core.text.folding import fold_to_name_key
from tournaments.core.text.places import CODE, find_country_code


def fill(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    rows = apps.get_model("tournaments", "Application")._default_manager
    for application in rows.exclude(country="").select_related("tournament").order_by("pk").iterator():
        answers = application.tournament.extra.get("countries")
        named = answers if isinstance(answers, dict) else {}
        code = find_country_code(application.country) or named.get(fold_to_name_key(application.country), "")
        if code:
            rows.filter(pk=application.pk).update(country_code=code)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0064_fee_currencies"),
    ]

    operations = [
        migrations.AddField(
            model_name="application",
            name="country_code",
            field=models.CharField(blank=True, default="", editable=False, max_length=3, verbose_name="country code"),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="application",
            constraint=models.CheckConstraint(
                condition=models.Q(("country_code__regex", CODE)),
                name="application_country_code_known",
                violation_error_message="Choose one of the values offered.",
            ),
        ),
    ]
