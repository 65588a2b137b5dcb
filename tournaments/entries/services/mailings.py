"""E-mails of the organiser to many people: sent once to each, at a limited rate, repeated for failed ones."""

from __future__ import annotations

import datetime
from collections.abc import Collection
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.accounts.services import limits
from tournaments.core.audit import Change, change, next_number
from tournaments.core.errors import UserError
from tournaments.entries.models.mailings import Mailing
from tournaments.entries.models.registration import Email
from tournaments.entries.queries import list_recipients
from tournaments.entries.services import mail
from tournaments.events.models import Tournament

HOUR: Final = datetime.timedelta(hours=1)
MAX_AN_HOUR: Final = 500
"""E-mails of an event's mailings in an hour: mail servers stop senders of more."""
MAX_WAITING: Final = 5000


@change("mailings.send", gettext_noop("E-mail sent to many people"))
def send(
    change: Change,
    tournament: Tournament,
    *,
    key: str,
    subject: str,
    text: str,
    groups: Collection[str],
    language: str = "",
    expected: int | None = None,
) -> Mailing:
    """Queue the e-mail once by its `key`. Raises `UserError` without mail or addresses, or if not `expected` many."""
    if (earlier := tournament.mailings.filter(key=key).first()) is not None:
        change.nothing()
        return earlier
    if not mail.can_send() or tournament.rehearsal:
        raise UserError(_("This event sends no e-mail. Copy addresses and text into your own e-mail program."))
    recipient_rows = list_recipients(tournament, groups, language, confirmed_only=True)
    reached = sum(bool(person.address) for person in recipient_rows)
    if not reached:
        raise UserError(_("Nobody in these groups has an e-mail address. Choose others."), field="groups")
    if expected is not None and expected != reached:
        raise UserError(_("The recipients have changed. Check the preview again."), field="expected")
    limits.check_mails(change.user, reached)
    slots = _plan_send_times(tournament, reached)
    mailing = change.create(
        Mailing(
            tournament=tournament,
            number=next_number(tournament.mailings.all()),
            key=key,
            groups=list(groups),
            language=language,
            subject=subject,
            text=text,
            recipients=reached,
            created_by=change.user,
        )
    )
    rows = [
        Email(
            mailing=mailing,
            kind=mail.MAILING,
            application=person.application,
            entry=None if person.application else person.entry,
            address=person.address,
            state=Email.State.WAITING if person.address else Email.State.NO_ADDRESS,
        )
        for person in recipient_rows
    ]
    for row, slot in zip((row for row in rows if row.address), slots, strict=True):
        row.send_after = slot
    Email.objects.bulk_create(rows)
    transaction.on_commit(mail.tell_worker, robust=True)
    return mailing


@change("mailings.retry", gettext_noop("Failed e-mails sent again"))
def retry(change: Change, mailing: Mailing) -> Mailing:
    """Queue the e-mail again for recipients whom it did not reach, at their current addresses."""
    failed = list(mailing.emails.filter(state=Email.State.FAILED).select_related("application").order_by("pk"))
    if not failed:
        change.nothing()
        return mailing
    limits.check_mails(change.user, len(failed))
    for row, slot in zip(failed, _plan_send_times(mailing.tournament, len(failed)), strict=True):
        address = row.application.email if row.application else ""
        row.state = Email.State.WAITING if address else Email.State.NO_ADDRESS
        row.address, row.error, row.attempts, row.send_after = address, "", 0, slot
    Email.objects.bulk_update(failed, ["state", "address", "error", "attempts", "send_after"])
    change.note(mailing, after={"recipients": len(failed)})
    transaction.on_commit(mail.tell_worker, robust=True)
    return mailing


def _plan_send_times(tournament: Tournament, count: int) -> list[datetime.datetime]:
    """Return the times of so many further e-mails, at most `MAX_AN_HOUR` in an hour. Raises `UserError`."""
    now = timezone.now()
    rows = Email.objects.filter(mailing__tournament=tournament).exclude(state=Email.State.NO_ADDRESS)
    if rows.filter(state=Email.State.WAITING).count() + count > MAX_WAITING:
        raise UserError(_("Too many e-mails of this event are waiting. Try again later."))
    before = rows.filter(send_after__gt=now - HOUR).count()
    return [now + HOUR * (index // MAX_AN_HOUR) for index in range(before, before + count)]
