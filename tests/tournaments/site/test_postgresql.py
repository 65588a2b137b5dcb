"""Connections of the pool are looked at before they are handed out; statements that are always the same keep a plan."""

import socket
from types import SimpleNamespace

import psycopg
import pytest
from django.db import connection

from tournaments.prepared import planned_cursor
from tournaments.site.postgresql.base import answered_at_once, is_alive, name_of, numbered


@pytest.fixture
def line():
    """A connection as psycopg shows one, and the server's end of it."""
    here, there = socket.socketpair()
    asked = []

    def execute(statement):
        asked.append(statement)
        if not here.recv(1, socket.MSG_PEEK):
            raise psycopg.OperationalError("server closed the connection unexpectedly")

    near = SimpleNamespace(closed=False, autocommit=True, pgconn=SimpleNamespace(socket=here.fileno()), execute=execute)
    yield SimpleNamespace(near=near, server=there, asked=asked)
    here.close()
    there.close()


def test_a_quiet_connection_lives_and_the_server_is_not_asked(line):
    assert is_alive(line.near)
    assert line.asked == []


def test_a_connection_that_the_server_closed_is_dead(line):
    line.server.close()
    assert not is_alive(line.near)


def test_where_something_came_unasked_the_server_is_asked(line):
    line.server.send(b"N")
    assert is_alive(line.near)
    assert line.asked == [""]


def test_a_connection_that_was_closed_here_is_not_looked_at(line):
    line.near.closed = True
    assert not is_alive(line.near)


def test_places_for_values_are_numbered():
    assert numbered("SELECT a FROM b WHERE c LIKE 'x%%' AND d = %s OR e = %s") == (
        b"SELECT a FROM b WHERE c LIKE 'x%' AND d = $1 OR e = $2"
    )


def assert_asked_at_once_like_any(line):
    """One call answers as a cursor does, also where the plan is lost; what it cannot read is left to the cursor."""
    query = b"SELECT $1::int, '2026-05-02 10:00:00.25+02'::timestamptz WHERE $2 > 1"
    for _time in range(2):
        found = answered_at_once(line, query, [7, 2])
        assert found == [line.execute("SELECT 7, '2026-05-02 08:00:00.25Z'::timestamptz").fetchone()]
        line.execute(f"DEALLOCATE {name_of(query).decode()}")
        assert answered_at_once(line, query, [7, 2]) is None
    assert answered_at_once(line, query, [7, 1]) == []
    assert answered_at_once(line, b"SELECT $1::int, NULL::int", [7]) == [(7, None)]
    assert answered_at_once(line, b"SELECT $1::int", ["seven"]) is None
    assert answered_at_once(line, b"SELECT 'petra'", []) is None


@pytest.mark.django_db
def test_a_plan_is_made_once_and_anew_after_the_columns_have_changed():
    mine = connection.copy()

    def asked(statement, *values):
        with planned_cursor(mine) as cursor:
            cursor.execute(statement, values)
            return cursor.fetchall()

    def made_anew(kind):
        with mine.cursor() as cursor:
            cursor.execute("DROP TABLE IF EXISTS guests")
            cursor.execute(f"CREATE TEMPORARY TABLE guests (name {kind})")
            cursor.execute("INSERT INTO guests VALUES ('petra'), ('otto')")

    guests = "SELECT name FROM guests WHERE name = %s"
    try:
        made_anew("varchar(5)")
        assert [asked(guests, name) for name in ("petra", "otto", "ren")] == [[("petra",)], [("otto",)], []]
        if mine.vendor == "postgresql":
            kept = "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'SELECT name FROM guests%%'"
            assert asked(kept) == [(1,)]
            other = connection.copy()
            assert other.rows_by_plan("SELECT %s::int + 1", [6]) == [(7,)]
            assert other.connection is None
            assert_asked_at_once_like_any(mine.connection)
        made_anew("varchar(9)")
        assert asked(guests, "petra") == [("petra",)]
    finally:
        with mine.cursor() as cursor:
            cursor.execute("DROP TABLE IF EXISTS guests")
        mine.close()
