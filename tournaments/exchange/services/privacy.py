"""Erasure of a person: results stay, under initials, and what an account did, under its number."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.accounts.models import User
from tournaments.accounts.services import people
from tournaments.core import discovery, jobs, public_files
from tournaments.core.audit import Actor, Change, change, write_now
from tournaments.core.audit import erasing as erasing_log
from tournaments.core.audit.decorators import require_not_lent
from tournaments.core.errors import UserError
from tournaments.core.http.commit_state import noted_transaction
from tournaments.core.isolation import isolate_failure
from tournaments.core.models.jobs import Job
from tournaments.core.models.log import REQUEST, AuditEntry
from tournaments.core.models.site import IdempotencyKey
from tournaments.entries.fields import PLAYER
from tournaments.entries.models.entries import Entry, MergedEntry, initials_of
from tournaments.entries.models.registration import Application, Email
from tournaments.entries.services import portraits
from tournaments.events.models import Tournament
from tournaments.exchange.backups import dumps, erasures
from tournaments.exchange.backups.erasures import Erasure
from tournaments.exchange.queries import is_mirror
from tournaments.exchange.reading import pending_files
from tournaments.exchange.services import fetched_registrations, mentions
from tournaments.exchange.services.mentions import Mention, Names
from tournaments.exchange.services.safety import BACKUP
from tournaments.fees.models import Payment
from tournaments.figures.models import FigureSums
from tournaments.people import services as person_services
from tournaments.people.own import query_confirmed_entries
from tournaments.results.models.photos import SheetPhoto
from tournaments.results.services import photos
from tournaments.rounds.models import Seat
from tournaments.seasons.models import SeasonMerge
from tournaments.site.caches import forget_everything

log = logging.getLogger(__name__)

KEPT: Final = frozenset(column.name for column in PLAYER if column.kept)


erasing = Signal()
"""Signal to `erasure` modules inside the change that erases a player, with `change` and the former `entry`."""


@change("entries.erase", gettext_noop("Personal data erased"), on_archived=True)
def erase(change: Change, entry: Entry, *, reason: str = "", texts: Collection[str] = ()) -> Entry:
    """Empty every column of the player that `fields.PLAYER` does not keep, and delete the registration.

    Initials replace the name, also in `texts`, keys of `mentions`, and in what an import wrote. Photos of the player
    and of their sheets, which show names and signatures, are deleted, and so is every file made from the event. The
    log shows "erased" in place of every value about the player; its chain stays.
    """
    person = erasing_log.read_person(entry)
    names, initials, imported = mentions.names_of(entry), initials_of(entry.full_name), entry.imported
    change.reason = reason = names.replaced(reason, initials)
    redacted = [
        mention
        for mention in mentions.mentions(entry, names)
        if mention.key in texts or (mention.by_program and mention.certain)
    ]
    mentions.redact(change, redacted, names, initials)
    discovery.import_modules("erasure")
    erasing.send(Entry, change=change, entry=entry)
    for sent in Application.objects.filter(entry=entry):
        fetched_registrations.forget(change, sent)
        change.delete(sent)
    forget_beside(change, entry, redacted)
    sat_there = Seat.objects.filter(
        entry=entry, seating__round=OuterRef("table__round"), table_number=OuterRef("table__number")
    )
    portraits.forget(change, entry)
    # Amounts stay for the totals; reasons of reductions are personal.
    for payment in Payment.objects.filter(entry=entry):
        with change.edit(payment, forget={"reason"}):
            payment.reason = ""
    for photo in SheetPhoto.objects.filter(Exists(sat_there)):
        photos.forget(change, photo)
    erased = {field.attname: field for field in Entry._meta.concrete_fields if field.name not in KEPT}
    with change.edit(entry, forget=erased):
        for name, field in erased.items():
            setattr(entry, name, field.get_default())
        entry.romanised_name = initials
        # The imported file's own fields may describe the player.
        entry.imported = {name: value for name, value in imported.items() if name == "id"}
    tournament = entry.tournament
    # Values in the notes of this change are erased as well.
    write_now(change)
    erasing_log.erase_person(change.by, person, reason=reason)
    _erase_redacted(change.by, tournament, redacted, names, reason)
    transaction.on_commit(lambda: _discard_files(tournament, names), robust=True)
    return entry


def query_erasable_entries(user: User) -> QuerySet[Entry]:
    """Return the account's confirmed entries of events that are over; until then organisers need the name."""
    return query_confirmed_entries(user).filter(tournament__state=Tournament.State.FINISHED, tournament__lent_at=None)


