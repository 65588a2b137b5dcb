"""Consistent copies of a SQLite or PostgreSQL database, which do not block writers, and their restoration."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler
from django.utils.translation import gettext as _

from tournaments.core.errors import UserError
from tournaments.exchange.backups import copying
from tournaments.exchange.backups.archive import POSTGRESQL, SQLITE

HEADS: Final = """
    SELECT t.slug, e.sequence, e.digest FROM tournaments_auditentry e
    JOIN tournaments_tournament t ON t.id = e.tournament_id
    WHERE e.sequence = (SELECT MAX(o.sequence) FROM tournaments_auditentry o WHERE o.tournament_id = e.tournament_id)
    ORDER BY t.slug
"""

MIGRATION_COLUMNS: Final = 4
LEFT_EMPTY: Final = ("tournaments_publicationkey", "tournaments_sealedbackup", "tournaments_webhooksecret")
"""Tables that backups leave empty: a restored copy must neither publish nor send messages beside the computer that it
was made of, and backups of other sites are large."""

Heads = dict[str, list[Any]]


def dump(target: Path) -> Heads:
    """Copy the site's database to the file; return the heads of the logs in the copy. Raises `UserError`."""
    if connection.vendor == SQLITE:
        name = str(connection.settings_dict["NAME"])
        with closing(sqlite3.connect(name, timeout=20)) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
            for table in LEFT_EMPTY:
                copy.execute(f"DELETE FROM {table}")  # noqa: S608 - a constant
            copy.commit()
        return check_sqlite(target)
    heads = _heads(connection.cursor())
    _postgresql(
        "pg_dump",
        [
            "--format=custom",
            "--no-owner",
            "--no-privileges",
            *(f"--exclude-table-data={table}" for table in LEFT_EMPTY),
            f"--file={target}",
        ],
    )
    # This reads and unpacks every table, and writes nothing.
    _run([_program("pg_restore"), f"--file={os.devnull}", str(target)], {})
    return heads


def check_sqlite(path: Path) -> Heads:
    """Check every page of the copy. Raises `UserError` if it is damaged."""
    copy = ConnectionHandler({DEFAULT_DB_ALIAS: {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path)}})
    try:
        # Django opens it because constraints of the tables call functions that Python's own module lacks.
        with closing(copy[DEFAULT_DB_ALIAS]) as opened, opened.cursor() as cursor:
            # Free pages may still hold what was erased.
            cursor.execute("VACUUM")
            verdict = cursor.execute("PRAGMA integrity_check").fetchone()[0]
            heads = _heads(cursor)
            # The copy must be one file, whatever the original was.
            cursor.execute("PRAGMA journal_mode = DELETE")
    except DatabaseError as error:
        raise UserError(_("The backup cannot be opened: %(why)s") % {"why": error}) from error
    if verdict != "ok":
        raise UserError(_("The backup cannot be opened: %(why)s") % {"why": verdict})
    return heads


def _heads(cursor: Any) -> Heads:
    cursor.execute(HEADS)
    return {slug: [sequence, digest] for slug, sequence, digest in cursor.fetchall()}


def overwrite_erased() -> None:
    """Empty the write-ahead log of SQLite, which still holds pages as they were, if no reader needs it."""
    if connection.vendor == SQLITE:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def forget_newest_backup(path: Path) -> None:
    """Delete the record of the newest backup from a copy that goes to another machine."""
    with closing(sqlite3.connect(path)) as opened, opened:
        if opened.execute("SELECT 1 FROM sqlite_master WHERE name = 'tournaments_newestbackup'").fetchone():
            opened.execute("DELETE FROM tournaments_newestbackup")


def applied_migrations(copy: Path, engine: str) -> set[tuple[str, str]]:
    """Return app and name of each migration applied in the copy. Raises `UserError` if it is damaged."""
    if engine == SQLITE:
        try:
            with closing(sqlite3.connect(copy)) as opened:
                if not opened.execute("SELECT 1 FROM sqlite_master WHERE name = 'django_migrations'").fetchone():
                    return set()
                return set(opened.execute("SELECT app, name FROM django_migrations"))
        except sqlite3.Error as error:
            raise UserError(_("The backup cannot be opened: %(why)s") % {"why": error}) from error
    printed = _run([_program("pg_restore"), "--data-only", "--table=django_migrations", "--file=-", str(copy)], {})
    rows = [line.split("\t") for line in printed.splitlines()]
    return {(row[1], row[2]) for row in rows if len(row) == MIGRATION_COLUMNS}


def require_loadable(engine: str) -> None:
    """Raise `UserError` for a backup of PostgreSQL on a site of SQLite, which has no server to unpack it."""
    if engine == POSTGRESQL != connection.vendor:
        raise UserError(
            _(
                "This backup is of PostgreSQL, and this site runs on SQLite. Make a folder of it where DATABASE_URL "
                "names a PostgreSQL server: mahjong-director restore FILE --into FOLDER"
            )
        )


