"""The replay viewer: logs come in, bad ones come back whole, and no viewpoint shows what it may not see."""

import gzip
import json
import re

import pytest
from django.conf import settings
from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.translation import gettext, override

from engine.family import families, ruleset
from engine.play.events import ENDS, Drew, VoidChosen, event_to_list
from engine.play.procedure import procedure_of
from engine.play.table import Phase
from engine.play.visibility import visible_to
from engine.play.walks import walk
from engine.records import dumps
from engine.records.cases import locks_of
from engine.tiles.tile import UNKNOWN, format_tile
from tests.engine.records.test_other_programs import KOBALAB, with_scores
from tests.support.slices import rulesets_of_run
from tournaments.core.http import throttles
from tournaments.core.text import play as replay_words
from tournaments.core.text import replay as replay_in_words
from tournaments.game.logic import replay
from tournaments.game.logic import replay as replays
from tournaments.game.views.replay import read_examples
from tournaments.results.models.logs import ReplayUpload

pytestmark = pytest.mark.django_db


def brought(client, text):
    answer = client.post("/replay/", {"text": text})
    assert answer.status_code == 302
    return answer["Location"]


def test_a_log_that_cannot_be_read_comes_back_with_its_line(client):
    def refused(text):
        page = client.post("/replay/", {"text": text})
        assert page.status_code == 422
        return page.content.decode()

    page = refused('{"ruleset": "mcr-2006",\n')
    assert ("Line 1" in page, "{&quot;ruleset&quot;: &quot;mcr-2006&quot;," in page) == (True, True)
    page = refused('{"a":1}\n' * 120)
    assert (page.count("ruleset is missing"), "20 more are wrong." in page) == (100, True)
    assert "Paste a log or choose a file." in refused(" ")
    assert ReplayUpload.objects.count() == 0


def test_an_illegal_event_stops_the_hand_with_all_its_clauses(client):
    case = json.loads(read_examples()[0]["log"])
    dealer = case["dealer"]
    case["events"] = [["discard", (dealer + 1) % 4, "5m"]]
    text = json.dumps(case)
    moment = replay_in_words.build_step(replays.play(text, 0), 0, "referee")
    page = client.get(brought(client, text)).content.decode()
    assert len(moment["refused"]) >= 1
    assert [clause for *_words, clause in moment["refused"] if clause not in page] == []
    assert "Refused:" in page


def test_a_seat_sees_its_own_tiles_and_only_its_own_draws_and_the_public_none():
    played = replays.play(read_examples()[0]["log"], 0)
    moment = replay_in_words.build_step(played, 0, "public")
    assert ([set(one.concealed) for one in moment["seats"]], moment["could"]) == ([{UNKNOWN}] * 4, [])
    moment = replay_in_words.build_step(played, 0, "2")
    assert [set(one.concealed) == {UNKNOWN} for one in moment["seats"]] == [True, True, False, True]
    seen = replay_in_words.list_visible_events(played, "2")
    for event, (_number, _text, tiles) in zip(played.record.events, seen, strict=True):
        if isinstance(event, Drew):
            assert (tiles == [UNKNOWN]) == (event.seat != 2)


def test_several_hands_are_listed_of_a_packed_file_or_our_own_text_until_its_time_is_over(client):
    text = "\n".join(one["log"] for one in read_examples()[:2])
    upload = SimpleUploadedFile("a.mjlog", gzip.compress(text.encode()))
    address = client.post("/replay/", {"file": upload})["Location"]
    assert ReplayUpload.objects.get().text == text
    page = client.get(address, {"hand": 1}).content.decode()
    assert [f"{number}. East" in page for number in (1, 2, 3)] == [True, True, False]
    assert client.get(address, {"hand": 2}).status_code == 404
    ReplayUpload.objects.update(expires_at="2020-01-01T00:00:00Z")
    assert client.get(address).status_code == 404
    record = replays.read(read_examples()[1]["log"]).hands[0]
    assert client.get(brought(client, dumps(record.setup, record.events))).status_code == 200


def test_too_many_logs_from_one_visitor_have_to_wait_and_keep_their_text(client, monkeypatch):
    text, other = read_examples()[0]["log"], {"REMOTE_ADDR": "192.0.2.91"}
    monkeypatch.setattr("tournaments.game.views.replay.LOGS", throttles.LOGS._replace(address=2 * len(text)))
    address = {"REMOTE_ADDR": "192.0.2.90"}
    assert [client.post("/replay/", {"text": text}, **address).status_code for _ in range(3)] == [302, 302, 429]
    page = client.post("/replay/", {"text": text}, **address)
    assert 0 < int(page["Retry-After"]) <= 3600
    assert page.context["text"] == text
    assert client.post("/replay/", {"text": text}, **other).status_code == 302


# Nobody sees what the viewpoint hides


def known_to(played, at, view):
    """The tiles that may be on the page of a moment: what lies open, and the viewer's own."""
    state = visible_to(played.replay.states[at], replays.parse_viewer(view))
    known = [*procedure_of(state.ruleset).indicators(state)]
    for player in state.players:
        known += [*player.concealed, *player.flowers, *(discard.tile for discard in player.discards)]
        known += [tile for meld in player.melds for tile in meld.tiles]
    known += [record.tile for record in state.wins if record.tile is not None]
    # The last event's tile may have gone on: a flower that was robbed, a tile on offer, the tile of a replaced draw.
    last = replays.hide_from_viewer(
        played.replay.states[at - 1], played.record.events[at - 1], replays.parse_viewer(view), played.replay.states[at]
    )
    if at and getattr(last, "tile", None) is not None:
        known.append(last.tile)
    return {format_tile(tile) for tile in known if tile != UNKNOWN} | {"back"}


