from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from judging.law.answers import answer_claim
from tests.support.claims import EXAMPLES
from tests.support.slices import in_slice

ROOT = Path(__file__).resolve().parents[3]


def test_every_claim_of_a_file_is_answered_in_order_and_a_bad_one_does_not_stop_it(tmp_path: Path) -> None:
    claims = [
        {"id": each.id, "kind": each.kind, "ruleset": each.ruleset, "seat": 1, "facts": each.facts}
        for each in in_slice(EXAMPLES, 4)
    ]
    lines = [json.dumps(claims[0]), '{"id": "bad", "kind": "nonsense", "ruleset": "mcr-2006"}', "{"]
    lines += [json.dumps(claim) for claim in claims[1:]]
    file = tmp_path / "claims.jsonl"
    file.write_text("\n".join(lines))
    command = [sys.executable, "manage.py", "judge", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (1, "")
    assert [answer["id"] for answer in answers] == [claims[0]["id"], "bad", None, *(each["id"] for each in claims[1:])]
    assert [(answer["error"]["at"], answer["error"]["line"]) for answer in answers[1:3]] == [("kind", 2), (2, 3)]
    good = [answers[0], *answers[3:]]
    assert [answer["verdict"] for answer in good] == [answer_claim(claim)["verdict"] for claim in claims]


def test_earlier_offences_are_counted() -> None:
    facts = next(each.facts for each in EXAMPLES if each.id == "mcr-empty-pung")
    claim = {"kind": "call", "ruleset": "mcr-2006", "seat": 1, "facts": facts, "earlier": {"empty_call": 2}}
    (proposal,) = answer_claim(claim)["proposals"]
    assert (proposal["penalty"], proposal["ledger"][0]["amount"]) == ("fine", -10)


def test_errors_name_their_line_in_the_file_whoever_works_them_out(tmp_path: Path) -> None:
    """Empty lines count, and each file begins with 1."""
    good, bad = ({"kind": "fault", "ruleset": "mcr-2006", "facts": {"fault": code}} for code in ("talk", "nonsense"))
    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    files[0].write_text(f"{json.dumps(good)}\n\n{json.dumps(bad)}\n")
    files[1].write_text(f"{json.dumps(bad)}\n")
    command = [sys.executable, "manage.py", "judge", "--jobs", "2", *map(str, files)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    errors = [answer["error"] for answer in map(json.loads, done.stdout.splitlines()) if "error" in answer]
    assert [(error["kind"], error["at"], error["line"]) for error in errors] == [
        ("claim", "facts.fault", 3),
        ("claim", "facts.fault", 1),
    ]
    assert "talk, " in errors[0]["message"]
