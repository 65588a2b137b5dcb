"""The head referee's overview, and accepted rulings, through the API."""

from __future__ import annotations

import pytest

from judging.cases.services import appeals
from judging.desk import services as calls
from tests.support.cases import case_with_facts, fine, ruled
from tests.support.people import acting, people, program
from tests.support.tables import playing, table_of

pytestmark = pytest.mark.django_db


def test_the_desk_is_read_and_an_acceptance_is_recorded():
    event = playing()
    people(event)
    base = f"/api/v1/judging/tournaments/{event.slug}/"
    first, record = case_with_facts(event)
    own = ruled(first, record, fine(-20), as_proposed=False, reason="The second time today.")
    calls.make(acting("ren"), table_of(event, 2), about="win")
    case_with_facts(event)
    ren = program("ren")

    accepted = ren.post(f"{base}cases/{first.number}/accept/", {"player": 3}, format="json")
    assert accepted.status_code == 200
    stranger = ren.post(f"{base}cases/{first.number}/accept/", {"player": 5}, format="json").json()
    assert (stranger["field"], stranger["detail"]) == ("player", "Choose a player of this case.")
    (ruling,) = ren.get(f"{base}cases/{first.number}/").json()["rulings"]
    assert ruling["accepted"] == [3]

    appeals.file_appeal(acting("ren"), own, by_entry=first.parties.get(seat=1).entry, grounds="I had eight.")
    desk = ren.get(f"{base}overview/").json()
    assert [(each["table"], each["about"], each["taken_by"]) for each in desk["waiting"]] == [(2, "win", None)]
    assert [each["number"] for each in desk["cases"]] == [2]
    assert [(each["case"], each["player"], each["grounds"]) for each in desk["appeals"]] == [(1, 2, "I had eight.")]
    (differs,) = desk["own_rulings"]
    assert (differs["case"], differs["reason"], differs["decided_by"]) == (1, "The second time today.", "ren")
    assert (differs["proposed"], differs["measures"][0]["ledger"][0]["amount"]) == (["Payment: −40"], -20)
    assert program("sam").get(f"{base}overview/").status_code == 403
