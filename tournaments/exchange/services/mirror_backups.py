"""Sealed backup that a mirror keeps for the computer that publishes there. Only the passphrase typed there opens it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.exchange.backups.sealing import MAGIC
from tournaments.exchange.models import Mirror, SealedBackup
from tournaments.exchange.services.mirroring import RefusedDeliveryError

MOST_BYTES: Final = 50_000_000


def store(mirror: Mirror, *, epoch: str, content: bytes) -> None:
    """Keep the file in the place of an earlier one. Raises `RefusedDeliveryError`."""
    if not content.startswith(MAGIC):
        raise RefusedDeliveryError(HTTPStatus.BAD_REQUEST, _("This is not an encrypted backup of this program."))
    _replace(mirror, epoch, content)


def _replace(mirror: Mirror, epoch: str, content: bytes) -> None:
    with transaction.atomic():
        # A key that was revoked, or a computer that was replaced, meanwhile.
        rows = Mirror.objects.select_for_update().filter(pk=mirror.pk, digest=mirror.digest)
        if not epoch or not rows.filter(epoch=epoch).exists():
            raise RefusedDeliveryError(HTTPStatus.CONFLICT, _("Another computer publishes this event now."))
        facts = {"content": content, "size": len(content), "received_at": timezone.now()}
        SealedBackup.objects.update_or_create(mirror=mirror, defaults=facts)


def read(mirror: Mirror) -> bytes:
    stored = SealedBackup.objects.filter(mirror=mirror).first()
    if stored is None:
        raise RefusedDeliveryError(HTTPStatus.GONE, _("No backup is kept here."))
    return bytes(stored.content)


@change("mirror.backup.delete", gettext_noop("Encrypted backup of the hall deleted"), beside_loan=True)
def discard(change: Change, tournament: Tournament) -> Tournament:
    """Delete the file that is kept here. Raises `UserError` if there is none."""
    deleted, _models = SealedBackup.objects.filter(mirror__tournament=tournament).delete()
    if not deleted:
        raise UserError(_("No backup is kept here."))
    change.note(tournament, after={"backup": "deleted"})
    return tournament
