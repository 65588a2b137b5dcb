"""``python -m engine pay``: a line a table, errors in their place."""

import io
import json

from engine.__main__ import main


def run(lines, monkeypatch, capsys, *options):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(json.dumps(line) for line in lines)))
    status = main(["pay", *options])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_case_that_cannot_be_does_not_stop_the_others(monkeypatch, capsys):
    cases = [
        {"id": "a", "ruleset": "mcr-beginner", "hands": [{"events": [["win", 0, 1, {"points": 10}]]}]},
        {
            "id": "b",
            "ruleset": "sichuan-inflation",
            "hands": [{"events": []}, {"events": [["win", 0, 1, {"fan": 4}], ["win", 2, 0, {"fan": 1}]]}],
        },
        {"id": "c", "ruleset": "sichuan-inflation", "hands": [{"events": [["win", 0, 1, {"fan": 4}]]}]},
    ]
    status, answers = run(cases, monkeypatch, capsys)
    assert status == 1
    assert answers[0]["hands"][0]["deltas"] == [10, -10, 0, 0]
    assert answers[1]["error"] == {
        "kind": "sheet",
        "message": "hand 2: seat 0 has won and discards no more",
        "at": "hands.1.events.1",
    }
    assert answers[2]["end_scores"] == [16, -16, 0, 0]
