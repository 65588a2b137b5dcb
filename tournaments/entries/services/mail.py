"""E-mails to people who register and of mailings, sent by the worker in the language of the registration.

Every e-mail is a row in the transaction of the change that causes it. One of a mailing is never sent twice: it fails if
its worker was killed. Without a mail server nothing is sent and everything else works.
"""

from __future__ import annotations

import datetime
import logging
import time
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone, translation

from tournaments.core.jobs import load_celery_app
from tournaments.core.text.zones import in_zone
from tournaments.entries import mail_texts as words
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.mailings import Mailing
from tournaments.entries.models.registration import Application, Email
from tournaments.events.hall_address import find_known_address

log = logging.getLogger(__name__)

SEND: Final = "tournaments.tasks.send_email"
MAX_ATTEMPTS: Final = 8
FIRST_WAIT: Final = datetime.timedelta(seconds=30)
"""Wait before the second attempt; each further wait is twice as long."""
LEASE: Final = datetime.timedelta(minutes=5)
"""Time for which a row that a worker has taken is left alone."""
MAX_AT_ONCE: Final = 100
TURN: Final = datetime.timedelta(seconds=30)
"""Time of one task: with a slow mail server, others of the queue get their turn as well."""
APPROVED: Final = ("entered", "waiting")
MAILING: Final = "mailing"
KEPT: Final = datetime.timedelta(days=90)


def can_send() -> bool:
    """Return True if the site has a mail server and knows the URL for its links."""
    return bool(settings.MAIL_FROM) and bool(find_known_address())


def needs_address() -> bool:
    return bool(settings.MAIL_FROM) and not find_known_address()


def can_reach(application: Application) -> bool:
    return bool(application.email) and can_send() and not application.tournament.rehearsal


def needs_confirmation(application: Application) -> bool:
    """Return True if neither the person nor the organiser has confirmed the address: anybody can type it."""
    return application.confirmed_at is None and can_reach(application)


def send(application: Application, kind: str, *, send_after: datetime.datetime | None = None) -> None:
    """Queue an e-mail, a key of `mail_texts.SUBJECTS`; an unconfirmed address gets only the request to confirm it."""
    if not can_reach(application) or (kind != Email.CONFIRMATION and needs_confirmation(application)):
        return
    due = send_after or timezone.now()
    Email.objects.create(application=application, address=application.email, kind=kind, send_after=due)
    transaction.on_commit(tell_worker, robust=True)


def send_entered(application: Application) -> None:
    entry = application.entry
    send(application, "waiting" if entry is not None and entry.status == Entry.Status.WAITING else "entered")


def send_place(application: Application) -> None:
    """Send the offer or place that the player missed while the address was not confirmed."""
    if application.offered_until is not None:
        send(application, "offer")
    elif application.entry is not None:
        send_entered(application)


def deliver_waiting() -> int:
    """Send waiting e-mails, at most `MAX_AT_ONCE` and for `TURN`; return their number.

    A failed one is tried again, `MAX_ATTEMPTS` times in about two hours. The turn ends if the mail server is not
    reached.
    """
    sent, ends_at = 0, time.monotonic() + TURN.total_seconds()
    due = Email.objects.filter(send_after__lte=timezone.now())
    # Their workers were killed; an e-mail that kills a worker each time must not be tried for ever.
    ended = Q(state=Email.State.SENDING) | Q(state=Email.State.WAITING, attempts__gte=MAX_ATTEMPTS)
    due.filter(ended).update(state=Email.State.FAILED, error="interrupted")
    connection = get_connection()
    try:
        for _turn in range(MAX_AT_ONCE):
            if (row := _claim()) is None:
                return sent
            try:
                sent += _deliver(row, connection)
            except Exception as error:
                log.exception("e-mail not sent", extra={"email": row.pk, "attempt": row.attempts})
                _note_failure(row, error)
                # The failure may have broken the connection; the next e-mail opens a new one.
                connection.close()
                if isinstance(error, OSError) and not _is_reached(connection):
                    return sent
            if time.monotonic() > ends_at:
                break
    finally:
        connection.close()
    tell_worker()
    return sent


