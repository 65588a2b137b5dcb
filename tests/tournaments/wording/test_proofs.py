"""A proof in words: no sentence says more than is proven."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.utils import translation

from tournaments.wording import proofs

NOTHING = {"closeness": 0.0, "repeats": 0.0, "wishes": 0.0, "winds": 0.0}


def a_proof(drawn, best, bound, shown=None):
    status = "better" if best < drawn else "optimal" if drawn <= bound else "bounded"
    return {
        "drawn": NOTHING | {"closeness": float(drawn)},
        "best": NOTHING | {"closeness": float(best)},
        "better": [[1, 2, 3, 4]] if best < drawn else None,
        "status": status,
        "bound": float(bound),
        "shown": float(bound if shown is None else shown),
    }


@pytest.mark.parametrize(
    ("proof", "sentences"),
    [
        (a_proof(500, 500, 500), ["No seating of this round under these wishes is cheaper; proven for all tables."]),
        (
            a_proof(1000, 1000, 982),
            ["No seating of this round under these wishes is more than 1.8 % cheaper; proven for all tables."],
        ),
        (
            # 1.85 % could be left: 1.8 would be too little.
            a_proof(2000, 2000, 1963),
            ["No seating of this round under these wishes is more than 1.9 % cheaper; proven for all tables."],
        ),
        (
            # 1.85 % less was found: 1.9 would be too much.
            a_proof(2000, 1963, 1963),
            ["A seating was found that is 1.8 % cheaper.", "None is cheaper than that; proven for all tables."],
        ),
        (
            a_proof(1000, 950, 930),
            [
                "A seating was found that is 5.0 % cheaper.",
                "No seating of this round under these wishes is more than 7.0 % cheaper; proven for all tables.",
            ],
        ),
        (
            # Wished pairs may make costs negative; a share of that means nothing.
            a_proof(-300, -400, -400),
            [
                "A seating was found that is 100 squared places cheaper.",
                "None is cheaper than that; proven for all tables.",
            ],
        ),
    ],
)
def test_the_verdict(proof, sentences):
    assert proofs.verdict(proof) == sentences


def test_figures_are_those_of_the_language():
    with translation.override("ja"):
        assert proofs.number(12345.67) == "12345.6"
    assert [proofs.number(cost) for cost in (17.0, 17.96, -3.0)] == ["17", "17.9", "-3"]


def test_what_rests_on_the_search_is_said():
    shown = "No seating costs less than 980: charges for the players show it, held against every possible table."
    assert proofs.grounds(a_proof(1000, 1000, 980)) == shown
    assert proofs.grounds(a_proof(1000, 1000, 980, 950.5)) == (
        "No seating costs less than 980. Charges for the players, held against every possible table, show 950.5 of it;"
        " the rest is what the solver's search among the tables that matter found."
    )


def test_parts_that_cost_nothing_are_left_out():
    proof = a_proof(1000, 900, 900)
    proof["drawn"] = proof["drawn"] | {"winds": 200.0}
    assert [(line.name, line.drawn, line.better) for line in proofs.cost_lines(proof)] == [
        ("Places apart, squared", "1000", "900"),
        ("Uneven winds", "200", "0"),
        ("In all", "1200", "900"),
    ]
    only = proofs.cost_lines(a_proof(1000, 1000, 900))
    assert [(line.name, line.drawn, line.better) for line in only] == [
        ("Places apart, squared", "1000", None),
        ("In all", "1000", None),
    ]


def test_a_chosen_seating_is_held_against_the_bound_of_its_proof():
    optimal = "No seating of this round under these wishes is cheaper; proven for all tables."
    assert proofs.verdict_on(SimpleNamespace(details={}), None) == []
    assert proofs.verdict_on(SimpleNamespace(details={}), a_proof(500, 500, 500)) == [optimal]
    assert proofs.verdict_on(SimpleNamespace(details={"proof": a_proof(500, 400, 400)}), None) == [optimal]
    assert proofs.verdict_on(SimpleNamespace(details={"proof": a_proof(500, 400, 396)}), None) == [
        "No seating of this round under these wishes is more than 1.0 % cheaper; proven for all tables."
    ]
