"""Real exports: unusual orders, additions and omissions are read, contradictions are refused."""

from __future__ import annotations

import gzip
import json
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.commands.logs import cases_of
from engine.play.events import AddedKong, Chowed, ConcealedKong, Discarded, Ended, Konged, Ponged, UraTurned, Won
from engine.records import Record, RecordError, decode, detect, dumps, load, loads
from engine.tiles.seats import Wind
from tests.support.logs import served
from tests.support.rows import rows_of

rows = rows_of(__file__)

FIRST = served("mjai")[0]
MJAI, TENHOU_JSON, TENHOU_XML = (served(form)[0].log for form in ("mjai", "tenhou-json", "tenhou-xml"))
HAI = ",".join(map(str, range(13)))
DEAL = " ".join(f'hai{seat}="{",".join(str(at) for at in range(13 * seat, 13 * seat + 13))}"' for seat in range(4))
INIT = f'<INIT seed="0,0,0,0,0,100" ten="250,250,250,250" oya="0" {DEAL}/>'


def game(*elements: str) -> Record:
    return loads(f'<mjloggm ver="2.3">{"".join(elements)}</mjloggm>')


def messages() -> list[dict[str, Any]]:
    return [json.loads(line) for line in MJAI.splitlines()]


def tenhou(**more: object) -> dict[str, Any]:
    return {**json.loads(TENHOU_JSON), **more}


def mjai_text(found: list[dict[str, Any]]) -> str:
    return "\n".join(map(json.dumps, found))


# Tenhou's XML


def test_names_are_percent_encoded_and_who_comes_back_changes_none() -> None:
    record = game(
        '<UN sx="M,F,M,M" rate="1500.0,1500,1500,1500" dan="0,1,2,3" n3="D" n2="%43%4C%53" n1="%E9%BA%BB" n0="A%20b"/>',
        '<TAIKYOKU oya="0"/>',
        INIT,
        "<T52/>",
        '<BYE who="1"/>',
        '<UN n1="someone"/>',
        "<D52/>",
    )
    assert record.names == ("A b", "麻", "CLS", "D")
    assert [len(hand.events) for hand in record.hands] == [2]


def test_elements_that_say_nothing_of_the_play_are_passed_over() -> None:
    record = game('<SHUFFLE seed="x" ref=""/>', '<GO lobby="0" type="169"/>', "<CHAT/>", INIT, "<T52/>", "<FURITEN/>")
    assert (record.problems, len(record.hands[0].events)) == ((), 1)


def test_games_may_follow_one_another_with_prologs_and_comments() -> None:
    one = TENHOU_XML
    text = f'<?xml version="1.0" encoding="Shift_JIS"?>\n{one}\n<!-- the next -->\n<?xml version="1.0"?>\n{one}'
    record = loads(text)
    assert record.problems == ()
    assert [hand.name for hand in record.hands] == ["1", "2"]
    assert record.hands[0].events == record.hands[1].events
    assert record.hands[1].line == record.hands[0].line + one.count("\n") + 3


@pytest.mark.parametrize(
    ("kind", "reds", "rounds"), [(9, 3, ("E", "S")), (11, 0, ("E", "S")), (1, 3, ("E",)), (169, 3, ("E", "S"))]
)
def test_the_type_of_a_game_says_red_fives_and_length(kind: int, reds: int, rounds: tuple[str, ...]) -> None:
    rules = game(f'<GO type="{kind}"/>', INIT).hands[0].setup.ruleset.parameters
    assert (rules.red_fives, rules.rounds) == (reds, rounds)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # Bits as Tenhou's servers have written them; player 0 calls.
        (59583, Chowed(0, 3, 24, (23, 25))),
        (12810, Ponged(0, 2, 8, (8, 8))),
        (41002, Ponged(0, 2, 26, (26, 26))),
        (3602, AddedKong(0, 2)),
        (16426, Ponged(0, 2, 10, (10, 10))),
        (4608, ConcealedKong(0, 4)),
        (28672, ConcealedKong(0, 28)),
        (20993, Konged(0, 1, 20, (20, 20, 20))),
    ],
)
def test_melds_are_decoded_from_their_bits(code: int, expected: object) -> None:
    event = game('<GO type="11"/>', INIT, f'<N m="{code}" who="0" />').hands[0].events[0]
    assert event == expected


