"""The batch commands: JSON Lines in, JSON Lines out, in order, errors as lines (formats: score, waits)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.commands import batch, score, waits
from engine.commands.batch import process_line
from engine.family import ruleset_names
from tests.support import patience
from tests.support.release import in_full

ROOT = Path(__file__).parents[3]
WON = {"ruleset": "riichi-ema-2016", "hand": "234567m345p23s88s", "win": "4s", "by": "discard", "seat_wind": "S"}
BAD_CASES = [json.loads(line) for line in Path(__file__).with_name("bad_cases.jsonl").read_text().splitlines()]
WAITING = {"ruleset": "riichi-ema-2016", "hand": "234567m345p23s88s"}


def run(command: str, *arguments: str, text: str = "") -> tuple[list[dict[str, Any]], int]:
    done = subprocess.run(
        [sys.executable, "-m", "engine", command, *arguments],
        input=text,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=patience.SECONDS,
    )
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


def lines(*cases: Any) -> str:
    return "".join(json.dumps(case) + "\n" for case in cases)


def answered(case: Any, module: Any = score) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(process_line(module.answer, json.dumps(case))[0])
    return parsed


def test_score_gives_every_field_of_the_format() -> None:
    assert run("score", text=lines({"id": "a1", **WON})) == (
        [
            {
                "id": "a1",
                "complete": True,
                "win": True,
                "reasons": [],
                "awards": [["pinfu", 1, 1], ["all_simples", 1, 1]],
                "value": {"han": 2, "fu": 30, "limit": None, "yakuman": 0},
                "payments": {"discarder": 2000},
                "reading": "234m 567m 345p 23s+4s 88s",
                "alternatives": 1,
                "waits": ["1s", "4s"],
            }
        ],
        0,
    )


def test_waits_gives_every_field_of_the_format() -> None:
    by_form = {"standard": 0, "seven_pairs": 5, "thirteen_orphans": 13}
    answer = {"id": 1, "waits": ["1s", "4s"], "ready": True, "shanten": 0, "by_form": by_form}
    assert run("waits", text=lines({"id": 1, **WAITING})) == ([answer], 0)


@pytest.mark.parametrize("jobs", ["1", "2", "3"])
def test_order_is_kept_and_errors_are_lines(jobs: str) -> None:
    cases = [{"id": number, **WON, **({"win": "9z"} if number % 97 == 5 else {})} for number in range(700)]
    out, status = run("score", "--jobs", jobs, text=lines(*cases))
    assert [line["id"] for line in out] == list(range(700))
    assert [line["id"] for line in out if "error" in line] == [number for number in range(700) if number % 97 == 5]
    assert status == 1


def test_many_lines_are_divided_among_the_processors_by_themselves() -> None:
    program = (
        "import os; from engine.commands import batch\n"
        "def answer(case): return {'process': os.getpid()}\n"
        "batch._count_processors = lambda: 2\n"
        "batch.run(answer)"
    )
    text = lines(*({"id": number} for number in range(batch.LINES_OF_ONE_JOB + 600)))
    done = subprocess.run([sys.executable, "-c", program], input=text, capture_output=True, text=True, cwd=ROOT)
    out = [json.loads(line) for line in done.stdout.splitlines()]
    assert ([line["id"] for line in out], done.returncode) == (list(range(len(out))), 0)
    first, later = out[: batch.LINES_OF_ONE_JOB], out[batch.LINES_OF_ONE_JOB :]
    assert (len({line["process"] for line in first}), len(later)) == (1, 600)
    assert {line["process"] for line in first}.isdisjoint(line["process"] for line in later)


def test_answers_are_those_of_one_job() -> None:
    cases = [{"id": number, **WON, **({"win": "9z"} if number % 97 == 5 else {})} for number in range(2_300)]
    assert run("score", text=lines(*cases)) == run("score", "--jobs", "1", text=lines(*cases))


def test_files_are_read_in_order(tmp_path: Path) -> None:
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    first.write_text(lines({"id": 1, **WON}) + "\n\n")
    second.write_text(lines({"id": 2, **WON}))
    out, status = run("score", str(second), str(first))
    assert ([line["id"] for line in out], status) == ([2, 1], 0)


def test_a_missing_file_is_told_before_anything_is_answered(tmp_path: Path) -> None:
    present = tmp_path / "a.jsonl"
    present.write_text(lines({"id": 1, **WON}))
    assert run("score", str(present), str(tmp_path / "none.jsonl")) == ([], 2)


@pytest.mark.parametrize("jobs", [[], ["--jobs", "1"], ["--jobs", "2"]])
def test_a_line_is_answered_before_the_next_one_comes(jobs: list[str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "engine", "score", *jobs],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        guard = Timer(60, process.kill)
        guard.start()
        for number in range(3):
            process.stdin.write(lines({"id": number, **WON}))
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait() == 0
        guard.cancel()


def test_bytes_that_are_no_text_are_one_bad_case() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine", "score"],
        input=b'{"id": 1, "ruleset": "\xff"}\n' + lines({"id": 2, **WON}).encode(),
        capture_output=True,
        cwd=ROOT,
    )
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["id"], first["error"]["kind"], second["id"], "error" in second) == (1, "ruleset", 2, False)


def test_a_file_may_begin_with_a_byte_order_mark_and_have_the_line_ends_of_windows(tmp_path: Path) -> None:
    text = b"\xef\xbb\xbf" + lines({"id": 1, **WON}, {"id": 2, **WON}).replace("\n", "\r\n").encode()
    file = tmp_path / "hands.jsonl"
    file.write_bytes(text)
    command = [sys.executable, "-m", "engine", "score"]
    piped = subprocess.run(command, input=text, capture_output=True, cwd=ROOT)
    named = subprocess.run([*command, str(file)], capture_output=True, cwd=ROOT)
    answers = [json.loads(line) for line in piped.stdout.splitlines()]
    assert [(found["id"], found["value"]["han"]) for found in answers] == [(1, 2), (2, 2)]
    assert (piped.returncode, named.returncode, named.stdout) == (0, 0, piped.stdout)


@pytest.mark.parametrize(
    ("line", "kind", "at"),
    [("{", "json", 1), ("not json", "json", 0), ('{"id": NaN}', "json", 0), ("[1]", "case", 0), ("7", "case", 0)],
)
def test_a_broken_line_is_told_with_its_place(line: str, kind: str, at: int) -> None:
    text, good = process_line(score.answer, line)
    found = json.loads(text)
    assert (good, found["id"], found["error"]["kind"], found["error"]["at"]) == (False, None, kind, at)


@pytest.mark.parametrize("nested", ["[" * 100_000, '{"id": ' + "9" * 5000 + "}"])
def test_a_line_that_nothing_can_be_made_of(nested: str) -> None:
    assert json.loads(process_line(score.answer, nested)[0])["error"]["kind"] == "json"


@pytest.mark.parametrize("field", ["id", "hand", "melds", "parameters", "context"])
def test_what_lies_too_deep_to_be_followed_is_one_bad_case(field: str) -> None:
    """The depth at which the stack runs out is not known exactly: every depth around it gets a result."""
    for depth in range(900, 1001):
        for opened, closed in (("[", "]"), ('{"a":', "}")):
            line = json.dumps({**WON, field: "@"}).replace('"@"', opened * depth + "1" + closed * depth)
            assert set(json.loads(process_line(score.answer, line)[0])) > {"id"}


@pytest.mark.parametrize("row", BAD_CASES, ids=lambda row: json.dumps(row["change"]))
def test_a_bad_value_is_told_with_its_field(row: dict[str, Any]) -> None:
    found = answered({"id": {"table": 3}, **WON, **row["change"]}, waits if "void_suit" in row["change"] else score)
    assert (found["id"], found["error"]["kind"], found["error"]["at"]) == ({"table": 3}, row["kind"], row["at"])
    assert found["error"]["message"].startswith(row.get("message", ""))


def test_a_remark_beside_the_fields_is_passed_over() -> None:
    assert answered({**WON, "source": "table 3", "expected": 12}) == answered(WON)


@pytest.mark.parametrize("field", ["parameters", "melds", "flowers", "context", "prevalent_wind", "seat_wind"])
def test_null_is_like_a_field_that_is_missing(field: str) -> None:
    case = {key: value for key, value in WON.items() if key != field}
    assert answered({**case, field: None}) == answered(case)


MELDED = {"hand": "567m23s88s"}
TAIWAN = {"ruleset": "taiwan-aono", "hand": "1112p123m456m789m345s", "win": "2p"}


@pytest.mark.parametrize(
    ("change", "field", "value"),
    [
        # Tiles and melds are a text or a list.
        *(({"context": {"dora_indicators": tiles}}, "value", 5) for tiles in ("7s1m", ["7s", "1m"])),
        *((MELDED | {"melds": melds}, "value", 1) for melds in ("chow(234m) chow(345p)", ["chow(234m)", "chow(345p)"])),
        # The dealer is East unless told, and winds are East unless told.
        ({"seat_wind": "E"}, "payments", {"discarder": 2900}),
        ({"seat_wind": "E", "context": {"dealer": False}}, "payments", {"discarder": 2000}),
        ({"seat_wind": None}, "payments", {"discarder": 2900}),
        # Choices and numbers of a family's own circumstances.
        (TAIWAN | {"context": {"ready": "declared", "dealer_repeats": 1, "break_seat_wind": "N"}}, "win", True),
    ],
)
def test_circumstances_of_a_family_come_from_its_own_type(change: dict[str, Any], field: str, value: object) -> None:
    found = answered({**WON, **change})[field]
    assert (found["han"] if field == "value" else found) == value


def test_a_void_suit_stands_beside_the_hand_in_waits() -> None:
    case = {"ruleset": "sichuan-world-championship", "hand": "234567m345p23s88s", "void_suit": "m"}
    assert answered(case, waits)["ready"] is False
    assert answered({**case, "void_suit": None}, waits)["ready"] is False


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=300 if in_full() else 100)
@given(
    field=st.sampled_from([*WON, "melds", "flowers", "context", "parameters", "prevalent_wind", "id"]),
    value=JSON,
    ruleset=st.sampled_from(ruleset_names()),
)
def test_any_value_in_any_field_gets_one_answer(field: str, value: Any, ruleset: str) -> None:
    case = {"id": 1, **WON, "ruleset": ruleset, field: value}
    for module in (score, waits):
        found = answered(case, module)
        assert ("error" in found) != ("waits" in found)
