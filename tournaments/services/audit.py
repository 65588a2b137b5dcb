"""The one way to write: a service is a function under `@change`, which holds the transaction and the audit record.

    @change("entries.drop", gettext_noop("Player dropped out"))
    def drop(change: Change, entry: Entry, *, from_round: int, reason: str = "") -> Entry:
        with change.edit(entry):
            entry.status = Entry.Status.DROPPED
            entry.dropped_from_round = from_round
        return entry

    drop(Actor.of(request), entry, from_round=3, reason="ill")

The decorator opens the transaction, locks the tournament's row (so writers of one tournament come one after another, on
PostgreSQL and SQLite alike), reads the subject again under the lock, runs the function and appends what it noted to the
hash chain, under the action's code; people read its label. A function that notes nothing fails with
`UnauditedChangeError` and its transaction is rolled back.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from copy import deepcopy
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models, transaction
from django.db.models import QuerySet
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop, sentence
from tournaments.models import AuditEntry, GameTable, SiteChain, Tournament, User
from tournaments.models.sentences import as_json, stored
from tournaments.prepared import AskedTogether, Prepared, answers, insert_later, update
from tournaments.services.errors import UserError
from tournaments.services.one_line import check_lines

P = ParamSpec("P")
R = TypeVar("R")
M = TypeVar("M", bound=models.Model)

ACTIONS: dict[str, str] = {}
"""What every action did, in English and marked for translation, by its code; the decorators of the services fill it."""

tournament_changed = Signal()
"""Sent after the commit of every audited change, with `tournament_id` and the new `version`."""

# A password's hash, a table's secret and a link's digest open doors; the log is read by many.
_SECRET_FIELDS = frozenset({"password", "token", "mail_token", "digest", "sealed_seed", "sealed_deal", "sealed_share"})
# These move with every change and would only repeat that something happened.
_SILENT_FIELDS = frozenset({"version_of_site", "updated_at", "last_login"})


class UnauditedChangeError(AssertionError):
    """A service ended without noting what it did: a bug of ours, never a person's mistake."""


@dataclass(frozen=True)
class Actor:
    """Who acts, and from where. Every service takes one as its first argument.

    `name` is the account's or the command's, or a sentence that names the table.
    """

    user: User | None
    name: str
    origin: str
    ip_address: str | None = None
    user_agent: str = ""

    @classmethod
    def of(cls, request: HttpRequest, *, origin: str = "web") -> Actor:
        """The signed-in person behind a request. Raises TypeError for a visitor: views check that first."""
        user = request.user
        if not isinstance(user, User):
            raise TypeError("a visitor cannot act; check the permission first")
        return cls(user, user.get_username(), origin, *_whence(request))

    @classmethod
    def of_table(cls, table: GameTable, request: HttpRequest) -> Actor:
        """Somebody at a table who came in by its code."""
        template = gettext_noop("table %(table)s, round %(round)s")
        name = sentence(template, table=table.number, round=table.round.number)
        return cls(None, name, "table code", *_whence(request))

    @classmethod
    def of_room(cls, request: HttpRequest) -> Actor:
        """Somebody who came in by the code of a room."""
        return cls(None, sentence(gettext_noop("the room's code")), "table code", *_whence(request))

    @classmethod
    def of_visitor(cls, request: HttpRequest) -> Actor:
        """Somebody who is not signed in (yet): the sign-in page itself."""
        return cls(None, "", "web", *_whence(request))

    @classmethod
    def of_command(cls, command: str) -> Actor:
        """A management command on the server."""
        return cls(None, command, "command")

    @classmethod
    def of_task(cls, task: str, user: User | None = None) -> Actor:
        """A background task, for the person who asked for it."""
        return cls(user, user.get_username() if user else task, "task")


def _whence(request: HttpRequest) -> tuple[str | None, str]:
    return request.META.get("REMOTE_ADDR") or None, request.headers.get("User-Agent", "")[:300]


def snapshot(instance: models.Model) -> dict[str, Any]:
    """The row's stored fields as JSON values; foreign keys as ids, secrets left out."""
    values = {
        column.attname: column.value_from_object(instance)
        for column in instance._meta.concrete_fields
        if column.name not in _SECRET_FIELDS | _SILENT_FIELDS
    }
    return plain(values)


