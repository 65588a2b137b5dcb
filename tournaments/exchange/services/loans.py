"""Events that travel: lent to a hall, run by another computer there, and brought back with their results.

Meanwhile this site refuses every change (`core.audit.decorators`). The file's log must continue the log here, so that
nobody wrote on both sides.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, TypeVar

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.accounts.models import User
from tournaments.core import public_files
from tournaments.core.audit import Change, change
from tournaments.core.audit.naming import author_of, label_of, time_of
from tournaments.core.errors import UserError
from tournaments.core.models.log import FACTS, AuditEntry, PersonalValue
from tournaments.core.models.sentences import decode_sentence, render_text
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.exchange.document.deleting import clear_rows
from tournaments.exchange.document.fields import RowKey, get_kind
from tournaments.exchange.document.reading import ReadEvent, ReadRow
from tournaments.exchange.document.sections import Section, list_sections
from tournaments.exchange.document.writing import map_keys_to_file
from tournaments.exchange.models import Mirror
from tournaments.exchange.services.borrowing import set_codes
from tournaments.exchange.services.event_files import Restored
from tournaments.exchange.services.privacy import forget_beside
from tournaments.exchange.services.removal import require_no_work
from tournaments.figures.models import StoredFigures
from tournaments.rounds.models import GameTable
from tournaments.seasons.models import StoredStandings

Known = TypeVar("Known")

STAYS: Final = frozenset({"slug", "version", "rehearsal", "created_at"})
"""Columns of the event that stay as they are on the site, beside those that files omit."""


@change("events.lend", gettext_noop("Event taken to the hall"))
def lend(change: Change, tournament: Tournament) -> Tournament:
    """Close the event to changes here until it is brought back. Raises `UserError` while background jobs run."""
    require_no_work(tournament)
    with change.edit(tournament):
        tournament.lent_at = timezone.now()
    return tournament


@change("events.take_back", gettext_noop("Event taken back without the file"), on_lent=True)
def take_back(change: Change, tournament: Tournament, *, reason: str) -> Tournament:
    """Open the event to changes here again. Raises `UserError` if it is not lent.

    The file from the hall cannot be brought back any more.
    """
    _require_lent(tournament)
    with change.edit(tournament):
        tournament.lent_at = None
    _end_deliveries(tournament)
    return tournament


def _end_deliveries(tournament: Tournament) -> None:
    """Tell a computer that publishes here with its next delivery, instead of letting it close the event again."""
    Mirror.objects.filter(tournament=tournament).update(epoch="")


@change("events.bring_back", gettext_noop("Event brought back from the hall"), on_lent=True)
def bring_back(change: Change, tournament: Tournament, *, event: ReadEvent) -> Tournament:
    """Replace the event by that of the file, which continues the log here; roles and seasons stay.

    Raises `UserError` if it is not lent, jobs run, or the logs differ; or as `event_files.restore` does.
    """
    _require_lent(tournament)
    require_no_work(tournament)
    require_continued(tournament, event)
    returned = Returned(event, tournament)
    before = {"lent_at": tournament.lent_at}
    returned.replace(change)
    _end_deliveries(tournament)
    StoredStandings.objects.filter(tournament=tournament).delete()
    StoredFigures.objects.filter(tournament=tournament).delete()
    change.note(tournament, before=before, after={"lent_at": None, "entries": len(returned.new_entries)})
    transaction.on_commit(lambda: public_files.discard_of(tournament))
    return tournament


def _require_lent(tournament: Tournament) -> None:
    if tournament.lent_at is None:
        raise UserError(_("This event is not played in the hall: it was brought back, or never taken there."))


def require_continued(tournament: Tournament, event: ReadEvent) -> None:
    """Raise `UserError` with the first log entry here that the file's log lacks or has otherwise."""
    theirs = {row.values["sequence"]: row.values for row in event.rows["log"]}
    for entry in AuditEntry.objects.filter(tournament=tournament).order_by("sequence").iterator():
        file_entry = theirs.get(entry.sequence)
        if file_entry is not None and file_entry["digest"] == entry.digest:
            continue
        entry_here = {
            "number": entry.sequence,
            "action": label_of(entry.action),
            "who": author_of(entry),
            "at": time_of(entry),
        }
        if file_entry is None:
            sentence = _(
                "The file does not continue this event: its log ends before entry %(number)s here, “%(action)s”"
                " (%(who)s, %(at)s)."
            )
            raise UserError(sentence % entry_here, field="file")
        sentence = _(
            "The file does not continue this event: entry %(number)s of the log is “%(action)s” (%(who)s, %(at)s) here"
            " and “%(other)s” (%(by)s) in the file."
        )
        file_facts = {"other": label_of(file_entry["action"]), "by": render_text(_find_actor(event, file_entry))}
        raise UserError(sentence % (entry_here | file_facts), field="file")
    if event.loan and event.loan.roles:
        # Only files on their way out have roles. After one of them the hall's own file would be refused.
        sentence = _(
            "This is the file that went to the hall. Choose the one that the computer in the hall gives under"
            " “Download for the site”."
        )
        raise UserError(sentence, field="file")


