"""Player's phone: one device gives one player's confirmation and remembers its owner at this event."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments.events.models import Tournament
from tournaments.rounds.models import GameTable

COOKIE = "phone"
MAX_AGE = 60 * 24 * 3600
MAX_EVENTS = 8
"""Limit of events in the cookie, whose size is limited."""


def get_table_by_code(token: str) -> GameTable:
    """Return the table of a printed code. Raises Http404."""
    return get_object_or_404(GameTable.objects.select_related("round__tournament", "round__ruleset"), token=token)


def get_event_by_code(token: str) -> Tournament:
    """Return the event of a printed code, to lock it; no other columns are loaded. Raises Http404."""
    return get_object_or_404(Tournament.objects.only("pk"), rounds__tables__token=token)


@dataclass
class Phone:
    """Player's phone: a random `device` name, `known` if the request brought it; `players`: event -> owner's entry."""

    device: str
    players: dict[str, int] = field(default_factory=dict)
    known: bool = False

    @classmethod
    def of(cls, request: HttpRequest) -> Phone:
        text = request.get_signed_cookie(COOKIE, default="", salt=COOKIE)
        if not text:
            return cls(secrets.token_urlsafe(9))
        stored = json.loads(text)
        return cls(stored["device"], stored["players"], known=True)

    @property
    def known_device(self) -> str:
        return self.device if self.known else ""

    def find_player(self, tournament: int) -> int | None:
        return self.players.get(str(tournament))

    def assign_player(self, tournament: int, entry: int) -> None:
        self.players.pop(str(tournament), None)
        self.players[str(tournament)] = entry
        for oldest in list(self.players)[:-MAX_EVENTS]:
            del self.players[oldest]

    def remember(self, response: HttpResponse) -> HttpResponse:
        response.set_signed_cookie(
            COOKIE,
            json.dumps({"device": self.device, "players": self.players}),
            salt=COOKIE,
            max_age=MAX_AGE,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
        return response
