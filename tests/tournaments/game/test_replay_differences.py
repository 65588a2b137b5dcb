"""Points of a log that are not the engine's, in the viewer."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.engine.records.test_other_programs import KOBALAB, with_scores
from tournaments.game.logic import replay

pytestmark = pytest.mark.django_db


def test_the_viewer_shows_the_points_of_the_log_beside_those_of_the_rules():
    text = with_scores((100, 0, 0, -100)).decode()
    last = len(replay.play(text, 0).replay.states) - 1
    address = Client().post("/replay/", {"text": text})["Location"]
    page = Client().get(address, {"at": last}).text
    assert ("24,100 in the log, 24,000 by the rules" in page, page.count("by the rules")) == (True, 2)
    assert "by the rules" not in Client().get(address, {"at": last - 1}).text


def test_a_record_of_kobalab_is_refused_with_what_to_export():
    answer = Client().post("/replay/", {"text": str(KOBALAB).replace("'", '"')})
    assert (answer.status_code, "This is a record of kobalab" in answer.text) == (422, True)
