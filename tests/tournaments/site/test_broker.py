"""The queue of a site without Redis."""

import sqlite3

import pytest
from kombu import Connection

from tests.support import patience
from tournaments.site import environment


@pytest.fixture
def queue(tmp_path, settings):
    """Connections to the queue of a folder, as each process has one of its own."""
    settings.DATA_DIR = tmp_path
    connections = []

    def opened():
        connections.append(Connection(f"sqla+sqlite:///{tmp_path / environment.BROKER_FILE}"))
        return connections[-1].SimpleQueue("mahjong")

    yield opened
    for connection in connections:
        connection.release()


def messages(tmp_path):
    with sqlite3.connect(tmp_path / environment.BROKER_FILE) as file:
        return file.execute("SELECT visible FROM kombu_message ORDER BY id").fetchall()


def test_read_messages_are_deleted_and_those_that_wait_stay(queue, tmp_path):
    web, worker = queue(), queue()
    for number in range(3):
        web.put({"job": number})
    first = worker.get(timeout=patience.SECONDS)
    first.ack()
    assert first.payload == {"job": 0}
    assert messages(tmp_path) == [(0,), (1,), (1,)]
    assert environment.discard_read_messages(tmp_path) == 1
    assert messages(tmp_path) == [(1,), (1,)]
    assert worker.get(timeout=patience.SECONDS).payload == {"job": 1}


def test_a_site_whose_queue_was_never_used_has_nothing_to_delete(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    assert environment.discard_read_messages(tmp_path) == 0
