"""Actors of audited changes: an account, a table, a visitor, a command or a background task."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from engine.sentences import gettext_noop, sentence
from tournaments.accounts.models import User
from tournaments.entries.models.entries import Team
from tournaments.rounds.models import GameTable


@dataclass(frozen=True)
class Actor:
    """Author of a change and origin of the request; `name` is the account's or command's, or names the table."""

    user: User | None
    name: str
    origin: str
    ip_address: str | None = None
    user_agent: str = ""

    @classmethod
    def of(cls, request: HttpRequest, *, origin: str = "web") -> Actor:
        """Return the signed-in account behind a request. Raises TypeError for a visitor: views check that first."""
        user = request.user
        if not isinstance(user, User):
            raise TypeError("a visitor cannot act; check the permission first")
        return cls(user, user.get_username(), origin, *_whence(request))

    @classmethod
    def of_table(cls, table: GameTable, request: HttpRequest) -> Actor:
        template = gettext_noop("table %(table)s, round %(round)s")
        name = sentence(template, table=table.number, round=table.round.number)
        return cls(None, name, "table code", *_whence(request))

    @classmethod
    def of_room(cls, request: HttpRequest) -> Actor:
        return cls(None, sentence(gettext_noop("the room's code")), "table code", *_whence(request))

    @classmethod
    def of_captain(cls, team: Team, request: HttpRequest) -> Actor:
        name = sentence(gettext_noop("captain of %(team)s"), team=team.name)
        return cls(None, name, "team link", *_whence(request))

    @classmethod
    def of_visitor(cls, request: HttpRequest) -> Actor:
        return cls(None, "", "web", *_whence(request))

    @classmethod
    def of_command(cls, command: str) -> Actor:
        return cls(None, command, "command")

    @classmethod
    def of_task(cls, task: str, user: User | None = None) -> Actor:
        return cls(user, user.get_username() if user else task, "task")


def _whence(request: HttpRequest) -> tuple[str | None, str]:
    return request.META.get("REMOTE_ADDR") or None, request.headers.get("User-Agent", "")[:300]