def _held(instance: models.Model) -> dict[str, Any]:
    """The row's fields to compare with later: plain values as they are, lists and mappings as copies."""
    return {
        column.attname: deepcopy(value)
        if isinstance(value := getattr(instance, column.attname), dict | list)
        else value
        for column in instance._meta.concrete_fields
        if column.name not in _SECRET_FIELDS | _SILENT_FIELDS
    }


def without_private(instance: models.Model, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values as the log may keep them for good: of a model's `PRIVATE` fields only whether they were given."""
    private: frozenset[str] = getattr(instance, "PRIVATE", frozenset())
    return {name: ("…" if value else value) if name in private else value for name, value in values.items()}


def plain(value: Any) -> Any:
    """The value as JSON gives it back: dates as text, tuples as lists, other keys as text, sentences as mappings."""
    return json.loads(json.dumps(as_json(value), cls=DjangoJSONEncoder))


@dataclass
class Change:
    """What one service call does; it is given to the function in place of the actor."""

    action: str
    by: Actor
    tournament: Tournament | None
    reason: str = ""
    notes: list[AuditEntry] = field(default_factory=list)
    nothing_changed: bool = False
    locked: bool = False
    """The tournament's row is held already; who makes a tournament holds nothing."""

    @property
    def user(self) -> User | None:
        """The acting account, for `created_by` and the like; None for a table's code or a command."""
        return self.by.user

    def create(self, instance: M) -> M:
        """Insert the row and note it. Returns the same instance. Raises `UserError` for a name of several lines."""
        check_lines(instance)
        instance.save(force_insert=True)
        self.note(instance, after=without_private(instance, snapshot(instance)))
        return instance

    @contextmanager
    def edit(self, instance: models.Model) -> Iterator[None]:
        """Save what the block changed, by name, and note those fields; an unchanged row is neither saved nor noted."""
        before = _held(instance)
        yield
        after = {name: getattr(instance, name) for name in before}
        touched = [name for name in after if before[name] != after[name]]
        was, now = (plain({name: values[name] for name in touched}) for values in (before, after))
        # A date and the same date as a text are one value to whoever reads the log.
        changed = [name for name in touched if was[name] != now[name]]
        if not changed:
            self.nothing_changed = True
            return
        check_lines(instance, changed)
        instance.save(update_fields=changed)
        was, now = ({name: values[name] for name in changed} for values in (was, now))
        self.note(instance, before=without_private(instance, was), after=without_private(instance, now))

    def delete(self, instance: models.Model) -> None:
        """Delete the row and note what it held."""
        before, key = without_private(instance, snapshot(instance)), instance.pk
        self.note(instance, before=before, key=key)
        instance.delete()

    def note(
        self,
        instance: models.Model,
        *,
        before: dict[str, Any] | None = None,
        after: dict[str, Any] | None = None,
        key: object = None,
    ) -> None:
        """Note a change in words of one's own, where rows are written in bulk or the act is more than its rows."""
        self.notes.append(
            AuditEntry(
                actor=self.by.user,
                actor_name=self.by.name,
                action=self.action,
                object_type=instance._meta.model_name or "",
                object_id=str(key if key is not None else instance.pk),
                object_name=_english_name(instance)[:200],
                before=plain(before or {}),
                after=plain(after or {}),
                reason=self.reason,
                origin=self.by.origin,
                ip_address=self.by.ip_address,
                user_agent=self.by.user_agent,
            )
        )

    def nothing(self) -> None:
        """Say that there was nothing to do (a second click on the same button); no entry is written."""
        self.nothing_changed = True


def _english_name(instance: models.Model) -> str:
    """The row's name for the log, whatever language the writer reads."""
    with translation.override("en"):
        return str(instance)


def _reason_in(arguments: Mapping[str, object]) -> str:
    """The reason that a service was given: typed, or a sentence of the program; empty where there is none."""
    reason = arguments.get("reason") or ""
    return reason if isinstance(reason, str) else str(reason)


_running: ContextVar[Change | None] = ContextVar("running_change", default=None)


@dataclass
class HeldEvent:
    """The tournament that a block of `held` holds, and the end of its chain: version, sequence number, digest."""

    tournament: int
    end: tuple[int, int, str] | None


_held_one: ContextVar[HeldEvent | None] = ContextVar("held_tournament", default=None)


@contextmanager
def held(tournament: Tournament, *asked: AskedTogether) -> Iterator[list[list[Any]]]:
    """A transaction that holds the tournament: what the block reads still stands when a service that it calls writes.

    The block is given the answers to what is asked, which are read under the lock on the same way to the database.
    A service neither locks nor reads its subject again, so the block must have read the subject itself. What a
    service raises has to leave the block: everything is undone then. A tournament that is gone has no rows to read.
    """
    with transaction.atomic():
        _locked, ends, *found = answers([_LOCK.for_rows(tournament.pk), _END_OF_CHAIN.for_rows(tournament.pk), *asked])
        mark = _held_one.set(HeldEvent(tournament.pk, next(iter(ends), None)))
        try:
            yield found
        finally:
            _held_one.reset(mark)


def is_held(tournament_id: int) -> bool:
    """Whether the caller stands in a block of `held` for the tournament."""
    holding = _held_one.get()
    return holding is not None and holding.tournament == tournament_id


def tournament_of(instance: models.Model) -> Tournament:
    """The tournament that a row belongs to, by its shortest way up. Raises TypeError where there is none."""
    if isinstance(instance, Tournament):
        return instance
    for way in ("tournament", "round", "stage", "seating", "table", "result", "entry"):
        above = getattr(instance, way, None)
        if isinstance(above, models.Model):
            return tournament_of(above)
    raise TypeError(f"{type(instance).__name__} belongs to no tournament")


def _declare(action: str, label: str) -> None:
    if ACTIONS.setdefault(action, label) != label:
        raise ValueError(f"{action} is both {ACTIONS[action]!r} and {label!r}")


def change(
    action: str, label: str
) -> Callable[[Callable[Concatenate[Change, M, P], R]], Callable[Concatenate[Actor, M, P], R]]:
    """Make a service of a function whose second argument is the row it works on.

    The action's code is stored and exported; the label, under `gettext_noop`, tells people what was done.
    Callers pass an `Actor`; the function gets a `Change`. `reason=` is noted with every entry. Services may call
    services: the entries of inner ones keep their own action and join the outer transaction. Raises `UserError` where
    the row is gone.
    """

    _declare(action, label)

    def decorate(function: Callable[Concatenate[Change, M, P], R]) -> Callable[Concatenate[Actor, M, P], R]:
        @wraps(function)
        def service(by: Actor, subject: M, /, *args: P.args, **kwargs: P.kwargs) -> R:
            tournament = tournament_of(subject)
            reason = _reason_in(kwargs)
            outer = _running.get()
            joins = outer is not None and outer.tournament is not None and outer.tournament.pk == tournament.pk
            held_already = is_held(tournament.pk)
            with transaction.atomic(savepoint=not held_already):
                if not joins and not held_already:
                    _lock(tournament)
                    _read_again(subject)
                inner = Change(action, by, tournament, reason, locked=True)
                return _run(inner, outer, lambda: function(inner, subject, *args, **kwargs))

        return service

    return decorate


def site_change(
    action: str, label: str
) -> Callable[[Callable[Concatenate[Change, P], R]], Callable[Concatenate[Actor, P], R]]:
    """Like `change`, for what belongs to no tournament or makes one; then the function sets `change.tournament`."""

    _declare(action, label)

    def decorate(function: Callable[Concatenate[Change, P], R]) -> Callable[Concatenate[Actor, P], R]:
        @wraps(function)
        def service(by: Actor, /, *args: P.args, **kwargs: P.kwargs) -> R:
            reason = _reason_in(kwargs)
            with transaction.atomic():
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
        _append(inner)
    return result


def _is_locked(tournament: Tournament) -> bool:
    """Take the lock; False where the tournament is gone."""
    return bool(_LOCK.rows(tournament.pk))


_LOCK: Final = Prepared(
    lambda pk: Tournament.objects.select_for_update().filter(pk=pk).order_by().values_list("pk"), int
)


def _lock(tournament: Tournament) -> None:
    if not _is_locked(tournament):
        raise UserError(_("This tournament has been removed."))


def _read_again(subject: models.Model) -> None:
    if subject.pk is None:
        return
    beside: tuple[str, ...] = getattr(subject, "READ_WITH", ())
    try:
        subject.refresh_from_db(from_queryset=type(subject)._base_manager.select_related(*beside) if beside else None)
    except type(subject).DoesNotExist:  # type: ignore[attr-defined]
        raise UserError(_("Somebody has removed this in the meantime.")) from None


def _end_of_chain(done: Change) -> tuple[int, int, str]:
    """(version, last sequence number, last digest) of the chain that the notes join, whose row is locked from here."""
    if done.tournament is None:
        last = AuditEntry.objects.filter(tournament=None).order_by("-sequence")
        SiteChain.objects.get_or_create(pk=1)
        version = SiteChain.objects.select_for_update().get(pk=1).version
        return (version, *(last.values_list("sequence", "digest").first() or (0, "")))
    holding = _held_one.get()
    if holding is not None and holding.tournament == done.tournament.pk and holding.end is not None:
        return holding.end
    if not done.locked:
        _lock(done.tournament)
    for version, sequence, digest in _END_OF_CHAIN.rows(done.tournament.pk):
        return version, sequence, digest
    return Tournament.objects.values_list("version", flat=True).get(pk=done.tournament.pk), 0, ""


def _last_of_chain(tournament: int) -> QuerySet[AuditEntry, tuple[int, int, str]]:
    last = AuditEntry.objects.filter(tournament=tournament).order_by("-sequence")
    return last.values_list("tournament__version", "sequence", "digest")[:1]


_END_OF_CHAIN: Final = Prepared(_last_of_chain, int)


def _append(done: Change) -> None:
    """Give the notes their places in the chain and write them; the holder of the lock is alone here."""
    version, sequence, previous = _end_of_chain(done)
    at = timezone.now()
    for entry in done.notes:
        sequence += 1
        entry.tournament, entry.sequence, entry.at, entry.previous_digest = done.tournament, sequence, at, previous
        entry.digest = previous = digest_of(entry)
    insert_later(done.notes)
    version += len(done.notes)
    if done.tournament is None:
        SiteChain.objects.filter(pk=1).update(version=version)
        return
    holding = _held_one.get()
    if holding is not None and holding.tournament == done.tournament.pk:
        holding.end = (version, sequence, previous)
    done.tournament.version, done.tournament.updated_at = version, at
    update(done.tournament, "version", "updated_at")
    number = done.tournament.pk
    transaction.on_commit(lambda: tournament_changed.send(sender=Tournament, tournament_id=number, version=version))


def keys_of(entry: AuditEntry) -> dict[str, int | None]:
    """The keys of the tournament and the account on the site where the entry was written."""
    if entry.elsewhere is None:
        return {"tournament": entry.tournament_id, "actor": entry.actor_id}
    return {"tournament": entry.elsewhere.get("tournament"), "actor": entry.elsewhere.get("actor")}


def digest_of(entry: AuditEntry) -> str:
    """SHA-256, as hex, over the entry's facts as they are stored and the digest before it.

    A sentence counts with its template and values; entries that were written before sentences were stored hold the text
    that was shown then, and so keep their digests. An entry that came with an event from elsewhere counts with the keys
    that it was written with there.
    """
    keys = keys_of(entry)
    facts = [
        entry.previous_digest,
        keys["tournament"],
        entry.sequence,
        entry.at.astimezone(datetime.UTC).isoformat(timespec="microseconds"),
        keys["actor"],
        stored(entry.actor_name),
        entry.action,
        entry.object_type,
        entry.object_id,
        entry.object_name,
        entry.before,
        entry.after,
        stored(entry.reason),
        entry.origin,
        entry.ip_address,
        entry.user_agent,
    ]
    text = json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def broken_at(tournament: Tournament | None) -> int | None:
    """The first sequence number at which the chain is missing, changed or out of order; None where it is whole."""
    previous, expected = "", 1
    for entry in AuditEntry.objects.filter(tournament=tournament).order_by("sequence").iterator():
        if entry.sequence != expected or entry.previous_digest != previous or digest_of(entry) != entry.digest:
            return expected
        previous, expected = entry.digest, expected + 1
    return None
