"""Undo of an action by the log: restore exactly the values that the action changed, or refuse.

A later change of the same values prevents an undo. Values that the opposite action leaves different are restored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager

from django.core import signing
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit.actors import Actor
from tournaments.core.audit.changes import Change, column_of, model_of, plain
from tournaments.core.audit.decorators import change
from tournaments.core.audit.hash_chain import locked, recorded
from tournaments.core.audit.naming import author_of, name_of, time_of
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry, is_erased
from tournaments.events.models import Tournament

FIELD = "undoes"
_SALT = "undo of an action"

Row = tuple[str, str]


def signed(page: str, tournament: Tournament, entries: Collection[AuditEntry]) -> str:
    sequences = sorted(entry.sequence for entry in entries if entry.tournament_id == tournament.pk)
    spans: list[list[int]] = []
    for sequence in sequences:
        if spans and sequence == spans[-1][1] + 1:
            spans[-1][1] = sequence
        else:
            spans.append([sequence, sequence])
    return signing.dumps([page, tournament.pk, spans], salt=_SALT) if spans else ""


@contextmanager
def undoing(by: Actor, page: str, tournament: Tournament, sent: str) -> Iterator[None]:
    """Undo the signed entries around the block, which does the opposite. Raises `UserError`, then nothing is done."""
    entries = _read(page, tournament, sent)
    with locked(tournament):
        if (later := later_change(tournament, entries)) is not None:
            raise came_after(later)
        with recorded() as new_entries:
            yield
        put_back(by, tournament, entries=entries, new_entries=new_entries)


def _read(page: str, tournament: Tournament, sent: str) -> list[AuditEntry]:
    try:
        signed_page, key, spans = signing.loads(sent, salt=_SALT)
    except signing.BadSignature:
        signed_page = key = spans = None
    # Entries from before an import concern rows that have changed unseen on the other site.
    elsewhere = max((origin["through"] for origin in tournament.origins), default=0)
    if (signed_page, key) != (page, tournament.pk) or any(first <= elsewhere for first, _last in spans):
        raise UserError(_("This undo is out of date. Look at the page again."))
    within = Q(pk=None)
    for first, last in spans:
        within |= Q(sequence__gte=first, sequence__lte=last)
    return list(AuditEntry.objects.filter(within, tournament=tournament).order_by("sequence"))


def later_change(tournament: Tournament, entries: Sequence[AuditEntry]) -> AuditEntry | None:
    """Return the last entry after these that concerns the same values: fields that both edited, or a whole row."""
    fields: dict[Row, set[str] | None] = {}
    for entry in entries:
        row, edited = (entry.object_type, entry.object_id), _edited(entry)
        before = fields.get(row, set())
        fields[row] = None if before is None or edited is None else before | edited
    last = max((entry.sequence for entry in entries), default=0)
    later = AuditEntry.objects.filter(tournament=tournament, sequence__gt=last)
    keys = {key for _kind, key in fields}
    for entry in later.filter(object_id__in=keys).order_by("-sequence"):
        row = entry.object_type, entry.object_id
        if row not in fields:
            continue
        edited, before = _edited(entry), fields[row]
        if before is None or edited is None or before & edited:
            return entry
    return None


def _edited(entry: AuditEntry) -> set[str] | None:
    return set(entry.after) if entry.after and set(entry.before) == set(entry.after) else None


def came_after(entry: AuditEntry) -> UserError:
    name = name_of(entry)
    return UserError(
        _("“%(change)s” came after it (%(what)s; %(who)s, %(at)s). Undo or correct that first.")
        % {"change": name.title, "what": name.about, "who": author_of(entry), "at": time_of(entry)}
    )


@change("undo.put_back", gettext_noop("Values put back as before"))
def put_back(
    change: Change, tournament: Tournament, *, entries: Sequence[AuditEntry], new_entries: Sequence[AuditEntry]
) -> None:
    """Restore fields that an undo left different from before. Raises `UserError` if it changed other rows."""
    rows = {(entry.object_type, entry.object_id) for entry in entries}
    removed = {entry.object_type for entry in entries if entry.before and not entry.after}
    for entry in new_entries:
        made_again = entry.object_type in removed and not entry.before
        if (entry.object_type, entry.object_id) not in rows and not made_again and not _follows(entry):
            raise _belongs_to_later(tournament, entries, entry)
    whole_rows = {(entry.object_type, entry.object_id) for entry in entries if _edited(entry) is None}
    wanted: dict[Row, dict[str, object]] = {}
    for entry in [*entries, *new_entries][::-1]:
        row = entry.object_type, entry.object_id
        # A row made by the action keeps its versions; the undo marks it as no longer counting.
        if row in rows - whole_rows and _edited(entry) is not None:
            wanted.setdefault(row, {}).update(entry.before)
    require_values(wanted)
    for (kind, key), values in wanted.items():
        _restore(change, kind, key, values)
    if not change.notes:
        change.nothing()


def require_values(facts: object) -> None:
    """Raise `UserError` if a value of these facts from the log was erased: an undo cannot restore it."""
    if is_erased(facts):
        raise UserError(_("This can no longer be undone: personal data that it needs have been erased."))


def _follows(entry: AuditEntry) -> bool:
    return entry.action in _FOLLOWING or _edited(entry) == _FOLLOWING_FIELDS


_FOLLOWING = ("results.recalculate", "registration.offer", "open_items.accept")
_FOLLOWING_FIELDS = {"fee_paid_at"}


def _belongs_to_later(tournament: Tournament, entries: Iterable[AuditEntry], undone: AuditEntry) -> UserError:
    last = max(entry.sequence for entry in entries)
    between = AuditEntry.objects.filter(tournament=tournament, sequence__gt=last, sequence__lt=undone.sequence)
    before = between.filter(object_type=undone.object_type, object_id=undone.object_id).last()
    return came_after(before or undone)


def _restore(change: Change, kind: str, key: str, values: dict[str, object]) -> None:
    model = model_of(kind)
    row = model._base_manager.filter(pk=key).first() if model is not None else None
    if row is None:
        return
    private: frozenset[str] = getattr(row, "PRIVATE", frozenset())
    with change.edit(row):
        for name, value in values.items():
            column = column_of(model, name)
            if column is None or name in private or _stored(row, column) == value:
                continue
            setattr(row, column.attname, column.to_python(value) if not column.is_relation else value)


def _stored(row: models.Model, column: models.Field[object, object]) -> object:
    return plain(getattr(row, column.attname))
