"""Erasure of personal values from logs: of a person, of an account, or by a list of values.

A value of a new entry is deleted with its salt; the entry, with its commitment, stays. A former entry has its values as
text, so it is emptied of them: its digest stays, but can no longer be computed. Each erasure appends an entry that
lists both. Other services choose by a function of their own (`erase_where`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.apps import apps
from django.db.models import Q, TextField
from django.db.models.functions import Cast

from engine.sentences import gettext_noop
from tournaments.accounts.models import User
from tournaments.core.audit.actors import Actor
from tournaments.core.audit.changes import Change, column_of
from tournaments.core.audit.commitments import Row, replace_personal
from tournaments.core.audit.decorators import change, site_change
from tournaments.core.audit.hash_chain import write_now
from tournaments.core.http.commit_state import noted_transaction
from tournaments.core.models.log import (
    ERASED,
    FACTS,
    FORMER,
    REQUEST,
    AuditEntry,
    PersonalValue,
    SiteChain,
    is_commitment,
)
from tournaments.entries.fields import NAMES
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import Application
from tournaments.events.models import Tournament

REPAIRS = ("repairs.make", "repairs.undo")
"""Actions whose entries hold facts of several players."""


class LoggedValue(NamedTuple):
    """Personal value in an entry, which is as stored; `row`: row within the fact that has the value, of repairs.

    `place`: `actor_name`, `object_name`, `reason`, `before`, `after`, or `REQUEST` (a list of IP address and browser).
    """

    entry: AuditEntry
    place: str
    row: Row | None
    content: Any

    @property
    def text(self) -> str:
        """The value as a text to search in, in small letters."""
        content = self.content
        return (content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)).casefold()


Chosen = Callable[[LoggedValue], bool]


@change("log.erase", gettext_noop("Personal values erased from the log"), on_archived=True)
def erase_where(change: Change, tournament: Tournament, *, chosen: Chosen, reason: str = "") -> list[int]:
    """Erase the chosen values from the event's log; return the numbers of the entries that had any."""
    return _erase(change, tournament, chosen)


@site_change("site.erase", gettext_noop("Personal values erased from the site's log"))
def erase_where_of_site(change: Change, *, chosen: Chosen, reason: str = "") -> list[int]:
    """Erase the chosen values from the site's log; return the numbers of the entries that had any."""
    return _erase(change, None, chosen)


def erase_person(by: Actor, person: Person, *, reason: str = "") -> list[int]:
    """Erase everything about a player and their registration from the event's log, also under former names.

    `read_person` must have read them before the player's own columns were emptied. Names of accounts stay.
    """
    return erase_where(by, person.tournament, chosen=person.has, reason=reason)


def erase_values(by: Actor, tournament: Tournament, *, values: Iterable[str], reason: str = "") -> list[int]:
    """Erase every personal value of the event's log that contains one of the texts, in capitals or not."""
    texts = [text.casefold() for text in values if text.strip()]
    return erase_where(by, tournament, chosen=lambda fact: any(text in fact.text for text in texts), reason=reason)


def erase_account(by: Actor, user: User, *, reason: str = "") -> dict[int | None, list[int]]:
    """Erase name and origin of an account from all logs; return the numbers by event, None: the site's log.

    Raises `UserError` while one of the events is played in the hall.
    """
    name = _compile_words([user.get_username()])

    def chosen(fact: LoggedValue) -> bool:
        if fact.place in ("actor_name", REQUEST) and fact.entry.actor_id == user.pk:
            return True
        is_own = (fact.entry.object_type, fact.entry.object_id) == ("user", str(user.pk))
        return (is_own and fact.place not in ("actor_name", REQUEST)) or bool(name.search(fact.text))

    numbers: dict[int | None, list[int]] = {}
    with noted_transaction():
        for tournament in Tournament.objects.filter(pk__in=_find_events_naming(user)).order_by("pk"):
            numbers[tournament.pk] = erase_where(by, tournament, chosen=chosen, reason=reason)
        numbers[None] = erase_where_of_site(by, chosen=chosen, reason=reason)
    return {key: touched for key, touched in numbers.items() if touched}


def _find_events_naming(user: User) -> set[int]:
    name = user.get_username()
    # SQLite stores JSON with escapes.
    escaped = json.dumps(name)[1:-1]
    logs = AuditEntry.objects.order_by().filter(form=FORMER)
    texts = {f"text_of_{column}": Cast(column, TextField()) for column in ("before", "after", "object_name", "reason")}
    named = Q(actor=user)
    for column in texts:
        named |= Q(**{f"{column}__contains": name}) | Q(**{f"{column}__contains": escaped})
    values = PersonalValue.objects.order_by().filter(Q(value__contains=name) | Q(entry__actor=user))
    events = {
        *logs.annotate(**texts).filter(named).values_list("tournament", flat=True),
        *values.values_list("entry__tournament", flat=True),
    }
    return {event for event in events if event is not None}


