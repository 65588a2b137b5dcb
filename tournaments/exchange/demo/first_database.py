"""Database of a first start: migrated, with the finished events of the demonstration. The wheel is built with it.

Events under way are not in it: their times and codes are those of the site, which makes them at its first start.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from django.apps import apps
from django.conf import settings
from django.db import connection, models

from tournaments.accounts.models import User
from tournaments.core.installation import get_program_folder
from tournaments.exchange.demo.build_key import BUILD_KEY
from tournaments.seating.services.sealed import reseal

SEALED: Final = "sealed_"
"""Beginning of the names of columns with seals."""


class Column(NamedTuple):
    table: str
    key: str
    field: models.Field[object, object]


def find_first_database() -> Path:
    return get_program_folder("database") / "first.sqlite3"


def write_first_database(path: Path) -> None:
    """Write this site's database, one of events alone, as a file. Raises ValueError where there is an account."""
    if User.objects.filter(acted_at=None).exists():
        raise ValueError("The database of a first start holds no account.")
    path.unlink(missing_ok=True)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(path)])


def copy_first_database(source: Path | None = None) -> bool:
    """Copy it to where a new site on SQLite keeps its database, with secrets of its own; return True if it was."""
    source, database = source or find_first_database(), settings.DATABASES["default"]
    target = Path(database["NAME"])
    if not database["ENGINE"].endswith("sqlite3") or target.exists() or not source.exists():
        return False
    draft = target.with_suffix(".first")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    shutil.copyfile(source, draft)
    with closing(sqlite3.connect(draft)) as copied, copied:
        _renew_secrets(copied)
    # Renamed when complete: a start that was cut short begins again.
    draft.replace(target)
    return True


def _renew_secrets(database: sqlite3.Connection) -> None:
    # Triggers keep what was promised of a draw; here its seal alone is another one.
    triggers = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _sql in triggers:
        database.execute(f'DROP TRIGGER "{name}"')
    for column in list_secret_columns():
        name = column.field.column
        rows = database.execute(f'SELECT "{column.key}", "{name}" FROM "{column.table}" WHERE "{name}" <> \'\'')  # noqa: S608
        changes = [(_renew(column.field, str(former)), key) for key, former in rows]
        database.executemany(f'UPDATE "{column.table}" SET "{name}" = ? WHERE "{column.key}" = ?', changes)  # noqa: S608
    for _name, sql in triggers:
        database.execute(sql)


def _renew(field: models.Field[object, object], former: str) -> object:
    return reseal(former, BUILD_KEY) if field.name.startswith(SEALED) else field.get_default()


def list_secret_columns() -> Iterator[Column]:
    """Yield columns of seals, and those whose default is another text each time: codes, tokens and keys."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if field.name.startswith(SEALED) or _is_random(field):
                yield Column(model._meta.db_table, str(model._meta.pk.column), field)


def _is_random(field: models.Field[object, object]) -> bool:
    if not callable(field.default):
        return False
    first, second = field.get_default(), field.get_default()
    return isinstance(first, str) and first != second
