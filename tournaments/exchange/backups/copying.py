"""Copying a whole site between databases of two kinds: every row of every table, compared afterwards."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from django.apps import apps
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connections, models, transaction
from django.db.utils import DataError
from django.utils.translation import gettext as _

from tournaments.core import installation
from tournaments.core.errors import UserError
from tournaments.exchange.backups.archive import POSTGRESQL
from tournaments.site.environment import SOURCE, SOURCE_VARIABLE

ROWS_AT_ONCE: Final = 500


class TableDigest(NamedTuple):
    rows: int
    digest: str


class _Encoder(DjangoJSONEncoder):
    """Encoder of rows. Django's own leaves out the microseconds."""

    def default(self, o: Any) -> Any:
        if isinstance(o, bytes | memoryview):
            return bytes(o).hex()
        return str(o)


def copy_by_processes(source: str, target: str) -> None:
    """Copy the database at one address over that at the other. Both get all migrations first. Raises `UserError`."""
    # In each process another database is the usual one, to which migrations write.
    _run("migrate", "--no-input", DATABASE_URL=source)
    _run("copy_database", **{"DATABASE_URL": target, SOURCE_VARIABLE: source})


def write_sqlite_address(path: Path) -> str:
    return f"sqlite:///{quote(path.as_posix())}"


def copy_rows(source: str = SOURCE, target: str = DEFAULT_DB_ALIAS) -> int:
    """Replace all rows of one alias by those of another in one transaction; return their number. Raises `UserError`."""
    copied = [model for model in apps.get_models(include_auto_created=True) if not model._meta.proxy]
    connection = connections[target]
    try:
        with transaction.atomic(using=target), _without_triggers(target, copied), connection.cursor() as cursor:
            _empty(target, copied)
            for model in copied:
                rows = model._base_manager.using(source).order_by("pk").iterator(ROWS_AT_ONCE)
                while batch := list(islice(rows, ROWS_AT_ONCE)):
                    model._base_manager.using(target).bulk_create(batch)
            for statement in connection.ops.sequence_reset_sql(no_style(), copied):
                cursor.execute(statement)
            # A table with checks that wait for the end of the transaction could not be given its triggers back.
            connection.check_constraints()
            return _compare(source, target, copied)
    except (IntegrityError, DataError, ValueError) as error:
        raise UserError(_("A row does not fit the other kind of database: %(why)s") % {"why": error}) from error


def _compare(source: str, target: str, copied: Sequence[type[models.Model]]) -> int:
    number = 0
    for model in copied:
        before, after = (compute_digest(model, alias) for alias in (source, target))
        if before != after:
            raise UserError(
                _("The table %(table)s differs after copying: %(before)s rows, then %(after)s. Nothing has changed.")
                % {"table": model._meta.db_table, "before": before.rows, "after": after.rows}
            )
        number += after.rows
    return number


def compute_digest(model: type[models.Model], alias: str) -> TableDigest:
    """Return number and digest of a table's rows, the same on every kind of database, which sort texts differently."""
    columns = [field.attname for field in model._meta.concrete_fields]
    rows = model._base_manager.using(alias).order_by().values_list(*columns).iterator(ROWS_AT_ONCE)
    digests = sorted(_digest_rows(rows))
    return TableDigest(len(digests), sha256(b"".join(digests)).hexdigest())


def _digest_rows(rows: Iterable[Sequence[Any]]) -> Iterator[bytes]:
    for row in rows:
        yield sha256(json.dumps(row, cls=_Encoder, sort_keys=True).encode()).digest()


def _empty(target: str, emptied: Sequence[type[models.Model]]) -> None:
    connection = connections[target]
    tables = [model._meta.db_table for model in emptied]
    with connection.cursor() as cursor:
        for statement in connection.ops.sql_flush(no_style(), tables):
            cursor.execute(statement)


@contextmanager
def _without_triggers(target: str, models_of_site: Sequence[type[models.Model]]) -> Iterator[None]:
    """Let the triggers sleep: they refuse changes of what never changes, and rows in another order than theirs."""
    connection = connections[target]
    tables = [connection.ops.quote_name(model._meta.db_table) for model in models_of_site]
    with connection.cursor() as cursor:
        if connection.vendor == POSTGRESQL:
            for table in tables:
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            yield
            for table in tables:
                cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
            return
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid")
        triggers = cursor.fetchall()
        for name, _statement in triggers:
            cursor.execute(f"DROP TRIGGER {connection.ops.quote_name(name)}")
        yield
        for _name, statement in triggers:
            cursor.execute(statement)


def _run(*arguments: str, **variables: str) -> None:
    command = installation.build_manage_command(*arguments)
    environment = {**os.environ, **variables}
    done = subprocess.run(
        command, cwd=installation.ROOT, env=environment, capture_output=True, text=True, errors="replace"
    )
    if done.returncode:
        output = " ".join((done.stdout + done.stderr).strip().splitlines()[-2:])
        raise UserError(_("The backup does not fit this site: %(why)s") % {"why": output})
