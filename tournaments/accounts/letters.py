"""E-mails about accounts, sent at once: a sign-in link is a secret that no queue keeps."""

from __future__ import annotations

import logging

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.accounts.models import User
from tournaments.events.hall_address import find_known_address

log = logging.getLogger(__name__)


def can_send() -> bool:
    """Return True if the site has a mail server and knows the URL for its links."""
    return bool(settings.MAIL_FROM) and bool(find_known_address())


def send_link(user: User, secret: str) -> bool:
    """Send the sign-in link to the account's address; return False on failure."""
    if not user.email or not can_send():
        return False
    with translation.override(user.language or translation.get_language()):
        subject = _("Your account at %(site)s") % {"site": find_known_address()}
        text = _(
            "Hello %(name)s,\n\nthis link signs you in once, within seven days. Then choose a password.\n\n%(link)s\n"
        ) % {"name": user.get_username(), "link": find_known_address() + reverse("sign_in_link", args=[secret])}
    try:
        EmailMessage(subject, text, settings.MAIL_FROM, [user.email]).send()
    except (OSError, ValueError):
        log.exception("the e-mail with a sign-in link was not sent", extra={"account": user.pk})
        return False
    return True
