"""Messages of webhooks: written by the change that causes them, and sent by the worker after its commit.

Each is sent at least once, those of one webhook in their order. A message is composed when it is sent, of what visitors
see then: what was withdrawn, hidden or erased in the meantime is not in it.
"""

from __future__ import annotations

import datetime
import logging
import time
from collections.abc import Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When
from django.dispatch import receiver
from django.utils import timezone

from tournaments.core.audit import entries_written
from tournaments.core.isolation import isolate_failure
from tournaments.core.jobs import load_celery_app
from tournaments.core.models.log import AuditEntry
from tournaments.core.occasions import list_noticed
from tournaments.events.models import Tournament
from tournaments.exchange.site_requests import NoAnswerError, SiteAnswer, request_target
from tournaments.webhooks.models import TEST, Problem, Webhook, WebhookMessage
from tournaments.webhooks.queries import is_silent

if TYPE_CHECKING:
    from tournaments.webhooks.services.composing import Request

log = logging.getLogger(__name__)

SEND: Final = "tournaments.tasks.send_webhook_messages"
EVERY: Final = 10
SECONDS: Final = 10.0
"""Time limit of one request."""
MOST_ANSWER: Final = 2000
"""Bytes that are read of an answer."""
FIRST_PAUSE: Final = 10
LONGEST_PAUSE: Final = 3600
"""Seconds until the second attempt, each later pause twice as long; and the longest."""
MAX_ATTEMPTS: Final = 12
"""Attempts of one message, in three and a half hours; after the last one the webhook is paused."""
LATEST: Final = datetime.timedelta(days=1)
"""Age at which a message that waited, as for a paused webhook, is news no more."""
LEASE: Final = datetime.timedelta(minutes=2)
"""Time for which one worker alone sends the messages of a webhook: longer than one request with its search for the
host."""
MOST_AT_ONCE: Final = 50
TURN: Final = 30.0
KEPT: Final = datetime.timedelta(days=30)


@receiver(entries_written)
def write_messages(tournament: Tournament, entries: Sequence[AuditEntry], **_signal: object) -> None:
    """Write a message of each occasion for each webhook of the event and its seasons."""
    if not (noticed := list_noticed(entries)):
        return
    webhooks = _list_webhooks_of(tournament)
    if not webhooks or is_silent(tournament):
        return
    now = timezone.now()
    messages = [
        WebhookMessage(webhook=webhook, tournament=tournament, kind=occasion.kind, about=about, happened_at=now)
        for occasion, about in noticed
        for webhook in webhooks
        if occasion.kind in webhook.kinds
    ]
    if messages:
        WebhookMessage.objects.bulk_create(messages)
        transaction.on_commit(tell_worker, robust=True)


def _list_webhooks_of(tournament: Tournament) -> list[Webhook]:
    of_event = Q(tournament=tournament) | Q(season__events__tournament=tournament)
    return list(_list_active().filter(of_event).distinct().order_by("pk"))


def _list_active() -> QuerySet[Webhook]:
    return Webhook.objects.filter(paused_at=None, secret__isnull=False).order_by("pk")


def tell_worker() -> None:
    from kombu.exceptions import OperationalError

    try:
        load_celery_app().send_task(SEND)
    except OperationalError:
        log.exception("broker unavailable; the timer sends the messages later")


def _list_due() -> QuerySet[Webhook]:
    now = timezone.now()
    waiting = WebhookMessage.objects.filter(webhook=OuterRef("pk"), state=WebhookMessage.State.WAITING)
    # After the clock was put back, an attempt would be due in a far future.
    later = now + datetime.timedelta(seconds=2 * LONGEST_PAUSE)
    due = Q(due_at=None) | Q(due_at__lte=now) | Q(due_at__gt=later)
    free = Q(claimed_until=None) | Q(claimed_until__lte=now) | Q(claimed_until__gt=now + 2 * LEASE)
    return _list_active().filter(due, free, Exists(waiting))


def has_waiting() -> bool:
    return not settings.REHEARSAL and _list_due().exists()


def deliver_due() -> None:
    """Send the waiting messages of every webhook, each in a turn. A copy of a site for a rehearsal sends nothing."""
    if settings.REHEARSAL:
        return
    ends_at = time.monotonic() + TURN
    for webhook in _list_due().order_by(F("sent_at").asc(nulls_first=True), "pk"):
        with isolate_failure("webhook", webhook=webhook.pk):
            deliver(webhook)
        if time.monotonic() > ends_at:
            return


