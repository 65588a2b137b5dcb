"""`manage.py seating` and `manage.py verify_seating`: no database is needed, so none is allowed here."""

import doctest
import gzip
import importlib
import json
import pkgutil
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

import tournaments.seating.logic
from tests.support.rows import rows_of
from tournaments.seating.logic import measure_rounds
from tournaments.seating.logic.schedule import freeze

rows = rows_of(__file__)
CERTIFICATES = Path(__file__).parents[2] / "data" / "certificates.json.gz"


def _run(*arguments):
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def _seating(words):
    return _run("seating", *words.split())


def test_json_has_rounds_and_measures_and_teams_are_blocks_of_numbers_that_never_meet():
    value = json.loads(_seating("--players 32 --rounds 7 --teams 8 --seed s --format json"))
    rounds = freeze(value["rounds"])
    assert (len(rounds), sorted(p for table in rounds[0] for p in table)) == (7, list(range(1, 33)))
    assert value["teams"][1] == [5, 6, 7, 8]
    assert [table for round_ in rounds for table in round_ if len({(player - 1) // 4 for player in table}) < 4] == []
    value = json.loads(_seating("--players 24 --rounds 7 --seed s --format json"))
    assert value["measures"] == json.loads(json.dumps(measure_rounds(freeze(value["rounds"])).as_dict()))


def test_a_draw_is_written_as_text_and_certified(tmp_path):
    path = tmp_path / "draw.json"
    text = _seating(f"--players 18 --rounds 3 --seed s --forbid 1-2 --certificate {path}")
    assert text.startswith("Round 1\n  table   1:")
    assert "Forbidden pairs that meet: 0." in text
    assert [line.split()[0] for line in _run("verify_seating", str(path)).splitlines()] == ["ok"] * 5
    path.write_text(path.read_text().replace('"seed": "s"', '"seed": "t"'))
    with pytest.raises(CommandError, match="1 of 5 checks failed"):
        _run("verify_seating", str(path))


def test_a_draw_that_only_an_earlier_release_makes_fails_no_check(tmp_path):
    path = tmp_path / "draw.json"
    path.write_text(json.loads(gzip.decompress(CERTIFICATES.read_bytes()))["chosen-32-of-5"])
    assert [line.split()[:2] for line in _run("verify_seating", str(path)).splitlines()] == [
        ["ok", "tables:"],
        ["ok", "measures:"],
        ["ok", "inputs:"],
        ["?", "draw:"],
    ]


@rows
def test_impossible_wishes_are_one_sentence(words, sentence):
    with pytest.raises(CommandError) as caught:
        _seating(words)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("nowhere.json", None, " is not there; look at the path."),
        (".", None, " is a folder; name a file."),
        ("empty.json", b"", " is empty; name another file."),
        ("picture.json", b"\x89PNG\xff", " is not text in UTF-8; name another file, or save it as UTF-8."),
        ("ones.json", b"1" * 10_000, ': A certificate is a JSON object with "rounds".'),
    ],
)
def test_an_unreadable_file_is_named_with_what_is_wrong(tmp_path, name, content, sentence):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CommandError) as caught:
        _run("verify_seating", str(path))
    assert str(caught.value) == f"{path}{sentence}"


@pytest.mark.parametrize(
    "name",
    sorted(m.name for m in pkgutil.walk_packages(tournaments.seating.logic.__path__, "tournaments.seating.logic.")),
)
def test_examples_in_docstrings_are_true(name):
    module = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0
