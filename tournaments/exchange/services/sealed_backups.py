"""Backup of this computer that the mirror of an event keeps, encrypted, for the day on which this computer fails."""

from __future__ import annotations

import datetime
import io
import logging
from http import HTTPStatus
from typing import Final

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.core.isolation import isolate_failure
from tournaments.events.models import Tournament
from tournaments.exchange.backups import sealing, store
from tournaments.exchange.backups.store import Backup
from tournaments.exchange.models import Publication, PublicationKey
from tournaments.exchange.queries import describe_publishing_problem
from tournaments.exchange.services import publishing
from tournaments.exchange.services.mirror_backups import MOST_BYTES
from tournaments.exchange.services.publishing import Send, request_mirror
from tournaments.exchange.site_requests import NoAnswerError, SiteAnswer, request_site

log = logging.getLogger(__name__)

PAGE: Final = "backup/"
SECONDS: Final = 300
PAUSE: Final = datetime.timedelta(minutes=5)


@change("publishing.seal", gettext_noop("Encrypted backup at the other site started"))
def keep(change: Change, tournament: Tournament, *, passphrase: str) -> Tournament:
    """Send each new backup from now on, encrypted by the passphrase. Raises `UserError` without a publication."""
    secret = PublicationKey.objects.filter(publication__tournament=tournament, publication__stopped_at=None).first()
    if secret is None:
        raise UserError(_("Publish the event first."))
    key = sealing.derive_key(passphrase)
    secret.seal_salt, secret.seal_secret = key.salt, key.secret
    secret.sealed_name = secret.seal_problem = ""
    secret.sealed_at = secret.seal_due_at = None
    secret.save()
    change.note(tournament, after={"backup": "sent"})
    return tournament


@change("publishing.unseal", gettext_noop("Encrypted backup at the other site stopped"))
def stop(change: Change, tournament: Tournament) -> Tournament:
    """Send no more backups, and forget the key. Raises `UserError` if none is sent."""
    rows = PublicationKey.objects.filter(publication__tournament=tournament, seal_secret__isnull=False)
    if not rows.update(seal_salt=None, seal_secret=None, seal_problem="", seal_due_at=None):
        raise UserError(_("No backup is sent to another site."))
    change.note(tournament, after={"backup": "not sent"})
    return tournament


def list_active() -> QuerySet[Publication]:
    return publishing.list_active().filter(secret__seal_secret__isnull=False)


def has_active() -> bool:
    return list_active().exists()


def send_due(send: Send = request_site) -> None:
    """Send the newest backup that this machine sees to each site that lacks it."""
    now = timezone.now()
    due = Q(secret__seal_due_at=None) | Q(secret__seal_due_at__lte=now) | Q(secret__seal_due_at__gt=now + 2 * PAUSE)
    waiting = list(list_active().filter(due).select_related("tournament", "secret"))
    backup = next(iter(store.listed()), None) if waiting else None
    for publication in waiting:
        if backup is not None and backup.name != publication.secret.sealed_name:
            with isolate_failure("encrypted backup", event=publication.tournament.slug):
                _send(publication, backup, send)


def _send(publication: Publication, backup: Backup, send: Send) -> None:
    secret = publication.secret
    # After another passphrase was typed meanwhile, this attempt says nothing of it.
    attempt = PublicationKey.objects.filter(pk=secret.pk, seal_secret=secret.seal_secret)
    problem = Publication.Problem.SIZE.value
    if sealing.compute_sealed_size(backup.size) <= MOST_BYTES:
        answer = _put(publication, _seal(backup, secret), send)
        if isinstance(answer, SiteAnswer) and answer.status == HTTPStatus.OK and answer.facts.get("size"):
            attempt.update(sealed_name=backup.name, sealed_at=timezone.now(), seal_problem="", seal_due_at=None)
            return
        problem = answer if isinstance(answer, str) else publishing.name_problem(answer.status)
    log.warning("an encrypted backup was not sent", extra={"problem": problem})
    attempt.update(seal_problem=problem, seal_due_at=timezone.now() + PAUSE)


def _seal(backup: Backup, secret: PublicationKey) -> bytes:
    key = sealing.SealKey(bytes(secret.seal_salt or b""), bytes(secret.seal_secret or b""))
    sealed = io.BytesIO()
    with backup.local() as path, path.open("rb") as source:
        sealing.seal(source, sealed, key)
    return sealed.getvalue()


def _put(publication: Publication, body: bytes, send: Send) -> SiteAnswer | str:
    page = f"{PAGE}?epoch={publication.epoch}"
    try:
        return request_mirror(
            publication, publication.secret.key, send, page=page, body=body, method="PUT", seconds=SECONDS
        )
    except NoAnswerError as error:
        return _name_failure(error)


def _name_failure(error: NoAnswerError) -> str:
    return (Publication.Problem.CERTIFICATE if error.certificate else Publication.Problem.CONNECTION).value


def fetch(address: str, *, key: str = "", send: Send = request_site) -> bytes:
    """Return the encrypted backup that the mirror at this link keeps. Raises `UserError`."""
    try:
        site, slug, key_of_link = publishing.split_address(address)
    except ValueError as error:
        raise UserError(
            _("The address is the link of an event, such as https://example.org/t/spring-open/.")
        ) from error
    key = key or key_of_link
    if not key or not key.isascii() or not key.isprintable():
        raise UserError(_("The key is missing: give it after the address."))
    place = Publication(site=site, slug=slug)
    try:
        answer = request_mirror(place, key, send, page=PAGE, method="GET", seconds=SECONDS, most_bytes=MOST_BYTES + 1)
    except NoAnswerError as error:
        raise UserError(describe_publishing_problem(_name_failure(error))) from error
    if answer.status == HTTPStatus.GONE:
        raise UserError(_("The site keeps no backup for this key."))
    if answer.status != HTTPStatus.OK:
        raise UserError(answer.detail or describe_publishing_problem(publishing.name_problem(answer.status)))
    if len(answer.content) > MOST_BYTES:
        raise UserError(_("The backup is too large to be fetched."))
    return answer.content
