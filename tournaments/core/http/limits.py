"""Errors for requests beyond a limit, and a time limit for computations that no size of input bounds."""

from __future__ import annotations

import threading
from collections.abc import Callable
from multiprocessing import get_context
from typing import Any, Final, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.errors import UserError

T = TypeVar("T")

SECONDS: Final = 5.0

AT_ONCE: Final = 2
"""Computations of one web process at a time; other pages need the processor too."""

COME_BACK: Final = 10

_turns = threading.BoundedSemaphore(AT_ONCE)
_spawn = get_context("spawn")


class LimitError(UserError):
    """Request beyond a limit; `status` is the response's, a retry helps after `seconds`."""

    status = 422
    seconds: int | None = None


class TooMuchError(LimitError):
    """Computation beyond its time limit; a retry does not help."""


class BusyError(LimitError):
    status = 429
    seconds = COME_BACK


class TooOftenError(LimitError):
    status = 429

    def __init__(self, seconds: int, *, field: str | None = None) -> None:
        message = ngettext(
            "That is more than one visitor can have at a time; try again in %(n)s second.",
            "That is more than one visitor can have at a time; try again in %(n)s seconds.",
            seconds,
        )
        super().__init__(message % {"n": seconds}, field=field)
        self.seconds = seconds


def run_with_limit(seconds: float, function: Callable[..., T], *arguments: Any) -> T:
    """Return the function's result, computed in a child process with a time limit.

    The function is at the top of a module without Django. Raises TooMuchError, BusyError and its exceptions.
    """
    # Imported here: most processes never need it.
    from pebble import ProcessExpired, ProcessPool

    if not _turns.acquire(timeout=seconds):
        message = _("Too much is being worked out here at this moment; try again in %(seconds)s seconds.")
        raise BusyError(message % {"seconds": COME_BACK})
    try:
        # One process per computation, so its memory is freed.
        with ProcessPool(max_workers=1, max_tasks=1, context=_spawn) as pool:
            answer: T = pool.schedule(function, args=arguments, timeout=seconds).result()
            return answer
    except (TimeoutError, ProcessExpired, MemoryError) as error:
        message = _("This takes more work than the site does for one request; ask for something smaller.")
        raise TooMuchError(message) from error
    finally:
        _turns.release()
