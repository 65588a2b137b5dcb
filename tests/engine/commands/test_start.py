"""Commands import only what they need: scoring one hand loads no other family and no logs."""

from __future__ import annotations

import json
import subprocess
import sys

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
