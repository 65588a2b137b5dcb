"""The replay viewer: logs come in, bad ones come back whole, and no viewpoint shows what it may not see."""

import json

import pytest

from engine.records import dumps
from engine.tiles import UNKNOWN
from tournaments.models import ReplayUpload
from tournaments.selectors import replay as replays
from tournaments.views.replay import examples

pytestmark = pytest.mark.django_db


def brought(client, text):
    answer = client.post("/replay/", {"text": text})
    assert answer.status_code == 302
    return answer["Location"]


@pytest.mark.parametrize("number", range(4))
def test_every_example_can_be_stepped_from_every_viewpoint(client, number):
    text = examples()[number]["log"]
    address = brought(client, text)
    last = len(replays.play(text, 0).record.events)
    assert replays.play(text, 0).replay.stopped_at is None
    for view in replays.VIEWS:
        for at in (0, last // 2, last):
            page = client.get(address, {"at": at, "view": view})
            assert page.status_code == 200
            assert f'data-at="{at}" data-last="{last}"' in page.content.decode()


def test_a_step_is_only_the_table(client):
    page = client.get(brought(client, examples()[0]["log"]), {"at": 3}, headers={"HX-Request": "true"})
    assert page.content.decode().startswith('\n<div id="replay-table"')
    assert "HX-Request" in page["Vary"]


def test_a_log_that_cannot_be_read_comes_back_with_its_line(client):
    page = client.post("/replay/", {"text": '{"ruleset": "mcr-2006",\n'})
    assert page.status_code == 422
    assert "Line 1" in page.content.decode()
    assert "{&quot;ruleset&quot;: &quot;mcr-2006&quot;," in page.content.decode()


def test_nothing_pasted_is_said_so(client):
    page = client.post("/replay/", {"text": " "})
    assert page.status_code == 422
    assert "Paste a log or choose a file." in page.content.decode()
    assert ReplayUpload.objects.count() == 0


def test_an_illegal_event_stops_the_hand_with_all_its_clauses(client):
    case = json.loads(examples()[0]["log"])
    dealer = case["dealer"]
    case["events"] = [["discard", (dealer + 1) % 4, "5m"]]
    text = json.dumps(case)
    moment = replays.moment(replays.play(text, 0), 0, "referee")
    page = client.get(brought(client, text)).content.decode()
    assert len(moment["refused"]) >= 1
    assert [breach.clause for breach in moment["refused"] if breach.clause not in page] == []
    assert "Refused:" in page


def test_the_public_sees_no_concealed_tile_and_no_choices():
    text = examples()[0]["log"]
    moment = replays.moment(replays.play(text, 0), 0, "public")
    assert [set(one["concealed"]) for one in moment["seats"]] == [{UNKNOWN}] * 4
    assert moment["could"] == []


def test_a_seat_sees_its_own_tiles_and_only_its_own_draws():
    text = examples()[0]["log"]
    played = replays.play(text, 0)
    moment = replays.moment(played, 0, "2")
    assert [set(one["concealed"]) == {UNKNOWN} for one in moment["seats"]] == [True, True, False, True]
    seen = replays.event_list(played, "2")
    for event, (_number, _text, tiles) in zip(played.record.events, seen, strict=True):
        if type(event).__name__ == "Drew":
            assert (tiles == [UNKNOWN]) == (event.seat != 2)


def test_several_hands_are_listed(client):
    text = "\n".join(one["log"] for one in examples()[:2])
    page = client.get(brought(client, text), {"hand": 1}).content.decode()
    assert "Hand 2" in page
    assert client.get(brought(client, text), {"hand": 2}).status_code == 404


def test_own_text_is_recognised(client):
    record = replays.read(examples()[1]["log"]).hands[0]
    assert client.get(brought(client, dumps(record.setup, record.events))).status_code == 200


def test_a_log_whose_time_is_over_is_gone(client):
    address = brought(client, examples()[0]["log"])
    ReplayUpload.objects.update(expires_at="2020-01-01T00:00:00Z")
    assert client.get(address).status_code == 404
