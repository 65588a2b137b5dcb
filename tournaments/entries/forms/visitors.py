"""Guard of a public form: a trap for programs, and the time that a person takes to fill it in."""

from __future__ import annotations

from typing import Final

from django.core import signing
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.core.errors import UserError

OPENED, TRAP = "opened", "website"
"""Fields with the signed time, and hidden from people."""
MIN_SECONDS: Final = 2
MAX_SECONDS: Final = 24 * 3600
"""Lifetime of a signed time, so that it cannot be used for good."""
_SALT: Final = "form opened"


class VisitorGuard:
    """Guard of one request: read it, then `check`; `opened` goes into the next form."""

    def __init__(self, request: HttpRequest, place: str) -> None:
        self._salt = f"{_SALT}/{place}"
        self.trapped = bool(request.POST.get(TRAP))
        now, sent = int(timezone.now().timestamp()), request.POST.get(OPENED, "")
        try:
            age = now - int(signing.loads(sent, salt=self._salt))
        except (signing.BadSignature, TypeError, ValueError):
            age = -1
        self._known = 0 <= age <= MAX_SECONDS
        self._quick = age < MIN_SECONDS
        self.opened = sent if self._known else signing.dumps(now, salt=self._salt)

    def check(self) -> None:
        """Raise `UserError` for a form sent at once or opened long ago; nothing typed is lost."""
        if not self._known:
            raise UserError(_("This page was open for a long time. Look over your answers and send them again."))
        if self._quick:
            raise UserError(_("That was very quick. Look over your answers and send them again."))
