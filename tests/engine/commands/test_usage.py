"""Help shows a valid line, and errors suggest a correction."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine.__main__ import main
from engine.commands import pay, score, waits
from engine.usage import fill_in_ruleset


@pytest.mark.parametrize(("module", "said"), [(score, '"points": 20'), (waits, '["1p", "9s"]'), (pay, '"deltas"')])
def test_the_example_of_a_command_does_what_it_is_for(module, said):
    line = fill_in_ruleset(module.EXAMPLE).replace("python ", f"{sys.executable} ")
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=True)
    assert (said in done.stdout, "error" in done.stdout) == (True, False)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["scor"], ["Did you mean score?", "For example: python -m engine score --help"]),
        (["batch"], ["For example: python -m engine score --help"]),
        (["replay", "--tracee"], ["Did you mean --trace?", "For example: python -m engine replay --trace game.mjson"]),
        (["deal", "verfy"], ["Did you mean verify?"]),
        (["deal", "verify", "--sed"], ["For example: python -m engine deal verify --seed HEX board.mjdeal"]),
    ],
)
def test_wrong_usage_says_what_would_be_right(given, told, capsys):
    with pytest.raises(SystemExit) as ended:
        main(given)
    lines = capsys.readouterr().err.splitlines()
    assert (ended.value.code, [line for line in told if line not in lines]) == (2, [])


def test_help_ends_with_the_example(capsys):
    with pytest.raises(SystemExit):
        main(["replay", "--help"])
    assert capsys.readouterr().out.splitlines()[-2:] == ["example:", "  python -m engine replay --trace game.mjson"]
