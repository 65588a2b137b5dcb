"""System checks of the environment and the database."""

import os
from collections.abc import Sequence, Set
from typing import Any, Final

from django.core.checks import CheckMessage, Error, Warning
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

ENVIRONMENT: Final = "environment"

OWN_APPS: Final = ("tournaments", "judging")

FORMER_NAMES: Final = {
    ("tournaments", "0001_squashed_0038_own_confirmations"),
    ("tournaments", "0001_squashed_0088_loans"),
    ("tournaments", "0001_squashed_0093_score_line_games"),
    ("judging", "0001_squashed_0008_constraint_sentences"),
}

REMOVED_VARIABLES: Final = (
    "MAHJONG_DIRECTOR_ENGINE",
    "MAHJONG_DIRECTOR_POCKET",
    "MAHJONG_DIRECTOR_PREPARE",
    "WEB_CONCURRENCY",
    "WEB_THREADS",
)


def check_removed_variables(app_configs: object, **options: Any) -> list[CheckMessage]:
    return [
        Warning(
            f"The environment variable {name} no longer has any effect.",
            hint="Remove it from the service or compose file; docs/deploy.md lists the variables in use.",
            id="tournaments.W001",
        )
        for name in REMOVED_VARIABLES
        if name in os.environ
    ]


def check_older_database(
    app_configs: object, databases: Sequence[str] | None = None, **options: Any
) -> list[CheckMessage]:
    """Reject databases that this release has no migrations for. `migrate` and `prepare` run this check."""
    from django.db.migrations.recorder import MigrationRecorder

    return [
        Error(
            "This database is older than release 0.3.0, or was migrated only in part.",
            hint="Check out release 0.3.0, run `manage.py backup` and `manage.py migrate` there, then check out this "
            "release again: docs/deploy.md, From before 0.3.0.",
            id="tournaments.E001",
        )
        for alias in databases or ()
        if is_older(MigrationRecorder(connections[alias]).applied_migrations().keys())
    ]


def check_newer_database(
    app_configs: object, databases: Sequence[str] | None = None, **options: Any
) -> list[CheckMessage]:
    from django.db.migrations.recorder import MigrationRecorder

    return [
        Error(
            "A newer version of the program has changed this database.",
            hint="Install that version again, or restore a backup from before the update: docs/install.md.",
            id="tournaments.E002",
        )
        for alias in databases or ()
        if is_newer(MigrationRecorder(connections[alias]).applied_migrations().keys())
    ]


def check_pending_shares(
    app_configs: object, databases: Sequence[str] | None = None, **options: Any
) -> list[CheckMessage]:
    return [
        Error(
            f"The boards of {', '.join(events)} wait for shares of the seed, which this release cannot take in.",
            hint="Start the release that you had before. On the page Boards of each event, hand the shares in, leave "
            "them out or withdraw the boards; or archive the event. Then update again.",
            id="tournaments.E003",
        )
        for alias in databases or ()
        if (events := list_events_with_pending_shares(connections[alias]))
    ]


def list_events_with_pending_shares(connection: BaseDatabaseWrapper) -> list[str]:
    with connection.cursor() as cursor:
        if "tournaments_boardshare" not in connection.introspection.table_names(cursor):
            return []
        cursor.execute(PENDING_SHARES)
        return [slug for (slug,) in cursor.fetchall()]


PENDING_SHARES: Final = """
SELECT DISTINCT t.slug FROM tournaments_boardshare s
JOIN tournaments_boardset b ON b.id = s.board_set_id
JOIN tournaments_tournament t ON t.id = b.tournament_id
WHERE s.handed_in_at IS NULL AND s.dropped_at IS NULL AND b.made_at IS NULL AND b.withdrawn_at IS NULL
AND t.archived_at IS NULL AND t.state <> 'finished' ORDER BY t.slug
"""


def is_newer(applied: Set[tuple[str, str]]) -> bool:
    from django.db.migrations.loader import MigrationLoader

    migrations = MigrationLoader(None).disk_migrations
    replaced = {name for migration in migrations.values() for name in migration.replaces}
    names = migrations.keys() | replaced | FORMER_NAMES
    return any(name not in names for name in applied if name[0] in OWN_APPS)


def is_older(applied: Set[tuple[str, str]]) -> bool:
    from django.db.migrations.loader import MigrationLoader

    migrations = MigrationLoader(None).disk_migrations
    for squashed in migrations.values():
        replaced = set(squashed.replaces)
        # The first remaining migration makes all tables; it would fail, or Django would skip it, if some of them exist.
        needed = {name for name in replaced if name not in migrations or migrations[name].initial}
        if not applied.isdisjoint(replaced) and not applied >= needed:
            return True
    return False
