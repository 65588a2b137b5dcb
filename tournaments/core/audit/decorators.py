"""Decorators of services: transaction, lock, current change, entries of the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.db import models
from django.utils.translation import gettext as _

from tournaments.core.audit import hash_chain
from tournaments.core.audit.actors import Actor
from tournaments.core.audit.changes import Change
from tournaments.core.errors import UserError
from tournaments.core.http.commit_state import noted_transaction
from tournaments.events.models import Tournament

P = ParamSpec("P")
R = TypeVar("R")
M = TypeVar("M", bound=models.Model)

ACTIONS: dict[str, str] = {}
"""Action code -> English label, marked for translation; filled by the decorators of services."""

_running: ContextVar[Change | None] = ContextVar("running_change", default=None)


class UnauditedChangeError(AssertionError):
    """Service that ended without a note: a bug, never a user's mistake."""


def changing() -> bool:
    return _running.get() is not None


def tournament_of(instance: models.Model) -> Tournament:
    """Return the tournament of a row by its shortest relation. Raises TypeError if it has none."""
    if isinstance(instance, Tournament):
        return instance
    for way in ("tournament", "round", "stage", "seating", "table", "result", "entry"):
        above = getattr(instance, way, None)
        if isinstance(above, models.Model):
            return tournament_of(above)
    raise TypeError(f"{type(instance).__name__} belongs to no tournament")


def require_not_archived(tournament: Tournament) -> None:
    if tournament.archived_at is not None:
        raise _archived()


def _archived() -> UserError:
    return UserError(_("This event is archived; bring it back to change it."))


def require_not_lent(tournament: Tournament) -> None:
    """Raise `UserError` if the event is played on another computer, or deleted; an open transaction keeps the lock."""
    with noted_transaction():
        if hash_chain.lock(tournament) is hash_chain.EventLock.LENT:
            raise _lent()


def _lent() -> UserError:
    return UserError(_("This event is played in the hall. Nothing changes here until it is brought back."))


def _declare(action: str, label: str) -> None:
    if ACTIONS.setdefault(action, label) != label:
        raise ValueError(f"{action} is both {ACTIONS[action]!r} and {label!r}")


def change(
    action: str, label: str, *, on_archived: bool = False, on_lent: bool = False, beside_loan: bool = False
) -> Callable[[Callable[Concatenate[Change, M, P], R]], Callable[Concatenate[Actor, M, P], R]]:
    """Make a service of a function whose second argument is the row it changes.

    The code is stored, the label is shown. Inner services join the outer transaction. Raises `UserError` if the row is
    deleted, the event archived (unless `on_archived`) or played elsewhere (unless `on_lent` or `beside_loan`).
    With `beside_loan` the log of the site has the entry while the file of the event is awaited.
    """

    _declare(action, label)

    def decorate(function: Callable[Concatenate[Change, M, P], R]) -> Callable[Concatenate[Actor, M, P], R]:
        @wraps(function)
        def service(by: Actor, subject: M, /, *args: P.args, **kwargs: P.kwargs) -> R:
            tournament = tournament_of(subject)
            reason = _reason_in(kwargs)
            outer = _running.get()
            joins = outer is not None and outer.tournament is not None and outer.tournament.pk == tournament.pk
            held = None if joins else hash_chain.find_lock(subject)
            with noted_transaction(savepoint=held is None):
                if not joins:
                    locked = held.reason if held else hash_chain.lock(tournament, read=subject is tournament)
                    if held is None and subject is not tournament:
                        _read_again(subject)
                    if locked is hash_chain.EventLock.ARCHIVED and not on_archived:
                        raise _archived()
                    if locked is hash_chain.EventLock.LENT and not (on_lent or beside_loan):
                        raise _lent()
                of_site = beside_loan and hash_chain.awaits_file(tournament)
                inner = Change(action, by, None if of_site else tournament, reason, locked=not of_site)
                return _run(inner, outer, lambda: function(inner, subject, *args, **kwargs))

        return service

    return decorate


def site_change(
    action: str, label: str
) -> Callable[[Callable[Concatenate[Change, P], R]], Callable[Concatenate[Actor, P], R]]:
    _declare(action, label)

    def decorate(function: Callable[Concatenate[Change, P], R]) -> Callable[Concatenate[Actor, P], R]:
        @wraps(function)
        def service(by: Actor, /, *args: P.args, **kwargs: P.kwargs) -> R:
            reason = _reason_in(kwargs)
            with noted_transaction():
                inner = Change(action, by, None, reason)
                return _run(inner, _running.get(), lambda: function(inner, *args, **kwargs))

        return service

    return decorate


def _run(inner: Change, outer: Change | None, body: Callable[[], R]) -> R:
    mark = _running.set(inner)
    try:
        result = body()
    finally:
        _running.reset(mark)
    if not inner.notes and not inner.nothing_changed:
        raise UnauditedChangeError(f"{inner.action} noted nothing")
    same_chain = outer is not None and inner.tournament is not None and outer.tournament == inner.tournament
    if same_chain and outer is not None:
        outer.notes.extend(inner.notes)
    elif inner.notes:
        hash_chain.append(inner)
    return result


def _read_again(subject: models.Model) -> None:
    if subject.pk is None:
        return
    beside: tuple[str, ...] = getattr(subject, "READ_WITH", ())
    try:
        subject.refresh_from_db(from_queryset=type(subject)._base_manager.select_related(*beside) if beside else None)
    except type(subject).DoesNotExist:  # type: ignore[attr-defined]
        raise UserError(_("This was removed in the meantime.")) from None


def _reason_in(arguments: Mapping[str, object]) -> str:
    reason = arguments.get("reason") or ""
    return reason if isinstance(reason, str) else str(reason)
