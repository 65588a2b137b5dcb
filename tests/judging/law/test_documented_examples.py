from __future__ import annotations

import json
import re
from pathlib import Path

from judging.law.answers import answer_claim

DOC = Path(__file__).resolve().parents[3] / "docs" / "judging.md"


def test_the_examples_of_the_page_are_answered() -> None:
    claims = [
        json.loads(block) for block in re.findall(r"```json\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)
    ]
    decided = []
    for claim in claims:
        answer = json.loads(json.dumps(answer_claim(claim)))
        failing = [found for found in answer["findings"] if found["verdict"] == "fails"]
        decided += [(claim["ruleset"], found["clause"], found["infraction"]) for found in failing]
    assert decided == [
        ("mcr-2006", "MCR-5.2", "false_hu_points"),
        ("taiwan-aono", "TW-6.1", None),
        ("riichi-ema-2016", "RI-6.3", "false_win"),
    ]
