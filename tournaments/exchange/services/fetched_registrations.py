"""Registrations made at the mirror of an event, fetched by the computer in the hall; a person confirms the import."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any, Final

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change, next_number
from tournaments.core.errors import UserError, clean_fields
from tournaments.core.tabular.reading import SourceFile, SourceRow
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import Application
from tournaments.entries.queries import TO_APPROVE
from tournaments.entries.reading.roster_cells import build_entry_rows
from tournaments.entries.reading.roster_rows import RosterRow
from tournaments.entries.services import players, rosters
from tournaments.events.models import Tournament
from tournaments.exchange.models import FetchedRegistration, Publication, PublicationKey
from tournaments.exchange.queries import describe_publishing_problem
from tournaments.exchange.services.mirror_registrations import SENT, make_key
from tournaments.exchange.services.publishing import PROBLEMS, Send, choose_place, request_mirror
from tournaments.exchange.site_requests import NoAnswerError, request_site
from tournaments.rounds.models import Seat

SECONDS: Final = 10
MOST_BYTES: Final = 30_000_000
PAGE: Final = "registrations/"
MOMENTS: Final = ("consented_at", "created_at", "confirmed_at")
GONE: Final = (Application.State.WITHDRAWN, Application.State.REFUSED)


@dataclass(frozen=True)
class Registration:
    """Registration at the other site; `columns` and `answers` are cells of the roster, `facts` columns of its row."""

    key: str
    state: str
    of_player: bool
    columns: dict[str, str]
    answers: dict[str, str]
    facts: dict[str, Any]

    @property
    def cells(self) -> dict[str, dict[str, str]]:
        return {"columns": self.columns, "answers": self.answers}

    @property
    def is_withdrawn(self) -> bool:
        return self.state in GONE

    @property
    def name(self) -> str:
        return f"{self.facts['given_name']} {self.facts['family_name']}"


@dataclass
class Offer:
    """Registrations to import, of which `new` and `changed` count those of the table and those with other contacts.

    `withdrawn` are entered here, `removed` were once; `erased`: names here of people erased at the other site.
    """

    lines: list[tuple[Registration, dict[str, dict[str, str]], int | None]] = field(default_factory=list)
    beside: list[Registration] = field(default_factory=list)
    withdrawn: list[tuple[Registration, Entry]] = field(default_factory=list)
    removed: list[Registration] = field(default_factory=list)
    known: list[Registration] = field(default_factory=list)
    erased: list[str] = field(default_factory=list)
    new: int = 0
    unconfirmed: int = 0
    waiting: int = 0

    @property
    def changed(self) -> int:
        return len(self.lines) - self.new + len(self.beside)

    @property
    def is_empty(self) -> bool:
        return not (self.lines or self.beside or self.withdrawn)

    @property
    def withdrawn_names(self) -> str:
        return ", ".join(str(entry) for _registration, entry in self.withdrawn)

    @property
    def beside_names(self) -> str:
        return ", ".join(registration.name for registration in self.beside)

    @property
    def removed_names(self) -> str:
        return ", ".join(registration.name for registration in self.removed)


def fetch(tournament: Tournament, *, address: str, key: str = "", send: Send = request_site) -> list[Registration]:
    """Return the registrations at the address. Raises `UserError`, also if the site does not answer in time."""
    publication = Publication.objects.filter(tournament=tournament).first() or Publication(tournament=tournament)
    site, slug, key = choose_place(publication, address=address, key=key)
    try:
        place = Publication(site=site, slug=slug)
        answer = request_mirror(place, key, send, page=PAGE, method="GET", seconds=SECONDS, most_bytes=MOST_BYTES)
    except NoAnswerError as error:
        problem = Publication.Problem.CERTIFICATE if error.certificate else Publication.Problem.CONNECTION
        raise UserError(describe_publishing_problem(problem), field="address") from error
    if answer.status != HTTPStatus.OK:
        raise _make_refusal(answer.status, answer.detail)
    registrations = _read(answer.facts.get("registrations"))
    if registrations is None:
        raise UserError(describe_publishing_problem(Publication.Problem.VERSION), field="address")
    return registrations


def _make_refusal(status: int, detail: str) -> UserError:
    problem = next((name for code, name in PROBLEMS.items() if code == status), None)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return UserError(_("The other site gets too many requests. Wait a minute."), field="address")
    if status == HTTPStatus.NOT_FOUND and not detail:
        # A site of an earlier release has no such address.
        problem = Publication.Problem.VERSION
    if problem is None:
        return UserError(_("The other site has refused the request. Try again later."), field="address")
    return UserError(describe_publishing_problem(problem), field="key" if problem == "key" else "address")


def _read(raw: object) -> list[Registration] | None:
    """Return the registrations of the answer; None if it does not have the form."""
    try:
        return [read_registration(row) for row in raw] if isinstance(raw, list) else None
    except (KeyError, TypeError, ValueError):
        return None


def read_registration(raw: Mapping[str, Any]) -> Registration:
    """Return the registration. Raises KeyError, TypeError or ValueError for another form."""
    columns, answers = ({str(name): str(cell) for name, cell in raw[part].items()} for part in ("columns", "answers"))
    facts = {name: raw["facts"][name] for name in SENT}
    if any(facts[name] is not None and parse_datetime(facts[name]) is None for name in MOMENTS):
        raise ValueError(facts)
    if any(not isinstance(facts[name], str) for name in SENT if name not in MOMENTS):
        raise TypeError(facts)
    key, state = str(raw["key"])[:40], Application.State(raw["state"]).value
    return Registration(key, state, raw["of_player"] is True, columns, answers, facts)


@change("registrations.fetch", gettext_noop("Registrations fetched from another site"))
def note_fetched(
    change: Change, tournament: Tournament, *, address: str, key: str = "", registrations: Sequence[Registration]
) -> None:
    """Note the fetch, remember the link unless the event is published elsewhere, and who came here by an event file."""
    publication = Publication.objects.filter(tournament=tournament).first() or Publication(tournament=tournament)
    site, slug, key = choose_place(publication, address=address, key=key)
    same_place = (publication.site, publication.slug) == (site, slug)
    if publication.pk is None or publication.stopped_at is not None or same_place:
        if not same_place:
            if publication.pk is not None:
                # A passphrase was typed for another site.
                PublicationKey.objects.filter(publication=publication).delete()
            publication.site, publication.slug, publication.epoch = site, slug, ""
            publication.published_at, publication.stopped_at = None, timezone.now()
            publication.number = publication.failures = 0
            publication.problem = publication.published_version = ""
            publication.save()
        PublicationKey.objects.update_or_create(publication=publication, defaults={"key": key})
    known = compare(tournament, registrations).known
    _remember(tournament, known)
    change.note(tournament, after={"site": site, "slug": slug, "registrations": len(registrations)})


def compare(tournament: Tournament, registrations: Sequence[Registration], *, again: bool = False) -> Offer:
    """Compare with what was imported here; `again` offers also those that were imported and removed here."""
    offer = Offer()
    stored = {row.key: row for row in tournament.fetched_registrations.all()}
    applications = {make_key(row): row for row in tournament.applications.select_related("entry")}
    heading, *rows = build_entry_rows(tournament)
    labels = [question.label for question in tournament.questions.all()]
    width = len(heading) - len(labels)
    present = {
        int(row[0]): {
            "columns": dict(zip(heading[1:width], row[1:width], strict=True)),
            "answers": dict(zip(labels, row[width:], strict=True)),
        }
        for row in rows
    }
    for registration in registrations:
        row, application = stored.get(registration.key), applications.get(registration.key)
        if row is not None and not row.cells:
            continue
        entry = application.entry if application is not None else None
        if registration.is_withdrawn:
            if entry is not None and entry.status != Entry.Status.DROPPED:
                offer.withdrawn.append((registration, entry))
        elif application is not None and entry is not None:
            _compare_entered(offer, registration, row, application, present[entry.number])
        elif _is_new(registration, row, application):
            _add_new(offer, registration)
        elif row is not None or (application is not None and application.state not in TO_APPROVE):
            offer.removed.append(registration)
            if again:
                _add_new(offer, registration)
    keys = {registration.key for registration in registrations}
    # Without any in common it is another event, or the site has deleted all of them some time after the event.
    if not keys.isdisjoint(stored):
        lost = [row for key, row in applications.items() if key in stored.keys() - keys and stored[key].cells]
        offer.erased = [str(row.entry or f"{row.given_name} {row.family_name}") for row in lost]
    return offer


def _is_new(registration: Registration, row: FetchedRegistration | None, application: Application | None) -> bool:
    if application is None:
        return row is None
    # It came by an event file, and was approved at the other site since.
    return application.state in TO_APPROVE and registration.state == Application.State.ENTERED


def _add_new(offer: Offer, registration: Registration) -> None:
    if registration.state == Application.State.UNCONFIRMED:
        offer.unconfirmed += 1
        return
    offer.waiting += registration.state == Application.State.PENDING
    offer.new += 1
    offer.lines.append((registration, registration.cells, None))


def _compare_entered(
    offer: Offer,
    registration: Registration,
    row: FetchedRegistration | None,
    application: Application,
    present: dict[str, dict[str, str]],
) -> None:
    if row is None:
        offer.known.append(registration)
    base = registration.cells if row is None else row.cells
    # A delivery has replaced the players there: what the organiser changed of them is no more to be seen.
    if row is not None and row.of_player and not registration.of_player:
        base = registration.cells
    cells = {part: dict(values) for part, values in present.items()}
    changed = False
    for part, values in registration.cells.items():
        for name, cell in values.items():
            if cell != base.get(part, {}).get(name, "") and cell != cells[part].get(name, ""):
                cells[part][name] = cell
                changed = True
    if changed:
        entry_number = application.entry.number if application.entry else None
        offer.lines.append((registration, cells, entry_number))
    elif _have_facts_changed(application, registration):
        offer.beside.append(registration)


def _have_facts_changed(application: Application, registration: Registration) -> bool:
    return any(getattr(application, name) != fact for name, fact in _read_facts(registration).items())


def _read_facts(registration: Registration) -> dict[str, Any]:
    return {
        name: parse_datetime(fact) if name in MOMENTS and fact else fact for name, fact in registration.facts.items()
    }


def make_table(offer: Offer) -> SourceFile:
    """Return the offered registrations as a roster, without columns that nobody fills."""
    numbered = any(number is not None for _registration, _cells, number in offer.lines)
    everywhere = [cells for _registration, cells, _number in offer.lines]
    parts = dict.fromkeys(
        (part, name) for part in ("columns", "answers") for cells in everywhere for name in cells[part]
    )
    filled = [
        (part, name)
        for part, name in parts
        # Rosters have no heading for it.
        if name != "initials_only" and (numbered or any(cells[part].get(name) for cells in everywhere))
    ]
    heading = SourceRow(0, ("number", *(name for _part, name in filled)))
    rows = [
        SourceRow(line, ("" if number is None else str(number), *(cells[part].get(name, "") for part, name in filled)))
        for line, (_registration, cells, number) in enumerate(offer.lines, 1)
    ]
    return SourceFile((heading, *rows), (), "utf-8-sig")


def seal_offer(tournament: Tournament, offer: Offer) -> list[Any]:
    """Return what the preview carries until it is confirmed: each registration with what was imported of it before."""
    stored = dict(tournament.fetched_registrations.values_list("key", "cells"))
    lines: list[tuple[int, Registration]] = [(line, row) for line, (row, _c, _n) in enumerate(offer.lines, 1)]
    lines += [(0, row) for row in offer.beside]
    lines += [(-1, row) for row, _entry in offer.withdrawn]
    return [[line, vars(row), stored.get(row.key)] for line, row in lines]


@change("registrations.take", gettext_noop("Registrations of another site imported"))
def take(
    change: Change,
    tournament: Tournament,
    *,
    rows: Sequence[RosterRow],
    sealed: Sequence[Any],
    make_teams: bool = True,
    withdraw: bool = False,
) -> None:
    """Import the confirmed rows with their registrations, all or nothing, and remember them.

    `sealed`: of `seal_offer`. `withdraw` takes those out who have withdrawn. Raises `UserError` if somebody else has
    imported one of them meanwhile.
    """
    chosen = [(line, Registration(**facts), before) for line, facts, before in sealed]
    stored = dict(tournament.fetched_registrations.values_list("key", "cells"))
    if any(stored.get(registration.key) != before for _line, registration, before in chosen):
        raise UserError(_("Somebody else has imported these registrations meanwhile. Fetch them again."))
    ready = _number(tournament, [row for row in rows if row.action in ("add", "change", "same")])
    if any(row.action != "same" for row in ready.values()):
        rosters.save(change.by, tournament, rows=list(ready.values()), make_teams=make_teams)
    entries = {entry.number: entry for entry in tournament.entries.all()}
    applications = {make_key(row): row for row in tournament.applications.select_related("entry")}
    taken = []
    for line, registration, _before in chosen:
        application = applications.get(registration.key)
        if line > 0 and line in ready:
            _store(change, tournament, registration, application, entries[ready[line].number or 0])
        elif line == 0 and application is not None and application.entry is not None:
            _store(change, tournament, registration, application, application.entry)
        elif line < 0 and withdraw and application is not None and application.entry is not None:
            _withdraw(change, application)
        else:
            continue
        taken.append(registration)
    _remember(tournament, taken)
    if not taken:
        change.nothing()
    else:
        change.note(tournament, after={"registrations": len(taken)})


def _number(tournament: Tournament, rows: Sequence[RosterRow]) -> dict[int, RosterRow]:
    """Return line -> row; new players get their numbers, by which their registrations find them."""
    following = players.compute_next_number(tournament)
    numbered: dict[int, RosterRow] = {}
    for row in rows:
        number = row.number
        if number is None:
            number, following = following, following + 1
        numbered[row.line] = replace(row, number=number)
    return numbered


def _store(
    change: Change, tournament: Tournament, registration: Registration, stored: Application | None, entry: Entry
) -> None:
    facts = _read_facts(registration)
    initials_only = bool(registration.columns.get("initials_only"))
    if initials_only and not entry.initials_only:
        players.edit(change.by, entry, initials_only=True)
    facts |= {"answers": entry.answers, "categories": entry.categories, "entry": entry}
    facts["state"] = Application.State.ENTERED
    if stored is None:
        application = Application(tournament=tournament, number=next_number(tournament.applications.all()), **facts)
        clean_fields(application, "tournament", "entry")
        change.create(application)
        if entry.status == Entry.Status.WAITING:
            # The waiting list is in the order of registration.
            with change.edit(entry):
                entry.created_at = application.created_at
        return
    with change.edit(stored):
        for name, fact in facts.items():
            setattr(stored, name, fact)
        clean_fields(stored, "tournament", "entry")


def _withdraw(change: Change, application: Application) -> None:
    entry = application.entry
    if entry is None:
        return
    with change.edit(application):
        application.state, application.entry, application.offered_until = Application.State.WITHDRAWN, None, None
    if Seat.objects.filter(entry=entry).exists() or entry.payments.exists():
        players.drop(change.by, entry, from_round=players.get_first_open_round(entry.tournament))
    else:
        players.remove(change.by, entry)


def _remember(tournament: Tournament, registrations: Sequence[Registration]) -> None:
    for registration in registrations:
        values = {"cells": registration.cells, "of_player": registration.of_player, "fetched_at": timezone.now()}
        FetchedRegistration.objects.update_or_create(tournament=tournament, key=registration.key, defaults=values)


def forget(change: Change, application: Application) -> None:
    """Empty what was imported of an erased person; the key stays. Part of a change, which notes the erasure."""
    tournament, key = application.tournament, make_key(application)
    if Publication.objects.filter(tournament=tournament).exists():
        values = {"cells": {}, "of_player": False, "fetched_at": timezone.now()}
        FetchedRegistration.objects.update_or_create(tournament=tournament, key=key, defaults=values)
