"""Mirror of an event that another site plays: its key, and the deliveries that replace what visitors see here."""

from __future__ import annotations

import datetime
import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.branding.models import EventPicture, SponsorLogo
from tournaments.core import public_files
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import Application
from tournaments.events.models import Announcement, Tournament
from tournaments.exchange.document.deleting import clear_rows
from tournaments.exchange.document.fields import RowKey
from tournaments.exchange.document.reading import ReadEvent, ReadRow, read_document
from tournaments.exchange.document.sections import Section, list_sections
from tournaments.exchange.document.visitor import ABOUT, VISITOR, compute_projection_mark, list_visitor_sections
from tournaments.exchange.document.visitor_extra import is_extra
from tournaments.exchange.document.writing import build_about
from tournaments.exchange.documents import Raw
from tournaments.exchange.models import Mirror, SealedBackup
from tournaments.exchange.services.event_files import Restored
from tournaments.exchange.services.mirror_rows import KEPT, SectionChange, compare_rows
from tournaments.exchange.services.mirrored_fees import attach_fees, detach_fees
from tournaments.exchange.services.mirrored_pictures import find_rows, keep_named
from tournaments.exchange.services.mirrored_questions import replace_questions
from tournaments.fees.models import Payment
from tournaments.rounds.models import RoundClock
from tournaments.seasons.models import StoredStandings

STAYS: Final = frozenset({"slug"})
ON_TIME: Final = datetime.timedelta(seconds=2)


class RefusedDeliveryError(Exception):
    """Refusal of a request; a retry helps after `seconds`."""

    def __init__(self, status: int, detail: str, *, seconds: int = 0) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.seconds = seconds


@dataclass(frozen=True)
class Delivery:
    epoch: str
    number: int
    sent_at: datetime.datetime
    event: Raw
    extra: Raw
    mark: str


