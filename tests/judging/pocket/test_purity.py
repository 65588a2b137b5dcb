"""What runs on a phone imports without a framework."""

from __future__ import annotations

import subprocess
import sys

from tests.run import ROOT

CODE = """
import importlib, pkgutil, sys

class Nothing:
    # Found first, and nothing that is foreign is found.
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in {"engine", "judging", "tournaments"} | sys.stdlib_module_names:
            raise ImportError(name)

sys.meta_path.insert(0, Nothing())
own = ("judging.law", "judging.wording", "judging.pocket", "tournaments.wording.game", "tournaments.checker")
for room in ("engine", *own):
    for module in pkgutil.walk_packages(importlib.import_module(room).__path__, room + "."):
        if not module.name.startswith(("engine.commands.", "engine.__main__")):
            importlib.import_module(module.name)
from judging.pocket import device
print(device.line('{"kind": "fault", "ruleset": "mcr-2006", "seat": 1, "facts": {"fault": "talk"}}')[:30])
"""


def test_the_law_and_its_words_import_and_answer_with_the_standard_library_alone() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ('{"id": null, "verdict": "undec', "")
