"""The practice desk: a seed asks everybody the same, a ruling is compared part by part, and the sheet is signed."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from engine.family import families, ruleset
from judging.law.disputes.practice import Question
from judging.selectors.practice import Mark, PracticeSheet, Ruled, asked, read_sheet

pytestmark = pytest.mark.django_db


DESK = reverse("rule_practice", args=["riichi-wrc"])


def begun(client: Client, **chosen: object) -> PracticeSheet:
    """The sheet of what was chosen on the first page."""
    answer = client.get(DESK, {"kind": "", "level": "", "n": "", "seed": "7", "name": "Ren", **chosen})
    assert answer.status_code == 302
    return read_sheet(sheet_of(answer["Location"]))


def sheet_of(address: str) -> str:
    return re.sub(r".*sheet=", "", address).replace("%3A", ":")


def question(sheet: PracticeSheet) -> Question:
    return asked(ruleset(sheet.ruleset), sheet, "test")


def fields(found: Question, **changed: object) -> dict[str, object]:
    """The right ruling as the form sends it."""
    right = found.right
    values: dict[str, object] = {"rule": "1", "verdict": right.verdict, "fault": right.fault or ""}
    values["clause"] = right.clauses[0] if right.clauses else ""
    values |= {f"gain_{seat}": gain for seat, gain in enumerate(right.paid or ())}
    values["winners"] = [str(seat) for seat in right.winners or ()]
    return {**values, **changed}


def test_a_seed_asks_everybody_the_same(client: Client) -> None:
    first, second = begun(client), begun(Client())
    assert first == second == PracticeSheet("riichi-wrc", 7, name="Ren")
    assert question(first).told == question(second).told


def test_the_right_ruling_gets_all_points_and_a_wrong_one_is_told_what_it_overlooked(client: Client) -> None:
    sheet = begun(client, kind="win_form")
    found = question(sheet)
    assert (found.right.verdict, found.right.clauses[0], found.right.fault) == ("fails", "RI-6.7", "false_win")
    page = client.get(DESK, {"sheet": sheet.signed(), **fields(found)}).content.decode()
    assert "4 of 4 points" in page
    assert "Overlooked" not in page
    wrong = client.get(DESK, {"sheet": sheet.signed(), **fields(found, verdict="holds", clause="", fault="")})
    assert "1 of 4 points" in wrong.content.decode()
    assert wrong.content.decode().count("Overlooked") == 3


def test_an_exam_shows_its_answers_only_at_the_end(client: Client) -> None:
    sheet = begun(client, n="2")
    for _number in range(2):
        answer = client.get(DESK, {"sheet": sheet.signed(), **fields(question(sheet))})
        assert answer.status_code == 302
        sheet = read_sheet(sheet_of(answer["Location"]))
    assert sheet.full
    assert sheet.got == sheet.of > 0
    page = client.get(DESK, {"sheet": sheet.signed()}).content.decode()
    assert f"{sheet.of} of {sheet.of} points" in page
    paper = client.get(reverse("rule_practice_sheet", args=["riichi-wrc"]), {"sheet": sheet.signed()})
    assert (paper["Content-Type"], paper.content[:5]) == ("application/pdf", b"%PDF-")


@pytest.mark.parametrize(
    ("asked_for", "status"),
    [
        ({"sheet": "x"}, 400),
        ({"sheet": PracticeSheet("mcr-2006", 1).signed()}, 400),
        ({"n": "41"}, 422),
        ({"seed": "9" * 30}, 422),
        ({"kind": "nonsense"}, 422),
        ({"sheet": PracticeSheet("riichi-wrc", 7).signed(), "rule": "1", "verdict": "perhaps"}, 422),
        ({"sheet": PracticeSheet("riichi-wrc", 7).signed(), "rule": "1", "clause": "MCR-1.1", "verdict": "fails"}, 422),
    ],
)
def test_what_cannot_be_is_refused(client: Client, asked_for: dict[str, str], status: int) -> None:
    assert client.get(DESK, asked_for).status_code == status


def test_no_other_hand_than_that_of_the_claim_lies_open(client: Client) -> None:
    sheet = begun(client, kind="win_right")
    found = question(sheet)
    page = client.get(DESK, {"sheet": sheet.signed()})
    closed = [seat for seat in page.context["seats"] if seat.seat not in found.open_seats]
    assert len(closed) == 3
    assert {tile for seat in closed for tile in seat.concealed} == {max(closed[0].concealed)}
    assert page.context["state"].setup.wall is None


@pytest.mark.parametrize("family", [family.default_ruleset for family in families().values()])
def test_each_family_can_be_practised_and_is_led_to_from_its_rules(client: Client, family: str) -> None:
    assert reverse("rule_practice", args=[family]) in client.get(reverse("rules_page", args=[family])).content.decode()
    page = client.get(reverse("rule_practice", args=[family]), {"sheet": PracticeSheet(family, 3).signed()})
    assert page.status_code == 200
    assert page.context["told"]


def test_a_ruling_of_a_sheet_is_read_back_as_it_was() -> None:
    ruled = Ruled("fails", "RI-6.2", "false_win", None, (0, 0, 0, 0))
    sheet = PracticeSheet("riichi-wrc", 1)
    sheet = sheet.marked(Mark("win_locked", "hard", 2, 4, ruled, Ruled(winners=(1, 2))))
    assert read_sheet(sheet.signed()) == sheet
