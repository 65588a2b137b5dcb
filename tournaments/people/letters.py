"""E-mails to players with an account, sent at once: a sign-in link is a secret that no queue keeps."""

from __future__ import annotations

import logging

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.accounts.models import User
from tournaments.entries.services import mail
from tournaments.events.hall_address import find_known_address

log = logging.getLogger(__name__)


def send_player_link(user: User, address: str, secret: str) -> bool:
    """Send the sign-in link to the address; return False on failure."""
    if not mail.can_send():
        return False
    site = find_known_address()
    with translation.override(user.language or translation.get_language()):
        subject = _("Sign in at %(site)s") % {"site": site}
        text = _(
            "Hello %(name)s,\n\nthis link signs you in once, within an hour. If you did not ask for it, ignore it.\n\n"
            "%(link)s\n"
        ) % {"name": user.get_username(), "link": site + reverse("sign_in_link", args=[secret])}
    try:
        EmailMessage(subject, text, settings.MAIL_FROM, [address]).send()
    except (OSError, ValueError):
        log.exception("the e-mail with a player's sign-in link was not sent", extra={"account": user.pk})
        return False
    return True
