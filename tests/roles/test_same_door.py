"""Pages and API are one door: what somebody sees through one of them, and only that, they see through the other."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.urls import reverse

from judging.cases.models import Case
from tests.roles.cast import NAMES, WAITING, Cast
from tests.roles.rows import table
from tests.support.database import kept_for_the_module
from tests.support.people import acting
from tests.support.release import in_full
from tests.support.slices import in_slice_of_each
from tests.support.tables import enter, table_of
from tournaments.events.models import Tournament
from tournaments.results.services import results
from tournaments.rounds.models import Seating
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating
from tournaments.standings.services import publishing

pytestmark = pytest.mark.django_db

Address = tuple[str, dict[str, Any]]


class Fact(NamedTuple):
    """Something that not everybody sees: the text that tells it, and where API and pages would tell it."""

    what: str
    text: str
    api: tuple[Address, ...]
    pages: tuple[Address, ...]
    seen_by: str
    """The roles that see it, as the table of roles calls them, worked out by hand."""


def at(route: str, **names: Any) -> Address:
    return route, {"slug": "spring-open", **names}


PLAYER = (at("api-entries"), at("api-entry", number=1))
PAGES_OF_PLAYER = (
    at("event_players"), at("event_player", number=1), at("manage_entries"), at("manage_entry", number=1),
)  # fmt: skip
SHEET = (at("api-table", number=1, table=1),)
PAGES_OF_SHEET = (
    at("manage_table", number=1, table=1), at("manage_results", number=1), at("manage_hands", number=1, table=1),
    at("manage_table_logs", number=1, table=1),
)  # fmt: skip
STAFF = "director referee scorer admin"
TEAM = "director referee scorer seating check-in display admin"

FACTS = (
    Fact("an EMA number", "20260101", PLAYER, PAGES_OF_PLAYER, "director seating check-in admin"),
    Fact("a note", "left-handed", PLAYER, PAGES_OF_PLAYER, "director admin"),
    Fact("a name on the waiting list", WAITING, (at("api-entries"), at("api-entry", number=9)),
         (at("event_players"), at("event_player", number=9),
          at("manage_entries")), "director seating check-in admin"),
    Fact("a case", "seen by two tables", (at("api-cases"),), (at("manage_cases"),), "director referee admin"),
    Fact("a line of the ledger", "came too late", (at("api-ledger"),), (at("manage_ledger"),),
         "director referee admin"),
)  # fmt: skip


EVERYBODY = " ".join(NAMES)
ALIKE = {"admin": "director", "check-in": "seating", "player": "visitor", "outsider": "visitor"}
"""Role -> one that sees the same of every fact here."""
ASKED = tuple(in_slice_of_each(list(NAMES), 3, lambda role: ALIKE.get(role, role)))
"""The roles that ask in this run: one of those that see the same, and all in a release."""
THOUSANDS = re.compile(r"(?<=\d),(?=\d)")


class Site:
    """The cast's event with these facts in it, and what each of the people is shown."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.known: dict[tuple[str, str], str] = {}
        self.event = Tournament.objects.get(pk=cast.event.pk)
        self.event.entries.filter(number=1).update(ema_number="20260101", note="left-handed")
        self.event.score_lines.update(reason="came too late")
        Case.objects.update(note="seen by two tables")
        enter(table_of(self.event), (7351, -2451, -2450, -2450), reason="as on paper", based_on=1)

    def answers(self, role: str, addresses: Sequence[Address]) -> Iterator[str]:
        """Return the person's responses at these URLs, each requested once while nothing changes."""
        for route, names in addresses:
            address = reverse(route, kwargs=names)
            if (role, address) not in self.known:
                answer = self.cast.browsers[role].get(address)
                shown = answer.content.decode() if answer.status_code == 200 else ""
                self.known[role, address] = THOUSANDS.sub("", shown)
            yield self.known[role, address]

    def told(self, *facts: Fact) -> dict[str, dict[str, tuple[bool, bool]]]:
        """Fact -> role -> whether the API and whether the pages tell it."""
        return {
            fact.what: {
                role: (
                    any(fact.text in answer for answer in self.answers(role, fact.api)),
                    any(fact.text in answer for answer in self.answers(role, fact.pages)),
                )
                for role in ASKED
            }
            for fact in facts
        }

    def changed(self) -> None:
        """Ask anew from here on."""
        self.known.clear()


def wanted(*facts: Fact) -> dict[str, dict[str, tuple[bool, bool]]]:
    return {fact.what: {role: (role in fact.seen_by.split(),) * 2 for role in ASKED} for fact in facts}


@pytest.fixture(scope="module")
def cast(django_db_setup: None, django_db_blocker: Any) -> Iterator[Cast]:
    """The event and its people, made once a process; what a test changes is undone."""
    with kept_for_the_module(django_db_blocker):
        yield Cast()