def _erase(change: Change, tournament: Tournament | None, chosen: Chosen) -> list[int]:
    stored = _map_stored_values(tournament)
    deleted: list[int] = []
    touched: dict[int, AuditEntry] = {}
    for entry in AuditEntry.committed.filter(tournament=tournament).order_by("sequence").iterator():
        rows, had = stored.get(entry.pk, {}), len(deleted)

        def replace(place: str, row: Row | None, fact: Any, *, entry: AuditEntry = entry, rows: Any = rows) -> Any:
            if not is_commitment(fact):
                if not chosen(LoggedValue(entry, place, row, fact)):
                    return fact
                touched[entry.sequence] = entry
                return dict(ERASED)
            key, content = rows.get(fact["personal"], (None, None))
            if key is not None and chosen(LoggedValue(entry, place, row, content)):
                deleted.append(key)
            return fact

        replace_personal(entry, replace)
        if len(deleted) > had:
            touched[entry.sequence] = entry
    if not touched:
        change.nothing()
        return []
    emptied = [entry for entry in touched.values() if entry.form == FORMER]
    erased = [number for number, entry in touched.items() if entry.form != FORMER]
    subject = tournament or SiteChain.objects.get_or_create(pk=1)[0]
    change.note(subject, after={"emptied": [entry.sequence for entry in emptied], "erased": erased})
    note = change.notes[-1]
    write_now(change)
    PersonalValue.objects.filter(pk__in=deleted).delete()
    for entry in emptied:
        facts = {name: getattr(entry, name) for name in FACTS}
        AuditEntry.objects.filter(pk=entry.pk).update(redacted_by=note.sequence, **facts)
    return sorted(touched)


def _map_stored_values(tournament: Tournament | None) -> dict[int, dict[str, tuple[int, Any]]]:
    """Return the values by entry and key, with the keys of their rows."""
    values: dict[int, dict[str, tuple[int, Any]]] = {}
    rows = PersonalValue.objects.filter(entry__tournament=tournament).order_by()
    for entry, key, pk, text in rows.values_list("entry_id", "key", "pk", "value").iterator():
        values.setdefault(entry, {})[key] = (pk, json.loads(text))
    return values


@dataclass(frozen=True)
class Person:
    """Player with former names and numbers, merged entries, and rows about them, by keys of this database."""

    tournament: Tournament
    keys: frozenset[int]
    numbers: frozenset[int]
    rows: frozenset[tuple[str, int]]
    names: re.Pattern[str]

    def has(self, fact: LoggedValue) -> bool:
        """Return True for a value of the person, and for one of somebody else that names the person."""
        entry, place = fact.entry, fact.place
        if place in ("actor_name", REQUEST):
            return False
        if (entry.object_type, map_key_here(self.tournament, entry, entry.object_type, entry.object_id)) in self.rows:
            return True
        if entry.action in REPAIRS and entry.object_type == "tournament" and fact.row is not None:
            kind, key = fact.row
            number = map_key_here(self.tournament, entry, "entry", key) if kind == "key" else key
            if number in (self.keys if kind == "key" else self.numbers):
                return True
        owners = set(_iterate_owners(self.tournament, entry))
        if owners & self.keys:
            return True
        # A namesake keeps the own name.
        is_of_another = entry.object_type == "entry" or bool(owners)
        return (place == "reason" or not is_of_another) and bool(self.names.search(fact.text))


def read_person(entry: Entry) -> Person:
    """Return the player with everything by which the event's log can name them."""
    tournament = entry.tournament
    keys, texts, numbers = {entry.pk}, {*_iterate_names(vars(entry))}, {entry.number}
    log = AuditEntry.objects.filter(tournament=tournament).order_by("sequence")
    for repair in log.filter(action=REPAIRS[0]):
        for step in repair.after.get("undo", ()):
            if step.get("do") == "split" and map_key_here(tournament, repair, "entry", step.get("key")) in keys:
                merged = map_key_here(tournament, repair, "entry", step["entry"].get("id"))
                keys |= {merged} if merged is not None else set()
                texts |= {*_iterate_names(step["entry"])}
    for logged in log.filter(object_type="entry"):
        if map_key_here(tournament, logged, "entry", logged.object_id) in keys:
            for facts in (logged.before, logged.after):
                texts |= {*_iterate_names(facts)}
                numbers |= {facts["number"]} if isinstance(facts.get("number"), int) else set()
    rows = {("entry", key) for key in keys}
    for model in apps.get_models():
        if getattr(column_of(model, "entry"), "related_model", None) is Entry:
            of_person = model._base_manager.filter(entry__in=keys)
            rows |= {(str(model._meta.model_name), key) for key in of_person.values_list("pk", flat=True)}
    for application in Application.objects.filter(entry__in=keys):
        texts |= {*_iterate_names(vars(application))}
    return Person(tournament, frozenset(keys), frozenset(numbers), frozenset(rows), _compile_words(texts))


def map_key_here(tournament: Tournament, entry: AuditEntry, kind: str, key: Any) -> int | None:
    """Return the key here of a row that an entry names, which may be of the site that wrote it; None if it is gone."""
    for origin in tournament.origins:
        if entry.sequence <= origin["through"]:
            return origin["keys"].get(kind, {}).get(str(key))
    return int(key) if str(key).isdecimal() else None


def _iterate_owners(tournament: Tournament, entry: AuditEntry) -> Iterator[int]:
    """Yield the keys of the players to whom the row of the entry belongs."""
    for facts in (entry.before, entry.after):
        if facts.get("entry_id") is not None:
            key = map_key_here(tournament, entry, "entry", facts["entry_id"])
            if key is not None:
                yield key


def _iterate_names(facts: Any) -> Iterator[str]:
    """Yield the names by which a text may mention the player: the family name, and whole names in usual orders."""
    family, given_name, *others = (str(facts.get(name) or "") for name in NAMES)
    yield family
    yield from others
    if family and given_name:
        yield f"{given_name} {family}"
        yield f"{family} {given_name}"
    elif given_name:
        yield given_name


def _compile_words(texts: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern of these texts as whole words; within scripts without spaces, anywhere."""
    patterns = []
    for text in sorted({text.strip().casefold() for text in texts}):
        if len(text) > 1 and text != "…":
            bounds = (r"(?<!\w)", r"(?!\w)") if text.isascii() else ("", "")
            patterns.append(bounds[0] + re.escape(text) + bounds[1])
    return re.compile("|".join(patterns) or r"(?!)")
