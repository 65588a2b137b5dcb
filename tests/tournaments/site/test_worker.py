"""A thread of the web server stays with a connection while it asks on, unless somebody else waits."""

import socket
from types import SimpleNamespace

import pytest
from gunicorn.workers.gthread import ThreadWorker

from tournaments.site.worker import StayingWorker, asks_on


@pytest.fixture
def line():
    """A kept connection as the server has it, and the browser's end of it."""
    here, there = socket.socketpair()
    read_ahead = SimpleNamespace(getvalue=lambda: b"")
    parser = SimpleNamespace(unreader=SimpleNamespace(buf=read_ahead))
    yield SimpleNamespace(sock=here, parser=parser, is_http2=False, browser=there, read_ahead=read_ahead)
    here.close()
    there.close()


@pytest.fixture
def worker(monkeypatch, line):
    """A worker whose answers take one byte off the connection; `taken` has them."""
    taken = []
    monkeypatch.setattr(ThreadWorker, "__init__", lambda _worker: None)
    monkeypatch.setattr(ThreadWorker, "enqueue_req", lambda _worker, _conn: None)
    monkeypatch.setattr(ThreadWorker, "handle", lambda _worker, conn: taken.append(conn.sock.recv(1)) is None)
    made = StayingWorker()
    made.alive = True
    made.taken = taken
    return made


def test_it_answers_as_long_as_something_is_asked(worker, line):
    line.browser.send(b"abc")
    worker.enqueue_req(line)
    assert worker.handle(line) is True
    assert worker.taken == [b"a", b"b", b"c"]


def test_whoever_waits_comes_first(worker, line):
    line.browser.send(b"abc")
    worker.enqueue_req(line)
    worker.enqueue_req(SimpleNamespace())
    assert worker.handle(line) is True
    assert worker.taken == [b"a"]


def test_what_has_been_read_ahead_is_left_to_the_loop(line):
    line.browser.send(b"a")
    assert asks_on(line)
    line.read_ahead.getvalue = lambda: b"b"
    assert not asks_on(line)


def test_a_connection_of_many_streams_is_never_stayed_with(line):
    line.browser.send(b"a")
    line.is_http2 = True
    assert not asks_on(line)
