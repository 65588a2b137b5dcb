"""The replay viewer: a log is brought in, then every moment of its hands has its own address."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from django.core.cache import caches
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import path
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine.records import Problem, RecordError, decode
from tournaments.core.audit import Actor
from tournaments.core.text.language import reader
from tournaments.core.text.sentences import in_words, seat_title
from tournaments.game.terms.hands import hand_title
from tournaments.game.views import replay_data as replays
from tournaments.results.models.logs import ReplayUpload
from tournaments.results.services.replays import LARGEST, UnreadableLogError, checked, keep
from tournaments.site.request_limits import FORM, takes
from tournaments.site.throttles import LOGS, seconds_to_wait

EXAMPLES = Path(__file__).parents[2] / "exchange" / "demo" / "replays" / "examples.json"
LARGEST_FILE = 4 * LARGEST
"""Bytes of a file, unpacked; a character has up to four."""
CACHED = 3600
EXCERPT = 80
MOST_LINES = 100
"""Lines that a page shows of those that cannot be read."""


@lru_cache(maxsize=1)
def examples() -> list[dict[str, str]]:
    """Hands to try: the ruleset and the log of each, made by seeded walks over legal events."""
    found: list[dict[str, str]] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return found


@takes(LARGEST_FILE + FORM)
def bring(request: HttpRequest) -> HttpResponse:
    """Paste or upload a log; what cannot be read comes back with its lines named and the text kept."""
    if request.method != "POST":
        return render(request, "game/replay/bring.html", {"examples": examples()})
    text, upload = request.POST.get("text", ""), request.FILES.get("file")
    if wait := seconds_to_wait(request, LOGS, len(text) + (upload.size or 0 if upload else 0)):
        message = ngettext(
            "Too many logs have come from you; try again in %(n)s minute.",
            "Too many logs have come from you; try again in %(n)s minutes.",
            -(-wait // 60),
        ) % {"n": -(-wait // 60)}
        response = render(
            request, "game/replay/bring.html", {"text": text, "message": message, "examples": examples()}, status=429
        )
        response["Retry-After"] = str(wait)
        return response
    try:
        if upload:
            text = _text_of(upload)
        checked(text)
    except UnreadableLogError as error:
        values = {"text": text, "message": str(error), "lines": shown_lines(text, error.lines)}
        return render(request, "game/replay/bring.html", values | {"examples": examples()}, status=422)
    return redirect(keep(Actor.of(request) if request.user.is_authenticated else Actor.of_visitor(request), text))


class ShownLines(NamedTuple):
    """The lines of a log that cannot be read, as a page shows them."""

    first: list[tuple[int, str, str]]
    """Number, problem and beginning of each."""
    more: str
    """How many are left out, as a sentence; empty where all are shown."""


def shown_lines(text: str, problems: Sequence[Problem]) -> ShownLines:
    """The first MOST_LINES of them: a log of one million characters can have a hundred thousand."""
    written = text.splitlines()
    first = [
        (line, in_words(message), written[line - 1].strip()[:EXCERPT] if 0 < line <= len(written) else "")
        for line, message in problems[:MOST_LINES]
    ]
    left = len(problems) - len(first)
    return ShownLines(first, _("%(count)d more are wrong.") % {"count": left} if left else "")


def _text_of(upload: UploadedFile) -> str:
    """The text of an uploaded file. Raises UnreadableLogError."""
    if (upload.size or 0) > LARGEST_FILE:
        raise UnreadableLogError(_("The file is larger than a log can be; cut it into single games."))
    try:
        return decode(upload.read(), LARGEST_FILE)
    except RecordError as error:
        lines = [Problem(error.at, error.message)] if isinstance(error.at, int) else []
        message = _("The file cannot be read: %(reason)s") % {"reason": in_words(error)}
        raise UnreadableLogError(message, lines) from None


def _number(request: HttpRequest, name: str) -> int:
    value = request.GET.get(name, "0")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 7 else 0


def view(request: HttpRequest, token: str) -> HttpResponse:
    """A moment of a hand; only the table when htmx asks."""
    upload = get_object_or_404(ReplayUpload, token=token, expires_at__gte=timezone.now())
    return show(request, upload.text, key=token)


def show(request: HttpRequest, text: str, *, key: str, back: tuple[str, str] | None = None) -> HttpResponse:
    """The moment of a log that the address asks for; only the table when htmx asks.

    `key` names the text in the cache, so it must never stand for another text. `back` is the address and the words of
    a link to where the log belongs. Raises Http404 for a hand that the log does not have.
    """
    record = replays.read(text)
    hand, at = _number(request, "hand"), _number(request, "at")
    if hand >= len(record.hands):
        raise Http404
    seen = request.GET.get("view", "referee")
    seen = seen if seen in replays.VIEWS else "referee"
    names = record.hands[hand].names or record.names
    names = names if len(names) == 4 else ("",) * 4
    kept = f"replay/{key}/{hand}/{at}/{seen}/{get_language()}"
    # Anybody may bring logs and step through them: in a place of their own these push nothing else out.
    tables = caches["replay"]
    table = tables.get(kept)
    if table is None:
        played = replays.play(text, hand)
        values: dict[str, Any] = replays.moment(played, at, seen, names)
        values |= {"hand": hand, "view": seen, "address": request.path, "rules": played.record.setup.ruleset.name}
        table = render_to_string("game/replay/_table.html", values)
        tables.set(kept, table, CACHED)
    if request.headers.get("HX-Request"):
        response = HttpResponse(table)
    else:
        played = replays.play(text, hand)
        last = len(played.replay.states) - 1
        at = min(at, last)
        response = render(
            request,
            "game/replay/view.html",
            {
                "table": table,
                "record": record,
                "hand": hand,
                "at": at,
                "back_to": max(at - 1, 0),
                "next_to": min(at + 1, last),
                "last_at": last,
                "view": seen,
                "back": back,
                "address": request.path,
                "hands": [hand_title(one.setup, reader()) for one in record.hands],
                "events": replays.event_list(played, seen),
                "views": [
                    ("referee", _("Referee")),
                    *((str(seat), names[seat] or seat_title(seat)) for seat in range(4)),
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
