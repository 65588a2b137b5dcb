"""Sign-in of players by a link that an e-mail brings: nobody learns from it which addresses the site knows."""

from __future__ import annotations

import datetime
import logging
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from tournaments.accounts.models import Membership, SignInLink, User
from tournaments.accounts.services import accounts
from tournaments.core.audit import Actor
from tournaments.core.jobs import load_celery_app
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import Application
from tournaments.people.letters import send_player_link

log = logging.getLogger(__name__)

SEND: Final = "tournaments.tasks.send_player_link"
LINK_LIVES: Final = datetime.timedelta(hours=1)
PAUSE: Final = datetime.timedelta(minutes=10)
"""Time between two letters to one account: nobody fills a mailbox."""


def query_players(address: str) -> QuerySet[User]:
    """Return the accounts of players with this address, their own or that of a confirmed registration.

    Accounts that work at events or for the site sign in by password: a mailbox must not open the desk.
    """
    registered = Application.objects.filter(
        email__iexact=address, confirmed_at__isnull=False, entry__account=OuterRef("pk")
    )
    players = User.objects.filter(is_active=True, is_staff=False, is_superuser=False, acted_at=None)
    players = players.filter(
        Exists(Entry.objects.filter(account=OuterRef("pk"))), ~Exists(Membership.objects.filter(user=OuterRef("pk")))
    )
    return players.filter(Q(email__iexact=address) | Exists(registered))


def ask_for_link(address: str) -> None:
    """Hand the address to a worker, known or not, so that the response takes the same time for both."""
    from kombu.exceptions import OperationalError

    try:
        load_celery_app().send_task(SEND, args=[address])
    except OperationalError:
        log.exception("broker unavailable; no sign-in link was sent")


def send_link(address: str) -> bool:
    """Send a link to the account of this address; return False if there is none, several, or one had a link lately."""
    users = list(query_players(address)[:2])
    if len(users) != 1:
        return False
    (user,) = users
    if SignInLink.objects.filter(user=user, created_at__gt=timezone.now() - PAUSE).exists():
        return False
    secret = accounts.make_sign_in_link(Actor.of_task("player link"), user=user, lives=LINK_LIVES)
    return send_player_link(user, address, secret)