def digest_key(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


@change("mirror.key", gettext_noop("Key for another site made"), beside_loan=True)
def make_key(change: Change, tournament: Tournament) -> str:
    """Return a new key, in the place of an earlier one. Raises `UserError` for an event that is played here."""
    mirror = Mirror.objects.filter(tournament=tournament).first()
    if refusal := find_own_work(tournament):
        raise UserError(refusal)
    # No key begins with a hyphen, which commands take for an option.
    key = secrets.token_hex(16)
    if mirror is None:
        mirror = Mirror(tournament=tournament)
    mirror.digest = digest_key(key)
    mirror.save()
    change.note(tournament, after={"mirror": "key"})
    return key


@change("mirror.revoke", gettext_noop("Key for another site revoked"), beside_loan=True)
def revoke_key(change: Change, tournament: Tournament) -> Tournament:
    Mirror.objects.filter(tournament=tournament).update(digest=None)
    SealedBackup.objects.filter(mirror__tournament=tournament).delete()
    change.note(tournament, after={"mirror": "revoked"})
    return tournament


def find_own_work(tournament: Tournament) -> str:
    """Return why deliveries may not replace the event; empty if they may."""
    if tournament.lent_at is None and tournament.rounds.filter(seatings__isnull=False).exists():
        return _("This event has been seated here. Make an empty event for what another site publishes.")
    if Payment.objects.filter(tournament=tournament).exists():
        return _("This event has payments here. Make an empty event for what another site publishes.")
    return ""


def find_mirror(slug: str, key: str) -> Mirror:
    mirror = Mirror.objects.select_related("tournament").filter(tournament__slug=slug).first()
    if mirror is None:
        raise RefusedDeliveryError(404, _("No event here takes deliveries under this address."))
    if mirror.digest is None or not hmac.compare_digest(mirror.digest, digest_key(key)):
        raise RefusedDeliveryError(401, _("The key is wrong or was revoked."))
    return mirror


def claim(mirror: Mirror, *, epoch: str, after: str) -> None:
    """Take deliveries of the epoch from now on, if those of `after` were taken. Raises `RefusedDeliveryError`."""
    if not 16 <= len(epoch) <= 32 or not epoch.isalnum():
        raise RefusedDeliveryError(400, _("The delivery cannot be read."))
    if refusal := find_own_work(mirror.tournament):
        raise RefusedDeliveryError(403, refusal)
    if not _exchange_epoch(mirror, epoch, after) and not Mirror.objects.filter(pk=mirror.pk, epoch=epoch).exists():
        raise RefusedDeliveryError(409, _("Another computer publishes this event now."))


def _exchange_epoch(mirror: Mirror, epoch: str, after: str) -> bool:
    rows = Mirror.objects.filter(pk=mirror.pk, digest=mirror.digest, epoch=after)
    return bool(rows.update(epoch=epoch, number=0))


def receive(mirror: Mirror, delivery: Delivery) -> int:
    """Replace the event by the delivery, or drop it if a later one was taken; return the number of the last taken."""
    if delivery.mark != compute_projection_mark():
        raise RefusedDeliveryError(422, _("The two sites have different versions of the program. Update both."))
    try:
        return _store(mirror, delivery)
    except (IntegrityError, ValidationError) as error:
        reason = str(error).splitlines()[0]
        raise RefusedDeliveryError(422, _("The delivery does not fit this site: %(why)s") % {"why": reason}) from error


def _store(mirror: Mirror, delivery: Delivery) -> int:
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().filter(pk=mirror.tournament_id).first()
        locked = Mirror.objects.select_for_update().filter(pk=mirror.pk, digest=mirror.digest).first()
        if tournament is None or locked is None:
            raise RefusedDeliveryError(401, _("The key is wrong or was revoked."))
        mirror = locked
        if not delivery.epoch or mirror.epoch != delivery.epoch:
            raise RefusedDeliveryError(409, _("Another computer publishes this event now."))
        if delivery.number <= mirror.number:
            return mirror.number
        if refusal := find_own_work(tournament):
            # It was done after the key was made, or after the event was taken back.
            raise RefusedDeliveryError(403, refusal)
        now = timezone.now()
        offset = now - delivery.sent_at
        if abs(offset) <= ON_TIME:
            offset = datetime.timedelta()
        if delivery.event:
            mirror.extra = delivery.extra
            pictures = find_rows(tournament)
            _replace(tournament, delivery.event, offset, now)
            keep_named(tournament, pictures, delivery.extra.get("pictures", ()))
        mirror.number, mirror.received_at = delivery.number, now
        mirror.offset = int(offset.total_seconds() * 1000)
        mirror.save()
    return mirror.number


def read_delivery(raw: Raw, changes: Mapping[str, SectionChange]) -> ReadEvent:
    names = {
        section.name: {*(column.name for column in section.columns), *section.many}
        for section in list_visitor_sections()
    }
    beyond = {*raw} - {"format", "tournament", *VISITOR}
    about = raw.get("tournament")
    beyond |= {*about} - {*ABOUT} if isinstance(about, dict) else set()
    for name, columns in names.items():
        rows = raw.get(name, [])
        if isinstance(rows, list):
            beyond |= {column for row in rows if isinstance(row, dict) for column in row} - columns - {"id"}
    event, problems = read_document(raw, {}, {name: change.same for name, change in changes.items()})
    if event is None or beyond:
        detail = ", ".join(sorted(beyond)) or "; ".join(f"{row.column}: {row.message}" for row in problems[:3])
        raise RefusedDeliveryError(422, _("The delivery does not fit this site: %(why)s") % {"why": detail})
    return event


def parse_delivery(raw: object) -> Delivery:
    facts = raw if isinstance(raw, dict) else {}
    sent_at = parse_datetime(str(facts.get("sent_at", "")))
    number, event, extra = facts.get("number"), facts.get("event"), facts.get("extra")
    if sent_at is None or sent_at.tzinfo is None or not isinstance(number, int) or not isinstance(event, dict):
        raise RefusedDeliveryError(400, _("The delivery cannot be read."))
    if not isinstance(extra, dict) or (event and not is_extra(extra)):
        raise RefusedDeliveryError(422, _("The delivery does not fit this site: %(why)s") % {"why": "extra"})
    return Delivery(str(facts.get("epoch", "")), number, sent_at, event, extra, str(facts.get("mark", "")))


def _replace(tournament: Tournament, raw: Raw, offset: datetime.timedelta, now: datetime.datetime) -> None:
    about = raw.get("tournament")
    here = build_about(tournament, {*ABOUT} - STAYS)
    derive = not isinstance(about, dict) or here != {name: about[name] for name in here if name in about}
    changes = compare_rows(tournament, raw, derive=derive)
    event = read_delivery(raw, changes)
    registered = Application.objects.filter(tournament=tournament, entry__isnull=False)
    # Without its player a registration of the waiting list would be like any other that was taken.
    waiting = registered.filter(entry__status=Entry.Status.WAITING)
    waiting.update(state=Application.State.PENDING, offered_until=None, entry=None)
    registered.update(entry=None)
    category_names = detach_fees(tournament)
    kept_models = [row.model for row in list_sections() if row.model.__name__ in KEPT]
    kept_models += [EventPicture, SponsorLogo]
    by_model = {section.model: changes[section.name] for section in list_visitor_sections()}
    clear_rows(
        tournament,
        without=kept_models,
        made_again={model: change.list_reused() for model, change in by_model.items()},
        stay={model: change.list_staying() for model, change in by_model.items()},
    )
    replace_questions(tournament, event)
    for name in ABOUT:
        if name in event.about and name not in STAYS:
            setattr(tournament, name, event.about[name])
    tournament.version += 1
    tournament.lent_at = tournament.lent_at or now
    tournament.save()
    _Mirrored(event, tournament, changes).fill()
    attach_fees(tournament, category_names)
    if offset:
        _shift_clocks(tournament, offset)
    StoredStandings.objects.filter(tournament=tournament).delete()
    transaction.on_commit(lambda: public_files.discard_of(tournament))


class _Mirrored(Restored):
    def __init__(self, event: ReadEvent, tournament: Tournament, changes: Mapping[str, SectionChange]) -> None:
        super().__init__(event)
        self.tournament = tournament
        self.people = {}
        self.changes = changes
        self.primary_keys: dict[type[models.Model], dict[RowKey, Any]] = {}

    def rows_of(self, section: Section) -> list[ReadRow]:
        """Return the rows that are made; those that stay are named by others, as made ones are."""
        change, rows = self.changes[section.name], super().rows_of(section)
        instances = self.made.setdefault(section.model, {})
        keys = self.primary_keys.setdefault(section.model, {})
        for row, instance, stays in zip(rows, change.instances, change.same, strict=True):
            if stays:
                instances[row.key] = instance
            elif instance is not None:
                keys[row.key] = instance.pk
        return [row for row, stays in zip(rows, change.same, strict=True) if not stays]

    def values_here(self, section: Section, row: ReadRow) -> dict[str, Any]:
        keys = self.primary_keys[section.model]
        return {"pk": keys[row.key]} if row.key in keys else {}

    def fill(self) -> Tournament:
        for section in list_visitor_sections():
            if section.model.__name__ not in KEPT:
                self.make_rows(section, self.rows_of(section))
        return self.tournament


def _shift_clocks(tournament: Tournament, offset: datetime.timedelta) -> None:
    moments = {
        RoundClock: ("started_at", "ends_at", "paused_at", "ended_at"),
        Announcement: ("starts_at", "ends_at"),
    }
    for model, names in moments.items():
        way = "round__tournament" if model is RoundClock else "tournament"
        rows = list(model._default_manager.filter(**{way: tournament}))
        for row in rows:
            for name in names:
                if (moment := getattr(row, name)) is not None:
                    setattr(row, name, moment + offset)
        model._default_manager.bulk_update(rows, names)
