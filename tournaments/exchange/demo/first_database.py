"""Database of a first start: migrated, with the finished events of the demonstration.

The wheel is built with it; a clone makes it at its first start, and keeps it for the next one. Events under way are not
in it: their times and codes are those of the site, which makes them at its first start.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from django.apps import apps
from django.conf import settings
from django.db import connection, models

from tournaments.accounts.models import User
from tournaments.core.installation import INSTALLED, ROOT, build_manage_command, get_program_folder
from tournaments.exchange.demo.build_key import BUILD_KEY
from tournaments.seating.services.sealed import reseal

SEALED: Final = "sealed_"
"""Beginning of the names of columns with seals."""
KEPT: Final = ROOT / ".venv"
SERVICES: Final = ("DATABASE_URL", "REDIS_URL", "CACHE_URL", "MAHJONG_DIRECTOR_")
"""Beginnings of the names of variables that tell a site where its data are."""


class Making(NamedTuple):
    target: Path
    process: subprocess.Popen[bytes]


class Column(NamedTuple):
    table: str
    key: str
    field: models.Field[object, object]


def find_first_database() -> Path:
    if INSTALLED:
        return get_program_folder("database") / "first.sqlite3"
    return KEPT / f"first-{compute_sources_mark()}.sqlite3"


def compute_sources_mark() -> str:
    """Return twelve hexadecimal digits of all that the database is made from."""
    digest = hashlib.sha256((ROOT / "requirements.lock").read_bytes())
    for room in ("engine", "judging", "tournaments"):
        for path in sorted((ROOT / room).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(f"{path.relative_to(ROOT)}\n".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def is_makeable() -> bool:
    """Return True where a clone begins a site on SQLite and has kept no database for it."""
    database = settings.DATABASES["default"]
    begins = database["ENGINE"].endswith("sqlite3") and not Path(database["NAME"]).exists()
    return begins and not INSTALLED and not find_first_database().exists()


@contextmanager
def first_database_made(folder: Path) -> Iterator[Making]:
    """Make the database by a process in the empty folder; it ends with this one."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    target = folder / "made.sqlite3"
    own = {"MAHJONG_DIRECTOR_DATA": str(folder), "MAHJONG_DIRECTOR_SECRET_KEY": BUILD_KEY}
    # Neither queue, cache nor files of the site: this process has another database.
    env = {name: text for name, text in os.environ.items() if not name.startswith(SERVICES)} | own
    python, *command = build_manage_command("first_database", str(target))
    runner = [python, "-m", "tournaments.site.managed_process", *command[1:]]
    try:
        with subprocess.Popen(
            runner, cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            yield Making(target, process)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def keep_first_database(made: Path) -> None:
    """Keep it for the next first start of the clone, in place of that of other sources."""
    kept = find_first_database()
    draft = kept.with_suffix(f".{os.getpid()}")
    # An account that may not write there makes it anew each time.
    with suppress(OSError):
        shutil.copyfile(made, draft)
        draft.replace(kept)
        for other in KEPT.glob("first-*.sqlite3"):
            if other != kept:
                other.unlink()


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
