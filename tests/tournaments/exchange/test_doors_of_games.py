"""Every example of a hand in the guide, and a log of every form, by the page, the API and the command alike."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from engine.__main__ import main as engine
from tests.docs.test_docs import blocks
from tests.engine.commands.test_logs import FORMS
from tests.support.import_doors import posted, signed_in, undone
from tests.support.people import people
from tests.support.tables import playing, table_of
from tournaments.results.models.logs import TableLog
from tournaments.results.queries.table_logs import compare

pytestmark = pytest.mark.django_db


def answered(command: str, file: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """The lines that the engine prints for a file."""
    assert engine([command, str(file)]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


WORTH = list(zip([one.strip() for one in blocks("hand")], (5, 7, 92, 23, 23, 23), strict=True))


@pytest.mark.parametrize(("written", "points"), WORTH)
def test_every_example_of_a_hand_is_worth_the_same_everywhere(written, points, tmp_path, capsys):
    page = Client().get("/hand/", {"ruleset": "mcr-2006", "hand": written}).context
    asked = page["question"]
    situation = {"by": asked.by, "prevalent_wind": asked.prevalent, "seat_wind": asked.seat}
    case = tmp_path / "case.jsonl"
    case.write_text(json.dumps({"ruleset": "mcr-2006", "hand": written, **situation}), "utf-8")
    (scored,) = answered("score", case, capsys)
    facts = {"hand": written, "dead": False, "in_time": True, "shown": True, **situation}
    claim = {"kind": "win", "ruleset": "mcr-2006", "seat": 0, "facts": facts}
    examined = APIClient().post("/api/v1/judging/examine/", claim, format="json").json()
    (value,) = [
        one["value"]["points"]
        for finding in examined["findings"]
        for one in finding["evidence"]
        if one["label"] == "value"
    ]
    assert (page["answer"].value, scored["value"]["points"], value) == (f"{points} points", points, points)


MCR_SERVERS = [form for form in FORMS if form.startswith(("botzone", "tziakcha"))]
FORMS_OF = {"mcr": MCR_SERVERS, "riichi": [form for form in FORMS if form not in MCR_SERVERS]}


def by_desk(form, text):
    desk = reverse("manage_attach_log", args=["spring-open", 1, 1])
    sent = {"file": SimpleUploadedFile(form, text.encode()), "first_line": "0"}
    assert signed_in("sam").post(desk, sent).status_code == 302


def by_program(_form, text):
    assert posted("sam", "rounds/1/tables/1/logs/attach", text=text).status_code == 200


@pytest.mark.parametrize(("family", "start"), [("riichi", 30_000), ("mcr", 0)])
def test_a_log_of_every_form_is_read_alike_by_pages_a_program_and_the_engine(family, start, tmp_path, capsys):
    event = playing(family=family)
    people(event)
    table = table_of(event)
    for form in FORMS_OF[family]:
        (tmp_path / form).write_text(FORMS[form], "utf-8")
        (hand,) = answered("replay", tmp_path / form, capsys)
        brought = Client().post("/replay/", {"file": SimpleUploadedFile(form, gzip.compress(FORMS[form].encode()))})
        assert Client().get(brought["Location"]).context["hands"] == ["East 1"]
        for door in (by_desk, by_program):
            with undone():
                door(form, FORMS[form])
                log = TableLog.objects.get(table=table)
                gained = [seat.logged - start for seat in compare(table, [log], None).seats]
                assert (form, log.hands, gained) == (form, 1, hand["deltas"])
