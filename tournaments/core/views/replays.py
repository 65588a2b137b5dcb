"""Replay viewer for any page with a log: each step of a hand has its own URL."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.core.text import replay as words
from tournaments.core.text.hands import format_hand_title
from tournaments.game.logic import replay

CACHE_SECONDS: Final = 3600


def show_replay(request: HttpRequest, text: str, *, back: tuple[str, str] | None = None) -> HttpResponse:
    """Show the step of a log that the URL names; `back` is a URL and its text. Raises Http404."""
    record = replay.read(text)
    hand, position = _number(request, "hand"), _number(request, "at")
    if hand >= len(record.hands):
        raise Http404
    view = request.GET.get("view", "referee")
    view = view if view in replay.VIEWS else "referee"
    names = record.hands[hand].names or record.names
    names = names if len(names) == 4 else ("",) * 4
    # Cached by the text, because a row's key can belong to another log after a restore.
    digest = hashlib.sha256(f"{request.path}\n{text}".encode()).hexdigest()
    cache_key = f"replay/{digest}/{hand}/{position}/{view}/{get_language()}"
    # A separate cache, because anybody may bring logs, which must not evict other entries.
    tables = caches["replay"]
    table = tables.get(cache_key)
    if table is None:
        played = replay.play(text, hand)
        values: dict[str, Any] = words.build_step(played, position, view, names)
        values |= {"hand": hand, "view": view, "address": request.path, "rules": played.record.setup.ruleset.name}
        values["wins"] = words.list_wins(played, names) if values["at"] == values["last_at"] else []
        table = render_to_string("game/replay/_table.html", values)
        tables.set(cache_key, table, CACHE_SECONDS)
    if request.headers.get("HX-Request"):
        response = HttpResponse(table)
    else:
        played = replay.play(text, hand)
        last = len(played.replay.states) - 1
        position = min(position, last)
        response = render(
            request,
            "game/replay/view.html",
            {
                "table": table,
                "record": record,
                "hand": hand,
                "at": position,
                "back_to": max(position - 1, 0),
                "next_to": min(position + 1, last),
                "last_at": last,
                "view": view,
                "back": back,
                "address": request.path,
                "hands": [format_hand_title(hand.setup) for hand in record.hands],
                "events": words.list_visible_events(played, view, names),
                "views": [
                    ("referee", _("Referee")),
                    *((str(seat), name) for seat, name in enumerate(words.list_seat_names(played.record.setup, names))),
                    ("public", _("Public")),
                ],
            },
        )
    response["Vary"] = ", ".join(filter(None, [response.get("Vary"), "HX-Request"]))
    return response


def _number(request: HttpRequest, name: str) -> int:
    value = request.GET.get(name, "0")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 7 else 0
