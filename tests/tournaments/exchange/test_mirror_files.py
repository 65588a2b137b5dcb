"""API reads, tables and papers of hall and mirror: what a visitor without an account gets is the same on both."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pypdf
import pytest
from django.test import Client

from tests.support.checked_events import boards_event
from tests.support.people import acting, people, small_tournament
from tests.support.private_values import mark_private_values, private_values_in
from tests.support.whole_events import eventful
from tests.tournaments.exchange.test_mirrors import TwoSites, deliver, sites, start  # noqa: F401 - a fixture
from tournaments.core import public_files
from tournaments.core.printing.registry import list_offered_papers
from tournaments.entries.services.players import edit
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round
from tournaments.seating.models.constraints import SeatingConstraint

pytestmark = [pytest.mark.django_db]

SLUG = "spring-open"
ROUTES = Path(__file__).parents[2] / "data" / "golden" / "routes.txt"
LEAST = 25
DIFFERENT = {
    "api-changes": "the log of the mirror is its own",
    "api-file": "files for checking an event come with its log",
    "api-files": "files for checking an event come with its log",
    "api-log": "the log of the mirror is its own",
    "api-log-head": "the log of the mirror is its own",
}
"""Reads that may differ, and why."""
OF_SITE = {"api-tournament": ("lent_at", "version")}
"""Facts of the site, not of the event."""


def list_addresses(event: Tournament) -> dict[str, str]:
    """Return the reads of the event, in each of its rounds, tables and players: address -> name of the route."""
    rounds = [str(row.number) for row in Round.objects.filter(tournament=event)]
    values = {
        "slug": [event.slug], "session": ["1"], "table": ["1", "2"], "photo": ["1"], "day": ["2026-06-06"],
        "scale": ["imp", "total"], "key": ["verification", "rulebook"], "code": ["A"],
    }  # fmt: skip
    addresses = {}
    for line in ROUTES.read_text("utf-8").splitlines():
        route, methods, name = line.split()
        is_read = route.startswith("/api/v1/tournaments/<slug:slug>/") or route.endswith((".xlsx", ".csv", ".ics"))
        if "GET" not in methods.split(",") or "<slug:slug>" not in route or "/manage/" in route or not is_read:
            continue
        numbers = rounds if "/rounds/" in route else ["1", "2", "3"]
        made = [route]
        while any("<" in address for address in made):
            kind, field = re.search(r"<(?:(\w+):)?(\w+)>", made[0]).groups()
            choices = values.get(field, numbers)
            made = [address.replace(f"<{kind}:{field}>", choice) for address in made for choice in choices]
        addresses |= dict.fromkeys(made, name)
    return addresses


def drop_key(row: dict[str, Any]) -> dict[str, Any]:
    """Leave out primary keys, which differ from site to site."""
    return {name: fact for name, fact in row.items() if name != "id"}


def read(address: str, slug: str) -> tuple[int, Any]:
    answer = Client().get(address)
    content = answer.getvalue()
    if answer.status_code != 200:
        return answer.status_code, ""
    if address.endswith(".xlsx"):
        with zipfile.ZipFile(io.BytesIO(content)) as book:
            return 200, {name: book.read(name).decode() for name in book.namelist() if name != "docProps/core.xml"}
    if content.startswith(b"%PDF"):
        return 200, [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages]
    text = content.decode()
    if answer["Content-Type"].startswith("application/json"):
        named = text.replace(f'"{slug}"', '"SLUG"').replace(f"/{slug}/", "/SLUG/")
        return 200, json.loads(named, object_hook=drop_key)
    return 200, re.sub(r"^UID:.*$", "", text, flags=re.MULTILINE).replace(slug, "SLUG")


def make_event(family: str) -> Tournament:
    event = boards_event() if family == "boards" else eventful(family, 7)
    SeatingConstraint.objects.filter(tournament=event).delete()
    return event if event.published else event_services.publish(acting(), event, published=True)


@pytest.mark.parametrize("shown", Tournament.ShownNames.values)
def test_the_api_hides_the_same_names_at_the_mirror(sites, shown):  # noqa: F811
    event = small_tournament(8, slug=SLUG)
    people(event)
    Tournament.objects.filter(pk=event.pk).update(shown_names=shown)
    event = event_services.publish(acting(), Tournament.objects.get(pk=event.pk), published=True)
    edit(acting(), event.entries.get(number=1), family_name="Verborgen", given_name="Nina", initials_only=True)
    edit(acting(), event.entries.get(number=2), nickname="Nemo")
    start(event, sites)
    deliver(event, sites)
    addresses = [
        f"/api/v1/tournaments/{SLUG}/entries/",
        *(f"/api/v1/tournaments/{SLUG}/entries/{n}/" for n in (1, 2, 3)),
    ]
    here = [read(address, SLUG) for address in addresses]
    with sites.there():
        there = [read(address, SLUG) for address in addresses]
    assert there == here
    hidden = [entry["number"] for _status, entry in there[1:] if not entry["family_name"]]
    assert hidden == ([1] if shown != Tournament.ShownNames.NICKNAMES else [1, 2])
    assert there[3][1]["family_name"] != ""


@pytest.mark.long
@pytest.mark.parametrize("family", ["mcr", "riichi", "boards"])
def test_the_api_and_tables_give_a_visitor_the_same(sites, family):  # noqa: F811
    event = make_event(family)
    first = event.entries.order_by("number").first()
    edit(acting(), first, family_name="Verborgen", given_name="Nina", initials_only=True)
    mark_private_values()
    start(event, sites)
    deliver(event, sites)
    addresses = list_addresses(event)
    here = {address: read(address, event.slug) for address in addresses}
    with sites.there():
        there = {address: read(address.replace(f"/{event.slug}/", f"/{SLUG}/", 1), SLUG) for address in addresses}
    for address, name in addresses.items():
        for fact in OF_SITE.get(name, ()):
            del here[address][1][fact], there[address][1][fact]
    differences = {
        address: (here[address], there[address])
        for address, name in addresses.items()
        if name not in DIFFERENT and here[address] != there[address]
    }
    assert not differences, json.dumps(differences)[:4000]
    assert sum(status == 200 for status, _content in there.values()) >= LEAST
    text = json.dumps(there, ensure_ascii=False)
    assert private_values_in(text) == []
    assert [word for word in ("Verborgen", "Nina") if word in text] == []


def read_papers(event: Tournament) -> dict[str, tuple[int, Any]]:
    rounds = Round.objects.filter(tournament=event).values_list("number", flat=True)
    keys = [paper.key for paper in list_offered_papers() if paper.public]
    addresses = [f"rounds/{number}/{key}.pdf" for number in rounds for key in keys] + ["rulebook.pdf"]
    for address in addresses:
        Client().get(f"/t/{event.slug}/{address}")
    public_files.make_waiting()
    return {address: read(f"/t/{event.slug}/{address}", event.slug) for address in addresses}


@pytest.mark.long
def test_public_papers_have_the_same_text(sites):  # noqa: F811
    event = make_event("mcr")
    start(event, sites)
    deliver(event, sites)
    here = read_papers(event)
    with sites.there():
        there = read_papers(Tournament.objects.get(slug=SLUG))
    assert there == here
    assert sum(status == 200 for status, _text in there.values()) >= 5