@pytest.fixture(autouse=True)
def unlogged() -> Iterator[None]:
    """Every refusal would be a line, and a traceback where a test fails."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


def test_what_is_private_is_told_to_the_same_people_by_both(cast: Cast) -> None:
    assert Site(cast).told(*FACTS) == wanted(*FACTS)


def test_a_sheet_to_be_typed_twice_is_seen_by_whoever_typed_it_alone(cast: Cast) -> None:
    site = Site(cast)
    Tournament.objects.update(blind_reentry=True)
    table_of(site.event).results.get(version=1).seats.filter(order=0).update(points=7777)
    blind = Fact("the sheet", "7351", SHEET, PAGES_OF_SHEET, "scorer")
    before_it = Fact("the one before", "7777", SHEET, PAGES_OF_SHEET, "scorer")
    assert site.told(blind, before_it) == wanted(blind, before_it)
    typed_again = table_of(site.event).results.get(version=2)
    results.confirm_sheet(acting("olga"), typed_again, again=[7351, -2451, -2450, -2450])
    site.changed()
    counts = blind._replace(seen_by=STAFF)
    assert site.told(counts) == wanted(counts)


def test_whoever_is_too_late_with_a_sheet_does_not_see_the_first_one(cast: Cast) -> None:
    site = Site(cast)
    Tournament.objects.update(blind_reentry=True)
    olga, table = site.cast.browsers["director"], table_of(site.event)
    typed = {f"points_{seat}": points for seat, points in enumerate((10, -10, 0, 0))} | {"based_on": 0}
    page = reverse("manage_table", kwargs=at("manage_table", number=1, table=1)[1])
    late = [
        olga.post(page, typed),
        olga.post(page, typed, headers={"Accept": "application/json"}),
        olga.post(
            reverse("api-table", kwargs=SHEET[0][1]),
            {"points": [10, -10, 0, 0], "based_on": 0},
            content_type="application/json",
        ),
        Client().post(reverse("table_code", args=[table.token]), typed | {"player": site.event.entries.all()[0].pk}),
    ]
    assert [(answer.status_code, "7351" in answer.content.decode()) for answer in late] == [(409, False)] * 4
    second_entry = late[0].content.decode().split('name="again-points_0"')[1]
    assert 'value="10"' in second_entry[:200], "what was typed can be sent as the second entry"


def test_what_is_published_is_there_through_both_at_once(cast: Cast) -> None:
    site = Site(cast)
    seated = Fact("seats", "Family07", (at("api-seating", number=2),), (at("event_round_seating", number=2),), "")
    released = Fact("points", "7351", (at("api-results", number=1),), (at("event_round", number=1),), "")
    pages = (at("event_standings"), at("manage_standings"))
    ranked = Fact("places", "Family07", (at("api-standings"),), pages, "director admin")
    for number, points in ((1, (7351, -2451, -2450, -2450)), (2, (8, 8, -8, -8))):
        table = table_of(site.event, number)
        results.confirm_sheet(acting("olga"), table.results.order_by("-version").first() or enter(table, points))
    assert site.told(seated, released, ranked) == wanted(seated, released, ranked)
    seating.publish(acting("sue"), Seating.objects.get(round__number=2, state=Seating.State.DRAFT))
    first = site.event.rounds.get(number=1)
    rounds.release(acting("olga"), first, continue_anyway="The appeal moves no place.")
    site.changed()
    public = [fact._replace(seen_by=EVERYBODY) for fact in (seated, released, ranked)]
    assert site.told(*public) == wanted(*public)
    publishing.hide_standings(acting("olga"), Tournament.objects.get(), hidden=True)
    Tournament.objects.update(published=False)
    site.changed()
    listed = Fact("its name", "Spring Open", (("api-tournaments", {}),), (("event_list", {}), ("manage", {})), TEAM)
    there = Fact("its page", "Spring Open", (at("api-tournament"),), (at("event"),), TEAM)
    assert site.told(ranked, listed, there) == wanted(ranked, listed, there)


def test_nobody_is_told_what_is_wrong_with_something_they_may_not_do(cast: Cast) -> None:
    """Of every route of the API that writes: outsiders get the same for sense and nonsense.

    Except in a release, every other route gets each kind of nonsense.
    """
    rows = [row for row in table() if row.route.startswith("api-") and row.method != "GET" and not row.part]
    guarded = [row for row in rows if "outsider" not in row.who]
    assert len(guarded) > 9
    many = '{"points": "many", "amount": "1e9", "kind": 7}'
    asking = [("visitor", 401, '{"broken": ')]
    asking += [("outsider", 403, body) for body in ('{"broken": ', "[1, 2]", many)]
    for turn, (role, status, body) in enumerate(asking):
        asked = guarded if in_full() else guarded[turn % 2 :: 2]
        send = cast.browsers[role].generic
        found = {
            str(row): send(row.method, cast.address(row), body, content_type="application/json").status_code
            for row in asked
        }
        assert found == {str(row): status for row in asked}, body
