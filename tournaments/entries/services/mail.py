"""E-mails to people who register and of mailings, sent by the worker in the language of the registration.

Every e-mail is a row from the moment it is requested, in the transaction of the change that causes it; the worker sends
waiting rows over one connection. An e-mail of a mailing is never sent twice: one whose worker was killed while sending
it has failed, and the organiser may send it again. Without a mail server nothing is sent and everything else works:
the registration's own page says what the e-mail would have said.
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

from tournaments.core.jobs import celery_app
from tournaments.core.text.zones import in_zone
from tournaments.entries import mail_texts as words
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.mailings import Mailing
from tournaments.entries.models.registration import Application, Email
from tournaments.events.hall_address import known_address

log = logging.getLogger(__name__)

SEND: Final = "tournaments.tasks.send_email"
"""Name of the task that sends what waits."""
MAX_ATTEMPTS: Final = 8
FIRST_WAIT: Final = datetime.timedelta(seconds=30)
"""Before the second attempt; each further wait is twice as long."""
LEASE: Final = datetime.timedelta(minutes=5)
"""A row that a worker has taken is left alone for so long."""
MAX_AT_ONCE: Final = 100
"""E-mails of one task; others of the queue get their turn before the next."""
TURN: Final = datetime.timedelta(seconds=30)
"""Longest time of one task: with a slow mail server, others of the queue get their turn as well."""
APPROVED: Final = ("entered", "waiting")
"""Kinds of the e-mail after an approval."""
MAILING: Final = "mailing"
"""Kind of an e-mail with the organiser's own text."""
KEPT: Final = datetime.timedelta(days=90)


def can_send() -> bool:
    """Return True if the site has a mail server and knows the URL for its links."""
    return bool(settings.MAIL_FROM) and bool(known_address())


def needs_address() -> bool:
    """Return True if the site has a mail server, but no URL for the links of e-mails."""
    return bool(settings.MAIL_FROM) and not known_address()


def can_reach(application: Application) -> bool:
    """Return True if the person gets the e-mails of the event."""
    return bool(application.email) and can_send() and not application.tournament.rehearsal


def awaits_confirmation(application: Application) -> bool:
    """Return True if neither the person nor the organiser has confirmed the address: anybody can type it."""
    return application.confirmed_at is None and can_reach(application)


def send(application: Application, kind: str, *, send_after: datetime.datetime | None = None) -> None:
    """Queue an e-mail in the transaction; the worker is told on commit. `kind` is a key of `mail_texts.SUBJECTS`.

    An address that nobody has confirmed gets the request to confirm it and nothing else.
    """
    if not can_reach(application) or (kind != Email.CONFIRMATION and awaits_confirmation(application)):
        return
    due = send_after or timezone.now()
    Email.objects.create(application=application, address=application.email, kind=kind, send_after=due)
    transaction.on_commit(tell_worker, robust=True)


def send_entered(application: Application) -> None:
    """Tell the player that they are in the field, or on the waiting list."""
    entry = application.entry
    send(application, "waiting" if entry is not None and entry.status == Entry.Status.WAITING else "entered")


def send_place(application: Application) -> None:
    """Tell the player what they may have missed while the address was not confirmed: an offer, or their place."""
    if application.offered_until is not None:
        send(application, "offer")
    elif application.entry is not None:
        send_entered(application)


def deliver_waiting() -> int:
    """Send waiting e-mails, `MAX_AT_ONCE` at most and for `TURN` at most. Returns their number.

    An e-mail that fails is tried again later, `MAX_ATTEMPTS` times in about two hours; the others go out meanwhile. If
    the mail server is not reached, this turn ends: each further attempt would wait for it as long.
    """
    sent, ends_at = 0, time.monotonic() + TURN.total_seconds()
    due = Email.objects.filter(send_after__lte=timezone.now())
    # Their workers ended without a word; an e-mail that ends a worker each time must not do so for ever.
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
                # Whatever state the failure left it in, the next e-mail starts with a new one.
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
    """Send the e-mail of a row. Returns False if it has lost its registration, its address or its event's mail."""
    message = _message(row)
    if message is not None:
        message.connection = connection
        message.send()
    lost = message is None and row.mailing_id is not None
    values = {"state": Email.State.FAILED} if lost else {"state": Email.State.SENT, "error": ""}
    Email.objects.filter(pk=row.pk).update(sent_at=timezone.now(), **values)
    return message is not None


def _note_failure(row: Email, error: Exception) -> None:
    """Let the e-mail wait for its next attempt, or fail it: at once where no attempt can succeed (no mail can be
    written to this address), else after the last attempt.
    """
    given_up = row.attempts >= MAX_ATTEMPTS or isinstance(error, ValueError)
    Email.objects.filter(pk=row.pk).update(
        state=Email.State.FAILED if given_up else Email.State.WAITING,
        send_after=timezone.now() + FIRST_WAIT * 2 ** (row.attempts - 1),
        error=str(error)[:300] or type(error).__name__,
    )


def discard_old() -> None:
    """Delete e-mails after three months."""
    Email.objects.filter(created_at__lt=timezone.now() - KEPT).exclude(state=Email.State.WAITING).delete()


def tell_worker() -> None:
    from kombu.exceptions import OperationalError

    try:
        celery_app().send_task(SEND)
    except OperationalError:
        log.exception("broker unavailable; the timer sends the e-mail later")


def _claim() -> Email | None:
    """Claim the oldest waiting e-mail, mailings last; None if there is none. Two workers never claim the same one."""
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
    """Return subject and text of a mailing for a recipient, with the placeholders replaced."""
    event, number = application.tournament, application.entry.number if application.entry else "–"
    values = {"name": application.whole_name, "number": str(number), "event": event.name}
    link = known_address() + reverse("registration_own", args=[application.token])
    with translation.override(application.language or settings.LANGUAGE_CODE):
        return words.compose_mailing(mailing.subject, mailing.text, values=values, link=link)


def _message(row: Email) -> EmailMessage | None:
    """Return the e-mail's subject and text; None if the registration no longer has this address."""
    application = row.application
    if application is None or application.email != row.address or not can_reach(application):
        return None
    if row.mailing is not None:
        organiser = row.mailing.created_by
        reply = [organiser.email] if organiser and organiser.email else []
        return EmailMessage(*compose(row.mailing, application), settings.MAIL_FROM, [row.address], reply_to=reply)
    event = application.tournament
    link = known_address() + reverse("registration_own", args=[application.token])
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