def erase_own(by: Actor, *, user: User) -> None:
    """Erase the account's player in all events that are over, also in texts with the full name. Raises `UserError`."""
    entries = list(query_erasable_entries(user))
    if not entries:
        raise UserError(_("There is no event of yours that is over. Ask the organisers."))
    with noted_transaction():
        for entry in entries:
            named = [mention.key for mention in mentions.mentions(entry) if mention.certain and not mention.by_program]
            erase(by, entry, texts=named)


@change("registration.erase", gettext_noop("Personal data of a registration erased"), on_archived=True, on_lent=True)
def erase_registration(change: Change, application: Application, *, reason: str = "") -> Application:
    """Delete the registration of somebody who is not entered, with its e-mails and its values in the log.

    Raises `UserError` for the registration of a player.
    """
    tournament, key = application.tournament, application.pk
    if not is_mirror(tournament):
        require_not_lent(tournament)
    if application.entry_id is not None:
        raise UserError(_("This person is entered. Erase the personal data of the player."))
    names, erasure = mentions.names_of(application), Erasure(identity(application), timezone.now())
    fetched_registrations.forget(change, application)
    change.delete(application)
    write_now(change)

    def chosen(value: erasing_log.LoggedValue) -> bool:
        kind = value.entry.object_type
        is_own = kind == "application" and key == erasing_log.map_key_here(
            tournament, value.entry, kind, value.entry.object_id
        )
        return is_own and value.place not in ("actor_name", REQUEST)

    erasing_log.erase_where(change.by, tournament, chosen=chosen, reason=reason)
    transaction.on_commit(lambda: erasures.add(erasure), robust=True)
    transaction.on_commit(lambda: _discard_files(tournament, names), robust=True)
    return application


@change("names.erase", gettext_noop("Name erased"), on_archived=True)
def erase_name(
    change: Change, tournament: Tournament, *, name: str, texts: Collection[str] = (), reason: str = ""
) -> Tournament:
    """Replace the name of somebody who is no player in these texts, keys of `mentions`, and erase it from the log.

    Raises `UserError` for the name of a player.
    """
    names, initials = Names((name,), ()), initials_of(name)
    if any(names.in_full(text) for entry in tournament.entries.all() for text in (entry.full_name, entry.native_name)):
        raise UserError(_("A player has this name. Erase the personal data of the player."), field="name")
    change.reason = reason = names.replaced(reason, initials)
    named = mentions.mentions_of(tournament, names)
    redacted = [mention for mention in named if mention.key in texts or mention.by_program]
    mentions.redact(change, redacted, names, initials)
    write_now(change)

    def chosen(value: erasing_log.LoggedValue) -> bool:
        return value.place not in ("actor_name", REQUEST) and names.named_in(value.text) is not None

    numbers = erasing_log.erase_where(change.by, tournament, chosen=chosen, reason=reason)
    if not redacted and not numbers:
        change.nothing()
    transaction.on_commit(lambda: _discard_files(tournament, names), robust=True)
    return tournament


def _erase_redacted(
    by: Actor, tournament: Tournament, redacted: Collection[Mention], names: Names, reason: str
) -> None:
    """Erase former values of the redacted texts that name the person from the log."""
    rows = {(str(mention.row._meta.model_name), mention.row.pk) for mention in redacted}

    def chosen(value: erasing_log.LoggedValue) -> bool:
        kind = value.entry.object_type
        key = erasing_log.map_key_here(tournament, value.entry, kind, value.entry.object_id)
        of_text = value.place not in ("actor_name", REQUEST) and (kind, key) in rows
        return of_text and names.named_in(value.text) is not None

    if rows:
        erasing_log.erase_where(by, tournament, chosen=chosen, reason=reason)


