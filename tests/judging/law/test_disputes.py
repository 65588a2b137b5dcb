"""Disputes written from the clauses, as facts and as records of play: one ruling, penalty and payment for both."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.play.events import event_to_list
from engine.play.transfers import net
from engine.records.cases import setup_to_dict
from judging.law import Proposal, combine_verdicts, decide, examine, read_claim
from judging.law.claim import Claim
from judging.law.examination import find_next_question, select_deciding_failures
from tests.support.scenes import read_line, seat_of, setup_of

FILES = sorted(Path(__file__).with_name("disputes").glob("*.toml"))


class Ruling(NamedTuple):
    """Clauses of the deciding finding and the proposal, measure with its effects, and payments."""

    verdict: str
    clauses: tuple[str, ...]
    measure: str
    pays: list[int]
    ledger: dict[str, float]
    places: list[str]


def cases() -> Iterator[Any]:
    for path in FILES:
        data = tomllib.loads(path.read_text("utf-8"))
        for case in data["case"]:
            kind, *editions = case["asks"].split()
            for edition in editions:
                given = {**data["base"].get(case.get("base", kind), {}), **case.get("facts", {})}
                facts = {name: value for name, value in given.items() if name not in case.get("unknown", ())}
                facts |= dict.fromkeys(case.get("nobody_knows", ()))
                claim = {"kind": kind, "ruleset": edition, "seat": 1, "facts": facts}
                claim["parameters"] = case.get("parameters", {})
                yield pytest.param(case, claim, data["at"], id=f"{case['id']} [{edition}]")


def recorded(claim: dict[str, Any], record: list[str], tables: dict[str, Any]) -> dict[str, Any]:
    """The claim with the record of play; the facts beside it are those that it does not show."""
    at, *lines = record
    table = tables[at]
    setup = setup_of({**table, "ruleset": claim["ruleset"], "parameters": claim["parameters"]})
    seats: list[object] = [None] * 4
    for letter, known in table["seats"].items():
        seats[seat_of(letter)] = {"hand": known} if isinstance(known, str) else known
    position = {"seats": seats, "turn": seat_of(table["turn"]), "phase": table["phase"], "live": table["live"]}
    *before, event = [event_to_list(read_line(line, setup)) for line in lines]
    case = {name: value for name, value in setup_to_dict(setup).items() if name not in ("ruleset", "parameters")}
    facts = {name: value for name, value in claim["facts"].items() if name != "circumstances"}
    return {**claim, "facts": facts, "log": {**case, "position": position, "events": before}, "event": event}


def ruled(claim: Claim, earlier: dict[str, int]) -> Ruling:
    findings = examine(claim)
    failing, proposals = select_deciding_failures(claim, findings), decide(claim, findings, earlier=earlier)
    # A win cites its payments; of other claims that hold the facts name each clause that has been tested.
    cited = (*failing[:1], *(proposals[:1] if failing or claim.kind in ("win", "fault") else ()))
    return Ruling(
        combine_verdicts(findings).value,
        tuple(each.clause for each in cited),
        " | ".join(measure(each) for each in proposals),
        # The riichi sticks on the table belong to the record alone.
        list(net([each for each in proposals[0].effects.transfers if each.source is not None]))
        if proposals
        else [0] * 4,
        ledger_of(proposals),
        [place.kind for each in proposals for place in each.effects.place_in_event],
    )


def measure(proposal: Proposal) -> str:
    return " ".join((proposal.penalty, proposal.effects.hand, *proposal.effects.notes))


def ledger_of(proposals: tuple[Proposal, ...]) -> dict[str, float]:
    lines = [line for each in proposals for line in each.effects.ledger]
    return {line.column: float(line.amount) for line in lines}


@pytest.mark.parametrize(("case", "stored", "tables"), [*cases()])
def test_facts_and_record_get_the_ruling_of_the_clauses(
    case: dict[str, Any], stored: dict[str, Any], tables: dict[str, Any]
) -> None:
    told = read_claim(recorded(stored, case["record"], tables) if "alone" in case else stored)
    if "wants" in case:
        findings = examine(told)
        asked = find_next_question(told).question or next(name for each in findings for name in each.missing)
        assert (asked, decide(told, findings)) == (case["wants"], ())
        return
    verdict, *words = case["says"].split()
    clause = verdict if "-" in verdict else ""
    found = ruled(told, case.get("earlier", {}))
    assert found.verdict == ("fails" if clause else verdict)
    cites = case.get("cites", clause)
    assert not cites or any(each.startswith(cites) for each in found.clauses), found
    if "seats" in case:
        given = {str(each.seat): measure(each) for each in decide(told, examine(told))}
        assert given == case["seats"]
        return
    assert found.measure == " ".join(words) or not words, found
    assert found.pays == case.get("pays", [0, 0, 0, 0]), found
    assert (found.ledger, found.places) == (case.get("ledger", {}), case.get("places", [])), found
    if "record" in case:
        again = ruled(read_claim(recorded(stored, case["record"], tables)), case.get("earlier", {}))
        assert again == found
