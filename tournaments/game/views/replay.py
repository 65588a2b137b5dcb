"""Replay viewer: upload a log, then view each step of its hands under its own URL."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.records import Problem, RecordError, decode
from tournaments.core.audit import Actor
from tournaments.core.http.request_limits import FORM, takes
from tournaments.core.http.throttles import LOGS, count_against_rate
from tournaments.core.text.replay import list_first_problems
from tournaments.core.text.sentences import in_words
from tournaments.core.views.replays import show_replay
from tournaments.results.models.logs import ReplayUpload
from tournaments.results.services.replays import MAX_LOG_LENGTH, UnreadableLogError, keep, read_showable_record

EXAMPLES = Path(__file__).parents[2] / "exchange" / "demo" / "replays" / "examples.json"
MAX_FILE_BYTES = 4 * MAX_LOG_LENGTH
"""Maximum size of an unpacked file; a character has up to four bytes."""


@lru_cache(maxsize=1)
def read_examples() -> list[dict[str, str]]:
    examples: list[dict[str, str]] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return examples


@takes(MAX_FILE_BYTES + FORM)
def upload(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "game/replay/bring.html", {"examples": read_examples()})
    text, upload = request.POST.get("text", ""), request.FILES.get("file")
    if wait := count_against_rate(request, LOGS, len(text) + (upload.size or 0 if upload else 0)):
        message = ngettext(
            "Too many logs have come from you; try again in %(n)s minute.",
            "Too many logs have come from you; try again in %(n)s minutes.",
            -(-wait // 60),
        ) % {"n": -(-wait // 60)}
        response = render(
            request,
            "game/replay/bring.html",
            {"text": text, "message": message, "examples": read_examples()},
            status=429,
        )
        response["Retry-After"] = str(wait)
        return response
    try:
        if upload:
            text = _read_text(upload)
        read_showable_record(text)
    except UnreadableLogError as error:
        values = {"text": text, "message": str(error), "lines": list_first_problems(text, error.lines)}
        return render(request, "game/replay/bring.html", values | {"examples": read_examples()}, status=422)
    return redirect(keep(Actor.of(request) if request.user.is_authenticated else Actor.of_visitor(request), text))


def _read_text(upload: UploadedFile) -> str:
    if (upload.size or 0) > MAX_FILE_BYTES:
        raise UnreadableLogError(_("The file is larger than a log can be; cut it into single games."))
    try:
        return decode(upload.read(), MAX_FILE_BYTES)
    except RecordError as error:
        lines = [Problem(error.at, error.message)] if isinstance(error.at, int) else []
        message = _("The file cannot be read: %(reason)s") % {"reason": in_words(error)}
        raise UnreadableLogError(message, lines) from None


def view(request: HttpRequest, token: str) -> HttpResponse:
    """Show a step of a hand; only the table for requests of htmx."""
    upload = get_object_or_404(ReplayUpload, token=token, expires_at__gte=timezone.now())
    return show_replay(request, upload.text)


urlpatterns = [
    path("replay/", upload, name="replay"),
    path("replay/<str:token>/", view, name="replay_view"),
]
