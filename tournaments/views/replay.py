"""The replay viewer: a log is brought in, then every moment of its hands has its own address."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import path
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.errors import EngineError
from engine.records import Problem
from tournaments.models import ReplayUpload
from tournaments.selectors import replay as replays
from tournaments.services.audit import Actor
from tournaments.services.replays import keep

EXAMPLES = Path(__file__).parent.parent / "demo" / "replays" / "examples.json"
LARGEST = 1_000_000
CACHED = 3600


@lru_cache(maxsize=1)
def examples() -> list[dict[str, str]]:
    """Hands to try: the ruleset and the log of each, made by seeded walks over legal events."""
    found: list[dict[str, str]] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return found


def bring(request: HttpRequest) -> HttpResponse:
    """Paste or upload a log; what cannot be read comes back with its lines named and the text kept."""
    if request.method != "POST":
        return render(request, "replay/bring.html", {"examples": examples()})
    text = request.POST.get("text", "")
    upload = request.FILES.get("file")
    problems: list[Problem] = []
    message = ""
    if upload is not None:
        if (upload.size or 0) > LARGEST:
            message = _("The file is larger than one megabyte; cut it into single games.")
        else:
            try:
                text = upload.read().decode("utf-8-sig")
            except UnicodeDecodeError:
                message = _("The file is no UTF-8 text; save it as UTF-8 and try again.")
    if not message:
        message, problems = _check(text)
    if message:
        values = {"text": text, "message": message, "problems": problems, "examples": examples()}
        return render(request, "replay/bring.html", values, status=422)
    return redirect(keep(Actor.of(request) if request.user.is_authenticated else Actor.of_visitor(request), text))


def _check(text: str) -> tuple[str, list[Problem]]:
    """Why the text cannot be shown, as a sentence, and its lines that cannot be read; an empty sentence when it can."""
    if not text.strip():
        return _("Paste a log or choose a file."), []
    if len(text) > LARGEST:
        return _("The log is longer than one million characters; cut it into single games."), []
    try:
        record = replays.read(text)
        for hand in range(len(record.hands)):
            replays.play(text, hand)
    except EngineError as error:
        return _("The log cannot be read: %(reason)s") % {"reason": error.message}, []
    return ("" if record.hands else _("No hand in the log can be read.")), list(record.problems)


def _number(request: HttpRequest, name: str) -> int:
    value = request.GET.get(name, "0")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 7 else 0


def view(request: HttpRequest, token: str) -> HttpResponse:
    """A moment of a hand; only the table when htmx asks."""
    upload = get_object_or_404(ReplayUpload, token=token, expires_at__gte=timezone.now())
    record = replays.read(upload.text)
    hand, at = _number(request, "hand"), _number(request, "at")
    if hand >= len(record.hands):
        raise Http404
    seen = request.GET.get("view", "referee")
    seen = seen if seen in replays.VIEWS else "referee"
    key = f"replay/{token}/{hand}/{at}/{seen}/{get_language()}"
    table = cache.get(key)
    if table is None:
        played = replays.play(upload.text, hand)
        values: dict[str, Any] = replays.moment(played, at, seen)
        table = render_to_string("replay/_table.html", values | {"hand": hand, "view": seen, "address": request.path})
        cache.set(key, table, CACHED)
    if request.headers.get("HX-Request"):
        response = HttpResponse(table)
    else:
        played = replays.play(upload.text, hand)
        response = render(
            request,
            "replay/view.html",
            {
                "table": table,
                "record": record,
                "hand": hand,
                "at": at,
                "view": seen,
                "address": request.path,
                "hands": range(len(record.hands)),
                "events": replays.event_list(played, seen),
                "views": [
                    ("referee", _("Referee")),
                    *((str(seat), _("Seat %(seat)s") % {"seat": seat + 1}) for seat in range(4)),
                    ("public", _("Public")),
                ],
            },
        )
    response["Vary"] = ", ".join(filter(None, [response.get("Vary"), "HX-Request"]))
    return response


urlpatterns = [
    path("replay/", bring, name="replay"),
    path("replay/<str:token>/", view, name="replay_view"),
]
