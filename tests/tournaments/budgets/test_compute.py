"""What a computation in a process of its own may take, and what becomes of one that takes more."""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.utils import translation

from tests.tournaments.budgets import work
from tournaments import budgets
from tournaments.budgets import Budget, BusyError, TooMuchError, compute, keeper

SHORT = Budget(processor=0.3, clock=20.0, memory=600_000_000)


def test_it_answers() -> None:
    assert [compute(work.double, number) for number in (1, 2, 3)] == [2, 4, 6]


def test_its_exceptions_are_raised_here() -> None:
    with pytest.raises(ValueError, match="the input is wrong"):
        compute(work.refuse, "the input is wrong")


@pytest.mark.parametrize(("function", "arguments"), [(work.forever, ()), (work.within_c, (9,))])
def test_what_never_ends_is_ended(function: object, arguments: tuple[int, ...]) -> None:
    before = keeper.spent.seconds
    with pytest.raises(TooMuchError, match="more work than the site does"):
        compute(function, *arguments, budget=SHORT)  # type: ignore[arg-type]
    assert keeper.spent.seconds - before == pytest.approx(SHORT.processor)
    assert compute(work.double, 4) == 8


def test_what_only_waits_is_ended_by_the_clock() -> None:
    with pytest.raises(BusyError):
        compute(work.sleep, 60.0, budget=Budget(clock=0.5))


def test_memory_is_bounded() -> None:
    assert compute(work.memory, 1_000_000, budget=SHORT) == 1_000_000
    with pytest.raises(TooMuchError):
        compute(work.memory, 900_000_000, budget=SHORT)


def test_a_crash_is_no_more_than_an_overrun() -> None:
    with pytest.raises(TooMuchError):
        compute(work.die)
    assert compute(work.double, 5) == 10


def test_the_nursery_is_replaced_when_it_dies() -> None:
    compute(work.double, 1)
    nursery = keeper._nursery
    assert nursery is not None
    os.kill(nursery.process.pid, signal.SIGKILL)
    nursery.process.wait(5)
    assert compute(work.double, 6) == 12


def test_texts_come_in_the_language_in_force() -> None:
    with translation.override("ja"):
        assert compute(work.said) == translation.gettext("English") != "English"


def test_more_at_once_than_there_are_turns_and_places_to_wait_are_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    started, go = threading.Semaphore(0), threading.Event()

    def run(*arguments: object, **named: object) -> str:
        started.release()
        go.wait(20)
        return "done"

    monkeypatch.setattr(keeper, "run", run)
    with ThreadPoolExecutor(8) as visitors:
        asked = [visitors.submit(compute, work.double, 1) for _ in range(budgets.AT_ONCE + budgets.WAITING)]
        for _ in range(budgets.AT_ONCE):
            assert started.acquire(timeout=10)
        deadline = time.monotonic() + 10
        while budgets._queue._value and time.monotonic() < deadline:
            time.sleep(0.01)
        with pytest.raises(BusyError, match="try again in 10 seconds"):
            compute(work.double, 1)
        go.set()
        assert [each.result(20) for each in asked] == ["done"] * len(asked)


def test_threads_get_their_own_answers() -> None:
    with ThreadPoolExecutor(4) as visitors:
        numbers = range(12)
        assert list(visitors.map(lambda number: compute(work.double, number), numbers)) == [2 * n for n in numbers]