def test_both_winners_of_a_discard_and_the_final_scores() -> None:
    (hand,), problems, _, final = game(
        INIT,
        '<AGARI fromWho="3" who="0" machi="3" doraHaiUra="36" sc="237,97,360,0,240,0,143,-77"/>',
        '<AGARI who="2" fromWho="3" machi="3" doraHaiUra="36" sc="334,0,360,0,240,80,66,-80"'
        ' owari="334,13.0,360,46.0,320,-8.0,-14,-51.0"/>',
    )
    assert problems == ()
    assert hand.events == (Won(0, 3, 0), Won(2, 3, 0), UraTurned((9,)))
    assert hand.end_scores == final == (33_400, 36_000, 32_000, -1_400)


@pytest.mark.parametrize(
    ("elements", "message"),
    [
        ('<GO type="25"/>', "GO: three-player games are not supported"),
        (INIT + '<REACH who="2" step="2"/>', "hand 1, event 1, REACH: step 2 of player 2, who has declared nothing"),
        (INIT + '<T52/><RYUUKYOKU type="yao10"/>', "hand 1, event 2, RYUUKYOKU: there is no draw 'yao10'"),
        (INIT + '<AGARI who="0" fromWho="0" machi="1" sc="1,2,3"/>', "AGARI: expected eight numbers in sc"),
        (INIT + '<DORA hai=""/>', "expected a whole number for a tile"),
        (INIT + '<N who="0" m="31777"/>', "a north taken out belongs to games of three players"),
        (INIT.replace('oya="0"', 'oya="4"'), "expected a seat 0, 1, 2 or 3"),
        (INIT.replace(HAI, "0,0,0,0,0,1,1,1,1,2,2,2,2"), "1m"),
    ],
)
def test_contradictions_are_problems_of_their_line(elements: str, message: str) -> None:
    (problem,) = loads(f'<mjloggm ver="2.3">\n\n{elements}\n</mjloggm>').problems
    assert problem.line == 3
    assert message in problem.message


# Tenhou's JSON


def test_the_viewers_address_and_lists_of_games_are_read() -> None:
    text = TENHOU_JSON
    events = loads(text).hands[0].events
    assert loads(f"https://tenhou.net/6/#json={quote(text)}&ts=0").hands[0].events == events
    listed = loads(f"[{text},\n{text}]")
    assert [(hand.name, hand.line, hand.events) for hand in listed.hands] == [("1", 1, events), ("2", 2, events)]
    with pytest.raises(RecordError, match=r"Open https://tenhou.net/0/log/\?2020, save"):
        loads("https://tenhou.net/0/?log=2020")


def test_names_and_final_scores_of_a_game() -> None:
    record = loads(json.dumps(tenhou(sc=[38000, 18, 29000, -11, -24000, -74, 57000, 67])))
    assert (record.names, record.final_scores) == (("A", "B", "C", "D"), (38000, 29000, -24000, 57000))


@pytest.mark.parametrize(
    ("written", "kind"),
    [("Ryuukyoku", "exhaustive"), ("全員不聴", "exhaustive"), ("四開槓", "four_kongs"), ("Suufon Renda", "four_winds")],
)
def test_ends_have_the_names_of_several_programs(written: str, kind: str) -> None:
    found = tenhou()
    found["log"][0][16] = [written]
    assert loads(json.dumps(found)).hands[0].events[-1] == Ended(kind)


@rows
def test_what_no_program_writes_is_refused(part: int, value: object, message: str) -> None:
    found = tenhou()
    found["log"][0][part] = value
    (problem,) = loads("\n" + json.dumps(found)).problems
    assert (problem.line, problem.message) == (2, f"log 1: {message}")


def test_a_call_that_could_belong_to_an_earlier_discard_is_put_where_every_list_is_used_up() -> None:
    """South discards two 5m, and North, who holds the others, draws nothing in between: only the second fits."""
    log: list[object] = [[0, 0, 0], [25000] * 4, [31], []]
    log += [[11, 11, 12, 12, 13, 13, 14, 14, 21, 21, 22, 22, 23], [24], [60]]
    log += [[15, 15, 41, 42, 43, 44, 45, 45, 47, 31, 32, 33, 34], [35, "4545p45"], [15, 15]]
    log += [[25, 26, 27, 28, 29, 29, 37, 37, 38, 38, 39, 39, 45], [24], [45]]
    log += [[15, 15, 16, 16, 17, 17, 18, 18, 19, 19, 27, 27, 28], ["15p1515"], [28], ["流局", [0, 0, 0, 0]]]
    (hand,) = loads(json.dumps({"rule": {"aka": 0}, "log": [log]})).hands
    assert hand.events[-5:] == (
        Ponged(1, 2, 31, (31, 31)),
        Discarded(1, 4, False),
        Ponged(3, 1, 4, (4, 4)),
        Discarded(3, 16, False),
        Ended("exhaustive"),
    )


