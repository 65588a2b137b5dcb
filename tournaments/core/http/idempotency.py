"""Forms and API requests with the header `Idempotency-Key`, which are carried out once, however often they arrive.

The key is stored in the transaction of the change: both are saved or neither. A refusal, also a redirect to the sign-in
page, stores nothing. A key belongs to its sender, address and body: with another of these the request is refused (422),
so that nothing is taken for saved that was not. Devices are shared: `Typed-By` names the account that typed the form;
another one gets 401.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import wraps
from typing import Any, Final, TypeVar, cast

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.core.http.commit_state import noted_transaction
from tournaments.core.http.faults import require_complete_body
from tournaments.core.http.problems import API, make_refusal
from tournaments.core.models.site import IdempotencyKey

View = TypeVar("View", bound=Callable[..., HttpResponseBase])

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotency-Replayed"
REUSED: Final = "idempotency_key_reused"
USED: Final = gettext_noop(
    "This key was used before for another request. Nothing of this one was saved; send it with a key of its own."
)
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
        return respond_once(request, lambda: view(request, *args, **named), compute_digest(request.POST, request.FILES))

    return cast(View, respond)


def compute_digest(*sent: Any) -> str:
    """Return the hash of JSON, fields of forms and files, the same for each way to write the same values."""
    return hashlib.sha256(
        json.dumps([_make_comparable(part) for part in sent], sort_keys=True, default=str).encode()
    ).hexdigest()


def _make_comparable(sent: Any) -> Any:
    if isinstance(sent, MultiValueDict):
        # The token of a page is another one after each sign-in.
        return {name: [*map(_make_comparable, parts)] for name, parts in sent.lists() if name != "csrfmiddlewaretoken"}
    if isinstance(sent, UploadedFile):
        content = hashlib.sha256()
        for chunk in sent.chunks():
            content.update(chunk)
        sent.seek(0)
        return [sent.name, content.hexdigest()]
    return sent


def respond_once(request: HttpRequest, answer: Callable[[], HttpResponseBase], digest: str) -> HttpResponseBase:
    """Call `answer` in one transaction with the request's key; return the stored response for a known key.

    `digest`: that of the body (`compute_digest`). Another body with a known key is refused.
    """
    key = request.headers[HEADER]
    if not KEY.fullmatch(key):
        return _refuse(request, 400, _("The key of this form is none: 16 to 64 letters, digits, - or _."))
    if request.headers.get("Typed-By", _get_account_id(request)) != _get_account_id(request):
        return _refuse(request, 401, _("Sign in again as whoever typed this; then it is sent."))
    who, path = _identify_sender(request), request.path[:400]
    with noted_transaction():
        # Only an existing key makes a repetition; other violations of the database are raised.
        row, is_new = IdempotencyKey.objects.get_or_create(
            key=key, defaults={"who": who, "path": path, "digest": digest}
        )
        if not is_new:
            # Releases before the column stored no digest.
            is_same = (row.who, row.path, row.digest or digest) == (who, path, digest)
            return _repeat_response(row) if is_same else _refuse(request, 422, _(USED), code=REUSED)
        response = answer()
        if response.status_code >= 400 or _leads_to_sign_in(response):
            transaction.set_rollback(True)
        else:
            _store_response(row, response)
        return response


def _refuse(request: HttpRequest, status: int, message: str, *, code: str = "") -> HttpResponse:
    """Return problem details, or for pages what `outbox.js` shows beside the form that it keeps."""
    if request.path_info.startswith(API):
        return make_refusal(request, status, message, code=code)
    return JsonResponse({"message": message}, status=status)


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


def _repeat_response(row: IdempotencyKey) -> HttpResponse:
    response = HttpResponse(row.body, status=row.status, content_type=row.content_type or None)
    response[REPLAYED] = "true"
    if row.location:
        response["Location"] = row.location
    return response


def discard_old_keys() -> None:
    now = timezone.now()
    IdempotencyKey.objects.filter(Q(at__lt=now - KEPT) | Q(at__lt=now - ANONYMOUS_KEPT, who="")).delete()
