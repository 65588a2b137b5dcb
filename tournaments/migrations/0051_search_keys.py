"""Search keys of players and teams, filled from their names."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tournaments.core.text.folding import fold_search_words

SOURCES = {
    "Team": ("name",),
    "Entry": ("family_name", "given_name", "native_name", "romanised_name", "country", "club"),
}


def fill(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    for name, sources in SOURCES.items():
        rows = apps.get_model("tournaments", name)._default_manager.all()
        changed = []
        for row in rows.iterator(chunk_size=1000):
            row.search_key = fold_search_words(*(str(getattr(row, source) or "") for source in sources))
            changed.append(row)
        rows.bulk_update(changed, ["search_key"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0050_mail_addresses"),
    ]

    operations = [
        migrations.AddField(
            model_name=name.lower(),
            name="search_key",
            field=models.TextField(blank=True, default="", editable=False),
        )
        for name in SOURCES
    ] + [migrations.RunPython(fill, migrations.RunPython.noop)]
