from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from judging.cases import files as exports
from judging.cases import papers
from judging.cases.models import Case
from judging.templatetags.judging import penalty
from tests.support.people import acting, people, person
from tests.support.tables import enter, playing, table_of
from tournaments.core.printing.registry import Order
from tournaments.events.models import Tournament
from tournaments.results.services import results
from tournaments.rounds.services import rounds
from tournaments.standings.models import Forfeit
from tournaments.standings.queries.standings import compute_standings

pytestmark = pytest.mark.django_db

LATE = {"kind": "fault", "seat": "1", "fault": "lateness", "established": "yes", "minutes": "16"}
NOTHING = "For Given02 Family02 the session counts 0 points and 0 table points, whoever plays it."
RANKED = "A substitute is ranked at the table, so that the others get their places, and has no standing."


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(person(name), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def event() -> Tournament:
    tournament = playing()
    people(tournament)
    return tournament


def at(name: str, event: Tournament, *args: object) -> str:
    return reverse(name, args=[event.slug, *args])


def page(client: Client, name: str, event: Tournament, *args: object) -> str:
    answer = client.get(at(name, event, *args))
    assert answer.status_code == 200
    return answer.content.decode()


def open_late_case(event: Tournament) -> Case:
    ren = signed_in("ren")
    ren.post(at("manage_case_new", event), {"kind": "fault", "round_number": "1", "table_number": "1"})
    case = Case.objects.get()
    facts = at("manage_case_facts", event, case.number)
    key = str(ren.get(facts).context["form"]["key"].value())
    answer = ren.post(facts, LATE | {"check": "1"}, headers={"HX-Request": "true"}).content.decode()
    assert (answer.count(NOTHING), answer.count(RANKED)) == (1, 1)
    assert ren.post(facts, LATE | {"record": "1", "key": key}).status_code == 302
    return case


def rule(event: Tournament, case: Case) -> None:
    case.refresh_from_db()
    answer = signed_in("ren").post(
        at("manage_case_rule", event, case.number),
        {"based_on": case.version, "choice_0": "standard", "reason": "", "note": ""},
    )
    assert answer.status_code == 302


def test_from_the_facts_to_the_substitute_on_the_pages(event: Tournament) -> None:
    """MCR-7.3, MCR-8.8: Ren rules, Olga seats the substitute on the case's page, the standings have both."""
    case = open_late_case(event)
    assert NOTHING in page(signed_in("ren"), "manage_case", event, case.number)
    rule(event, case)
    assert Forfeit.objects.get().entry.number == 2
    ren_sees = page(signed_in("ren"), "manage_case", event, case.number)
    assert "Ask the director to seat a substitute on the player's page." in ren_sees
    assert at("manage_entry_substitute", event, 2) not in ren_sees
    olga = signed_in("olga")
    assert at("manage_entry_substitute", event, 2) in page(olga, "manage_case", event, case.number)
    seated = olga.post(
        at("manage_entry_substitute", event, 2),
        {"substitute-from_round": "1", "substitute-reason": "case 1", "substitute-family_name": "Standby"},
    )
    assert seated.url == at("manage_entry", event, 9)
    assert at("manage_entry_substitute", event, 2) not in page(olga, "manage_case", event, case.number)
    results.confirm_sheet(acting("olga"), enter(table_of(event), (10, 40, -20, -30)))
    numbers = dict(event.entries.values_list("pk", "number"))
    found = {numbers[row.key]: row.values["table_points"] for row in compute_standings(event).individual}
    assert {number: found.get(number) for number in (1, 2, 3, 4, 9)} == {1: 2, 2: 0, 3: 1, 4: 0, 9: None}


def test_protocol_slip_and_export_say_what_is_lost(event: Tournament) -> None:
    case = open_late_case(event)
    rule(event, case)
    case.refresh_from_db()
    (leaf,) = papers.protocol(Order(case.tournament, "", case.round, subject=case))
    (shown,) = leaf.values["shown"].rulings
    assert shown.consequences == [NOTHING, RANKED]
    assert [penalty(sanction) for sanction in shown.sanctions] == ["The session is lost and counts nothing"]
    assert exports.as_dict(case)["rulings"][0]["forfeits"] == [
        {
            "player": 2,
            "round": 1,
            "kind": "session_lost",
            "points": 0,
            "uma": 0,
            "table_points": 0,
            "clause": "MCR-8.8",
            "valid": True,
        }
    ]


def test_the_api_shows_the_measure_with_the_place_in_event(event: Tournament) -> None:
    case = open_late_case(event)
    rule(event, case)
    detail = signed_in("ren").get(reverse("api-case", args=[event.slug, case.number])).json()
    (measure,) = detail["rulings"][0]["measures"]
    assert [(each["kind"], each["clause"]) for each in measure["place_in_event"]] == [("session_lost", "MCR-8.8")]


def test_a_players_page_leads_to_the_clause_and_referees_to_the_case(event: Tournament, client: Client) -> None:
    case = open_late_case(event)
    rule(event, case)
    for table in (1, 2):
        results.confirm_sheet(acting("olga"), enter(table_of(event, table), (10, 40, -20, -30)))
    first = event.rounds.get(number=1)
    rounds.finish(acting("olga"), first)
    first.refresh_from_db()
    rounds.release(acting("olga"), first)
    clause = at("event_rulebook_clause", event, "MCR-8.8")
    public = page(client, "event_player", event, 2)
    assert (clause in public, at("manage_case", event, case.number) in public) == (True, False)
    assert at("manage_case", event, case.number) in page(signed_in("ren"), "event_player", event, 2)
    assert at("manage_case", event, case.number) in page(signed_in("ren"), "manage_ledger", event)
