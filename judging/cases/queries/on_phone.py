"""Rulings as the players of a table see them on a phone, without what a running hand must keep secret."""

from __future__ import annotations

from dataclasses import dataclass

from judging.cases.models import Appeal, Party, Ruling
from judging.cases.queries.judgments import get_rules_version
from judging.cases.queries.pages import RulingDetails, describe_facts, get_seat_names, list_rulings
from judging.rulebook.queries.ruleset_view import Rulebook
from judging.rulebook.text.findings import FindingText, split_by_weight
from tournaments.results.queries import sheets, table_logs
from tournaments.rounds.models import GameTable, Round
from tournaments.rounds.queries.postponed import is_to_come

ENDED = (Ruling.Hand.OVER, Ruling.Hand.ENDS, Ruling.Hand.DRAWN, Ruling.Hand.REPLAY, Ruling.Hand.VOID)
"""Effects that end play with these tiles."""


@dataclass(frozen=True)
class RulingOnPhone:
    """A ruling in force; `findings` that decide and checks that `passed`, with True if the reader may see message and
    tiles. `changes`: answers that would change it, `witnesses`: who says what, as far as the reader may see them.
    """

    details: RulingDetails
    findings: list[tuple[FindingText, bool]]
    passed: list[tuple[FindingText, bool]]
    changes: list[str]
    witnesses: list[str]
    parties: list[Party]
    appeal: Appeal | None
    book: Rulebook


def list_in_force_at(table: GameTable) -> list[Ruling]:
    """Return rulings in force that the table may know: an unannounced dead hand stays secret until the sheet is in."""
    rulings = Ruling.objects.filter(case__table=table, in_force=True).select_related(
        "case__tournament", "case__round__ruleset"
    )
    over = is_over(table)
    listed = rulings.order_by("-case__number")
    return [ruling for ruling in listed if over or ruling.hand_effect != Ruling.Hand.HIDDEN_DEAD]


def is_over(table: GameTable) -> bool:
    over = table.round.state == Round.State.FINISHED and not is_to_come(table)
    return over or sheets.find_latest_result(table) is not None


def list_rulings_on_phone(table: GameTable, owner: int | None) -> list[RulingOnPhone]:
    over, secret = is_over(table), table_logs.has_secret_boards(table)
    listed = []
    for ruling in list_in_force_at(table):
        case = ruling.case
        view = next(candidate for candidate in list_rulings(case) if candidate.ruling.pk == ruling.pk)
        parties = list(case.parties.select_related("entry").order_by("seat"))
        own_seats = {party.seat for party in parties if party.entry_id == owner}
        ended = over or ruling.hand_effect in ENDED
        stored = ruling.claim.findings
        facts = describe_facts(ruling.claim, get_seat_names(case))
        visible = {
            id(finding): not secret and (ended or stored_finding.get("seat") in own_seats)
            for finding, stored_finding in zip(facts.findings, stored, strict=True)
        }
        deciding, holding = (
            [(finding, visible.get(id(finding), False)) for finding in part] for part in split_by_weight(facts.findings)
        )
        findings, passed = (deciding, holding) if deciding else (holding, [])
        changes = [text for seat, text in view.changes if not secret and (ended or seat in own_seats)]
        appeal = next((candidate for candidate in view.appeals if candidate.state == Appeal.State.OPEN), None)
        book = Rulebook.of_event(case.tournament, get_rules_version(case))
        about = {claim.get("seat") for claim in ruling.claim.claims}
        witnesses = view.witnesses if not secret and (ended or about <= own_seats) else []
        listed.append(RulingOnPhone(view, findings, passed, changes, witnesses, parties, appeal, book))
    return listed
