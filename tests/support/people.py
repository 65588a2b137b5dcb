"""The people of the tests, and a small tournament for them.

olga organises, ren referees, sam scores, sue seats, ida checks in, dina runs the screens; petra plays and otto is an
outsider with an account; ada is the site's administrator.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import PBKDF2PasswordHasher, make_password
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from django.utils.crypto import get_random_string
from rest_framework.test import APIClient

from tests.support.remembered import remembered
from tournaments.accounts.models import Membership, Role, User
from tournaments.accounts.services import tokens
from tournaments.core.audit import Actor
from tournaments.core.permissions import USUAL_SCOPES
from tournaments.entries.models.entries import Entry
from tournaments.events.models import RulesetVersion, Stage, Tournament
from tournaments.rounds.models import Round, Seat, Seating

ROLES: dict[str, Role | None] = {
    "olga": Role.DIRECTOR,
    "ren": Role.REFEREE,
    "sam": Role.SCORER,
    "sue": Role.SEATING,
    "ida": Role.CHECK_IN,
    "dina": Role.DISPLAY,
    "petra": None,
    "otto": None,
}
PASSWORD = "four winds and three dragons"


def person(name: str) -> User:
    """The account of that name, made at the first call."""
    found = User.objects.filter(username=name).first()
    if found is None:
        found = _new(name)
        found.save(force_insert=True)
    return found


def _new(name: str) -> User:
    return User(username=name, email=f"{name}@example.org", password=_hashed(), is_superuser=name == "ada")


class QuickHasher(PBKDF2PasswordHasher):
    """Hashing is slow on purpose, to stop guessing; tests guess a lot. A site reads what it wrote all the same."""

    iterations = 1


@cache
def _hashed() -> str:
    return make_password(PASSWORD)


def people(tournament: Tournament) -> dict[str, User]:
    """All of them, with their roles at the tournament."""
    there = {user.username: user for user in User.objects.filter(username__in=ROLES)}
    new = User.objects.bulk_create([_new(name) for name in ROLES if name not in there])
    there.update({user.username: user for user in new})
    Membership.objects.bulk_create(
        [
            Membership(tournament=tournament, user=there[name], role=role)
            for name, role in ROLES.items()
            if role is not None
        ],
        ignore_conflicts=True,
    )
    return {name: there[name] for name in ROLES}


def acting(name: str = "olga") -> Actor:
    """The named person at a keyboard."""
    return Actor(person(name), name, "web", "192.0.2.7", "test")


def signed_in(name: str | None, client: Client | None = None) -> Client:
    """A browser with the named account signed in, or nobody; `client` is used where it is given."""
    found = client or Client()
    if name is not None:
        found.cookies[settings.SESSION_COOKIE_NAME] = session_of(person(name))
    return found


def session_of(user: User) -> str:
    """Write the session that signing in leaves, as one row; Django's `force_login` sends ten statements. Its key."""
    values = {
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: "django.contrib.auth.backends.ModelBackend",
        HASH_SESSION_KEY: user.get_session_auth_hash(),
    }
    key, ends = get_random_string(32), timezone.now() + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    row = Session(session_key=key, session_data=SessionStore().encode(values), expire_date=ends)
    row.save(force_insert=True)
    return key


def program(name: str | None = None, **made: Any) -> APIClient:
    """A program with a new token of the named person, or without an account."""
    client = APIClient()
    if name:
        client.credentials(HTTP_AUTHORIZATION=f"Token {token_of(name, **made)}")
    return client


def token_of(name: str, *, scopes: Collection[str] = USUAL_SCOPES, **made: Any) -> str:
    """The key of a new token of the API for the named person."""
    return tokens.make(acting(name), user=person(name), name="tests", scopes=scopes, **made)[0]


@remembered
def small_tournament(
    players: int = 8, *, slug: str = "spring-open", family: str = "mcr", rounds: int = 3
) -> Tournament:
    """A published MCR tournament with checked-in players 1..n, one stage and planned rounds."""
    riichi = family == "riichi"
    tournament = Tournament.objects.create(
        slug=slug,
        name="Spring Open",
        family=family,
        published=True,
        rounds_planned=rounds,
        starts_on="2026-05-02",
        ends_on="2026-05-03",
        time_zone="Europe/Paris",
    )
    RulesetVersion.objects.create(
        tournament=tournament,
        number=1,
        preset="riichi-ema-2016" if riichi else "mcr-2006",
        match_scoring=(
            {"start_points": 30000, "return_points": 30000, "divisor": 1000, "uma": [15, 5, -5, -15]}
            if riichi
            else {"start_points": 0, "table_points": [4, 2, 1, 0]}
        ),
        tie_breaks=["total"] if riichi else ["table_points", "total"],
    )
    stage = Stage.objects.create(tournament=tournament, number=1, name="Qualification")
    Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            number=number,
            family_name=f"Family{number:02}",
            given_name=f"Given{number:02}",
            status=Entry.Status.CHECKED_IN,
        )
        for number in range(1, players + 1)
    )
    Round.objects.bulk_create(
        Round(tournament=tournament, stage=stage, number=number, minutes=90) for number in range(1, rounds + 1)
    )
    return tournament


def seat_in_order(round_: Round, state: str = Seating.State.DRAFT) -> Seating:
    """A seating of the round with players 1-4 at table 1, 5-8 at table 2 and so on, E S W N."""
    version = round_.seatings.count() + 1
    seating = Seating.objects.create(round=round_, version=version, state=state, source=Seating.Source.MANUAL)
    entries = list(round_.tournament.entries.order_by("number"))
    Seat.objects.bulk_create(
        Seat(seating=seating, table_number=index // 4 + 1, wind=index % 4, entry=entry)
        for index, entry in enumerate(entries[: len(entries) // 4 * 4])
    )
    return seating
