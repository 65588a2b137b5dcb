"""Country, organiser and search key of events. The country of the events here is unknown: nothing tells it."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tournaments.core.text.folding import fold_search_words


def fill(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    rows = apps.get_model("tournaments", "Tournament")._default_manager
    for key, name, place in rows.order_by("pk").values_list("pk", "name", "place"):
        rows.filter(pk=key).update(search_key=fold_search_words(name, place))


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0071_table_postponed"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="country_code",
            field=models.CharField(
                blank=True,
                default="",
                help_text="Visitors find events by it.",
                max_length=3,
                verbose_name="country",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="organiser",
            field=models.CharField(
                blank=True,
                default="",
                help_text="The club or federation, for everybody.",
                max_length=120,
                verbose_name="organiser",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="search_key",
            field=models.TextField(blank=True, default="", editable=False),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("country_code__regex", "^([A-Z]{2,3})?$")),
                name="tournament_country_code_known",
                violation_error_message="Choose one of the values offered.",
            ),
        ),
    ]
