"""Webhooks of an event or a season: added, changed, tested, paused, resumed, removed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change, next_number
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.seasons.models import Season
from tournaments.seasons.services import season_change
from tournaments.webhooks.models import TEST, Style, Webhook, WebhookMessage, WebhookSecret
from tournaments.webhooks.queries import is_silent
from tournaments.webhooks.services.addresses import split_chat
from tournaments.webhooks.services.outbox import tell_worker

MOST: Final = 10
"""Webhooks of one event or season."""


@change("webhooks.add", gettext_noop("Webhook added"))
def add(
    change: Change, tournament: Tournament, *, address: str, style: str, kinds: Sequence[str], language: str
) -> Webhook:
    """Add a webhook with a new signing key. Raises `UserError` for an address that cannot be one, or too many."""
    row = Webhook(tournament=tournament, style=style, kinds=list(kinds), language=language)
    return _add(change, row, address)


@season_change("webhooks.season.add", gettext_noop("Webhook added to the season"))
def add_to_season(
    change: Change, season: Season, *, address: str, style: str, kinds: Sequence[str], language: str
) -> Webhook:
    row = Webhook(season=season, style=style, kinds=list(kinds), language=language)
    return _add(change, row, address)


def _add(change: Change, webhook: Webhook, address: str) -> Webhook:
    others = _list_siblings(webhook)
    if others.count() >= MOST:
        raise UserError(_("There are %(most)s webhooks already. Remove one.") % {"most": MOST})
    webhook.host = check_address(address, webhook.style).hostname or ""
    webhook.number = next_number(others)
    webhook.save(force_insert=True)
    WebhookSecret.objects.create(webhook=webhook, address=address)
    change.note(_get_owner(webhook), after={"webhook": webhook.number, **_list_facts(webhook)})
    return webhook


def _list_siblings(webhook: Webhook) -> Any:
    return Webhook.objects.filter(tournament=webhook.tournament, season=webhook.season)


def _get_owner(webhook: Webhook) -> Tournament | Season:
    owner = webhook.tournament or webhook.season
    if owner is None:
        raise TypeError("a webhook belongs to an event or a season")
    return owner


def _list_facts(webhook: Webhook) -> dict[str, Any]:
    """Return what the log says: not the address, by which anybody could write there."""
    return {"host": webhook.host, "style": webhook.style, "kinds": webhook.kinds, "language": webhook.language}


def check_address(address: str, style: str) -> SplitResult:
    """Return the parts of an address to which messages may go. Raises `UserError`.

    Its network is checked when a message is sent, since a name may lead elsewhere by then.
    """
    problem = _("Paste the whole address, such as https://example.org/hooks/1.")
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        raise UserError(problem, field="address") from None
    plain = address.isascii() and address.isprintable() and " " not in address
    if not plain or not host or "@" in parts.netloc or parts.fragment or parts.scheme not in ("https", "http"):
        raise UserError(problem, field="address")
    if parts.scheme == "http" and not settings.WEBHOOK_NETWORKS:
        raise UserError(_("The address must begin with https://."), field="address")
    if style == Style.TELEGRAM and not split_chat(address)[1]:
        raise UserError(
            _("Add the chat: https://api.telegram.org/bot…/sendMessage?chat_id=…"),
            field="address",
        )
    return parts


@change("webhooks.edit", gettext_noop("Webhook changed"))
def edit(change: Change, tournament: Tournament, webhook: Webhook, *, kinds: Sequence[str], language: str) -> Webhook:
    return _edit(change, webhook, kinds, language)


@season_change("webhooks.season.edit", gettext_noop("Webhook of the season changed"))
def edit_of_season(change: Change, season: Season, webhook: Webhook, *, kinds: Sequence[str], language: str) -> Webhook:
    return _edit(change, webhook, kinds, language)


def _edit(change: Change, webhook: Webhook, kinds: Sequence[str], language: str) -> Webhook:
    webhook = _read_again(webhook)
    before = _list_facts(webhook)
    webhook.kinds, webhook.language = list(kinds), language
    if before == _list_facts(webhook):
        change.nothing()
        return webhook
    webhook.save(update_fields=["kinds", "language"])
    change.note(_get_owner(webhook), before=before, after={"webhook": webhook.number, **_list_facts(webhook)})
    return webhook


def _read_again(webhook: Webhook) -> Webhook:
    """Read the row under the lock of its owner. Raises `UserError` if it was removed."""
    row = Webhook.objects.filter(pk=webhook.pk).first()
    if row is None:
        raise UserError(_("This was removed in the meantime."))
    return row


@change("webhooks.pause", gettext_noop("Webhook paused"))
def pause(change: Change, tournament: Tournament, webhook: Webhook) -> Webhook:
    """Send nothing more; messages of what happens meanwhile are not written."""
    return _pause(change, webhook)


@season_change("webhooks.season.pause", gettext_noop("Webhook of the season paused"))
def pause_of_season(change: Change, season: Season, webhook: Webhook) -> Webhook:
    return _pause(change, webhook)


def _pause(change: Change, webhook: Webhook) -> Webhook:
    webhook = _read_again(webhook)
    if webhook.paused_at is not None:
        change.nothing()
        return webhook
    Webhook.objects.filter(pk=webhook.pk).update(paused_at=timezone.now(), problem="", failures=0, due_at=None)
    change.note(_get_owner(webhook), after={"webhook": webhook.number, "paused": True})
    return webhook


@change("webhooks.resume", gettext_noop("Webhook resumed"))
def resume(change: Change, tournament: Tournament, webhook: Webhook) -> Webhook:
    """Send messages again, first those that wait. Raises `UserError` if a backup has left the address out."""
    return _resume(change, webhook)


@season_change("webhooks.season.resume", gettext_noop("Webhook of the season resumed"))
def resume_of_season(change: Change, season: Season, webhook: Webhook) -> Webhook:
    return _resume(change, webhook)


def _resume(change: Change, webhook: Webhook) -> Webhook:
    webhook = _read_again(webhook)
    _require_secret(webhook)
    Webhook.objects.filter(pk=webhook.pk).update(paused_at=None, problem="", failures=0, due_at=None)
    # The message that has failed too often begins anew.
    webhook.messages.filter(state=WebhookMessage.State.WAITING).update(attempts=0)
    change.note(_get_owner(webhook), after={"webhook": webhook.number, "paused": False})
    transaction.on_commit(tell_worker, robust=True)
    return webhook


def _require_secret(webhook: Webhook) -> None:
    if not WebhookSecret.objects.filter(webhook=webhook).exists():
        raise UserError(_("A backup does not hold the address. Remove the webhook and add it again."))


@change("webhooks.test", gettext_noop("Test sent to a webhook"))
def send_test(change: Change, tournament: Tournament, webhook: Webhook) -> WebhookMessage:
    """Send a test, before messages that wait. Raises `UserError` of a rehearsal, or if the webhook is paused."""
    if is_silent(tournament):
        raise UserError(_("This event sends no messages: it is a rehearsal, a demonstration or the mirror of another."))
    return _send_test(change, webhook)


@season_change("webhooks.season.test", gettext_noop("Test sent to a webhook of the season"))
def send_test_of_season(change: Change, season: Season, webhook: Webhook) -> WebhookMessage:
    return _send_test(change, webhook)


def _send_test(change: Change, webhook: Webhook) -> WebhookMessage:
    webhook = _read_again(webhook)
    _require_secret(webhook)
    if webhook.paused_at is not None:
        raise UserError(_("The webhook is paused. Resume it first."))
    # The button is pressed again and again.
    webhook.messages.filter(kind=TEST, state=WebhookMessage.State.WAITING).delete()
    message = WebhookMessage.objects.create(webhook=webhook, kind=TEST, happened_at=timezone.now())
    Webhook.objects.filter(pk=webhook.pk).update(due_at=None)
    change.note(_get_owner(webhook), after={"webhook": webhook.number, "test": True})
    transaction.on_commit(tell_worker, robust=True)
    return message


@change("webhooks.remove", gettext_noop("Webhook removed"), on_archived=True, beside_loan=True)
def remove(change: Change, tournament: Tournament, webhook: Webhook) -> None:
    """Delete the webhook with its address, key and messages."""
    _remove(change, webhook)


@season_change("webhooks.season.remove", gettext_noop("Webhook of the season removed"))
def remove_of_season(change: Change, season: Season, webhook: Webhook) -> None:
    _remove(change, webhook)


def _remove(change: Change, webhook: Webhook) -> None:
    webhook = _read_again(webhook)
    change.note(_get_owner(webhook), before={"webhook": webhook.number, **_list_facts(webhook)})
    webhook.delete()
