"""Deliveries of the site that publishes an event here: its claim, the projection that replaces it, and its backup."""

from __future__ import annotations

import json
import zlib
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.core.http.request_limits import takes
from tournaments.core.http.throttles import Rate, add_to_counter, count_against_rate
from tournaments.core.views.public import get_visible_tournament
from tournaments.exchange.models import Mirror
from tournaments.exchange.services import delivered_pictures, mirror_backups, mirroring
from tournaments.exchange.services.mirror_registrations import list_registrations
from tournaments.exchange.services.mirrored_pictures import list_missing
from tournaments.exchange.services.mirroring import RefusedDeliveryError

MOST_BYTES: Final = 5_000_000
MOST_UNPACKED: Final = 60_000_000
SCHEME: Final = "Mirror "
PERIOD: Final = 60
MOST_REQUESTS: Final = 60
"""Requests of one event in a period; its hall makes one in ten seconds."""
WRONG_KEYS: Final = Rate("mirror-keys", account=60, table=60, address=60)


@never_cache
@csrf_exempt
@takes(MOST_BYTES)
@require_http_methods(["GET", "POST", "PUT"])
def mirror(request: HttpRequest, slug: str) -> HttpResponse:
    try:
        stored = _find_mirror(request, slug)
        if request.method == "PUT":
            facts = _read_json(request.body)
            mirroring.claim(stored, epoch=str(facts.get("epoch", "")), after=str(facts.get("after", "")))
        elif request.method == "POST":
            delivery = mirroring.parse_delivery(_read_json(_unpack(request.body)))
            number = mirroring.receive(stored, delivery)
            stored.refresh_from_db()
            return JsonResponse({"number": number, "missing": list_missing(stored)})
        stored.refresh_from_db()
        return JsonResponse({"epoch": stored.epoch, "number": stored.number, "title": stored.tournament.name})
    except RefusedDeliveryError as error:
        return _refuse(error)


@never_cache
@csrf_exempt
@takes(mirror_backups.MOST_BYTES)
@require_http_methods(["GET", "PUT"])
def mirror_backup(request: HttpRequest, slug: str) -> HttpResponse:
    """Take or return the sealed backup of the computer that publishes here."""
    try:
        stored = _find_mirror(request, slug)
        if request.method == "GET":
            content = mirror_backups.read(stored)
            return HttpResponse(content, content_type="application/octet-stream")
        mirror_backups.store(stored, epoch=request.GET.get("epoch", ""), content=request.body)
        return JsonResponse({"size": len(request.body)})
    except RefusedDeliveryError as error:
        return _refuse(error)


@never_cache
@csrf_exempt
@takes(delivered_pictures.MOST_BYTES)
@require_http_methods(["PUT"])
def mirror_picture(request: HttpRequest, slug: str, digest: str) -> HttpResponse:
    """Take a logo or banner that the last delivery names."""
    try:
        stored = _find_mirror(request, slug)
        epoch = request.GET.get("epoch", "")
        delivered_pictures.store(stored, epoch=epoch, digest=digest, content=request.body)
        return JsonResponse({"size": len(request.body)})
    except RefusedDeliveryError as error:
        return _refuse(error)


@never_cache
@csrf_exempt
@require_safe
def mirror_registrations(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the registrations that were made here to the computer that publishes here."""
    try:
        stored = _find_mirror(request, slug)
    except RefusedDeliveryError as error:
        return _refuse(error)
    return JsonResponse({"registrations": list_registrations(stored.tournament)})


def _find_mirror(request: HttpRequest, slug: str) -> Mirror:
    key = _read_key(request)
    if not key:
        # Who has no key learns only of events that everybody sees.
        get_visible_tournament(request, slug)
        raise RefusedDeliveryError(400, _("The request has no key."))
    try:
        mirror = mirroring.find_mirror(slug, key)
    except RefusedDeliveryError:
        _check_rate(count_against_rate(request, WRONG_KEYS))
        raise
    used, seconds = add_to_counter("mirror", str(mirror.pk), PERIOD)
    _check_rate(seconds if used > MOST_REQUESTS else 0)
    return mirror


def _check_rate(seconds: int) -> None:
    if seconds:
        raise RefusedDeliveryError(429, _("The site gets too many requests."), seconds=seconds)


def _refuse(error: RefusedDeliveryError) -> HttpResponse:
    headers = {"Retry-After": str(error.seconds)} if error.seconds else {}
    return JsonResponse({"detail": error.detail}, status=error.status, headers=headers)


def _read_key(request: HttpRequest) -> str:
    text = request.headers.get("Authorization", "")
    return text.removeprefix(SCHEME) if text.startswith(SCHEME) else ""


def _unpack(content: bytes) -> bytes:
    reader = zlib.decompressobj(wbits=31)
    try:
        unpacked = reader.decompress(content, MOST_UNPACKED)
    except zlib.error as error:
        raise RefusedDeliveryError(400, _("The delivery cannot be read.")) from error
    if not reader.eof:
        too_large = bool(reader.unconsumed_tail)
        detail = _("The delivery is too large.") if too_large else _("The delivery cannot be read.")
        raise RefusedDeliveryError(413 if too_large else 400, detail)
    return unpacked


def _read_json(content: bytes) -> dict[str, Any]:
    try:
        facts = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise RefusedDeliveryError(400, _("The delivery cannot be read.")) from error
    if not isinstance(facts, dict):
        raise RefusedDeliveryError(400, _("The delivery cannot be read."))
    return facts


urlpatterns = [
    path("t/<slug:slug>/mirror/", mirror, name="mirror"),
    path("t/<slug:slug>/mirror/backup/", mirror_backup, name="mirror_backup"),
    path("t/<slug:slug>/mirror/pictures/<slug:digest>/", mirror_picture, name="mirror_picture"),
    path("t/<slug:slug>/mirror/registrations/", mirror_registrations, name="mirror_registrations"),
]
