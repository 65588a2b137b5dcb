"""The triggers of release 0.3.0, for SQLite and PostgreSQL.

SQLite drops a table's triggers when a migration rebuilds the table, as nearly every change of its columns and
constraints does. Such a migration ends with `guard("tournaments_board")`, or with triggers of its own where it changes
what they guard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.db.migrations import RunPython

BOARD_SET: Final = (
    "tournament_id", "event", "ruleset_id", "model", "flowers", "sessions", "boards", "sealed_seed", "commitment",
    "promise", "value_kind", "value_source", "value_which", "value_name", "value_known_at", "committed_at",
    "entries_close_at",
)
BOARD: Final = ("board_set_id", "session", "number", "reserve", "prevalent_wind", "sealed_deal", "digest")
SEED_COMMITMENT: Final = (
    "tournament_id", "sealed_seed", "commitment", "promise", "way", "inputs_close_at", "value_kind", "value_source",
    "value_which", "value_known_at", "created_at",
)
"""Columns that never change."""

COMMITTED: Final = "what was committed to does not change"
OVER: Final = "the seed is open, nothing is played any more"


@dataclass(frozen=True)
class Trigger:
    """A trigger and the statements that make it on one kind of database."""

    name: str
    table: str
    statements: tuple[str, ...]


Triggers = Callable[[str], Iterable[Trigger]]
"""Function from the kind of database ("sqlite", "postgresql") to its triggers."""


def of_0_3_0(vendor: str) -> Iterator[Trigger]:
    """All triggers of the schema."""
    log = "tournaments_auditentry"
    yield Trigger("audit_entries_stay", log, AUDIT_ENTRIES_STAY[vendor])
    if vendor == "postgresql":
        yield Trigger("rehearsal_stays", "tournaments_tournament", REHEARSAL_STAYS)

    deal = f"{changed(vendor, *BOARD)} OR {filled(vendor, 'text')}"
    yield _at_the_row(vendor, "board_stays", "tournaments_board", deal, "a deal does not change")

    promised = f"{changed(vendor, *BOARD_SET)} OR {filled(vendor, 'seed')}"
    # A slip of the value may be corrected in the open until the boards are dealt.
    promised += f" OR (OLD.public_value <> '' AND OLD.made_at IS NOT NULL AND {changed(vendor, 'public_value')})"
    yield refusing(vendor, "board_set_stays", "tournaments_boardset", promised, COMMITTED)

    held = changed(vendor, "board_set_id", "holder", "commitment", "committed_at")
    held += f" OR {filled(vendor, 'sealed_share')} OR {filled(vendor, 'share')}"
    yield refusing(vendor, "board_share_stays", "tournaments_boardshare", held, COMMITTED)

    result = f"({changed(vendor, 'version', 'entered_at', 'board_id')}) AND {_open('OLD')}"
    yield refusing(vendor, "board_play_over", "tournaments_boardplay", result, OVER)
    # An event that travels brings its results along; one that was entered after the seed was open is none.
    late = _open("NEW", " AND s.seed_at < NEW.entered_at")
    yield refusing(vendor, "board_play_late", "tournaments_boardplay", late, OVER, event="INSERT")
    points = f"({changed(vendor, 'points', 'penalty', 'entry_id')}) AND {_open('OLD')}"
    yield refusing(vendor, "play_seat_over", "tournaments_playseat", points, OVER)

    drawn = "EXISTS (SELECT 1 FROM tournaments_seatingdraw d WHERE d.under_id = OLD.id)"
    # The value may be corrected in the open until something has been drawn with it.
    value = f"({changed(vendor, 'public_value')} AND OLD.public_value <> '' AND {drawn})"
    yield refusing(
        vendor,
        "seed_commitment_stays",
        "tournaments_seedcommitment",
        f"{changed(vendor, *SEED_COMMITMENT)} OR {value}",
        "what was promised of a draw does not change",
        function="seed_commitment_stays",
    )


AUDIT_ENTRIES_STAY: Final = {
    # Emptying a test database deletes rows there, and a deleted entry shows as a gap in the chain.
    "sqlite": (
        """CREATE TRIGGER audit_entries_stay BEFORE UPDATE ON tournaments_auditentry
BEGIN SELECT RAISE(ABORT, 'audit entries are append-only'); END""",
    ),
    # Entries go with a rehearsal, or with an event after the site's log has said so.
    "postgresql": (
        """CREATE OR REPLACE FUNCTION audit_entries_stay() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