def load(source: Path, engine: str) -> None:
    """Replace the site's database by the copy in one transaction. Raises `UserError`; then nothing has changed."""
    if engine == SQLITE and connection.vendor == POSTGRESQL:
        check_sqlite(source)
        connections.close_all()
        copying.copy_by_processes(copying.write_sqlite_address(source), write_address())
        return
    if engine == SQLITE:
        check_sqlite(source)
        connections.close_all()
        name = str(connection.settings_dict["NAME"])
        with closing(sqlite3.connect(source)) as copy, closing(sqlite3.connect(name, timeout=20)) as site:
            site.execute("PRAGMA journal_mode = WAL")
            copy.backup(site)
        return
    drop_later = [f"DROP TABLE {connection.ops.quote_name(table)} CASCADE" for table in _later_tables(source)]
    script = source.with_suffix(".sql")
    _run([_program("pg_restore"), "--clean", "--if-exists", "--no-owner", f"--file={script}", str(source)], {})
    connections.close_all()
    options = ["--no-psqlrc", "--quiet", f"--output={os.devnull}", "--single-transaction", "--set=ON_ERROR_STOP=1"]
    _postgresql("psql", [*options, *(f"--command={command}" for command in drop_later), f"--file={script}"])


def _later_tables(copy: Path) -> list[str]:
    """Return the site's tables that the copy lacks: a later version made them, and would make them again."""
    lines = [line.split() for line in _run([_program("pg_restore"), "--list", str(copy)], {}).splitlines()]
    # 215; 1259 16390 TABLE public tournaments_entry owner
    tables = {words[5] for words in lines if words[3:5] == ["TABLE", "public"]}
    return sorted(set(connection.introspection.table_names()) - tables)


def load_into_new(source: Path, database: str) -> None:
    """Load a PostgreSQL copy into a new database of the same server. Raises `UserError`."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database])
        if cursor.fetchone():
            raise UserError(_("There is a database %(name)s already.") % {"name": database})
        cursor.execute("SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user")
        if not cursor.fetchone()[0]:
            raise UserError(
                _("The database's account may not make databases: ALTER ROLE … CREATEDB, as its administrator.")
            )
        cursor.execute(f"CREATE DATABASE {connection.ops.quote_name(database)}")
    _postgresql("pg_restore", ["--no-owner", "--exit-on-error", str(source)], database=database)


def load_into_sqlite(source: Path, target: Path) -> None:
    """Make a SQLite database of a PostgreSQL copy, by way of a new database of the server. Raises `UserError`."""
    database = f"{connection.settings_dict['NAME']}_copied"
    load_into_new(source, database)
    try:
        copying.copy_by_processes(write_address(database), copying.write_sqlite_address(target))
    finally:
        drop(database)


def write_address(database: str | None = None) -> str:
    """Return the address, for DATABASE_URL, of a database of the site's PostgreSQL server; of the site's by default."""
    parameters = dict(connection.get_connection_params())
    user = quote(str(parameters.get("user") or ""), safe="")
    password = f":{quote(str(parameters['password']), safe='')}" if parameters.get("password") else ""
    who = f"{user}{password}@" if user else ""
    query = {name: parameters[name] for name in ("host", "port", "sslmode") if parameters.get(name)}
    return f"postgresql://{who}/{quote(database or connection.settings_dict['NAME'])}?{urlencode(query)}"


def drop(database: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {connection.ops.quote_name(database)} WITH (FORCE)")


def set_note(database: str, note: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"COMMENT ON DATABASE {connection.ops.quote_name(database)} IS %s", [note])


def note_of(database: str, database_connection: BaseDatabaseWrapper | None = None) -> str | None:
    with (database_connection or connection).cursor() as cursor:
        cursor.execute("SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = %s", [database])
        row = cursor.fetchone()
    return row[0] if row else None


def is_in_use(database: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS(SELECT 1 FROM pg_stat_activity WHERE datname = %s)", [database])
        return bool(cursor.fetchone()[0])


def _postgresql(program: str, arguments: Sequence[str], database: str | None = None) -> None:
    """Run a program of PostgreSQL on the site's server; the environment passes the password."""
    from psycopg.conninfo import make_conninfo

    names = {"dbname", "user", "host", "port", "sslmode", "sslrootcert", "sslcert", "sslkey", "service", "passfile"}
    parameters = connection.get_connection_params()
    address = {name: value for name, value in parameters.items() if name in names and value}
    if database is not None:
        address["dbname"] = database
    password = {"PGPASSWORD": str(parameters["password"])} if parameters.get("password") else {}
    _run([_program(program), f"--dbname={make_conninfo(**address)}", *arguments], password)


def _program(name: str) -> str:
    program_path = shutil.which(name, path=settings.POSTGRESQL_PROGRAMS or None)
    if program_path is None:
        raise UserError(_("This machine has no %(program)s: apt-get install postgresql-client.") % {"program": name})
    return program_path


def _run(command: Sequence[str], more: Mapping[str, str]) -> str:
    done = subprocess.run(command, env={**os.environ, **more}, capture_output=True, text=True, errors="replace")
    if done.returncode:
        output = " ".join(done.stderr.strip().splitlines()[-3:])
        raise UserError(_("%(program)s failed: %(why)s") % {"program": Path(command[0]).name, "why": output})
    return done.stdout
