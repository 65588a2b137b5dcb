"""The queue of a site without Redis: messages in a file, each taken once, the oldest first."""

import json
import sqlite3
from queue import Empty

import pytest
from kombu import Connection

from tournaments.site import celery

EARLIER = """
CREATE TABLE kombu_queue (id INTEGER PRIMARY KEY, name VARCHAR(200) UNIQUE);
CREATE TABLE kombu_message (id INTEGER PRIMARY KEY, visible BOOLEAN, timestamp DATETIME, payload TEXT NOT NULL,
    version SMALLINT NOT NULL, queue_id INTEGER REFERENCES kombu_queue (id));
INSERT INTO kombu_queue VALUES (3, 'mahjong');
"""


@pytest.fixture
def opened(tmp_path):
    """Opens a connection to the queue of a folder, as each process has one of its own."""
    assert "embedded" in celery.TRANSPORT_ALIASES
    connections = []

    def opened():
        connections.append(Connection(f"embedded+sqlite:///{tmp_path / 'queue.sqlite3'}"))
        return connections[-1].SimpleQueue("mahjong")

    yield opened
    for connection in connections:
        connection.release()


def test_each_message_is_taken_once_and_in_turn(opened):
    web, worker, other = opened(), opened(), opened()
    for number in range(4):
        web.put({"job": number})
    taken = [queue.get(timeout=1) for queue in (worker, other, worker, other)]
    for message in taken:
        message.ack()
    assert [message.payload["job"] for message in taken] == [0, 1, 2, 3]
    assert web.qsize() == 0
    with pytest.raises(Empty):
        worker.get(block=False)


def test_what_was_taken_and_not_done_comes_back_when_the_worker_ends(opened):
    web, worker = opened(), opened()
    web.put({"job": 1})
    worker.get(timeout=1)
    worker.channel.close()
    assert web.get(timeout=1).payload == {"job": 1}


def test_a_queue_is_emptied(opened):
    web = opened()
    web.put({"job": 1})
    web.put({"job": 2})
    assert (web.qsize(), web.clear(), web.qsize()) == (2, 2, 0)


def test_messages_that_wait_in_the_tables_of_before_are_taken_over(opened, tmp_path):
    web = opened()
    web.put({"job": 7})
    with sqlite3.connect(tmp_path / "queue.sqlite3") as file:
        (payload,) = file.execute("DELETE FROM messages RETURNING payload").fetchone()
        file.executescript(EARLIER)
        for visible, job in ((False, 1), (True, 2), (True, 3)):
            message = (visible, f"2026-11-23 10:00:0{job}", json.dumps(json.loads(payload) | {"headers": {"job": job}}))
            file.execute("INSERT INTO kombu_message VALUES (NULL, ?, ?, ?, 1, 3)", message)
    worker = opened()
    assert [worker.get(timeout=1).headers["job"] for _ in range(2)] == [2, 3]
    with pytest.raises(Empty):
        worker.get(block=False)
