"""Write the squashed migration of each app anew, up to its last one: ``python -m tools.squash``.

It makes the tables of today. Add triggers (`guard`) and first rows by hand: CONTRIBUTING.md, A squashed migration.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.db.migrations import Migration
    from django.db.migrations.loader import MigrationLoader

ROOT = Path(__file__).resolve().parents[1]


def squashed(app: str, loader: MigrationLoader) -> Migration:
    """Return the migration that makes the tables of the app, with what it replaces."""
    from django.db import migrations

    from tournaments.migrations._tables import CreateModels

    ((former_key, former),) = [(key, former) for key, former in loader.replacements.items() if key[0] == app]
    (last,) = loader.graph.leaf_nodes(app)
    later = [key for key in loader.graph.forwards_plan(last) if key[0] == app and key != former_key]
    replaced = [*former.replaces, *later]
    creations = [
        migrations.CreateModel(
            model.name,
            list(model.fields.items()),
            {name: value for name, value in model.options.items() if value or name not in ("constraints", "indexes")},
            model.bases,
            model.managers,
        )
        for (label, _name), model in loader.project_state(last).models.items()
        if label == app
    ]
    content = {"replaces": replaced, "initial": True, "dependencies": former.dependencies}
    content["operations"] = [CreateModels(creations)]
    migration: Migration = type("Migration", (migrations.Migration,), content)(f"0001_squashed_{replaced[-1][1]}", app)
    return migration


def source(migration: Migration) -> str:
    """Return the text of its module."""
    from django.db.migrations.writer import MigrationWriter

    return MigrationWriter(migration, include_header=False).as_string()


def main() -> None:
    """Write the files of the apps that have migrations after the squashed one."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
    import django

    django.setup()
    from django.db.migrations.loader import MigrationLoader

    loader = MigrationLoader(None)
    for app, former in loader.replacements:
        migration = squashed(app, loader)
        if migration.name == former:
            continue
        path = ROOT / app / "migrations" / f"{migration.name}.py"
        path.write_text(source(migration), encoding="utf-8")
        print(f"{path.relative_to(ROOT)} takes the place of {former}.py; add its triggers and first rows.")


if __name__ == "__main__":
    main()
