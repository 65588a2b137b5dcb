"""Only who has played has a place; events that have begun keep their places."""

from typing import Any

from django.db import migrations, models


def keep_places(apps: Any, schema_editor: Any) -> None:
    tournaments = apps.get_model("tournaments", "Tournament").objects.using(schema_editor.connection.alias)
    begun = tournaments.filter(rounds__state__in=["playing", "finished"])
    tournaments.filter(pk__in=begun.values("pk")).update(ranking_version=1)


def nothing(apps: Any, schema_editor: Any) -> None:
    """The column goes with its values."""


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0054_start_links"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="ranking_version",
            field=models.PositiveSmallIntegerField(
                default=2,
                editable=False,
                help_text="Rule of the places (`standings.logic.RankingRules`): 1 in events played up to release 0.3.0.",
            ),
        ),
        migrations.RunPython(keep_places, nothing),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("ranking_version__gte", 1), ("ranking_version__lte", 2)),
                name="tournament_ranking_version_known",
                violation_error_message="Choose one of the values offered.",
            ),
        ),
    ]
