"""Ask the law under the rules of a case: findings, proposals with repeat offences counted, the next question."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from engine.errors import EngineError
from engine.family import Ruleset
from judging.cases.logic.verification import engine_version
from judging.cases.models import Case, ClaimRecord, Sanction
from judging.law import Claim, Finding, examine, read_claim
from judging.law.infractions import counted_together, in_force, scope_of
from judging.law.place_in_event import SESSION_LOST
from judging.law.rulings import decide_each
from judging.rulebook.logic.findings import say_sentence
from tournaments.core.text.language import reader
from tournaments.core.text.sentences import in_words
from tournaments.entries.models.entries import Entry
from tournaments.events.models import RulesetVersion
from tournaments.standings.models import Forfeit


def rules_version(case: Case) -> RulesetVersion:
    """The rules in force when the case's round began, else the tournament's newest."""
    return (case.round.ruleset if case.round is not None else None) or case.tournament.ruleset


def rules_of(case: Case) -> Ruleset:
    """The same as the engine knows them."""
    version = rules_version(case)
    return version.rules


def judge(case: Case, stored: Mapping[str, Any]) -> ClaimRecord:
    """Examine a claim (kind, seat, facts, log, event) under the rules of the case; the record is not saved.

    Raises EngineError for a claim that cannot be read; `at` names the field.
    """
    version = rules_version(case)
    asked = {**stored, "ruleset": version.preset}
    if version.parameters:
        asked["parameters"] = version.parameters
    claim = read_claim(asked)
    findings = examine(claim)
    return ClaimRecord(
        case=case,
        claim=claim.to_dict(),
        findings=[finding.to_dict() for finding in findings],
        proposals=_proposals(case, claim, findings),
        ruleset_name=claim.ruleset.name,
        parameters=claim.to_dict().get("parameters", {}),
        engine_version=engine_version(),
    )


def _proposals(case: Case, claim: Claim, findings: tuple[Finding, ...]) -> list[dict[str, Any]]:
    """One offender after another with what that player has done before; without one, what becomes of the claim."""
    parties = _parties(case)

    def before(seat: int) -> dict[str, int]:
        return earlier_offences(case, parties[seat], claim.ruleset) if seat in parties else {}

    return [each.to_dict() for each in decide_each(claim, findings, before)]


def _parties(case: Case) -> dict[int | None, Entry]:
    return {party.seat: party.entry for party in case.parties.select_related("entry")}


def same_answer(first: ClaimRecord, second: ClaimRecord) -> bool:
    """Return True if two records lead to the same ruling: verdict, clause and words of each finding, and proposals."""
    return _says(first) == _says(second)


def _says(record: ClaimRecord) -> tuple[list[tuple[str, str, str]], list[Any]]:
    findings = [(each["verdict"], each["clause"], each["message"]) for each in record.findings]
    # As JSON has them, which knows no tuples.
    return findings, json.loads(json.dumps(record.proposals))


def changed_findings(record: ClaimRecord, names: Mapping[int, str]) -> list[str]:
    """What today's engine says differently to stored facts: sentences as stored and as now, empty where all is equal.

    They are in the reader's language, with the players' names of the seats.

    Nothing is computed where the engine has not changed since.
    """
    if record.engine_version == engine_version():
        return []
    try:
        now = [finding.to_dict() for finding in examine(read_claim(record.claim))]
    except EngineError as error:
        return [in_words(error)]
    then = {(each["clause"], each["message"], each["verdict"]): each for each in record.findings}
    today = {(each["clause"], each["message"], each["verdict"]): each for each in now}
    gone, new = sorted(then.keys() - today.keys()), sorted(today.keys() - then.keys())
    return [f"− {key[0]}: {say_sentence(then[key], names, reader())}" for key in gone] + [
        f"+ {key[0]}: {say_sentence(today[key], names, reader())}" for key in new
    ]


NO_PENALTIES = ("", "none")
LENIENT = ("warning", "serious_warning", "taken_back")
"""Instead of the points: a fault of a grade that a referee has let go with this does not count with its grade."""


def earlier_offences(case: Case, entry: Entry, rules: Ruleset) -> dict[str, int]:
    """Infraction -> how often rulings in force have punished the player for it before, within the scope of its row.

    The case itself and what happened in later hands of the same table do not count. `session_lost` counts the sessions
    of the event that the player has lost, whatever for (MCR-E16).
    """
    lost = Forfeit.objects.filter(entry=entry, kind=Forfeit.Kind.SESSION_LOST, voided_at=None)
    sessions = lost.exclude(ruling_forfeit__ruling__case=case).count()
    counts: dict[str, int] = {SESSION_LOST: sessions} if sessions else {}
    rows = in_force(rules)
    for sanction in earlier_sanctions(case, entry):
        scope, other = scope_of(rules, rows.get(sanction.infraction, {})), sanction.ruling.case
        same_round = case.round_id is not None and other.round_id == case.round_id
        same_hand = case.table_id is not None and (other.table_id, other.hand) == (case.table_id, case.hand)
        if (scope == "hand" and not same_hand) or (scope == "session" and not same_round):
            continue
        if sanction.penalty in LENIENT and len(counted_together(rules, sanction.infraction)) > 1:
            continue
        counts[sanction.infraction] = counts.get(sanction.infraction, 0) + 1
    return counts


def tournament_offences(case: Case, entry: Entry) -> dict[str, int]:
    """The same through the whole tournament, whatever the scope: what a referee wants to know before choosing."""
    counts: dict[str, int] = {}
    for sanction in earlier_sanctions(case, entry):
        counts[sanction.infraction] = counts.get(sanction.infraction, 0) + 1
    return counts


def earlier_sanctions(case: Case, entry: Entry) -> list[Sanction]:
    """Sanctions in force against the player from other cases of the tournament, in the order of the cases."""
    found = Sanction.objects.filter(ruling__in_force=True, ruling__case__tournament=case.tournament, entry=entry)
    found = found.exclude(ruling__case=case).exclude(infraction="").exclude(penalty__in=NO_PENALTIES)
    later = found.select_related("ruling__case__round").order_by("ruling__case__number")
    return [one for one in later if not _after(one.ruling.case, case)]


def _after(other: Case, case: Case) -> bool:
    if other.table_id is None or other.table_id != case.table_id or other.hand is None or case.hand is None:
        return False
    return other.hand > case.hand
