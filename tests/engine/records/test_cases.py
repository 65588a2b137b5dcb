from __future__ import annotations

import io
import json
import subprocess
import sys

from engine.family import ruleset
from engine.play.walks import walk
from engine.records.cases import answer_replay, case_of

HAND = walk(ruleset("sichuan-world-championship"), 3)
CASE = {"id": "a", **case_of(HAND.setup, HAND.events)}


def replayed(lines: str, *options: str) -> tuple[int, list[dict[str, object]]]:
    command = [sys.executable, "-m", "engine", "replay", *options]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    return done.returncode, [json.loads(line) for line in io.StringIO(done.stdout)]


def test_an_answer_has_the_values_of_the_format_and_no_others() -> None:
    status, (answer,) = replayed(json.dumps(CASE))
    assert status == 0
    names = ["id", "legal", "stopped_at", "result", "transfers", "deltas", "end_scores", "locks"]
    assert list(answer) == names
    assert (answer["id"], answer["legal"], answer["stopped_at"]) == ("a", True, None)
    assert answer["deltas"] == list(HAND.states[-1].deltas)
    assert answer["end_scores"] == list(HAND.states[-1].scores)


def test_an_illegal_event_stops_the_replay_and_keeps_what_came_before() -> None:
    events = [*CASE["events"][:10], ["pung", 0, 0, "1m"], *CASE["events"][10:]]
    answer = answer_replay({**CASE, "events": events})
    stopped = answer["stopped_at"]
    assert answer["legal"] is False
    assert isinstance(stopped, dict)
    assert list(stopped) == ["index", "event", "code", "clause", "message", "consequence"]
    assert (stopped["index"], stopped["event"]) == (10, ["pung", 0, 0, "1m"])
    assert stopped["clause"].startswith("SC-")
    assert answer["result"] is None


def test_a_self_drawn_win_is_in_the_result_though_the_others_play_on() -> None:
    deal = ["234567m3457788p", *["189m9p123456789s"] * 3]
    events = [*(["void", seat, "smmm"[seat]] for seat in range(4)), ["draw", 0, "7p"], ["win", 0, "self", "7p"]]
    answer = answer_replay({"ruleset": "sichuan-world-championship", "deal": deal, "events": events})
    assert (answer["legal"], answer["deltas"]) == (True, [6, -2, -2, -2])
    assert answer["result"] == {"kind": "win", "wins": [{"fan": 0, "points": 1}]}


def test_bad_lines_are_answered_with_errors_and_the_others_with_results() -> None:
    bad = {**CASE, "id": "b", "deal": ["1m"]}
    wrong = {**CASE, "id": "c", "events": [["draw", 9, "1m"]]}
    status, answers = replayed("\n".join(["{", json.dumps(bad), json.dumps(wrong), json.dumps(CASE)]), "--jobs", "2")
    assert status == 1
    assert ["error" in answer for answer in answers] == [True, True, True, False]
    assert [answer["error"]["at"] for answer in answers[1:3]] == ["deal", "events[0]"]


def test_a_trace_says_at_each_event_who_could_act() -> None:
    answer = answer_replay(CASE, with_trace=True)
    trace = answer["trace"]
    assert isinstance(trace, list)
    assert [entry["event"] for entry in trace] == CASE["events"]
    assert all(list(entry) == ["event", "could_act", "locks"] for entry in trace)
    for entry in trace:
        event = entry["event"]
        if event[0] in ("draw", "win", "pung"):
            shapes = [choice[:3] for choices in entry["could_act"].values() for choice in choices]
            assert event[:3] in shapes


def test_a_checked_replay_lists_broken_invariants() -> None:
    assert answer_replay(CASE, check=True)["invariants"] == []
