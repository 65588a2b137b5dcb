"""Sums that several threads and processes count together, each for its time."""

import os
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest

from tournaments.site.caches import ForgivingRedisCache
from tournaments.site.counts import CountsFile, ForgivingCountsFile


@pytest.fixture
def counts(tmp_path):
    return CountsFile(str(tmp_path / "counts.sqlite3"), {"KEY_PREFIX": "counts"})


@pytest.fixture(params=["file", "site"])
def either(request, counts):
    """The counts of a file; those that the site of these tests has, which may be Redis."""
    if request.param == "file" or not (redis := os.environ.get("REDIS_URL")):
        return counts
    return ForgivingRedisCache(redis, {"KEY_PREFIX": uuid.uuid4().hex})


def test_a_sum_begins_once_and_grows(either):
    counts = either
    with pytest.raises(ValueError, match="nothing is counted"):
        counts.incr("forms")
    assert (counts.add("forms", 2, timeout=60), counts.add("forms", 9, timeout=60)) == (True, False)
    assert (counts.incr("forms"), counts.incr("forms", 5), counts.get("forms")) == (3, 8, 8)
    assert (counts.get("others"), counts.get("others", 0)) == (None, 0)
    assert (counts.delete("forms"), counts.delete("forms"), counts.get("forms")) == (True, False, None)


def test_a_sum_is_over_with_its_time(counts, monkeypatch):
    counts.add("forms", 2, timeout=60)
    counts.set("kept", 7, timeout=None)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 61)
    assert (counts.get("forms"), counts.get("kept")) == (None, 7)
    with pytest.raises(ValueError, match="nothing is counted"):
        counts.incr("forms")
    assert counts.add("forms", 1, timeout=60)
    counts.clear()
    assert (counts.get("forms"), counts.get("kept")) == (None, None)


def test_none_of_those_who_count_at_once_is_lost(tmp_path):
    here = threading.local()

    def count(_step):
        if not hasattr(here, "counts"):
            here.counts = CountsFile(str(tmp_path / "counts.sqlite3"), {})
        return here.counts.incr("forms")

    CountsFile(str(tmp_path / "counts.sqlite3"), {}).add("forms", 0)
    with ThreadPoolExecutor(4) as many:
        assert sorted(many.map(count, range(80))) == list(range(1, 81))


def test_a_file_that_cannot_be_opened_counts_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(ForgivingCountsFile, "broken_until", 0.0)
    counts = ForgivingCountsFile(str(tmp_path / "none" / "counts.sqlite3"), {})
    assert (counts.add("forms", 1), counts.get("forms", 0)) == (True, 0)
