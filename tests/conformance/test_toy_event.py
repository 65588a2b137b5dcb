"""An event of the toy family from its first page to its standings, as people use the site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from engine.family import register, ruleset, unregister
from engine.play.walks import walk
from engine.records import dumps
from judging.cases.models import Case, ClaimRecord, Ruling
from judging.law import families
from tests.conformance.toy_family.law import LAW
from tests.conformance.toy_family.rules import FAMILY
from tests.support.database import kept_for_the_module
from tests.support.people import acting, people, signed_in
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.standings.models import ScoreLine

pytestmark = pytest.mark.django_db

RULES = "toy-plain"
PLAYERS = ("Al An", "Bo Li", "Cy Wu", "Di Xu", "Eva Ro", "Flo Su", "Gil To", "Hal Um")


@pytest.fixture(autouse=True, scope="module")
def toy() -> Iterator[None]:
    """Register the toy family for these tests."""
    register(FAMILY)
    families.register(LAW)
    yield
    families.unregister(LAW.family)
    unregister(FAMILY.name)


def at(name: str, event: Tournament, *args: object) -> str:
    return reverse(name, args=[event.slug, *args])


def done(answer: HttpResponse) -> None:
    assert answer.status_code == 302, [dict(each.get("form").errors) for each in answer.context or () if "form" in each]


@pytest.fixture(scope="module")
def made(toy: None, django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[Tournament, Client]]:
    """An event in round 1 and who made it, once; what a test changes is undone."""
    with kept_for_the_module(django_db_blocker):
        olga = signed_in("ada")
        yield made_by(olga), olga


@pytest.fixture
def event(made: tuple[Tournament, Client]) -> Tournament:
    made[0].refresh_from_db()
    return made[0]


@pytest.fixture
def olga(made: tuple[Tournament, Client]) -> Client:
    return made[1]


def made_by(olga: Client) -> Tournament:
    """Go through the pages of a new event up to the start of its round."""
    form = olga.get(reverse("manage_new")).context["form"]
    assert ("toy", "Toy game") in form.fields["preset"].choices
    suggested = {field.name: field.value() for field in form if field.value()}
    sent = suggested | {"preset": "toy", "name": "Toy Cup", "rounds": "1", "confirmations": "none"}
    done(olga.post(reverse("manage_new"), sent))
    made = Tournament.objects.get()
    assert (made.family, made.ruleset.preset, made.ruleset.tie_breaks) == ("toy", RULES, ["total"])
    people(made)
    for name in PLAYERS:
        given, family = name.split()
        registration.add(acting(), made, given_name=given, family_name=family)
    done(olga.post(at("manage_check_in_all", made)))
    first = made.rounds.get(number=1)
    form = olga.get(at("manage_seating", made, 1)).context["draw_form"]
    suggested = {form.add_prefix(field.name): field.value() for field in form if field.value()}
    done(olga.post(at("manage_seating_draw", made, 1), suggested | {"draw-rounds": "1", "draw-seed": "toys"}))
    (draft,) = first.seatings.all()
    done(olga.post(at("manage_seating_publish", made, 1, draft.version)))
    done(olga.post(at("manage_publish", made), {"published": "yes"}))
    done(olga.post(at("manage_round_start", made, 1)))
    made.refresh_from_db()
    return made


def test_the_event_speaks_of_its_game(event: Tournament) -> None:
    for address in ("/", at("event", event)):
        assert "Toy game" in Client().get(address).content.decode()


def test_a_sheet_entered_by_totals_counts(event: Tournament, olga: Client) -> None:
    page = olga.get(at("manage_table", event, 1, 1))
    assert page.status_code == 200
    sent = {"points_0": "5", "points_1": "−5", "points_2": "0", "points_3": "0", "based_on": "0"}
    done(olga.post(at("manage_table", event, 1, 1), sent))
    assert TableResult.objects.get().state == "confirmed"
    assert {(line.unit, line.amount) for line in ScoreLine.objects.all()} == {("score", 5), ("score", 0), ("score", -5)}
    standings = olga.get(at("manage_standings", event))
    assert (standings.status_code, "Toy Cup" in standings.content.decode()) == (200, True)


def test_a_sheet_entered_hand_by_hand_is_settled_by_the_family(event: Tournament, olga: Client) -> None:
    address = at("manage_hands", event, 1, 1)
    page = olga.get(address)
    assert len(page.context["forms"]) == 4
    form = page.context["forms"][0]
    first = {form.add_prefix("winner"): "1", form.add_prefix("discarder"): "3", form.add_prefix("value"): "5"}
    second = page.context["forms"][1]
    first |= {second.add_prefix("winner"): "0", second.add_prefix("value"): "2"}
    done(olga.post(address, {**first, "based_on": "0", "save": "1"}))
    seats = TableResult.objects.get().seats.order_by("order")
    assert [seat.points for seat in seats] == [6, 3, -2, -7]


def test_a_value_that_the_rules_do_not_have_is_refused(event: Tournament, olga: Client) -> None:
    address = at("manage_hands", event, 1, 1)
    form = olga.get(address).context["forms"][0]
    sent = {form.add_prefix("winner"): "1", form.add_prefix("discarder"): "3", form.add_prefix("value"): "9"}
    answer = olga.post(address, {**sent, "based_on": "0", "save": "1"})
    assert answer.status_code == 422
    assert TableResult.objects.count() == 0


def test_the_score_sheet_is_printed(event: Tournament, olga: Client) -> None:
    answer = olga.post(
        at("manage_print", event), {"document": "score-sheets", "round": "1", "paper": "a4", "language": "en"}
    )
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")


def test_the_hand_checker_knows_the_game(client: Client) -> None:
    page = client.get("/hand/", {"ruleset": RULES, "hand": FAMILY.example_hand, "by": "self_draw"}).content.decode()
    assert "Toy game" in page
    assert "One Suit" in page
    assert "5 points" in page


def test_the_rules_page_is_made_from_the_folder(client: Client) -> None:
    assert "Toy game, plain rules" in client.get(reverse("rules")).content.decode()
    page = client.get(reverse("rules_page", args=[RULES])).content.decode()
    assert "Points of one suit" in page
    assert "One Suit" in page
    assert client.get(reverse("rules_page", args=["toy-other"])).status_code == 404


def test_the_replay_viewer_plays_a_hand(client: Client) -> None:
    hand = next(hand for hand in (walk(ruleset(RULES), seed) for seed in range(40)) if hand.states[-1].wins)
    opened = client.post(reverse("replay"), {"text": dumps(hand.setup, hand.events)})
    done(opened)
    page = client.get(opened["Location"], {"at": str(len(hand.events))})
    assert page.status_code == 200
    assert re.search("wins", page.content.decode())


FALSE_WIN = {
    "kind": "win",
    "seat": "1",
    "hand": "123456789s12z34s +1z",
    "by": "discard",
    "source": "3",
    "prevalent_wind": "E",
    "seat_wind": "S",
    "dead": "no",
    "shown": "yes",
    "false_set": "no",
}


def test_a_false_win_is_fined_by_a_ruling(event: Tournament) -> None:
    ren = signed_in("ren")
    opened = ren.post(
        at("manage_case_new", event), {"kind": "win", "round_number": "1", "table_number": "1", "hand": "1"}
    )
    done(opened)
    done(ren.post(opened["Location"], FALSE_WIN | {"record": "1"}))
    record = ClaimRecord.objects.get()
    assert (record.verdict, record.ruleset_name) == ("fails", RULES)
    assert [proposal["infraction"] for proposal in record.proposals] == ["false_win"]
    case = Case.objects.get()
    page = ren.get(at("manage_case", event, case.number)).content.decode()
    assert "TOY-3" in page
    sent = {"based_on": str(case.version), "choice_0": "standard", "payments": "ledger"}
    done(ren.post(at("manage_case_rule", event, case.number), sent))
    assert (Ruling.objects.get().hand_effect, Ruling.objects.get().as_proposed) == ("dead_hand", True)
    fined = ScoreLine.objects.get(kind=ScoreLine.Kind.PENALTY)
    assert (fined.amount, fined.clause) == (-5, "TOY-7")


def test_the_law_answers_without_a_case(client: Client) -> None:
    assert "win" in client.get(reverse("rule_ask", args=[RULES])).content.decode()
    asked = client.get(reverse("rule_ask_kind", args=[RULES, "win"]), FALSE_WIN)
    assert [finding.verdict for finding in asked.context["findings"]][-1] == "fails"
