"""Folded names of players, by which people of many events are searched and grouped."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tournaments.core.text.folding import fold_name


def fill(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    rows = apps.get_model("tournaments", "Entry")._default_manager.all()
    changed = []
    for row in rows.iterator(chunk_size=1000):
        western = f"{row.given_name} {row.family_name}".strip()
        row.folded_name = fold_name(str(row.romanised_name or western or row.native_name))
        changed.append(row)
    rows.bulk_update(changed, ["folded_name"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0068_address_of_this_computer"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="folded_name",
            field=models.TextField(blank=True, default="", editable=False),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["folded_name"], name="entry_folded_name"),
        ),
    ]
