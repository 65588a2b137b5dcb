"""The database after a test that several processes wrote to: emptied of what it holds, not truncated table by table."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management.commands import flush
from django.db import connection, transaction

LARGE = 256 * 1024
"""Bytes of a table from which its file is worth a new one: what tests took back stays in it, as nobody tidies up."""


class Command(flush.Command):
    """`flush`, by which Django empties the database after a test."""

    def handle(self, **options: Any) -> None:
        """Delete the rows where they are few, else do as Django does: also where it is asked for more than rows."""
        more = options.get("reset_sequences", True) or options.get("inhibit_post_migrate", False)
        if connection.vendor != "postgresql" or more or not delete_rows():
            super().handle(**options)


def delete_rows() -> bool:
    """Delete the rows of every table that has some; content types and permissions stay, as Django puts them back.

    Return False, with nothing deleted, where a table is large. Django truncates all tables, which gives each of them
    and of their indexes a new file, however few hold a row. Here as there all writers are waited for first, and nobody
    writes meanwhile.
    """
    names = tables()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {', '.join(names)} IN SHARE ROW EXCLUSIVE MODE")
        cursor.execute(
            "SELECT current_setting('is_superuser') = 'on' AND max(pg_relation_size(name::regclass)) < %s"
            " FROM unnest(%s::text[]) name",
            [LARGE, names],
        )
        (few,) = cursor.fetchone()
        if few:
            cursor.execute(" UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT FROM {name})" for name in names))
            filled = [name for (name,) in cursor.fetchall()]
            # Tables that only grow refuse to be emptied by a program; their triggers sleep.
            cursor.execute("SET LOCAL session_replication_role = replica")
            for name in filled:
                cursor.execute(f"DELETE FROM {name}")
    return bool(few)


@cache
def tables() -> list[str]:
    """Every table of the models but the two that Django fills, quoted."""
    filled_by_django: set[Any] = {ContentType._meta.db_table, Permission._meta.db_table}
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return sorted(connection.ops.quote_name(name) for name in set(names) - filled_by_django)
