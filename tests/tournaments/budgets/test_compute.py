"""What a computation in a process of its own may take, and what becomes of one that takes more."""

from __future__ import annotations

import ast
import importlib
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils import translation

from tests.support.people import person
from tests.tournaments.budgets import work
from tournaments import budgets
from tournaments.budgets import (
    Budget,
    BusyError,
    TooMuchError,
    TooOftenError,
    compute,
    counters,
    keeper,
    payers,
)

ROOT = Path(budgets.__file__).resolve().parents[2]
SHORT = Budget(processor=0.3, clock=20.0, memory=600_000_000)


def test_it_answers() -> None:
    assert [compute(work.double, number) for number in (1, 2, 3)] == [2, 4, 6]


def test_the_nursery_knows_every_module_that_a_view_computes_with() -> None:
    """Found in the source: `compute(name, ...)` where the name is the budget's."""
    used = set()
    for path in [*ROOT.glob("tournaments/**/*.py"), *ROOT.glob("judging/**/*.py")]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        come_from = {
            alias.asname or alias.name: (node.module, alias.name)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        if come_from.get("compute") != ("tournaments.budgets", "compute"):
            continue
        here = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "compute":
                room, _dot, name = ast.unparse(call.args[0]).rpartition(".")
                module = ".".join(map(str, come_from[room])) if room else come_from.get(name, (here, name))[0]
                used.add(getattr(importlib.import_module(str(module)), name).__module__)
    lists = "worked_out_apart", "worked_out_seldom"
    assert used == {name for config in apps.get_app_configs() for own in lists for name in getattr(config, own, ())}


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
    before = keeper.spent.seconds
    with pytest.raises(BusyError):
        compute(work.sleep, 60.0, budget=Budget(clock=0.5))
    assert keeper.spent.seconds == before, "waiting costs nobody anything"


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
    assert nursery.process is not None
    os.kill(nursery.process.pid, signal.SIGKILL)
    nursery.process.wait(5)
    assert compute(work.double, 6) == 12


SHARED = """
import os, signal
import django
django.setup()
from tests.tournaments.budgets import work
from tournaments.budgets import compute, keeper, nursery

nursery.load()
keeper.adopt(*nursery.fork())
if (child := os.fork()) == 0:
    os._exit(0 if compute(work.double, 4) == 8 else 1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
assert compute(work.double, 5) == 10
shared = keeper._nursery.pid
os.kill(shared, signal.SIGKILL)
os.waitpid(shared, 0)
assert compute(work.double, 6) == 12
assert keeper._nursery.pid != shared
"""


def test_processes_of_a_server_share_its_nursery_until_it_dies() -> None:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tournaments.site.settings"}
    subprocess.run([sys.executable, "-c", SHARED], cwd=ROOT, env=environment, check=True, timeout=60)


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


def answering(address: str) -> HttpRequest:
    """A stranger's request from there."""
    request = RequestFactory().get("/hand/", REMOTE_ADDR=address)
    request.user = AnonymousUser()
    request.resolver_match = None
    return request


def asked_by(request: HttpRequest, *arguments: object) -> object:
    """What is worked out for the request."""
    token = payers.answering.set(request)
    try:
        return compute(*arguments, budget=SHORT)  # type: ignore[arg-type]
    finally:
        payers.answering.reset(token)


@pytest.mark.django_db
def test_strangers_pay_by_cost_and_others_do_not_pay_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(payers, "PROCESSOR", payers.PROCESSOR._replace(address=700, account=700, seconds=3600))
    greedy, household, neighbour = (answering(ip) for ip in ("2001:db8::1", "2001:db8::2:1", "192.0.2.7"))
    for _ in range(3):
        with pytest.raises(TooMuchError):
            asked_by(greedy, work.forever)
    for request in (greedy, household):
        with pytest.raises(TooOftenError, match="more than one visitor can have") as refused:
            asked_by(request, work.double, 1)
        assert 0 < (refused.value.seconds or 0) <= 3600
    assert asked_by(neighbour, work.double, 1) == 2
    signed_in = answering("2001:db8::1")
    signed_in.user = person("otto")
    assert asked_by(signed_in, work.double, 1) == 2, "who is signed in is counted by account"
    assert compute(work.double, 1) == 2, "commands and background work pay nothing"


def test_what_is_cheap_is_had_often() -> None:
    request = answering("192.0.2.8")
    assert [asked_by(request, work.double, number) for number in range(20)] == [2 * number for number in range(20)]
    had, _left = counters.total("processor", "address/192.0.2.8", payers.PROCESSOR.seconds)
    assert had < payers.PROCESSOR.address / 10


def test_a_cache_that_is_gone_counts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone:
        def __getattr__(self, name: str) -> object:
            raise ConnectionError

    monkeypatch.setattr(counters, "cache", Gone())
    assert asked_by(answering("192.0.2.9"), work.double, 2) == 4


def test_a_nursery_that_still_loads_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it takes: on an idle site nobody is told that too many others are at it."""
    loaded = threading.Event()
    monkeypatch.setattr(budgets, "PATIENCE", 0.0)
    monkeypatch.setattr(keeper, "prepare", lambda: loaded.wait(20))
    monkeypatch.setattr(keeper, "run", lambda function, given, **_limits: function(*given))
    with ThreadPoolExecutor(budgets.AT_ONCE) as visitors:
        asked = [visitors.submit(compute, work.double, number) for number in range(budgets.AT_ONCE)]
        assert not any(each.done() for each in asked)
        loaded.set()
        assert [each.result(20) for each in asked] == [2 * number for number in range(budgets.AT_ONCE)]