def test_the_rule_of_a_game_of_three_is_refused() -> None:
    (problem,) = loads(json.dumps(tenhou(rule={"disp": "三南喰赤"}))).problems
    assert problem.message == "three-player games are not supported"


# mjai


def test_messages_may_come_in_lists_and_pretty_printed() -> None:
    found = messages()
    events = loads(mjai_text(found)).hands[0].events
    assert loads(json.dumps(found)).hands[0].events == events
    assert loads(json.dumps(found, indent=1)).hands[0].events == events
    assert loads("\n".join([json.dumps(found[:5]), json.dumps(found[5:])])).hands[0].events == events


def test_scores_are_followed_from_hand_to_hand_where_the_log_says_only_changes() -> None:
    found = messages()
    begin = {name: value for name, value in found[1].items() if name != "scores"}
    end = {"type": "ryukyoku", "reason": "fanpai", "deltas": [3000, -1000, -1000, -1000]}
    record = loads(mjai_text([found[0], begin, end, {"type": "end_kyoku"}, begin, end]))
    assert [hand.setup.start_scores for hand in record.hands] == [(25000,) * 4, (28000, 24000, 24000, 24000)]
    assert record.hands[1].end_scores == (31000, 23000, 23000, 23000)


def test_scores_after_the_end_are_believed_and_a_stick_is_counted() -> None:
    found = messages()[:2]
    riichi = [{"type": "reach", "actor": 2}, {"type": "reach_accepted", "actor": 2}]
    stated = loads(mjai_text([*found, *riichi, {"type": "ryukyoku", "scores": [1, 2, 3, 4]}])).hands[0].end_scores
    assert stated == (1, 2, 3, 4)
    changed = loads(mjai_text([*found, *riichi, {"type": "ryukyoku", "deltas": [0, 0, 0, 0]}])).hands[0].end_scores
    assert changed == (25000, 25000, 24000, 25000)


@pytest.mark.parametrize("name", ["ura_markers", "uradora_markers"])
def test_a_win_may_leave_out_its_tile_and_names_the_ura_indicators_in_two_ways(name: str) -> None:
    found = messages()[:2]
    discard = {"type": "dahai", "actor": 1, "pai": "5pr", "tsumogiri": True}
    wins = [{"type": "hora", "actor": seat, "target": 1, name: ["N"]} for seat in (2, 3)]
    (hand,) = loads(mjai_text([*found, discard, *wins])).hands
    assert hand.events[1:] == (Won(2, 1, hand.events[0].tile), Won(3, 1, hand.events[0].tile), UraTurned((30,)))  # type: ignore[union-attr]


URA_NOTE = "The log gives no indicators under the dora: the amounts of riichi wins are not certain."
KONG_NOTE = "The log does not give the indicator of every kong: the amounts of wins are not certain."


def test_a_log_that_leaves_out_indicators_says_that_amounts_are_not_certain() -> None:
    def notes(*events: dict[str, object]) -> list[str]:
        (hand,) = loads(mjai_text([*messages()[:2], *events])).hands
        return [str(note) for note in hand.notes]

    reach, kong = {"type": "reach", "actor": 1}, {"type": "ankan", "actor": 1, "consumed": ["9p"] * 4}
    dora, draw = {"type": "dora", "dora_marker": "1s"}, {"type": "ryukyoku", "reason": "fanpai"}
    discard, win = {"type": "dahai", "actor": 1, "pai": "5p"}, {"type": "hora", "actor": 2, "target": 1}
    riichi_win = {"type": "hora", "actor": 1, "target": 1, "pai": "5p"}
    assert notes(reach, discard, riichi_win) == [URA_NOTE]
    assert notes(reach, discard, riichi_win | {"ura_markers": ["N"]}) == []
    assert notes(reach, discard, win) == []
    assert notes(kong, discard, win) == [KONG_NOTE]
    assert notes(kong, dora, discard, win) == []
    assert notes(discard, kong, riichi_win) == []
    assert notes(reach, kong, discard, draw) == []
    text = mjai_text([*messages()[:2], reach, discard, riichi_win]).encode()
    assert [json.loads(line)["notes"] for line in cases_of(text)] == [[URA_NOTE]]


def test_names_red_fives_and_final_scores() -> None:
    found = messages()
    found[0] |= {"names": ["Al", "Bo", "Cy", "Di"], "aka_flag": False}
    end = {"type": "end_game", "scores": [40000, 30000, 20000, 10000]}
    hidden = {"tehais": [["1m", "2m", "3m"] * 4 + ["E"], *[["?"] * 13] * 3], "dora_marker": "9p"}
    record = loads(mjai_text([found[0], found[1] | hidden, end]))
    assert (record.names, record.final_scores) == (("Al", "Bo", "Cy", "Di"), (40000, 30000, 20000, 10000))
    assert record.hands[0].setup.ruleset.parameters.red_fives == 0


