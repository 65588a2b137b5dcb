"""Answers that the pages of one state share while a copy of an event is made; elsewhere each is computed anew."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from django.utils.translation import get_language

R = TypeVar("R")

_answers: ContextVar[dict[Hashable, Any] | None] = ContextVar("shared_answers", default=None)


@contextmanager
def sharing_answers() -> Iterator[None]:
    token = _answers.set({})
    try:
        yield
    finally:
        _answers.reset(token)


def is_sharing() -> bool:
    """Return whether to read for all players at once what is asked for each of them."""
    return _answers.get() is not None


def share_answer(key: tuple[Hashable, ...], compute: Callable[[], R]) -> R:
    """Return the answer in the active language. Nobody may change it: others get the same."""
    answers = _answers.get()
    if answers is None:
        return compute()
    of_language = (get_language(), *key)
    if of_language not in answers:
        answers[of_language] = compute()
    answer: R = answers[of_language]
    return answer
