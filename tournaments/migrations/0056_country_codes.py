"""Codes of the countries of players and teams, from the texts that were typed."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tournaments.core.text.places import CODE, find_country_code

REFUSAL = "Choose one of the values offered."


def fill(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    for name in ("Team", "Entry"):
        rows = apps.get_model("tournaments", name)._default_manager.exclude(country="")
        for text in rows.order_by().values_list("country", flat=True).distinct():
            if code := find_country_code(text):
                rows.filter(country=text).update(country_code=code)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0055_ranking_version"),
    ]

    operations = [
        *(
            migrations.AddField(
                model_name=name,
                name="country_code",
                field=models.CharField(
                    blank=True, default="", editable=False, max_length=3, verbose_name="country code"
                ),
            )
            for name in ("team", "entry")
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        *(
            migrations.AddConstraint(
                model_name=name,
                constraint=models.CheckConstraint(
                    condition=models.Q(("country_code__regex", CODE)),
                    name=f"{name}_country_code_known",
                    violation_error_message=REFUSAL,
                ),
            )
            for name in ("team", "entry")
        ),
    ]
