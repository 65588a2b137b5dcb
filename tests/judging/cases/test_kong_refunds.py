"""Refunds of kong income from the form of the facts to the ledger (SC-7.1)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from judging.cases.models import Case, ClaimRecord, Ruling
from judging.cases.services import cases
from tests.support.people import acting, people, person
from tests.support.tables import playing, table_of
from tournaments.events.models import RulesetVersion
from tournaments.standings.models import ScoreLine

pytestmark = pytest.mark.django_db

VIOLATED = {
    "kind": "void_suit",
    "seat": "1",
    "void_suit": "m",
    "own_discards": "1m5p3m",
    "just_drawn": "no",
    "void_meld": "no",
    "wall_ended": "no",
    "won_seats": "2",
}


@pytest.fixture
def case() -> Case:
    """Ren has a claim about the void suit at a table that plays by the rules of the world championship."""
    tournament = playing(family="sichuan")
    RulesetVersion.objects.filter(tournament=tournament).update(preset="sichuan-world-championship")
    people(tournament)
    return cases.open_case(acting("ren"), tournament, kind="void_suit", table=table_of(tournament), hand=2)


def test_kongs_go_back_line_by_line_and_into_the_ledger(case: Case) -> None:
    """The second winner had paid the concealed kong and gets it back; the violation is paid to the two still in."""
    ren = Client()
    ren.force_login(person("ren"), backend="django.contrib.auth.backends.ModelBackend")
    at = [case.tournament.slug, case.number]
    asked = ren.post(reverse("manage_case_facts", args=at), VIOLATED)
    assert "kongs" in [question.name for question in asked.context["asked"]]
    assert "the kongs are not entered yet" in asked.content.decode()
    sent = VIOLATED | {"kongs": "2 concealed\n2 direct 4 / 3", "record": "1"}
    assert ren.post(reverse("manage_case_facts", args=at), sent).status_code == 302
    (proposal,) = ClaimRecord.objects.get().proposals
    assert (proposal["penalty"], proposal["refund_kongs"]) == ("end_hand", False)
    case.refresh_from_db()
    ruled = {"based_on": str(case.version), "choice_0": "standard", "payments": "ledger"}
    assert ren.post(reverse("manage_case_rule", args=at), ruled).status_code == 302
    shown = ren.get(reverse("manage_case", args=at)).context["shown"].in_force
    names = [seat.entry.name for seat in case.parties.order_by("seat")]
    back = "kong payments returned, SC-7.1"
    assert shown.transfers == [
        (names[1], names[0], "16", "void suit violated, SC-7.1"),
        (names[1], names[3], "16", "void suit violated, SC-7.1"),
        (names[1], names[0], "2", back),
        (names[1], names[2], "2", back),
        (names[1], names[3], "2", back),
        (names[1], names[3], "2", back),
    ]
    assert Ruling.objects.get().payments == "ledger"
    lines = ScoreLine.objects.filter(voided_at=None).order_by("pk")
    assert [(line.entry.name, int(line.amount)) for line in lines] == list(zip(names, (18, -40, 2, 20), strict=True))