def test_a_draw_without_a_reason_is_told_by_what_happened() -> None:
    found = messages()[:2]

    def drawn(*events: dict[str, object]) -> object:
        return loads(mjai_text([*found, *events, {"type": "ryukyoku"}])).hands[0].events[-1]

    tsumo = {"type": "tsumo", "actor": 0, "pai": "1m"}
    east = [{"type": "dahai", "actor": seat, "pai": "E", "tsumogiri": False} for seat in range(4)]
    assert drawn(*[tsumo] * 70) == Ended("exhaustive")
    assert drawn(tsumo) == Ended("nine_terminals")
    assert drawn(*east) == Ended("four_winds")
    assert drawn(*east, east[0]) == Ended("triple_ron")
    assert drawn(*[{"type": "reach", "actor": seat} for seat in range(4)]) == Ended("four_riichi")
    kong = {"type": "ankan", "actor": 0, "consumed": ["9p"] * 4}
    assert drawn(*[kong] * 4) == Ended("four_kongs")
    claim = {"type": "pon", "actor": 3, "target": 0, "pai": "E", "consumed": ["E", "E"]}
    middle = {"type": "dahai", "actor": 0, "pai": "5m", "tsumogiri": True}
    assert drawn(*[tsumo] * 70, east[0]) == Ended("nagashi")
    assert drawn(*[tsumo] * 70, east[0], claim) == Ended("exhaustive")
    assert drawn(*[tsumo] * 70, east[0], middle) == Ended("exhaustive")


@rows
def test_the_reason_of_a_draw_is_spelled_in_several_ways(reason: str, kind: str) -> None:
    (hand,) = loads(mjai_text([*messages()[:2], {"type": "ryukyoku", "reason": reason}])).hands
    assert hand.events[-1] == Ended(kind)


@rows
def test_messages_that_cannot_be_are_problems_of_their_line(change: dict[str, Any], message: str) -> None:
    (problem,) = loads(mjai_text([*messages()[:2], change, {"type": "none"}])).problems
    assert problem.line == 3
    assert message in problem.message


def test_a_wind_may_be_written_as_its_tile() -> None:
    found = messages()[:2]
    found[1]["bakaze"] = "2z"
    assert loads(mjai_text(found)).hands[0].setup.prevalent_wind is Wind.SOUTH


# Files


def test_packed_files_and_other_encodings_are_read(tmp_path: Path) -> None:
    text = TENHOU_XML
    (tmp_path / "a.mjlog").write_bytes(gzip.compress(text.encode()))
    assert load(tmp_path / "a.mjlog").hands == loads(text).hands
    assert decode(text.encode("utf-16")) == decode(b"\xef\xbb\xbf" + text.encode()) == text
    assert decode(gzip.compress(b"hand") + gzip.compress(b" 1")) == "hand 1"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (gzip.compress(b"hand 1", mtime=0)[:-9], "the compressed file is incomplete"),
        (b"\x1f\x8b\x08\x00" + b"x" * 20, "the compressed file is damaged"),
        (gzip.compress(b" " * 2_000, mtime=0), "the log is longer than 1,000 bytes"),
        (b" " * 1_001, "the log is longer than 1,000 bytes"),
        (b"hand 1\n\xff", "the file is not UTF-8 text"),
    ],
)
def test_damaged_files_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        decode(data, 1_000)


WRITTEN = {
    "text": dumps(FIRST.setup, FIRST.events),
    "json": dumps(FIRST.setup, FIRST.events, "json"),
    "mjai": MJAI,
    "tenhou-json": TENHOU_JSON,
    "tenhou-xml": TENHOU_XML,
}


@settings(max_examples=60)
@given(st.sampled_from(sorted(WRITTEN)), st.data())
def test_a_damaged_log_is_read_as_far_as_it_goes_or_refused_with_a_sentence(form: str, data: st.DataObject) -> None:
    text = WRITTEN[form]
    assert detect(text) == form
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        length = data.draw(st.integers(0, 12))
        put = data.draw(st.text("0123456789mpszfrckabEW\"'<>{}[],:=/-\n ?\u4e2d", max_size=6))
        text = text[:at] + put + text[at + length :]
    with suppress(RecordError):
        record = loads(text, form)
        assert all(1 <= problem.line <= text.count("\n") + 1 for problem in record.problems)
        assert all(problem.message for problem in record.problems)
        assert all(len(hand.lines) in (0, len(hand.events)) for hand in record.hands)


@rows
def test_addresses_of_logs_say_whose_they_are_and_how_to_save_them(address: str, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        loads(address)
