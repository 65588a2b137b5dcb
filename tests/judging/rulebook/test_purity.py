"""The law and its words need no framework."""

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
for room in ("engine", "judging.law", "judging.rulebook.logic", "judging.cases.logic", "tournaments.game.terms"):
    package = importlib.import_module(room)
    for found in pkgutil.walk_packages(package.__path__, room + "."):
        importlib.import_module(found.name)

from judging.law import decide, examine, next_question, read_claim
from judging.law.questions import questions_of
from judging.rulebook.logic.findings import shown, shown_proposal
from tournaments.game.terms.reader import Reader

marking = Reader("xx", "<{}>".format, lambda context, text: f"<{text}>", lambda one, many, n: f"<{many}>")
claim = read_claim({"kind": "fault", "ruleset": "mcr-2006", "seat": 1, "facts": {"fault": "talk", "established": True}})
findings = examine(claim)
(said,) = [shown(each.to_dict(), {1: "petra"}, claim.ruleset, marking) for each in findings]
(proposal,) = [shown_proposal(each.to_dict(), {1: "petra"}, marking) for each in decide(claim, findings)]
print(json.dumps({
    "asked": questions_of("fault", claim.ruleset)[:2],
    "next": next_question(claim).question,
    "verdict": said.label,
    "clause": (said.text[0], said.text[-1]),
    "name": said.seat,
    "message": said.message,
    "penalty": proposal.penalty,
    "hand": proposal.hand,
}))
"""


def test_the_law_and_its_words_import_and_speak_without_django() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], cwd=ROOT, capture_output=True, text=True, timeout=patience.SECONDS
    )
    assert done.stderr == ""
    assert json.loads(done.stdout) == {
        "asked": ["fault", "established"],
        "next": None,
        "verdict": "<Not valid>",
        "clause": ["<", ">"],
        "name": "petra",
        "message": "<The fault is proved: <Named discards, commented or gave advice>.>",
        "penalty": "<Warning>",
        "hand": "<The hand goes on>",
    }
