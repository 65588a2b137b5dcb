"""The law and the engine need no framework."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.support import patience

ROOT = Path(__file__).resolve().parents[3]

WITHOUT = """
import importlib, json, pkgutil, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"django", "rest_framework", "celery", "numpy", "babel"}:
            raise ImportError(name + " is blocked")

sys.meta_path.insert(0, Blocked())
for room in ("engine", "judging.law", "judging.cases.logic", "tournaments.game.logic"):
    package = importlib.import_module(room)
    for found in pkgutil.walk_packages(package.__path__, room + "."):
        importlib.import_module(found.name)

from judging.law import decide, examine, find_next_question, read_claim
from judging.law.questions import list_questions

claim = read_claim({"kind": "fault", "ruleset": "mcr-2006", "seat": 1, "facts": {"fault": "talk", "established": True}})
(finding,) = examine(claim)
(proposal,) = decide(claim, [finding])
print(json.dumps({
    "asked": list_questions("fault", claim.ruleset)[:2],
    "next": find_next_question(claim).question,
    "verdict": finding.verdict.value,
    "message": finding.message,
    "penalty": proposal.penalty,
}))
"""


def test_the_law_and_the_engine_examine_and_decide_without_django() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], cwd=ROOT, capture_output=True, text=True, timeout=patience.SECONDS
    )
    assert done.stderr == ""
    assert json.loads(done.stdout) == {
        "asked": ["fault", "established"],
        "next": None,
        "verdict": "fails",
        "message": "The fault is proved: Named discards, commented or gave advice.",
        "penalty": "warning",
    }