IF TG_OP = 'DELETE' AND OLD.tournament_id IS NOT NULL AND (
    EXISTS (SELECT 1 FROM tournaments_tournament t WHERE t.id = OLD.tournament_id AND t.rehearsal)
    OR EXISTS (
        SELECT 1 FROM tournaments_auditentry s
        WHERE s.tournament_id IS NULL AND s.action = 'events.remove' AND s.object_type = 'tournament'
        AND s.object_id = OLD.tournament_id::text
    )
) THEN RETURN OLD; END IF;
RAISE EXCEPTION 'audit entries are append-only';
END $$""",
        "CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON tournaments_auditentry "
        "FOR EACH ROW EXECUTE FUNCTION audit_entries_stay()",
    ),
}
REHEARSAL_STAYS: Final = (
    "CREATE OR REPLACE FUNCTION rehearsal_stays() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'a rehearsal stays one, and no event becomes one'; END $$",
    "CREATE TRIGGER rehearsal_stays BEFORE UPDATE ON tournaments_tournament "
    "FOR EACH ROW WHEN (OLD.rehearsal IS DISTINCT FROM NEW.rehearsal) EXECUTE FUNCTION rehearsal_stays()",
)


def refusing(
    vendor: str, name: str, table: str, condition: str, message: str, *, event: str = "UPDATE", function: str = ""
) -> Trigger:
    """A trigger that refuses with the message where the condition holds."""
    if vendor == "sqlite":
        return Trigger(name, table, (_of_sqlite(name, table, condition, message, event),))
    function = function or f"{name}_now"
    # PostgreSQL reads other tables only within the function.
    make = (
        f"CREATE OR REPLACE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN IF {condition} THEN RAISE EXCEPTION '{message}'; END IF; RETURN NEW; END $$"
    )
    call = f"CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION {function}()"
    return Trigger(name, table, (make, call))


def _at_the_row(vendor: str, name: str, table: str, condition: str, message: str) -> Trigger:
    """The same for a condition of the row alone, which PostgreSQL reads before it calls the function."""
    if vendor == "sqlite":
        return Trigger(name, table, (_of_sqlite(name, table, f"({condition})", message, "UPDATE"),))
    make = (
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{message}'; END $$"
    )
    call = f"CREATE TRIGGER {name} BEFORE UPDATE ON {table} FOR EACH ROW WHEN ({condition}) EXECUTE FUNCTION {name}()"
    return Trigger(name, table, (make, call))


def _of_sqlite(name: str, table: str, condition: str, message: str, event: str) -> str:
    begin = f"CREATE TRIGGER {name} BEFORE {event} ON {table} WHEN {condition}"
    return f"{begin} BEGIN SELECT RAISE(ABORT, '{message}'); END"


def changed(vendor: str, *columns: str) -> str:
    """Condition: one of the columns gets another value."""
    differs = {"sqlite": "IS NOT", "postgresql": "IS DISTINCT FROM"}[vendor]
    return " OR ".join(f"OLD.{column} {differs} NEW.{column}" for column in columns)


def filled(vendor: str, column: str) -> str:
    """Condition: the column had a text and gets another value."""
    return f"(OLD.{column} <> '' AND {changed(vendor, column)})"


def _open(row: str, more: str = "") -> str:
    """Condition: the seed of the board set is open."""
    return (
        "EXISTS (SELECT 1 FROM tournaments_board b JOIN tournaments_boardset s ON s.id = b.board_set_id "
        f"WHERE b.id = {row}.board_id AND s.seed <> ''{more})"
    )


def guard(*tables: str, triggers: Triggers = of_0_3_0) -> RunPython:
    """Operation that makes the triggers of these tables anew, of all tables where none is named.

    A table that the models of the moment do not have is left out: the tests' database has only those of today.
    """

    def make(apps: Any, schema_editor: Any) -> None:
        vendor = schema_editor.connection.vendor
        there = {model._meta.db_table for model in apps.get_models()}
        for trigger in triggers(vendor):
            if trigger.table not in there or (tables and trigger.table not in tables):
                continue
            where = "" if vendor == "sqlite" else f" ON {trigger.table}"
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {trigger.name}{where}", params=None)
            for statement in trigger.statements:
                schema_editor.execute(statement, params=None)

    # A table that goes takes its triggers along.
    return RunPython(make, RunPython.noop, hints={"guard": True})
