"""A family's law is its folder; no other module of judging names a family."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from engine.family import Ruleset, families
from engine.play.transfers import Transfer
from judging.law import ClaimError, Verdict, combine_verdicts, decide, examine, read_claim
from judging.law.claim import Claim
from judging.law.facts import DECLARED, declare_flag
from judging.law.families import Check, Facts, FamilyLaw, get_law, load_laws, register, unregister
from judging.law.findings import Finding
from judging.law.infractions import SCOPES
from judging.law.kind import NO_FAULT, ClaimKind, Reads
from judging.law.kinds import _load_modules, get_checks, list_facts, list_kinds, load_kinds, make_checks_where_punished
from judging.law.kinds.fault import check_fault_established
from judging.law.kinds.ready import check_hand_ready
from judging.law.penalties import Effects
from judging.law.statements import find_fault, report_failing, report_holding

JUDGING = Path(__file__).resolve().parents[3] / "judging"
LAW = JUDGING / "law"


def strings_of(path: Path) -> Iterator[str]:
    """The texts of a module, docstrings left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                statement.value.value = None
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from node.module.split(".")


def test_no_other_module_of_judging_names_a_family() -> None:
    own = [LAW / name for name in families()]
    named = {
        (str(path.relative_to(JUDGING)), text)
        for path in JUDGING.rglob("*.py")
        if "migrations" not in path.parts and not any(path.is_relative_to(folder) for folder in own)
        for text in strings_of(path)
        if text in families()
    }
    assert named == set()


@pytest.mark.parametrize("name", sorted(families()))
def test_the_law_of_a_family_knows_no_other_family(name: str) -> None:
    others = set(families()) - {name}
    own_kinds = {kind.code for kind in load_laws()[name].kinds}
    named = {
        (path.name, text)
        for path in (LAW / name).rglob("*.py")
        for text in strings_of(path)
        # 立直 may be declared in more than one game.
        if text in others - own_kinds and (path.name, text) != ("checks.py", "riichi")
    }
    assert named == set()


@pytest.mark.parametrize("family", families().values(), ids=lambda family: family.name)
def test_checks_and_outcomes_are_of_kinds_that_exist(family) -> None:
    law = get_law(family)
    assert set(law.checks) <= set(load_kinds())
    assert {kind for kind, _clause in law.outcomes} <= set(load_kinds())


@pytest.mark.parametrize("family", families().values(), ids=lambda family: family.name)
def test_amounts_and_scopes_of_infractions_are_options_that_exist(family) -> None:
    options = {option.name for option in dataclasses.fields(family.parameters)}
    assert {row["amount"] for row in family.infractions if "amount" in row} <= options
    assert {row["scope"] for row in family.infractions if "scope" in row} <= {*SCOPES, *options}


@pytest.mark.parametrize("family", families().values(), ids=lambda family: family.name)
def test_checks_and_outcomes_cite_clauses_of_the_family(family) -> None:
    law = get_law(family)
    cited = {check.clause for checks in law.checks.values() for check in checks}
    cited |= {clause for _kind, clause in law.outcomes}
    assert {clause for clause in cited if not clause.startswith(f"{family.clause_prefix}-")} == set()


NOBODY = dataclasses.replace(families()["mcr"], name="nobody")
"""A family that has a table of infractions and no law."""
RULES = Ruleset(NOBODY, "2006", NOBODY.preset("2006"))


def test_a_family_without_a_law_has_faults_and_records() -> None:
    assert [kind.code for kind in list_kinds(NOBODY)] == ["fault", "event"]
    assert "established" in [fact.name for fact in list_facts("fault", NOBODY)]
    assert get_checks("win", NOBODY) == ()


def test_its_faults_are_ruled_on_by_the_words_of_its_table() -> None:
    claim = Claim("fault", RULES, 1, {"fault": "forgot_winning_tile", "established": True})
    (finding,) = examine(claim)
    assert (finding.verdict, finding.infraction) == (Verdict.FAILS, "forgot_winning_tile")
    (proposal,) = decide(claim, [finding])
    assert (proposal.penalty, [line.amount for line in proposal.effects.ledger]) == ("fine", [-10])
    assert combine_verdicts(examine(claim._replace(facts={"fault": "talk"}))) is Verdict.UNDECIDED


def test_a_law_registered_from_elsewhere_is_asked() -> None:
    def once(f: Facts) -> Iterator[Finding]:
        yield from check_fault_established(f)

    register(
        FamilyLaw(
            family="nobody",
            checks={"fault": (Check(once, "MCR-7.4"),)},
            effects=lambda ruleset, row, word, repeat, case: Effects("ends", (Transfer(1, 0, 7, "fine", "MCR-7.4"),)),
        )
    )
    try:
        claim = Claim("fault", RULES, 1, {"fault": "talk", "established": True})
        (proposal,) = decide(claim, examine(claim))
        assert (proposal.effects.hand, proposal.effects.transfers[0].amount) == ("ends", 7)
        assert examine(claim._replace(facts={}))[0].clause == "MCR-7.4"
    finally:
        unregister("nobody")
    assert get_law(NOBODY).checks == {}


def test_a_family_adds_its_own_facts_to_those_of_a_kind() -> None:
    sichuan, mcr = families()["sichuan"], families()["mcr"]
    assert check_hand_ready in [check.run for check in get_checks("ready", sichuan)]
    assert [fact.name for fact in list_facts("ready", sichuan)] == ["hand", "void_suit"]
    assert [fact.name for fact in list_facts("ready", mcr)] == ["hand"]


def test_a_new_kind_is_a_module_and_a_row_of_infractions(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Riichi has a row for telephones; no other family is asked."""
    rang = declare_flag("test_phone_rang", "Did the telephone ring?")

    def silent(f: Facts) -> Iterator[Finding]:
        if f(rang):
            yield report_failing(f, "The telephone rang.", infraction=find_fault(f, "phone"))
        else:
            yield report_holding(f, "Nothing was heard.")

    module = ModuleType("phone")
    vars(module)["KIND"] = ClaimKind(
        code="phone", title="Telephone", order=175, holds=NO_FAULT, reads=Reads(decides=rang.name)
    )
    vars(module)["make_checks"] = lambda family: make_checks_where_punished(family, "phone", silent)
    known = {**_load_modules(), "phone": module}
    monkeypatch.setattr("judging.law.kinds._load_modules", lambda: known)
    request.addfinalizer(lambda: DECLARED.pop(rang.name))
    assert list_facts("phone", families()["riichi"]) == [rang]
    assert [family.name for family in families().values() if get_checks("phone", family)] == ["riichi"]
    asked = {"kind": "phone", "ruleset": "riichi-wrc", "seat": 1}
    claim = read_claim({**asked, "facts": {"test_phone_rang": True}})
    (finding,) = examine(claim)
    assert (finding.clause, finding.infraction) == ("RI-7.4 row 25", "phone")
    (proposal,) = decide(claim, [finding])
    assert proposal.infraction == "phone"
    assert [each.verdict for each in examine(read_claim(asked))] == [Verdict.UNDECIDED]
    with pytest.raises(ClaimError):
        read_claim({**asked, "ruleset": "mcr-2006"})
