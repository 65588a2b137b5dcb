"""Commit state of the current request: an error alone does not tell whether something was saved before it.

If a connection breaks during a commit, nobody knows. Code after a commit may fail: then it is saved.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from typing import Any

from django.core.signals import request_started
from django.db import transaction


class CommitState(Enum):
    """State of the writes of the current request."""

    NOTHING = 0
    COMMITTING = 1
    """The commit was sent, and no answer has come."""
    SAVED = 2


_state: ContextVar[CommitState] = ContextVar("commit_state", default=CommitState.NOTHING)


@contextmanager
def noted_transaction() -> Iterator[None]:
    """Open `transaction.atomic` and record the state of its commit for the request."""
    outermost = transaction.get_autocommit()
    with transaction.atomic():
        if outermost:
            # The first hook of the transaction: a later one that fails finds the outcome noted.
            transaction.on_commit(_note_saved)
        yield
        if outermost and not transaction.get_rollback() and _state.get() is CommitState.NOTHING:
            _state.set(CommitState.COMMITTING)


def _note_saved() -> None:
    _state.set(CommitState.SAVED)


def commit_state() -> CommitState:
    """Return the commit state of the current request."""
    return _state.get()


def _begin(**_signal: Any) -> None:
    _state.set(CommitState.NOTHING)


request_started.connect(_begin, dispatch_uid="commit_state")
