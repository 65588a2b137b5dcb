"""Reads of webhooks: which events send nothing, and the state of a webhook in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.core.occasions import map_occasions
from tournaments.events.models import Tournament
from tournaments.exchange.demo.queries import ASIDE, LIVING
from tournaments.exchange.models import Mirror
from tournaments.seasons.models import Season
from tournaments.webhooks.models import TEST, Webhook, WebhookMessage

LAST: Final = 20


def is_silent(tournament: Tournament) -> bool:
    """Return True if no message leaves: of rehearsals, the demonstration, and events that another site publishes."""
    if settings.REHEARSAL or tournament.rehearsal or tournament.slug in (LIVING, ASIDE):
        return True
    return Mirror.objects.filter(tournament=tournament, received_at__isnull=False).exists()


def describe_problem(problem: str) -> str:
    return {
        "connection": _("It cannot be reached."),
        "certificate": _("Its certificate is not valid."),
        "private": _("Its address is in a private network, which the administrator of this site has not allowed."),
        "redirect": _("It sends on to another address. Give that one."),
        "refused": _("It refuses the messages. Its address may have changed."),
        "busy": _("It gets too many messages."),
        "fault": _("It has a fault."),
    }.get(problem, "")


@dataclass(frozen=True)
class WebhookState:
    """Webhook with the state that its owner sees. `restored`: its address was left out of a backup."""

    webhook: Webhook
    restored: bool
    problem: str
    messages: list[WebhookMessage]

    @property
    def paused(self) -> bool:
        return self.webhook.paused_at is not None


def list_states(webhooks: list[Webhook]) -> list[WebhookState]:
    return [
        WebhookState(
            webhook,
            not hasattr(webhook, "secret"),
            describe_problem(webhook.problem),
            list(webhook.messages.select_related("tournament").order_by("-pk")[:LAST]),
        )
        for webhook in webhooks
    ]


def list_failing(owner: Tournament | Season) -> list[str]:
    """Return a sentence of each webhook of the event or season that is failing or paused by its failures."""
    failing = Webhook.objects.filter(**{"season" if isinstance(owner, Season) else "tournament": owner})
    failing = failing.filter(~Q(problem="") | Q(secret=None))
    sentences = []
    for webhook in failing.select_related("secret").order_by("number"):
        if not hasattr(webhook, "secret"):
            sentence = _("Messages to %(host)s stopped: a backup does not hold the address. Add the webhook again.")
        elif webhook.paused_at is not None:
            sentence = _("Messages to %(host)s are paused: %(why)s")
        else:
            sentence = _("Messages to %(host)s wait: %(why)s They are tried again.")
        sentences.append(sentence % {"host": webhook.host, "why": describe_problem(webhook.problem)})
    return sentences


def list_kind_titles() -> dict[str, str]:
    titles = {occasion.kind: str(occasion.title) for occasion in map_occasions().values()}
    return titles | {TEST: _("Test")}
