from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from engine.errors import EngineError
from engine.family import Ruleset
from judging.cases.logic.verification import compute_engine_version
from judging.cases.models import Case, ClaimRecord, Sanction
from judging.law import Claim, Finding, examine, read_claim
from judging.law.breaking_points import add_breaking_points, examine_by_witnesses
from judging.law.competition_sanctions import SESSION_LOST
from judging.law.infractions import get_scope, list_counted_together, list_infractions
from judging.law.rulings import Proposal, decide_each
from judging.law.stored import StoredBreakingPoint, StoredFinding, StoredProposal
from judging.rulebook.text.findings import say_sentence
from tournaments.core.text.sentences import in_words
from tournaments.entries.models.entries import Entry
from tournaments.events.models import RulesetVersion
from tournaments.standings.models import Forfeit


def get_rules_version(case: Case) -> RulesetVersion:
    """Return the rules in force at the start of the case's round, else the newest."""
    return (case.round.ruleset if case.round is not None else None) or case.tournament.ruleset


def get_rules_of_case(case: Case) -> Ruleset:
    return get_rules_version(case).rules


def judge(case: Case, stored: Mapping[str, Any], further: Sequence[Mapping[str, Any]] = ()) -> ClaimRecord:
    """Return an unsaved record of a claim and `further` ones under the case's rules. Raises EngineError with `at`."""
    version = get_rules_version(case)
    rules = {"ruleset": version.preset, "parameters": version.options}
    examined = [(claim, examine(claim)) for claim in (read_claim({**claim, **rules}) for claim in (stored, *further))]
    first, *others = [claim.to_dict() for claim, _findings in examined]
    return ClaimRecord(
        case=case,
        claim=first,
        further=others,
        findings=[finding.to_dict() for _claim, findings in examined for finding in findings],
        proposals=[proposal for claim, findings in examined for proposal in _propose(case, claim, findings)],
        ruleset_name=examined[0][0].ruleset.name,
        parameters=first.get("parameters", {}),
        engine_version=compute_engine_version(),
    )


def _propose(case: Case, claim: Claim, findings: tuple[Finding, ...]) -> list[StoredProposal]:
    parties = {party.seat: party.entry for party in case.parties.select_related("entry")}

    @cache
    def before(seat: int) -> dict[str, int]:
        return count_earlier_offences(case, parties[seat], claim.ruleset) if seat in parties else {}

    def rule(changed: Claim, findings: tuple[Finding, ...]) -> tuple[Proposal, ...]:
        return decide_each(changed, findings, before)

    return [proposal.to_dict() for proposal in add_breaking_points(claim, rule(claim, findings), rule)]


def find_outcomes_by_witnesses(record: ClaimRecord) -> list[StoredBreakingPoint]:
    """Return breaking points from the answers of witnesses, where their difference leaves a claim open."""
    contested = [claim for claim in record.claims if claim.get("witnesses")]
    try:
        return [point.to_dict() for claim in contested for point in examine_by_witnesses(read_claim(claim))]
    except EngineError:
        # Of another edition of the engine.
        return []


def gives_same_answer(first: ClaimRecord, second: ClaimRecord) -> bool:
    """True if two records lead to the same ruling: verdict, clause and words of each finding, and proposals."""
    return _get_answer(first) == _get_answer(second)


def _get_answer(record: ClaimRecord) -> tuple[list[tuple[str, str, str]], list[Any]]:
    findings = [(finding["verdict"], finding["clause"], finding["message"]) for finding in record.findings]
    # As JSON has them, which knows no tuples; records of an earlier release have no breaking points.
    proposals = json.loads(json.dumps(record.proposals))
    return findings, [
        {name: proposal[name] for name in proposal if name != "breaking_points"} for proposal in proposals
    ]


def list_changed_findings(record: ClaimRecord, names: Mapping[int, str]) -> list[str]:
    """Return findings of the present engine that differ from the stored ones, as sentences with the players' names."""
    if record.engine_version == compute_engine_version():
        return []
    try:
        now = [finding.to_dict() for claim in record.claims for finding in examine(read_claim(claim))]
    except EngineError as error:
        return [in_words(error)]
    then, today = ({_get_content(finding): finding for finding in findings} for findings in (record.findings, now))
    return [
        f"{sign} {finding['clause']}: {say_sentence(finding, names)}"
        for sign, first, second in (("−", then, today), ("+", today, then))
        for key, finding in sorted(first.items(), key=lambda pair: (pair[1]["clause"], pair[1]["message"]))
        if key not in second
    ]


def _get_content(finding: StoredFinding) -> str:
    sentence = _get_values(finding["sentence"]) if finding.get("sentence") else finding["message"]
    parts = [finding.get(name) for name in ("clause", "verdict", "seat", "missing", "infraction")]
    return json.dumps([*parts, sentence], sort_keys=True)


def _get_values(sentence: Mapping[str, Any]) -> dict[str, Any]:
    nested = ((name, value) for name, value in sentence["values"].items())
    return {name: _get_values(value) if isinstance(value, Mapping) else value for name, value in nested}


NO_PENALTIES = ("", "none")
LENIENT = ("warning", "serious_warning", "taken_back")
"""Penalties in place of the points: a fault of a grade that cost only this does not count with its grade."""


def count_earlier_offences(case: Case, entry: Entry, rules: Ruleset) -> dict[str, int]:
    """Count the player's earlier punished offences by infraction within the scope of its row. The case itself and later
    hands of the same table do not count. `session_lost` counts all lost sessions of the player in the event (MCR-E16).
    """
    lost = Forfeit.objects.filter(entry=entry, kind=Forfeit.Kind.SESSION_LOST, voided_at=None)
    sessions = lost.exclude(ruling_forfeit__ruling__case=case).count()
    counts: dict[str, int] = {SESSION_LOST: sessions} if sessions else {}
    rows = list_infractions(rules)
    for sanction in list_earlier_sanctions(case, entry):
        scope, earlier_case = get_scope(rules, rows.get(sanction.infraction, {})), sanction.ruling.case
        same_round = case.round_id is not None and earlier_case.round_id == case.round_id
        same_hand = case.table_id is not None and (earlier_case.table_id, earlier_case.hand) == (
            case.table_id,
            case.hand,
        )
        if (scope == "hand" and not same_hand) or (scope == "session" and not same_round):
            continue
        if sanction.penalty in LENIENT and len(list_counted_together(rules, sanction.infraction)) > 1:
            continue
        counts[sanction.infraction] = counts.get(sanction.infraction, 0) + 1
    return counts


def count_offences_in_tournament(case: Case, entry: Entry) -> dict[str, int]:
    return Counter(sanction.infraction for sanction in list_earlier_sanctions(case, entry))


def list_earlier_sanctions(case: Case, entry: Entry) -> list[Sanction]:
    sanctions = Sanction.objects.filter(ruling__in_force=True, ruling__case__tournament=case.tournament, entry=entry)
    sanctions = sanctions.exclude(ruling__case=case).exclude(infraction="").exclude(penalty__in=NO_PENALTIES)
    later = sanctions.select_related("ruling__case__round").order_by("ruling__case__number")
    return [sanction for sanction in later if not _is_after(sanction.ruling.case, case)]


def _is_after(earlier_case: Case, case: Case) -> bool:
    if (
        earlier_case.table_id is None
        or earlier_case.table_id != case.table_id
        or earlier_case.hand is None
        or case.hand is None
    ):
        return False
    return earlier_case.hand > case.hand
