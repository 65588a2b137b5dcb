"""Commands: help with a line that works, errors with a correction, payments of sheets, and no needless import."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from engine.__main__ import main
from engine.commands import pay, score, waits
from engine.usage import fill_in_ruleset
from tests.support.rows import rows_of

rows = rows_of(__file__)


@pytest.mark.parametrize(("module", "said"), [(score, '"points": 20'), (waits, '["1p", "9s"]'), (pay, '"deltas"')])
def test_the_example_of_a_command_does_what_it_is_for(module, said):
    line = fill_in_ruleset(module.EXAMPLE).replace("python ", f"{sys.executable} ")
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=True)
    assert (said in done.stdout, "error" in done.stdout) == (True, False)


@rows
def test_wrong_usage_says_what_would_be_right(given, told, capsys):
    with pytest.raises(SystemExit) as ended:
        main(given)
    lines = capsys.readouterr().err.splitlines()
    assert (ended.value.code, [line for line in told if line not in lines]) == (2, [])


def test_help_ends_with_the_example(capsys):
    with pytest.raises(SystemExit):
        main(["replay", "--help"])
    assert capsys.readouterr().out.splitlines()[-2:] == ["example:", "  python -m engine replay --trace game.mjson"]


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


CASE = {"id": 1, "ruleset": "mcr-2006", "hand": "123m456p789s1122z", "win": "1z", "by": "discard"}

LOADED = """
import sys
from engine.__main__ import main
main(["score"])
packages = {"engine.rules", "engine.records", "engine.commands"}
loaded = {name.removesuffix("__mypyc") for name in sys.modules}
print(sorted(name for name in loaded if name.rpartition(".")[0] in packages))
"""


def test_scoring_a_hand_reads_its_family_and_the_reader_of_cases():
    done = subprocess.run(
        [sys.executable, "-c", LOADED], input=json.dumps(CASE), capture_output=True, text=True, check=True
    )
    _answer, loaded = done.stdout.splitlines()
    assert loaded == str(
        ["engine.commands.batch", "engine.commands.score", "engine.records.hand_cases", "engine.rules.mcr"]
    )
