"""A form with the header `Idempotency-Key` does what it asks for once, however often it arrives.

Devices in a hall keep what was typed while the network is away and send it again until they hear an answer. The key is
stored in the transaction of what was done: either both are there or neither. A refusal is not stored, so that the same
form may be sent again when what stood against it is gone; being led to the sign-in page is one.

A device is shared, and a tab outlives a session. So the tab says in `Typed-By` whose it was when the form was typed,
empty for nobody: for somebody else nothing is done (401).
"""

from __future__ import annotations

import hashlib
import re
from datetime import timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.budgets.middleware import refused
from tournaments.models import SentOnce
from tournaments.site.middleware import Handler

KEY: Final = re.compile(r"[A-Za-z0-9_-]{16,64}")
KEPT: Final = timedelta(days=14)
LARGEST: Final = 20_000
"""Characters of an answer that is given again; a longer one is given without its body."""


class SentOnceMiddleware:
    """Stands behind the session: a key belongs to who sent it."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        key = request.headers.get("Idempotency-Key")
        if key is None or request.method not in ("POST", "PATCH"):
            return self.get_response(request)
        if not KEY.fullmatch(key):
            return refused(request, 400, _("The key of this form is none: 16 to 64 letters, digits, - or _."))
        if request.headers.get("Typed-By", _account(request)) != _account(request):
            return refused(request, 401, _("Sign in again as whoever typed this; then it is sent."))
        who, path = _who(request), request.path[:400]
        try:
            with transaction.atomic():
                row = SentOnce.objects.create(key=key, who=who, path=path)
                response = self.get_response(request)
                if response.status_code >= 400 or _leads_to_sign_in(response):
                    transaction.set_rollback(True)
                else:
                    _keep(row, response)
                return response
        except IntegrityError:
            return _again(request, key, who, path)


def _account(request: HttpRequest) -> str:
    return str(request.user.pk or "")


def _leads_to_sign_in(response: HttpResponseBase) -> bool:
    return response.headers.get("Location", "").partition("?")[0] == reverse("login")


def _who(request: HttpRequest) -> str:
    """The account; a program by what lets it in, which is looked at only later."""
    token = request.headers.get("Authorization", "")
    return str(request.user.pk or (token and hashlib.sha256(token.encode()).hexdigest()[:40]))


def _keep(row: SentOnce, response: HttpResponseBase) -> None:
    row.status, row.location = response.status_code, response.headers.get("Location", "")[:400]
    if isinstance(response, HttpResponse) and len(response.content) <= LARGEST:
        row.content_type, row.body = response.headers.get("Content-Type", "")[:100], response.content.decode()
    row.save(update_fields=["status", "location", "content_type", "body"])


def _again(request: HttpRequest, key: str, who: str, path: str) -> HttpResponse:
    row = SentOnce.objects.get(key=key)
    if (row.who, row.path) != (who, path):
        return refused(request, 422, _("The key of this form belongs to another one."))
    answer = HttpResponse(row.body, status=row.status, content_type=row.content_type or None)
    if row.location:
        answer["Location"] = row.location
    return answer


def discard_old() -> None:
    """Forget keys that no device will send any more."""
    SentOnce.objects.filter(at__lt=timezone.now() - KEPT).delete()
