"""`manage.py prove_seating`: a certificate in, what could be cheaper out."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.seating.proof.test_better_seating import drawn_badly
from tournaments.management.commands import prove_seating
from tournaments.seating import verify as verifying
from tournaments.seating.certificate import dumps, loads
from tournaments.seating.draws import SwissInputs, read


@pytest.fixture
def draw(tmp_path):
    path = tmp_path / "draw.json"
    path.write_text(dumps(drawn_badly().certificate()), encoding="utf-8")
    return path


def said(*arguments, **options):
    out = io.StringIO()
    call_command("prove_seating", *arguments, stdout=out, **options)
    return out.getvalue().splitlines()


def test_a_better_seating_is_found_and_certified(draw, tmp_path, monkeypatch):
    better = tmp_path / "better.json"
    lines = said(draw, certificate=better)
    assert lines[0].startswith("A seating was found that is ")
    assert lines[1] == "None is cheaper than that; proven for all tables."
    assert lines[-1].startswith("  In all: ")
    bad = loads(draw.read_text(encoding="utf-8"))
    monkeypatch.setattr(SwissInputs, "again", lambda *asked, **options: read(bad))
    assert [check.passed for check in verifying.verify(loads(better.read_text(encoding="utf-8")))] == [True] * 5


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "This is no JSON"),
        ('{"rounds": [], "kind": "fixed"}', "only a Swiss round can be proven"),
        ('{"rounds": [], "kind": "swiss"}', "the certificate cannot be read"),
    ],
)
def test_what_is_no_swiss_round_is_refused(tmp_path, text, sentence):
    path = tmp_path / "other.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match=sentence):
        said(path)


def test_without_the_solver_it_says_how_to_get_it(draw, monkeypatch):
    monkeypatch.setattr(prove_seating, "available", lambda: False)
    with pytest.raises(CommandError, match=r"requirements-prove\.lock"):
        said(draw)
