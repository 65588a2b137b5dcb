"""A computation in a child process ends with its time limit, whatever it does."""

from __future__ import annotations

import multiprocessing
import threading
from pathlib import Path

import pytest

from tests.support import patience, work
from tournaments.core.http import limits
from tournaments.core.http.limits import BusyError, TooMuchError, run_with_limit


def test_the_result_and_the_errors_of_the_function_come_back() -> None:
    assert run_with_limit(patience.SECONDS, work.double, 21) == 42
    with pytest.raises(ValueError, match="the input is wrong"):
        run_with_limit(patience.SECONDS, work.refuse, "the input is wrong")


def test_a_computation_that_never_ends_is_stopped() -> None:
    others = multiprocessing.active_children()
    with pytest.raises(TooMuchError, match="more work than the site does"):
        run_with_limit(0.5, work.forever)
    with pytest.raises(TooMuchError):
        run_with_limit(patience.SECONDS, work.die)
    assert set(multiprocessing.active_children()) <= set(others)


def test_others_wait_for_their_turn_no_longer_than_the_time_limit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(limits, "_turns", threading.BoundedSemaphore(1))
    begun, over = tmp_path / "begun", tmp_path / "over"
    first = threading.Thread(target=run_with_limit, args=(patience.SECONDS, work.wait_for_file, begun, over))
    first.start()
    patience.wait_for(begun.exists)
    with pytest.raises(BusyError) as raised:
        run_with_limit(0.1, work.double, 1)
    over.touch()
    first.join()
    assert (raised.value.status, raised.value.seconds) == (429, 10)
    assert run_with_limit(patience.SECONDS, work.double, 4) == 8
