"""An event in which every route has something to show, the people who ask, and what each is told."""

from __future__ import annotations

import logging
import tomllib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

from django.db import transaction
from django.http import FileResponse, HttpResponse
from django.template import engines
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from judging.cases.services import appeals
from judging.desk import services as calls
from judging.desk.models import Call
from tests.roles.rows import EVERYBODY, Row, guard_of, guarded_anew, routes
from tests.support.cases import case_with_facts, ruled
from tests.support.games import game
from tests.support.people import acting, people, person, seat_in_order
from tests.support.photos import photo_of_a_sheet
from tests.support.tables import enter, playing, table_of
from tournaments.awards.models import Award, PrizeHand
from tournaments.branding import services as branding
from tournaments.core import pictures
from tournaments.core.models.jobs import Job
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.mailings import Mailing
from tournaments.entries.services import players as registration
from tournaments.entries.services import portraits, teams
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.results.services import photos, replays
from tournaments.seasons import services as season_services
from tournaments.seasons.models import Season, SeasonRole
from tournaments.seating.models.constraints import SeatingConstraint
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import wishes
from tournaments.standings.models import ScoreLine

NAMES = dict(zip(EVERYBODY, ("olga", "ren", "sam", "sue", "ida", "dina", "petra", "otto", "ada", None), strict=True))
"""Role -> the person of the tests who has it; a visitor has no account."""

SECRET, WAITING = "sits at a table on the ground floor", "Lastinline"


class Cast:
    """The event, the addresses of its pages, and a signed-in browser for each of the people."""

    def __init__(self, players: int = 8, rounds: int = 3) -> None:
        self.event = playing(players, rounds_planned=rounds)
        Tournament.objects.update(entry_by=Tournament.EntryBy.TABLE_CODE, ceremony_at=timezone.now())
        accounts = people(self.event)
        accounts["ada"] = person("ada")
        self.known = self._things()
        self.browsers = {role: Client(raise_request_exception=False) for role in NAMES}
        for role, name in NAMES.items():
            if name:
                self.browsers[role].force_login(accounts[name], backend="django.contrib.auth.backends.ModelBackend")

    def _things(self) -> dict[str, Any]:
        """Create the rows that the URLs name, as the staff would."""
        event = self.event
        small = pictures.downscale(photo_of_a_sheet(), 320, transparent=True)
        table = table_of(event)
        event.entries.filter(number=1).update(note=SECRET)
        registration.add(acting(), event, family_name=WAITING, status=Entry.Status.WAITING)
        first, second = event.entries.all()[:2]
        team = teams.add(acting(), event, name="Dragons")
        wishes.add_constraint(acting(), event, kind=SeatingConstraint.Kind.FORBIDDEN_PAIR, entry=first, other=second)
        seat_in_order(event.rounds.get(number=2))
        seating_drafts.generate(acting("sue"), event, rounds=[event.rounds.get(number=3)], seed="roles")
        text, _points = game(hands=1)
        enter(table, (60, 20, -30, -50))
        replays.attach(acting("sam"), table, text=text)
        branding.keep_picture(acting(), event, use="logo", small=small)
        branding.add_sponsor(acting(), event, name="Tea House")
        portraits.keep(acting(), first, small=pictures.downscale(photo_of_a_sheet(), portraits.SIDE))
        photos.add(acting("sam"), table, small=pictures.downscale(photo_of_a_sheet()))
        case, record = case_with_facts(event, table=2)
        # By somebody else than those who ask: nobody decides an appeal against a ruling of their own.
        ruling = ruled(case, record, by="rita")
        appeal = appeals.file_appeal(
            acting("ren"), ruling, by_entry=case.parties.earliest("pk").entry, grounds="The hand had eight points."
        )
        self.appeal, self.adjustment = appeal.pk, self._line(first, ScoreLine.Kind.ADJUSTMENT)
        self.penalty = self._line(first, ScoreLine.Kind.PENALTY)
        season = season_services.create(acting(), name="Club league", published=True)
        season_services.grant(acting(), season, user=person("ren"), kind=SeasonRole.Kind.HELPER)
        season_services.add_event(acting(), season, tournament=event)
        event_services.announce(acting(), event, text="Lunch at noon.")
        Mailing.objects.create(tournament=event, number=1, key="first", subject="Lunch", text="At noon.")
        Award.objects.create(tournament=event, number=1, title=DRAFT, figure="best_game")
        winner, rules = event.entries.get(number=1), event.ruleset
        PrizeHand.objects.create(table=table, number=1, winner=winner, ruleset=rules, hand=HAND, **ROW_OF_HAND)
        job = Job.objects.create(tournament=event, kind="print", created_by=None, params={})
        return {
            **tomllib.loads(Path(__file__).with_name("addresses.toml").read_text(encoding="utf-8")),
            "slug": event.slug,
            "event": event.slug,
            "season": season.slug,
            "token": table.token,
            "job": job.pk,
            "membership": event.memberships.latest("pk").pk,
            "team": team.pk,
            "digest": event.pictures.get().digest,
            "call": calls.make(acting(), table, about=Call.About.WIN).pk,
        }

    def _line(self, entry: Entry, kind: str) -> int:
        line = ScoreLine.objects.create(
            tournament=self.event,
            entry=entry,
            scope=ScoreLine.Scope.OVERALL,
            unit=ScoreLine.Unit.POINTS,
            kind=kind,
            amount_numerator=-10,
            reason="late",
        )
        return int(line.pk)

    def address(self, row: Row) -> str:
        """The address that the row is about."""
        converters = routes()[row.route].pattern.converters
        known = {**self.known, **self._primary_keys(row)}
        return reverse(row.route, kwargs={name: known[name] for name in converters})

    def _primary_keys(self, row: Row) -> dict[str, Any]:
        """`pk`, or `key`, means another thing in each group of routes."""
        if row.route == "api-file":
            return {"key": "event_whole"}
        if row.route.startswith("job"):
            return {"pk": self.known["job"]}
        if "call" in row.route:
            return {"pk": self.known["call"]}
        if row.route == "manage_appeal_decide":
            return {"pk": self.appeal}
        return {"pk": self.adjustment if row.part == "an adjustment" else self.penalty}

    def ask(self, row: Row, role: str) -> HttpResponse:
        """Send the request as a person of that role, and roll back its changes."""
        client = self.browsers[role]
        cookies = dict(client.cookies)
        options: dict[str, Any] = {"data": dict(BODIES.get((row.method, row.route, row.part), {}))}
        if row.route.startswith("api-") and row.method != "GET":
            options["content_type"] = "application/json"
        with transaction.atomic(), SURROUNDINGS.get((row.route, row.part), nullcontext)():
            answer = getattr(client, row.method.lower())(self.address(row), **options)
            transaction.set_rollback(True)
        # Who signed out, or was given another session, is back in the one that the database has again.
        client.cookies.clear()
        client.cookies.update(cookies)
        if isinstance(answer, FileResponse):
            # Read to its end the client closes it; closed by hand it would close the database's connection as well.
            deque(answer, maxlen=0)
        return answer

    def lets_in(self, row: Row, role: str) -> bool:
        """Return whether the person gets in; an error page counts as access."""
        answer = self.ask(row, role)
        if answer.status_code == 500:
            return True
        if answer.status_code in (401, 403) or _to_sign_in(answer):
            return False
        if row.part in MARKERS:
            return answer.status_code == 200 and MARKERS[row.part] in b"".join(answer).decode()
        if row.part:
            # A form that was taken leads on to a page; a page that is shown, or made, is there at once.
            page_was_sent = row.method == "POST" and not row.route.startswith("api-")
            return answer.status_code == 302 if page_was_sent else answer.status_code in (200, 201)
        return True