def _discard_files(tournament: Tournament, names: Names) -> None:
    """Delete files and answers that were made from the event, and uploads that wait for their import."""
    public_files.discard_of(tournament)
    pending_files.discard_all()
    started = Job.objects.filter(tournament=tournament).exclude(state=Job.State.QUEUED)
    for job in started.exclude(kind=BACKUP, state=Job.State.RUNNING):
        with isolate_failure("deletion of a job", job=str(job.pk)):
            jobs.discard(job)
    for answer in IdempotencyKey.objects.filter(path__contains=f"/{tournament.slug}/").exclude(body="", location=""):
        if names.named_in(answer.body) or names.named_in(answer.location):
            IdempotencyKey.objects.filter(pk=answer.pk).update(body="", location="")
    forget_everything()
    dumps.overwrite_erased()


def forget_beside(change: Change, entry: Entry, redacted: Iterable[Mention] = ()) -> None:
    """Delete rows about an erased player outside the event, and list the erasure. Part of a change."""
    texts = tuple(sorted(mention.digest(entry.tournament) for mention in redacted))
    erasure = Erasure(identity(entry), timezone.now(), texts)
    transaction.on_commit(lambda: erasures.add(erasure), robust=True)
    Email.objects.filter(entry=entry).delete()
    MergedEntry.objects.filter(stays=entry).delete()
    FigureSums.objects.filter(entry=entry).delete()
    # A merge would still tell readers of the season who the person was.
    SeasonMerge.objects.filter(Q(entry=entry) | Q(same_as=entry)).delete()
    person_services.forget(change, entry)
    Entry.objects.filter(pk=entry.pk).update(account=None)


def identity(row: Entry | Application) -> str:
    """Return the digest by which the list of erasures names the row in this site's database and its backups."""
    return erasures.digest_of(row._meta.model_name, row.tournament.created_at, row.pk, row.created_at)


def erase_again(by: Actor) -> int:
    """Erase the listed people whom a restored backup brought back; return their number.

    First list erasures of which the list lacks: those of earlier releases, or made while its place was out of reach.
    """
    erased = AuditEntry.objects.filter(action="entries.erase", object_type="entry", elsewhere__isnull=True)
    moments = {int(key): moment for key, moment in erased.values_list("object_id", "at") if key.isdecimal()}
    listed = {erasure.digest: erasure for erasure in erasures.listed()}
    if not listed and not moments:
        return 0
    number = 0
    for entry in Entry.objects.select_related("tournament").order_by("pk"):
        digest = identity(entry)
        if entry.pk in moments:
            if digest not in listed:
                erasures.add(Erasure(digest, moments[entry.pk]))
        elif digest in listed and not entry.is_erased:
            number += _is_erased_now(by, entry, listed[digest].texts)
    for application in Application.objects.filter(entry=None).select_related("tournament").order_by("pk"):
        if identity(application) in listed:
            number += _is_erased_now(by, application)
    for user in User.objects.filter(acted_at=None).order_by("pk"):
        if _account_digest(user) in listed and user.username != f"erased-{user.pk}":
            number += _is_erased_now(by, user)
    return number


def _is_erased_now(by: Actor, row: Entry | Application | User, texts: Collection[str] = ()) -> bool:
    """Erase the person, with the texts of these digests; return False if that is refused, until the next attempt."""
    try:
        if isinstance(row, User):
            erase_account(by, row)
        elif isinstance(row, Application):
            erase_registration(by, row)
        else:
            named = mentions.mentions(row)
            erase(by, row, texts=[mention.key for mention in named if mention.digest(row.tournament) in texts])
    except UserError as error:
        # The event is played in a hall, say.
        log.warning("a person could not be erased again", extra={"row": str(row.pk), "why": str(error)})
        return False
    return True


def erase_account(by: Actor, user: User) -> User:
    """Erase an account, and list that beside the backups. Raises `UserError` as `people.deactivate` does."""
    digest, former = _account_digest(user), User(pk=user.pk, username=user.username)
    with noted_transaction():
        erased = people.erase(by, user=user)
        erasing_log.erase_account(by, former)
    transaction.on_commit(lambda: erasures.add(Erasure(digest, timezone.now())), robust=True)
    transaction.on_commit(forget_everything, robust=True)
    return erased


def _account_digest(user: User) -> str:
    return erasures.digest_of("account", user.pk, user.date_joined)
