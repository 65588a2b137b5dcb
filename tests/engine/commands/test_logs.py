"""``python -m engine replay`` takes every log that the viewer takes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from engine.commands.replay import add_arguments, run
from engine.family import ruleset
from engine.play.walks import walk
from engine.records import dumps
from engine.records.cases import case_of
from tests.support.logs import served

HAND = walk(ruleset("riichi-tenhou"), 3)
SERVED = ("mjai", "tenhou-json", "tenhou-xml", "botzone", "botzone-judge", "tziakcha-packed")
FORMS = {
    **{form: served(form)[0].log for form in SERVED},
    "own.txt": dumps(HAND.setup, HAND.events),
    "own.json": json.dumps([case_of(HAND.setup, HAND.events)], indent=1),
}


def replayed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[dict[str, object]]]:
    from argparse import ArgumentParser

    parser = ArgumentParser()
    add_arguments(parser)
    status = run(parser.parse_args(arguments))
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("form", FORMS)
def test_a_log_of_each_form_is_replayed(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / form
    file.write_text(FORMS[form], encoding="utf-8")
    packed = tmp_path / f"{form}.gz"
    packed.write_bytes(gzip.compress(b"\n" + FORMS[form].encode()))
    status, answers = replayed(capsys, str(file), str(packed))
    assert (status, len(answers), [answer["legal"] for answer in answers]) == (0, 2, [True, True])
    assert answers[0] == answers[1]


def test_cases_stay_a_line_each_with_their_own_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cases.jsonl"
    case = json.dumps({"id": "a", **case_of(HAND.setup, HAND.events)})
    file.write_text(f"rubbish\n{case}\n", encoding="utf-8")
    status, answers = replayed(capsys, str(file))
    assert (status, [answer["id"] for answer in answers]) == (1, [None, "a"])


def test_what_cannot_be_read_of_a_log_is_told_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "log.txt"
    first, second = (one.log for one in served("botzone")[:2])
    file.write_text(first.replace("Player 0 Draw", "Player 0 Jump", 1) + second, encoding="utf-8")
    status, answers = replayed(capsys, str(file))
    (error,) = [answer["error"] for answer in answers if "error" in answer]
    assert (status, len(answers), error["line"]) == (1, 2, 7)  # type: ignore[index]


def test_a_file_that_is_no_text_is_one_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "log.gz"
    file.write_bytes(b"\x1f\x8bnothing")
    status, answers = replayed(capsys, str(file))
    assert (status, [list(answer) for answer in answers]) == (1, [["id", "error"]])


@pytest.mark.parametrize("scheme", ["https://", ""])
def test_an_address_says_how_its_log_is_saved(scheme: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "address.txt"
    file.write_text(f"{scheme}tenhou.net/0/?log=2026010100gm\n", encoding="utf-8")
    status, (answer,) = replayed(capsys, str(file))
    assert (status, "save that page as a file" in str(answer["error"])) == (1, True)
