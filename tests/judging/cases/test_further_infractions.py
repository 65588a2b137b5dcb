"""Several infractions at one table are one case with one ruling."""

from __future__ import annotations

import pytest
from django.urls import reverse

from judging.cases.logic.verification import check
from judging.cases.models import Case, Ruling
from judging.cases.queries.casebook import list_public_rulings
from tests.support.cases import TOO_FEW
from tests.support.pages import Person
from tests.support.people import people, program, signed_in
from tests.support.tables import playing, table_of
from tournaments.standings.models import ScoreLine

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

FALSE_WIN = {
    "hand": "123m45p99s chow(345s) pung(222s) +6p | 1f2f5f", "by": "discard", "source": 0, "dead": False,
    "in_time": True, "shown": True, "prevalent_wind": "E", "seat_wind": "S",
}  # fmt: skip


def test_a_second_infraction_is_added_and_ruled_on_with_the_first():
    event = playing()
    people(event)
    ren, base = program("ren"), f"/api/v1/judging/tournaments/{event.slug}/cases/"
    number = ren.post(base, {"kind": "win", "round": 1, "table": 1, "hand": 1}, format="json").json()["number"]
    body = {"kind": "win", "seat": 1, "facts": FALSE_WIN}
    assert ren.post(f"{base}{number}/facts/", body, format="json").status_code == 201

    page = Person("ren", signed_in("ren"))
    case = page.open(reverse("manage_case", args=[event.slug, number]))
    page.open(case.link("Add infraction"))
    page.press("Check facts", seat="2", fault="showing_others_tiles", established="yes", victim="3")
    page.press("Save facts")
    record = Case.objects.get(number=number).claims.last()
    assert [(each["kind"], each["seat"]) for each in record.claims] == [("win", 1), ("fault", 2)]
    proposed = [(each["seat"], each["clause"], each["penalty"]) for each in record.proposals]
    assert proposed == [(1, "MCR-6.8 points", "payment"), (2, "MCR-7.4 row 10", "fine")]
    assert "Also Fault: wall, lateness, slow play, conduct" in page.page.words()

    page.press("Give ruling", choice_0="standard", choice_1="standard", payments="ledger")
    ruling = Ruling.objects.get(in_force=True)
    assert (ruling.as_proposed, ruling.hand_effect) == (True, "dead_hand")
    lines = ScoreLine.objects.filter(tournament=event, voided_at=None)
    assert sorted((line.entry.number, line.amount) for line in lines) == [(1, 10), (2, -30), (3, 5), (4, 15)]
    cited = [each.clause for each in ruling.sanctions.order_by("order")]
    assert cited == ["MCR-6.8 points", "MCR-7.4 row 10"]
    (public,) = list_public_rulings(event)
    bundle = {"rulings": [public], "seatings": [{"round": 1}]}
    assert {line.outcome for line in check(bundle)} == {"checked", "cannot be known"}
    phone = Person("petra").open(reverse("table_rulings", args=[table_of(event).token])).words()
    assert ["MCR-6.8 points" in phone, "MCR-7.4 row 10" in phone] == [True, True]

    page.open(reverse("manage_case_facts", args=[event.slug, number]))
    page.press("Save facts", in_time="no")
    kept = Case.objects.get(number=number).claims.last()
    assert [each["kind"] for each in kept.claims] == ["win", "fault"]
    again = ren.post(f"{base}{number}/facts/", {**body, "further": [TOO_FEW]}, format="json").json()
    assert [each["infraction"] for each in again["proposals"]] == ["false_hu_points", "wrong_tile_count"]
    assert [each["kind"] for each in again["further"]] == ["tile_count"]