def _to_sign_in(answer: HttpResponse) -> bool:
    return answer.status_code == 302 and answer.headers["Location"].split("?")[0] == reverse("login")


@contextmanager
def unpublished() -> Iterator[None]:
    """Inside, the event is its team's only; it goes back with what the request changed."""
    Tournament.objects.update(published=False)
    yield


def _blank_paper(*_given: Any, **_named: Any) -> bytes:
    """Instead of a paper; a mock would keep what each of thousands of papers was made of."""
    return b"%PDF"


@cache
def _empty() -> Any:
    return engines["django"].from_string("")


def blank_pages() -> Any:
    """Render no template inside; the context is there."""
    return mock.patch("django.template.loader.get_template", return_value=_empty())


def _no_backup(*_given: Any, **_named: Any) -> None:
    """Instead of a backup."""


@contextmanager
def without_what_takes_long() -> Iterator[None]:
    """Inside, pages are empty and papers blank: who is let in is settled before they are filled."""
    with (
        mock.patch("tournaments.core.printing.pdf.render_run", _blank_paper),
        mock.patch("tournaments.exchange.backups.making.make", _no_backup),
        blank_pages(),
        mock.patch.object(logging.getLogger("django.request"), "disabled", True),
    ):
        yield


@contextmanager
def stopped_behind_its_guard(row: Row) -> Iterator[None]:
    """Inside, the page is empty for whoever its decorator lets through: nothing behind it is asked or made."""
    pattern = routes()[row.route]
    empty = guarded_anew(guard_of(pattern.callback), lambda *_given, **_named: HttpResponse())
    with mock.patch.object(pattern, "callback", empty):
        yield


@contextmanager
def closed() -> Iterator[None]:
    """Inside, the season is for those who run it only."""
    Season.objects.update(published=False)
    yield


DRAFT, HAND = "An award without published winners", "19m19p19s1234567z +1m"
ROW_OF_HAND: dict[str, Any] = {"by": "self_draw", "prevalent": "E", "seat": "E", "worth": 92}

MARKERS = {
    "a draft": DRAFT,
    "a hand before its release": HAND,
    "a note": SECRET,
    "the waiting list": WAITING,
    "what was done": '"action":',
}
"""Part of an answer -> what only that part holds."""

LINE = {"entry": 1, "amount": "-10", "unit": "points", "reason": "late", "kind": "penalty"}
BODIES: dict[tuple[str, str, str], dict[str, Any]] = {
    ("POST", "api-ledger", "a penalty"): LINE,
    ("POST", "api-ledger", "an adjustment"): {**LINE, "kind": "adjustment"},
    ("POST", "api-void-line", "an adjustment"): {"reason": "It was a mistake."},
    ("POST", "manage_ledger", "an adjustment"): {**LINE, "kind": "adjustment", "scope": "overall"},
    ("POST", "manage_seating_publish", "the public pages too"): {"publish-open_pages": "on"},
    ("POST", "manage_appeal_decide", "an appeal"): {"state": "upheld", "decision": "The ruling stands."},
}
"""Request bodies for routes whose answer depends on them; elsewhere only access is tested."""

SURROUNDINGS: dict[tuple[str, str], Callable[[], AbstractContextManager[Any]]] = {
    ("manage_table_log", "a board that others play"): lambda: mock.patch(
        "tournaments.results.queries.table_logs.has_secret_boards", return_value=True
    ),
    **dict.fromkeys((("api-season", "closed"), ("api-season-ranking", "closed"), ("season", "closed")), closed),
    **dict.fromkeys((("event", "not published"), ("api-tournament", "not published")), unpublished),
}
