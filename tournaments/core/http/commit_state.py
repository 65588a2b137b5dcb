"""Commit state of the current request, because an error alone does not tell if something was saved before it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from typing import Any

from django.core.signals import request_started
from django.db import transaction


class CommitState(Enum):
    NOTHING = 0
    COMMITTING = 1
    SAVED = 2


_state: ContextVar[CommitState] = ContextVar("commit_state", default=CommitState.NOTHING)


@contextmanager
def noted_transaction(*, savepoint: bool = True) -> Iterator[None]:
    outermost = transaction.get_autocommit()
    with transaction.atomic(savepoint=savepoint):
        if outermost:
            # The first hook of the transaction, so that the state is noted even if a later one fails.
            transaction.on_commit(_note_saved)
        yield
        if outermost and not transaction.get_rollback() and _state.get() is CommitState.NOTHING:
            _state.set(CommitState.COMMITTING)


def _note_saved() -> None:
    _state.set(CommitState.SAVED)


def get_commit_state() -> CommitState:
    return _state.get()


def _reset_state(**_signal: Any) -> None:
    _state.set(CommitState.NOTHING)


request_started.connect(_reset_state, dispatch_uid="commit_state")
