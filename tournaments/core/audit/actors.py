"""Who acts, and from where: what every entry of the log begins with."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from engine.sentences import gettext_noop, sentence
from tournaments.accounts.models import User
from tournaments.rounds.models import GameTable


@dataclass(frozen=True)
class Actor:
    """Who acts, and from where. Every service takes one as its first argument.

    `name` is the account's or the command's, or a sentence that names the table.
    """

    user: User | None
    name: str
    origin: str
    ip_address: str | None = None
    user_agent: str = ""

    @classmethod
    def of(cls, request: HttpRequest, *, origin: str = "web") -> Actor:
        """The signed-in person behind a request. Raises TypeError for a visitor: views check that first."""
        user = request.user
        if not isinstance(user, User):
            raise TypeError("a visitor cannot act; check the permission first")
        return cls(user, user.get_username(), origin, *_whence(request))

    @classmethod
    def of_table(cls, table: GameTable, request: HttpRequest) -> Actor:
        """Somebody at a table who came in by its code."""
        template = gettext_noop("table %(table)s, round %(round)s")
        name = sentence(template, table=table.number, round=table.round.number)
        return cls(None, name, "table code", *_whence(request))

    @classmethod
    def of_room(cls, request: HttpRequest) -> Actor:
        """Somebody who came in by the code of a room."""
        return cls(None, sentence(gettext_noop("the room's code")), "table code", *_whence(request))

    @classmethod
    def of_visitor(cls, request: HttpRequest) -> Actor:
        """Somebody who is not signed in (yet): the sign-in page itself."""
        return cls(None, "", "web", *_whence(request))

    @classmethod
    def of_command(cls, command: str) -> Actor:
        """A management command on the server."""
        return cls(None, command, "command")

    @classmethod
    def of_task(cls, task: str, user: User | None = None) -> Actor:
        """A background task, for the person who asked for it."""
        return cls(user, user.get_username() if user else task, "task")


def _whence(request: HttpRequest) -> tuple[str | None, str]:
    return request.META.get("REMOTE_ADDR") or None, request.headers.get("User-Agent", "")[:300]
