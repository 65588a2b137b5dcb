"""Categories: assigned, imported, chosen at registration; own places on pages, papers, screens and for programs."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.pages import send_registration
from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.play import released
from tests.support.remembered import remembered
from tournaments.core.errors import UserError
from tournaments.core.printing.registry import Order, find_paper
from tournaments.entries.files import as_csv
from tournaments.entries.models.registration import Application
from tournaments.entries.reading import roster
from tournaments.entries.services import applications, categories, players
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack, unpack
from tournaments.exchange.services import event_files
from tournaments.rounds.models import Round
from tournaments.standings.queries.categories import add_category_places
from tournaments.standings.queries.ceremony import build_ceremony
from tournaments.standings.queries.standings import find_public_standings

pytestmark = pytest.mark.django_db

PLACES = {1: 1, 5: 1, 2: 3, 6: 3, 3: 5, 7: 5, 4: 7, 8: 7}
"""Number -> overall place after a round in which two tables had the same results."""


@pytest.fixture
@remembered
def event() -> Tournament:
    """Eight players with places; juniors are 2, 3, 6, 8, and 3 is in the club too."""
    made = small_tournament(8)
    people(made)
    released(made, 1, [[30, 10, -10, -30]] * 2)
    for name, numbers in (("Juniors", (2, 3, 6, 8)), ("Club", (3,))):
        category = categories.add(acting(), made, name=name)
        categories.set_members(acting(), category, players=made.entries.filter(number__in=numbers))
    made.refresh_from_db()
    return made


def test_places_within_a_category_on_pages_papers_screens_and_for_programs(event: Tournament) -> None:
    public = reverse("event_standings", args=[event.slug])
    pages = {number: Client().get(public, {"category": number}) for number in ("", "1", "2", "9")}
    assert [one.status_code for one in pages.values()] == [200, 200, 200, 404]
    listed = {
        number: re.findall(r'id="player-([0-9]+)"', page.content.decode()) for number, page in list(pages.items())[:3]
    }
    assert listed == {"": list("15263748"), "1": list("2638"), "2": ["3"]}
    assert "Juniors" in pages[""].content.decode()
    found = find_public_standings(event)
    assert found is not None
    assert {line.player.number: line.row.place for line in found.individual} == PLACES
    table = add_category_places(event, found, 1)
    assert [(line.row.place, line.shown and (line.shown.place, line.shown.shared)) for line in table.individual] == [
        (3, (1, True)), (3, (1, True)), (5, (3, False)), (7, (4, False)),
    ]  # fmt: skip
    screen = reverse("screen", args=[event.slug, "standings"])
    assert "Standings after round 1: Juniors" in Client().get(screen, {"category": "1"}).content.decode()
    answer = Client().get(f"/api/v1/tournaments/{event.slug}/standings/", {"category": "2"}).json()["individual"]
    assert [(row["number"], row["place"], row["categories"]) for row in answer] == [
        (3, 5, [{"number": 1, "place": 3, "shared": False}, {"number": 2, "place": 1, "shared": False}])
    ]
    steps = build_ceremony(event, teams=False, begin=3, category=1).steps
    assert [(place, len(lines)) for place, lines in steps] == [(3, 1), (1, 2)]
    assert signed_in("olga").get(reverse("ceremony", args=[event.slug]), {"category": "1"}).status_code == 200
    papers = {key: find_paper(key) for key in ("standings", "certificates")}
    assert None not in papers.values()
    event.rounds.update(state=Round.State.FINISHED)
    leaves = papers["standings"].leaves(Order(event))  # type: ignore[union-attr]
    printed = {leaf.values["category"]: [(one.place, one.overall) for one in leaf.values["lines"]] for leaf in leaves}
    assert printed["Juniors"] == [("1=", "3="), ("1=", "3="), ("3", "5="), ("4", "7=")]
    assert printed["Club"] == [("1", "5=")]
    certificates = papers["certificates"].leaves(Order(event))  # type: ignore[union-attr]
    assert [(leaf.values["place"], leaf.values["line"].within) for leaf in certificates][4:] == [
        ("place_1", "Juniors"), ("place_1", "Juniors"), ("place_3", "Juniors"), ("place_1", "Club"),
    ]  # fmt: skip


def test_members_come_by_page_roster_registration_and_program(event: Tournament) -> None:
    olga, base = program("olga"), f"/api/v1/tournaments/{event.slug}"
    assert olga.patch(f"{base}/entries/1/", {"categories": [2, 1]}, format="json").json()["categories"] == [2, 1]
    refused = olga.patch(f"{base}/entries/1/", {"categories": [9]}, format="json")
    assert (refused.status_code, refused.json()["field"]) == (400, "categories")
    listed = Client().get(f"{base}/entries/", {"category": "2"}).json()["results"]
    assert [row["number"] for row in listed] == [1, 3]
    with pytest.raises(UserError):
        players.edit(acting(), event.entries.get(number=1), categories=[7])
    # A roster names them, and brings its own export back.
    assert roster.preview(event, as_csv(event)).counts == {"add": 0, "change": 0, "same": 8, "skip": 0}
    preview = roster.preview(event, "number,name,Category\n1,,club\n4,,Juniors；Club\n5,,Seniors\n".encode())
    assert (preview.errors, preview.counts["change"]) == ([], 3)
    roster.save(acting(), event, rows=preview.rows)
    assert {one.number: one.categories for one in event.entries.filter(number__in=(1, 4, 5))} == {
        1: [2], 4: [1, 2], 5: [3],
    }  # fmt: skip
    whole, problems = unpack(pack(event))
    assert (problems, whole is None) == ([], False)
    copy = event_files.restore(acting("otto"), event=whole, slug="copy")
    assert list(copy.entries.values_list("categories")) == list(event.entries.values_list("categories"))
    categories.remove(acting(), event.categories.get(number=1))
    assert event.entries.get(number=4).categories == [2]


def test_players_choose_only_what_registration_offers() -> None:
    event = small_tournament(4)
    applications.set_desk(acting(), event, facts={"is_open": True})
    for name, asked in (("Juniors", True), ("Club", False)):
        categories.add(acting(), event, name=name, asked=asked)
    sent = {"given_name": "Petra", "family_name": "Quist", "shown": "full", "consent": "on"}
    assert send_registration(event, sent | {"categories": "2"}).status_code == 422
    assert send_registration(event, sent | {"categories": "1"}).status_code == 302
    petra = Application.objects.get()
    entry = applications.admit(acting(), petra).entry
    assert entry is not None
    assert entry.categories == [1]
    # The organiser's choice stays where the player changes the rest.
    players.edit(acting(), entry, categories=[1, 2])
    Client().post(reverse("registration_own", args=[petra.token]), sent)
    entry.refresh_from_db()
    assert entry.categories == [2]