def _find_actor(event: ReadEvent, entry: Mapping[str, Any]) -> str:
    """Return the actor's name of an entry of the file; an erased one is empty."""
    rows = (row.values for row in event.rows["personal_values"] if row.values["entry"] == entry["sequence"])
    names = (decode_sentence(str(json.loads(row["value"]))) for row in rows if row["place"] == "actor_name")
    return next(names, str(entry.get("actor_name", "")))


class Returned(Restored):
    """Event coming back: known rows keep their keys, and the values of columns that files omit."""

    def __init__(self, event: ReadEvent, tournament: Tournament) -> None:
        super().__init__(event)
        self.tournament = tournament
        # A file without the keys of rows here names players by number and teams by code.
        self.named = event.loan.keys if event.loan else map_keys_to_file(tournament)
        log = AuditEntry.objects.filter(tournament=tournament)
        self.head = log.order_by("sequence").values_list("sequence", flat=True).last() or 0
        self.new_entries = [row for row in event.rows["log"] if row.values["sequence"] > self.head]
        rows_here = {section.model: self._map_rows(section) for section in list_sections()}
        self.accounts = {str(user.pk): user for user in self._list_accounts()}
        self.known = {model: self._map_by_name(model._meta.model_name or "", rows) for model, rows in rows_here.items()}

    def replace(self, change: Change) -> Tournament:
        made_again = {model: {row["pk"] for row in rows.values()} for model, rows in self.known.items()}
        clear_rows(self.tournament, without=[AuditEntry, PersonalValue], made_again=made_again)
        for name, value in self.event.about.items():
            if name not in STAYS:
                setattr(self.tournament, name, value)
        self.tournament.version = max(self.tournament.version, self.event.about.get("version", 0))
        self.tournament.lent_at = None
        self.tournament.save()
        users = {str(name): user for name, user in self._map_by_name("user", self.accounts).items()}
        self.people = users | self.make_people(name for name in self.event.people if name not in users)
        self.fill()
        if self.event.loan:
            set_codes(change, self.tournament, self.event.loan, self.made[GameTable])
        for entry in self._list_erased():
            forget_beside(change, entry)
        return self.tournament

    def rows_of(self, section: Section) -> list[ReadRow]:
        if section.model is AuditEntry:
            return self.new_entries
        rows = super().rows_of(section)
        return [row for row in rows if row.values["entry"] > self.head] if section.model is PersonalValue else rows

    def look_at_log(self) -> None:
        """Erase from the entries here what was erased in the hall, then check the chain."""
        in_file = {(row.values["entry"], row.values["key"]) for row in self.event.rows["personal_values"]}
        values = PersonalValue.objects.filter(entry__tournament=self.tournament, entry__sequence__lte=self.head)
        erased = [pk for pk, *row in values.values_list("pk", "entry__sequence", "key") if tuple(row) not in in_file]
        PersonalValue.objects.filter(pk__in=erased).delete()
        log = AuditEntry.objects.filter(tournament=self.tournament)
        for row in self.event.rows["log"][: self.head]:
            if (eraser := row.values.get("redacted_by")) is not None:
                emptied = log.filter(sequence=row.values["sequence"]).exclude(redacted_by=eraser)
                emptied.update(redacted_by=eraser, **{name: row.values[name] for name in FACTS})
        super().look_at_log()

    def values_here(self, section: Section, row: ReadRow) -> dict[str, Any]:
        return self.known[section.model].get(row.key, {})

    def _map_rows(self, section: Section) -> dict[str, dict[str, Any]]:
        if section.model in (AuditEntry, PersonalValue):
            return {}
        stays = [column.attname for column in section.model._meta.concrete_fields if column.name in section.without]
        rows = section.model._base_manager.filter(**{section.way: self.tournament}).values("pk", *stays)
        return {str(row["pk"]): row for row in rows}

    def _list_accounts(self) -> list[User]:
        keys: set[Any] = set()
        for section in list_sections():
            rows = section.model._base_manager.filter(**{section.way: self.tournament}).order_by()
            for column in section.columns:
                if get_kind(column) == "person":
                    keys.update(rows.values_list(column.attname, flat=True).distinct())
        return list(User.objects.filter(pk__in=keys - {None}))

    def _map_by_name(self, model: str, rows: Mapping[str, Known]) -> dict[RowKey, Known]:
        """Return the rows here of a model, by the keys of the file; rows of other events never match."""
        return {name: rows[key] for key, name in self.named.get(model, {}).items() if key in rows}

    def _list_erased(self) -> list[Entry]:
        entries = []
        for row in self.new_entries:
            values = row.values
            if values["action"] != "entries.erase" or values["object_type"] != "entry":
                continue
            origin = next((site for site in self.event.origins if values["sequence"] <= site["through"]), None)
            key = origin["keys"].get("entry", {}).get(values["object_id"]) if origin else None
            if key in self.made[Entry]:
                entries.append(self.made[Entry][key])
        return entries
