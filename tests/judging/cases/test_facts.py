from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from judging.cases.models import Case, ClaimRecord
from judging.cases.services import cases
from tests.support.people import acting, people, person
from tests.support.tables import playing, table_of

pytestmark = pytest.mark.django_db

SEVEN_POINTS = {
    "kind": "win",
    "seat": "1",
    "hand": "234678m345p6711s +8s | 1f2f",
    "by": "discard",
    "prevalent_wind": "E",
    "seat_wind": "S",
    "dead": "no",
    "shown": "yes",
    "in_time": "yes",
    "source": "0",
    "dealer": "0",
}


@pytest.fixture
def case() -> Case:
    tournament = playing()
    people(tournament)
    return cases.open_case(acting("ren"), tournament, kind="win", table=table_of(tournament))


@pytest.fixture
def ren(case: Case) -> Client:
    client = Client()
    client.force_login(person("ren"), backend="django.contrib.auth.backends.ModelBackend")
    return client


def at(name: str, case: Case) -> str:
    return reverse(name, args=[case.tournament.slug, case.number])


def sends(client: Client, case: Case, **more: str) -> Any:
    return client.post(at("manage_case_facts", case), SEVEN_POINTS | more)


def text(answer: HttpResponse) -> str:
    return answer.content.decode()


def test_facts_on_a_stale_page_are_refused_with_both_versions_side_by_side(case: Case, ren: Client) -> None:
    """Two referees open the page; the second sees what the first has recorded, and says so before recording."""
    assert sends(ren, case, record="1", after="0").status_code == 302
    refused = sends(ren, case, record="1", after="0", hand="123456789m234p5s +5s")
    assert (refused.status_code, ClaimRecord.objects.count()) == (422, 1)
    rows = {label: answers for label, *answers in refused.context["compared"]}
    asked = "Which tiles does the player hold, with melds, winning tile and flowers?"
    assert tuple(answer.value for answer in rows[asked]) == ("234678m345p6711s +8s | 12f", "123456789m234p5s +5s")
    assert [label for label, (first, second) in rows.items() if first != second] == [asked]
    assert 'value="123456789m234p5s +5s"' in text(refused)
    done = sends(ren, case, record="1", after="0", seen="1", hand="123456789m234p5s +5s")
    assert done.status_code == 302
    assert [record.verdict for record in ClaimRecord.objects.order_by("number")] == ["fails", "holds"]


def test_having_seen_older_facts_is_not_having_seen_the_newest(case: Case, ren: Client) -> None:
    for number in range(2):
        assert sends(ren, case, record="1", after=str(number), hand="111222333m44455p +5p").status_code == 302
    assert sends(ren, case, record="1", after="0", seen="1").status_code == 422
    assert sends(ren, case, record="1", after="2").status_code == 302


def test_the_api_refuses_stale_facts_with_the_newest(case: Case, ren: Client) -> None:
    assert sends(ren, case, record="1", after="0").status_code == 302
    address = reverse("api-case-facts", args=[case.tournament.slug, case.number])
    body = {"kind": "win", "seat": 1, "facts": {"dead": False}, "after": 0}
    refused = ren.post(address, body, content_type="application/json")
    assert (refused.status_code, refused.json()["newest"]["number"], refused.json()["field"]) == (409, 1, "after")
    assert ren.post(address, body | {"after": 1}, content_type="application/json").status_code == 201


def test_earlier_facts_stay_readable_on_the_case(case: Case, ren: Client) -> None:
    sends(ren, case, record="1", after="0")
    sends(ren, case, record="1", after="1", hand="123456789m234p5s +5s")
    shown = ren.get(at("manage_case", case)).context["shown"]
    assert ([facts.record.number for facts in shown.earlier], shown.record.number) == ([1], 2)
    assert "Earlier facts 1" in text(ren.get(at("manage_case", case)))


def test_an_error_at_one_field_leaves_the_findings_of_the_others(case: Case, ren: Client) -> None:
    answer = sends(ren, case, hand="123m99", dead="yes")
    assert "hand" in answer.context["form"].errors
    assert ("MCR-6.7", "fails") in [(each.clause, each.verdict) for each in answer.context["findings"]]
    refused = sends(ren, case, hand="123m99", dead="yes", record="1")
    assert (refused.status_code, ClaimRecord.objects.count()) == (422, 0)


def test_nobody_knows_is_an_answer_to_every_question_and_is_kept(case: Case, ren: Client) -> None:
    page = ren.get(at("manage_case_facts", case))
    asked = [question for name in ("asked", "others") for question in page.context[name]]
    without = [
        question.name
        for question in asked
        if "Nobody knows" not in "".join(str(field) + str(field.label) for field in question.fields)
    ]
    assert without == ["circumstances"]
    sends(ren, case, record="1", after="0", hand="", hand_unknown="on")
    assert ClaimRecord.objects.get().claim["facts"]["hand"] is None
    again = ren.get(at("manage_case_facts", case)).context["form"]
    assert (again["hand_unknown"].value(), again["hand"].value()) == (True, None)


def test_the_biggest_doubt_is_asked_first(case: Case, ren: Client) -> None:
    page = ren.get(at("manage_case_facts", case))
    assert (page.context["doubts"][0], page.context["asked"][0].name) == ("hand", "hand")
    priced = sends(ren, case, shown="")
    assert priced.context["doubts"][0] == "shown"


def test_what_if_shows_what_would_change_and_records_nothing(case: Case, ren: Client) -> None:
    sends(ren, case, record="1", after="0")
    address = at("manage_case_facts", case)
    opened = ren.get(address, {"what_if": "1"})
    # What is only tried out is kept on no device as a draft.
    assert "data-what-if" in text(opened)
    assert "data-what-if" not in text(ren.get(address))
    assert (opened.context["changes"], opened.context["form"]["hand"].value()) == (False, "234678m345p6711s +8s | 12f")
    changed = sends(ren, case, what_if="1", hand="123456789m234p5s +5s", record="1", after="1")
    assert (changed.status_code, changed.context["changes"], ClaimRecord.objects.count()) == (200, True, 1)
    assert [each.verdict for each in changed.context["other"].findings].count("fails") == 1
    assert "fails" not in [each.verdict for each in changed.context["findings"]]
    assert ">Save facts" not in text(changed).replace("\n", "").replace("  ", "")


def test_a_player_stands_with_wind_or_seat(case: Case, ren: Client) -> None:
    numbered = ren.get(at("manage_case_facts", case)).context["form"].seats
    assert [name.rsplit(", ", 1)[1] for _seat, name in numbered] == ["seat 1", "seat 2", "seat 3", "seat 4"]
    Case.objects.update(hand=1)
    winds = ren.get(at("manage_case_facts", case)).context["form"].seats
    assert [name.rsplit(", ", 1)[1] for _seat, name in winds] == ["East", "South", "West", "North"]


def test_the_book_finds_a_case_by_the_players_whom_it_concerns(case: Case, ren: Client) -> None:
    first, second = (party.entry for party in case.parties.order_by("seat")[:2])
    address = reverse("manage_case_book", args=[case.tournament.slug])

    def found(words: str) -> list[int]:
        return [each.number for each in ren.get(address, {"q": words}).context["page_obj"].object_list]

    assert (found(first.given_name), found("Nobody")) == ([1], [])
    sends(ren, case, record="1", after="0")
    assert (found(first.given_name), found(second.given_name)) == ([], [1])
