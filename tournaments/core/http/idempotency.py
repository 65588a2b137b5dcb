"""Forms and API requests with the header `Idempotency-Key`, which are carried out once, however often they arrive.

The key is stored in the transaction of the change: both are saved or neither. A refusal, also a redirect to the sign-in
page, stores nothing. Devices are shared: `Typed-By` names the account that typed the form; another one gets 401.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import wraps
from typing import Final, TypeVar, cast

from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.core.http.commit_state import noted_transaction
from tournaments.core.http.faults import require_complete_body
from tournaments.core.http.problems import make_refusal
from tournaments.core.models.site import IdempotencyKey

View = TypeVar("View", bound=Callable[..., HttpResponseBase])

HEADER: Final = "Idempotency-Key"
KEY: Final = re.compile(r"[A-Za-z0-9_-]{16,64}")
KEPT: Final = timedelta(days=14)
MAX_STORED_BYTES: Final = 20_000
ANONYMOUS_KEPT: Final = timedelta(days=2)
MAX_ANONYMOUS_BYTES: Final = 2_000


def sent_once(view: View) -> View:
    """Carry out each POST of the page once per key. Place it above the decorators that check permissions."""

    @wraps(view)
    def respond(request: HttpRequest, *args: object, **named: object) -> HttpResponseBase:
        if request.method != "POST" or HEADER not in request.headers:
            return view(request, *args, **named)
        # Before the transaction: a lock must never wait for a network.
        require_complete_body(request)
        return respond_once(request, lambda: view(request, *args, **named))

    return cast(View, respond)


def respond_once(request: HttpRequest, answer: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Call `answer` in one transaction with the request's key; return the stored response for a known key."""
    key = request.headers[HEADER]
    if not KEY.fullmatch(key):
        return make_refusal(request, 400, _("The key of this form is none: 16 to 64 letters, digits, - or _."))
    if request.headers.get("Typed-By", _get_account_id(request)) != _get_account_id(request):
        return make_refusal(request, 401, _("Sign in again as whoever typed this; then it is sent."))
    who, path = _identify_sender(request), request.path[:400]
    with noted_transaction():
        # Only an existing key makes a repetition; other violations of the database are raised.
        row, is_new = IdempotencyKey.objects.get_or_create(key=key, defaults={"who": who, "path": path})
        if not is_new:
            return _repeat_response(request, row, who, path)
        response = answer()
        if response.status_code >= 400 or _leads_to_sign_in(response):
            transaction.set_rollback(True)
        else:
            _store_response(row, response)
        return response


def _get_account_id(request: HttpRequest) -> str:
    return str(request.user.pk or "")


def _leads_to_sign_in(response: HttpResponseBase) -> bool:
    return response.headers.get("Location", "").partition("?")[0] == reverse("login")


def _identify_sender(request: HttpRequest) -> str:
    if not request.user.is_authenticated:
        return ""
    token = request.headers.get("Authorization", "")
    return hashlib.sha256(token.encode()).hexdigest()[:40] if token else _get_account_id(request)


def _store_response(row: IdempotencyKey, response: HttpResponseBase) -> None:
    row.status, row.location = response.status_code, response.headers.get("Location", "")[:400]
    largest = MAX_STORED_BYTES if row.who else MAX_ANONYMOUS_BYTES
    if isinstance(response, HttpResponse) and len(response.content) <= largest:
        # Papers are not text, so their repetition has no body.
        with suppress(UnicodeDecodeError):
            row.body = response.content.decode()
            row.content_type = response.headers.get("Content-Type", "")[:100]
    row.save(update_fields=["status", "location", "content_type", "body"])


def _repeat_response(request: HttpRequest, row: IdempotencyKey, who: str, path: str) -> HttpResponse:
    if (row.who, row.path) != (who, path):
        return make_refusal(request, 422, _("The key of this form belongs to another one."))
    answer = HttpResponse(row.body, status=row.status, content_type=row.content_type or None)
    if row.location:
        answer["Location"] = row.location
    return answer


def discard_old_keys() -> None:
    now = timezone.now()
    IdempotencyKey.objects.filter(Q(at__lt=now - KEPT) | Q(at__lt=now - ANONYMOUS_KEPT, who="")).delete()
