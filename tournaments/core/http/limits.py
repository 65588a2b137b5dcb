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
"""Time limit of a computation, and the longest wait for its turn."""

AT_ONCE: Final = 2
"""Computations of one web process at a time; the pages of others need the processor too."""

COME_BACK: Final = 10
"""Seconds after which a visitor who is turned away may try again."""

_turns = threading.BoundedSemaphore(AT_ONCE)
_spawn = get_context("spawn")


class LimitError(UserError):
    """A request exceeds a limit. ``status`` is that of the response; a retry helps after ``seconds``."""

    status = 422
    seconds: int | None = None


class TooMuchError(LimitError):
    """A computation takes longer than its time limit; a retry does not help."""


class BusyError(LimitError):
    """Too many computations are running."""

    status = 429
    seconds = COME_BACK


class TooOftenError(LimitError):
    """The rate limit of the sender is used up."""

    status = 429

    def __init__(self, seconds: int, *, field: str | None = None) -> None:
        message = ngettext(
            "That is more than one visitor can have at a time; try again in %(n)s second.",
            "That is more than one visitor can have at a time; try again in %(n)s seconds.",
            seconds,
        )
        super().__init__(message % {"n": seconds}, field=field)
        self.seconds = seconds


def within(seconds: float, function: Callable[..., T], *arguments: Any) -> T:
    """Return the function's result, computed in a child process with a time limit.

    The function is at the top of a module without Django; it and its arguments can be pickled. Its exceptions are
    raised here. Raises TooMuchError after the time limit, and BusyError if other computations occupy all slots for as
    long.
    """
    # Imported here: most processes never need it.
    from pebble import ProcessExpired, ProcessPool

    if not _turns.acquire(timeout=seconds):
        message = _("Too much is being worked out here at this moment; try again in %(seconds)s seconds.")
        raise BusyError(message % {"seconds": COME_BACK})
    try:
        # A pool for each computation: the child's memory is returned, and none waits in vain between two of them.
        with ProcessPool(max_workers=1, max_tasks=1, context=_spawn) as pool:
            answer: T = pool.schedule(function, args=arguments, timeout=seconds).result()
            return answer
    except (TimeoutError, ProcessExpired, MemoryError) as error:
        message = _("This takes more work than the site does for one request; ask for something smaller.")
        raise TooMuchError(message) from error
    finally:
        _turns.release()