def _is_reached(connection: BaseEmailBackend) -> bool:
    try:
        connection.open()
    except OSError:
        return False
    return True


def _deliver(row: Email, connection: BaseEmailBackend) -> bool:
    """Send the e-mail of a row; return False if its registration, address or event's mail is gone."""
    message = _build_message(row)
    if message is not None:
        message.connection = connection
        message.send()
    lost = message is None and row.mailing_id is not None
    values = {"state": Email.State.FAILED} if lost else {"state": Email.State.SENT, "error": ""}
    Email.objects.filter(pk=row.pk).update(sent_at=timezone.now(), **values)
    return message is not None


def _note_failure(row: Email, error: Exception) -> None:
    """Let the e-mail wait for its next attempt, or fail it if none can succeed or after the last one."""
    given_up = row.attempts >= MAX_ATTEMPTS or isinstance(error, ValueError)
    Email.objects.filter(pk=row.pk).update(
        state=Email.State.FAILED if given_up else Email.State.WAITING,
        send_after=timezone.now() + FIRST_WAIT * 2 ** (row.attempts - 1),
        error=str(error)[:300] or type(error).__name__,
    )


def discard_old() -> None:
    Email.objects.filter(created_at__lt=timezone.now() - KEPT).exclude(state=Email.State.WAITING).delete()


def tell_worker() -> None:
    from kombu.exceptions import OperationalError

    try:
        load_celery_app().send_task(SEND)
    except OperationalError:
        log.exception("broker unavailable; the timer sends the e-mail later")


def _claim() -> Email | None:
    """Claim the oldest waiting e-mail, mailings last; two workers never claim the same one."""
    now = timezone.now()
    due = Email.objects.filter(state=Email.State.WAITING, send_after__lte=now)
    due = due.order_by(F("mailing").asc(nulls_first=True), "pk")
    while (email := due.first()) is not None:
        updated = Email.objects.filter(Q(state=Email.State.WAITING), pk=email.pk, send_after=email.send_after).update(
            state=Email.State.SENDING if email.mailing_id else Email.State.WAITING,
            send_after=now + LEASE,
            attempts=F("attempts") + 1,
        )
        if updated:
            related = ("application__tournament", "application__entry", "mailing__created_by")
            return Email.objects.select_related(*related).get(pk=email.pk)
    return None


def compose(mailing: Mailing, application: Application) -> tuple[str, str]:
    event, number = application.tournament, application.entry.number if application.entry else "–"
    values = {"name": application.whole_name, "number": str(number), "event": event.name}
    link = find_known_address() + reverse("registration_own", args=[application.token])
    with translation.override(application.language or settings.LANGUAGE_CODE):
        return words.compose_mailing(mailing.subject, mailing.text, values=values, link=link)


def _build_message(row: Email) -> EmailMessage | None:
    """Return the e-mail; None if the registration no longer has this address."""
    application = row.application
    if application is None or application.email != row.address or not can_reach(application):
        return None
    if row.mailing is not None:
        organiser = row.mailing.created_by
        reply = [organiser.email] if organiser and organiser.email else []
        return EmailMessage(*compose(row.mailing, application), settings.MAIL_FROM, [row.address], reply_to=reply)
    event = application.tournament
    link = find_known_address() + reverse("registration_own", args=[application.token])
    if row.kind == Email.CONFIRMATION:
        link += f"?confirm={application.mail_token}"
    until = application.offered_until
    with translation.override(application.language or settings.LANGUAGE_CODE):
        subject, body = words.compose(
            row.kind,
            event=event.name,
            number=application.number,
            link=link,
            until=in_zone(until, event.time_zone) if until else "",
            reason=application.reason,
        )
    return EmailMessage(subject, body, settings.MAIL_FROM, [row.address])
