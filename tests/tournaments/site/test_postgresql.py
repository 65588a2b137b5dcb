"""Connections of the pool are looked at before they are handed out; the server is asked where there is doubt."""

import socket
from types import SimpleNamespace

import psycopg
import pytest

from tournaments.site.postgresql.base import is_alive


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