def deliver(webhook: Webhook) -> None:
    """Send the waiting messages of a webhook in their order, until the first one that fails."""
    for _turn in range(MOST_AT_ONCE):
        if (claim := _claim(webhook)) is None:
            return
        try:
            message = _find_next(webhook)
            went = message is not None and _send(webhook, message)
        finally:
            # Of another worker, if this one has taken too long.
            Webhook.objects.filter(pk=webhook.pk, claimed_until=claim).update(claimed_until=None)
        if not went:
            return


def _claim(webhook: Webhook) -> datetime.datetime | None:
    until = timezone.now() + LEASE
    return until if _list_due().filter(pk=webhook.pk).update(claimed_until=until) else None


def _find_next(webhook: Webhook) -> WebhookMessage | None:
    webhook.refresh_from_db()
    waiting = WebhookMessage.objects.filter(webhook=webhook, state=WebhookMessage.State.WAITING)
    tests_first = Case(When(kind=TEST, then=0), default=1)
    return waiting.select_related("webhook__secret").order_by(tests_first, "pk").first()


def _send(webhook: Webhook, message: WebhookMessage) -> bool:
    """Make one attempt; return True if the next message may follow."""
    # It needs the API, which not every command loads.
    from tournaments.webhooks.services.composing import compose

    attempt = WebhookMessage.objects.filter(pk=message.pk, state=WebhookMessage.State.WAITING)
    request = compose(message) if timezone.now() - message.happened_at < LATEST else None
    if request is None:
        attempt.update(state=WebhookMessage.State.DROPPED, attempted_at=timezone.now())
        return True
    attempt.update(attempts=F("attempts") + 1, attempted_at=timezone.now())
    answer, problem = request_once(request)
    status = answer.status if answer else None
    facts = {"webhook": webhook.pk, "delivery": str(message.delivery), "status": status, "problem": problem}
    if not problem:
        log.info("a message was sent", extra=facts)
        attempt.update(state=WebhookMessage.State.SENT, status=status, problem="")
        Webhook.objects.filter(pk=webhook.pk).update(sent_at=timezone.now(), failures=0, problem="", due_at=None)
        return True
    log.warning("a message was not taken", extra=facts)
    if message.kind == TEST:
        # Whoever has asked for it sees its state, and nothing waits behind it.
        attempt.update(state=WebhookMessage.State.FAILED, status=status, problem=problem)
        return True
    attempt.update(status=status, problem=problem)
    _note_failure(webhook, problem, answer, last=message.attempts + 1 >= MAX_ATTEMPTS)
    return False


def request_once(request: Request) -> tuple[SiteAnswer | None, str]:
    """Return the answer, None without one; and the problem, empty if the target has taken the message."""
    try:
        answer = request_target(
            request.address,
            headers=request.headers,
            body=request.body,
            seconds=SECONDS,
            most_bytes=MOST_ANSWER,
            networks=settings.WEBHOOK_NETWORKS,
        )
    except NoAnswerError as error:
        if error.forbidden:
            return None, Problem.PRIVATE
        return None, Problem.CERTIFICATE if error.certificate else Problem.CONNECTION
    return answer, name_problem(answer.status)


def name_problem(status: int) -> str:
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return ""
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return Problem.BUSY
    if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
        return Problem.REDIRECT
    return Problem.REFUSED if HTTPStatus.BAD_REQUEST <= status < HTTPStatus.INTERNAL_SERVER_ERROR else Problem.FAULT


def _note_failure(webhook: Webhook, problem: str, answer: SiteAnswer | None, *, last: bool) -> None:
    """Let the messages wait, or pause the webhook after the last attempt. They go on when it is resumed."""
    now = timezone.now()
    pause = min(FIRST_PAUSE * 2 ** min(webhook.failures, 10), LONGEST_PAUSE)
    asked = (answer.headers.get("Retry-After") or "") if answer and problem == Problem.BUSY else ""
    if asked.isascii() and asked.isdigit() and len(asked) < 6:
        pause = min(max(pause, int(asked)), LONGEST_PAUSE)
    values = {"due_at": None, "paused_at": now} if last else {"due_at": now + datetime.timedelta(seconds=pause)}
    rows = Webhook.objects.filter(pk=webhook.pk, paused_at=None)
    rows.update(problem=problem, failures=F("failures") + 1, **values)


def discard_old() -> None:
    WebhookMessage.objects.filter(happened_at__lt=timezone.now() - KEPT).delete()
