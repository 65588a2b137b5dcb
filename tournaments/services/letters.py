"""Letters to people who registered: written and sent by the worker, in the language in which they registered.

Everything works without mail: then nothing is sent, and the own page says what the letter would have said.
"""

from __future__ import annotations

import logging
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation

from tournaments.models import Application, Entry
from tournaments.selectors.site_address import known_address
from tournaments.wording import letters as words

log = logging.getLogger(__name__)

SEND = "tournaments.tasks.send_letter"
"""Name of the task; its arguments are the key of the registration and the kind of the letter."""


def can_send() -> bool:
    """Whether the site has a mail server, and knows the address that its links bear."""
    return bool(settings.MAIL_FROM) and bool(known_address())


def send(application: Application, kind: str) -> None:
    """Ask the worker to write, once the change is stored. `kind` is a key of `wording.letters.SUBJECTS`."""
    if application.email and can_send() and not application.tournament.rehearsal:
        pk = application.pk
        transaction.on_commit(lambda: _ask(pk, kind), robust=True)


def send_entered(application: Application) -> None:
    """Entered: in the field, or on the waiting list."""
    entry = application.entry
    send(application, "waiting" if entry is not None and entry.status == Entry.Status.WAITING else "entered")


def _ask(pk: int, kind: str) -> None:
    # Celery takes as long to load as half of the program, and most processes never write.
    from kombu.exceptions import OperationalError

    from tournaments.site.celery import app

    try:
        app.send_task(SEND, [pk, kind])
    except OperationalError:
        log.exception("broker unavailable, a letter is not written", extra={"registration": pk, "kind": kind})


def deliver(pk: int, kind: str) -> None:
    """Write and send; a registration that is gone gets none. Raises OSError where the mail server does not answer."""
    application = Application.objects.select_related("tournament").filter(pk=pk).first()
    if application is None or not application.email or not can_send() or application.tournament.rehearsal:
        return
    event = application.tournament
    link = known_address() + reverse("registration_own", args=[application.token])
    if kind == "confirm":
        link += f"?confirm={application.mail_token}"
    until = application.offered_until
    with translation.override(application.language or settings.LANGUAGE_CODE):
        written = words.letter(
            kind,
            event=event.name,
            name=application.whole_name,
            link=link,
            until=f"{timezone.localtime(until, ZoneInfo(event.time_zone)):%Y-%m-%d %H:%M}" if until else "",
            reason=application.reason,
        )
    send_mail(written.subject, written.body, settings.MAIL_FROM, [application.email])
