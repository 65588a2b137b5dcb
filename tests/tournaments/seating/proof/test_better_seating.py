"""The certificate of a seating that a proof found: what it states is checked without the solver."""

from __future__ import annotations

import copy
import json
from dataclasses import replace

import pytest

from tests.tournaments.seating.proof.test_prove import an_event
from tournaments.seating import SeatingError
from tournaments.seating.certificate import dumps, loads
from tournaments.seating.draws import SwissInputs
from tournaments.seating.proof import solver
from tournaments.seating.proof.better_seating import better_draw, proof_as_dict
from tournaments.seating.proof.prove import prove
from tournaments.seating.swiss.rounds import by_standings, swiss
from tournaments.seating.verify import verify


def drawn_badly(players=24):
    """A draw of a Swiss round whose tables are the snake's, so that a better seating is sure to exist."""
    order, played = an_event(players, 5, 3)
    good = SwissInputs(tuple(order), played).draw_of(swiss(order, played, seed="spring", steps=5))
    return replace(good, rounds=(by_standings(order, "snake", played=played),))


@pytest.fixture(scope="module")
def proven():
    draw = drawn_badly()
    return draw, proof_as_dict(prove(draw.inputs.prices(), draw.rounds[0]))


@pytest.fixture
def chosen(proven, monkeypatch):
    """The chosen seating's certificate, in a world where the seed draws the bad one."""
    draw, proof = proven
    monkeypatch.setattr(SwissInputs, "again", lambda *asked, **options: draw)
    return better_draw(draw, proof).certificate()


def checks(value):
    return {check.name: check.passed for check in verify(value)}


def test_a_chosen_seating_is_weighed_again_from_its_tables(chosen, monkeypatch):
    monkeypatch.setattr(solver, "available", lambda: False)
    value = loads(dumps(chosen))
    found = {check.name: check for check in verify(value)}
    assert [(name, check.passed) for name, check in found.items()] == [
        ("tables", True),
        ("measures", True),
        ("inputs", True),
        ("draw", True),
        ("bound", True),
    ]
    assert found["draw"].sentence.startswith("Chosen, not drawn: the seed's own draw costs ")
    assert found["bound"].sentence.startswith("Held against every possible table, the charges show that no seating")


def test_it_keeps_seed_and_inputs_of_the_draw_it_betters(proven, chosen):
    draw, proof = proven
    assert {name: chosen[name] for name in ("seed", "inputs", "inputs_digest", "version", "byes")} == {
        name: draw.certificate()[name] for name in ("seed", "inputs", "inputs_digest", "version", "byes")
    }
    assert (chosen["kind"], chosen["rounds"]) == ("chosen", [proof["better"]])


@pytest.mark.parametrize(
    ("change", "failing"),
    [
        (lambda value: value["rounds"][0].reverse(), set()),
        (lambda value: value["rounds"][0][0].reverse(), {"draw"}),
        (lambda value: value["proof"]["best"].update(closeness=1.0), {"draw", "bound"}),
        (lambda value: value["proof"].update(shown=value["proof"]["shown"] + 1), {"bound"}),
        (lambda value: value["proof"]["charges"][0]["players"].pop(), {"bound"}),
        (lambda value: value["proof"]["charges"][0].update(sets=[[0, 1]], fees=[256]), {"bound"}),
        (lambda value: value["proof"].update(charges=[]), {"bound"}),
        (lambda value: value["proof"].pop("charges"), {"draw"}),
        (lambda value: value.update(rounds=[value["drawn"]]), {"draw"}),
    ],
    ids="tables in another order|a turned table|a lower cost|a higher bound|a charge less|an even set|no charges|"
    "no proof|the draw itself".split("|"),
)
def test_what_was_changed_is_found(proven, chosen, change, failing):
    value = copy.deepcopy(chosen) | {"drawn": proven[0].certificate()["rounds"][0]}
    change(value)
    assert {name for name, passed in checks(value).items() if not passed} == failing


def test_a_bound_of_the_search_is_named_as_such(chosen):
    value = copy.deepcopy(chosen)
    value["proof"]["bound"] = value["proof"]["shown"] + 10
    found = {check.name: check for check in verify(value)}
    assert found["bound"].passed
    assert found["bound"].sentence.endswith("is what the search found, which this check does not repeat.")


def test_a_seating_that_is_no_better_is_not_chosen(proven):
    draw, _ = proven
    best = replace(draw, rounds=better_draw(*proven).rounds)
    proof = proof_as_dict(prove(best.inputs.prices(), best.rounds[0]))
    assert proof["status"] == "optimal"
    with pytest.raises(SeatingError, match="no better seating"):
        better_draw(best, proof)


def test_a_proof_is_plain_json(proven):
    _, proof = proven
    assert json.loads(json.dumps(proof)) == proof
