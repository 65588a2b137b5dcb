"""Claims with a part of their answer as it is stored: rows of `claims.toml`, beside the disputes over whole rulings.

`asks` is the kind and the rulesets, or `example` a worked example; `facts` are those of `base`, changed; "null" is a
fact asked for in vain. `says` is the verdict with clause and infraction of the first failing, or else last finding;
`evidence` lists the kinds of all of it, `missing` all facts that are asked for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.family import ruleset
from engine.play.events import event_to_list
from engine.play.transfers import net
from engine.play.walks import walk
from engine.records.cases import case_of
from judging.law import (
    ClaimError,
    Finding,
    Proposal,
    Verdict,
    combine_verdicts,
    decide,
    examine,
    find_next_question,
    read_claim,
)
from tests.support.claims import EXAMPLES, ready_log

DATA = tomllib.loads(Path(__file__).with_name("claims.toml").read_text("utf-8"))
BY_ID = {each.id: each for each in EXAMPLES}
LOGS = {"ready": ready_log(), **DATA["log"]}


def claims() -> Iterator[Any]:
    for row in DATA["claim"]:
        given = DATA["base"].get(row.get("base"), {})
        if "example" in row:
            example = BY_ID[row["example"]]
            kind, editions, given = example.kind, [example.ruleset], dict(example.facts)
        else:
            kind, *editions = row["asks"].split()
        facts = {**given, **row.get("facts", {})}
        claim = {"kind": kind, "seat": row.get("seat", 1), "event": row.get("event")}
        claim["facts"] = {name: value for name, value in facts.items() if name not in row.get("unknown", ())}
        if "log" in row:
            log = LOGS[row["log"]]
            claim["log"] = log | {"events": [*log["events"], *row.get("then", ())]}
        for edition in editions:
            yield pytest.param(row, {**claim, "ruleset": edition}, id=f"{row['id']} [{edition}]")


def stored(value: Any) -> Any:
    """Values of TOML, which has no null."""
    if isinstance(value, dict):
        return {name: stored(each) for name, each in value.items()}
    return [stored(each) for each in value] if isinstance(value, list) else None if value == "null" else value


def told(findings: tuple[Finding, ...]) -> str:
    deciding = next((each for each in findings if each.verdict is Verdict.FAILS), findings[-1])
    return " ".join(filter(None, (combine_verdicts(findings).value, deciding.clause, deciding.infraction)))


def proposed(proposal: Proposal) -> dict[str, Any]:
    """The proposal as stored, with options by their penalty and the points of the seats."""
    found = proposal.to_dict()
    options = {option.penalty: proposed(option) for option in proposal.options}
    return found | {"pays": list(net(proposal.effects.transfers)), "options": options}


def part(found: Any, wanted: Any) -> Any:
    """As much of what was found as is wanted: of tables some entries, of lists all."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return {name: part(found.get(name), each) for name, each in wanted.items()}
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        return [part(each, one) for each, one in zip(found, wanted, strict=True)]
    return found


@pytest.mark.parametrize(("row", "asked"), [*claims()])
def test_a_claim_is_answered(row: dict[str, Any], asked: dict[str, Any]) -> None:
    if "refused" in row:
        with pytest.raises(ClaimError) as caught:
            read_claim(stored(asked))
        assert caught.value.field == row["refused"]
        return
    claim = read_claim(stored(asked))
    findings = examine(claim)
    proposals = decide(claim, findings, earlier=row.get("earlier", {}), seat=row.get("about"))
    found = {
        "wants": find_next_question(claim).question,
        "missing": sorted({name for each in findings for name in each.missing}),
        "clauses": {each.clause: each.verdict.value for each in findings},
        "evidence": sorted({one.kind for each in findings for one in each.evidence}),
        "findings": [each.to_dict() for each in findings],
        "failing": [each.to_dict() for each in findings if each.verdict is Verdict.FAILS],
        "last": findings[-1].to_dict(),
        "proposals": [proposed(each) for each in proposals],
    }
    if "says" in row:
        assert told(findings).startswith(row["says"])
    wanted = stored({name: row[name] for name in found if name in row})
    assert part(found, wanted) == wanted
    assert wanted or "says" in row


@pytest.mark.parametrize(("changed", "at"), DATA["unreadable"]["rows"])
def test_a_claim_that_cannot_be_read_names_the_field(changed: dict[str, Any], at: str) -> None:
    asked = {"kind": "event", "ruleset": "riichi-ema-2016", "seat": 1, "log": ready_log()}
    with pytest.raises(ClaimError) as caught:
        read_claim({**asked, **stored(changed)})
    assert caught.value.field == at


def test_a_record_may_be_no_longer_than_a_hand() -> None:
    log = {**ready_log(), "events": [["draw", 0, "?"]] * 2001}
    with pytest.raises(ClaimError) as caught:
        read_claim({"kind": "event", "ruleset": "riichi-ema-2016", "seat": 1, "log": log})
    assert caught.value.field == "log"


@pytest.mark.parametrize("name", ["mcr-2006", "riichi-ema-2016", "taiwan-aono", "sichuan-world-championship"])
def test_a_whole_hand_played_by_the_rules_holds(name: str) -> None:
    played = walk(ruleset(name), 5)
    claim = read_claim({"kind": "event", "ruleset": name, "log": case_of(played.setup, played.events)})
    assert combine_verdicts(examine(claim)) is Verdict.HOLDS
    assert claim.to_dict()["log"]["events"] == [event_to_list(event) for event in played.events]
    assert read_claim(claim.to_dict()).to_dict() == claim.to_dict()