def shown_on(page):
    return set(re.findall(r'#t(\w+)"', page))


LOGS = [one["log"] for one in read_examples()]


@pytest.mark.parametrize("number", range(4))
def test_no_page_shows_a_tile_that_its_viewpoint_hides(client, number):
    played = replays.play(LOGS[number], 0)
    address = brought(client, LOGS[number])
    last = len(played.replay.states) - 1
    assert (played.replay.stopped_at, last) == (None, len(played.record.events))
    for view in replays.VIEWS:
        for at in sorted({0, 1, 5, last // 2, last - 1, last}):
            answer = client.get(address, {"at": at, "view": view}, headers={"HX-Request": "true"})
            page = answer.content.decode()
            assert (answer.status_code, page.startswith('\n<div id="replay-table"')) == (200, True)
            assert view == "referee" or shown_on(page) <= known_to(played, at, view), at
            assert view == "referee" or "back" in shown_on(page), at
    assert "HX-Request" in answer["Vary"]
    page = client.get(address, {"at": 7}).content.decode()
    assert f'data-at="7" data-last="{last}"' in page
    assert re.findall(r'data-jump="(\d+)"[^>]*aria-current="step"', page) == ["7"]


@pytest.mark.parametrize("name", [family.default_ruleset for family in families().values()])
def test_the_list_of_events_shows_others_draws_as_backs(name):
    for seed in (1, 2):
        hand = walk(ruleset(name), seed)
        played = replays.play(dumps(hand.setup, hand.events, "json"), 0)
        for view in ("0", "3", "public"):
            viewer = replays.parse_viewer(view)
            seen = replay_in_words.list_visible_events(played, view)
            for event, (_number, _text, tiles) in zip(hand.events, seen, strict=True):
                if isinstance(event, Drew) and event.seat != viewer:
                    assert tiles == [UNKNOWN]
                if isinstance(event, VoidChosen) and event.seat != viewer:
                    assert tiles == []


def test_a_hand_that_only_its_player_knows_to_be_dead_is_not_told():
    seeds = (walk(ruleset("taiwan-aono"), seed) for seed in range(1, 100))
    hand = next(one for one in seeds if any(player.dead for player in one.states[-1].players))
    at = next(at for at, state in enumerate(hand.states) if any(player.dead for player in state.players))
    (seat,) = (seat for seat, player in enumerate(hand.states[at].players) if player.dead)
    played = replays.play(dumps(hand.setup, hand.events, "json"), 0)
    told = {
        view: any(lock.text.startswith("dead hand") for lock in replay_in_words.build_step(played, at, view)["locks"])
        for view in replays.VIEWS
    }
    assert told == {view: view in ("referee", str(seat)) for view in replays.VIEWS}


@pytest.mark.parametrize("name", rulesets_of_run())
def test_every_word_of_the_engine_has_a_translation(name):
    for seed in (1, 2):
        hand = walk(ruleset(name), seed)
        final = hand.states[-1]
        assert {str(event_to_list(event)[0]) for event in hand.events} <= set(replay_words.EVENTS)
        assert {final.ended, *ENDS} <= set(replay_words.ENDS)
        assert {one.reason for one in final.transfers} <= set(replay_words.REASONS)
        for state in hand.states[::8]:
            assert {str(lock["kind"]) for lock in locks_of(state)} <= set(replay_words.LOCKS)
    assert {phase.name for phase in Phase} == set(replay_words.PHASES)


def test_words_are_in_the_readers_language(client):
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "ja"
    last = replay_in_words.build_step(replays.play(LOGS[0], 0), 10_000, "referee")
    assert last["awaited"] == "won"
    address = brought(client, LOGS[0])
    with override("ja"):
        expected = gettext("discards")
    assert expected in client.get(address).content.decode()


def test_stepping_through_a_log_keeps_nothing_in_the_sites_cache(client, monkeypatch):
    """It would push pages of the event out; each process keeps the last moments for itself."""
    address = client.post("/replay/", {"text": read_examples()[0]["log"]}).url
    kept = []
    monkeypatch.setattr(caches["default"], "set", lambda key, *_value, **_named: kept.append(key))
    caches["replay"].clear()
    assert [client.get(f"{address}?at={at}").status_code for at in range(5)] == [200] * 5
    assert kept == []
    assert len(caches["replay"]._cache) == 5
    assert caches["replay"]._max_entries == 300


def test_a_row_that_a_restore_has_replaced_is_not_shown_from_the_cache_of_another_machine(client):
    first, second = (brought(client, example["log"]) for example in read_examples()[:2])
    table = {"headers": {"HX-Request": "true"}}
    pages = [client.get(address, **table).text.replace(address, "") for address in (first, second)]
    ReplayUpload.objects.update(text=read_examples()[1]["log"])
    assert client.get(first, **table).text.replace(first, "") == pages[1] != pages[0]


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
