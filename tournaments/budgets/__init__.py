"""What a stranger may have worked out: a budget of processor, time and memory, kept by the kernel.

A computation whose length nobody can tell from its input (a draw made again, a claim examined, a log read) does not
run in the web server. `compute` hands it to a process of its own, forked from one that has everything loaded, whose
limits the kernel enforces; what takes more is ended, wherever it is, and the visitor reads a sentence.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournaments.budgets import keeper, payers
from tournaments.services.errors import UserError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of one computation: seconds of processor, seconds by the clock, bytes of memory."""

    processor: float = 1.5
    clock: float = 30.0
    memory: int = 1_000_000_000


USUAL: Final = Budget()
"""For every stranger's request: most answers take some hundredths of a second."""

AT_ONCE: Final = 2
"""Computations of one web process at a time; the others' pages need its processor too."""

WAITING: Final = 2
"""Requests that wait for their turn, each holding a thread of the server; more are asked to come back."""

PATIENCE: Final = 15.0
"""Seconds that they wait, once the nursery has loaded the program: twice what two others take on a busy machine."""

COME_BACK: Final = 10
"""Seconds after which a visitor who is turned away may try again."""


class BudgetError(UserError):
    """A computation that was not finished. ``status`` is the answer's; asking again helps after so many ``seconds``."""

    status = 422
    seconds: int | None = None


class TooMuchError(BudgetError):
    """The computation needed more than its budget; asking again would not help."""


class BusyError(BudgetError):
    """Too many computations at this moment; asking again does help."""

    status = 429
    seconds = COME_BACK


class TooOftenError(BudgetError):
    """Somebody has had their share of this span of time."""

    status = 429

    def __init__(self, seconds: int, *, field: str | None = None) -> None:
        message = ngettext(
            "That is more than one visitor can have at a time; try again in %(n)s second.",
            "That is more than one visitor can have at a time; try again in %(n)s seconds.",
            seconds,
        )
        super().__init__(message % {"n": seconds}, field=field)
        self.seconds = seconds


_trusted: ContextVar[bool] = ContextVar("trusted", default=False)
_turns = threading.BoundedSemaphore(AT_ONCE)
_queue = threading.BoundedSemaphore(AT_ONCE + WAITING)


@contextmanager
def unlimited() -> Iterator[None]:
    """Inside, `compute` works here and now: for commands on what the program itself has made, never for a request."""
    mark = _trusted.set(True)
    try:
        yield
    finally:
        _trusted.reset(mark)


def compute(function: Callable[..., T], *arguments: Any, budget: Budget = USUAL, field: str | None = None) -> T:
    """What ``function`` returns for the arguments, worked out in a process of its own within the budget.

    The function stands at the top of its module, is given and returns values that can be pickled, and uses no database;
    texts come in the language in force. Its own exceptions are raised here. Raises TooMuchError where the budget does
    not suffice, BusyError where too many others are at it, and TooOftenError where whoever asks has had so much worked
    out lately that others must come first; ``field`` is the place of their sentence in a form.
    """
    if _trusted.get():
        return function(*arguments)
    request = payers.answering.get()
    if request is not None and (wait := payers.seconds_to_wait(request, payers.PROCESSOR)):
        raise TooOftenError(wait, field=field)
    cost = keeper.Meter()
    with _turn(field):
        try:
            answer: T = keeper.run(
                function,
                arguments,
                language=get_language() or "en",
                limits=keeper.WorkLimits(budget.processor, budget.clock, budget.memory),
                cost=cost,
            )
        except keeper.OverrunError as error:
            message = _("This takes more work than the site does for one request; ask for something smaller.")
            raise TooMuchError(message, field=field) from error
        except keeper.OverdueError as error:
            raise _busy(field) from error
        finally:
            if request is not None:
                payers.take(request, payers.PROCESSOR, round(1000 * cost.seconds))
    return answer


@contextmanager
def _turn(field: str | None) -> Iterator[None]:
    if not _queue.acquire(blocking=False):
        raise _busy(field)
    try:
        # While the program is loaded nobody has a turn: that wait is the site's, and no sign of too many.
        keeper.prepare()
        if not _turns.acquire(timeout=PATIENCE):
            raise _busy(field)
        try:
            yield
        finally:
            _turns.release()
    finally:
        _queue.release()


def _busy(field: str | None) -> BusyError:
    message = _("Too much is being worked out here at this moment; try again in %(seconds)s seconds.")
    return BusyError(message % {"seconds": COME_BACK}, field=field)
